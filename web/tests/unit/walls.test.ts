/** Walls are picked by any of their slots. */
import { expect, test } from "vitest";
import type { MoveView } from "../../src/contract";
import { wallOver } from "../../src/board/play/walls";

const wall = (id: number, ...sites: string[]): MoveView => ({ id, text: sites.join(), steps: [{ pick: [{ site: sites[1]! }], say: "drop", effects: sites.map((site) => ({ do: "place" as const, site, owner: null, type: "Wall", hand: false })) }] }) as unknown as MoveView;
const up = [wall(1, "b1", "b2", "b3"), wall(2, "b3", "b4", "b5")];
const across = wall(3, "a2", "b2", "c2");

test("a slot means the wall that begins there", () => {
  expect(wallOver([...up, across], "b3")?.id).toBe(2);
  expect(wallOver([...up, across], "b1")?.id).toBe(1);
  expect(wallOver([...up, across], "a2")?.id).toBe(3);
});

test("the last slot means the wall that ends there", () => {
  expect(wallOver(up, "b5")?.id).toBe(2);
  expect(wallOver([across], "c2")?.id).toBe(3);
});

test("no wall is meant where none can be, and none by a single piece", () => {
  expect(wallOver(up, "d1")).toBe(null);
  expect(wallOver([wall(4, "e1")], "e1")).toBe(null);
});
