/** All that stands on the board and waits in hands: models put where the drawing has their pieces. */
import { BoxGeometry, type BufferGeometry, CanvasTexture, Group, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, PlaneGeometry, SphereGeometry, SRGBColorSpace, type Object3D } from "three";
import type { Board, CountView, Hand, PieceView } from "../../contract";
import { connected, isBlock } from "../draw/blocks";
import { INWARDS, inOrder } from "../draw/column";
import type { Place } from "../layout/fit";
import { heapOfPlayer } from "../play/sowing";
import type { Shown } from "../play/preview";
import { HUES, type Scene } from "../scene";
import { hasVanished } from "../words";
import type { Ground } from "./ground";
import { shapeOf } from "./hull";
import type { Models } from "./models";
import { lying } from "./outlines";
import { UNITS } from "./space";

/** How much of its box a piece fills, as on the drawing. */
const FILLED = 0.94;
const SEED = 0.085;
const SEEDS_MAX = 60;
/** How high a piece lies that covers others. */
const COVER = 0.24;
/** Pieces of one type in a hand that are shown on each other. */
const PILE_MAX = 4;

export class Pieces {
  readonly object = new Group();
  readonly #bySite = new Map<string, Object3D>();
  readonly #numbers = new Map<string, MeshBasicMaterial>();
  readonly #seed = new SphereGeometry(SEED, 12, 8).scale(1, 0.8, 1);

  constructor(
    readonly scene: Scene,
    readonly ground: Ground,
    readonly models: Models,
    readonly board: Board,
  ) {}

  at(site: string): Object3D | undefined {
    return this.#bySite.get(this.scene.layout.places.get(site)?.id ?? site);
  }

  /** A piece alone, where it would stand on a place. */
  one(piece: { type?: string | null; owner?: string | null }, place: Pick<Place, "size">): Group {
    const model = this.models.of(piece.type, piece.owner);
    const scale = (place.size / UNITS) * FILLED;
    const holder = new Group();
    holder.add(model);
    holder.scale.setScalar(scale);
    holder.userData["height"] = (model.userData["height"] as number) * scale;
    holder.rotation.y = this.#turn(piece.owner);
    return holder;
  }

  show({ pieces, counts, tallies }: Shown, hands: readonly Hand[]): void {
    this.object.clear();
    this.#bySite.clear();
    const { layout } = this.scene;
    this.ground.keep((site) => counts.some((one) => one.site === site && hasVanished(one.name)));
    const bySite = new Map<string, PieceView[]>();
    for (const piece of pieces) {
      const site = layout.places.get(piece.site)?.id ?? piece.site;
      bySite.set(site, [...(bySite.get(site) ?? []), piece]);
    }
    if (layout.kind === "pits") {
      const sum = (all: readonly { count: number }[]) => all.reduce((total, one) => total + one.count, 0);
      for (const place of layout.spots) this.heap(place.id, place, (bySite.get(place.id)?.length ?? 0) + sum(counts.filter((one) => one.site === place.id)));
      for (const [player, place] of layout.stores) this.heap(heapOfPlayer(player), place, sum(tallies.filter((one) => one.player === player)));
    } else {
      for (const count of counts) this.#count(count);
      this.#blocks(bySite);
      for (const [site, stack] of bySite) {
        const place = layout.places.get(site);
        if (place && !this.#bySite.has(site)) this.#put(site, this.#standing(place, stack));
      }
    }
    this.#hands(hands);
  }

  dispose(): void {
    this.#seed.dispose();
    for (const material of this.#numbers.values()) {
      material.map?.dispose();
      material.dispose();
    }
  }

  #put(site: string, object: Object3D): void {
    object.userData["site"] = site;
    this.#bySite.set(site, object);
    this.object.add(object);
  }

