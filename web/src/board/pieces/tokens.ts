/** Flat pieces: discs, stones, crowned discs, crosses and rings, crates, people, seeds' plates. */
import { circle, path, svg, text } from "../svg";
import { NOBODY, type Paint } from "./paint";
import { drawMark } from "./marks";

const CROWN = "M-19 12 L-22 -11 L-11 -1 L0 -16 L11 -1 L22 -11 L19 12 Z";

/** A disc; the first of two players has one inner ring, the second two, all others a mark. */
export function disc(paint: Paint, radius = 40): SVGElement[] {
  const parts: SVGElement[] = [circle(0, 0, radius, { class: "body" })];
  if (paint.mark) parts.push(circle(0, 0, radius * 0.5, { class: "line faint" }), drawMark(paint.mark, radius / 34, { class: "spot" }));
  else parts.push(circle(0, 0, radius * 0.76, { class: "line faint" }));
  if (paint.ink) parts.push(circle(0, 0, radius * 0.52, { class: "line faint" }));
  return parts;
}

export function crowned(paint: Paint): SVGElement[] {
  return [
    circle(0, 0, 40, { class: "body" }),
    circle(0, 0, 33, { class: "line faint" }),
    path(CROWN, { class: "spot", transform: "translate(0 1)" }),
    ...(paint.mark ? [drawMark(paint.mark, 0.7, { class: "spot" }, 0, 22)] : []),
  ];
}

/** A stone fills its crossing; only a player told by a mark carries one. */
export function stone(paint: Paint): SVGElement[] {
  const parts: SVGElement[] = [circle(0, 0, 46, { class: "body stone" })];
  if (paint.mark) parts.push(drawMark(paint.mark, 1.5, { class: "spot" }));
  else if (paint.ink) parts.push(path("M-27 -17 C-22 -27 -12 -31 -4 -32", { class: "line faint" }));
  return parts;
}

/** A connection stone: the colour says whose, and so does the mark. */
export function counter(paint: Paint): SVGElement[] {
  const parts: SVGElement[] = [circle(0, 0, 40, { class: "body" })];
  if (paint.mark === "circle") parts.push(circle(0, 0, 16, { class: "line mark-line" }));
  else if (paint.mark) parts.push(drawMark(paint.mark, 1.7, { class: "spot" }));
  else parts.push(circle(0, 0, 26, { class: "line faint" }));
  return parts;
}

/** A stone with a second ring: what closed a chain. */
export function keystone(paint: Paint): SVGElement[] {
  return [...counter(paint), circle(0, 0, 31, { class: "line" })];
}

/** Noughts and crosses: the shape alone says whose. */
export function scrawl(paint: Paint): SVGElement[] {
  return paint.ink || paint.seat % 2 === 1
    ? [circle(0, 0, 27, { class: "scrawl-under" }), circle(0, 0, 27, { class: "scrawl" })]
    : ["scrawl-under", "scrawl"].map((name) => path("M-25 -25 L25 25 M25 -25 L-25 25", { class: name }));
}

export const crate = (): SVGElement[] => [
  svg("rect", { x: -36, y: -36, width: 72, height: 72, rx: 8, class: "crate" }),
  path("M-36 -14 H36 M-36 14 H36 M-20 -36 V36 M20 -36 V36", { class: "crate-line" }),
];

export const person = (): SVGElement[] => [
  circle(0, -20, 15, { class: "body" }),
  path("M-27 36 C-29 8 -17 -2 0 -2 C17 -2 29 8 27 36 Q0 44 -27 36 Z", { class: "body" }),
  path("M-10 12 V30 M10 12 V30", { class: "line" }),
];

/** A flat stone, as it lies. */
export const tile = (paint: Paint): SVGElement[] => [
  svg("rect", { x: -36, y: -36, width: 72, height: 72, rx: 12, class: "body" }),
  ...(paint.mark ? [drawMark(paint.mark, 1.3, { class: "spot" })] : [svg("rect", { x: -25, y: -25, width: 50, height: 50, rx: 7, class: "line faint" })]),
];

/** The same stone on its edge. */
export const slab = (paint: Paint): SVGElement[] => [
  svg("rect", { x: -15, y: -43, width: 30, height: 86, rx: 8, class: "body", transform: "rotate(40)" }),
  ...(paint.mark ? [drawMark(paint.mark, 0.8, { class: "spot" })] : [path("M-21 25 L21 -25", { class: "line faint" })]),
];

/** A dome: no piece can be placed on it. */
export const dome = (paint: Paint): SVGElement[] => [
  path("M-34 34 H34 V22 C34 -12 20 -38 0 -38 C-20 -38 -34 -12 -34 22 Z", { class: "body" }),
  path("M-34 20 H34", { class: "line" }),
  ...(paint.mark ? [drawMark(paint.mark, 0.9, { class: "spot" }, 0, -6)] : [path("M-12 -16 C-9 -22 -5 -25 0 -26", { class: "line faint" })]),
];

export const arrow = (): SVGElement[] => [
  circle(0, 0, 34, { class: "blocked" }),
  path("M-15 -15 L15 15 M15 -15 L-15 15", { class: "blocked-line" }),
];

/** A cell of a piece that covers several. */
export const block = (paint: Paint): SVGElement[] => [
  svg("rect", { x: -44, y: -44, width: 88, height: 88, rx: 12, class: "body" }),
  ...markOf(paint, 1.6),
  ...(paint.ink ? [circle(0, 0, 14, { class: "line" })] : []),
];

