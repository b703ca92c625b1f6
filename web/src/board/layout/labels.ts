/**
 * Coordinates outside a board: the common parts of site names, at the ends of the rows that share
 * them.
 */
import type { Look } from "../../contract";
import type { Kind, Place } from "./fit";

export interface Label {
  x: number;
  y: number;
  text: string;
  part: "column" | "row" | "level" | "site" | "own";
}

const LETTERS_FIRST = /^([a-z]{1,2})(\d{1,2})$/i;
const NUMBERS_FIRST = /^(\d{1,2})([a-z]{1,2})$/i;

export function labels(places: Place[], kind: Kind, look: Partial<Pick<Look, "labels" | "kind">> = {}): Label[] {
  const board = places.filter((place) => !place.aside && !place.slot);
  if (look.labels === "none") return [];
  if (board.some((place) => place.inwards)) return atRim(board);
  if (look.labels === "sites") return board.map((place) => inCorner(place, kind));
  if (look.kind === "rods") return board.map((place) => ({ x: place.x, y: place.y + 66, text: place.name, part: "site" }));
  const pattern = [LETTERS_FIRST, NUMBERS_FIRST].find((one) => board.every((place) => one.test(place.name)));
  if (kind === "pits") return own(board);
  if (!pattern || board.length === 0) return [];
  const levels = new Set(board.map((place) => place.level));
  if (levels.size > 1 || kind === "triangle") return [];
  const shogi = pattern === NUMBERS_FIRST;
  const gap = kind === "points" || kind === "graph" ? 82 : kind === "hex" ? 78 : kind === "checkered" ? 68 : 80;
  const found: Label[] = [];
  for (const part of [1, 2] as const) {
    const groups = new Map<string, Place[]>();
    for (const place of board) {
      const key = pattern.exec(place.name)![part]!;
      groups.set(key, [...(groups.get(key) ?? []), place]);
    }
    const isLevel = isUpright([...groups.values()]);
    if (kind !== "hex" && isLevel === null) return [];
    const upright = isLevel ?? part === 1;
    if (kind === "hex") {
      let before: Slope | null = null;
      for (const [key, row] of groups) {
        const slope: Slope = slopeOf(row, upright) ?? before ?? (upright ? { x: 0, y: 1 } : { x: -1, y: 0 });
        const sorted = ends(row, upright);
        const ways = [
          { end: sorted[0]!, side: 1 },
          { end: sorted.at(-1)!, side: -1 },
        ].map(({ end, side }) => ({ x: end.x + side * slope.x * gap, y: end.y + side * slope.y * gap }));
        // On stars the ends of rows lie within the board, or come together: the other end is taken,
        // or none.
        const free = ways.find((way) => board.every((place) => apart(place, way) > gap * 0.7) && found.every((label) => apart(label, way) > 34));
        if (free) found.push({ ...free, text: key, part: upright ? "column" : "row" });
        before = slope;
      }
      continue;
    }
    const [bottom, left] = [Math.max(...board.map((p) => p.y)), Math.min(...board.map((p) => p.x))];
    const [top, right] = [Math.min(...board.map((p) => p.y)), Math.max(...board.map((p) => p.x))];
    for (const [key, row] of groups) {
      const at = row[0]!;
      if (upright) found.push({ x: at.x, y: shogi ? top - gap : bottom + gap, text: key, part: "column" });
      else found.push({ x: shogi ? right + gap : left - gap, y: at.y, text: key, part: "row" });
    }
  }
  return found;
}

/** The names of the points of a race, at the rim. */
const atRim = (places: Place[]): Label[] => places.map((place) => ({ x: place.x, y: place.y - place.inwards! * 84, text: place.name, part: "site" }));

/** The name of a site in a corner of its cell. */
const inCorner = ({ x, y, name }: Place, kind: Kind): Label =>
  kind === "hex" ? { x, y: y - 28, text: name, part: "own" } : { x: x - 36 + name.length * 2, y: y - 28, text: name, part: "own" };

/**
 * Whether sites with one common part stand above each other; null if the names say nothing about
 * the place.
 */
function isUpright(rows: Place[][]): boolean | null {
  let [wide, high] = [0, 0];
  for (const row of rows) {
    wide = Math.max(wide, Math.max(...row.map((p) => p.x)) - Math.min(...row.map((p) => p.x)));
    high = Math.max(high, Math.max(...row.map((p) => p.y)) - Math.min(...row.map((p) => p.y)));
  }
  if (wide < 1 && high < 1) return null;
  if (wide > high * 0.8 && high > 1 && wide < high * 1.25) return null;
  return high > wide;
}

const apart = (one: Slope, other: Slope) => Math.hypot(one.x - other.x, one.y - other.y);

interface Slope {
  x: number;
  y: number;
}

/** The sites of a slanted row from its low or left end. */
const ends = (row: readonly Place[], upright: boolean) => row.toSorted((a, b) => (upright ? b.y - a.y : a.x - b.x));

/**
 * The way out of the board along a row, past its low or left end, one unit long; a single site has
 * none of its own.
 */
function slopeOf(row: readonly Place[], upright: boolean): Slope | null {
  const [end, next] = ends(row, upright);
  if (!end || !next) return null;
  const length = Math.hypot(end.x - next.x, end.y - next.y) || 1;
  return { x: (end.x - next.x) / length, y: (end.y - next.y) / length };
}

/** Every pit has its own name, outside the board; the number of its seeds stands between. */
function own(places: Place[]): Label[] {
  const ys = places.map((place) => place.y);
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  return places
    .filter((place) => place.y === top || place.y === bottom)
    .map((place) => ({ x: place.x, y: place.y === top ? top - 116 : bottom + 116, text: place.name, part: "site" }));
}
