/**
 * Where the points of the drawing lie in space. A cell is one unit wide; the ground of the lowest
 * level is at height 0, x goes to the right and z towards the player.
 */
import { Vector3 } from "three";
import type { Layout, Place } from "../layout/fit";
import type { Scene } from "../scene";

/** Units of the drawing to one of space. */
export const UNITS = 100;

/** Between the floors of a board that has several, and between pieces that lie on each other. */
const FLOOR = 1.9;
const BEAD = 0.62;
export const TILE = 0.3;

export interface Plane {
  level: number;
  /** How high its ground lies. */
  height: number;
  /** How far the drawing of this level was moved. */
  shift: readonly [number, number];
}

/** How levels are arranged: one, floors above each other, on rods, or pieces on each other. */
export type Arrangement = "flat" | "floors" | "rods" | "stacked";

export class Space {
  readonly planes: Plane[];
  readonly arrangement: Arrangement;
  readonly layout: Layout;
  /** The middle of the lowest level, in units of the drawing. */
  readonly middle: readonly [number, number];

  constructor(scene: Scene, levels: string | undefined) {
    this.layout = scene.layout;
    const { shifts, apart } = scene.layout;
    this.arrangement = !apart ? "flat" : levels === "rods" ? "rods" : levels === "stacked" ? "stacked" : "floors";
    const step = { flat: 0, floors: FLOOR, rods: BEAD, stacked: TILE }[this.arrangement];
    const sorted = [...shifts.keys()].sort((a, b) => a - b);
    this.planes = apart ? sorted.map((level, at) => ({ level, height: at * step, shift: shifts.get(level)! })) : [{ level: sorted[0] ?? 0, height: 0, shift: [0, 0] }];
    const { x, y, width, height } = scene.view;
    this.middle = [x + width / 2, y + height / 2];
  }

  planeOf(level: number): Plane {
    return (this.layout.apart ? this.planes.find((plane) => plane.level === level) : undefined) ?? this.planes[0]!;
  }

  /** The plane that a point of the drawing belongs to. */
  planeAt(x: number): Plane {
    return this.planes.toSorted((a, b) => Math.abs(x - a.shift[0] - this.middle[0]) - Math.abs(x - b.shift[0] - this.middle[0]))[0]!;
  }

  /** A point of the drawing, on the ground of its level. */
  from(x: number, y: number): Vector3 {
    const { shift, height } = this.planeAt(x);
    return new Vector3((x - shift[0] - this.middle[0]) / UNITS, height, (y - shift[1] - this.middle[1]) / UNITS);
  }

  at(place: Place): Vector3 {
    const { shift, height } = this.planeOf(place.level);
    return new Vector3((place.x - shift[0] - this.middle[0]) / UNITS, height, (place.y - shift[1] - this.middle[1]) / UNITS);
  }

  /** The point of the drawing over which a point of a plane lies. */
  back(point: Vector3, plane: Plane): { x: number; y: number } {
    return { x: point.x * UNITS + this.middle[0] + plane.shift[0], y: point.z * UNITS + this.middle[1] + plane.shift[1] };
  }
}
