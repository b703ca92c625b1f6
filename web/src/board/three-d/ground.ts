/**
 * The board without its pieces: a slab for each level with the drawing on its top, pits and holes
 * that go into it, rods, rings, the table around it, and the signs that lie on it.
 */
import {
  BackSide, BoxGeometry, CylinderGeometry, DoubleSide, Group, LatheGeometry, Mesh, MeshBasicMaterial, MeshStandardMaterial, PlaneGeometry, ShadowMaterial, SphereGeometry,
  type Material,
} from "three";
import type { Layer, Scene } from "../scene";
import type { Place } from "../layout/fit";
import { boxOf, outlineOf, shapeOf } from "./hull";
import type { Models } from "./models";
import { lying } from "./outlines";
import { curve } from "./profiles";
import { UNITS, type Plane, type Space } from "./space";
import type { Box, Painted, Textures } from "./textures";

/** Layers of the drawing that lie on the board as signs. */
const SIGNS: readonly Layer[] = ["last", "selection", "paths", "targets", "removables", "refusals", "focus"];
const MARGIN = 26;
/** The thickness of a board, and of a floor of a board with several. */
const THICK = { depth: 30, bevel: 5 };
const THIN = { depth: 5, bevel: 1.5 };
/** How far signs lie above the ground, so that they are not hidden by it. */
const ABOVE = 0.012;
/** How much deeper discs lie in the holes of a plate, and balls in dents. */
const SUNK = { holes: 0.12, dents: 0.1 };

export class Ground {
  readonly object = new Group();
  /** Rods, by which their columns are picked. */
  readonly rods = new Group();
  readonly #rings = new Map<string, Mesh>();
  readonly #signs: { painted: Painted; plane: Plane }[] = [];
  readonly #painted: Painted[] = [];
  #table: Painted | null = null;
  /** The height of the table below the ground of the board. */
  readonly table: number;
  /** Half the width and half the depth of everything, in units of space. */
  readonly half: [number, number];
  /** How deep pieces lie in the board. */
  readonly sunk: number;

  constructor(
    readonly scene: Scene,
    readonly space: Space,
    readonly textures: Textures,
    readonly models: Models,
    /** A board that grows has no slab. */
    grows: boolean,
  ) {
    const { layout } = scene;
    this.half = [scene.view.width / 2 / UNITS, scene.view.height / 2 / UNITS];
    const isPlate = layout.ground === "holes" && layout.groups.length === 0 && isWhole(layout.spots);
    const dents = layout.ground === "holes" && layout.groups.length > 0;
    this.sunk = isPlate ? SUNK.holes : dents ? SUNK.dents : layout.kind === "pits" ? 0.3 : 0;
    const bare = grows || layout.ground === "rings";
    const isFloors = space.arrangement === "floors";
    const slab = isFloors ? THIN : THICK;
    this.table = bare ? 0 : (slab.depth + 2 * slab.bevel) / UNITS;
    for (const plane of space.planes) {
      const places = layout.spots.filter((place) => !place.aside && !place.cover && (!layout.apart || place.level === plane.level));
      if (places.length === 0) continue;
      const lowest = plane === space.planes[0];
      const outline = outlineOf(layout, places, layout.kind === "pits" ? MARGIN * 2.4 : MARGIN);
      const box = boxOf(outline);
      const [x, y] = [space.middle[0] + plane.shift[0], space.middle[1] + plane.shift[1]];
      if (!bare) this.half = [Math.max(this.half[0], (x - box.x) / UNITS, (box.x + box.width - x) / UNITS), Math.max(this.half[1], (y - box.y) / UNITS, (box.y + box.height - y) / UNITS)];
      if (!bare && (lowest || isFloors)) this.#slab(plane, places, outline, box, slab, isPlate ? "holes" : dents ? "dents" : layout.kind === "pits" ? "pits" : "none");
      if (isFloors && !lowest) this.#posts(plane, box);
      if (lowest || isFloors) this.#addSigns(plane, lowest && !layout.apart ? scene.view : box);
    }
    if (layout.ground === "rings") this.#addRings();
    this.#addRods();
    this.#addTable(bare);
    this.object.add(this.rods);
  }

