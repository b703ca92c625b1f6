/**
 * Which drawing a piece type gets. A skin looks at the names of all types together and never at the
 * game.
 */
import type { Look, PieceType } from "../../contract";
import { group } from "../svg";
import { back, card, domino, fog, isCard, isDomino } from "./cards";
import { chess, markSpot } from "./chess";
import { characterDisc, hasCharacter, hasWedge, plate, plateOf, wedge } from "./eastern";
import { fairy, fairyOf, shield } from "./fairy";
import { glyph, glyphOf, GLYPHS, isFlat } from "./glyphs";
import { drawMark } from "./marks";
import { coloured, NOBODY, type Paint } from "./paint";
import * as tokens from "./tokens";

export type SetName = "chess" | "shogi" | "xiangqi" | "discs" | "stones" | "counters";
export type Faces = "characters" | "letters";

export interface PieceSet {
  name: SetName;
  /** Wedges turn with their owner. */
  turns: boolean;
  /** Whether every type is a flat counter: then shades of squares mean nothing. */
  flat: boolean;
  draw(type: string | null, paint: Paint, faces: Faces): SVGElement[];
  /** What the drawing of a type shows, by which a model of it is chosen. */
  formOf(type: string | null): Form;
  /** What a piece is painted with: a look may give its type a colour. */
  paintOf(type: string | null, paint: Paint): Paint;
}

/** What views call a piece, or a site, of which nothing is seen. */
const UNSEEN = "unseen";

/** What a drawing shows: the kind of thing, and for figures and glyphs which. */
export type Form = { is: "token" | "die" | "wedge" | "plate" | "stone" | "counter" | "disc" | "crowned" | "lettered" | "polyomino" | "card" | "domino" | "back" | "fog" } | { is: "figure" | "glyph" | "thing"; name: string };

/** A drawing by what it shows. */
interface Drawing {
  form: Form;
  parts: () => SVGElement[];
}

const CHESS = ["king", "queen", "rook", "bishop", "knight", "pawn"];
const NUMBERS = ["nought", "one", "two", "three", "four", "five", "six"];
const FIGURES: Record<string, (paint: Paint) => SVGElement[]> = {
  mark: tokens.scrawl,
  box: tokens.crate,
  crate: tokens.crate,
  porter: tokens.person,
  keeper: tokens.person,
  arrow: tokens.arrow,
  wall: (paint) => (paint === NOBODY ? tokens.arrow() : tokens.slab(paint)),
  flat: tokens.tile,
  cap: tokens.dome,
  capstone: tokens.dome,
  hole: tokens.arrow,
  square: tokens.block,
  rock: tokens.rock,
  trail: (paint) => tokens.disc(paint, 16),
  keystone: tokens.keystone,
  peg: (paint) => tokens.disc(paint, 30),
  marble: tokens.marble,
  bead: tokens.marble,
};
const FLAT = new Set(["man", "men", "checker", "disc", "disk", "piece", "token", "counter", "coin", "winner", "hound", "soldier", "warrior", "goat"]);
const CROWNED = new Set(["king", "dame", "queen", "officer"]);
/** Beasts that keep their own head among flat pieces. */
const BEASTS = new Set(["tiger", "fox", "snail", "duck", "goat", "hound"]);

const setOf = (names: readonly string[], kind: string, captives: boolean): SetName => {
  const has = (...wanted: string[]) => wanted.filter((name) => names.includes(name)).length;
  if (captives || has("gold", "silver", "lance", "tokin", "goldgeneral") >= 2) return "shogi";
  if (has("general", "advisor", "elephant", "chariot", "cannon", "soldier", "mandarin") >= 3) return "xiangqi";
  if (has(...CHESS) >= (has("man", "checker") > 0 ? 4 : 2)) return "chess";
  if (has("stone") > 0) return kind === "hex" || kind === "triangle" ? "counters" : "stones";
  return "discs";
};

/**
 * The drawings for a game with these types, on a board of this kind; with captives that come back,
 * pieces point at the enemy.
 */
