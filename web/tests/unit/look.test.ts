/** What a look changes in the drawing of a board, and the glyphs that it can name. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Look } from "../../src/contract";
import { fit } from "../../src/board/layout/fit";
import { GLYPHS, glyphOf } from "../../src/board/pieces/glyphs";
import { paints } from "../../src/board/pieces/paint";
import { grid, piece, site } from "../boards/make";

const laid = (columns: number, rows: number, look: Look, turns = 0) =>
  fit({ kind: "lined", ...grid(columns, rows, false), tallies: [], start: [], look }, { turns, labels: true });

test("every second column and row of a board with slots is a slot, however it is turned", () => {
  for (const turns of [0, 1]) {
    const { places, ground } = laid(5, 5, { kind: "slots" }, turns);
    expect(ground).toBe("slots");
    expect([...places.values()].filter((place) => place.slot).length).toBe(25 - 9);
    const [cell, wall, next] = ["a5", "b5", "c5"].map((id) => places.get(id)!);
    expect(Math.hypot(next!.x - cell!.x, next!.y - cell!.y)).toBe(126);
    expect(wall!.size).toBeLessThan(cell!.size / 3);
  }
});

test("a gap separates groups of cells", () => {
  const { places, groups } = laid(6, 6, { groups: [3, 3] });
  expect(groups.map((group) => group.length)).toEqual([9, 9, 9, 9]);
  const x = (id: string) => places.get(id)!.x;
  expect(x("c1") - x("b1")).toBe(100);
  expect(x("d1") - x("c1")).toBeGreaterThan(110);
});

test("a site that covers others lies over their middle and is none of the spots", () => {
  const board = grid(3, 3, false);
  board.sites.push(site("A1", 40, 40));
  const { places, spots } = fit({ kind: "lined", ...board, tallies: [], start: [], look: { covers: { A1: ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"] } } }, { turns: 0, labels: true });
  expect(places.get("A1")).toMatchObject({ x: places.get("b2")!.x, y: places.get("b2")!.y, size: 300, cover: true });
  expect(spots.length).toBe(9);
});

test("sites lie where their names say if a look asks for it", () => {
  const { places } = laid(3, 3, { namedPlaces: true });
  expect(places.get("c1")!.x).toBeGreaterThan(places.get("a1")!.x);
  expect(places.get("a3")!.y).toBeLessThan(places.get("a1")!.y);
});

test("a look names and numbers sites, and can leave labels out", () => {
  expect(laid(3, 3, { names: { b2: "hub" } }).places.get("b2")!.name).toBe("hub");
  expect(laid(3, 3, { labels: "none" }).labels).toEqual([]);
  expect(laid(3, 3, { labels: "sites" }).labels.length).toBe(9);
});

test("levels on rods stand above each other", () => {
  const sites = [0, 1].flatMap((z) => [0, 1].map((x) => site(`s${x}${z}`, x, 0, z)));
  const links = [{ a: "s00", b: "s10", there: ["e"], back: ["w"], drawn: true }, { a: "s01", b: "s11", there: ["e"], back: ["w"], drawn: true }];
  const { places, onRods } = fit({ kind: "lined", sites, links, tallies: [], start: [], look: { levels: "rods" } }, { turns: 0, labels: true });
  expect(onRods).toBe(true);
  expect(places.get("s01")!.x).toBe(places.get("s00")!.x);
  expect(places.get("s01")!.y).toBeLessThan(places.get("s00")!.y);
});

test("all levels of a column can share a cell, the first in its middle", () => {
  const sites = Array.from({ length: 9 }, (_, z) => [0, 1].map((x) => site(`s${x}${z}`, x, 0, z))).flat();
  const links = Array.from({ length: 9 }, (_, z) => ({ a: `s0${z}`, b: `s1${z}`, there: ["e"], back: ["w"], drawn: true }));
  const { places } = fit({ kind: "lined", sites, links, tallies: [], start: [], look: { levels: "cell" } }, { turns: 0, labels: true });
  const x = (id: string) => places.get(id)!.x;
  const first = Array.from({ length: 9 }, (_, z) => places.get(`s0${z}`)!);
  expect(new Set(first.map((place) => `${place.x} ${place.y}`)).size).toBe(9);
  expect(first.reduce((sum, place) => sum + place.x, 0) / 9).toBeCloseTo(x("s00"));
  expect(x("s10") - x("s00")).toBeGreaterThan(3 * first[0]!.size);
});

test("the points of a race have a bar between their halves", () => {
  const { bar, places } = fit({ kind: "track", ...grid(12, 2, false), tallies: [], start: [piece("a1", "White", "Man"), piece("a1", "White", "Man", 1)] }, { turns: 0, labels: true });
  expect(bar).not.toBeNull();
  expect(places.get("g1")!.x - places.get("f1")!.x).toBeGreaterThan(200);
});

test("players have the colours that a look gives them", () => {
  const players = [{ id: "White", kind: "chooser" as const }, { id: "Black", kind: "chooser" as const }];
  expect(paints(players, { White: { colour: "gold" } }).get("White")!.name).toBe("gold");
  expect(paints(players, { White: { colour: "gold" } }).get("Black")!.name).toBe("p2");
});

test("every glyph is made of parts that can be drawn, and is listed in the documentation", () => {
  const listed = readFileSync(new URL("../../../docs/look.md", import.meta.url), "utf8");
  for (const [name, parts] of Object.entries(GLYPHS)) {
    expect(parts.length, name).toBeGreaterThan(0);
    for (const part of parts) expect(part, name).toMatch(/^([bls]M[\d\sMLHVCSQTAZ.-]+|[BLS]-?[\d.]+ -?[\d.]+ [\d.]+)$/);
    expect(listed, name).toContain(`\`${name}\``);
  }
});

test("types go by their names, except where those mean different things in different games", () => {
  expect(glyphOf("Wolf")).toBe("wolf");
  expect(glyphOf("LeftQuail")).toBe("quail");
  expect(glyphOf("Ball")).toBeNull();
  expect(glyphOf("Frobnicator")).toBeNull();
});
