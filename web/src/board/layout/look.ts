/**
 * Places that only a look can ask for: slots between cells, rods, levels above each other, sites
 * that lie over others.
 */
import type { Point } from "../svg";
import { CELL, type Place, type Spot } from "./fit";

/** Between groups of cells. */
export const GAP = 28;

/** The width of a slot between cells. */
const SLOT = 26;

/** The middle of a column or row of a lattice whose every second one is a slot. */
const along = (index: number) => {
  const before = Math.floor(index / 2) * (CELL + SLOT);
  return index % 2 === 0 ? before + CELL / 2 : before + CELL + SLOT / 2;
};

export const slotPlace = ([column, row]: readonly [number, number]): Point => [along(column), along(row)];

/** Gives a cell or a slot its outline. */
export function slotCell(place: Place, turns: number): void {
  const odd = place.lattice!.map((index) => index % 2 === 1) as [boolean, boolean];
  const [narrow, low] = turns % 2 === 0 ? odd : [odd[1], odd[0]];
  const [x, y] = [(narrow ? SLOT : CELL) / 2, (low ? SLOT : CELL) / 2];
  place.cell = [[place.x - x, place.y - y], [place.x + x, place.y - y], [place.x + x, place.y + y], [place.x - x, place.y + y]];
  if (narrow || low) {
    place.slot = true;
    place.size = SLOT;
  }
}

/** Rods side by side, in the order of the rules. */
export function rodsOf(board: readonly Spot[]) {
  const index = new Map(board.map((spot, at) => [spot.id, at]));
  return { at: (spot: Spot): Point => [(index.get(spot.id) ?? 0) * 240, 0], lattice: null, scale: (point: Point): Point => point };
}

/**
 * The positions of the levels of a stack, seen at a slant: above each other on a rod, or each a
 * little next to the one below.
 */
export const slantOf = (level: number, onRods: boolean): Point => (onRods ? [0, -level * 40] : [level * 12, -level * 14]);

/** The foot of a rod, from its place on the lattice. */
export const placeOf = ([x, y]: Point): Point => [x * 1.3 - y * 0.36, y * 1.95];

/** Puts each site that covers others over the middle of them, as large as they are together. */
export function addCovers(places: Map<string, Place>, covers: Readonly<Record<string, string[]>>): void {
  for (const [id, sites] of Object.entries(covers)) {
    const below = sites.map((site) => places.get(site)).filter((place) => place !== undefined);
    if (below.length === 0) continue;
    const [xs, ys] = [below.map((place) => place.x), below.map((place) => place.y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const size = Math.max(right - left, bottom - top) + CELL;
    places.set(id, { id, name: id, x: (left + right) / 2, y: (top + bottom) / 2, level: below[0]!.level, cell: null, lattice: null, aside: false, size, members: [], cover: true });
  }
}

/** The side of one level's part of a cell. */
export const PART = 62;

const across = (levels: number) => Math.ceil(Math.sqrt(levels));

/** The middle of a cell that holds all levels of a column. */
export const wideOf = ([x, y]: Point, levels: number): Point => [(x / CELL) * wide(levels), (y / CELL) * wide(levels)];

/** The width of a cell that holds so many levels. */
export const wide = (levels: number): number => across(levels) * PART + 20;

/** Where a level is within its cell: row by row, but the first in the middle. */
export function withinCell(level: number, levels: number): Point {
  const side = across(levels);
  const middle = Math.floor((side * side) / 2);
  const at = level === 0 ? middle : level <= middle ? level - 1 : level;
  return [((at % side) - (side - 1) / 2) * PART, (Math.floor(at / side) - (side - 1) / 2) * PART];
}
