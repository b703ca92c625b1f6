/** Cards and dominoes, and what hides a piece or a site: backs and fog. */
import { circle, path, svg, text } from "../svg";
import type { Paint } from "./paint";

type Suit = "clubs" | "diamonds" | "hearts" | "spades";

const SUITS: Record<string, Suit> = { "♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades" };

/** Signs of suits in a box of 36 units about the origin. */
const SIGNS: Record<Suit, string> = {
  clubs: "M0 -17 A7 7 0 0 1 6 -5 A7 7 0 1 1 3 7 L5 17 H-5 L-3 7 A7 7 0 1 1 -6 -5 A7 7 0 0 1 0 -17 Z",
  diamonds: "M0 -18 L13 0 L0 18 L-13 0 Z",
  hearts: "M0 17 C-20 2 -19 -15 -9 -15 C-4 -15 -1 -12 0 -8 C1 -12 4 -15 9 -15 C19 -15 20 2 0 17 Z",
  spades: "M0 -18 C18 -3 19 9 9 11 C6 12 3 10 2 8 L5 17 H-5 L-2 8 C-3 10 -6 12 -9 11 C-19 9 -18 -3 0 -18 Z",
};

/** Returns whether letters name a playing card, such as `10♥`. */
export const isCard = (letters: string): boolean => /^(A|K|Q|J|10|[2-9])[♣♦♥♠]$/.test(letters);

/** Returns whether letters name a domino, such as `3|5`. */
export const isDomino = (letters: string): boolean => /^[0-9]\|[0-9]$/.test(letters);

/** A plate with a frame in the colour of its owner; white alone if it has none. */
function plate(width: number, height: number, paint: Paint): SVGElement[] {
  const rect = (grow: number, name: string) =>
    svg("rect", { x: -width / 2 - grow, y: -height / 2 - grow, width: width + 2 * grow, height: height + 2 * grow, rx: 9, class: name });
  return paint.name === "nobody" ? [rect(0, "die")] : [rect(5, "body"), rect(0, "die")];
}

/** A card with a rank and, where its letters end in one, the sign of its suit. */
export function card(letters: string, paint: Paint): SVGElement[] {
  const suit = SUITS[letters.at(-1) ?? ""];
  const rank = suit ? letters.slice(0, -1) : letters;
  const ink = suit === "diamonds" || suit === "hearts" ? "card-ink red" : "card-ink";
  const size = rank.length > 2 ? 24 : 38;
  return [
    ...plate(62, 84, paint),
    text(0, suit ? -5 : size * 0.36, rank, { class: ink, "font-size": size }),
    ...(suit ? [path(SIGNS[suit], { class: ink, transform: "translate(0 20)" })] : []),
  ];
}

/** Pips of one end, in a box of 36 units about the origin. */
const PIPS: readonly (readonly [number, number])[][] = [
  [],
  [[0, 0]],
  [[-9, -9], [9, 9]],
  [[-10, -10], [0, 0], [10, 10]],
  [[-9, -9], [9, -9], [-9, 9], [9, 9]],
  [[-10, -10], [10, -10], [0, 0], [-10, 10], [10, 10]],
  [[-9, -11], [-9, 0], [-9, 11], [9, -11], [9, 0], [9, 11]],
];

/** A domino that lies across, with the pips of its letters: `3|5`. */
export function domino(letters: string, paint: Paint): SVGElement[] {
  const ends = letters.split("|").map(Number);
  return [
    ...plate(86, 44, paint),
    path("M0 -17 V17", { class: "card-line" }),
    ...ends.flatMap((pips, at): SVGElement[] => {
      const middle = at * 43 - 21.5;
      const places = PIPS[pips];
      if (!places) return [text(middle, 11, String(pips), { class: "card-ink", "font-size": 30 })];
      return places.map(([x, y]) => circle(x + middle, y, 4.4, { class: "pip" }));
    }),
  ];
}

/** The back of a card or a domino. */
export function back(across: boolean, paint: Paint): SVGElement[] {
  const [width, height] = across ? [86, 44] : [62, 84];
  return [
    ...plate(width, height, paint),
    svg("rect", { x: -width / 2 + 7, y: -height / 2 + 7, width: width - 14, height: height - 14, rx: 5, class: "card-back" }),
    text(0, 10, "?", { class: "card-ink on-back", "font-size": 28 }),
  ];
}

/** Hides a site of which it is unknown what stands there: a square, or a disc elsewhere. */
export function fog(kind: string): SVGElement[] {
  const square = kind === "checkered" || kind === "lined";
  return square
    ? [svg("rect", { x: -54, y: -54, width: 108, height: 108, rx: 4, class: "body fog" })]
    : [circle(0, 0, kind === "hex" || kind === "triangle" ? 44 : 26, { class: "body fog" })];
}
