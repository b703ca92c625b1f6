/**
 * Where everything on a board lies, found out from its topology alone: which kind of board it is,
 * and each site's place in units of 100 to a cell. Nothing here knows a game.
 */
import type { Board, Look, LookKind } from "../../contract";
import type { Point } from "../svg";
import { axesOf, type Axis } from "./axes";
import { cellOf, pieceBox, square } from "./cells";
import { labels, type Label } from "./labels";
import { mainPart, rowsBeside } from "./parts";
import { addRows, addStores } from "./beside";
import { hasPoints, pointOf, POINTS_APART } from "./points";
import { around, Shelf } from "./shelf";
import { springLayout } from "./spring";
import { addCovers, GAP, PART, placeOf, rodsOf, slantOf, slotCell, slotPlace, wideOf, withinCell } from "./look";

export type Kind = "checkered" | "lined" | "points" | "hex" | "triangle" | "graph" | "track" | "pits" | "shapes";

/**
 * The kind that says where things lie, of each kind that a look knows; none where the topology
 * decides.
 */
const LIES: Record<LookKind, Kind | null> = {
  checkered: "checkered", lined: "lined", points: "points", hex: "hex", triangle: "triangle", graph: "graph", track: "track", pits: "pits", shapes: "shapes",
  race: "track", slots: "lined", holes: "lined", tiles: "lined", rods: "track", rings: null,
};

export interface Place {
  id: string;
  name: string;
  x: number;
  y: number;
  level: number;
  /** The outline of its cell; none where pieces stand on a point. */
  cell: Point[] | null;
  /** Column and row on a square lattice, before any turning of the board. */
  lattice: [number, number] | null;
  /** Off the board proper: a tray, a home, a place for dice. */
  aside: boolean;
  /** The side of the box that a piece is drawn in. */
  size: number;
  /** The sites of a slot outside the board, itself among them; empty for a site of its own. */
  members: string[];
  /** A store of a sowing board: as high as the board, or the player's whose number it shows. */
  store?: boolean;
  /** A slot between cells, which a wall fills. */
  slot?: boolean;
  /** A rod that holds pieces above each other. */
  rod?: boolean;
  /** Lies over other sites, and is seen only where something stands on it. */
  cover?: boolean;
  /**
   * On the points of a race: 1 where pieces lie one below the other, -1 where one above the other,
   * away from the rim.
   */
  inwards?: 1 | -1;
}

/** What a layout is made from: the part of a board that says where things are. */
export type Topology = Pick<Board, "kind" | "sites" | "links" | "tallies" | "start" | "look">;

export interface Layout {
  kind: Kind;
  /** How the ground is drawn: the kind, unless a look says otherwise. */
  ground: LookKind;
  /** The groups of cells that a gap separates. */
  groups: Place[][];
  /** Levels stand above each other on rods. */
  onRods: boolean;
  /** All levels of a column share one cell. */
  inCells: boolean;
  /** The middle of the bar of a race. */
  bar: Point | null;
  /** Where each site is. The sites of one slot share a place, which has the name of the first. */
  places: Map<string, Place>;
  /** Each place once. */
  spots: Place[];
  /** Links worth a line: each pair once. */
  lines: [Place, Place][];
  /** Links drawn as arcs, with the middle of the circle. */
  arcs: { a: Place; b: Place; middle: Point; /** Whether the two are neighbours on a line as well. */ stepToo: boolean }[];
  labels: Label[];
  captions: Label[];
  /** The least box around all places, without room for labels. */
  box: { x: number; y: number; width: number; height: number };
  /** A checkered board whose rules know only one colour of square: the squares without a site. */
  fillers: Point[];
  levels: number;
  /** Whether levels are drawn far apart, for a view in depth. */
  apart: boolean;
  /** How far each level was moved from where the rules put it. */
  shifts: Map<number, Point>;
  /** At the ends of a sowing board, for players whose stores are numbers, not sites. */
  stores: Map<string, Place>;
  /**
   * From the units of sites to those of the layout; none where places lie otherwise than the rules
   * say.
   */
  plane: ((point: Point) => Point) | null;
}

