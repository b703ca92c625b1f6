/** Games of the studio: begun as drafts, followed, and asked about positions. */
import type { LibraryEntry } from "../../contract";
import { start } from "../begin";
import { Game } from "../game.svelte";
import { holds, type Check } from "./lessons";

/** Begins a draft in which all sides are played here, and waits until it can be seen. */
export async function startDraft(entry: LibraryEntry): Promise<Game> {
  const game = new Game(await start(entry, { study: true, draft: true }));
  while (!game.view && !game.missing) await new Promise((resolve) => setTimeout(resolve, 20));
  return game;
}

/** Returns which checks hold in games by these rules. */
export async function tested(entry: LibraryEntry, checks: readonly Check[]): Promise<boolean[]> {
  const game = await startDraft(entry);
  try {
    const results: boolean[] = [];
    for (const check of checks) results.push(await holds(check, { play: (node, text) => game.do({ do: "type", node, text }), look: (node) => game.positionAt(node) }));
    return results;
  } finally {
    game.close();
  }
}
