/**
 * The view in depth: the same board, pieces and signs as the drawing, as models under a light, seen
 * by a camera that people turn. It draws only when something has changed.
 */
import { Color, DirectionalLight, Group, HemisphereLight, NeutralToneMapping, PCFShadowMap, PerspectiveCamera, Plane as MathPlane, Raycaster, Scene as World, Vector2, Vector3, WebGLRenderer, type Object3D } from "three";
import type { Board, Hand, StepView } from "../../contract";
import { handKey } from "../hands";
import type { Shown } from "../play/preview";
import type { Lifted, Scene, Surface, Target } from "../scene";
import { styleOf } from "../still";
import type { Point } from "../svg";
import { Camera } from "./camera";
import { Ground } from "./ground";
import { Models } from "./models";
import { Motion } from "./motion";
import { Pieces } from "./pieces";
import { Space } from "./space";
import { Textures } from "./textures";

/** What the view needs of the board. */
export interface Host {
  /** Whether a pointer can pick something at a point of the screen. */
  graspable(target: Target): boolean;
  /** Whether the site can be picked now. */
  can(site: string): boolean;
  /** Turns what is held by a wheel, if something is. */
  wheel(event: WheelEvent): boolean;
}

/** Colours that only a view in depth has, in the light and in the dark theme. */
const FRAME = { light: ["#8b6842", "#fff3dc"], dark: ["#4a3a2c", "#e8d9bf"] } as const;

/** Whether this browser can show it. */
export function isAvailable(): boolean {
  try {
    return document.createElement("canvas").getContext("webgl2") !== null;
  } catch {
    return false;
  }
}

interface Contents {
  scene: Scene;
  space: Space;
  textures: Textures;
  models: Models;
  ground: Ground;
  pieces: Pieces;
}

export class SolidView implements Surface {
  readonly node: HTMLCanvasElement;
  readonly turns = true;
  readonly #renderer: WebGLRenderer;
  readonly #world = new World();
  readonly #camera: Camera;
  readonly #sun = new DirectionalLight(0xfff4e2, 1.9);
  readonly #root = new Group();
  readonly #motion = new Motion();
  readonly #ray = new Raycaster();
  #contents: Contents | null = null;
  #frame = 0;
  #lifted: Object3D | null = null;
  #down: [number, number] | null = null;
  #moved = false;
  #ms = 0;

