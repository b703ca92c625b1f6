/** Solid bodies from the outlines of drawings: an SVG body is extruded, lying or standing. */
import { ExtrudeGeometry, type BufferGeometry, type Shape } from "three";
import { SVGLoader } from "three/examples/jsm/loaders/SVGLoader.js";
import type { Box } from "./textures";

const loader = new SVGLoader();

/** The outlines of the bodies in a drawing, in its units: x to the right, y downwards. */
export function outlinesOf(drawing: SVGElement, bodies: string): Shape[] {
  const copy = drawing.cloneNode(true) as SVGElement;
  for (const node of copy.querySelectorAll("path, rect, circle, polygon, ellipse, text, image")) {
    if (!node.matches(bodies)) node.remove();
    else node.removeAttribute("class");
  }
  const parsed = loader.parse(`<svg xmlns="http://www.w3.org/2000/svg">${copy.outerHTML}</svg>`);
  return parsed.paths.flatMap((path) => path.toShapes());
}

export interface Thickness {
  depth: number;
  bevel: number;
  /** The box that its texture shows; 100 units about the origin by default. */
  box?: Box;
}

const UNIT_BOX: Box = { x: -50, y: -50, width: 100, height: 100 };

/**
 * A body that lies with its outline upwards, its foot at height 0. All lengths are in units of the
 * drawing.
 */
export function lying(shapes: readonly Shape[], { depth, bevel, box = UNIT_BOX }: Thickness): BufferGeometry {
  const geometry = extruded(shapes, depth, bevel, box);
  geometry.rotateX(Math.PI / 2);
  geometry.translate(0, depth + bevel, 0);
  return geometry;
}

/** A body that stands upright, its outline towards the player; the drawing's y 0 is its middle. */
export function standing(shapes: readonly Shape[], { depth, bevel, box = UNIT_BOX }: Thickness): BufferGeometry {
  const geometry = extruded(shapes, depth, bevel, box);
  geometry.rotateX(Math.PI);
  geometry.translate(0, 0, depth / 2);
  return geometry;
}

function extruded(shapes: readonly Shape[], depth: number, bevel: number, box: Box): BufferGeometry {
  const geometry = new ExtrudeGeometry([...shapes], {
    depth,
    bevelEnabled: bevel > 0,
    bevelThickness: bevel,
    bevelSize: bevel,
    bevelOffset: -bevel,
    bevelSegments: 3,
    curveSegments: 10,
  });
  const [position, uv] = [geometry.getAttribute("position"), geometry.getAttribute("uv")];
  for (let at = 0; at < position.count; at += 1) uv.setXY(at, (position.getX(at) - box.x) / box.width, 1 - (position.getY(at) - box.y) / box.height);
  return geometry;
}
