/** The outline of a site, and the box that a piece has in it. */
import type { Point } from "../svg";
import { CELL, turn, type Kind, type Pair, type Place, type Spot } from "./fit";

export function cellOf(
  kind: Kind,
  place: Place,
  spot: Spot,
  pairs: Pair[],
  places: Map<string, Place>,
  scale: (point: Point) => Point,
  turns: number,
): Point[] | null {
  if (spot.shape && (kind === "shapes" || kind === "triangle")) {
    const here = turn(scale([spot.x, spot.y]), turns, kind);
    return spot.shape.map((corner) => {
      const [x, y] = turn(scale(corner), turns, kind);
      return [place.x + x - here[0], place.y + y - here[1]] as const;
    });
  }
  if (kind === "hex") {
    const [neighbour] = neighbours(place, pairs, places);
    const start = neighbour ? Math.atan2(neighbour.y - place.y, neighbour.x - place.x) : 0;
    const radius = CELL / Math.sqrt(3);
    return Array.from({ length: 6 }, (_, corner) => {
      const angle = start + Math.PI / 6 + (corner * Math.PI) / 3;
      return [place.x + Math.cos(angle) * radius, place.y + Math.sin(angle) * radius] as const;
    });
  }
  if (kind === "triangle") {
    const near = neighbours(place, pairs, places);
    if (near.length === 0) return null;
    const inner = Math.hypot(near[0]!.x - place.x, near[0]!.y - place.y) / 2;
    const start = Math.atan2(near[0]!.y - place.y, near[0]!.x - place.x) + Math.PI;
    return [0, 1, 2].map((corner) => {
      const angle = start + (corner * 2 * Math.PI) / 3;
      return [place.x + Math.cos(angle) * inner * 2, place.y + Math.sin(angle) * inner * 2] as const;
    });
  }
  if (kind === "points" || kind === "graph" || kind === "pits") return null;
  return square(place, kind === "track" ? CELL / 2 - 2 : CELL / 2);
}

export const square = ({ x, y }: Place, half: number): Point[] => [
  [x - half, y - half],
  [x + half, y - half],
  [x + half, y + half],
  [x - half, y + half],
];

/** The linked sites that are as near as the nearest, in order of angle. */
function neighbours(place: Place, pairs: Pair[], places: Map<string, Place>): Place[] {
  const found: [number, Place][] = [];
  for (const [a, b] of pairs) {
    const other = a === place.id ? places.get(b) : b === place.id ? places.get(a) : undefined;
    if (other && other.level === place.level) found.push([Math.hypot(other.x - place.x, other.y - place.y), other]);
  }
  const least = Math.min(...found.map(([length]) => length));
  return found.filter(([length]) => length < least * 1.2).map(([, other]) => other);
}

/** The largest box about a place's centre that its cell has room for. */
export function pieceBox(place: Place): number {
  if (!place.cell) return CELL;
  let inner = Infinity;
  place.cell.forEach(([x1, y1], index) => {
    const [x2, y2] = place.cell![(index + 1) % place.cell!.length]!;
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    inner = Math.min(inner, Math.abs((x2 - x1) * (y1 - place.y) - (x1 - place.x) * (y2 - y1)) / length);
  });
  return Math.min(CELL, inner * 2.05);
}
