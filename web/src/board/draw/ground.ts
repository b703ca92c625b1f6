/**
 * The board without anything on it: cells, lines, zone marks, coordinates. Drawn once for a
 * topology and a turning.
 */
import type { Look, ZoneSign, ZoneView } from "../../contract";
import type { Layout, Place } from "../layout/fit";
import type { Paint } from "../pieces/paint";
import { INWARDS } from "./column";
import { cellField, grouped, LOOKS, rodField } from "./looks";
import { hueOf } from "../pieces/tokens";
import { circle, group, path, polygon, round, svg, text, type Point } from "../svg";

export interface GroundTexts {
  level: (number: string) => string;
}

/** What the pieces say about a board. */
export interface Signs {
  /** A river crosses it. */
  river: boolean;
  /** What the look says of zones. */
  zones?: NonNullable<Look["zones"]>;
  /** Camps are where pieces promote: the corners of their thirds are dotted. */
  promotes: boolean;
}

export function ground(
  layout: Layout,
  zones: readonly ZoneView[],
  players: Map<string, Paint>,
  shades: Map<string, number>,
  words: GroundTexts,
  signs: Signs,
): { below: SVGGElement; coordinates: SVGGElement } {
  const below = group({ class: "below", "aria-hidden": "true" });
  const places = layout.spots;
  drawOf(layout)(below, layout, places, shades, signs.river);
  below.append(...slots(layout));
  for (const place of places.filter((one) => one.aside && one.members.length === 0)) {
    below.append(svg("rect", { x: place.x - 46, y: place.y - 46, width: 92, height: 92, rx: 18, class: "tray" }));
  }
  const edges = layout.kind === "hex" && layout.ground !== "rings" ? goalEdges(places, zones.map((zone) => edgeOf(zone, signs)), players) : [];
  // What is an edge of the board needs no sign on each of its cells.
  below.append(...edges, ...zoneMarks(layout, edges.length > 0 ? zones.filter((zone) => !zone.player) : zones, players, signs));
  const coordinates = group({ class: "coordinates", "aria-hidden": "true" });
  for (const label of layout.labels) {
    coordinates.append(text(label.x, label.y + (label.part === "own" ? 0 : 8), label.text, { class: label.part === "own" ? "own-name" : "coordinate" }));
  }
  for (const caption of layout.captions) coordinates.append(text(caption.x, caption.y, words.level(caption.text), { class: "coordinate" }));
  return { below, coordinates };
}

/** The slots outside the board, for any contents of the board. */
export function slots(layout: Layout): SVGElement[] {
  const beside = layout.spots.filter((place) => place.aside && place.members.length > 0);
  return beside.map((place) => svg("rect", { x: place.x - 46, y: place.y - 46, width: 92, height: 92, rx: 12, class: "slot" }));
}

type Draw = (into: SVGGElement, layout: Layout, places: Place[], shades: Map<string, number>, river: boolean) => void;

const squares: Draw = (into, layout, places, shades) => {
  const lattice = places.filter((place) => !place.aside);
  const odd = shades.size > 0;
  // Without a word of the rules the lower left corner is dark.
  const lowest = Math.max(...lattice.map((place) => place.lattice?.[1] ?? 0));
  const dark = (place: Place) =>
    odd ? (shades.get(place.id) ?? 0) === 1 : place.lattice ? (place.lattice[0] + place.lattice[1] + lowest) % 2 === 0 : false;
  const { x, y, width, height } = around(lattice, layout.fillers);
  const whole = lattice.length + layout.fillers.length >= Math.round((width / 100) * (height / 100)) * Math.max(1, layout.levels) * 0.999;
  if (!whole) for (const { cell } of lattice) if (cell) into.append(polygon(cell, { class: "outline" }));
  const clip = `corners-${Math.round(width)}-${Math.round(height)}`;
  const cells = group(whole && layout.levels === 1 ? { "clip-path": `url(#${clip})` } : {});
  if (whole) {
    into.append(svg("defs", {}, svg("clipPath", { id: clip }, svg("rect", { x, y, width, height, rx: 14 }))));
  }
  for (const [cx, cy] of layout.fillers) {
    cells.append(svg("rect", { x: cx - 50, y: cy - 50, width: 100, height: 100, class: "sq-light" }));
  }
  for (const place of lattice) {
    const name = layout.fillers.length > 0 || dark(place) ? "sq-dark" : "sq-light";
    cells.append(svg("rect", { x: place.x - 50, y: place.y - 50, width: 100, height: 100, class: name }));
  }
  into.append(cells);
};

