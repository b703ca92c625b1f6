/**
 * Grounds that only a look can ask for: plates with holes, rings, rods, tiles, cells with slots
 * between them, levels on rods.
 */
import type { Layout, Place } from "../layout/fit";
import { wide } from "../layout/look";
import { circle, group, path, polygon, round, svg } from "../svg";

type Draw = (into: SVGGElement, layout: Layout, places: Place[]) => void;

const onBoard = (places: readonly Place[]) => places.filter((place) => !place.aside);

function plate(into: SVGGElement, places: readonly Place[], margin: number, name: string): void {
  const xs = places.map((place) => place.x);
  const ys = places.map((place) => place.y);
  const [x, y] = [Math.min(...xs) - 50 - margin, Math.min(...ys) - 50 - margin];
  into.append(svg("rect", { x, y, width: Math.max(...xs) + 50 + margin - x, height: Math.max(...ys) + 50 + margin - y, rx: 18, class: name }));
}

/** Whether places fill a rectangle. */
function isWhole(board: readonly Place[]): boolean {
  const [xs, ys] = [board.map((place) => Math.round(place.x)), board.map((place) => Math.round(place.y))];
  return board.length === new Set(xs).size * new Set(ys).size;
}

/** A plate with round holes; each group of cells is a plate of its own. */
const holes: Draw = (into, layout, places) => {
  const board = onBoard(places);
  if (layout.groups.length === 0 && !isWhole(board)) {
    for (const { x, y } of board) into.append(svg("rect", { x: x - 56, y: y - 56, width: 112, height: 112, rx: 18, class: "ground" }));
    for (const { x, y } of board) into.append(circle(x, y, 40, { class: "dent" }));
    return;
  }
  for (const part of layout.groups.length > 0 ? layout.groups : [onBoard(places)]) {
    plate(into, part, layout.groups.length > 0 ? 6 : 10, layout.groups.length > 0 ? "plate-part" : "plate-blue");
    for (const { x, y } of part) into.append(circle(x, y, 42, { class: layout.groups.length > 0 ? "dent" : "plate-hole" }));
  }
};

const rings: Draw = (into, _layout, places) => {
  for (const { id, x, y, size } of onBoard(places)) {
    into.append(group({ "data-ring": id }, circle(x, y, size * 0.44, { class: "ring" }), circle(x, y, size * 0.2, { class: "ring-hole" })));
  }
};

/** Rods on one base. */
const rods: Draw = (into, _layout, places) => {
  for (const { x, y } of onBoard(places)) {
    into.append(svg("rect", { x: x - 6, y: y - 180, width: 12, height: 200, rx: 6, class: "rod" }), svg("rect", { x: x - 110, y: y + 18, width: 220, height: 16, rx: 8, class: "rod" }));
  }
};

/** The lowest level is the base; a rod rises from each of its places. */
export const rodField: Draw = (into, _layout, places) => {
  const levels = [...new Set(places.map((place) => place.level))].sort((a, b) => a - b);
  const base = places.filter((place) => place.level === levels[0]);
  const corner = (pick: (place: Place) => number) => base.reduce((best, place) => (pick(place) > pick(best) ? place : best));
  const [a, b, c, d] = [corner((p) => -p.x * 0.4 - p.y), corner((p) => p.x - p.y), corner((p) => p.x + p.y), corner((p) => p.y - p.x)];
  const out = (place: Place, dx: number, dy: number) => [place.x + dx, place.y + 22 + dy] as const;
  into.append(polygon([out(a!, -70, -60), out(b!, 80, -60), out(c!, 70, 60), out(d!, -90, 60)], { class: "ground", "stroke-linejoin": "round" }));
  for (const { x, y } of base.toSorted((one, other) => one.y - other.y)) {
    into.append(svg("ellipse", { cx: x, cy: y + 24, rx: 30, ry: 12, class: "rod-foot" }), svg("rect", { x: x - 4, y: y - (levels.length - 1) * 40 - 26, width: 8, height: (levels.length - 1) * 40 + 52, rx: 4, class: "rod" }));
  }
};

const tiles: Draw = (into, layout, places) => {
  for (const part of layout.groups) plate(into, part, 4, "plate-part");
  // Levels that lie on each other have one ground.
  const ground = layout.captions.length > 0 || layout.apart ? onBoard(places) : onBoard(places).filter((place) => place.level === places[0]!.level);
  for (const { x, y } of ground) into.append(svg("rect", { x: x - 45, y: y - 45, width: 90, height: 90, rx: 10, class: "tile-cell" }));
};

const slots: Draw = (into, _layout, places) => {
  const board = onBoard(places);
  plate(into, board, 14, "ground");
  for (const place of board) if (place.cell && !place.slot) into.append(polygon(place.cell, { class: "tile-cell", "stroke-linejoin": "round" }));
};

/** Lined cells in groups. */
export const grouped: Draw = (into, layout) => {
  for (const part of layout.groups) {
    plate(into, part, 0, "ground");
    const xs = part.map((place) => place.x);
    const ys = part.map((place) => place.y);
    const [left, right, top, bottom] = [Math.min(...xs) - 50, Math.max(...xs) + 50, Math.min(...ys) - 50, Math.max(...ys) + 50];
    const lines: string[] = [];
    for (let x = left + 100; x < right - 1; x += 100) lines.push(`M${round(x)} ${round(top + 10)}V${round(bottom - 10)}`);
    for (let y = top + 100; y < bottom - 1; y += 100) lines.push(`M${round(left + 10)} ${round(y)}H${round(right - 10)}`);
    into.append(path(lines.join(""), { class: "ink", "stroke-width": 3, "stroke-linecap": "round" }));
  }
};

/** Cells that hold all levels of a column: the first level is the middle of each. */
export const cellField: Draw = (into, layout, places) => {
  const half = wide(layout.levels) / 2;
  const lowest = Math.min(...places.map((place) => place.level));
  for (const { x, y } of places.filter((place) => place.level === lowest)) {
    into.append(svg("rect", { x: x - half, y: y - half, width: half * 2, height: half * 2, class: "ground" }), svg("rect", { x: x - half, y: y - half, width: half * 2, height: half * 2, class: "ink", "stroke-width": 3 }));
  }
};

export const LOOKS = { holes, rings, rods, tiles, slots };
