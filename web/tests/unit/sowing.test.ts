import { describe, expect, test } from "vitest";
import type { EffectView, StepView } from "../../src/contract";
import { allLooksSame, applyAll, type Shown } from "../../src/board/play/preview";
import { heapOfPlayer, sow } from "../../src/board/play/sowing";

const count = (site: string, to: number): EffectView => ({ do: "count", site, name: "seeds", count: to });
const tally = (player: string, to: number): EffectView => ({ do: "tally", player, name: "store", count: to });
const step = (...effects: EffectView[]): StepView[] => [{ pick: [], effects, say: "change" }];
const seeds = (numbers: Record<string, number>) => Object.entries(numbers).map(([site, number]) => ({ site, name: "seeds", count: number }));

describe("sowing", () => {
  test("goes pit by pit, with one seed less each time, and no longer than a second", () => {
    const { hops, heaps, ms } = sow(seeds({ a: 3, b: 1 }), [], step(count("a", 0), count("b", 2), count("c", 1), count("d", 1)));
    expect(hops.map(({ from, to, seeds: number }) => [from, to, number])).toEqual([["a", "b", 3], ["b", "c", 2], ["c", "d", 1]]);
    expect(hops.map(({ at }) => at)).toEqual([0, 140, 280]);
    expect(heaps.get("a")).toEqual([{ at: 0, count: 3 }, { at: 0, count: 0 }]);
    expect(heaps.get("b")!.map(({ count: number }) => number)).toEqual([1, 2]);
    expect(heaps.get("d")!.at(-1)).toEqual({ at: 420, count: 1 });
    expect(ms).toBe(420);
    const many = Array.from({ length: 30 }, (_, at) => count(`p${at}`, 1));
    expect(sow(seeds({ a: 30 }), [], step(count("a", 0), ...many)).ms).toBeLessThanOrEqual(900.001);
  });

  test("a lap that comes round again adds to what it has laid there, the pit of departure too", () => {
    const { heaps } = sow(seeds({ a: 3, b: 0 }), [], step(count("a", 0), count("b", 1), count("a", 1), count("b", 2)));
    expect(heaps.get("b")!.map(({ count: number }) => number)).toEqual([0, 1, 2]);
    expect(heaps.get("a")!.map(({ count: number }) => number)).toEqual([3, 0, 1]);
  });

  test("what is captured travels to whoever gets it, when the last seed has fallen", () => {
    const effects = step(count("a", 0), count("b", 1), count("S", 5), count("b", 0), count("x", 0));
    const { hops, heaps } = sow(seeds({ a: 1, x: 4 }), [], effects);
    expect(hops.slice(1).map(({ from, to, seeds: number, at }) => [from, to, number, at])).toEqual([["b", "S", 1, 140], ["x", "S", 4, 140]]);
    expect(heaps.get("S")!.at(-1)).toEqual({ at: 500, count: 5 });
    expect(heaps.get("x")!.at(-1)).toEqual({ at: 140, count: 0 });
  });

  test("a player's number is a store as well", () => {
    const { hops } = sow(seeds({ a: 1, b: 1 }), [{ player: "South", name: "store", count: 2 }], step(count("a", 0), count("b", 2), tally("South", 4), count("b", 0)));
    expect(hops.at(-1)).toMatchObject({ from: "b", to: heapOfPlayer("South"), seeds: 2 });
  });

  test("numbers that only change are shown as they are, without a journey", () => {
    const { hops, heaps } = sow(seeds({ a: 1 }), [], step(count("a", 0), count("b", 1), count("c", 1)));
    expect(hops).toHaveLength(1);
    expect([...heaps.keys()]).toEqual(["a", "b", "c"]);
  });
});

test("numbers belong to what is shown", () => {
  const before: Shown = { pieces: [], counts: seeds({ a: 1 }), tallies: [] };
  const after = applyAll(before, [count("a", 0), count("b", 1), tally("South", 3)]);
  expect(after.counts).toEqual([{ site: "b", name: "seeds", count: 1 }]);
  expect(after.tallies).toEqual([{ player: "South", name: "store", count: 3 }]);
  expect(allLooksSame(before, after)).toBe(false);
  expect(allLooksSame(after, { ...after, counts: [...after.counts] })).toBe(true);
});
