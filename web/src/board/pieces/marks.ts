/**
 * The shape of each player: what tells players apart when colours cannot. Marks fill a box of 20
 * about the centre.
 */
import { circle, path, type Attributes } from "../svg";

export type Mark = "circle" | "diamond" | "triangle" | "square" | "cross" | "star" | "bar" | "ring";

export const MARKS: Mark[] = ["circle", "diamond", "triangle", "square", "cross", "star", "bar", "ring"];

const SHAPES: Record<Exclude<Mark, "circle" | "ring">, string> = {
  diamond: "M0 -10.5 L10.5 0 L0 10.5 L-10.5 0 Z",
  triangle: "M0 -10 L10.5 8.5 H-10.5 Z",
  square: "M-8 -8 H8 V8 H-8 Z",
  cross: "M-9 -4 H-4 V-9 H4 V-4 H9 V4 H4 V9 H-4 V4 H-9 Z",
  star: "M0 -11 L3 -3.4 L11 -3.4 L4.8 1.6 L7 9.4 L0 4.8 L-7 9.4 L-4.8 1.6 L-11 -3.4 L-3 -3.4 Z",
  bar: "M-10 -3.5 H10 V3.5 H-10 Z",
};

export function drawMark(mark: Mark, scale: number, attributes: Attributes = {}, x = 0, y = 0): SVGElement {
  const transform = `translate(${x} ${y}) scale(${scale})`;
  if (mark === "circle") return circle(0, 0, 8.5, { ...attributes, transform });
  if (mark === "ring") return circle(0, 0, 7, { ...attributes, class: "line", transform });
  return path(SHAPES[mark], { ...attributes, transform });
}
