/**
 * What the server offers: games, bots, formats, and the games that were begun. Boards for pictures
 * are fetched when they are seen.
 */
import type { Board, BotInfo, GameSummary, Hello, LibraryEntry } from "../contract";
import type { api as Api } from "./api";
import { api, Refusal } from "./api";
import { begin } from "./begin";
import { comeIn } from "./people/me.svelte";
import { forget, remembered } from "./own";
import { go } from "./route.svelte";

export const catalog = $state<{ hello: Hello | null; games: LibraryEntry[]; mine: GameSummary[]; trouble: boolean; loaded: boolean }>({
  hello: null,
  games: [],
  mine: [],
  trouble: false,
  loaded: false,
});

export async function load(from: typeof Api): Promise<void> {
  try {
    const [hello, library] = await Promise.all([from.hello(), from.library()]);
    catalog.hello = hello;
    catalog.games = library.games;
    void recall();
    if (hello.public) await comeIn();
    catalog.mine = (await from.games(undefined, hello.public)).games;
    catalog.trouble = false;
    if (hello.open && (location.hash === "" || location.hash === "#/")) void openFirst(hello.open);
  } catch {
    catalog.trouble = true;
    setTimeout(() => void load(from), 2000);
  }
  catalog.loaded = true;
}

/** Loads the library again: it depends on the user. */
export async function refreshLibrary(): Promise<void> {
  catalog.games = (await api.library()).games;
  await recall();
}

/** Rules that were dropped before, as far as the server still has them. */
async function recall(): Promise<void> {
  for (const { entry } of remembered()) {
    try {
      await boardOf(entry.id);
      if (!catalog.games.some((one) => one.id === entry.id)) catalog.games.push(entry);
    } catch (error) {
      if (error instanceof Refusal && error.trouble?.reason === "unknown") forget(entry.id);
    }
  }
}

async function openFirst(rules: string): Promise<void> {
  const entry = catalog.games.find((one) => one.id === rules);
  if (entry && entry.errors === 0) go(await begin(entry));
}

export async function refreshGames(): Promise<void> {
  catalog.mine = (await api.games(undefined, catalog.hello?.public)).games;
}

const boards = new Map<string, Promise<Board>>();

export function boardOf(rules: string, variant?: number): Promise<Board> {
  const key = `${rules} ${variant ?? ""}`;
  let board = boards.get(key);
  if (!board) {
    board = api.board(rules, variant);
    board.catch(() => boards.delete(key));
    boards.set(key, board);
  }
  return board;
}

export function forgetBoards(): void {
  boards.clear();
}

/** The bot that plays well, or the one that there is. */
export function bestBot(): BotInfo | null {
  const bots = catalog.hello?.bots ?? [];
  return bots.find((bot) => bot.id === "auto") ?? bots.find((bot) => bot.levels) ?? bots[0] ?? null;
}
