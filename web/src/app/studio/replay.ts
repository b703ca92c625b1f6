/** Moves that were played, played again under other rules. */
import type { ServerMessage } from "../../contract";

/** More moves are not played again. */
const MOST = 300;

/** Plays a move, written as in records, after a node. */
type Play = (node: number, text: string) => Promise<ServerMessage>;

/**
 * Plays moves from the start until one is not legal; gives the node that was reached, and how many
 * moves were played.
 */
export async function replay(moves: readonly string[], play: Play): Promise<{ node: number; played: number }> {
  let node = 0;
  let played = 0;
  for (const text of moves.slice(0, MOST)) {
    const tell = await play(node, text);
    if (tell.tell !== "done" || tell.node == null) break;
    node = tell.node;
    played += 1;
  }
  return { node, played };
}
