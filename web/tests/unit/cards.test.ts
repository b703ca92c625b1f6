/** Which types are drawn as cards and dominoes, and what stands where a player sees nothing. */
import { expect, test } from "vitest";
import { isCard, isDomino } from "../../src/board/pieces/cards";
import { pieceSet } from "../../src/board/pieces";

const types = (...all: [id: string, short: string][]) => all.map(([id, short]) => ({ id, short }));
const UNSEEN: [string, string] = ["unseen", "?"];

test("letters of cards and dominoes are known from others", () => {
  expect(["A♣", "10♥", "2♦", "K♠"].map(isCard)).toEqual([true, true, true, true]);
  expect(["1♣", "11♥", "K", "♠", "AK♠"].map(isCard)).toEqual([false, false, false, false, false]);
  expect(["0|0", "3|5"].map(isDomino)).toEqual([true, true]);
  expect(["3", "3|", "10|2"].map(isDomino)).toEqual([false, false, false]);
});

test("types go by their letters, or by the glyph of a look", () => {
  const set = pieceSet(types(["HT", "10♥"], ["T35", "3|5"], ["Jack", "J"]), "track", false, { Jack: { glyph: "card", text: "J" } });
  expect(["HT", "T35", "Jack"].map((type) => set.formOf(type).is)).toEqual(["card", "domino", "card"]);
});

test("a look that gives a card another glyph is obeyed", () => {
  const set = pieceSet(types(["HT", "10♥"]), "track", false, { HT: { glyph: "star" } });
  expect(set.formOf("HT")).toEqual({ is: "glyph", name: "star" });
});

test("what is unseen is a back among cards, and fog elsewhere", () => {
  expect(pieceSet(types(["HT", "10♥"], UNSEEN), "track").formOf("unseen").is).toBe("back");
  const chess = pieceSet(types(["King", "K"], ["Pawn", "P"], UNSEEN), "checkered");
  expect(chess.formOf("unseen").is).toBe("fog");
  expect(chess.formOf("Pawn").is).toBe("figure");
});
