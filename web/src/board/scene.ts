/** The drawing: one SVG with its layers in painting order. It has no state of its own. */
import type { Board, CountView, Hand, Look, Mark, PieceView } from "../contract";
import { ground, slots } from "./draw/ground";
import { groundPicture, type GroundPicture } from "./draw/picture";
import * as marks from "./draw/marks";
import { placeHands, SLOT, type Hands } from "./hands";
import { CELL, fit, type Layout, type Place } from "./layout/fit";
import { drawPiece, pieceSet, type Faces, type PieceSet } from "./pieces";
import { NOBODY, paints, type Paint } from "./pieces/paint";
import { lamp, pit, type NumberPlace } from "./draw/seeds";
import { heapOfPlayer, type Heap } from "./play/sowing";
import type { Shown } from "./play/preview";
import { block, connected, isBlock } from "./draw/blocks";
import { column, inOrder } from "./draw/column";
import { circle, group, polygon, svg, text } from "./svg";
import { hasVanished, type Words } from "./words";

export interface SceneOptions {
  turns: number;
  labels: boolean;
  bare: boolean;
  handsBelow: boolean;
  hands: readonly Hand[];
  faces: Faces;
  ownImages: boolean;
  words: Words;
  /** Levels far apart, for a view in depth. */
  apart?: boolean;
}

/** What a pointer can be over. */
export type Target = { place: Place } | { hand: Hand };

/** A piece that a pointer lifts. */
export interface Lifted {
  /** Moves it to a point of the screen. */
  to(clientX: number, clientY: number): void;
  end(): void;
}

/** What shows a board and is pointed at: the drawing, or the view in depth. */
export interface Surface {
  readonly node: HTMLElement | SVGSVGElement;
  at(clientX: number, clientY: number): Target | null;
  lift(site: string | null, piece: { type?: string | null; owner?: string | null }): Lifted;
  /** Whether a pointer that drags what cannot be picked turns the view. */
  readonly turns: boolean;
}

/** Fills for numbers that are shown as colours. */
export const HUES = ["hue-brown", "hue-red", "hue-blue", "hue-yellow", "hue-green", "hue-purple", "hue-orange", "hue-pink"];

/** How much of its box a piece fills. */
const FILLED = 0.94;

const LAYERS = ["below", "coordinates", "slots", "last", "selection", "paths", "pieces", "targets", "removables", "refusals", "hits", "focus"] as const;
export type Layer = (typeof LAYERS)[number];

export class Scene implements Surface {
  readonly svg: SVGSVGElement;
  readonly layout: Layout;
  readonly hands: Hands;
  readonly set: PieceSet;
  readonly paints: Map<string, Paint>;
  readonly view: { x: number; y: number; width: number; height: number };
  #layers = new Map<Layer, SVGGElement>();
  #pieces = new Map<string, SVGGElement>();
  #heaps = new Map<Heap, SVGGElement>();
  /** The rings of a board that loses them. */
  #rings = new Map<string, Element>();
  #owners: string[];
  #board: Board;
  #options: SceneOptions;
  /** The author's picture of the board instead of ours. */
  #picture: GroundPicture | null;

