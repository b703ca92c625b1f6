/**
 * Models of pieces, made from the same drawings as the pieces of the board: turned, extruded, or a
 * body of its own kind with the drawing on its top. Nothing here knows a game.
 */
import {
  BoxGeometry, BufferGeometry, CircleGeometry, Color, ConeGeometry, Group, IcosahedronGeometry, LatheGeometry, Mesh, MeshStandardMaterial, PlaneGeometry,
  SphereGeometry, TorusGeometry, type Material, type Object3D,
} from "three";
import type { Look } from "../../contract";
import type { Form } from "../pieces";
import { NOBODY } from "../pieces/paint";
import type { Scene } from "../scene";
import { colourOf } from "../style";
import type { Point } from "../svg";
import { lying, outlinesOf, standing, type Thickness } from "./outlines";
import { shapeOf } from "./hull";
import { curve, heightOf, PROFILES } from "./profiles";
import { TILE } from "./space";
import type { Painted, Textures } from "./textures";

/** Bodies of a drawing, of which outlines are made. */
const BODIES = ".body, .wedge, .crate, .duck, .die, .scrawl, .hue-letter, .plate";
/** Segments of a turned body. */
const ROUND = 40;
const UNIT = 0.01;
/** The darkest that a body is, of 1. */
const DARKEST = 0.075;
/** Pixels of a top to a unit of the drawing. */
const SHARP = 2.6;

/** What stands for a glyph that is a thing, not a figure. */
const THINGS: Record<string, string> = {
  disc: "disc", plain: "disc", coin: "disc", ring: "disc", stone: "stone", marble: "ball", bead: "bead", peg: "peg", seed: "ball", cube: "cube", box: "cube", crate: "cube",
  cylinder: "cylinder", pyramid: "pyramid", pawn: "pawn", mark: "mark", porter: "person", keeper: "person", wall: "wall", cap: "cap", capstone: "cap", rock: "rock",
  arrow: "flat", hole: "flat", trail: "flat", keystone: "disc", flat: "slab", square: "slab", frame: "slab", triangle: "slab", star: "slab", cross: "slab",
};

export class Models {
  readonly #made = new Map<string, Group>();
  readonly #materials = new Map<string, MeshStandardMaterial>();
  readonly #geometries = new Map<string, BufferGeometry>();
  readonly #tops: Painted[] = [];

  constructor(
    readonly scene: Scene,
    readonly textures: Textures,
    readonly look: Look,
    /** Whether pieces are beads on rods. */
    readonly onRods: boolean,
    /** The outline of the tiles that a board consists of, about the origin; none on other boards. */
    readonly tile: readonly Point[] | null,
  ) {}

  /** A model of a piece, its foot at the origin; `userData.height` is how high it is. */
  of(type: string | null | undefined, owner: string | null | undefined): Group {
    const key = `${type ?? ""} ${owner ?? ""}`;
    let made = this.#made.get(key);
    if (!made) {
      made = this.#make(type ?? null, owner ?? null);
      this.#made.set(key, made);
    }
    const size = ((type ? this.look.pieces?.[type]?.size : undefined) ?? 100) / 100;
    const copy = made.clone();
    copy.scale.setScalar(size);
    copy.userData = { height: (made.userData["height"] as number) * size };
    return copy;
  }

  /** A material of one colour. */
  material(colour: string, roughness = 0.5): MeshStandardMaterial {
    const key = `${colour} ${roughness}`;
    let found = this.#materials.get(key);
    if (!found) {
      found = new MeshStandardMaterial({ color: lifted(colour), roughness, metalness: 0 });
      this.#materials.set(key, found);
    }
    return found;
  }

  colour(name: string): string {
    return colourOf(this.scene.svg, name);
  }