/** The box around square cells. */
function around(places: readonly Place[], fillers: readonly Point[] = []) {
  const xs = [...places.map((place) => place.x), ...fillers.map(([x]) => x)];
  const ys = [...places.map((place) => place.y), ...fillers.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs) - 50, Math.min(...ys) - 50];
  return { x, y, width: Math.max(...xs) + 50 - x, height: Math.max(...ys) + 50 - y };
}

const lined: Draw = (into, layout, places) => {
  const lattice = places.filter((place) => !place.aside);
  for (const { cell } of lattice) if (cell) into.append(polygon(cell, { class: "ground", stroke: "none" }));
  const whole = group();
  for (const place of lattice) {
    whole.append(svg("rect", { x: place.x - 50, y: place.y - 50, width: 100, height: 100, class: "ink", "stroke-width": 2.2 }));
  }
  const { x, y, width, height } = around(lattice);
  if (layout.levels === 1 && lattice.length === Math.round((width / 100) * (height / 100))) {
    into.prepend(svg("rect", { x: x - 14, y: y - 14, width: width + 28, height: height + 28, rx: 14, class: "ground" }));
  }
  into.append(whole);
};

const points: Draw = (into, layout, places, _shades, river) => {
  const board = places.filter((place) => !place.aside);
  const xs = board.map((place) => place.x);
  const ys = board.map((place) => place.y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const reach = arcReach(layout);
  const margin = 62;
  into.append(
    svg("rect", {
      x: Math.min(left, reach.left) - margin,
      y: Math.min(top, reach.top) - margin,
      width: Math.max(right, reach.right) - Math.min(left, reach.left) + 2 * margin,
      height: Math.max(bottom, reach.bottom) - Math.min(top, reach.top) + 2 * margin,
      rx: 14,
      class: "ground",
    }),
  );
  const regular = layout.kind === "points" && board.length > 60;
  const width = regular ? 2.2 : 4;
  const middle = (top + bottom) / 2;
  const across = (a: Place, b: Place) =>
    river && (a.y - middle) * (b.y - middle) < 0 && Math.abs(a.x - left) > 1 && Math.abs(a.x - right) > 1;
  const d = layout.lines
    .filter(([a, b]) => !across(a, b))
    .map(([a, b]) => `M${round(a.x)} ${round(a.y)}L${round(b.x)} ${round(b.y)}`)
    .join("");
  into.append(path(d, { class: "ink", "stroke-width": width, "stroke-linecap": "square" }));
  for (const arc of layout.arcs) into.append(path(arcPath(arc.a, arc.b, arc.middle), { class: "ink", "stroke-width": 4 }));
  if (regular && !river) into.append(...stars(board, left, top).map(([x, y]) => circle(x, y, 8, { class: "ink-dot" })));
  if (!regular) for (const place of board) into.append(circle(place.x, place.y, 10, { class: "ink-dot" }));
};

/** The star points of a square board of crossings with an odd side. */
function stars(board: Place[], left: number, top: number): Point[] {
  const size = Math.sqrt(board.length);
  if (!Number.isInteger(size) || size < 9 || size % 2 === 0) return [];
  const inset = size > 12 ? 3 : 2;
  const at = [inset, (size - 1) / 2, size - 1 - inset];
  const all = at.flatMap((x) => at.map((y) => [left + x * 100, top + y * 100] as const));
  return size > 12 ? all : all.filter((_, index) => index % 2 === 0);
}

/** Three quarters of a circle, or whatever part of it lies away from the middle of the board. */
export function arcPath(a: Point2, b: Point2, [mx, my]: Point, backwards = false): string {
  const radius = Math.hypot(a.x - mx, a.y - my);
  const cross = (a.x - mx) * (b.y - my) - (a.y - my) * (b.x - mx);
  const sweep = cross < 0 ? 1 : 0;
  const [from, to] = backwards ? [b, a] : [a, b];
  const way = backwards ? 1 - sweep : sweep;
  return `M${round(from.x)} ${round(from.y)}A${round(radius)} ${round(radius)} 0 1 ${way} ${round(to.x)} ${round(to.y)}`;
}

interface Point2 {
  x: number;
  y: number;
}

function arcReach(layout: Layout) {
  const reach = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const { a, middle } of layout.arcs) {
    const radius = Math.hypot(a.x - middle[0], a.y - middle[1]);
    reach.left = Math.min(reach.left, middle[0] - radius);
    reach.right = Math.max(reach.right, middle[0] + radius);
    reach.top = Math.min(reach.top, middle[1] - radius);
    reach.bottom = Math.max(reach.bottom, middle[1] + radius);
  }
  return reach;
}