export interface Wishes {
  /** Instead of the kind that the board itself hints at. */
  kind?: Kind | null;
  /** Whether shades of squares would say nothing, because no piece keeps to one. */
  plain?: boolean;
  /** Quarter turns clockwise; hexagons and graphs know only half turns. */
  turns: number;
  labels: boolean;
  /** Only the board, without the slots around it: for small pictures. */
  bare?: boolean;
  /** Slots above and below the board instead of at its sides: for narrow screens. */
  below?: boolean;
  /** Levels so far apart that a view in depth can take each for itself. */
  apart?: boolean;
}

/** Between levels that are drawn apart. */
const APART = 4000;

export const CELL = 100;

export interface Spot {
  id: string;
  name: string;
  x: number;
  y: number;
  z: number;
  shape: Point[] | null;
}

/** A topology with everything on it in its place. */
export function fit(topology: Topology, wishes: Wishes): Layout {
  const look: Look = topology.look ?? {};
  const covers = new Set(Object.keys(look.covers ?? {}));
  const spots = placed(topology, covers);
  const byId = new Map(spots.map((spot) => [spot.id, spot]));
  if (spots.length === 0) return EMPTY;
  const main = look.kind === "rods" || covers.size > 0 ? new Set(spots.map((spot) => spot.id)) : mainPart(spots, topology);
  const board = spots.filter((spot) => main.has(spot.id));
  const pairs = uniquePairs(topology, byId).filter(([a, b]) => main.has(a) && main.has(b));
  const axes = axesOf(board, pairs);
  // Places that nothing joins are pegs and trays, not squares.
  const wanted = (look.kind && LIES[look.kind]) ?? wishes.kind ?? null;
  const kind = pairs.length > 0 || board.length < 2 ? kindOf({ ...wishes, kind: wanted }, topology.kind ?? null, board, axes) : "track";
  const ground: LookKind = look.kind ?? kind;
  const places = new Map<string, Place>();
  const levels = [...new Set(spots.map((spot) => spot.z))].sort((a, b) => a - b);

  const positions = look.kind === "rods" ? rodsOf(board) : kind === "hex" && axes.hex ? hexPositions(board, axes.hex) : latticePositions(board, pairs, kind);
  if (positions.lattice && (look.groups || ground === "slots")) {
    const { at, lattice } = positions;
    const groups = look.groups;
    positions.at = (spot) => {
      const place = lattice.get(spot.id);
      if (!place) return at(spot);
      return ground === "slots" ? slotPlace(place) : [place[0] * CELL + Math.floor(place[0] / groups![0]!) * GAP, place[1] * CELL + Math.floor(place[1] / groups![1]!) * GAP];
    };
  }
  const apart = (wishes.apart ?? false) && look.levels !== "cell" && levels.length > 1;
  const onRods = look.levels === "rods" && levels.length > 1 && !apart;
  const inCells = look.levels === "cell" && levels.length > 1;
  const isStacked = look.levels === "stacked" && levels.length > 1 && !apart;
  const rows = levels.length > 1 ? [] : rowsBeside(spots, main);
  const points = (look.kind === undefined || look.kind === "race") && kind === "track" && hasPoints(board, topology.start ?? []) && wishes.turns % 2 === 0;
  const inRows = new Set(rows.flatMap((row) => row.members));
  const across = Math.max(...board.map((spot) => spot.x)) - Math.min(...board.map((spot) => spot.x));
  const middle = (across * CELL) / 2;
  const turnedRound = ((wishes.turns % 4) + 4) % 4 === 2;
  // The bar of a race stands between its two halves.
  const parted = (x: number) => (points ? x + (turnedRound ? (x < -middle ? -BAR : 0) : x > middle ? BAR : 0) : x);
  const stretch = ([x, y]: Point): Point => [parted(x), points ? y * POINTS_APART : y];
  const captions: Label[] = [];
  const shelf = new Shelf(levels.length);
  const shifts = new Map<number, Point>();
  for (const level of levels) {
    const here = spots.filter((spot) => spot.z === level && !inRows.has(spot.id));
    const turned = here.map((spot) => stretch(turn(positions.at(spot), wishes.turns, kind)));
    const box = around(turned);
    const nth = levels.indexOf(level);
    const [dx, dy] = apart ? [nth * APART, 0] : inCells ? withinCell(nth, levels.length) : isStacked || onRods ? slantOf(nth, onRods) : levels.length > 1 ? shelf.place(box) : [0, 0];
    shifts.set(level, [dx, dy]);
    here.forEach((spot, index) => {
      const [x, y] = inCells ? wideOf(turned[index]!, levels.length) : onRods ? placeOf(turned[index]!) : turned[index]!;
      const lattice = positions.lattice?.get(spot.id) ?? null;
      places.set(spot.id, {
        id: spot.id,
        name: spot.name,
        x: x + dx,
        y: y + dy,
        level,
        cell: null,
        lattice,
        aside: !main.has(spot.id),
        size: CELL,
        members: [],
      });
    });
    if (levels.length > 1 && !isStacked && !onRods && !inCells && !apart) captions.push({ x: box.x + dx + box.width / 2, y: box.y + dy - 72, text: String(levels.indexOf(level) + 1), part: "level" });
  }

  if (!wishes.bare) addRows(places, rows, wishes.turns, wishes.below ?? false);
  const lines = linesOf(kind, places, topology);
  const arcs = topology.links.flatMap((link) => {
    const [a, b] = [places.get(link.a), places.get(link.b)];
    if (!link.arc || !a || !b) return [];
    return [{ a, b, middle: turn(positions.scale(link.arc), wishes.turns, kind), stepToo: link.drawn }];
  });
  for (const spot of spots) {
    const place = places.get(spot.id);
    if (!place) continue;
    if (place.aside) {
      place.cell = square(place, place.members.length > 0 ? 46 : 48);
      place.size = place.members.length > 0 ? 84 : 92;
      continue;
    }
    place.cell = cellOf(kind, place, spot, pairs, places, positions.scale, wishes.turns);
    if (points) pointOf(place, boxOf([...places.values()], []));
    if (ground === "slots" && place.lattice) slotCell(place, wishes.turns);
    // From above a rod is a point.
    if (ground === "rods" && wishes.apart) Object.assign(place, { rod: true, cell: null, size: 200 });
    else if (ground === "rods") Object.assign(place, { rod: true, cell: [[place.x - 110, place.y - 190], [place.x + 110, place.y - 190], [place.x + 110, place.y + 40], [place.x - 110, place.y + 40]] });
    if (inCells) Object.assign(place, { cell: square(place, PART / 2), size: PART });
    if (onRods) Object.assign(place, { cell: null, size: 74 });
    if (kind === "triangle" || kind === "shapes") place.size = pieceBox(place);
    if (kind === "graph" || kind === "points" || kind === "pits") place.size = 92;
  }
  const all = [...new Set(places.values())];
  addCovers(places, look.covers ?? {});
  const groups = look.groups ? groupsOf(all, look.groups) : [];
  for (const place of places.values()) place.name = look.names?.[place.id] ?? place.name;
  const stores = kind === "pits" ? addStores(all, topology.tallies ?? [], wishes) : new Map<string, Place>();
  const fillers = kind === "checkered" ? fillersOf(all.filter((place) => !place.aside)) : [];
  const xs = all.filter((place) => !place.aside).map((place) => place.x);
  const ys = all.filter((place) => !place.aside).map((place) => place.y);
  return {
    kind,
    ground,
    groups,
    onRods,
    inCells,
    bar: points ? [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2] : null,
    places,
    spots: all,
    lines,
    arcs,
    labels: wishes.labels && all.length <= 400 && arcs.length === 0 && !isStacked && !onRods && !inCells ? labels(all, kind, look) : [],
    captions,
    box: boxOf([...all, ...stores.values()], fillers),
    fillers,
    levels: levels.length,
    apart,
    shifts,
    stores,
    plane: levels.length === 1 && !together(topology.sites) ? (point) => stretch(turn(positions.scale(point), wishes.turns, kind)) : null,
  };
}

