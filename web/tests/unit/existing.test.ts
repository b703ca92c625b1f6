/** Boards without borders: what is drawn of them. */
import { expect, test } from "vitest";
import type { Board } from "../../src/contract";
import { existing } from "../../src/board/layout/existing";

const board = {
  sites: ["w1n0", "e0n0", "e1n0"].map((id) => ({ id })),
  links: [
    { a: "w1n0", b: "e0n0" },
    { a: "e0n0", b: "e1n0" },
  ],
} as unknown as Board;

test("only existing sites are drawn, with the links between them", () => {
  const drawn = existing(board, ["e0n0", "e1n0"]);
  expect(drawn.sites.map((site) => site.id)).toEqual(["e0n0", "e1n0"]);
  expect(drawn.links).toEqual([{ a: "e0n0", b: "e1n0" }]);
});

test("a board with borders is drawn whole", () => {
  expect(existing(board, undefined)).toBe(board);
  expect(existing(board, [])).toBe(board);
});