const cells: Draw = (into, layout, places, shades) => {
  for (const place of places) {
    if (!place.cell || place.aside) continue;
    const up = layout.kind === "triangle" && place.cell.filter(([, y]) => y > place.y).length === 2;
    const shade = layout.kind === "hex" && shades.size > 0 ? ` shade-${shades.get(place.id) ?? 0}` : "";
    into.append(polygon(place.cell, { class: `cell${up ? " cell-2" : ""}${shade}`, "stroke-linejoin": "round" }));
  }
};

const track: Draw = (into, _layout, places) => {
  if (places.some((place) => place.inwards)) {
    racePoints(into, places.filter((one) => !one.aside));
    return;
  }
  for (const place of places.filter((one) => !one.aside)) {
    into.append(svg("rect", { x: place.x - 48, y: place.y - 48, width: 96, height: 96, rx: 14, class: "cell", "stroke-width": 2.4 }));
    into.append(svg("rect", { x: place.x - 30, y: place.y - 30, width: 60, height: 60, rx: 8, class: "cell", fill: "none" }));
  }
};

/** Long triangles in two shades, from the rim of the board inwards. */
function racePoints(into: SVGGElement, places: Place[]): void {
  const { x, y, width, height } = around(places);
  into.append(svg("rect", { x: x - 14, y: y - 14, width: width + 28, height: height + 28, rx: 14, class: "ground" }));
  const middle = x + width / 2;
  into.append(svg("rect", { x: middle - 50, y: y - 14, width: 100, height: height + 28, class: "bar" }));
  places.forEach((place) => {
    const column = Math.round((place.x - x - 50 - (place.x > middle ? 110 : 0)) / 100) + (place.inwards === 1 ? 1 : 0);
    const rim = place.y - place.inwards! * 50;
    into.append(polygon([[place.x - 46, rim], [place.x + 46, rim], [place.x, rim + place.inwards! * (INWARDS - 20)]], { class: `point${column % 2 === 0 ? "" : " b"}` }));
  });
}

const pits: Draw = (into, layout, places) => {
  const { x, y, width, height } = layout.box;
  into.append(svg("rect", { x: x - 20, y: y - 44, width: width + 40, height: height + 88, rx: 56, class: "ground" }));
  for (const place of [...places, ...layout.stores.values()]) {
    const half = place.store ? height / 2 - 7 : 43;
    into.append(svg("rect", { x: place.x - 43, y: place.y - half, width: 86, height: half * 2, rx: 43, class: "pit" }));
  }
};

/** What a look asks for, or the drawing of the kind. */
const drawOf = (layout: Layout): Draw => {
  if (layout.ground in LOOKS) return LOOKS[layout.ground as keyof typeof LOOKS];
  if (layout.groups.length > 1) return grouped;
  if (layout.inCells) return cellField;
  return layout.onRods ? rodField : DRAW[layout.kind];
};

/** A zone whose sites a look puts at an edge has that edge, though it has no owner. */
const edgeOf = (zone: ZoneView, signs: Signs): ZoneView => (!zone.player && signs.zones?.[zone.name]?.sign === "edge" ? { ...zone, player: zone.name } : zone);

const DRAW: Record<Layout["kind"], Draw> = {
  checkered: squares,
  lined,
  points,
  graph: points,
  hex: cells,
  triangle: cells,
  shapes: cells,
  track,
  pits,
};