  /** Where a place is, and what stands there. */
  foot(place: Place) {
    const at = this.space.at(place);
    at.y -= place.aside ? this.table : this.sunk;
    return at;
  }

  /** Paints the signs as they are in the drawing now. */
  mark(): void {
    const classes = this.scene.svg.classList.contains("keys") ? "board keys" : "board";
    const parts = SIGNS.map((name) => this.scene.layer(name));
    for (const { painted } of this.#signs) void painted.paint(parts, classes);
    const slots = this.scene.layer("slots").cloneNode(true) as SVGElement;
    for (const node of slots.querySelectorAll(".in-hand")) node.remove();
    const trays = [...this.scene.layer("below").querySelectorAll<SVGElement>(".tray, .slot")];
    void this.#table?.paint([...trays, slots]);
  }

  /** Shows only the rings that the position still has. */
  keep(gone: (site: string) => boolean): void {
    for (const [site, ring] of this.#rings) ring.visible = !gone(site);
  }

  dispose(): void {
    for (const painted of this.#painted) painted.dispose();
    this.object.traverse((part) => {
      if (!(part instanceof Mesh)) return;
      part.geometry.dispose();
      for (const material of [part.material].flat() as Material[]) material.dispose();
    });
  }

  #paint(box: Box, sharpness: number): Painted {
    const painted = this.textures.of(box, sharpness);
    this.#painted.push(painted);
    return painted;
  }

  #add(mesh: Mesh, casts = true): Mesh {
    mesh.castShadow = casts;
    mesh.receiveShadow = true;
    this.object.add(mesh);
    return mesh;
  }

  #slab(plane: Plane, places: readonly Place[], outline: ReturnType<typeof outlineOf>, box: Box, slab: typeof THICK, holes: "holes" | "dents" | "pits" | "none"): void {
    const { layout } = this.scene;
    const pits = holes === "none" ? [] : [...places, ...layout.stores.values()].map((place) => ({ x: place.x, y: place.y, across: holes === "pits" ? 43 : 41, down: place.store ? layout.box.height / 2 - 7 : holes === "pits" ? 43 : 41 }));
    const geometry = lying([shapeOf(outline, pits)], { ...slab, box });
    geometry.scale(1 / UNITS, 1 / UNITS, 1 / UNITS);
    const frame = this.models.colour("frame");
    const painted = this.#paint(box, 2.4).fill(frame);
    // Rods are drawn as seen from the side: here they stand.
    const drawn = layout.ground === "rods" ? [] : [this.scene.layer("below")];
    void painted.paint([...drawn, this.scene.layer("coordinates")], "board solid", frame);
    const isFloor = slab === THIN;
    const top = new MeshStandardMaterial({ map: painted.texture, roughness: 0.62, transparent: isFloor, opacity: isFloor ? 0.86 : 1 });
    const side = new MeshStandardMaterial({ color: holes === "holes" ? this.models.colour("plate-blue") : frame, roughness: 0.6 });
    const mesh = this.#add(new Mesh(geometry, [top, side]), !isFloor || plane.height === 0);
    mesh.position.set(-(this.space.middle[0] + plane.shift[0]) / UNITS, plane.height - this.table, -(this.space.middle[1] + plane.shift[1]) / UNITS);
    if (holes === "holes") this.#floorOf(box);
    if (holes === "pits" || holes === "dents") for (const pit of pits) this.#bowl(pit, holes === "dents" ? 0.14 : 0.36);
  }

