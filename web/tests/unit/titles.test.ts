/** Every game of the library has a title in each language of the page. */
import { readFileSync } from "node:fs";
import { FluentBundle, FluentResource } from "@fluent/bundle";
import { expect, test } from "vitest";
import { nameId } from "../../src/app/name-id";
import { found, type Known } from "../../src/app/gallery/search";
import { games } from "./library";

const titleId = (title: string) => nameId("game", title);
const LANGUAGES = ["es", "ru", "hi", "ar"];

function titlesIn(language: string): FluentBundle {
  const bundle = new FluentBundle(language, { useIsolating: false });
  const text = readFileSync(new URL(`../../src/locales/titles/${language}.ftl`, import.meta.url), "utf8");
  expect(bundle.addResource(new FluentResource(text))).toEqual([]);
  return bundle;
}

const untitled = (titles: readonly string[], bundle: FluentBundle) => titles.filter((title) => !bundle.hasMessage(titleId(title)));
const all = [...new Set(games.flatMap((game) => game.titles))];

test.each(LANGUAGES)("%s: every game and variant of the library has a title", (language) => {
  expect(all.length).toBeGreaterThan(games.length);
  expect(untitled(all, titlesIn(language))).toEqual([]);
});

test("a title without a translation is found", () => {
  expect(untitled(["Chess", "No such game"], titlesIn("es"))).toEqual(["No such game"]);
});

test.each(LANGUAGES)("%s: no two games have one title, and no title is left over", (language) => {
  const bundle = titlesIn(language);
  const known = new Map(all.map((title) => [titleId(title), title]));
  const texts = [...known.keys()].map((id) => bundle.formatPattern(bundle.getMessage(id)!.value!));
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  const file = readFileSync(new URL(`../../src/locales/titles/${language}.ftl`, import.meta.url), "utf8");
  const ids = [...file.matchAll(/^([\w-]+) =/gm)].map((match) => match[1]!);
  expect(ids.filter((id) => !known.has(id))).toEqual([]);
});

test.each(["ru", "hi", "ar"])("%s: titles are in the script of the language", (language) => {
  const bundle = titlesIn(language);
  const script = { ru: /\p{Script=Cyrillic}/u, hi: /\p{Script=Devanagari}/u, ar: /\p{Script=Arabic}/u }[language]!;
  const texts = all.filter((title) => /[a-z]/i.test(title)).map((title) => bundle.formatPattern(bundle.getMessage(titleId(title))!.value!));
  expect(texts.filter((text) => !script.test(text))).toEqual([]);
});

test.each(LANGUAGES)("%s: every game is found first by its title", (language) => {
  const bundle = titlesIn(language);
  const named = (title: string) => bundle.formatPattern(bundle.getMessage(titleId(title))!.value!);
  const library: Known[] = games.map(({ id, family, titles }) => ({ id, titles: [titles[0]!, named(titles[0]!)], more: `${titles.map(named).join(" ")} ${family}` }));
  expect(library.filter((game) => found(library, game.titles[1]!, (one) => one)[0] !== game).map((game) => game.id)).toEqual([]);
}, 60_000);
