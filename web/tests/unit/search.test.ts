/** Games of the library are found by the names that people have for them. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import data from "../../src/app/gallery/names.json";
import { distanceOf, folded, found, type Known } from "../../src/app/gallery/search";
import queries from "./queries.json";

const root = new URL("../../../games/", import.meta.url).pathname;

/** Every game of the library with the title of its rules. */
const library: Known[] = readdirSync(root).flatMap((family) =>
  readdirSync(`${root}${family}`, { withFileTypes: true }).flatMap((folder) => {
    if (!folder.isDirectory()) return [];
    const files = readdirSync(`${root}${family}/${folder.name}`);
    const main = ["drf", "zrf", "4th"].map((ending) => `${folder.name}.${ending}`).find((file) => files.includes(file));
    if (!main) return [];
    const title = /\((?:game|title) "([^"]+)"/.exec(readFileSync(`${root}${family}/${folder.name}/${main}`, "utf8"))?.[1] ?? folder.name;
    return [{ id: folder.name, titles: [title], more: family }];
  }),
);

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
