/**
 * A picture of the board by the author of the rules, laid under the places that the rules give in
 * its pixels.
 */
import type { Image } from "../../contract";
import type { Layout } from "../layout/fit";
import { svg, type Point } from "../svg";

export interface GroundPicture {
  node: SVGElement;
  /** Its corners on the board as it is turned. */
  corners: Point[];
}

/** None if there is no such picture, or if the board is not drawn as the rules say. */
export function groundPicture({ plane }: Pick<Layout, "plane">, images: readonly Image[]): GroundPicture | null {
  const image = images.find((one) => !one.type && one.at && one.size);
  if (!plane || !image) return null;
  const [[x, y], [width, height]] = [image.at!, image.size!];
  const [corner, right, below, far] = ([[x, y], [x + width, y], [x, y + height], [x + width, y + height]] as Point[]).map(plane) as [Point, Point, Point, Point];
  // One unit of the picture across and down, turned and stretched as the board is.
  const matrix = [right[0] - corner[0], right[1] - corner[1], below[0] - corner[0], below[1] - corner[1], ...corner];
  const node = svg("image", { href: image.url, width: 1, height: 1, preserveAspectRatio: "none", transform: `matrix(${matrix.join(" ")})` });
  return { node, corners: [corner, right, below, far] };
}
