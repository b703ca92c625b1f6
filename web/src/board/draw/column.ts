/**
 * A stack of pieces, seen from above at a slant: the top piece decides the owner, so it is drawn
 * whole, on the rims of the others, the lowest below. On the points of a race the pieces lie next
 * to each other instead, from the rim of the board inwards.
 */
import type { PieceView } from "../../contract";
import type { Place } from "../layout/fit";
import type { Paint } from "../pieces/paint";
import { circle, group, round, svg, text } from "../svg";

/** Rims that are drawn below the top; of a higher column the ones nearest to it. */
const RIMS_MAX = 9;
/** The height of one rim, and of all of them. */
const RIM = 10;
const RIMS = 38;
/** How flat a disc looks from there. */
const SLANT = 0.6;

/** What stands upright on a column, and is not flat like the rest of it. */
const STANDING = /^(wall|cap|capstone|king|queen|rook|bishop|knight|pawn)$/i;

/** From the bottom to the top. */
export const inOrder = (pieces: readonly PieceView[]): PieceView[] => pieces.toSorted((a, b) => (a.level ?? 0) - (b.level ?? 0));

export function column(pieces: readonly PieceView[], place: Place, paintOf: (owner: string | null | undefined) => Paint, draw: (piece: PieceView) => SVGGElement): SVGGElement {
  const sorted = inOrder(pieces);
  const node = group({ class: "stand" });
  node.style.transform = `translate(${place.x}px, ${place.y}px)`;
  node.append(place.inwards ? row(sorted, place, draw) : heap(sorted, place, paintOf, draw));
  return node;
}

function heap(sorted: readonly PieceView[], place: Place, paintOf: (owner: string | null | undefined) => Paint, draw: (piece: PieceView) => SVGGElement): SVGGElement {
  const below = sorted.slice(0, -1).slice(-RIMS_MAX);
  const body = group({ transform: `scale(${round((place.size / 100) * 0.94)})` });
  const rim = Math.min(RIM, RIMS / Math.max(1, below.length));
  const [rx, ry, foot] = [37, 37 * SLANT, 24];
  below.forEach((piece, index) => {
    const y = round(foot - index * rim);
    body.append(group({ class: `piece ${paintOf(piece.owner).name}` }, svg("path", { d: `M${-rx} ${round(y - rim)}V${y}A${rx} ${round(ry)} 0 0 0 ${rx} ${y}V${round(y - rim)}A${rx} ${round(ry)} 0 0 1 ${-rx} ${round(y - rim)}Z`, class: "body rim" })));
  });
  const last = sorted.at(-1)!;
  const y = foot - below.length * rim;
  const top = draw(last);
  if (STANDING.test(last.type ?? "")) {
    const paint = paintOf(sorted.at(-2)?.owner).name;
    body.append(group({ class: `piece ${paint}` }, svg("ellipse", { cx: 0, cy: round(y), rx, ry: round(ry), class: "body rim" })));
    top.setAttribute("transform", `translate(0 ${round(y - 22)}) scale(.66)`);
  } else top.setAttribute("transform", `translate(0 ${round(y)}) scale(.93 ${SLANT + 0.02})`);
  body.append(top, ...badge(38, -38, sorted.length));
  return body;
}

/** Next to each other along a point, closer for larger numbers. */
function row(sorted: readonly PieceView[], place: Place, draw: (piece: PieceView) => SVGGElement): SVGGElement {
  const body = group();
  const room = INWARDS - place.size;
  const step = Math.min(place.size * 0.92, room / Math.max(1, sorted.length - 1)) * place.inwards!;
  sorted.forEach((piece, index) => {
    const drawn = draw(piece);
    drawn.setAttribute("transform", `translate(0 ${round(index * step)}) scale(${round((place.size / 100) * 0.94)})`);
    body.append(drawn);
  });
  if (sorted.length > 3) body.append(...badge(0, round((sorted.length - 1) * step) + 0, sorted.length));
  return body;
}

/** The length of a point of a race. */
export const INWARDS = 400;

const badge = (x: number, y: number, count: number) => [circle(x, y, 15, { class: "count-badge" }), text(x, y + 6.5, String(count), { class: "count-badge-text" })];