export const rock = (): SVGElement[] => [
  path("M-34 20 L-38 -8 L-18 -33 L14 -36 L36 -12 L38 18 L12 36 L-16 35 Z", { class: "body" }),
  path("M-18 -33 L-6 -8 L-38 -8 M-6 -8 L20 2 L36 -12 M20 2 L12 36", { class: "line faint" }),
];

/** A ball with its light. */
export const marble = (paint: Paint): SVGElement[] => [
  circle(0, 0, 40, { class: "body" }),
  path("M-25 -14 C-20 -24 -11 -29 -2 -30", { class: "line" }),
  ...(paint.ink ? [path("M25 14 C20 24 11 29 2 30", { class: "line faint" })] : []),
  ...markOf(paint, 1.4),
];

const HUES = new Set(["orange", "blue", "purple", "pink", "yellow", "red", "green", "brown"]);

/** The class of a colour that the rules name, for a piece or for a part of the board. */
export const hueOf = (word: string): string | null => (HUES.has(word.toLowerCase()) ? `hue-${word.toLowerCase()}` : null);

/**
 * A piece that is identified by its colour, in the body of its owner, with its letter for
 * colour-blind users.
 */
export const hued = (words: string, hue: string, paint: Paint): SVGElement[] => [
  path("M-17 -41 H17 L41 -17 V17 L17 41 H-17 L-41 17 V-17 Z", { class: "body" }),
  circle(0, 0, 28, { class: hueOf(hue) ?? "" }),
  text(0, 12, words, { class: "hue-letter", "font-size": words.length > 1 ? 26 : 34 }),
  ...(paint.ink ? [path("M-13 -35 H13 M-13 35 H13", { class: "line" })] : []),
];

const markOf = (paint: Paint, scale: number): SVGElement[] => (paint.mark ? [drawMark(paint.mark, scale, { class: "spot" })] : []);

/** Letters on a drawing, smaller where there are more of them. */
export const inscribed = (words: string, y: number): SVGElement =>
  text(0, y, words, { class: "letters", "font-size": words.length > 2 ? 24 : words.length > 1 ? 32 : 42 });

/** A piece of several cells, in a box of one: `x` for a cell, `.` for none, `/` between rows. */
export function polyomino(shape: string): SVGElement[] {
  const rows = shape.split("/");
  const [width, height] = [Math.max(...rows.map((row) => row.length)), rows.length];
  const side = Math.min(22, 88 / Math.max(width, height));
  const at = (index: number, count: number) => (index - count / 2) * side;
  return rows.flatMap((row, y) =>
    [...row].flatMap((cell, x) => (cell === "x" ? [svg("rect", { x: at(x, width), y: at(y, height), width: side, height: side, class: "body cell-of" })] : [])),
  );
}

/** A type without a drawing: the shortest unique prefix, underlined to fix its direction. */
export function lettered(words: string, paint: Paint, second: boolean): SVGElement[] {
  const size = words.length > 2 ? 27 : words.length > 1 ? 33 : 42;
  return [
    circle(0, 0, 40, { class: "body" }),
    circle(0, 0, 34, { class: "line faint" }),
    ...(second ? [circle(0, 0, 29, { class: "line faint" })] : []),
    text(0, size * 0.34 - 2, words, { class: "letters", "font-size": size }),
    path(`M${-size * 0.32} 24 H${size * 0.32}`, { class: "line" }),
    ...(paint.mark ? [drawMark(paint.mark, 0.55, { class: "spot" }, 0, -27)] : []),
  ];
}

/** A die that shows pips; in the colours of its owner, if it is a piece of a player. */
export function die(pips: number, paint: Paint = NOBODY): SVGElement[] {
  const [body, pip] = paint.name === NOBODY.name ? ["die", "pip"] : ["body", "spot"];
  const spots: Record<number, [number, number][]> = {
    0: [],
    1: [[0, 0]],
    2: [[-16, -16], [16, 16]],
    3: [[-16, -16], [0, 0], [16, 16]],
    4: [[-16, -16], [16, -16], [-16, 16], [16, 16]],
    5: [[-16, -16], [16, -16], [0, 0], [-16, 16], [16, 16]],
    6: [[-16, -18], [16, -18], [-16, 0], [16, 0], [-16, 18], [16, 18]],
  };
  return [
    svg("rect", { x: -36, y: -36, width: 72, height: 72, rx: 14, class: body }),
    ...(spots[pips] ?? []).map(([x, y]) => circle(x, y, 7, { class: pip })),
    ...(spots[pips] ? [] : [text(0, 15, String(pips), { class: "letters", "font-size": 42 })]),
  ];
}

/** A throw of tetrahedra with marked corners: so many of `dice` came up marked. */
export function tetrahedra(up: number, dice: number): SVGElement[] {
  const parts: SVGElement[] = [];
  for (let at = 0; at < dice; at += 1) {
    const x = dice > 1 ? (at % 2) * 44 - 22 : 0;
    const y = dice > 2 ? Math.floor(at / 2) * 40 - 18 : 0;
    const place = `translate(${x} ${y}) scale(${dice > 1 ? 0.5 : 1})`;
    const die = svg("g", { transform: place });
    die.append(path("M0 -34 L38 30 H-38 Z", { class: "die" }));
    if (at < up) die.append(path("M0 -34 L13 -12 L0 -4 L-13 -12 Z", { class: "tip" }));
    die.append(path("M0 -34 V8 M0 8 L38 30 M0 8 L-38 30", { class: "die-line" }));
    if (at >= up) die.append(path("M-38 30 L-21 1 L-19 19 Z", { class: "tip low" }));
    parts.push(die);
  }
  return parts;
}
