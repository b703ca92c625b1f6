/**
 * One message catalogue in several languages. English is complete and the fallback for missing
 * messages.
 */
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import english from "../locales/en.ftl?raw";

export const LANGUAGES = { en: "English", es: "Español", ru: "Русский", hi: "हिन्दी", ar: "العربية" } as const;
export type Language = keyof typeof LANGUAGES;

const OTHERS: Record<Exclude<Language, "en">, () => Promise<{ default: string }>> = {
  es: () => import("../locales/es.ftl?raw"),
  ru: () => import("../locales/ru.ftl?raw"),
  hi: () => import("../locales/hi.ftl?raw"),
  ar: () => import("../locales/ar.ftl?raw"),
};

function bundle(language: string, text: string): FluentBundle {
  // Marks around every argument would be read aloud; texts are set in one direction anyway, except
  // in Arabic.
  const made = new FluentBundle(language, { useIsolating: language === "ar" });
  made.addResource(new FluentResource(text));
  return made;
}

const fallback = bundle("en", english);
let bundles = $state.raw<FluentBundle[]>([fallback]);
let current = $state<Language>("en");

export const language = () => current;
export const direction = () => (current === "ar" ? "rtl" : "ltr");

export async function speak(wanted: Language): Promise<void> {
  const own = wanted === "en" ? [] : [bundle(wanted, (await OTHERS[wanted]()).default)];
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
export function named(kind: "piece" | "player" | "game", name: string): string {
  const id = `${kind}-${name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
  return has(id) ? t(id) : name;
}