  /** The dark below the holes of a plate. */
  #floorOf(box: Box): void {
    const floor = this.#add(new Mesh(new PlaneGeometry((box.width - 60) / UNITS, (box.height - 60) / UNITS).rotateX(-Math.PI / 2), new MeshStandardMaterial({ color: this.models.colour("surface"), roughness: 1 })), false);
    floor.position.copy(this.space.from(box.x + box.width / 2, box.y + box.height / 2)).setY(-0.3);
  }

  #bowl({ x, y, across, down }: { x: number; y: number; across: number; down: number }, depth: number): void {
    const geometry = new SphereGeometry(1, 32, 12, 0, Math.PI * 2, Math.PI / 2, Math.PI / 2).scale((across + 1) / UNITS, depth, (down + 1) / UNITS);
    const bowl = this.#add(new Mesh(geometry, new MeshStandardMaterial({ color: this.models.colour("pit"), roughness: 0.75, side: BackSide })), false);
    bowl.position.copy(this.space.from(x, y)).setY(-0.015);
  }

  #posts(plane: Plane, box: Box): void {
    const below = this.space.planes[this.space.planes.indexOf(plane) - 1]!.height;
    const material = new MeshStandardMaterial({ color: this.models.colour("rod"), roughness: 0.5 });
    for (const [x, y] of [[box.x, box.y], [box.x + box.width, box.y], [box.x, box.y + box.height], [box.x + box.width, box.y + box.height]] as const) {
      const post = this.#add(new Mesh(new CylinderGeometry(0.045, 0.045, plane.height - below, 12), material));
      const inset = [x < box.x + 1 ? 16 : -16, y < box.y + 1 ? 16 : -16] as const;
      post.position.copy(this.space.from(x + inset[0], y + inset[1])).setY((plane.height + below) / 2 - this.table);
    }
  }

  /** A plane for signs, which nothing of the board hides. */
  #addSigns(plane: Plane, box: Box): void {
    const painted = this.#paint(box, 1.6);
    const material = new MeshBasicMaterial({ map: painted.texture, transparent: true, depthWrite: false, side: DoubleSide, toneMapped: false });
    const mesh = new Mesh(new PlaneGeometry(box.width / UNITS, box.height / UNITS).rotateX(-Math.PI / 2), material);
    mesh.position.copy(this.space.from(box.x + box.width / 2, box.y + box.height / 2)).setY(plane.height + ABOVE);
    mesh.renderOrder = 1;
    this.object.add(mesh);
    this.#signs.push({ painted, plane });
  }

  #addRings(): void {
    const material = new MeshStandardMaterial({ color: this.models.colour("cell-2"), roughness: 0.45 });
    for (const place of this.scene.layout.spots.filter((one) => !one.aside)) {
      const ring = this.#add(new Mesh(new LatheGeometry(curve("ring"), 40).scale(1.08, 0.8, 1.08), material));
      ring.position.copy(this.space.at(place)).setY(0.001);
      this.#rings.set(place.id, ring);
    }
  }

  #addRods(): void {
    const { layout } = this.scene;
    const isHigh = layout.ground === "rods";
    if (!isHigh && this.space.arrangement !== "rods") return;
    const height = isHigh ? 2.1 : (this.space.planes.at(-1)?.height ?? 0) + 0.75;
    const material = new MeshStandardMaterial({ color: this.models.colour("rod"), roughness: 0.45 });
    for (const place of layout.spots.filter((one) => !one.aside && (isHigh || one.level === this.space.planes[0]!.level))) {
      const rod = new Mesh(new CylinderGeometry(0.06, 0.06, height, 16), material);
      rod.castShadow = true;
      rod.position.copy(this.space.at(place)).setY(height / 2);
      rod.userData["site"] = place.id;
      this.rods.add(rod);
    }
  }

  /** The table: what lies next to the board, and the shadow of the board. */
  #addTable(bare: boolean): void {
    const { x, y, width, height } = this.scene.view;
    const painted = this.#paint({ x, y, width, height }, 1.8);
    const material = new MeshStandardMaterial({ map: painted.texture, transparent: true, roughness: 0.9, depthWrite: false });
    const mesh = this.#add(new Mesh(new PlaneGeometry(width / UNITS, height / UNITS).rotateX(-Math.PI / 2), material), false);
    mesh.position.copy(this.space.from(x + width / 2, y + height / 2)).setY(-this.table - (bare ? 0.01 : 0));
    const shadow = new Mesh(new BoxGeometry(60, 0.01, 60), new ShadowMaterial({ opacity: 0.22 }));
    shadow.position.y = -this.table - 0.02;
    shadow.receiveShadow = true;
    this.object.add(shadow);
    this.#table = painted;
  }
}

/** Whether places fill a rectangle. */
function isWhole(spots: readonly Place[]): boolean {
  const board = spots.filter((place) => !place.aside);
  return board.length === new Set(board.map((place) => Math.round(place.x))).size * new Set(board.map((place) => Math.round(place.y))).size;
}
