/** Beginning a game: at once against a bot, or with chosen settings. */
import type { Board, ClockRule, LibraryEntry, NewGame, SeatRule, Sitter } from "../contract";
import { api, nonce } from "./api";
import { bestBot, boardOf } from "./catalog.svelte";
import { gameLink } from "./route.svelte";
import { settings } from "./settings.svelte";

export function botSitter(level = settings.level): Sitter {
  const bot = bestBot();
  if (!bot) return "me";
  return { bot: bot.levels ? { bot: bot.id, level: Math.min(level, bot.levels) } : { bot: bot.id } };
}

/** The one who opens the page plays first, bots play the rest. */
export function usualSeats(board: Pick<Board, "players">): SeatRule[] {
  return board.players.filter((player) => player.kind === "chooser").map(({ id }, at) => ({ player: id, by: at === 0 ? "me" : botSitter() }));
}

export interface Wishes {
  variant?: number;
  seats?: SeatRule[];
  clock?: ClockRule;
  position?: string;
  study?: boolean;
  private?: boolean;
  /** The game is kept in memory alone, and goes when it is left. */
  draft?: boolean;
  from?: { game: string; node?: number };
}

/** Begins a game and returns its id. */
export async function start(entry: Pick<LibraryEntry, "id" | "default">, wishes: Wishes = {}): Promise<string> {
  const variant = wishes.variant ?? entry.default;
  const seats = wishes.seats ?? usualSeats(await boardOf(entry.id, variant));
  const game: NewGame = { rules: entry.id, variant, seats: wishes.study ? [] : seats, study: wishes.study ?? false, nonce: nonce() };
  if (wishes.private) game.private = true;
  if (wishes.draft) game.draft = true;
  if (wishes.clock) game.clock = wishes.clock;
  if (wishes.position) game.position = wishes.position;
  if (wishes.from) game.from = wishes.from;
  return (await api.begin(game)).game;
}

/** Begins a game and returns the address of its page. */
export const begin = async (entry: Pick<LibraryEntry, "id" | "default">, wishes: Wishes = {}): Promise<string> => gameLink(await start(entry, wishes));
