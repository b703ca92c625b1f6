/**
 * A position from the middle of a game: random moves with a fixed seed, and the last position
 * before an end.
 */
import type { Page } from "@playwright/test";
import type { Board, View } from "../../src/contract";

export interface Middle {
  board: Board;
  start: View;
  middle: View;
}

/** Plays in the page, which has the session that the server asks for. */
export const middleOf = (page: Page, rules: string): Promise<Middle> =>
  page.evaluate(async (rules) => {
    const begun = await fetch("/api/v1/games", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ rules, seats: [], study: false, nonce: crypto.randomUUID() }),
    });
    if (!begun.ok) throw new Error(await begun.text());
    const { game } = (await begun.json()) as { game: string };
    const socket = new WebSocket(`ws://${location.host}/api/v1/socket`);
    let [board, view]: [Board | null, View | null] = [null, null];
    let woken = () => {};
    socket.addEventListener("message", ({ data }) => {
      const tell = JSON.parse(String(data)) as { tell: string; board?: Board; view?: View };
      if (tell.board) board = tell.board;
      if (tell.view && tell.view.version >= (view?.version ?? 0)) view = tell.view;
      woken();
    });
    /** Resolves once something is so, or after two seconds. */
    const until = async (so: () => boolean) => {
      const end = performance.now() + 2000;
      while (!so() && performance.now() < end) {
        await Promise.race([new Promise<void>((resolve) => (woken = resolve)), new Promise((resolve) => setTimeout(resolve, 100))]);
      }
    };
    await new Promise((open) => socket.addEventListener("open", open));
    let re = 0;
    const ask = (what: object) => socket.send(JSON.stringify({ re: (re += 1), ...what }));
    ask({ ask: "join", game });
    await until(() => board !== null && view !== null && (view.moves.length > 0 || view.status.state === "ended"));
    if (!board || !view) throw new Error(`${rules} cannot be joined`);
    const start: View = view;
    const all = [start];
    let seed = 20_240_607;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const plies = start.pieces.length < 8 ? 24 : 16;
    for (let ply = 0; ply < plies; ply += 1) {
      const now: View = view;
      const moves = now.moves.filter((move) => move.id != null);
      if (now.status.state === "ended" || moves.length === 0) break;
      ask({ ask: "do", game, nonce: crypto.randomUUID(), command: { do: "play", node: now.node, move: moves[random(moves.length)]!.id } });
      await until(() => view !== now && view!.node !== now.node && (view!.moves.length > 0 || view!.status.state === "ended"));
      if (view === now) break;
      if ((view as View).status.state !== "ended") all.push(view);
    }
    socket.close();
    return { board, start, middle: all.at(-1)! };
  }, rules);