/** The cells of each group, by their places on the lattice. */
function groupsOf(all: readonly Place[], [columns, rows]: readonly [number, number]): Place[][] {
  const found = new Map<string, Place[]>();
  for (const place of all) {
    if (!place.lattice || place.aside) continue;
    const key = `${Math.floor(place.lattice[0] / columns)} ${Math.floor(place.lattice[1] / rows)}`;
    found.set(key, [...(found.get(key) ?? []), place]);
  }
  return [...found.values()];
}

/** The width of the bar of a race. */
const BAR = 110;

const EMPTY: Layout = {
  kind: "graph",
  ground: "graph",
  groups: [],
  onRods: false,
  inCells: false,
  bar: null,
  places: new Map(),
  spots: [],
  lines: [],
  arcs: [],
  labels: [],
  captions: [],
  box: { x: 0, y: 0, width: CELL, height: CELL },
  fillers: [],
  levels: 0,
  apart: false,
  shifts: new Map(),
  stores: new Map(),
  plane: null,
};

/** The sites that are drawn; springs find places for a board whose sites all lie on one spot. */
function placed(topology: Topology, covers: ReadonlySet<string>): Spot[] {
  const sites = topology.sites.filter((site) => !site.hidden && !covers.has(site.id));
  const found = topology.look?.namedPlaces ? namedPlaces(sites) : together(sites) ? springLayout(topology) : null;
  return sites.map((site) => ({
    id: site.id,
    name: site.id,
    x: found?.get(site.id)?.[0] ?? site.x,
    y: found?.get(site.id)?.[1] ?? site.y,
    z: site.z ?? 0,
    shape: site.outline && site.outline.length > 2 ? site.outline : null,
  }));
}