  dispose(): void {
    for (const one of [...this.#materials.values(), ...this.#geometries.values(), ...this.#tops]) one.dispose();
    for (const made of this.#made.values()) made.traverse((part) => part instanceof Mesh && (part.geometry as BufferGeometry).dispose());
  }

  #make(type: string | null, owner: string | null): Group {
    const group = new Group();
    const drawing = this.scene.draw(type, owner);
    const height = drawing.querySelector("image") ? this.#picture(group, type, owner) : this.#body(group, this.scene.set.formOf(type), type, owner, drawing);
    group.userData["height"] = height;
    group.traverse((part) => {
      if (!(part instanceof Mesh)) return;
      part.castShadow = true;
      part.receiveShadow = true;
    });
    return group;
  }

  /** Adds what a piece is made of, and returns how high it is. */
  #body(group: Group, form: Form, type: string | null, owner: string | null, drawing: SVGGElement): number {
    const paint = this.scene.set.paintOf(type, this.scene.paintOf(owner));
    const fill = this.material(this.colour(`${paint.name}-fill`), 0.42);
    const top = () => this.#top(type, owner, this.colour(`${paint.name}-fill`));
    const add = (geometry: BufferGeometry, material: Material | Material[] = fill): Mesh => {
      const mesh = new Mesh(geometry, material);
      group.add(mesh);
      return mesh;
    };
    const turned = (name: string, material: Material = fill) => add(this.#turned(name), material);
    const covered = (name: string, radius: number, material: Material = fill): number => {
      turned(name, material);
      const height = heightOf(name);
      add(disc(radius), top()).position.y = height + 0.002;
      return height;
    };
    const laid = (depth: number, bevel = 2.5): number => {
      const shapes = outlinesOf(drawing, BODIES);
      if (shapes.length === 0) return this.#picture(group, type, owner);
      add(lying(shapes, { depth, bevel }).scale(UNIT, UNIT, UNIT), [top(), fill]);
      return (depth + 2 * bevel) * UNIT;
    };
    switch (form.is) {
      case "wedge": {
        const wood = this.colour("wedge");
        const shapes = outlinesOf(drawing, ".wedge");
        add(wedged(lying(shapes, { depth: 12, bevel: 3 })).scale(UNIT, UNIT, UNIT), [this.#top(type, owner, wood), this.material(wood, 0.6)]);
        return 0.18;
      }
      case "plate": {
        const wood = this.colour("wedge");
        turned("plate", this.material(wood, 0.6));
        add(disc(0.4), this.#top(type, owner, wood)).position.y = heightOf("plate") + 0.002;
        return heightOf("plate");
      }
      case "stone": {
        const stone = add(this.shared("stone", () => new SphereGeometry(0.47, 32, 20).scale(1, 0.36, 1)));
        stone.position.y = 0.15;
        return 0.3;
      }
      case "counter":
        return covered("tall", 0.38);
      case "disc":
      case "lettered":
        return covered("disc", 0.37);
      case "crowned": {
        turned("disc");
        const second = turned("disc");
        second.position.y = heightOf("disc");
        add(disc(0.37), top()).position.y = heightOf("disc") * 2 + 0.002;
        return heightOf("disc") * 2;
      }
      case "die": {
        const shapes = outlinesOf(drawing, ".die, .body");
        const ground = this.colour(paint.name === NOBODY.name ? "die" : `${paint.name}-fill`);
        add(lying(shapes, { depth: 62, bevel: 6 }).scale(UNIT, UNIT, UNIT), [this.#top(type, owner, ground), this.material(ground, 0.35)]);
        return 0.74;
      }
      case "polyomino":
      case "token":
      case "domino":
        return laid(14);
      case "card":
      case "back":
      case "fog":
        return laid(4, 1);
      case "figure":
        // Among flat pieces a figure lies as they do.
        if (this.scene.set.name === "chess" || this.scene.set.name === "stones" || form.name in PROFILES) return this.#figure(group, form.name, drawing, fill, top());
        return this.#relief(group, drawing, fill, top(), paint.name);
      default:
        return this.#thing(group, form, { add, turned, covered, laid, fill, top, paintName: paint === NOBODY ? "nobody" : paint.name, drawing });
    }
  }

  /** A piece of chess and its relatives: turned, or a silhouette that stands on a turned foot. */
  #figure(group: Group, name: string, drawing: SVGGElement, fill: Material, front: Material): number {
    const add = (geometry: BufferGeometry, x = 0, y = 0, z = 0): Mesh => {
      const mesh = new Mesh(geometry, fill);
      mesh.position.set(x, y, z);
      group.add(mesh);
      return mesh;
    };
    if (name === "king" || name === "queen" || name === "bishop" || name === "rook" || name === "pawn") {
      add(this.#turned(name));
      if (name === "king") {
        add(this.shared("post", () => new BoxGeometry(0.055, 0.24, 0.055)), 0, 1.45);
        add(this.shared("arm", () => new BoxGeometry(0.18, 0.055, 0.055)), 0, 1.47);
        return 1.57;
      }
      const ring = (count: number, radius: number, y: number, geometry: BufferGeometry) => {
        for (let at = 0; at < count; at += 1) {
          const angle = (at / count) * Math.PI * 2;
          add(geometry, Math.cos(angle) * radius, y, Math.sin(angle) * radius).rotation.y = -angle;
        }
      };
      if (name === "queen") ring(9, 0.21, 1.19, this.shared("pearl", () => new SphereGeometry(0.042, 10, 8)));
      if (name === "rook") ring(6, 0.225, 0.92, this.shared("merlon", () => new BoxGeometry(0.075, 0.12, 0.13)));
      if (name === "bishop") {
        const slit = new Mesh(this.shared("slit", () => new BoxGeometry(0.2, 0.022, 0.12)), this.material("#1a1a1a", 0.9));
        slit.position.set(0.11, 0.99, 0);
        slit.rotation.z = 0.9;
        group.add(slit);
      }
      return heightOf(name);
    }
    add(this.#turned("foot"));
    const shapes = outlinesOf(drawing, ".body, .duck");
    const geometry = standing(shapes, { depth: 15, bevel: 4 }).scale(0.0125, 0.0125, 0.0125);
    const mesh = new Mesh(geometry, [front, fill]);
    mesh.position.y = 0.72;
    mesh.rotation.y = -0.35;
    group.add(mesh);
    return 1.28;
  }

  #thing(group: Group, form: Form & { name: string }, parts: Parts): number {
    const { add, turned, covered, laid, fill, top, drawing } = parts;
    const kind = THINGS[form.name];
    switch (kind) {
      case "disc":
        return covered("disc", 0.37);
      case "ring":
      case "peg":
      case "pawn":
      case "person":
      case "cap":
      case "cylinder":
        turned(kind);
        return heightOf(kind);
      case "stone":
      case "ball":
      case "bead": {
        if (this.onRods || kind === "bead") {
          turned("bead");
          return 0.58;
        }
        const radius = form.name === "seed" ? 0.2 : 0.36;
        add(this.shared(`ball ${radius}`, () => new SphereGeometry(radius, 32, 24))).position.y = radius;
        return radius * 2;
      }
      case "cube": {
        const side = 0.66;
        const face = form.name === "cube" ? fill : this.#top(null, null, this.colour("crate"), drawing);
        add(this.shared("cube", () => new BoxGeometry(side, side, side)), face).position.y = side / 2;
        return side;
      }
      case "pyramid":
        add(this.shared("pyramid", () => new ConeGeometry(0.42, 0.7, 4).rotateY(Math.PI / 4))).position.y = 0.35;
        return 0.7;
      case "mark": {
        const ring = drawing.querySelector("circle") !== null;
        if (ring) {
          add(this.shared("ring of a mark", () => new TorusGeometry(0.27, 0.085, 16, 40).rotateX(Math.PI / 2))).position.y = 0.09;
          return 0.18;
        }
        for (const turn of [Math.PI / 4, -Math.PI / 4]) {
          const bar = add(this.shared("bar of a mark", () => new BoxGeometry(0.78, 0.17, 0.16)));
          bar.position.y = 0.085;
          bar.rotation.y = turn;
        }
        return 0.17;
      }
      case "wall":
        if (parts.paintName === "nobody") return laid(4, 1);
        add(this.shared("wall", () => new BoxGeometry(0.86, 0.56, 0.2)), fill).position.y = 0.28;
        group.rotation.y = 0.6;
        return 0.56;
      case "rock":
        add(this.shared("rock", () => new IcosahedronGeometry(0.4, 1).scale(1, 0.72, 1)), this.#flat(fill)).position.y = 0.26;
        return 0.55;
      case "flat": {
        const shade = form.name === "trail" ? fill : this.material("#4b4f55", 0.8);
        add(this.shared("flat", () => new LatheGeometry(curve("disc"), ROUND).scale(0.85, 0.6, 0.85)), shade);
        return 0.11;
      }
      case "slab":
        return laid(18);
      default:
        break;
    }
    if (/^tile[A-Z]/.test(form.name)) {
      const shapes = outlinesOf(drawing, ".body").slice(0, 1);
      const ivory = this.material("#f4ecd8", 0.35);
      add(lying(shapes, { depth: TILE * 100 - 6, bevel: 3 }).scale(UNIT, UNIT, UNIT), [top(), ivory]);
      return TILE;
    }
    return this.#relief(group, drawing, fill, top(), parts.paintName);
  }

  /** A figure that lies: a disc with the figure in relief. */
  #relief(group: Group, drawing: SVGGElement, fill: Material, top: Material, paintName: string): number {
    const add = (geometry: BufferGeometry, material: Material | Material[]): Mesh => {
      const mesh = new Mesh(geometry, material);
      group.add(mesh);
      return mesh;
    };
    if (this.tile) add(this.shared("tile", () => lying([shapeOf(this.tile!, [])], { depth: 14, bevel: 2 }).scale(UNIT, UNIT, UNIT)), fill);
    else add(this.#turned("disc"), fill);
    const shapes = outlinesOf(drawing, ".body");
    const relief: Thickness = { depth: 4, bevel: 2.2 };
    const height = heightOf("disc");
    // The figure stands out from what is behind it.
    const isDark = paintName === "p2" || paintName === "c6" || paintName === "silver";
    add(disc(0.37), this.material(this.colour(`${paintName}-${isDark ? "detail" : "edge"}`), 0.6)).position.y = height + 0.002;
    add(lying(shapes, relief).scale(UNIT * 0.74, UNIT, UNIT * 0.74), [top, fill]).position.y = height;
    return height + 0.084;
  }

  /** An author's bitmap, lying on the board. */
  #picture(group: Group, type: string | null, owner: string | null): number {
    const image = this.scene.draw(type, owner).querySelector("image");
    const size = image ? [Number(image.getAttribute("width")), Number(image.getAttribute("height"))] : [100, 100];
    const side = Math.max(...size);
    const painted = this.textures.of({ x: -side / 2, y: -side / 2, width: side, height: side }, SHARP);
    this.#tops.push(painted);
    void painted.paint([this.scene.draw(type, owner)]);
    const material = new MeshStandardMaterial({ map: painted.texture, alphaTest: 0.4, roughness: 0.7 });
    const plane = new Mesh(new PlaneGeometry(side * UNIT, side * UNIT).rotateX(-Math.PI / 2), material);
    plane.position.y = 0.05;
    group.add(plane);
    return 0.06;
  }

  /** A material that shows the drawing of a piece on a ground of its colour. */
  #top(type: string | null, owner: string | null, ground: string, drawing = this.scene.draw(type, owner)): MeshStandardMaterial {
    const painted = this.textures.of({ x: -50, y: -50, width: 100, height: 100 }, SHARP).fill(ground);
    this.#tops.push(painted);
    void painted.paint([drawing], "board", ground);
    return new MeshStandardMaterial({ map: painted.texture, roughness: 0.5 });
  }

  #flat(material: MeshStandardMaterial): MeshStandardMaterial {
    const flat = material.clone();
    flat.flatShading = true;
    return flat;
  }

  #turned(name: string): BufferGeometry {
    return this.shared(`turned ${name}`, () => new LatheGeometry(curve(name), ROUND));
  }

  shared(name: string, make: () => BufferGeometry): BufferGeometry {
    let found = this.#geometries.get(name);
    if (!found) {
      found = make();
      this.#geometries.set(name, found);
    }
    return found;
  }
}

interface Parts {
  add: (geometry: BufferGeometry, material?: Material | Material[]) => Mesh;
  turned: (name: string) => Mesh;
  covered: (name: string, radius: number) => number;
  laid: (depth: number, bevel?: number) => number;
  fill: MeshStandardMaterial;
  top: () => MeshStandardMaterial;
  paintName: string;
  drawing: SVGGElement;
}

/** A colour in which light and shade show: nearly black and nearly white have neither. */
function lifted(colour: string): Color {
  const found = new Color(colour);
  const most = Math.max(found.r, found.g, found.b);
  return most < DARKEST ? found.lerp(new Color(0xffffff), DARKEST - most) : found.multiplyScalar(most > 0.9 ? 0.92 : 1);
}

/** A disc that lies, with the texture of a box of 100 units. */
function disc(radius: number): BufferGeometry {
  const geometry = new CircleGeometry(radius, ROUND);
  const [position, uv] = [geometry.getAttribute("position"), geometry.getAttribute("uv")];
  for (let at = 0; at < position.count; at += 1) uv.setXY(at, position.getX(at) + 0.5, position.getY(at) + 0.5);
  return geometry.rotateX(-Math.PI / 2);
}

/** A wedge is higher at its foot, which is nearer to its player. */
function wedged(geometry: BufferGeometry): BufferGeometry {
  const position = geometry.getAttribute("position");
  for (let at = 0; at < position.count; at += 1) position.setY(at, position.getY(at) * (0.78 + (position.getZ(at) + 45) * 0.006));
  geometry.computeVertexNormals();
  return geometry;
}

/** Everything below an object that can be seen. */
export function meshesOf(object: Object3D): Mesh[] {
  const found: Mesh[] = [];
  object.traverse((part) => {
    if (part instanceof Mesh) found.push(part);
  });
  return found;
}
