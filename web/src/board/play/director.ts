/**
 * Shows how one position becomes the next: pieces go, seeds are sown, dice roll. Never blocks:
 * whatever comes next ends it.
 */
import type { StepView } from "../../contract";
import { heap as seeds } from "../draw/seeds";
import type { Scene } from "../scene";
import { fade, plan, roll, travel, until, between } from "./motion";
import { allLooksSame, applyAll, type Shown } from "./preview";
import { sow } from "./sowing";

/**
 * The last of `steps` that lead from `before` to `after`; none if they do not, or if people want
 * less motion.
 */
export function stepsFrom(before: Shown, after: Shown, steps: readonly StepView[]): readonly StepView[] {
  const first = steps.findIndex((_, at) => allLooksSame(applyAll(before, steps.slice(at).flatMap((step) => step.effects)), after));
  return first < 0 || matchMedia("(prefers-reduced-motion: reduce)").matches ? [] : steps.slice(first);
}

export class Director {
  #running: Animation[] = [];

  /** Ends what is being shown at once. */
  stop(): void {
    for (const animation of this.#running) animation.finish();
    this.#running = [];
  }

  /** Whether something moves. */
  get busy(): boolean {
    return this.#running.some((animation) => animation.playState === "running");
  }

  /**
   * Shows the last of `steps` that lead from `before` to `after`, which the scene shows already.
   */
  show(scene: Scene, before: Shown, after: Shown, steps: readonly StepView[]): void {
    const way = stepsFrom(before, after, steps);
    if (way.length === 0) return;
    this.#pieces(scene, before, after, way);
    if (scene.layout.kind === "pits") this.#seeds(scene, before, way);
  }

  #pieces(scene: Scene, before: Shown, after: Shown, steps: readonly StepView[]): void {
    const { journeys, captured, placed } = plan(scene.layout, before.pieces, steps);
    for (const journey of journeys) {
      const node = scene.pieceAt(journey.site);
      if (!node) continue;
      scene.layer("pieces").append(node);
      const piece = after.pieces.find((one) => one.site === journey.site);
      this.#running.push(travel(node, journey, scene.turnOf(piece?.owner)));
    }
    for (const { piece, delay } of captured) {
      const place = scene.layout.places.get(piece.site);
      if (!place) continue;
      const ghost = scene.place(piece, place);
      scene.layer("pieces").prepend(ghost);
      this.#passing(ghost, fade(ghost, 1, 0, delay));
    }
    for (const { site, delay } of placed) {
      const node = scene.pieceAt(site);
      const place = scene.layout.places.get(site);
      if (!node || !place) continue;
      const die = node.querySelector(".die") !== null;
      this.#running.push(die ? roll(node, [place.x, place.y], "") : fade(node, 0, 1, delay));
    }
  }

  #seeds(scene: Scene, before: Shown, steps: readonly StepView[]): void {
    const sowing = sow(before.counts, before.tallies, steps);
    for (const [heap, values] of sowing.heaps) {
      // What lies there now is seen when its time has come; until then what lay there before.
      const node = scene.heapAt(heap);
      const last = values.at(-1)!;
      if (node) this.#running.push(until(node, last.at));
      values.slice(0, -1).forEach(({ at, count }, index) => {
        const old = scene.drawHeap(heap, count);
        old?.classList.add("sown");
        if (old) this.#passing(old, between(old, at, values[index + 1]!.at));
      });
    }
    for (const hop of sowing.hops) {
      const [from, to] = [scene.heapPlace(hop.from), scene.heapPlace(hop.to)];
      if (!from || !to) continue;
      const hand = seeds(hop.seeds);
      hand.classList.add("sown", "hand");
      scene.layer("pieces").append(hand);
      this.#passing(hand, between(hand, hop.at, hop.at + hop.ms, [[from.x, from.y], [to.x, to.y]]));
    }
  }

  /** Something that is there only while it moves. */
  #passing(node: SVGElement, animation: Animation): void {
    animation.finished.then(() => node.remove()).catch(() => node.remove());
    this.#running.push(animation);
  }
}
