/** What is drawn of a board: of one without borders the sites that exist. */
import type { Board } from "../../contract";

/** Returns the board with these sites alone; the whole board if none is named. */
export function existing(board: Board, sites: readonly string[] | undefined): Board {
  if (!sites?.length) return board;
  const exists = new Set(sites);
  const links = board.links.filter(({ a, b }) => exists.has(a) && exists.has(b));
  return { ...board, sites: board.sites.filter((site) => exists.has(site.id)), links };
}
