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

async function handIn(page: Page, name: string, text: string): Promise<void> {
  await page.locator('input[type="file"]').setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await expect(board(page)).toBeVisible();
}

/** Says in the open account dialog who may have the rules. */
async function show(page: Page, choice: string): Promise<void> {
  const done = page.waitForResponse(/\/visible$/);
  await page.getByRole("dialog").getByRole("combobox", { name: "Corridor of Ann" }).selectOption(choice);
  expect((await done).ok()).toBe(true);
}

test("rules of a member are seen by nobody else, then by everybody, and then by nobody else again", async ({ browser }) => {
  const house = new House();
  await house.open();
  try {
    const [ann, bob] = [await person(browser, house, "Ann"), await person(browser, house, "Bob")];
    await ann.goto(`${house.origin}/#/`);
    await handIn(ann, "corridor.zrf", RULES);
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

test("unlisted rules are passed on by a link, which ends when they are private", async ({ browser }) => {
  const house = new House();
  await house.open();
  try {
    const [ann, bob] = [await person(browser, house, "Ann"), await person(browser, house, "Bob")];
    await ann.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await ann.goto(`${house.origin}/#/`);
    await handIn(ann, "corridor.zrf", RULES);
    await ann.goto(`${house.origin}/#/`);
    await ann.getByRole("button", { name: "Ann", exact: true }).click();
    const dialog = ann.getByRole("dialog");
    await expect(dialog.getByRole("combobox", { name: "Corridor of Ann" })).toHaveValue("unlisted");
    await dialog.getByRole("button", { name: "Copy" }).click();
    await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
    const link = await ann.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/#\/rules\/sha256/);
    await expect(dialog.getByLabel("Address of Corridor of Ann, to be passed on")).toHaveValue(link);
    await ann.keyboard.press("Escape");
    // A user with the link sees the rules and their author, and plays; the library does not list
    // them.
    await bob.goto(link);
    await expect(bob.getByRole("heading", { name: "Corridor of Ann" })).toBeVisible();
    await expect(bob.getByText("Handed in by Ann")).toBeVisible();
    await shown(bob).click();
    await expect(board(bob)).toBeVisible();
    await library(bob, house);
    await expect(shown(bob)).toHaveCount(0);
    // Private rules are not found by other users, with or without a link.
    await ann.getByRole("button", { name: "Ann", exact: true }).click();
    await show(ann, "private");
    await expect(ann.getByLabel("Address of Corridor of Ann, to be passed on")).toHaveCount(0);
    await bob.goto(link);
    await expect(bob.getByRole("heading", { name: "There are no such rules here, or they are not for you." })).toBeVisible();
    await ann.goto(link);
    await expect(ann.getByRole("heading", { name: "Corridor of Ann" })).toBeVisible();
  } finally {
    await house.close();
  }
});

/**
 * All that rules can say, as markup with scripts: names of players, pieces and sites, title, texts.
 */
const HOSTILE = `(game (title "Hall <img src=x onerror=window.hit=1> of Ann") (description "<svg onload=window.hit=2><script>window.hit=3</script>")
  (players White<svg/onload=window.hit=4> Black) (turn-order White<svg/onload=window.hit=4> Black)
  (board (image "<svg/onload=window.hit=5>.svg") (grid (start-rectangle 0 0 40 40) (dimensions ("a/b<img/c" (40 0)) ("1/2/3" (0 40))) (directions (n 0 -1) (s 0 1))))
  (board-setup (White<svg/onload=window.hit=4> (Runner<img/src=x/onerror=window.hit=6> a1)) (Black (Runner<img/src=x/onerror=window.hit=6> c3)))
  (piece (name Runner<img/src=x/onerror=window.hit=6>) (help "<img src=x onerror=window.hit=7>") (description "<b onmouseover=window.hit=8>")
    (moves (n (verify empty?) add) (s (verify empty?) add)))
  (loss-condition (White<svg/onload=window.hit=4> Black) stalemated))`;

test("rules full of markup are text wherever they are drawn, and run nothing", async ({ browser }) => {
  const house = new House();
  await house.open();
  try {
    const [ann, bob] = [await person(browser, house, "Ann"), await person(browser, house, "Bob")];
    // Whatever a policy of the page keeps from running has been let in all the same.
    const kept: string[] = [];
    for (const page of [ann, bob]) page.on("console", (said) => void (/Content Security Policy/i.test(said.text()) && kept.push(said.text())));
    await ann.goto(`${house.origin}/#/`);
    await handIn(ann, "hall.zrf", HOSTILE);
    await ann.goto(`${house.origin}/#/`);
    await ann.getByRole("button", { name: "Ann", exact: true }).click();
    const done = ann.waitForResponse(/\/visible$/);
    await ann.getByRole("dialog").getByRole("combobox").selectOption("public");
    expect((await done).ok()).toBe(true);
    await library(bob, house);
    // In the library, on its own page, on the board, and in the text of its rules.
    const open = bob.getByRole("button", { name: /^Play Hall <img src=x/ });
    await expect(open).toBeVisible();
    await expect(bob.locator("dagaz-board[static]").first()).toBeVisible();
    await open.click();
    await expect(board(bob)).toBeVisible();
    await bob.getByRole("tab", { name: "Rules" }).click();
    await expect(bob.getByText("<svg onload=window.hit=2>")).toBeVisible();
    for (const page of [ann, bob]) {
      expect(await page.evaluate(() => (window as { hit?: number }).hit)).toBeUndefined();
      expect(await page.evaluate(() => document.querySelectorAll("[onload], [onerror], [onmouseover], main script, dagaz-board script").length)).toBe(0);
    }
    const inside = await board(bob).evaluate((element) => (element.shadowRoot ?? element).querySelectorAll("[onload], [onerror], script, foreignObject").length);
    expect(inside).toBe(0);
    expect(kept).toEqual([]);
  } finally {
    await house.close();
  }
});
