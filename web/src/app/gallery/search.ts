/**
 * Finds games by what people call them: exact names first, then beginnings, parts, and names with a
 * slip in them.
 */
import table from "../../../../crates/dagaz-record/src/names.csv?raw";
import data from "./names.json";

/** What is known of a game for finding it. */
export interface Known {
  id: string;
  /** Its titles in the rules and in the language of the page. */
  titles: readonly string[];
  /** Titles of variants, its description, its family. */
  more: string;
}

/** Names of other programs and sites, from the table that records and protocols use too. */
function namesElsewhere(csv: string): Record<string, string[]> {
  const names: Record<string, string[]> = {};
  for (const line of csv.split("\n").slice(1)) {
    const [game = "", , title = "", lichess = "", fairy = "", cutechess = "", xboard = "", others = "", , , bga = ""] = line.split(",");
    // `kingOfTheHill` is found by its words too.
    const apart = (name: string) => [name, name.replace(/(?<=[a-z])(?=[A-Z])/g, " ")];
    const known = [title, lichess, fairy, cutechess, xboard, bga, ...others.split(";")].filter((name) => name !== "");
    if (game !== "") (names[game] ??= []).push(...known.flatMap(apart));
  }
  return names;
}

const elsewhere = namesElsewhere(table);
const own: Record<string, readonly string[]> = data.names;
const places = new Map(data.first.map((id, at) => [id, at]));

/** Small letters without accents and signs, words apart by single blanks. */
export const folded = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/(?<=\p{Script=Latin})\p{M}+|\u0308|[\u064b-\u0652]/gu, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

/** Other names of each game that was searched, folded. */
const others = new Map<string, readonly string[]>();

function otherNames(id: string): readonly string[] {
  const known = others.get(id) ?? [...(own[id] ?? []), ...(elsewhere[id] ?? [])].map(folded);
  others.set(id, known);
  return known;
}

/**
 * Where a game stands without a search; games without a place of their own keep the order of the
 * library.
 */
export const placeOf = (id: string): number => places.get(id) ?? data.first.length;

/**
 * How far a game is from what was typed, from 0 for its exact name; null if it is something else.
 */
export function distanceOf(game: Known, typed: string): number | null {
  const query = folded(typed);
  if (query === "") return 0;
  const titles = [...game.titles, game.id].map(folded);
  const all = [...titles, ...otherNames(game.id)];
  if (titles.includes(query)) return 0;
  if (all.includes(query)) return 1;
  if (all.some((name) => name.startsWith(query))) return 2;
  const words = query.split(" ");
  const starts = (name: string) => words.every((word) => name.split(" ").some((one) => one.startsWith(word)));
  if (all.some(starts)) return 3;
  if (all.some((name) => name.includes(query))) return 5;
  const slips = Math.min(...all.map((name) => slipsBetween(query, name)));
  if (slips <= slipsMax(query)) return 4 + slips;
  const text = `${all.join(" ")} ${folded(game.more)}`;
  return words.every((word) => text.includes(word)) ? 8 : null;
}

/**
 * The games that are meant, the nearest first; games that are as near stand as they do without a
 * search.
 */
export function found<T>(games: readonly T[], typed: string, known: (game: T) => Known): T[] {
  return games
    .map((game) => ({ game, about: known(game) }))
    .map(({ game, about }) => ({ game, distance: distanceOf(about, typed), place: placeOf(about.id) }))
    .filter((one) => one.distance !== null)
    .sort((a, b) => a.distance! - b.distance! || a.place - b.place)
    .map(({ game }) => game);
}

const slipsMax = (query: string) => (query.length < 4 ? 0 : query.length < 8 ? 1 : 2);

/**
 * Letters that are missing, too many, wrong or swapped (optimal string alignment); at least 3 where
 * lengths differ by more.
 */
function slipsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