  constructor(board: Board, options: SceneOptions) {
    this.#board = board;
    this.#options = options;
    const look: Look = board.look ?? {};
    this.paints = paints(board.players, look.players);
    this.#owners = board.players.filter((player) => player.kind === "chooser").map((player) => player.id);
    const captives = comeBack(board);
    const first = pieceSet(board.types, board.kind, captives, look.pieces);
    const kind = wantedKind(board, first);
    this.layout = fit(board, { kind, plain: isPlain(board, first), turns: options.turns, labels: options.labels, bare: options.bare, below: options.handsBelow, apart: options.apart ?? false });
    this.set = pieceSet(board.types, this.layout.kind, captives, look.pieces);
    this.svg = svg("svg", { class: "board", "aria-hidden": "true" });
    for (const name of LAYERS) {
      const layer = group({ class: name });
      this.#layers.set(name, layer);
      this.svg.append(layer);
    }
    // Hexagons are shaded only where pieces keep to one colour, as in chess.
    const shaded = this.layout.kind !== "hex" || this.set.name === "chess";
    const shades = new Map(board.sites.filter((site) => shaded && site.shade).map((site) => [site.id, site.shade!]));
    this.layer("below").setAttribute("aria-hidden", "true");
    this.#picture = options.ownImages ? groundPicture(this.layout, board.images ?? []) : null;
    if (this.#picture) this.layer("below").append(this.#picture.node, ...slots(this.layout));
    else {
      const drawn = ground(this.layout, board.zones, this.paints, shades, options.words, { river: hasRiver(board, this.set), promotes: this.set.name === "shogi", ...(look.zones ? { zones: look.zones } : {}) });
      this.layer("below").append(...drawn.below.childNodes);
      this.layer("coordinates").append(...drawn.coordinates.childNodes);
    }
    for (const ring of this.layer("below").querySelectorAll("[data-ring]")) this.#rings.set(ring.getAttribute("data-ring")!, ring);
    const labelled = this.#extent();
    this.hands = placeHands(options.hands, this.#owners, labelled, options.handsBelow, options.turns % 4 === 2, this.layout.bar);
    this.view = this.hands.box;
    const { x, y, width, height } = this.view;
    // Larger boards are shown smaller: their labels must not be.
    this.svg.style.setProperty("--label", `${Math.min(38, Math.max(13, Math.max(width, height) / 36))}px`);
    this.svg.setAttribute("viewBox", [x, y, width, height].map((value) => Math.round(value)).join(" "));
  }

  get turns(): boolean {
    return false;
  }

  get node(): SVGSVGElement {
    return this.svg;
  }

  layer(name: Layer): SVGGElement {
    return this.#layers.get(name)!;
  }

  paintOf(owner: string | null | undefined): Paint {
    return (owner ? this.paints.get(owner) : undefined) ?? NOBODY;
  }

  /** The board with its labels and the ground that lies beyond its outermost points. */
  #extent() {
    const { kind, labels, captions } = this.layout;
    const box = this.layout.apart ? around(this.layout.spots.filter((place) => place.level === this.layout.spots[0]!.level && !place.aside)) : this.layout.box;
    const margin = kind === "points" || kind === "graph" ? 14 : kind === "lined" ? 15 : kind === "pits" ? 30 : kind === "checkered" ? 4 : 7;
    let [left, right, top, bottom] = [box.x - margin, box.x + box.width + margin, box.y - margin, box.y + box.height + margin];
    if (kind === "pits") [top, bottom] = [top - 40, bottom + 40];
    if (this.layout.onRods) [left, right, top, bottom] = [left - 70, right + 60, top - 30, bottom + 70];
    for (const { a, middle } of this.layout.arcs) {
      const radius = Math.hypot(a.x - middle[0], a.y - middle[1]) + 64;
      [left, right] = [Math.min(left, middle[0] - radius), Math.max(right, middle[0] + radius)];
      [top, bottom] = [Math.min(top, middle[1] - radius), Math.max(bottom, middle[1] + radius)];
    }
    for (const [x, y] of this.#picture?.corners ?? []) {
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    }
    for (const label of this.#picture ? [] : [...labels, ...captions]) {
      const half = label.part === "level" ? 60 : 18;
      [left, right] = [Math.min(left, label.x - half), Math.max(right, label.x + half)];
      [top, bottom] = [Math.min(top, label.y - 14), Math.max(bottom, label.y + 14)];
    }
    return { x: left, y: top, width: right - left, height: bottom - top };
  }

  /**
   * How a piece is turned: wedges point at the enemy, and so do a stranger's pieces on a board seen
   * from the other side.
   */
  turnOf(owner: string | null | undefined): string {
    if (!this.set.turns || !owner) return "";
    const seat = this.#owners.indexOf(owner);
    const count = Math.max(2, this.#owners.length);
    const quarter = (count === 2 ? seat * 2 : seat) + this.#options.turns;
    return quarter % 4 === 0 ? "" : `rotate(${(quarter % 4) * 90}deg)`;
  }

  draw(type: string | null | undefined, owner: string | null | undefined): SVGGElement {
    const image = this.#options.ownImages
      ? (this.#board.images ?? []).find((one) => one.type === type && (one.owner ?? null) === (owner ?? null))
      : undefined;
    if (image) {
      // On the author's board a piece is as large as it was drawn.
      const [width, height] = this.#picture && image.size ? image.size.map((length) => (length * CELL) / FILLED) : [96, 96];
      return group({ class: "piece" }, svg("image", { href: image.url, x: -width! / 2, y: -height! / 2, width: width!, height: height! }));
    }
    return drawPiece(this.set, type ?? null, this.paintOf(owner), this.#options.faces);
  }

  /** Puts one piece into the layer; its own group is where it stands, so that it can be moved. */
  place(piece: { type?: string | null; owner?: string | null }, at: { x: number; y: number; size: number }): SVGGElement {
    const drawn = this.draw(piece.type, piece.owner);
    const size = (piece.type && this.#board.look?.pieces?.[piece.type]?.size) || 100;
    drawn.setAttribute("transform", `scale(${((at.size / CELL) * FILLED * size) / 100})`);
    const node = group({ class: "stand" }, drawn);
    node.style.transform = `translate(${at.x}px, ${at.y}px) ${this.turnOf(piece.owner)}`;
    this.layer("pieces").append(node);
    return node;
  }

  show({ pieces, counts, tallies }: Shown): void {
    this.layer("pieces").replaceChildren();
    this.#pieces.clear();
    this.#heaps.clear();
    for (const ring of this.#rings.values()) ring.classList.remove("gone");
    const bySite = new Map<string, PieceView[]>();
    for (const piece of pieces) {
      const site = this.layout.places.get(piece.site)?.id ?? piece.site;
      bySite.set(site, [...(bySite.get(site) ?? []), piece]);
    }
    if (this.layout.kind === "pits") {
      // Seeds are numbers of places, or pieces that lie on each other.
      const at = (site: string) => (bySite.get(site)?.length ?? 0) + sum(counts.filter((one) => one.site === site));
      for (const place of this.layout.spots) this.#heap(place.id, at(place.id));
      for (const player of this.layout.stores.keys()) this.#heap(heapOfPlayer(player), sum(tallies.filter((one) => one.player === player)));
      return;
    }
    for (const count of counts) this.#lamp(count);
    this.#blocks(bySite);
    // What lies lower or farther back is drawn first.
    const ordered = this.layout.levels > 1 ? [...bySite].toSorted(([a], [b]) => this.#depth(a) - this.#depth(b)) : bySite;
    for (const [site, stack] of ordered) {
      const place = this.layout.places.get(site);
      if (!place || this.#pieces.has(site)) continue;
      if (place.members.length > 0) this.#pieces.set(site, this.#slot(place, stack));
      else if (place.slot) this.#pieces.set(site, this.#wall(place, stack.at(-1)!));
      else if (place.rod) this.#pieces.set(site, this.#rod(place, stack));
      else if (stack.length > 1) this.#pieces.set(site, this.#column(place, stack));
      else this.#pieces.set(site, this.place(stack[0]!, place));
    }
  }

  #depth(site: string): number {
    const place = this.layout.places.get(site);
    return place ? (this.layout.onRods ? place.y + place.level * 41 : place.level * 1e4) : 0;
  }

  /** A wall fills its slot from end to end. */
  #wall(place: Place, piece: PieceView): SVGGElement {
    const node = group({ class: "stand" }, group({ class: "piece wall-piece" }, polygon(place.cell!, { class: "wall-fill" })));
    this.layer("pieces").append(node);
    void piece;
    return node;
  }

  /** Discs above each other on a rod, as wide as the look says. */
  #rod(place: Place, stack: readonly PieceView[]): SVGGElement {
    const node = group({ class: "stand" });
    inOrder(stack).forEach((piece, level) => {
      const half = ((this.#board.look?.pieces?.[piece.type ?? ""]?.size ?? 100) * 52) / 100;
      const disc = svg("rect", { x: -half, y: -8 - level * 32, width: half * 2, height: 28, rx: 12, class: "body" });
      node.append(group({ class: `piece ${this.#paintOfPiece(piece).name}` }, disc));
    });
    node.style.transform = `translate(${place.x}px, ${place.y}px)`;
    this.layer("pieces").append(node);
    return node;
  }

  /** The paint of a piece: its owner's, or the colour that the look gives its type. */
  #paintOfPiece({ type, owner }: PieceView): Paint {
    return this.set.paintOf(type ?? null, this.paintOf(owner));
  }

  /** Pieces that are parts of larger ones. */
  #blocks(bySite: ReadonlyMap<string, PieceView[]>): void {
    const laid = [...bySite.values()].flatMap((stack) => {
      const place = this.layout.places.get(stack[0]!.site);
      const [piece] = stack;
      const joined = isBlock(piece!.type) || piece!.state?.["body"] !== undefined || this.#board.look?.pieces?.[piece!.type ?? ""]?.joined;
      return stack.length === 1 && place?.cell?.length === 4 && joined ? [{ piece: piece!, place }] : [];
    });
    for (const part of connected(laid)) {
      const node = block(part, this.#paintOfPiece(part[0]!.piece));
      this.layer("pieces").append(node);
      for (const { piece } of part) this.#pieces.set(piece.site, node);
    }
  }

  /** Where a heap lies. */
  heapPlace(heap: Heap): Place | undefined {
    return this.layout.places.get(heap) ?? [...this.layout.stores.values()].find((place) => place.id === heap);
  }

  heapAt(heap: Heap): SVGGElement | undefined {
    return this.#heaps.get(heap);
  }

  /** A heap with so many seeds, put into the layer of pieces. */
  drawHeap(heap: Heap, count: number): SVGGElement | null {
    const place = this.heapPlace(heap);
    if (!place) return null;
    const node = pit(place, count, this.#numberPlace(place));
    this.layer("pieces").append(node);
    return node;
  }

  #numberPlace(place: Place): NumberPlace {
    const upper = place.y < this.layout.box.y + this.layout.box.height / 2 - 1;
    const isBeyond = (other: Place) => Math.abs(other.x - place.x) < CELL / 2 && (upper ? other.y < place.y - 1 : other.y > place.y + 1);
    return this.layout.spots.some(isBeyond) ? "within" : upper ? "above" : "below";
  }

  #heap(heap: Heap, count: number): void {
    const node = this.drawHeap(heap, count);
    if (node) this.#heaps.set(heap, node);
  }

  #lamp({ site, name, count }: CountView): void {
    const place = this.layout.places.get(site);
    const sign = this.#board.look?.counts?.[name]?.sign;
    if (!place || sign === "none") return;
    if (sign === "colours") {
      const node = group({ class: "stand" }, marks.outline(place, 3, { class: HUES[Math.abs(count) % HUES.length]! }), text(place.x, place.y + 9, String(count), { class: "hue-number" }));
      this.#heaps.set(site, node);
      this.layer("pieces").append(node);
      return;
    }
    const vanished = hasVanished(name);
    if (vanished && this.layout.ground === "rings") {
      this.#rings.get(site)?.classList.add("gone");
      return;
    }
    const node = vanished ? marks.hole(place) : lamp(place, count);
    this.#heaps.set(site, node);
    this.layer("pieces").append(node);
  }

  pieceAt(site: string): SVGGElement | undefined {
    return this.#pieces.get(this.layout.places.get(site)?.id ?? site);
  }

  /** The contents of a slot outside the board: the piece, and how many. */
  #slot(place: Place, waiting: PieceView[]): SVGGElement {
    const node = this.place(waiting[0]!, place);
    if (waiting.length > 1) {
      const badge = group({}, circle(0, 0, 15, { class: "count-badge" }), text(0, 6.5, String(waiting.length), { class: "count-badge-text" }));
      badge.setAttribute("transform", `translate(${place.x + 36} ${place.y - 36})`);
      this.layer("pieces").append(badge);
    }
    return node;
  }

  #column(place: Place, pieces: PieceView[]): SVGGElement {
    const node = column(pieces, place, (owner) => this.paintOf(owner), (piece) => this.draw(piece.type, piece.owner));
    this.layer("pieces").append(node);
    return node;
  }

  showSlots(hands: readonly Hand[], state: (hand: Hand) => { can: boolean; on: boolean }): void {
    const layer = this.layer("slots");
    layer.replaceChildren();
    for (const slot of this.hands.slots) {
      const hand = hands.find((one) => (one.owner ?? null) === (slot.hand.owner ?? null) && one.type === slot.hand.type);
      const count = hand?.count ?? 0;
      const { can, on } = state(slot.hand);
      if (slot.bare && count === 0) continue;
      const drawn = this.draw(slot.hand.type, slot.hand.owner);
      drawn.setAttribute("transform", "scale(.76)");
      const stand = group({ class: `in-hand${count > 0 ? "" : " dim"}` }, drawn);
      stand.style.transform = this.turnOf(slot.hand.owner);
      layer.append(
        group(
          { transform: `translate(${slot.x} ${slot.y})` },
          svg("rect", { x: -SLOT / 2, y: -SLOT / 2, width: SLOT, height: SLOT, rx: 12, class: slot.bare && !on && !can ? "bare-slot" : `slot${on ? " on" : can ? " can" : ""}` }),
          stand,
          ...(count > 0 ? [circle(SLOT / 2 - 7, -SLOT / 2 + 7, 14, { class: "count-badge" }), text(SLOT / 2 - 7, -SLOT / 2 + 13.5, String(count), { class: "count-badge-text" })] : []),
        ),
      );
    }
    for (const caption of this.hands.captions) {
      layer.append(text(caption.x, caption.y, this.#options.words.handOf(caption.owner), { class: "caption" }));
    }
  }

  /** Signs that the contract asks for, last move and threats apart. */
  showMarks(list: readonly Mark[]): void {
    const layer = this.layer("paths");
    for (const mark of list) {
      const places = mark.sites.map((site) => this.layout.places.get(site)).filter((place) => place !== undefined);
      if (mark.kind === "line") layer.append(svg("path", { d: marks.way(this.layout, mark.sites), class: "line-mark" }));
      else if (mark.kind === "path" && mark.sites.length > 2) layer.append(marks.arrow(this.layout, mark.sites, "path"));
      else if (mark.kind === "arrow") layer.append(marks.arrow(this.layout, mark.sites, "path"));
      else if (mark.kind === "heat") for (const place of places) layer.append(marks.outline(place, 1, { class: "heat", opacity: String((mark.amount ?? 0) * 0.9) }));
      else if (mark.kind === "cell" || mark.kind === "zone") for (const place of places) layer.append(marks.outline(place, 4, { class: "hint" }));
    }
  }

  /** The middle of a site, in pixels within a box of the page. */
  whereIs(site: string, box: DOMRect): { x: number; y: number; size: number } | null {
    const place = this.layout.places.get(site);
    const matrix = this.svg.getScreenCTM();
    if (!place || !matrix) return null;
    const point = new DOMPoint(place.x, place.y).matrixTransform(matrix);
    return { x: point.x - box.x, y: point.y - box.y, size: 100 * matrix.a };
  }

  /** A piece type as a picture of its own. */
  picture(type: string, owner: string | null): SVGSVGElement {
    return svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, this.draw(type, owner));
  }

  /** Shows a piece that a pointer lifts, and hides it where it stood. */
  lift(site: string | null, piece: { type?: string | null; owner?: string | null }): Lifted {
    const at = site ? this.layout.places.get(site)! : { x: 0, y: 0, size: 92 };
    const node = this.place(piece, at);
    const stood = site ? this.pieceAt(site) : undefined;
    stood?.classList.add("ghost");
    const turn = this.turnOf(piece.owner);
    return {
      to: (clientX, clientY) => {
        const point = this.#pointAt(clientX, clientY);
        if (point) node.style.transform = `translate(${point.x}px, ${point.y}px) ${turn} scale(1.08)`;
      },
      end: () => {
        node.remove();
        stood?.classList.remove("ghost");
      },
    };
  }

  #pointAt(clientX: number, clientY: number): DOMPoint | null {
    const matrix = this.svg.getScreenCTM();
    return matrix && new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  }

  /** The site under a point of the screen. */
  at(clientX: number, clientY: number): Target | null {
    const point = this.#pointAt(clientX, clientY);
    return point && this.targetAt(point);
  }

  /** The site or the slot of a hand at a point of the drawing. */
  targetAt(point: { x: number; y: number }): Target | null {
    for (const slot of this.hands.slots) {
      if (Math.abs(point.x - slot.x) < SLOT / 2 && Math.abs(point.y - slot.y) < SLOT / 2) return { hand: slot.hand };
    }
    let [found, least]: [Place | null, number] = [null, 62];
    for (const place of this.layout.spots) {
      const length = Math.hypot(place.x - point.x, place.y - point.y);
      if (length < least) [found, least] = [place, length];
    }
    const long = this.layout.spots.find(({ inwards, cell }) => inwards && Math.abs(cell![0]![0] + 50 - point.x) < 50 && (point.y - cell![0]![1]) * inwards > 0 && (cell![2]![1] - point.y) * inwards > 0);
    found = long ?? found;
    return found ? { place: found } : null;
  }
}

/**
 * Whether captured pieces become the captor's, as in shogi: the coordinates show it, and the hand
 * has more than one type.
 */
function comeBack(board: Board): boolean {
  return board.hands.length > board.players.length && board.sites.every((site) => site.hidden || /^\d{1,2}[a-z]$/.test(site.id));
}

/** Ministers stay on their side of a river. */
const hasRiver = (board: Board, set: PieceSet) => set.name === "xiangqi" && board.types.some((type) => /^(advisor|mandarin)$/i.test(type.id));

/** The kind that suits the pieces better than what the topology alone can know. */
function wantedKind(board: Board, set: PieceSet): Layout["kind"] | null {
  if (board.look?.kind) return null;
  if (board.kind === "hex" || board.kind === "triangle" || board.kind === "pits") return null;
  if (set.name === "xiangqi") return "points";
  if (set.name === "shogi") return "lined";
  return set.name === "stones" && set.flat && board.links.every((link) => !link.arc) ? "points" : null;
}

/**
 * Whether shades of squares say nothing: flat pieces that do not all stand on one, as those of
 * draughts do.
 */
function isPlain(board: Board, set: PieceSet): boolean {
  const shades = new Set(board.start.map((piece) => board.sites.find((site) => site.id === piece.site)?.shade ?? 0));
  return set.flat && (board.kind === "lined" || shades.size !== 1);
}

/** The box around the cells of places. */
function around(places: readonly Place[]): Layout["box"] {
  const [xs, ys] = [places.map((place) => place.x), places.map((place) => place.y)];
  const [x, y] = [Math.min(...xs) - CELL / 2, Math.min(...ys) - CELL / 2];
  return { x, y, width: Math.max(...xs) + CELL / 2 - x, height: Math.max(...ys) + CELL / 2 - y };
}

const sum = (numbers: readonly { count: number }[]) => numbers.reduce((total, one) => total + one.count, 0);
