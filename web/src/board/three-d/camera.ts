/** The camera: it shows the whole board until people turn it, by mouse, touch or keys. */
import { MOUSE, Spherical, TOUCH, Vector3, type PerspectiveCamera } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

/** Angles from straight above, in radians: of one board, and of levels above each other. */
const ABOVE = 0.62;
const ASIDE = 1.02;
/** One press of a key. */
const TURN = Math.PI / 16;
const ZOOM = 1.15;
/** How much of the picture the board fills. */
const FILLS = 0.97;
const ROUNDS = 8;
/** The corners of the box around a board: halves of its width and depth, and its height. */
const CORNERS = [-1, 1].flatMap((x) => [0, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z] as const)));

export class Camera {
  readonly controls: OrbitControls;
  #size: [number, number, number] = [8, 8, 1];
  #polar = ABOVE;
  /** Whether people have moved it. */
  #own = false;
  #changed = false;

  constructor(
    readonly lens: PerspectiveCamera,
    node: HTMLElement,
    readonly redraw: () => void,
  ) {
    this.controls = new OrbitControls(lens, node);
    Object.assign(this.controls, { enableDamping: true, dampingFactor: 0.12, maxPolarAngle: 1.45, zoomToCursor: false });
    this.controls.mouseButtons = { LEFT: MOUSE.ROTATE, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
    this.controls.touches = { ONE: TOUCH.ROTATE, TWO: TOUCH.DOLLY_PAN };
    this.controls.addEventListener("start", () => (this.#own = true));
    this.controls.addEventListener("change", () => {
      this.#changed = true;
      this.redraw();
    });
  }

  /** Shows a board of this size, in cells, unless people look at it in their own way. */
  fit(width: number, depth: number, height: number, levels: boolean): void {
    this.#size = [width, depth, height];
    this.#polar = levels ? ASIDE : ABOVE;
    if (!this.#own) this.reset();
  }

  aspect(ratio: number): void {
    this.lens.aspect = ratio;
    this.lens.updateProjectionMatrix();
    if (!this.#own) this.reset();
  }

  /** Back to where the whole board is seen. */
  reset(): void {
    this.#own = false;
    this.#rest();
    const [width, depth, height] = this.#size;
    const target = new Vector3();
    let far = Math.max(width, depth) * 2;
    // The near edge is larger than the far one: distance and middle are found together.
    for (let round = 0; round < ROUNDS; round += 1) {
      this.#stand(target, new Spherical(far, this.#polar, 0));
      const points = CORNERS.map(([x, y, z]) => this.project(new Vector3((x * width) / 2, y * height, (z * depth) / 2)));
      const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
      const middle = (all: readonly number[]) => (Math.min(...all) + Math.max(...all)) / 2;
      const half = (all: readonly number[]) => (Math.max(...all) - Math.min(...all)) / 2;
      const scale = Math.tan((this.lens.fov * Math.PI) / 360) * far;
      target.x += middle(xs) * scale * this.lens.aspect;
      target.z -= (middle(ys) * scale) / Math.max(0.4, Math.cos(this.#polar));
      far *= Math.max(half(xs), half(ys)) / FILLS;
    }
    this.#stand(target, new Spherical(far, this.#polar, 0));
    this.controls.target.copy(target);
    this.controls.minDistance = far * 0.25;
    this.controls.maxDistance = far * 2;
    this.controls.update();
    this.redraw();
  }

  /** Turns it about the board and up or down, in presses of keys. */
  turn(across: number, up: number): void {
    this.#own = true;
    const own = new Spherical().setFromVector3(this.lens.position.clone().sub(this.controls.target));
    own.theta += across * TURN;
    own.phi = Math.min(1.45, Math.max(0.02, own.phi - up * TURN));
    this.#stand(this.controls.target, own);
    this.controls.update();
    this.redraw();
  }

  zoom(by: 1 | -1): void {
    this.#own = true;
    const own = new Spherical().setFromVector3(this.lens.position.clone().sub(this.controls.target));
    own.radius = Math.min(this.controls.maxDistance, Math.max(this.controls.minDistance, own.radius * ZOOM ** -by));
    this.#stand(this.controls.target, own);
    this.controls.update();
    this.redraw();
  }

  /** Lets it come to rest; returns whether it still moves. */
  update(): boolean {
    this.#changed = false;
    this.controls.update();
    return this.#changed;
  }

  /** Where a point is in the picture, from -1 to 1. */
  project(point: Vector3): Vector3 {
    return point.clone().project(this.lens);
  }

  dispose(): void {
    this.controls.dispose();
  }

  /** Ends a turn that is still slowing down. */
  #rest(): void {
    this.controls.enableDamping = false;
    this.controls.update();
    this.controls.enableDamping = true;
  }

  #stand(target: Vector3, at: Spherical): void {
    this.lens.position.setFromSpherical(at).add(target);
    this.lens.lookAt(target);
    this.lens.updateMatrixWorld();
  }
}
