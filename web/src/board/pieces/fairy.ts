/**
 * Chess-like pieces beyond the six: compounds of two show both, a few have their own silhouette,
 * and all others have a shield with the letter of their type on the common foot.
 */
import { circle, path, svg, text } from "../svg";
import { base, chess, collar, foot } from "./chess";

const BODY = { class: "body" };
const LINE = { class: "line" };

const HEATER = "M-25 -44 H25 V-20 C25 -3 13 5 0 11 C-13 5 -25 -3 -25 -20 Z";

/** Shields with different outlines, in the order in which they are assigned. */
const SHIELDS = [
  HEATER,
  "M0 -46 C15 -46 27 -34 27 -19 C27 -4 15 8 0 8 C-15 8 -27 -4 -27 -19 C-27 -34 -15 -46 0 -46 Z",
  "M-16 -45 H16 L28 -19 L16 8 H-16 L-28 -19 Z",
  "M0 -48 L25 -32 V8 H-25 V-32 Z",
  "M-26 -45 C-9 -39 9 -39 26 -45 C21 -28 21 -10 26 8 C9 3 -9 3 -26 8 C-21 -10 -21 -28 -26 -45 Z",
];

/** A piece without a drawing: its letters on a shield, which is the `index`th in its game. */
export function shield(words: string, index: number): SVGElement[] {
  const size = words.length > 2 ? 20 : words.length > 1 ? 26 : 35;
  return [foot(9, 8), path(SHIELDS[index % SHIELDS.length]!, BODY), text(0, -18 + size * 0.35, words, { class: "letters", "font-size": size }), base()];
}

/** A horse's head above what else the piece is. */
function mounted(...lower: SVGElement[]): SVGElement[] {
  const head = svg("g", { transform: "translate(2 -17) scale(.64)" }, ...chess["knight"]!().slice(0, -1));
  return [head, ...lower, base()];
}

const wheel = () => [circle(0, 14, 19, BODY), path("M-13 1 L13 27 M13 1 L-13 27", LINE), circle(0, 14, 4, { class: "spot" })];

const predator = (...marks: string[]) => [
  path("M-33 -37 L-15 -26 C-6 -30 6 -30 15 -26 L33 -37 L32 -4 C32 18 15 34 0 39 C-15 34 -32 18 -32 -4 Z", BODY),
  circle(-13, -5, 4.5, { class: "spot" }),
  circle(13, -5, 4.5, { class: "spot" }),
  path("M-6 15 H6 L0 22 Z", { class: "spot" }),
  ...marks.map((d) => path(d, LINE)),
];

