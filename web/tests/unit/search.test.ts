/** Games of the library are found by the names that people have for them. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import data from "../../src/app/gallery/names.json";
import { distanceOf, folded, found, type Known } from "../../src/app/gallery/search";
import { games } from "./library";
import queries from "./queries.json";

const library: Known[] = games.map(({ id, family, titles }) => ({ id, titles: titles.slice(0, 1), more: family }));

test.each(queries as [string, string][])("%s is %s", (typed, wanted) => {
  expect(found(library, typed, (game) => game)[0]?.id).toBe(wanted);
});

test("accents, signs and the forms of letters make no difference", () => {
  expect(folded("  Mühle, d'Échecs ")).toBe("muhle dechecs");
  expect(folded("Сёги")).toBe("сеги");
});

test("an exact name comes before its beginnings, and those before slips", () => {
  const at = (typed: string, id: string) => distanceOf(library.find((game) => game.id === id)!, typed);
  expect(at("chess", "chess")!).toBeLessThan(at("chess", "alice")!);
  expect(at("reversi", "reversi")!).toBeLessThan(at("reversi", "reversi-10x10")!);
  expect(at("revers", "reversi")!).toBeLessThan(at("rewersi", "reversi")!);
  expect(at("zzzz", "chess")).toBeNull();
});

test("other names and places of honour are of games that exist", () => {
  const known = new Set(library.map((game) => game.id));
  for (const id of [...data.first, ...Object.keys(data.names)]) expect(known.has(id), id).toBe(true);
});

test("names of other programs are those of the table of names", () => {
  const table = readFileSync(new URL("../../../crates/dagaz-record/src/names.csv", import.meta.url), "utf8");
  const rows = table.split("\n").slice(1).map((line) => line.split(","));
  for (const [game, variant, title, lichess, fairy, cutechess, xboard, others] of rows) {
    const known = library.find(({ id }) => id === game);
    if (!known || variant !== "") continue;
    for (const name of [title!, lichess!, fairy!, cutechess!, xboard!, ...others!.split(";")].filter((one) => one !== "")) {
      expect(distanceOf(known, name), `${name} is ${game}`).toBeLessThanOrEqual(1);
    }
  }
});
