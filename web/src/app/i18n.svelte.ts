/**
 * One message catalogue in several languages, with the titles of games in files of their own.
 * English is complete and the fallback for missing messages.
 */
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import english from "../locales/en.ftl?raw";
import englishTitles from "../locales/titles/en.ftl?raw";
import { nameId, type NameKind } from "./name-id";

export const LANGUAGES = { en: "English", es: "Español", ru: "Русский", hi: "हिन्दी", ar: "العربية" } as const;
export type Language = keyof typeof LANGUAGES;

type Text = Promise<{ default: string }>;
const OTHERS: Record<Exclude<Language, "en">, () => Text[]> = {
  es: () => [import("../locales/es.ftl?raw"), import("../locales/titles/es.ftl?raw")],
  ru: () => [import("../locales/ru.ftl?raw"), import("../locales/titles/ru.ftl?raw")],
  hi: () => [import("../locales/hi.ftl?raw"), import("../locales/titles/hi.ftl?raw")],
  ar: () => [import("../locales/ar.ftl?raw"), import("../locales/titles/ar.ftl?raw")],
};

function bundle(language: string, texts: readonly string[]): FluentBundle {
  // Marks around every argument would be read aloud; texts are set in one direction anyway, except
  // in Arabic.
  const made = new FluentBundle(language, { useIsolating: language === "ar" });
  for (const text of texts) made.addResource(new FluentResource(text));
  return made;
}

const fallback = bundle("en", [english, englishTitles]);
let bundles = $state.raw<FluentBundle[]>([fallback]);
let current = $state<Language>("en");

export const language = () => current;
export const direction = () => (current === "ar" ? "rtl" : "ltr");

export async function speak(wanted: Language): Promise<void> {
  const texts = wanted === "en" ? [] : await Promise.all(OTHERS[wanted]());
  const own = texts.length === 0 ? [] : [bundle(wanted, texts.map((text) => text.default))];
  bundles = [...own, fallback];
  current = wanted;
  document.documentElement.lang = wanted;
  document.documentElement.dir = direction();
}

/** The language that the browser asks for first among those we have. */
export function preferred(): Language {
  const found = navigator.languages.map((one) => one.split("-")[0]!).find((one) => one in LANGUAGES);
  return (found as Language | undefined) ?? "en";
}

export function has(id: string): boolean {
  return bundles.some((one) => one.hasMessage(id));
}

/** The message of that name. */
export function t(id: string, args?: Record<string, FluentVariable>): string {
  for (const one of bundles) {
    const message = one.getMessage(id);
    if (message?.value) return one.formatPattern(message.value, args, []);
  }
  return id;
}

/**
 * A name out of a rules file: known words are translated, all others stay as their author wrote
 * them.
 */
export function named(kind: NameKind, name: string): string {
  const id = nameId(kind, name);
  return has(id) ? t(id) : name;
}