export const fairy: Record<string, () => SVGElement[]> = {
  rookKnight: () => mounted(path("M-27 0 H-15.5 V7 H-6 V0 H6 V7 H15.5 V0 H27 V14 L19 20 L21 34 H-21 L-19 20 L-27 14 Z", BODY)),
  bishopKnight: () =>
    mounted(path("M-23 17 C-23 5 -11 0 0 -5 C11 0 23 5 23 17 C23 27 15 33 8 34 H-8 C-15 33 -23 27 -23 17 Z", BODY), path("M0 7 V27 M-8 15 H8", LINE)),
  queenKnight: () =>
    mounted(
      path("M-29 1 L-20 34 H20 L29 1 L16 14 L9 -3 L0 12 L-9 -3 L-16 14 Z", BODY),
      ...[[-30, 0], [-9.5, -5], [9.5, -5], [30, 0]].map(([x, y]) => circle(x!, y!, 4, BODY)),
    ),
  kingKnight: () => mounted(path("M-22 34 C-22 20 -17 12 -14 3 H14 C17 12 22 20 22 34 Z", BODY), path("M-3.5 9 H3.5 V16 H10 V22 H3.5 V31 H-3.5 V22 H-10 V16 H-3.5 Z", { class: "spot" })),
  nightrider: () => [svg("g", { transform: "rotate(180 0 -2)" }, ...chess["knight"]!())],
  grasshopper: () => [svg("g", { transform: "rotate(180 0 -2)" }, ...chess["queen"]!())],
  immobilizer: () => [svg("g", { transform: "rotate(180 0 -2)" }, ...chess["rook"]!())],
  elephant: () => [
    path("M-22 34 C-24 18 -13 11 -7 4 C-16 7 -18 17 -18 25 C-18 33 -30 33 -30 24 C-31 4 -35 -9 -27 -24 C-18 -40 7 -44 20 -32 C33 -20 28 6 24 34 Z", BODY),
    path("M1 -25 C15 -30 23 -15 17 -3 C12 6 2 2 0 -8 C-2 -16 -2 -22 1 -25 Z", LINE),
    circle(-13, -17, 3.4, { class: "spot" }),
    path("M-10 9 C-20 16 -27 12 -33 4", LINE),
    base(),
  ],
  cannon: () => [path("M-33 -19 L20 -35 C30 -33 33 -20 26 -13 L-27 6 C-36 3 -38 -13 -33 -19 Z", BODY), path("M10 -32 C16 -26 18 -18 15 -9", LINE), ...wheel(), base()],
  wizard: () => [
    foot(13, 12),
    path("M2 -47 C6 -30 13 -14 20 5 H-20 C-13 -14 -6 -30 2 -47 Z", BODY),
    path("M-29 3 C-14 -2 14 -2 29 3 C30 14 16 17 0 17 C-16 17 -30 14 -29 3 Z", BODY),
    path("M0 -22 L2.6 -15.4 L9.6 -15 L4.2 -10.6 L6 -4 L0 -7.8 L-6 -4 L-4.2 -10.6 L-9.6 -15 L-2.6 -15.4 Z", { class: "spot" }),
    base(),
  ],
  lion: () => [
    foot(13, 10),
    path("M0 -47 L10 -40 L22 -39 L25 -27 L33 -17 L26 -7 L24 5 L12 7 L0 14 L-12 7 L-24 5 L-26 -7 L-33 -17 L-25 -27 L-22 -39 L-10 -40 Z", BODY),
    circle(0, -15, 18, LINE),
    circle(-7, -19, 2.8, { class: "spot" }),
    circle(7, -19, 2.8, { class: "spot" }),
    path("M-4 -10 H4 L0 -5 Z", { class: "spot" }),
    base(),
  ],
  champion: () => [foot(9, 8), path(HEATER, BODY), path("M0 -39 V1 M-11 -9 H11", { class: "line mark-line" }), base()],
  vizier: () => [foot(13, 6), path("M-22 -22 L-15 8 H15 L22 -22 L9 -8 L0 -27 L-9 -8 Z", BODY), circle(0, -33, 6.5, BODY), path("M-14 17 C-5 20 5 20 14 17", LINE), base()],
  stupa: () => [
    path("M0 -45 C3 -32 7 -24 13 -14 C18 -6 13 0 19 9 L24 34 H-24 L-19 9 C-13 0 -18 -6 -13 -14 C-7 -24 -3 -32 0 -45 Z", BODY),
    path("M-12 -12 H12 M-17 6 H17 M-20 20 H20", LINE),
    base(),
  ],
  mann: () => [path("M-11 -36 L-14 -46 L0 -40 L14 -46 L11 -36 Z", BODY), circle(0, -21, 16, BODY), foot(14, 4), collar(21, -5), path("M-17 23 C-6 26 6 26 17 23", LINE), base()],
  duck: () => [
    path("M-36 8 C-36 28 -18 39 4 39 C27 39 40 25 39 3 C30 11 21 10 15 2 C11 -4 17 -10 15 -22 C12 -38 -9 -41 -17 -28 L-34 -23 C-37 -18 -30 -13 -19 -14 C-16 -6 -36 -6 -36 8 Z", { class: "duck" }),
    circle(-4, -24, 3.6, { class: "duck-eye" }),
    path("M-4 14 C4 24 18 24 25 14", { class: "duck-line" }),
  ],
  tiger: () => predator("M0 -28 V-17 M-10 -26 L-8 -17 M10 -26 L8 -17", "M-31 6 L-20 8 M31 6 L20 8 M-27 16 L-18 15 M27 16 L18 15"),
  fox: () => predator("M-30 8 C-18 4 -8 10 0 22 C8 10 18 4 30 8"),
  snail: () => [
    path("M-40 34 C-36 24 -28 26 -27 12 C-27 2 -33 -4 -36 -14 M-27 10 C-24 2 -24 -6 -23 -15", { class: "line" }),
    path("M-42 36 C-40 24 -28 22 -22 16 H24 C36 20 42 28 44 36 Z", BODY),
    circle(6, -4, 28, BODY),
    path("M6 -4 C10 -8 16 -2 12 4 C6 12 -8 8 -8 -4 C-8 -16 6 -22 16 -16 C26 -10 26 4 20 12", LINE),
  ],
};

/**
 * The names of types that share a drawing. Some words have different meanings in different games.
 */
const NAMES: Record<string, string> = {
  chancellor: "rookKnight", marshall: "rookKnight", marshal: "rookKnight", empress: "rookKnight",
  archbishop: "bishopKnight", cardinal: "bishopKnight", janus: "bishopKnight", minister: "bishopKnight", princess: "bishopKnight", hawk: "bishopKnight",
  amazon: "queenKnight", maharajah: "queenKnight", general: "queenKnight",
  centaur: "kingKnight", nightrider: "nightrider", grasshopper: "grasshopper", immobilizer: "immobilizer",
  elephant: "elephant", cannon: "cannon", wizard: "wizard", lion: "lion", champion: "champion", duck: "duck",
  counsellor: "vizier", met: "vizier", ferz: "vizier", advisor: "vizier", wise: "vizier", bers: "vizier", vizier: "vizier", prince: "vizier",
  khon: "stupa", silver: "stupa", mann: "mann", man: "mann", guard: "mann", commoner: "mann",
  tiger: "tiger", fox: "fox", snail: "snail", horse: "knight", chariot: "rook",
};

/** The silhouette for a type of a chess-like game. */
export const fairyOf = (lower: string): string | null => NAMES[lower] ?? null;
