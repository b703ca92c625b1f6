/** What the board says of a place. */
import { expect, test } from "vitest";
import { english, hasVanished } from "../../src/board/words";

const plain = { beneath: [], selected: false, capture: false, target: false, selectable: false, threatened: false };

test("a place that has vanished is no number of something", () => {
  const site = (counts: Array<{ site: string; name: string; count: number }>) => english.site("c3", null, { ...plain, counts });
  expect(site([{ site: "c3", name: "closed", count: 1 }])).toBe("c3, closed");
  expect(site([{ site: "c3", name: "seeds", count: 4 }])).toBe("c3, 4 seeds");
  expect(site([])).toBe("c3, empty");
  expect([hasVanished("closed"), hasVanished("seeds")]).toEqual([true, false]);
});
