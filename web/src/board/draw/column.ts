/**
 * A column of pieces. Flat pieces are read from the side, the lowest below; whoever has the top commands it, so that is drawn as it
 * would stand alone, on the plates of the others.
 */
import type { PieceView } from "../../contract";
import type { Place } from "../layout/fit";
import type { Paint } from "../pieces/paint";
import { circle, group, svg, text } from "../svg";

/** Plates that are drawn below the top; of a higher column the ones nearest to it. */
const SHOWN_MAX = 7;

const PLATE = 9;

/** From the bottom to the top. */
export const inOrder = (pieces: readonly PieceView[]): PieceView[] => pieces.toSorted((a, b) => (a.level ?? 0) - (b.level ?? 0));

export function column(pieces: readonly PieceView[], place: Place, paintOf: (owner: string | null | undefined) => Paint, draw: (piece: PieceView) => SVGGElement): SVGGElement {
  const sorted = inOrder(pieces);
  const below = sorted.slice(0, -1).slice(-SHOWN_MAX);
  const node = group({ class: "stand" });
  const scale = (place.size / 100) * 0.94;
  const body = group({ transform: `scale(${scale})` });
  below.forEach((piece, index) => {
    const y = 40 - index * PLATE;
    const { name } = paintOf(piece.owner);
    body.append(
      group(
        { class: `piece ${name}` },
        svg("path", { d: `M-35 ${y - PLATE}v${PLATE - 1}a35 8 0 0 0 70 0v${1 - PLATE}Z`, class: "body plate-edge" }),
      ),
    );
  });
  const top = draw(sorted.at(-1)!);
  top.setAttribute("transform", `translate(0 ${34 - below.length * PLATE - 30}) scale(.86 .74)`);
  body.append(top, circle(38, -38, 15, { class: "count-badge" }), text(38, -31.5, String(sorted.length), { class: "count-badge-text" }));
  node.append(body);
  node.style.transform = `translate(${place.x}px, ${place.y}px)`;
  return node;
}
