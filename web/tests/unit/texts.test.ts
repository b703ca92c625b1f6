import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FluentBundle, FluentResource } from "@fluent/bundle";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url).pathname;
const catalogue = (language: string) => readFileSync(join(root, `src/locales/${language}.ftl`), "utf8");
const ids = (text: string) => new Set([...text.matchAll(/^([a-z][\w-]*) =/gm)].map((match) => match[1]!));
/** Names out of rules files are translated where a language wants to; nothing has to be. */
const optional = (id: string) => /^(piece|player)-/.test(id);

function sources(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => (entry.isDirectory() ? sources(join(folder, entry.name)) : /\.(ts|svelte)$/.test(entry.name) ? readFileSync(join(folder, entry.name), "utf8") : ""))
    .join("\n");
}

test("every message that the page asks for is in the English catalogue", () => {
  const english = ids(catalogue("en"));
  const asked = [...sources(join(root, "src/app")).matchAll(/\bt\("([\w-]+)"/g)].map((match) => match[1]!);
  expect(asked.length).toBeGreaterThan(100);
  expect(asked.filter((id) => !english.has(id))).toEqual([]);
});

test.each(["es", "ru", "hi", "ar"])("%s says all that English says, with the same arguments", (language) => {
  const [english, other] = [catalogue("en"), catalogue(language)];
  expect([...ids(english)].filter((id) => !ids(other).has(id))).toEqual([]);
  expect([...ids(other)].filter((id) => !ids(english).has(id) && !optional(id))).toEqual([]);
  const bundle = new FluentBundle(language, { useIsolating: false });
  expect(bundle.addResource(new FluentResource(other))).toEqual([]);
  const args = (text: string, id: string) => {
    const body = text.split(new RegExp(`^${id} =`, "m"))[1]?.split(/^[a-z][\w-]* =/m)[0] ?? "";
    return [...new Set([...body.matchAll(/\$(\w+)/g)].map((match) => match[1]!))].sort();
  };
  for (const id of ids(english)) {
    expect([id, args(other, id).filter((arg) => !args(english, id).includes(arg))]).toEqual([id, []]);
    const message = bundle.getMessage(id);
    const errors: Error[] = [];
    const values = Object.fromEntries(args(other, id).map((arg) => [arg, /count|captures|days|sites|players|people|games/.test(arg) ? 3 : "x"]));
    bundle.formatPattern(message!.value!, values, errors);
    expect([id, errors]).toEqual([id, []]);
  }
});

/** What is the same everywhere: names, and patterns that hold nothing but arguments. */
const SAME = new Set(["app-name", "type-move-placeholder"]);

test.each(["es", "ru", "hi", "ar"])("%s: nothing has been left in English", (language) => {
  const [english, other] = ["en", language].map((one) => {
    const made = new FluentBundle(one, { useIsolating: false });
    made.addResource(new FluentResource(catalogue(one)));
    return made;
  }) as [FluentBundle, FluentBundle];
  const said = (from: FluentBundle, id: string) => from.formatPattern(from.getMessage(id)!.value!, {}, []).replace(/\{[^}]*\}/g, "");
  const same = [...ids(catalogue("en"))].filter((id) => !SAME.has(id) && /[a-z]{3}/i.test(said(english, id)) && said(english, id) === said(other, id));
  // Words and names that Spanish has too.
  expect(same.filter((id) => !(language === "es" && ["family-shogi", "family-tafl", "seat-bot", "tournament-kind-arena", "tie-buchholz", "tie-sonnebornBerger"].includes(id)))).toEqual([]);
});

test.each(["es", "ru", "hi", "ar"])("%s: whoever counts has a form for every number", (language) => {
  const rules = new Intl.PluralRules(language);
  const wanted = new Set(Array.from({ length: 120 }, (_, at) => rules.select(at + 1)));
  // A message that names some plural forms names all of them; one that names none is the same for
  // every number.
  const choices = [...catalogue(language).matchAll(/\{ \$(\w+) ->([^}]*(?:\{[^}]*\}[^}]*)*?)\n\s*\}/g)];
  expect(choices.length).toBeGreaterThan(10);
  for (const [whole, , arms] of choices) {
    const named = [...arms!.matchAll(/\[(\w+)\]/g)].map((match) => match[1]!);
    if (!named.some((arm) => ["one", "two", "few", "many"].includes(arm)) || named.includes("1")) continue;
    expect([whole, [...wanted].filter((form) => !named.includes(form))]).toEqual([whole, []]);
  }
});

test("every family of the library has a name", () => {
  const english = ids(catalogue("en"));
  const families = readdirSync(join(root, "../games"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(families.length).toBeGreaterThan(10);
  expect(families.map((entry) => `family-${entry.name}`).filter((id) => !english.has(id))).toEqual([]);
});

const theme = readFileSync(join(root, "src/app/theme.css"), "utf8");
const tokens = (block: string) => Object.fromEntries([...block.matchAll(/--([\w-]+):\s*(#[0-9a-fA-F]{6})/g)].map((match) => [match[1]!, match[2]!]));
const [light, dark] = theme.split(':root[data-theme="dark"]').map(tokens) as [Record<string, string>, Record<string, string>];

function contrast(a: string, b: string): number {
  const luminance = (hex: string) => {
    const [r, g, bl] = [1, 3, 5].map((at) => {
      const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * bl!;
  };
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high! + 0.05) / (low! + 0.05);
}

test.each([
  ["light", light],
  ["dark", dark],
])("%s: texts stand out from their grounds by 4.5 to 1", (_, colours) => {
  for (const ground of ["bg", "surface", "sunken"]) {
    for (const text of ["text", "muted"]) expect(contrast(colours[text]!, colours[ground]!), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
  expect(contrast(colours["accent-ink"]!, colours["accent"]!)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(colours["accent"]!, colours["soft"]!)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(colours["warn"]!, colours["warn-soft"]!)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(colours["accent"]!, colours["surface"]!)).toBeGreaterThanOrEqual(4.5);
});
