/**
 * Making SVG nodes with attributes in one expression. Coordinates are in board units, 100 to a
 * cell.
 */
const NS = "http://www.w3.org/2000/svg";

export type Attributes = Record<string, string | number | undefined>;

export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) node.setAttribute(key, typeof value === "number" ? String(round(value)) : value);
  }
  node.append(...children);
  return node;
}

export const group = (attributes: Attributes = {}, ...children: (Node | string)[]) => svg("g", attributes, ...children);

export const path = (d: string, attributes: Attributes = {}) => svg("path", { d, ...attributes });

export const circle = (x: number, y: number, r: number, attributes: Attributes = {}) =>
  svg("circle", { cx: x, cy: y, r, ...attributes });

export const text = (x: number, y: number, words: string, attributes: Attributes = {}) =>
  svg("text", { x, y, "text-anchor": "middle", ...attributes }, words);

export const polygon = (points: readonly Point[], attributes: Attributes = {}) =>
  svg("polygon", { points: points.map(([x, y]) => `${round(x)},${round(y)}`).join(" "), ...attributes });

export type Point = readonly [number, number];

export const round = (value: number) => Math.round(value * 100) / 100;