/** Places that names say: letters across, numbers upwards. */
function namedPlaces(sites: Topology["sites"]): Map<string, Point> {
  const named = sites.flatMap(({ id }) => {
    const parts = /^([a-z]{1,2})(\d{1,2})$/.exec(id);
    if (!parts) return [];
    const column = [...parts[1]!].reduce((value, letter) => value * 26 + letter.charCodeAt(0) - 96, 0) - 1;
    return [[id, [column, -Number(parts[2])] as const] as const];
  });
  return new Map(named);
}

const together = (all: Topology["sites"]) => {
  const sites = all.filter((site) => !site.hidden);
  return sites.length > 1 && sites.every((site) => site.x === sites[0]!.x && site.y === sites[0]!.y);
};

export type Pair = [string, string];

function uniquePairs(topology: Topology, byId: Map<string, Spot>): Pair[] {
  const seen = new Set<string>();
  const pairs: Pair[] = [];
  for (const { a, b } of topology.links) {
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    if (a !== b && byId.has(a) && byId.has(b) && !seen.has(key)) {
      seen.add(key);
      pairs.push([a, b]);
    }
  }
  return pairs;
}

/** The user's choice, or a fact of the contract, or else a guess from sites and links. */
function kindOf({ kind: wish = null, plain = false }: Wishes, hint: Kind | null, spots: Spot[], axes: ReturnType<typeof axesOf>): Kind {
  const lattice = axes.lattice;
  if (wish && (lattice || (wish !== "checkered" && wish !== "lined" && wish !== "points"))) return wish;
  if (hint === "triangle" || hint === "pits" || hint === "track") return hint;
  if (hint === "points" && lattice) return hint;
  if (spots.every((spot) => spot.shape)) {
    const corners = new Set(spots.map((spot) => spot.shape!.length));
    if (corners.size === 1 && corners.has(3)) return "triangle";
    if (!lattice && !axes.hex) return "shapes";
  }
  if (axes.hex) return "hex";
  if (!lattice) return "graph";
  if (lattice.oneColour) return "checkered";
  const squares = lattice.diagonal > 0.9 && !lattice.gaps;
  if (!squares && (lattice.joined < 0.7 || lattice.gaps)) return "points";
  if (!squares && lattice.diagonal > 0.1 && lattice.diagonal <= 0.6) return "points";
  const [columns, rows] = [distinct(spots.map((spot) => spot.x)), distinct(spots.map((spot) => spot.y))];
  const levels = distinct(spots.map((spot) => spot.z));
  if (columns >= 3 * rows && rows > 1) return "track";
  if (lattice.diagonal > 0.6 && !plain) return "checkered";
  return columns * rows * levels > spots.length && spots.length < 45 ? "track" : "lined";
}

