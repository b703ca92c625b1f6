/** The user's settings, stored in the browser. */
import { preferred, speak, type Language } from "./i18n.svelte";

interface Settings {
  theme: "auto" | "light" | "dark";
  language: Language;
  sound: boolean;
  confirm: boolean;
  letterKeys: boolean;
  lessMotion: boolean;
  coordinates: boolean;
  faces: "characters" | "letters";
  ownImages: boolean;
  level: number;
  /** The games that are shown in depth, by their titles. */
  threeD: string[];
}

const KEY = "dagaz-settings";

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

export const settings: Settings = $state({
  theme: "auto",
  language: preferred(),
  sound: false,
  confirm: false,
  letterKeys: true,
  lessMotion: false,
  coordinates: true,
  faces: "characters",
  ownImages: true,
  level: 2,
  threeD: [],
  ...stored(),
});

const systemDark = matchMedia("(prefers-color-scheme: dark)");
let system = $state(systemDark.matches);
systemDark.addEventListener("change", () => (system = systemDark.matches));

export const isDark = () => (settings.theme === "auto" ? system : settings.theme === "dark");

/** Keeps the page and the store as the settings say. Call once, inside an effect root. */
export function applySettings(): void {
  $effect(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // A browser that stores nothing keeps the settings for as long as the page is open.
    }
  });
  $effect(() => {
    document.documentElement.dataset["theme"] = isDark() ? "dark" : "light";
  });
  $effect(() => {
    void speak(settings.language);
  });
}
