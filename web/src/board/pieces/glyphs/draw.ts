/**
 * Glyphs as text: one part a string. Its first letter says what it is, capitals are circles: `b`
 * body, `l` line, `s` spot.
 */
import { circle, path } from "../../svg";

/** A drawing in a box of 100 about the origin; later parts lie over earlier ones. */
export type Glyph = readonly string[];

const CLASSES: Record<string, string> = { b: "body", l: "line", s: "spot" };

/** The parts of a glyph as nodes. */
export function drawGlyph(glyph: Glyph): SVGElement[] {
  return glyph.map((part) => {
    const name = CLASSES[part[0]!.toLowerCase()]!;
    if (part[0] !== part[0]!.toUpperCase()) return path(part.slice(1), { class: name });
    const [x, y, r] = part.slice(1).split(" ").map(Number);
    return circle(x!, y!, r!, { class: name });
  });
}
