/** Pictures of every kind of board, for people to look at: they are written to `test-results/boards`, and have to show something. */
import { statSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { begin, enter, myTurn } from "./play";

const GAMES = [
  "chess", "four-player-chess", "xiangqi", "hex", "english-draughts", "international-draughts", "turkish-draughts", "reversi",
  "fox-and-hounds", "halma", "connect-four", "gomoku", "nine-mens-morris", "tic-tac-toe", "peg-solitaire", "sokoban",
  "twenty-squares", "breakthrough", "knightthrough", "minishogi", "shogi", "tablut", "amazons",
];

for (const theme of ["light", "dark"]) {
  for (const [size, width, height] of [["desktop", 1280, 800], ["phone", 390, 844]] as const) {
    test(`every game of the library, ${theme}, ${size}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ reducedMotion: "reduce" });
      await enter(page, { theme });
      for (const game of GAMES) {
        await begin(page, game);
        await myTurn(page, null);
        const path = `test-results/boards/${game}-${theme}-${size}.png`;
        await page.screenshot({ path });
        expect(statSync(path).size).toBeGreaterThan(8000);
      }
    });
  }
}