  constructor(readonly host: Host) {
    this.#renderer = new WebGLRenderer({ antialias: true, alpha: true, powerPreference: "low-power" });
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.#renderer.shadowMap.autoUpdate = false;
    this.#renderer.toneMapping = NeutralToneMapping;
    this.#renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.node = this.#renderer.domElement;
    this.node.className = "solid";
    this.node.setAttribute("aria-hidden", "true");
    // From behind the player, so that dark pieces have a form.
    const front = new DirectionalLight(0xffffff, 0.7);
    front.position.set(2, 5, 9);
    this.#world.add(this.#root, new HemisphereLight(0xffffff, 0x9a8f80, 1.3), this.#sun, this.#sun.target, front);
    this.#sun.castShadow = true;
    this.#sun.shadow.mapSize.set(2048, 2048);
    this.#sun.shadow.bias = -0.0004;
    this.#sun.shadow.normalBias = 0.015;
    this.#sun.shadow.radius = 4;
    // What a pointer does to a piece comes before what it does to the camera.
    this.node.addEventListener("pointerdown", (event) => {
      this.#down = [event.clientX, event.clientY];
      this.#moved = false;
      const target = this.at(event.clientX, event.clientY);
      this.#camera.controls.enabled = event.button !== 0 || !target || !this.host.graspable(target);
    });
    this.node.addEventListener("pointermove", (event) => {
      if (this.#down && event.buttons > 0 && Math.hypot(event.clientX - this.#down[0], event.clientY - this.#down[1]) > 5) this.#moved = true;
    });
    this.node.addEventListener("wheel", (event) => {
      if (this.host.wheel(event)) event.stopImmediatePropagation();
    }, { passive: false });
    this.#camera = new Camera(new PerspectiveCamera(32, 1, 0.1, 200), this.node, () => this.draw(false));
  }

  /** Whether the pointer has turned the view since it went down, so that its click is none. */
  get hasTurned(): boolean {
    return this.#moved && this.#camera.controls.enabled;
  }

  get camera(): Camera {
    return this.#camera;
  }

  /** Takes a board, or the same board drawn anew. */
  take(scene: Scene, board: Board): void {
    this.#motion.stop();
    this.#clear();
    const textures = new Textures(this.#renderer, () => this.draw());
    const [frame, ink] = FRAME[isDark(scene.svg) ? "dark" : "light"];
    scene.svg.style.setProperty("--frame", frame);
    scene.svg.style.setProperty("--frame-ink", ink);
    textures.style = `${styleOf(scene.svg)} .solid .coordinate, .solid .own-name { fill: ${ink}; opacity: 1; }`;
    const space = new Space(scene, board.look?.levels ?? undefined);
    const grows = board.exists !== undefined && board.exists !== null;
    const models = new Models(scene, textures, board.look ?? {}, space.arrangement === "rods", grows ? tileOf(scene) : null);
    const ground = new Ground(scene, space, textures, models, grows);
    const pieces = new Pieces(scene, ground, models, board);
    this.#contents = { scene, space, textures, models, ground, pieces };
    this.#root.add(ground.object, pieces.object);
    const [width, depth] = ground.half;
    this.#camera.fit(width * 2, depth * 2, space.planes.at(-1)!.height + 0.7, space.arrangement === "floors" || space.arrangement === "rods");
    const reach = Math.max(width, depth) + 2 + space.planes.at(-1)!.height / 2;
    this.#sun.position.set(-reach * 0.55, reach * 1.6 + 4, reach * 0.35);
    Object.assign(this.#sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.5, far: reach * 4 + 8 });
    this.#sun.shadow.camera.updateProjectionMatrix();
    this.draw();
  }

  show(shown: Shown, hands: readonly Hand[]): void {
    this.#contents?.pieces.show(shown, hands);
    this.draw();
  }

  mark(): void {
    this.#contents?.ground.mark();
    this.draw();
  }

  /** Shows how the last steps led to what is shown. */
  animate(before: Shown, steps: readonly StepView[]): void {
    if (!this.#contents) return;
    this.#motion.show(this.#contents.pieces, this.#contents.ground, before, steps);
    this.draw();
  }

  get busy(): boolean {
    return this.#motion.busy;
  }

  stop(): void {
    this.#motion.stop();
    this.draw();
  }

  /** Resolves once everything that is shown has its texture. */
  async settled(): Promise<void> {
    await this.#contents?.textures.settled();
    await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  }

  /** Calls of the graphics processor and triangles of the last frame, and how long it took here. */
  get cost(): { calls: number; triangles: number; ms: number } {
    const { calls, triangles } = this.#renderer.info.render;
    return { calls, triangles, ms: this.#ms };
  }

  /** What is shown now, as the address of a bitmap. */
  still(): string {
    this.#renderer.render(this.#world, this.#camera.lens);
    return this.node.toDataURL();
  }

  resize(width: number, height: number): void {
    if (width < 1 || height < 1) return;
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect(width / height);
    this.draw();
  }

  /** Draws at the next frame; shadows only where more than the camera has moved. */
  draw(isNew = true): void {
    if (isNew) this.#renderer.shadowMap.needsUpdate = true;
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = 0;
      if (this.#motion.busy) this.#renderer.shadowMap.needsUpdate = true;
      const moves = this.#motion.tick(now);
      const more = this.#camera.update();
      const began = performance.now();
      this.#renderer.render(this.#world, this.#camera.lens);
      this.#ms = performance.now() - began;
      if (moves || more) this.draw(moves);
    });
  }

  at(clientX: number, clientY: number): Target | null {
    const contents = this.#contents;
    if (!contents) return null;
    this.#aim(clientX, clientY);
    const { scene, space, pieces, ground } = contents;
    const hit = this.#ray.intersectObjects([pieces.object, ground.rods], true).find(({ object }) => ownerOf(object) !== null && !within(object, this.#lifted));
    const data = hit ? ownerOf(hit.object)!.userData : null;
    const stood = data?.["hand"] ? { hand: data["hand"] as Hand } : data ? this.#columnOf(data["site"] as string) : null;
    if (stood && (!("place" in stood) || this.host.graspable(stood))) return stood;
    // What stands in front of a site that can be picked does not hide it.
    const lain = this.#onGround(space, scene);
    if (!stood) return lain;
    return lain && "place" in lain && this.host.can(lain.place.id) ? lain : stood;
  }

  #onGround(space: Space, scene: Scene): Target | null {
    const ground = this.#contents!.ground;
    for (const plane of space.arrangement === "floors" ? space.planes.toReversed() : space.planes.slice(0, 1)) {
      for (const height of plane === space.planes[0] ? [plane.height, plane.height - ground.table] : [plane.height]) {
        const point = this.#ray.ray.intersectPlane(new MathPlane(new Vector3(0, 1, 0), -height), new Vector3());
        const target = point && scene.targetAt(space.back(point, plane));
        if (target && "place" in target && target.place.aside !== (height < plane.height) && ground.table > 0) continue;
        if (target) return "place" in target ? this.#columnOf(target.place.id) : target;
      }
    }
    return null;
  }

  /** Of the sites above each other the one that can be picked, or else this one. */
  #columnOf(site: string): Target | null {
    const { scene, space } = this.#contents!;
    const place = scene.layout.places.get(site);
    if (!place) return null;
    if (space.arrangement !== "rods" && space.arrangement !== "stacked") return { place };
    const at = space.at(place);
    const column = scene.layout.spots.filter((other) => Math.hypot(space.at(other).x - at.x, space.at(other).z - at.z) < 0.1);
    return { place: this.host.can(site) ? place : (column.find((other) => this.host.can(other.id)) ?? place) };
  }

  lift(site: string | null, piece: { type?: string | null; owner?: string | null }): Lifted {
    const { pieces, scene } = this.#contents!;
    const place = site ? scene.layout.places.get(site) : undefined;
    const stood = site ? pieces.at(site) : undefined;
    const object = pieces.one(piece, place ?? { size: 92 });
    const from = stood?.position.clone() ?? new Vector3();
    object.position.copy(from);
    if (stood) stood.visible = false;
    this.#root.add(object);
    this.#lifted = object;
    this.draw();
    return {
      to: (clientX, clientY) => {
        this.#aim(clientX, clientY);
        const point = this.#ray.ray.intersectPlane(new MathPlane(new Vector3(0, 1, 0), -from.y), new Vector3());
        if (point) object.position.copy(point).setY(from.y + 0.35);
        this.draw();
      },
      end: () => {
        this.#root.remove(object);
        if (stood) stood.visible = true;
        this.#lifted = null;
        this.draw();
      },
    };
  }

  /** The middle of a site or of a slot of a hand, in pixels of the canvas. */
  whereIs(site: string): { x: number; y: number; size: number } | null {
    if (!this.#contents) return null;
    const { scene, ground, space } = this.#contents;
    const place = scene.layout.places.get(site);
    const slot = scene.hands.slots.find((one) => handKey(one.hand) === site);
    if (!place && !slot) return null;
    const at = place ? ground.foot(place) : space.from(slot!.x, slot!.y).setY(slot!.bare ? 0 : -ground.table);
    const [here, next] = [at.clone(), at.clone().add(new Vector3(1, 0, 0))].map((point) => this.#camera.project(point));
    const { clientWidth, clientHeight } = this.node;
    const pixels = ({ x, y }: Vector3) => [((x + 1) / 2) * clientWidth, ((1 - y) / 2) * clientHeight] as const;
    const [[x, y], [x2, y2]] = [pixels(here!), pixels(next!)];
    return { x, y, size: Math.hypot(x2 - x, y2 - y) };
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = -1;
    this.#clear();
    this.#camera.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
    this.node.remove();
  }

  #clear(): void {
    this.#root.clear();
    if (!this.#contents) return;
    const { ground, models, pieces } = this.#contents;
    ground.dispose();
    models.dispose();
    pieces.dispose();
    this.#contents = null;
  }

  #aim(clientX: number, clientY: number): void {
    const box = this.node.getBoundingClientRect();
    this.#ray.setFromCamera(new Vector2(((clientX - box.x) / box.width) * 2 - 1, 1 - ((clientY - box.y) / box.height) * 2), this.#camera.lens);
  }
}

/** The object that a part belongs to and that says what is picked by it. */
function ownerOf(part: Object3D): Object3D | null {
  for (let at: Object3D | null = part; at; at = at.parent) if (at.userData["site"] !== undefined || at.userData["hand"] !== undefined) return at;
  return null;
}

/** The outline of a cell with six sides, about its middle. */
function tileOf({ layout }: Scene): Point[] | null {
  const place = layout.spots.find((one) => one.cell && !one.aside);
  return layout.kind === "hex" && place ? place.cell!.map(([x, y]): Point => [(x - place.x) * 0.98, (y - place.y) * 0.98]) : null;
}

function within(part: Object3D, whole: Object3D | null): boolean {
  for (let at: Object3D | null = part; at && whole; at = at.parent) if (at === whole) return true;
  return false;
}

/** Whether the page is dark, by the colour of its surface. */
function isDark(node: Element): boolean {
  const surface = new Color(getComputedStyle(node).getPropertyValue("--surface").trim() || "#ffffff");
  return surface.r + surface.g + surface.b < 1;
}
