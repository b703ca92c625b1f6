/**
 * The paths of seeds: from their pit, pit by pit, and captures to their new owner. Derived from
 * effects in their order, without knowledge of how a game sows.
 */
import type { CountView, StepView, TallyView } from "../../contract";

const SEED_MS = 140;
const SOWING_MS = 900;
const CAPTURE_MS = 360;

/** A heap of places and of players: a site, or a player who keeps a store. */
export type Heap = string;

export const heapOfPlayer = (player: string): Heap => `store ${player}`;

/** Seeds on their way from one heap to another. */
export interface Hop {
  from: Heap;
  to: Heap;
  seeds: number;
  at: number;
  ms: number;
}

export interface Sowing {
  hops: Hop[];
  /**
   * For each heap that changes what lies there from when on; the first entry is what lay there
   * before.
   */
  heaps: Map<Heap, { at: number; count: number }[]>;
  ms: number;
}

/** What has to be shown for the numbers to change as `steps` say. */
export function sow(counts: readonly CountView[], tallies: readonly TallyView[], steps: readonly StepView[]): Sowing {
  const now = new Map<Heap, number>([
    ...counts.map((one) => [one.site, one.count] as const),
    ...tallies.map((one) => [heapOfPlayer(one.player), one.count] as const),
  ]);
  const result: Sowing = { hops: [], heaps: new Map(), ms: 0 };
  const changes = steps.flatMap((step) => step.effects).flatMap((effect) => {
    if (effect.do === "count") return [{ heap: effect.site, count: effect.count }];
    return effect.do === "tally" ? [{ heap: heapOfPlayer(effect.player), count: effect.count }] : [];
  });
  const note = (heap: Heap, count: number, at: number) => {
    const before = now.get(heap) ?? 0;
    const known = result.heaps.get(heap) ?? [{ at: 0, count: before }];
    result.heaps.set(heap, [...known, { at, count }]);
    now.set(heap, count);
  };
  const { seeds, sown } = lap(changes, now);
  const each = sown.length > 0 ? Math.min(SEED_MS, SOWING_MS / sown.length) : 0;
  let time = 0;
  let hand: Heap | null = null;
  for (const { heap, count } of seeds ? changes.slice(0, 1 + sown.length) : []) {
    if (hand !== null) {
      result.hops.push({ from: hand, to: heap, seeds: seeds - result.hops.length, at: time, ms: each });
      time += each;
    }
    note(heap, count, time);
    hand = heap;
  }
  exchange(changes.slice(seeds ? 1 + sown.length : 0), now, result, note, time);
  result.ms = Math.max(time, ...result.hops.map((hop) => hop.at + hop.ms));
  return result;
}

interface Change {
  heap: Heap;
  count: number;
}

/**
 * How many seeds the first change takes up, and the changes after it that lay them down one by one.
 */
function lap(changes: readonly Change[], before: ReadonlyMap<Heap, number>): { seeds: number; sown: Change[] } {
  const [first, ...rest] = changes;
  const seeds = first && first.count === 0 ? (before.get(first.heap) ?? 0) : 0;
  const now = new Map(before).set(first?.heap ?? "", 0);
  const sown: Change[] = [];
  for (const change of rest) {
    if (sown.length === seeds || change.count !== (now.get(change.heap) ?? 0) + 1) break;
    now.set(change.heap, change.count);
    sown.push(change);
  }
  return { seeds: sown.length > 0 ? seeds : 0, sown };
}

/** What heaps lose others get: each loser's seeds go to the one that gets most. */
function exchange(changes: readonly Change[], now: ReadonlyMap<Heap, number>, result: Sowing, note: (heap: Heap, count: number, at: number) => void, time: number): void {
  const differences = new Map<Heap, number>();
  for (const { heap, count } of changes) differences.set(heap, count - (now.get(heap) ?? 0));
  const lost = [...differences].filter(([, by]) => by < 0);
  const winner = [...differences].filter(([, by]) => by > 0).toSorted((a, b) => b[1] - a[1])[0]?.[0];
  for (const [heap, by] of lost) if (winner !== undefined) result.hops.push({ from: heap, to: winner, seeds: -by, at: time, ms: CAPTURE_MS });
  const arrives = lost.length > 0 && winner !== undefined ? time + CAPTURE_MS : time;
  for (const [heap, by] of differences) if (by !== 0) note(heap, (now.get(heap) ?? 0) + by, by < 0 ? time : arrives);
}
