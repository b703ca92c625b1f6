/** Wedges that point at the enemy, and discs with characters. */
import { circle, path, svg, text } from "../svg";
import { characters } from "./characters";
import type { Paint } from "./paint";

/**
 * Name of a shogi type, without what marks promotion: character, character when promoted, size by
 * rank.
 */
const WEDGES: Record<string, [string, number]> = {
  king: ["玉", 1],
  rook: ["飛", 0.96],
  bishop: ["角", 0.96],
  gold: ["金", 0.92],
  silver: ["銀", 0.92],
  knight: ["桂", 0.88],
  lance: ["香", 0.86],
  pawn: ["歩", 0.82],
  dragon: ["龍", 0.96],
  horse: ["馬", 0.96],
  goldsilver: ["全", 0.92],
  goldknight: ["圭", 0.88],
  goldlance: ["杏", 0.86],
  tokin: ["と", 0.82],
};

const PROMOTED = new Set(["dragon", "horse", "goldsilver", "goldknight", "goldlance", "tokin"]);

const DISCS: Record<string, [red: string, black: string]> = {
  general: ["帥", "將"],
  king: ["帥", "將"],
  advisor: ["仕", "士"],
  guard: ["仕", "士"],
  mandarin: ["仕", "士"],
  elephant: ["相", "象"],
  horse: ["傌", "馬"],
  chariot: ["俥", "車"],
  rook: ["俥", "車"],
  cannon: ["炮", "砲"],
  soldier: ["兵", "卒"],
  pawn: ["兵", "卒"],
};

/** Spellings of one and the same type. */
const wedgeName = (type: string) => {
  const name = type.toLowerCase().replace(/[^a-z]/g, "");
  const known: Record<string, string> = {
    jeweledking: "king",
    goldgeneral: "gold",
    silvergeneral: "silver",
    promotedrook: "dragon",
    dragonking: "dragon",
    promotedbishop: "horse",
    dragonhorse: "horse",
    promotedsilver: "goldsilver",
    promotedknight: "goldknight",
    promotedlance: "goldlance",
    promotedpawn: "tokin",
  };
  return known[name] ?? name;
};

/** The colour of a player's characters: red, blue, or else ink. */
const inkOf = (paint: Paint) => (paint.name === "c1" || paint.name === "p1" ? "red" : paint.name === "c2" ? "blue" : "ink");

export const hasWedge = (type: string) => wedgeName(type) in WEDGES;
export const hasCharacter = (type: string) => type.toLowerCase() in DISCS;

export function wedge(type: string, paint: Paint, letter: string | null, drawn: SVGElement[] | null = null): SVGElement[] {
  const name = wedgeName(type);
  const [character, scale] = WEDGES[name] ?? ["", 0.92];
  const shown = name === "king" && paint.seat % 2 === 1 ? "王" : character;
  const red = PROMOTED.has(name);
  const inner: SVGElement[] = [
    path("M0 -45 L25 -35 L34 43 H-34 L-25 -35 Z", { class: "wedge" }),
    ...(paint.seat % 2 === 1 ? [path("M-32 32 H32 L33 41 H-33 Z", { class: "wedge-band" })] : []),
    path("M-31 38 H31", { class: "wedge-line" }),
    drawn
      ? svg("g", { transform: "translate(0 5) scale(.74)", class: "on-wedge" }, ...drawn)
      : letter
      ? text(0, 20, letter, { class: red ? "wedge-letter red" : "wedge-letter", "font-size": letter.length > 1 ? 32 : 44 })
      : path(characters[shown]!, { class: red ? "wedge-ink red" : "wedge-ink", transform: "translate(0 3) scale(.051)" }),
  ];
  return [svg("g", { transform: `scale(${scale})` }, ...inner)];
}

export function characterDisc(type: string, paint: Paint): SVGElement[] {
  const ink = inkOf(paint);
  const character = DISCS[type.toLowerCase()]![ink === "red" ? 0 : 1];
  return [...ringed(ink), path(characters[character]!, { class: `plate-ink ${ink}`, transform: "scale(.052)" })];
}

/** A disc with letters, for a type without a character. */
export const plate = (words: string, paint: Paint): SVGElement[] => [
  ...ringed(inkOf(paint)),
  text(0, 14, words, { class: `plate-ink ${inkOf(paint)}`, "font-size": words.length > 1 ? 30 : 42 }),
];

/** A disc with a drawing, for a type whose look has one. */
export const plateOf = (drawn: SVGElement[], paint: Paint): SVGElement[] => [
  ...ringed(inkOf(paint)),
  svg("g", { transform: "scale(.62)", class: `on-plate ${inkOf(paint)}` }, ...drawn),
];

const ringed = (ink: string) => [circle(0, 0, 43, { class: "plate" }), circle(0, 0, 36, { class: `plate-ring ${ink}` })];
