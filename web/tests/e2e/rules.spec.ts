/** Rules that a member hands in on a public server, and who sees them in the library. */
import { expect, test, type Page } from "@playwright/test";
import { House, person } from "./house";
import { board } from "./play";

const RULES = `(game (title "Corridor of Ann") (players White Black) (turn-order White Black)
  (board (grid (start-rectangle 0 0 40 40) (dimensions ("a/b/c" (40 0)) ("1/2/3" (0 40))) (directions (n 0 -1) (s 0 1))))
  (board-setup (White (Runner a1)) (Black (Runner c3)))
  (piece (name Runner) (moves (n (verify empty?) add) (s (verify empty?) add)))
  (loss-condition (White Black) stalemated))`;

/** The game in the library as a page shows it. */
const shown = (page: Page) => page.getByRole("button", { name: "Play Corridor of Ann" });

async function library(page: Page, house: House): Promise<void> {
  await page.goto(`${house.origin}/#/`);
  await page.reload();
  // It has come: what is not in it is not on its way either.
  await expect(page.getByRole("button", { name: "Play Ai-wok" })).toBeVisible();
}

/** Says in the open account dialog who may have the rules. */
async function show(page: Page, choice: string): Promise<void> {
  const done = page.waitForResponse(/\/visible$/);
  await page.getByRole("dialog").getByLabel("Corridor of Ann").selectOption(choice);
  expect((await done).ok()).toBe(true);
}

test("rules of a member are seen by nobody else, then by everybody, and then by nobody else again", async ({ browser }) => {
  const house = new House();
  await house.open();
  try {
    const [ann, bob] = [await person(browser, house, "Ann"), await person(browser, house, "Bob")];
    await ann.goto(`${house.origin}/#/`);
    await ann.locator('input[type="file"]').setInputFiles({ name: "corridor.zrf", mimeType: "text/plain", buffer: Buffer.from(RULES) });
    await expect(board(ann)).toBeVisible();
    await ann.goto(`${house.origin}/#/`);
    await expect(shown(ann)).toBeVisible();
    await library(bob, house);
    await expect(shown(bob)).toHaveCount(0);
    await ann.getByRole("button", { name: "Ann", exact: true }).click();
    await show(ann, "public");
    await library(bob, house);
    await expect(shown(bob)).toBeVisible();
    await show(ann, "private");
    await library(bob, house);
    await expect(shown(bob)).toHaveCount(0);
  } finally {
    await house.close();
  }
});
