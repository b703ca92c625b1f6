/**
 * Rules texts that are being written, kept in the browser so that a reload loses nothing.
 */

export interface Draft {
  /** The name of the file; its ending says the language. */
  name: string;
  text: string;
  /** The moves that were played on the board next to it, as records write them. */
  moves?: string[];
}

/** The part of the browser's storage that is used here. */
export interface Store {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** The key of a text that belongs to no game yet. */
export const NEW = "";

const KEY = "dagaz-studio";
/** The texts longest unchanged are dropped beyond this number. */
const MOST = 20;

/** A placement game, which shows the parts of a text. */
export const TEMPLATE: Draft = {
  name: "my-game.drf",
  text: `(drf 3)
(game "My Game"
  (players White Black)
  (board (grid a-e 1-5) (lines row 4))
  (piece Stone)

  ; A move puts a stone on an empty cell.
  (rule place (at empty) (put Stone))
  (moves place)

  ; Four in a row win; a full board is a draw.
  (win  four-in-a-row (full row mine))
  (draw full          (no empty)))
`,
};

function all(store: Store): [string, Draft][] {
  try {
    return JSON.parse(store.getItem(KEY) ?? "[]") as [string, Draft][];
  } catch {
    return [];
  }
}

/** Returns the text that was written for a key. */
export function draft(key: string, store: Store): Draft | undefined {
  return all(store).find(([known]) => known === key)?.[1];
}

/** Keeps a text; false if the browser has no room for it. */
export function keep(key: string, one: Draft, store: Store): boolean {
  const others = all(store).filter(([known]) => known !== key);
  try {
    store.setItem(KEY, JSON.stringify([[key, one], ...others].slice(0, MOST)));
    return true;
  } catch {
    return false;
  }
}

export type Language = "drf" | "zrf" | "forth";

/** Returns the language of a file name; null if it is no rules file. */
export function languageOf(name: string): Language | null {
  const ending = /\.([^.]+)$/.exec(name.trim())?.[1]?.toLowerCase();
  return ending === "drf" || ending === "zrf" ? ending : ending === "4th" ? "forth" : null;
}