/**
 * Bands along the outer edges of cells that lie in a player's border zone: solid for one side,
 * beaded for the other.
 */
function goalEdges(places: Place[], zones: readonly ZoneView[], players: Map<string, Paint>): SVGElement[] {
  const centres = new Set(places.map((place) => `${Math.round(place.x)} ${Math.round(place.y)}`));
  const middle = centre(places);
  const owned = zones.filter((zone) => zone.player && zone.sites.length > 2);
  const sides = owned.map((zone) => {
    const sites = zone.sites.map((id) => places.find((place) => place.id === id)).filter((one) => one !== undefined);
    const [x, y] = centre(sites);
    return { zone, sites: new Set(sites), x: x - middle[0], y: y - middle[1] };
  });
  const bands = new Map<string, string[]>();
  let border = true;
  for (const place of places) {
    const mine = sides.filter((side) => side.sites.has(place));
    if (mine.length === 0 || !place.cell) continue;
    let outer = 0;
    place.cell.forEach(([x1, y1], index) => {
      const [x2, y2] = place.cell![(index + 1) % place.cell!.length]!;
      const [nx, ny] = [(x1 + x2) / 2 - place.x, (y1 + y2) / 2 - place.y];
      if (centres.has(`${Math.round(place.x + 2 * nx)} ${Math.round(place.y + 2 * ny)}`)) return;
      outer += 1;
      const best = mine.toSorted((a, b) => (b.x * nx + b.y * ny) / Math.hypot(b.x, b.y) - (a.x * nx + a.y * ny) / Math.hypot(a.x, a.y))[0]!;
      const owner = best.zone.player!;
      bands.set(owner, [...(bands.get(owner) ?? []), `M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}`]);
    });
    border &&= outer > 0;
  }
  if (!border || bands.size < 2) return [];
  return [...bands].flatMap(([owner, parts], index) => {
    // Sides without an owner have colours that no player has.
    const paint = players.get(owner)?.name ?? ["purple-side", "green-side", "gold-side"][index % 3]!;
    const band = path(parts.join(""), { class: `${paint}-band`, "stroke-width": 11, "stroke-linecap": "round" });
    return index % 2 === 0 || !players.has(owner) ? [band] : [band, path(parts.join(""), { class: "beads" })];
  });
}

function centre(places: readonly Place[]): Point {
  const x = places.reduce((sum, place) => sum + place.x, 0);
  const y = places.reduce((sum, place) => sum + place.y, 0);
  return [x / places.length, y / places.length];
}

/** Zones with a meaning for players, by the words that rules use for such places. */
const SHOWN: [RegExp, ZoneSign | "palace" | "dots"][] = [
  [/rosette|^(refuge|safe)$/i, "rosette"],
  [/throne|castle|fortress/i, "cross"],
  [/^trap$/i, "trap"],
  [/^den$/i, "den"],
  [/^(places?|goals?|targets?|rebirth|happiness)$/i, "target"],
  [/^(river|water|lake|sea)$/i, "water"],
  [/palace/i, "palace"],
  [/promotion/i, "dots"],
  [/camp|corner|home-?field/i, "tint"],
];

const WAVES = "M-30 -12 q7.5 -9 15 0 t15 0 t15 0 t15 0 M-30 14 q7.5 -9 15 0 t15 0 t15 0 t15 0";

