/** The outline of a board: the least convex shape around its cells, with a margin and round corners. */
import { Path, Shape } from "three";
import type { Layout, Place } from "../layout/fit";
import type { Point } from "../svg";
import type { Box } from "./textures";

const CORNER_POINTS = 12;
/** How much wider the frame is where labels stand on it. */
const LABELS = 26;

/** The convex hull of points, in order (Andrew's monotone chain). */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) return sorted;
  const half = (all: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of all) {
      while (chain.length > 1 && cross(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

const cross = (a: Point, b: Point, c: Point) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

const circleAround = ([x, y]: Point, radius: number, points = CORNER_POINTS): Point[] =>
  Array.from({ length: points }, (_, at) => {
    const angle = (at / points) * Math.PI * 2;
    return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius] as const;
  });

/** The outline around places, with everything that is drawn next to them. */
export function outlineOf(layout: Layout, places: readonly Place[], margin: number): Point[] {
  const corners: Point[] = places.flatMap((place) => {
    if (place.store) return upright(layout, place);
    return place.cell && !place.rod ? place.cell : circleAround([place.x, place.y], place.rod ? 120 : 50);
  });
  // Labels have room on all sides, so that the frame is equally wide.
  const { x, y, width, height } = boxOf(corners);
  const isOutside = (label: { x: number; y: number }) => label.x < x || label.y < y || label.x > x + width || label.y > y + height;
  const room = layout.labels.some((label) => label.part === "column" || label.part === "row" || isOutside(label)) ? LABELS : 0;
  corners.push(...layout.fillers.flatMap(([x, y]): Point[] => [[x - 50, y - 50], [x + 50, y + 50], [x - 50, y + 50], [x + 50, y - 50]]));
  corners.push(...layout.arcs.flatMap(({ a, middle }) => circleAround(middle, Math.hypot(a.x - middle[0], a.y - middle[1]) + 14, 24)));
  const stores = [...layout.stores.values()].flatMap((place) => upright(layout, place));
  return convexHull([...corners, ...stores].flatMap((point) => circleAround(point, margin + room)));
}

/** The corners of a store, which is as high as the board. */
const upright = ({ box }: Layout, { x }: Place): Point[] => [[x - 50, box.y], [x + 50, box.y], [x - 50, box.y + box.height], [x + 50, box.y + box.height]];

export function boxOf(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** A shape with round or oval holes. */
export function shapeOf(outline: readonly Point[], holes: readonly { x: number; y: number; across: number; down: number }[]): Shape {
  const shape = new Shape();
  outline.forEach(([x, y], at) => (at === 0 ? shape.moveTo(x, y) : shape.lineTo(x, y)));
  shape.closePath();
  for (const { x, y, across, down } of holes) {
    const hole = new Path();
    hole.absellipse(x, y, across, down, 0, Math.PI * 2, true);
    shape.holes.push(hole);
  }
  return shape;
}
