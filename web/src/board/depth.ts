/**
 * The view in depth of a board element: loaded when it is asked for first, and left out where the
 * browser cannot show it. The drawing stays below it for keyboard and screen reader.
 */
import type { Board, Hand, StepView } from "../contract";
import type { Shown } from "./play/preview";
import type { Scene, Target } from "./scene";
import type { SolidView } from "./three-d";

/** What the view needs of its element. */
export interface Solid {
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
  graspable(target: Target): boolean;
  can(site: string): boolean;
  wheel(event: WheelEvent): boolean;
  click(event: MouseEvent): void;
  listen(node: HTMLCanvasElement): void;
  /** The view has come or gone: the board is drawn anew. */
  changed(): void;
}

const TURNS: Record<string, readonly [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Depth {
  #view: SolidView | null = null;
  /** Whether it is being loaded, and whether that has failed. */
  #state: "none" | "loading" | "failed" = "none";
  readonly #resize: ResizeObserver;
  /** Textures have the colours of the theme, and are made anew for another one. */
  readonly #theme: MutationObserver;

  constructor(readonly solid: Solid) {
    this.#resize = new ResizeObserver(() => this.#fit());
    this.#theme = new MutationObserver(() => this.solid.changed());
  }

  get view(): SolidView | null {
    return this.#view;
  }

  /** Shows it or ends it, as its element asks. */
  follow(wanted: boolean): void {
    if (!wanted) {
      this.#state = "none";
      this.end();
    } else if (!this.#view && this.#state === "none") void this.#begin();
  }

  end(): void {
    if (!this.#view) return;
    this.#resize.disconnect();
    this.#theme.disconnect();
    this.#view.dispose();
    this.#view = null;
    this.solid.element.removeAttribute("data-solid");
  }

  take(scene: Scene, board: Board): void {
    this.#view?.take(scene, board);
  }

  show(shown: Shown, hands: readonly Hand[]): void {
    this.#view?.show(shown, hands);
  }

  mark(): void {
    this.#view?.mark();
  }

  animate(before: Shown, steps: readonly StepView[]): void {
    this.#view?.animate(before, steps);
  }

  /** Keys that move the camera: arrows with Shift, plus and minus, and 0 for the whole board. */
  pressed(event: KeyboardEvent): boolean {
    const camera = this.#view?.camera;
    if (!camera || event.ctrlKey || event.metaKey || event.altKey) return false;
    const turn = event.shiftKey ? TURNS[event.key] : undefined;
    if (turn) camera.turn(...turn);
    else if (event.key === "+" || event.key === "=") camera.zoom(1);
    else if (event.key === "-") camera.zoom(-1);
    else if (event.key === "0") camera.reset();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  async #begin(): Promise<void> {
    this.#state = "loading";
    try {
      const { SolidView, isAvailable } = await import("./three-d");
      if (!isAvailable()) throw new Error("no WebGL");
      // It may have been turned off, or the element taken away, while it was loaded.
      if (this.#state !== "loading" || !this.solid.element.isConnected) return;
      const view = new SolidView(this.solid);
      this.#view = view;
      this.solid.element.setAttribute("data-solid", "");
      this.solid.root.prepend(view.node);
      view.node.addEventListener("click", (event) => this.solid.click(event));
      view.node.addEventListener("contextmenu", (event) => event.preventDefault());
      // A view that has ended loses its context too.
      view.node.addEventListener("webglcontextlost", () => this.#view === view && this.#fail());
      this.solid.listen(view.node);
      this.#resize.observe(this.solid.element);
      this.#theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
      this.#state = "none";
      this.#fit();
      this.solid.changed();
    } catch {
      this.#fail();
    }
  }

  #fit(): void {
    const { width, height } = this.solid.element.getBoundingClientRect();
    this.#view?.resize(width, height);
  }

  /** The drawing is shown instead, and the page hears of it. */
  #fail(): void {
    if (this.#state === "failed") return;
    const was = this.#view !== null;
    this.#state = "failed";
    this.end();
    this.solid.element.dispatchEvent(new CustomEvent("dagaz-flat"));
    if (was) this.solid.changed();
  }
}
