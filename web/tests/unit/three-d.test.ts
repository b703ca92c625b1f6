/** What the view in depth derives before it draws: outlines of boards, and forms of pieces. */
import { expect, test } from "vitest";
import type { PieceType } from "../../src/contract";
import { pieceSet } from "../../src/board/pieces";
import { boxOf, convexHull, outlineOf } from "../../src/board/three-d/hull";
import { fit } from "../../src/board/layout/fit";

const types = (...names: string[]): PieceType[] => names.map((id) => ({ id, short: id.slice(0, 1), help: "", description: "" }) as PieceType);

test("a hull has the corners of its points and nothing within", () => {
  const points = [[0, 0], [4, 0], [4, 3], [0, 3], [2, 1], [1, 2]] as const;
  expect(convexHull(points).map((point) => point.join()).sort()).toEqual(["0,0", "0,3", "4,0", "4,3"]);
});

/** A board of squares with links across and down, on so many levels. */
function squares(side: number, levels = 1) {
  const sites = Array.from({ length: levels }, (_, z) => Array.from({ length: side * side }, (_, at) => ({ id: `${"abcdefgh"[at % side]}${Math.floor(at / side) + 1}${z > 0 ? `_${z}` : ""}`, x: at % side, y: Math.floor(at / side), z }))).flat();
  const links = sites.flatMap((a) => sites.filter((b) => a.z === b.z && Math.abs(a.x - b.x) + Math.abs(a.y - b.y) === 1).map((b) => ({ a: a.id, b: b.id, drawn: true, there: ["n"], back: ["s"] })));
  return { kind: "lined", sites, links, tallies: [], start: [] } as unknown as Parameters<typeof fit>[0];
}

test("the frame of a board is equally wide on all sides", () => {
  const layout = fit(squares(4), { turns: 0, labels: true });
  const { x, y, width, height } = boxOf(outlineOf(layout, layout.spots, 26));
  const { box } = layout;
  const sides = [box.x - x, box.y - y, x + width - box.x - box.width, y + height - box.y - box.height];
  for (const side of sides) expect(side).toBeCloseTo(sides[0]!);
  expect(sides[0]).toBeGreaterThan(26);
});

test("levels are far apart for a view in depth, and next to each other otherwise", () => {
  const near = fit(squares(3, 2), { turns: 0, labels: false });
  const far = fit(squares(3, 2), { turns: 0, labels: false, apart: true });
  expect(near.box.width).toBeLessThan(1000);
  expect(far.apart).toBe(true);
  const [a, b] = [far.places.get("a1")!, far.places.get("a1_1")!];
  expect(b.x - a.x).toBe(far.shifts.get(1)![0] - far.shifts.get(0)![0]);
  expect(b.y).toBe(a.y);
});

test.each([
  [["King", "Queen", "Rook", "Bishop", "Knight", "Pawn"], "Rook", { is: "figure", name: "rook" }],
  [["Man", "King"], "Man", { is: "disc" }],
  [["Man", "King"], "King", { is: "crowned" }],
  [["Stone"], "Stone", { is: "stone" }],
  [["General", "Advisor", "Chariot", "Cannon"], "Cannon", { is: "plate" }],
  [["Gold", "Silver", "Lance"], "Lance", { is: "wedge" }],
  [["Lion", "Tiger", "Rat"], "Rat", { is: "glyph", name: "rat" }],
])("of %s a %s has its form", (names, type, form) => {
  expect(pieceSet(types(...names), "checkered").formOf(type)).toEqual(form);
});

test("a look says what a piece is", () => {
  expect(pieceSet(types("Piece"), "hex", false, { Piece: { glyph: "marble" } }).formOf("Piece")).toEqual({ is: "glyph", name: "marble" });
  expect(pieceSet(types("Piece"), "lined", false, { Piece: { glyph: "cap" } }).formOf("Piece")).toEqual({ is: "thing", name: "cap" });
});
