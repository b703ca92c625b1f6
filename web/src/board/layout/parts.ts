/**
 * The board proper, and the places outside it: homes, places for dice, rows of sites for captured
 * pieces. Sites in a row outside the board share one slot, since a row of eighteen sites would be
 * wider than the board that it serves.
 */
import type { Topology } from "./fit";

interface Spot {
  id: string;
  x: number;
  y: number;
  z: number;
}

/**
 * The sites that roads in both directions join into the board: its largest part, and others of like
 * size.
 */
export function mainPart(spots: readonly Spot[], topology: Topology): Set<string> {
  const all = new Set(spots.map((spot) => spot.id));
  const there = topology.links.filter(({ a, b }) => all.has(a) && all.has(b));
  const both = parts(all, there.filter((link) => link.there.length > 0 && (link.back?.length ?? 0) > 0));
  const chosen = both[0] && both[0].length >= spots.length * 0.25 ? both : parts(all, there);
  const most = chosen[0]?.length ?? 0;
  if (most < 3) return all;
  return new Set(chosen.filter((part) => part.length >= most * 0.5).flat());
}

function parts(all: ReadonlySet<string>, links: readonly { a: string; b: string }[]): string[][] {
  const near = new Map<string, string[]>([...all].map((id) => [id, []]));
  for (const { a, b } of links) {
    near.get(a)!.push(b);
    near.get(b)!.push(a);
  }
  const seen = new Set<string>();
  const found: string[][] = [];
  for (const id of all) {
    if (seen.has(id)) continue;
    const part = [id];
    seen.add(id);
    for (let at = 0; at < part.length; at += 1) {
      for (const next of near.get(part[at]!)!) {
        if (!seen.has(next)) {
          seen.add(next);
          part.push(next);
        }
      }
    }
    found.push(part);
  }
  return found.sort((a, b) => b.length - a.length);
}

export interface Row {
  members: string[];
  /** Left or right of the board. */
  left: boolean;
  /** The middle of the row, in the units of the rules. */
  y: number;
}

/** Rows of at least two sites outside the board, from top to bottom. */
export function rowsBeside(spots: readonly Spot[], main: ReadonlySet<string>): Row[] {
  const board = spots.filter((spot) => main.has(spot.id));
  const [left, right] = [Math.min(...board.map((spot) => spot.x)), Math.max(...board.map((spot) => spot.x))];
  const rows = new Map<string, Spot[]>();
  for (const spot of spots) {
    if (main.has(spot.id) || (spot.x >= left && spot.x <= right)) continue;
    const key = `${spot.x < left} ${Math.round(spot.y * 20)}`;
    rows.set(key, [...(rows.get(key) ?? []), spot]);
  }
  return [...rows.values()]
    .filter((row) => row.length > 1)
    .map((row) => ({ members: row.map((spot) => spot.id), left: row[0]!.x < left, y: row[0]!.y }))
    .sort((a, b) => a.y - b.y);
}
