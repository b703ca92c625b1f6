/**
 * All glyphs by name, and the names of piece types that have one. All of them were drawn for this
 * project.
 *
 * A look names a glyph; where it names none, the type's own name is looked up.
 */
import { animals } from "./animals";
import { drawGlyph, type Glyph } from "./draw";
import { figures } from "./figures";
import { things } from "./things";

export const GLYPHS: Record<string, Glyph> = { ...things, ...figures, ...animals };

/**
 * Types that have a glyph of another name. Words that mean different things in different games are
 * left to looks.
 */
const OTHER_NAMES: Record<string, string> = {
  goalkeeper: "keeper", moai: "moai", ariki: "chief", warlord: "warlord", hoplite: "hoplite", damyo: "lord", ronin: "samurai",
  bamboo: "tileBamboo", character: "tileCharacter", crossbowman: "crossbow", longbow: "bow", machinegun: "machineGun",
  shieldunit: "shield", leftquail: "quail", rightquail: "quail",
};

/** Names that are too common to mean the thing. */
const COMMON = new Set(["disc", "plain", "stone", "ring", "square", "triangle", "cross", "star", "arrow", "frame", "pawn", "general", "ball", "head", "mask", "peg", "marble", "bead", "hound", "cube", "coin", "warrior", "shield"]);

/** The name of the glyph that a type's name asks for, if any. */
export function glyphOf(type: string): string | null {
  const name = type.toLowerCase().replace(/[^a-z]/g, "");
  const found = OTHER_NAMES[name] ?? name;
  return found in GLYPHS && (!COMMON.has(name) || name in OTHER_NAMES) ? found : null;
}

/** Whether a glyph is a flat thing, whose middle has room for the mark of its owner. */
export const isFlat = (name: string): boolean => name in things;

/** The parts of a glyph; none if there is no such glyph. */
export const glyph = (name: string): SVGElement[] | null => (GLYPHS[name] ? drawGlyph(GLYPHS[name]) : null);
