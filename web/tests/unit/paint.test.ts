/** Players are distinguished by the paint of their pieces. */
import { expect, test } from "vitest";
import { paints } from "../../src/board/pieces/paint";

const players = (...names: string[]) => paints(names.map((id) => ({ id, kind: "chooser" as const })));

test("no two of six players have one colour, or one mark", () => {
  const found = [...players("Red", "Yellow", "Green", "Blue", "Purple", "Orange").values()];
  expect(new Set(found.map((paint) => paint.name)).size).toBe(6);
  expect(new Set(found.map((paint) => paint.mark)).size).toBe(6);
});

test("colours that names tell are kept", () => {
  const found = players("Blue", "Green", "Red", "Gold");
  expect([...found.values()].map((paint) => paint.name)).toEqual(["c2", "c5", "c1", "c3"]);
});
