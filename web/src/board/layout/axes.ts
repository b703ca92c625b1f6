/**
 * What the links of a board say about its tiling: a square lattice, how it is joined, or three axes
 * of a hexagonal one.
 */
import { steps, type Pair } from "./fit";

export interface Axis {
  x: number;
  y: number;
}

export interface Lattice {
  /** Of the pairs of sites one step apart, the share that is linked. */
  joined: number;
  /** The same of pairs one diagonal step apart. */
  diagonal: number;
  /**
   * Sites of one colour only, joined by diagonals only: a draughts board without its empty squares.
   */
  oneColour: boolean;
  /** Links that pass over places where the lattice has no site. */
  gaps: boolean;
}

export interface Axes {
  hex: [Axis, Axis] | null;
  lattice: Lattice | null;
}

interface Spot {
  id: string;
  x: number;
  y: number;
  z: number;
}

export function axesOf(spots: readonly Spot[], pairs: readonly Pair[]): Axes {
  const hex = hexAxes(spots, pairs);
  return { hex, lattice: hex ? null : latticeOf(spots, pairs) };
}

function hexAxes(spots: readonly Spot[], pairs: readonly Pair[]): [Axis, Axis] | null {
  const byId = new Map(spots.map((spot) => [spot.id, spot]));
  const counted = new Map<string, { axis: Axis; count: number }>();
  for (const [a, b] of pairs) {
    const [p, q] = [byId.get(a)!, byId.get(b)!];
    if (p.z !== q.z) continue;
    let [x, y] = [q.x - p.x, q.y - p.y];
    if (y < -1e-3 || (Math.abs(y) <= 1e-3 && x < 0)) [x, y] = [-x, -y];
    const key = `${Math.round(x * 20) / 20} ${Math.round(y * 20) / 20}`;
    const known = counted.get(key);
    if (known) known.count += 1;
    else counted.set(key, { axis: { x, y }, count: 1 });
  }
  const usual = [...counted.values()].filter(({ count }) => count >= spots.length * 0.3).map(({ axis }) => axis);
  if (usual.length !== 3) return null;
  const sorted = usual.toSorted((a, b) => Math.atan2(a.y, a.x) - Math.atan2(b.y, b.x));
  const angles = sorted.map((axis) => Math.atan2(axis.y, axis.x));
  const apart = [angles[1]! - angles[0]!, angles[2]! - angles[1]!, angles[0]! + Math.PI - angles[2]!];
  if (apart.some((angle) => angle < (47 * Math.PI) / 180)) return null;
  return [sorted[0]!, sorted[1]!];
}

function latticeOf(spots: readonly Spot[], pairs: readonly Pair[]): Lattice | null {
  const { ux, uy, fits } = steps(spots, pairs);
  if (!fits) return null;
  const x0 = Math.min(...spots.map((spot) => spot.x));
  const y0 = Math.min(...spots.map((spot) => spot.y));
  const at = new Map<string, string>();
  const of = new Map<string, [number, number, number]>();
  for (const spot of spots) {
    const place: [number, number, number] = [Math.round((spot.x - x0) / ux), Math.round((spot.y - y0) / uy), spot.z];
    at.set(place.join(" "), spot.id);
    of.set(spot.id, place);
  }
  const linked = new Set(pairs.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
  const share = (steps: [number, number][]) => {
    let [possible, actual] = [0, 0];
    for (const [id, [x, y, z]] of of) {
      for (const [dx, dy] of steps) {
        const other = at.get([x + dx, y + dy, z].join(" "));
        if (!other) continue;
        possible += 1;
        if (linked.has(`${id} ${other}`)) actual += 1;
      }
    }
    return { possible, share: possible > 0 ? actual / possible : 0 };
  };
  const straight = share([
    [1, 0],
    [0, 1],
  ]);
  const slanted = share([
    [1, 1],
    [1, -1],
  ]);
  const far = pairs.filter(([a, b]) => {
    const [p, q] = [of.get(a)!, of.get(b)!];
    const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
    const reach = Math.max(Math.abs(dx), Math.abs(dy));
    if (p[2] !== q[2] || reach < 2 || (dx !== 0 && dy !== 0 && Math.abs(dx) !== Math.abs(dy))) return false;
    for (let step = 1; step < reach; step += 1) {
      if (at.has([p[0] + (dx / reach) * step, p[1] + (dy / reach) * step, p[2]].join(" "))) return false;
    }
    return true;
  });
  return {
    joined: straight.share,
    diagonal: slanted.share,
    oneColour: straight.possible === 0 && slanted.possible > 0,
    gaps: far.length >= 4 && straight.possible < spots.length * 1.7,
  };
}
