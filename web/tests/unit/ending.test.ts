import { expect, test } from "vitest";
import { clauseOf } from "../../src/app/play/ending";

const file = (text: string) => [{ name: "game.drf", text }];

test("the clause of an ending is found with its place", () => {
  const found = clauseOf(file('(drf 3)\n; (win race is no clause)\n(game "X"\n  (win race (and (= home 7)\n                 mine)))'), "race");
  expect(found).toEqual({ text: "(win race (and (= home 7) mine))", at: { file: "game.drf", line: 4, column: 3 } });
});

test("a condition of edition 2 is its own name", () => {
  const found = clauseOf(file("(game\n (loss-condition (White Black) (checkmated  King)))"), "checkmated King");
  expect(found).toMatchObject({ text: "(checkmated King)", at: { line: 2, column: 32 } });
  expect(clauseOf(file("(loss-condition (White Black) stalemated)"), "stalemated")).toMatchObject({ text: "stalemated", at: { line: 1, column: 31 } });
  expect(clauseOf(file("(game)"), "stalemated")).toBeNull();
  expect(clauseOf(file("(win-condition (X O)\n (relative-config Mark n Mark))"), "pattern made")).toMatchObject({ text: "(relative-config Mark n Mark)", at: { line: 2, column: 2 } });
});