export function pieceSet(types: readonly PieceType[], kind: string, captives = false, look: Look["pieces"] = {}): PieceSet {
  const names = types.map((type) => type.id.toLowerCase());
  const name = setOf(names, kind, captives);
  const short = new Map(types.map((type) => [type.id, type.short]));
  const throws = NUMBERS.filter((number) => names.includes(number)).length;
  const silhouettes = silhouettesOf(names, name);
  for (const type of types) if (look[type.id]?.glyph) silhouettes.delete(type.id.toLowerCase());
  const glyphs = glyphsOf(types, silhouettes, name, look);
  const nameless = names.filter((lower) => !silhouettes.has(lower) && !glyphs.has(lower));
  const paintOf = (type: string | null, paint: Paint): Paint => (type !== null && look[type]?.colour ? { ...coloured(look[type].colour, paint.seat), mark: null } : paint);
  const isPlate = ({ id, short: letters }: PieceType, glyph: string, read: (letters: string) => boolean) => look[id]?.glyph === glyph || (!look[id]?.glyph && read(letters));
  const cards = new Set(types.filter((type) => isPlate(type, "card", isCard)).map((type) => type.id));
  const dominoes = new Set(types.filter((type) => isPlate(type, "domino", isDomino)).map((type) => type.id));
  const drawingOf = (type: string | null, owner: Paint, faces: Faces): Drawing => {
    const chosen = type === null ? undefined : look[type];
    const paint = paintOf(type, owner);
    const are = (is: Exclude<Form["is"], "figure" | "glyph" | "thing">, parts: () => SVGElement[]): Drawing => ({ form: { is }, parts });
    const named = (is: "figure" | "glyph" | "thing", name: string, parts: () => SVGElement[]): Drawing => ({ form: { is, name }, parts });
    if (type === null || type === UNSEEN) {
      if (cards.size + dominoes.size > 0) return are("back", () => back(dominoes.size > 0, paint));
      return paint.name === NOBODY.name ? are("fog", () => fog(kind)) : are("lettered", () => tokens.lettered("?", paint, false));
    }
    const lower = type.toLowerCase();
    const letters = short.get(type) ?? type.slice(0, 2);
    if (cards.has(type)) return are("card", () => card(chosen?.text ?? letters, paint));
    if (dominoes.has(type)) return are("domino", () => domino(chosen?.text ?? letters, paint));
    const number = NUMBERS.indexOf(lower) >= 0 ? NUMBERS.indexOf(lower) : /^\d$/.test(lower) ? Number(lower) : -1;
    // What counts beyond six is no die.
    if (number >= 0 && throws > 2 && !names.includes("seven")) {
      return names.includes("nought") ? are("token", () => tokens.tetrahedra(number, throws - 1)) : are("die", () => tokens.die(number, paint));
    }
    const glyphName = glyphs.get(lower);
    const drawn = () => partsOf(glyphName!) ?? [];
    if (name === "shogi") return are("wedge", () => wedge(type, paint, faces === "characters" && hasWedge(type) ? null : (letterOf(types, type) ?? letters), glyphName === undefined || (hasWedge(type) && !chosen?.glyph) ? null : drawn()));
    if (name === "xiangqi" && glyphName) return are("plate", () => plateOf(drawn(), paint));
    const token = chosen?.glyph && !glyphName ? FIGURES[chosen.glyph] : undefined;
    if (token) return named("thing", chosen!.glyph!, () => token(paint));
    if (chosen?.shape) return are("polyomino", () => tokens.polyomino(chosen.shape!));
    if (glyphName) {
      const of = glyphName in chess || glyphName in fairy ? "figure" : "glyph";
      return named(of, glyphName, () => {
        if (chosen?.glyph && isFlat(chosen.glyph) && !chosen.text) return paint.mark ? [...drawn(), drawMark(paint.mark, 1.2, { class: "spot" })] : drawn();
        return withMark(chosen?.glyph && chosen.text ? [...drawn(), tokens.inscribed(chosen.text, chosen.glyph === "triangle" ? 26 : 12)] : drawn(), paint);
      });
    }
    if (name === "xiangqi") return are("plate", () => (faces === "characters" && hasCharacter(type) ? characterDisc(type, paint) : plate(letters, paint)));
    if (lower === "stone") return name === "counters" ? are("counter", () => tokens.counter(paint)) : are("stone", () => tokens.stone(paint));
    const silhouette = silhouettes.get(lower);
    if (silhouette) return named("figure", silhouette, () => marked(silhouette, paint));
    if (FIGURES[lower]) return named("thing", lower, () => FIGURES[lower]!(paint));
    if (name === "discs" && CROWNED.has(lower)) return are("crowned", () => tokens.crowned(paint));
    if (tokens.hueOf(lower) && names.every((one) => tokens.hueOf(one))) return are("token", () => tokens.hued(letters, lower, paint));
    if (name === "chess") return named("figure", "shield", () => marked(shield(letters, nameless.indexOf(lower)), paint, "pawn"));
    // Where every player has one type of piece, whose it is says which.
    if (FLAT.has(lower) && (names.find((one) => FLAT.has(one)) === lower || !names.some((one) => one !== lower && FLAT.has(one)))) return are("disc", () => tokens.disc(paint));
    return are("lettered", () => tokens.lettered(letters, paint, /^(promoted|\+)/i.test(type)));
  };
  return {
    name,
    turns: name === "shogi",
    flat: name !== "shogi" && name !== "xiangqi" && names.every((lower) => !silhouettes.has(lower)),
    paintOf,
    draw: (type, owner, faces) => drawingOf(type, owner, faces).parts(),
    formOf: (type) => drawingOf(type, NOBODY, "letters").form,
  };
}

