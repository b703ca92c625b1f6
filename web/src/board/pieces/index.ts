/** Which drawing a piece type gets. A skin looks at the names of all types together and never at the game. */
import type { PieceType } from "../../contract";
import { group } from "../svg";
import { chess, markSpot } from "./chess";
import { characterDisc, hasCharacter, hasWedge, wedge } from "./eastern";
import { drawMark } from "./marks";
import { NOBODY, type Paint } from "./paint";
import * as tokens from "./tokens";

export type SetName = "chess" | "shogi" | "xiangqi" | "discs" | "stones" | "counters";
export type Faces = "characters" | "letters";

export interface PieceSet {
  name: SetName;
  /** Wedges turn with their owner. */
  turns: boolean;
  draw(type: string | null, paint: Paint, faces: Faces): SVGElement[];
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
  keystone: tokens.keystone,
  peg: (paint) => tokens.disc(paint, 30),
};
const FLAT = new Set(["man", "men", "checker", "disc", "disk", "piece", "token", "counter", "winner", "hound", "soldier"]);
const CROWNED = new Set(["king", "dame", "queen"]);

/** The drawings for a game with these types, on a board of this kind. */
export function pieceSet(types: readonly PieceType[], kind: string): PieceSet {
  const names = types.map((type) => type.id.toLowerCase());
  const has = (...wanted: string[]) => wanted.filter((name) => names.includes(name)).length;
  const name: SetName =
    has("gold", "silver", "lance", "tokin", "goldgeneral") >= 2
      ? "shogi"
      : has("general", "advisor", "elephant", "chariot", "cannon", "soldier", "mandarin") >= 3
        ? "xiangqi"
        : has(...CHESS) >= 3 && has("man", "checker") === 0
          ? "chess"
          : has("stone") > 0
            ? kind === "hex" || kind === "triangle"
              ? "counters"
              : "stones"
            : "discs";
  const short = new Map(types.map((type) => [type.id, type.short]));
  const throws = NUMBERS.filter((number) => names.includes(number)).length;
  return {
    name,
    turns: name === "shogi",
    draw(type, paint, faces) {
      if (type === null) return tokens.lettered("?", paint, false);
      const lower = type.toLowerCase();
      const number = NUMBERS.indexOf(lower) >= 0 ? NUMBERS.indexOf(lower) : /^\d$/.test(lower) ? Number(lower) : -1;
      if (number >= 0 && throws > 2) {
        return names.includes("nought") ? tokens.tetrahedra(number, throws - 1) : tokens.die(number);
      }
      if (name === "shogi" && hasWedge(type)) {
        return wedge(type, paint, faces === "letters" ? (letterOf(types, type) ?? short.get(type)!) : null);
      }
      if (name === "xiangqi" && hasCharacter(type) && faces === "characters") return characterDisc(type, paint);
      if (lower === "stone") return name === "counters" ? tokens.counter(paint) : tokens.stone(paint);
      if (FIGURES[lower]) return FIGURES[lower](paint);
      if (name === "discs" && CROWNED.has(lower) && !(lower === "queen" && names.includes("king"))) return tokens.crowned(paint);
      const silhouette = silhouetteOf(lower);
      if (silhouette) {
        const parts = chess[silhouette]!();
        const spot = markSpot[silhouette]!;
        return paint.mark ? [...parts, drawMark(paint.mark, spot[2], { class: "spot" }, spot[0], spot[1])] : parts;
      }
      if (FLAT.has(lower)) return tokens.disc(paint);
      return tokens.lettered(short.get(type) ?? type.slice(0, 2), paint, /^(promoted|\+)/i.test(type));
    },
  };
}

function silhouetteOf(lower: string): string | null {
  if (CHESS.includes(lower)) return lower;
  if (lower === "amazon") return "queen";
  return null;
}

const letterOf = (types: readonly PieceType[], name: string) => types.find((type) => type.id === name)?.letter ?? null;

/** A piece as one group, in a box of 100 about the origin. */
export function drawPiece(set: PieceSet, type: string | null, paint: Paint, faces: Faces): SVGGElement {
  return group({ class: `piece ${paint.name}${paint.striped ? " striped" : ""}` }, ...set.draw(type, paint, faces));
}
