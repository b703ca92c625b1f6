/** Movement in space: what the plan of an animation says of the drawing, shown with models. */
import { Group, type Object3D } from "three";
import type { StepView } from "../../contract";
import { lengths, plan, type Journey } from "../play/motion";
import { heapOfPlayer, sow } from "../play/sowing";
import type { Shown } from "../play/preview";
import type { Ground } from "./ground";
import type { Pieces } from "./pieces";

/** Something that changes from one moment to another, in milliseconds from the start. */
interface Tween {
  from: number;
  to: number;
  step: (part: number) => void;
  end?: () => void;
}

const FADE_MS = 140;
/** Movement in space takes a little longer than on the drawing: pieces rise and come down. */
const SLOWER = 1.5;

const ease = (part: number) => (part < 0.5 ? 2 * part * part : 1 - (-2 * part + 2) ** 2 / 2);

export class Motion {
  #tweens: Tween[] = [];
  #start = 0;

  get busy(): boolean {
    return this.#tweens.length > 0;
  }

  /** Ends everything at once. */
  stop(): void {
    for (const tween of this.#tweens) {
      tween.step(1);
      tween.end?.();
    }
    this.#tweens = [];
  }

  /** Brings everything to where it is at a moment; returns whether something still moves. */
  tick(now: number): boolean {
    if (this.#start === 0) this.#start = now;
    const at = now - this.#start;
    const left: Tween[] = [];
    for (const tween of this.#tweens) {
      tween.step(Math.min(1, Math.max(0, (at - tween.from) / Math.max(1, tween.to - tween.from))));
      if (at < tween.to) left.push(tween);
      else tween.end?.();
    }
    this.#tweens = left;
    return left.length > 0;
  }

  /** Shows how steps lead from a position to the one that is shown. */
  show(pieces: Pieces, ground: Ground, before: Shown, steps: readonly StepView[]): void {
    this.stop();
    this.#start = 0;
    const { layout } = pieces.scene;
    const { journeys, captured, placed } = plan(layout, before.pieces, steps);
    for (const journey of journeys) {
      const object = pieces.at(journey.site);
      if (object) this.#travel(object, journey, ground);
    }
    for (const { piece, delay } of captured) {
      const place = layout.places.get(piece.site);
      if (!place) continue;
      const ghost = new Group();
      ghost.add(pieces.one(piece, place));
      ghost.position.copy(ground.foot(place));
      pieces.object.add(ghost);
      this.#tweens.push({ from: delay * SLOWER, to: delay * SLOWER + FADE_MS, step: (part) => ghost.scale.setScalar(Math.max(0.001, 1 - part)), end: () => pieces.object.remove(ghost) });
    }
    for (const { site, delay } of placed) {
      const object = pieces.at(site);
      if (!object) continue;
      const foot = object.position.y;
      this.#tweens.push({
        from: delay * SLOWER,
        to: delay * SLOWER + FADE_MS * 2,
        step: (part) => {
          object.visible = part > 0;
          object.position.y = foot + (1 - ease(part)) * 0.9;
        },
      });
    }
    if (layout.kind === "pits") this.#sow(pieces, before, steps);
  }

  #travel(object: Object3D, { points, ms, delay }: Journey, ground: Ground): void {
    const end = object.position.clone();
    const way = points.map(([x, y]) => ground.space.from(x, y));
    const sunk = end.y - way.at(-1)!.y;
    const gone = lengths(points);
    const whole = gone.at(-1) || 1;
    const rise = Math.min(0.7, 0.22 + whole / 900);
    this.#tweens.push({
      from: delay * SLOWER,
      to: (delay + ms) * SLOWER,
      step: (part) => {
        const far = ease(part) * whole;
        const next = Math.max(1, gone.findIndex((length) => length >= far - 1e-6));
        const [a, b] = [way[next - 1]!, way[next] ?? way.at(-1)!];
        const share = (far - gone[next - 1]!) / ((gone[next] ?? whole) - gone[next - 1]! || 1);
        object.position.lerpVectors(a, b, share);
        object.position.y += sunk + Math.sin(Math.PI * part) * rise;
      },
      end: () => object.position.copy(end),
    });
  }

  #sow(pieces: Pieces, before: Shown, steps: readonly StepView[]): void {
    const { layout } = pieces.scene;
    const places = new Map([...layout.stores].map(([player, place]) => [heapOfPlayer(player), place] as const));
    const placeOf = (heap: string) => places.get(heap) ?? layout.places.get(heap);
    const sowing = sow(before.counts, before.tallies, steps);
    for (const [heap, values] of sowing.heaps) {
      const place = placeOf(heap);
      if (!place) continue;
      let shown = -1;
      this.#tweens.push({
        from: 0,
        to: values.at(-1)!.at + 1,
        step: (part) => {
          const at = part * (values.at(-1)!.at + 1);
          const now = part >= 1 ? values.at(-1)! : values.findLast((one) => one.at <= at)!;
          if (now.count === shown) return;
          shown = now.count;
          pieces.heap(heap, place, now.count);
        },
      });
    }
    for (const hop of sowing.hops) {
      const [from, to] = [placeOf(hop.from), placeOf(hop.to)];
      if (!from || !to) continue;
      const hand = pieces.seeds(Math.min(12, hop.seeds));
      hand.visible = false;
      pieces.object.add(hand);
      const [a, b] = [pieces.ground.space.at(from), pieces.ground.space.at(to)];
      this.#tweens.push({
        from: hop.at,
        to: hop.at + hop.ms,
        step: (part) => {
          hand.visible = part > 0 && part < 1;
          hand.position.lerpVectors(a, b, ease(part));
          hand.position.y += 0.45 + Math.sin(Math.PI * part) * 0.3;
        },
        end: () => pieces.object.remove(hand),
      });
    }
  }
}