/** The parts of a drawing by its name: a glyph, or one of the chess-like silhouettes. */
const partsOf = (name: string): SVGElement[] | null => glyph(name) ?? (chess[name] ?? fairy[name])?.() ?? null;

const isDrawn = (name: string): boolean => name in GLYPHS || name in chess || name in fairy;

/** A glyph with the mark of its owner, in a corner where it hides nothing. */
function withMark(parts: SVGElement[], paint: Paint): SVGElement[] {
  if (!paint.mark) return parts;
  return [...parts, drawMark(paint.mark, 1.05, { class: "badge-mark" }, 33, 33), drawMark(paint.mark, 0.7, { class: "spot" }, 33, 33)];
}

/**
 * A glyph for each type that a look gives one, or whose name asks for one. No two types share one
 * by their names alone.
 */
function glyphsOf(types: readonly PieceType[], silhouettes: ReadonlyMap<string, string>, set: SetName, look: NonNullable<Look["pieces"]>): Map<string, string> {
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id } of types) {
    const name = look[id]?.glyph;
    if (name && isDrawn(name)) found.set(id.toLowerCase(), name);
  }
  if (set === "xiangqi") return found;
  for (const { id } of types) {
    const lower = id.toLowerCase();
    const name = glyphOf(id);
    if (!name || look[id]?.glyph || found.has(lower) || taken.has(name) || silhouettes.has(lower) || FIGURES[lower]) continue;
    if (FLAT.has(lower) && !BEASTS.has(lower)) continue;
    taken.add(name);
    found.set(lower, name);
  }
  return found;
}

/**
 * A silhouette for each type that has one. No two types share one: the later of two goes by its
 * letter.
 */
function silhouettesOf(names: readonly string[], set: SetName): Map<string, string> {
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const wanted of [chessOf, (lower: string) => (set === "chess" || (BEASTS.has(lower) && names.length < 4) || names.length === 1 ? fairyOf(lower) : null)]) {
    for (const lower of names) {
      const silhouette = wanted(lower, names, set);
      if (!silhouette || found.has(lower) || taken.has(silhouette) || (FLAT.has(lower) && set !== "chess")) continue;
      taken.add(silhouette);
      found.set(lower, silhouette);
    }
  }
  return found;
}

function chessOf(lower: string, names: readonly string[], set: SetName): string | null {
  if (set === "discs" && CROWNED.has(lower) && !(lower === "queen" && !names.some((one) => FLAT.has(one)))) return null;
  if (CHESS.includes(lower)) return lower;
  return lower === "amazon" && set !== "chess" ? "queen" : null;
}

/** A silhouette, with the mark of its player if the colour is not enough. */
function marked(silhouette: string | SVGElement[], paint: Paint, spotOf = ""): SVGElement[] {
  const parts = typeof silhouette === "string" ? (chess[silhouette] ?? fairy[silhouette])!() : silhouette;
  const spot = markSpot[typeof silhouette === "string" ? silhouette : spotOf] ?? [0, 24, 0.7];
  return paint.mark ? [...parts, drawMark(paint.mark, spot[2], { class: "spot" }, spot[0], spot[1])] : parts;
}

const letterOf = (types: readonly PieceType[], name: string) => types.find((type) => type.id === name)?.letter ?? null;

/** A piece as one group, in a box of 100 about the origin. */
export function drawPiece(set: PieceSet, type: string | null, paint: Paint, faces: Faces): SVGGElement {
  const { name, striped } = set.paintOf(type, paint);
  return group({ class: `piece ${name}${striped ? " striped" : ""}` }, ...set.draw(type, paint, faces));
}
