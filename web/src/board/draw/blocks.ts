/**
 * Pieces that cover several cells: blocks of one owner that touch are drawn as one shape with one
 * edge.
 */
import type { PieceView } from "../../contract";
import type { Place } from "../layout/fit";
import type { Paint } from "../pieces/paint";
import { drawMark } from "../pieces/marks";
import { group, svg } from "../svg";

const INSET = 7;

/** What rules call a part of a larger piece. */
export const isBlock = (type: string | null | undefined) => /(^|-)(square|block|segment|part|cell|brick)$/i.test(type ?? "");

interface Laid {
  piece: PieceView;
  place: Place;
}

/** Blocks of one owner and type that touch along edges, together. */
export function connected(laid: readonly Laid[]): Laid[][] {
  const left = new Set(laid);
  const found: Laid[][] = [];
  for (const first of laid) {
    if (!left.delete(first)) continue;
    const part = [first];
    for (let at = 0; at < part.length; at += 1) {
      for (const other of [...left]) {
        const same = other.piece.owner === first.piece.owner && other.piece.type === first.piece.type && other.piece.state?.["body"] === first.piece.state?.["body"];
        if (same && touch(part[at]!.place, other.place)) {
          left.delete(other);
          part.push(other);
        }
      }
    }
    found.push(part);
  }
  return found;
}

const touch = (a: Place, b: Place) => a.level === b.level && Math.abs(Math.hypot(a.x - b.x, a.y - b.y) - 100) < 2 && (Math.abs(a.x - b.x) < 2 || Math.abs(a.y - b.y) < 2);

/** One shape for all of a part: edges are drawn first, and covered where the parts meet. */
export function block(part: readonly Laid[], paint: Paint): SVGGElement {
  const [first] = part;
  const half = 50 - INSET;
  const boxes = part.map(({ place }) => ({ x: place.x - half, y: place.y - half, width: half * 2, height: half * 2, rx: 14 }));
  for (const [at, { place: a }] of part.entries()) {
    for (const { place: b } of part.slice(at + 1)) {
      if (!touch(a, b)) continue;
      const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
      boxes.push(Math.abs(a.x - b.x) > 2 ? { x: x - 30, y: y - half, width: 60, height: half * 2, rx: 0 } : { x: x - half, y: y - 30, width: half * 2, height: 60, rx: 0 });
    }
  }
  // Where four parts meet nothing shows through.
  for (const { place: a } of part) {
    const isAt = (x: number, y: number) => part.some(({ place }) => Math.abs(place.x - a.x - x) < 2 && Math.abs(place.y - a.y - y) < 2);
    if (isAt(100, 0) && isAt(0, 100) && isAt(100, 100)) boxes.push({ x: a.x + 30, y: a.y + 30, width: 40, height: 40, rx: 0 });
  }
  const body = group({ class: `piece ${paint.name}` });
  body.append(...boxes.map((box) => svg("rect", { ...box, class: "body block-edge" })), ...boxes.map((box) => svg("rect", { ...box, class: "body block-fill" })));
  if (paint.mark) body.append(drawMark(paint.mark, 1.3, { class: "spot" }, first!.place.x, first!.place.y));
  return group({ class: "stand" }, body);
}
