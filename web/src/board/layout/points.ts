/**
 * The board of a race with points: two long rows that face each other, and pieces that lie in
 * columns on them.
 */
import type { PieceView } from "../../contract";
import { INWARDS } from "../draw/column";
import type { Place } from "./fit";

/** How far apart the two rows are, in cells. */
export const POINTS_APART = 8.4;

const COLUMNS_MIN = 8;

export function hasPoints(spots: readonly { x: number; y: number }[], start: readonly PieceView[]): boolean {
  const rows = new Set(spots.map((spot) => Math.round(spot.y * 100)));
  return rows.size === 2 && spots.length >= COLUMNS_MIN * 2 && start.some((piece) => (piece.level ?? 0) > 0);
}

/** Makes a point of a place: its cell reaches from the rim of the board inwards. */
export function pointOf(place: Place, box: { y: number; height: number }): void {
  place.inwards = place.y < box.y + box.height / 2 ? 1 : -1;
  place.size = 88;
  const [rim, end] = [place.y - place.inwards * 50, place.y + place.inwards * (INWARDS - 50)];
  place.cell = [[place.x - 50, rim], [place.x + 50, rim], [place.x + 50, end], [place.x - 50, end]];
}