const distinct = (values: readonly number[]) => new Set(values.map((value) => Math.round(value * 100))).size;

interface Positions {
  at(spot: Spot): Point;
  lattice: Map<string, [number, number]> | null;
  /** From the units of the rules to those of the board. */
  scale: (point: Point) => Point;
}

function hexPositions(spots: Spot[], [a, b]: [Axis, Axis]): Positions {
  // Both axes become edges of an equilateral lattice, turned so that one of them stays level or
  // upright.
  const upright = Math.abs(a.y) < Math.abs(a.x) * 0.2 || Math.abs(b.y) < Math.abs(b.x) * 0.2;
  const angle = (axis: Axis) => {
    const raw = Math.atan2(axis.y, axis.x);
    const step = Math.PI / 3;
    const offset = upright ? 0 : step / 2;
    return Math.round((raw - offset) / step) * step + offset;
  };
  const ideal = (axis: Axis): Point => [Math.cos(angle(axis)) * CELL, Math.sin(angle(axis)) * CELL];
  const [ia, ib] = [ideal(a), ideal(b)];
  const determinant = a.x * b.y - a.y * b.x;
  const origin = spots[0]!;
  const scale = ([px, py]: Point): Point => {
    const [x, y] = [px - origin.x, py - origin.y];
    const u = (x * b.y - y * b.x) / determinant;
    const v = (a.x * y - a.y * x) / determinant;
    return [u * ia[0] + v * ib[0], u * ia[1] + v * ib[1]];
  };
  return { at: (spot) => scale([spot.x, spot.y]), lattice: null, scale };
}

function latticePositions(spots: Spot[], pairs: Pair[], kind: Kind): Positions {
  const { ux, uy, fits } = steps(spots, pairs);
  const x0 = Math.min(...spots.map((spot) => spot.x));
  const y0 = Math.min(...spots.map((spot) => spot.y));
  if (kind === "triangle" || kind === "shapes" || kind === "graph" || kind === "pits" || !fits) {
    // One scale for both axes: the shape of the board is what its author drew.
    const unit = shortest(spots, pairs) || 1;
    const wanted = kind === "triangle" ? 62 : CELL;
    const scale = ([x, y]: Point): Point => [((x - x0) * wanted) / unit, ((y - y0) * wanted) / unit];
    return { at: (spot) => scale([spot.x, spot.y]), lattice: null, scale };
  }
  const lattice = new Map<string, [number, number]>();
  for (const spot of spots) lattice.set(spot.id, [Math.round((spot.x - x0) / ux), Math.round((spot.y - y0) / uy)]);
  const scale = ([x, y]: Point): Point => [((x - x0) * CELL) / ux, ((y - y0) * CELL) / uy];
  return { at: (spot) => scale([spot.x, spot.y]), lattice, scale };
}

/** The steps of the square lattice that all spots lie on, if there is one. */
export function steps(spots: readonly { x: number; y: number; z: number }[], pairs: readonly Pair[]) {
  const gap = (values: number[]) => {
    const sorted = [...new Set(values.map((value) => Math.round(value * 100) / 100))].sort((a, b) => a - b);
    const gaps = sorted.slice(1).map((value, index) => value - sorted[index]!);
    if (gaps.length === 0) return 0;
    // Places are rounded, and over a whole board that adds up: the step is a whole part of its
    // width.
    const width = sorted.at(-1)! - sorted[0]!;
    return width / Math.round(width / Math.min(...gaps));
  };
  let ux = gap(spots.map((spot) => spot.x));
  let uy = gap(spots.map((spot) => spot.y));
  ux ||= uy || 1;
  uy ||= ux;
  const x0 = Math.min(...spots.map((spot) => spot.x));
  const y0 = Math.min(...spots.map((spot) => spot.y));
  const off = (value: number) => Math.abs(value - Math.round(value));
  const fits = spots.every((spot) => off((spot.x - x0) / ux) < 0.04 && off((spot.y - y0) / uy) < 0.04);
  return { ux, uy, fits: fits && (pairs.length > 0 || spots.length > 1) };
}

