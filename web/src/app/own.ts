/**
 * Rules that were dropped here before. The server keeps the rules themselves; the browser remembers
 * which were its own.
 */
import type { LibraryEntry } from "../contract";

interface Own {
  entry: LibraryEntry;
  /** The name of the file. */
  file: string;
}

const KEY = "dagaz-own-rules";
/** The oldest of more are forgotten; the server still knows them. */
const MOST = 50;
/** Shorter names say nothing when they are found in a text. */
const LETTERS = 4;

export function remembered(): Own[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Own[];
  } catch {
    return [];
  }
}

function keep(all: Own[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, MOST)));
  } catch {
    // A browser that stores nothing shows them for as long as the page is open.
  }
}

/** The latest come first; a file that was changed takes the place of what it was. */
export function remember(entry: LibraryEntry, file: string): void {
  keep([{ entry, file }, ...remembered().filter((own) => own.entry.id !== entry.id && own.file !== file)]);
}

export function forget(id: string): void {
  keep(remembered().filter((own) => own.entry.id !== id));
}

/**
 * The rules that a record was played by, going by the names in its text: of the file, or of the
 * game.
 */
export function namedIn(record: string): string | undefined {
  const text = record.toLowerCase();
  const found = remembered().find(({ entry, file }) => {
    const names = [file, file.replace(/\.[^.]*$/, ""), entry.title, ...entry.variants];
    return names.some((name) => name.length >= LETTERS && text.includes(name.toLowerCase()));
  });
  return found?.entry.id;
}