function zoneMarks(layout: Layout, zones: readonly ZoneView[], players: Map<string, Paint>, signs: Signs): SVGElement[] {
  const marks: SVGElement[] = [];
  for (const zone of zones) {
    const found = signs.zones?.[zone.name]?.sign ?? SHOWN.find(([name]) => name.test(zone.name))?.[1];
    const hue = hueOf(zone.name);
    const look = found === "tint" && signs.promotes ? "dots" : found;
    const places = zone.sites.map((id) => layout.places.get(id)).filter((place) => place !== undefined);
    if (hue && !zone.player) {
      for (const place of places) if (place.cell) marks.push(polygon(place.cell, { class: `${hue} hue-cell` }));
      continue;
    }
    if (!look || look === "none" || look === "edge" || places.length === 0 || places.length > layout.places.size / 2) continue;
    if (look === "palace" || look === "dots") {
      if (look === "palace" && layout.kind === "points") marks.push(...apart(places).map(palace));
      if (look === "dots" && layout.kind === "lined") marks.push(...thirds(layout));
      continue;
    }
    for (const place of places) {
      if (look === "rosette") marks.push(rosette(place));
      else if (look === "cross") marks.push(path(`M${place.x - 34} ${place.y - 34}l68 68M${place.x + 34} ${place.y - 34}l-68 68`, { class: "zone-mark" }));
      else if (look === "target") marks.push(circle(place.x, place.y, 20, { class: "zone-mark" }), circle(place.x, place.y, 6, { class: "petal" }));
      else if (look === "trap") marks.push(trap(place));
      else if (look === "den") marks.push(den(place));
      else if (look === "dot") marks.push(circle(place.x, place.y, 12, { class: "petal" }));
      else if (look === "water" && place.cell) marks.push(polygon(place.cell, { class: "water" }), path(WAVES, { class: "waves", transform: `translate(${round(place.x)} ${round(place.y)})` }));
      else if (place.cell) marks.push(polygon(place.cell, { class: `${tintOf(players.get(zone.player ?? ""))} zone-tint` }));
    }
  }
  return marks;
}

/** A pit under a grating. */
const trap = ({ x, y }: Place) =>
  group(
    { transform: `translate(${round(x)} ${round(y)})` },
    svg("rect", { x: -38, y: -38, width: 76, height: 76, rx: 12, class: "trap" }),
    path("M-38 -13 H38 M-38 13 H38 M-13 -38 V38 M13 -38 V38", { class: "trap-line" }),
  );

/** The mouth of a cave. */
const den = ({ x, y }: Place) =>
  group(
    { transform: `translate(${round(x)} ${round(y)})` },
    path("M-44 40 V4 C-44 -26 -24 -44 0 -44 C24 -44 44 -26 44 4 V40 Z", { class: "den" }),
    path("M-26 40 V8 C-26 -12 -14 -24 0 -24 C14 -24 26 -12 26 8 V40 Z", { class: "den-mouth" }),
  );

/** The groups of neighbouring places on a square lattice. */
function apart(places: readonly Place[]): Place[][] {
  const groups: Place[][] = [];
  const left = new Set(places);
  for (const first of places) {
    if (!left.delete(first)) continue;
    const part = [first];
    for (const at of part) {
      for (const next of left) {
        if (Math.hypot(next.x - at.x, next.y - at.y) > 150) continue;
        left.delete(next);
        part.push(next);
      }
    }
    groups.push(part);
  }
  return groups;
}

/** Light and dark armies have no colour that shows on any ground. */
const tintOf = (paint: Paint | undefined) => (paint?.mark ? `${paint.name}-tint` : "camp-tint");

function palace(places: Place[]): SVGElement {
  const xs = places.map((place) => place.x);
  const ys = places.map((place) => place.y);
  const [x1, x2, y1, y2] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return path(`M${x1} ${y1}L${x2} ${y2}M${x2} ${y1}L${x1} ${y2}`, { class: "ink", "stroke-width": 2.2 });
}

/** The dots where the thirds of a lined board meet. */
function thirds(layout: Layout): SVGElement[] {
  const { x, y, width, height } = around(layout.spots.filter((place) => !place.aside));
  if (Math.round(width) % 300 !== 0 || Math.round(height) % 300 !== 0) return [];
  return [1, 2].flatMap((i) => [1, 2].map((j) => circle(x + (width / 3) * i, y + (height / 3) * j, 6, { class: "ink-dot" })));
}

/** Eight petals: a place where pieces are safe. */
function rosette(place: Place): SVGElement {
  const petals = Array.from({ length: 8 }, (_, at) =>
    path("M0 0 C-14 -16 -11 -34 0 -38 C11 -34 14 -16 0 0 Z", { class: "petal", transform: `rotate(${at * 45})` }),
  );
  return group({ transform: `translate(${round(place.x)} ${round(place.y)})` }, ...petals, circle(0, 0, 7, { class: "petal-heart" }));
}