function shortest(spots: Spot[], pairs: Pair[]): number {
  const byId = new Map(spots.map((spot) => [spot.id, spot]));
  let best = Infinity;
  for (const [a, b] of pairs) {
    const [p, q] = [byId.get(a)!, byId.get(b)!];
    const length = Math.hypot(p.x - q.x, p.y - q.y);
    if (p.z === q.z && length > 0) best = Math.min(best, length);
  }
  return Number.isFinite(best) ? best : 0;
}

export function turn([x, y]: Point, turns: number, kind: Kind): Point {
  const quarter = ((turns % 4) + 4) % 4;
  if (quarter === 2) return [-x, -y];
  if (kind === "triangle" || quarter === 0) return [x, y];
  return quarter === 1 ? [-y, x] : [y, -x];
}

function linesOf(kind: Kind, places: Map<string, Place>, topology: Topology): [Place, Place][] {
  if (kind !== "points" && kind !== "graph") return [];
  // On a board of roads in both directions a road in one direction is a tour that only the rules
  // walk.
  const drawn = topology.links.filter((link) => link.drawn && !link.arc);
  const both = drawn.filter((link) => link.there.length > 0 && (link.back?.length ?? 0) > 0);
  const lines = (both.length * 2 > drawn.length ? both : drawn)
    .map((link) => [places.get(link.a), places.get(link.b)])
    .filter((pair): pair is [Place, Place] => !!pair[0] && !!pair[1])
    .filter(([a, b]) => a.level === b.level && !a.aside && !b.aside);
  const straight = lines.filter(([a, b]) => Math.abs(a.x - b.x) < 1 || Math.abs(a.y - b.y) < 1);
  const slanted = lines.length - straight.length;
  // Diagonals joined everywhere say nothing (gomoku); joined here and there they are lines
  // (alquerque).
  const regular = kind === "points" && slanted > straight.length * 0.72;
  return withoutOverlaps(regular ? straight : lines);
}

/** A tour of the board may link what is far apart; such a link is no line of the board. */
function withoutOverlaps(lines: [Place, Place][]): [Place, Place][] {
  const joined = new Map<Place, Place[]>();
  const note = (a: Place, b: Place) => joined.set(a, [...(joined.get(a) ?? []), b]);
  for (const [a, b] of lines) {
    note(a, b);
    note(b, a);
  }
  return lines.filter(([a, b]) => {
    const length = Math.hypot(a.x - b.x, a.y - b.y);
    return !(joined.get(a) ?? []).some((c) => {
      if (c === b) return false;
      const first = Math.hypot(a.x - c.x, a.y - c.y);
      const second = Math.hypot(b.x - c.x, b.y - c.y);
      return first < length && second < length && first + second < length * 1.001;
    });
  });
}

function fillersOf(places: Place[]): Point[] {
  const taken = new Set(places.map((place) => `${Math.round(place.x)} ${Math.round(place.y)}`));
  const parities = new Set(places.map((place) => place.lattice && (place.lattice[0] + place.lattice[1]) % 2));
  if (parities.size !== 1) return [];
  const { x, y, width, height } = boxOf(places, []);
  const fillers: Point[] = [];
  for (let cx = x + CELL / 2; cx < x + width; cx += CELL) {
    for (let cy = y + CELL / 2; cy < y + height; cy += CELL) {
      if (!taken.has(`${Math.round(cx)} ${Math.round(cy)}`)) fillers.push([cx, cy]);
    }
  }
  return fillers;
}

export function boxOf(places: Place[], fillers: Point[]) {
  const xs: number[] = [];
  const ys: number[] = [];
  for (const place of places) {
    const corners = place.cell ?? [
      [place.x - CELL / 2, place.y - CELL / 2],
      [place.x + CELL / 2, place.y + CELL / 2],
    ];
    for (const [x, y] of corners) {
      xs.push(x);
      ys.push(y);
    }
  }
  for (const [x, y] of fillers) {
    xs.push(x - CELL / 2, x + CELL / 2);
    ys.push(y - CELL / 2, y + CELL / 2);
  }
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