  #turn(owner: string | null | undefined): number {
    const degrees = /rotate\((\d+)deg\)/.exec(this.scene.turnOf(owner))?.[1];
    return degrees ? (-Number(degrees) * Math.PI) / 180 : 0;
  }

  #standing(place: Place, stack: readonly PieceView[]): Object3D {
    const foot = this.ground.foot(place);
    const top = stack.at(-1)!;
    if (place.slot) return this.#wall(place, top);
    if (place.cover) foot.y += COVER;
    const holder = new Group();
    holder.position.copy(foot);
    const sorted = place.members.length > 0 ? stack.slice(0, PILE_MAX) : inOrder(stack);
    let height = 0;
    sorted.forEach((piece, at) => {
      const object = place.rod ? this.#rodDisc(piece) : this.one(piece, place);
      if (place.inwards) {
        // Along a point of a race, and on those that lie there once it is full.
        const room = Math.max(1, Math.floor((INWARDS - 20) / (place.size * 0.94)));
        object.position.set(0, Math.floor(at / room) * 0.2, ((at % room) * place.size * 0.94 * place.inwards) / UNITS);
      } else {
        object.position.y = height;
        height += object.userData["height"] as number;
      }
      holder.add(object);
    });
    return holder;
  }

  #rodDisc(piece: PieceView): Group {
    const size = (this.board.look?.pieces?.[piece.type ?? ""]?.size ?? 100) / 100;
    const holder = this.one({ type: piece.type ?? null, owner: piece.owner ?? null }, { size: 100 });
    // Discs of all widths are equally thick.
    const model = holder.children[0]!;
    model.scale.set(size * 1.3, 1.1, size * 1.3);
    holder.userData["height"] = 0.2;
    return holder;
  }

  /** A wall fills its slot from end to end. */
  #wall(place: Place, piece: PieceView): Object3D {
    const cell = place.cell!;
    const [xs, ys] = [cell.map(([x]) => x), cell.map(([, y]) => y)];
    const [width, depth] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
    const paint = this.scene.set.paintOf(piece.type ?? null, this.scene.paintOf(piece.owner));
    const wall = new Mesh(new BoxGeometry((width - 2) / UNITS, 0.5, (depth - 2) / UNITS), this.models.material(this.models.colour(paint.name === "nobody" ? "rod" : "rod"), 0.55));
    wall.castShadow = true;
    wall.receiveShadow = true;
    wall.position.y = 0.25;
    const holder = new Group();
    holder.add(wall);
    holder.position.copy(this.ground.foot(place));
    return holder;
  }

  /** Pieces that cover several cells are one body. */
  #blocks(bySite: ReadonlyMap<string, PieceView[]>): void {
    const laid = [...bySite.values()].flatMap((stack) => {
      const [piece] = stack;
      const place = this.scene.layout.places.get(piece!.site);
      const joined = isBlock(piece!.type) || piece!.state?.["body"] !== undefined || this.board.look?.pieces?.[piece!.type ?? ""]?.joined;
      return stack.length === 1 && place?.cell?.length === 4 && joined ? [{ piece: piece!, place }] : [];
    });
    for (const part of connected(laid)) {
      const body = this.laid(part.map(({ place }) => place), part[0]!.piece);
      for (const { piece } of part) this.#put(piece.site, body);
    }
  }

  /** One body over several cells. */
  laid(places: readonly Place[], piece: { type?: string | null; owner?: string | null }): Group {
    const paint = this.scene.set.paintOf(piece.type ?? null, this.scene.paintOf(piece.owner));
    const material = this.models.material(this.models.colour(`${paint.name}-fill`), 0.4);
    const holder = new Group();
    const add = (mesh: Mesh) => {
      mesh.castShadow = true;
      mesh.receiveShadow = true;
      holder.add(mesh);
    };
    for (const [at, place] of places.entries()) {
      const cell = new Mesh(this.models.shared("block", () => lying([shapeOf([[-46, -46], [46, -46], [46, 46], [-46, 46]], [])], { depth: 18, bevel: 4 }).scale(0.01, 0.01, 0.01)), material);
      cell.position.copy(this.ground.foot(place));
      add(cell);
      for (const other of places.slice(at + 1)) {
        if (Math.abs(Math.hypot(other.x - place.x, other.y - place.y) - 100) > 2) continue;
        const isAcross = Math.abs(other.x - place.x) > 2;
        const joint = new Mesh(this.models.shared(`joint ${isAcross}`, () => new BoxGeometry(isAcross ? 0.2 : 0.84, 0.22, isAcross ? 0.84 : 0.2)), material);
        joint.position.copy(this.ground.foot(place)).lerp(this.ground.foot(other), 0.5);
        joint.position.y += 0.11;
        add(joint);
      }
    }
    return holder;
  }

  #count({ site, name, count }: CountView): void {
    const place = this.scene.layout.places.get(site);
    const sign = this.board.look?.counts?.[name]?.sign;
    if (!place || sign === "none" || (hasVanished(name) && this.scene.layout.ground === "rings")) return;
    const holder = new Group();
    holder.position.copy(this.ground.foot(place));
    const part = (geometry: () => BufferGeometry, colour: string) => {
      const mesh = new Mesh(this.models.shared(`count ${sign ?? name}`, geometry), this.models.material(colour, 0.4));
      mesh.castShadow = true;
      mesh.receiveShadow = true;
      mesh.position.y = 0.06;
      holder.add(mesh);
    };
    if (sign === "colours") part(() => new BoxGeometry(0.92, 0.12, 0.92), HUE_COLOURS[HUES[Math.abs(count) % HUES.length]!]!);
    else if (hasVanished(name)) part(() => new BoxGeometry(0.98, 0.02, 0.98), this.models.colour("sunken"));
    else part(() => new BoxGeometry(0.5, 0.12, 0.5), this.models.colour("last-dot"));
    if (!hasVanished(name) && count !== 1) {
      const number = this.#number(String(count), sign === "colours" ? "#ffffff" : "#1b2025");
      number.position.y = 0.13;
      holder.add(number);
    }
    this.object.add(holder);
  }

  /** Seeds in a pit, with their number next to it. */
  heap(key: string, place: Place, count: number): void {
    const before = this.#bySite.get(key);
    if (before) this.object.remove(before);
    const holder = new Group();
    holder.position.copy(this.ground.space.at(place));
    if (count > 0) holder.add(this.seeds(count, place.store ? this.scene.layout.box.height / 200 - 0.4 : 1));
    const isUpper = place.y < this.scene.layout.box.y + this.scene.layout.box.height / 2 - 1;
    const within = this.scene.layout.spots.some((other) => Math.abs(other.x - place.x) < 50 && (isUpper ? other.y < place.y - 1 : other.y > place.y + 1));
    const number = this.#number(String(count), this.models.colour("text"));
    number.position.set(within ? 0.42 : 0, 0.03, place.store ? 0 : within ? 0.42 : isUpper ? -0.66 : 0.66);
    if (place.store) number.position.y = 0.06;
    holder.add(number);
    this.#put(key, holder);
    if (!this.scene.layout.places.has(key)) delete holder.userData["site"];
  }

  /** A heap of seeds that lies in a bowl; `stretch` makes it longer. */
  seeds(count: number, stretch = 1): Group {
    const shown = Math.min(count, SEEDS_MAX);
    const holder = new Group();
    for (const [nth, colour] of [this.models.colour("seed"), this.models.colour("seed-2")].entries()) {
      const own = Array.from({ length: shown }, (_, at) => at).filter((at) => (at % 3 === 1) === (nth === 1));
      if (own.length === 0) continue;
      const mesh = new InstancedMesh(this.#seed, this.models.material(colour, 0.35), own.length);
      own.forEach((at, index) => {
        const layer = Math.floor(at / 10);
        const within = at % 10;
        const radius = within === 0 ? 0 : within < 5 ? 0.115 : 0.24;
        const angle = within * (within < 5 ? Math.PI / 2 : 1.26) + layer * 0.7;
        const depth = -0.3 + (radius / 0.43) ** 2 * 0.2 + layer * SEED * 1.3;
        mesh.setMatrixAt(index, new Matrix4().makeTranslation(Math.cos(angle) * radius, depth, Math.sin(angle) * radius * Math.max(1, stretch)));
      });
      mesh.castShadow = true;
      mesh.receiveShadow = true;
      holder.add(mesh);
    }
    return holder;
  }

  /** A number that lies flat. */
  #number(text: string, colour: string): Mesh {
    const key = `${text} ${colour}`;
    let material = this.#numbers.get(key);
    if (!material) {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [128, 64];
      const context = canvas.getContext("2d")!;
      context.font = "600 50px Inter, system-ui, sans-serif";
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.fillStyle = colour;
      context.fillText(text, 64, 34);
      const map = new CanvasTexture(canvas);
      map.colorSpace = SRGBColorSpace;
      material = new MeshBasicMaterial({ map, transparent: true, depthWrite: false, toneMapped: false });
      this.#numbers.set(key, material);
    }
    return new Mesh(this.models.shared("number", () => new PlaneGeometry(0.56, 0.28).rotateX(-Math.PI / 2)), material);
  }

  #hands(hands: readonly Hand[]): void {
    for (const slot of this.scene.hands.slots) {
      const count = hands.find((one) => (one.owner ?? null) === (slot.hand.owner ?? null) && one.type === slot.hand.type)?.count ?? 0;
      if (count === 0) continue;
      const holder = new Group();
      const at = this.ground.space.from(slot.x, slot.y);
      holder.position.set(at.x, slot.bare ? 0 : at.y - this.ground.table, at.z);
      let height = 0;
      for (let nth = 0; nth < Math.min(count, PILE_MAX); nth += 1) {
        const object = this.one({ type: slot.hand.type, owner: slot.hand.owner ?? null }, { size: 80 });
        object.position.y = height;
        holder.add(object);
        height += object.userData["height"] as number;
        if ((object.userData["height"] as number) > 0.4) break;
      }
      holder.userData["hand"] = slot.hand;
      this.object.add(holder);
    }
  }
}

/** The colours of numbers that are shown as colours. */
const HUE_COLOURS: Record<string, string> = {
  "hue-orange": "#d9761a", "hue-blue": "#1d6fb8", "hue-purple": "#7b4fa3", "hue-pink": "#dd84ab", "hue-yellow": "#e9c231", "hue-red": "#c0392f", "hue-green": "#2e8b57", "hue-brown": "#7a4b25",
};

