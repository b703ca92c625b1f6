/**
 * Pictures of every kind of board, for people to look at: they are written to
 * `test-results/boards`, and have to show something.
 */
import { statSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { begin, enter, myTurn } from "./play";

/**
 * As different as boards are: checkered, lined and points, rings, loops, hexagons, tracks, pits,
 * levels, stacks, reserves, and large ones.
 */
const GAMES = [
  "chess", "four-player-chess", "xiangqi", "janggi", "shogi", "tori", "crazyhouse", "international-draughts", "focus", "tak", "hex", "havannah",
  "triangle-solitaire", "twelve-mens-morris", "surakarta", "bagh-chal", "go-19x19", "kalah", "backgammon", "royal-game-of-ur", "score-four",
  "kamisado", "jungle", "sokoban", "hnefatafl",
];

for (const [size, width, height] of [["desktop", 1280, 800], ["phone", 390, 844]] as const) {
  test(`pictures of 25 boards, ${size}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await enter(page, { theme: "auto" });
    for (const game of GAMES) {
      await begin(page, game);
      await myTurn(page, null);
      for (const theme of ["light", "dark"] as const) {
        await page.emulateMedia({ reducedMotion: "reduce", colorScheme: theme });
        await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
        const path = `test-results/boards/${game}-${theme}-${size}.png`;
        await page.screenshot({ path });
        expect(statSync(path).size).toBeGreaterThan(8000);
      }
    }
  });
}
