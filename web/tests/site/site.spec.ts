/**
 * The page without a server: games against bots in the browser alone, with the network and without.
 */
import { expect, test, type Page } from "@playwright/test";
import { board, makeMove, myTurn, site, view } from "../e2e/play";
import { kept, serveFiles, serveOther, type Files } from "./files";

/** What may be loaded, compressed, before the first move of the first game; `DAGAZ_PROFILE` says how the engine is built. */
const FIRST_GAME_KB = process.env["DAGAZ_PROFILE"] === "web" ? 2_000 : 4_000;

let files: Files;

test.beforeEach(async () => {
  files = await serveFiles();
});
test.afterEach(() => files?.stop());

async function enter(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (!localStorage.getItem("dagaz-settings")) localStorage.setItem("dagaz-settings", JSON.stringify({ language: "en", theme: "light", lessMotion: true, level: 2 }));
  });
  await page.goto(files.url);
  await expect(page.locator("#games-list li.game").first()).toBeVisible();
}

const pick = async (page: Page, title: string) => {
  await page.getByRole("button", { name: `Play ${title}`, exact: true }).click();
  await expect(board(page)).toBeVisible();
};

/** Plays so many moves against the bot, always the first that is legal. */
async function play(page: Page, moves: number): Promise<void> {
  let node: number | null = null;
  for (let turn = 0; turn < moves; turn++) {
    const now = await myTurn(page, node);
    if (now.status.state === "ended") return;
    node = now.node;
    await makeMove(page, now.moves[0]!, "mouse");
  }
  await myTurn(page, node);
}

test("a game is played against a bot, and continues after a reload", async ({ page }) => {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  await enter(page);
  await pick(page, "Breakthrough");
  await play(page, 3);
  const before = (await view(page))!;
  expect(before.version).toBeGreaterThan(5);
  await page.reload();
  await expect(board(page)).toBeVisible();
  await expect.poll(async () => (await view(page))?.node).toBe(before.node);
  await play(page, 1);
  expect(faults).toEqual([]);
});

test.describe("without a service worker", () => {
  test.use({ serviceWorkers: "block" });

  test("the first game is playable after few bytes", async ({ page }) => {
    await enter(page);
    await pick(page, "Chess");
    await myTurn(page, null);
    const loaded = Math.round(files.compressed() / 1000);
    console.log(`the first game is playable after ${loaded} KB, compressed`);
    expect(loaded).toBeLessThan(FIRST_GAME_KB);
  });
});

test("without a network every game can be begun once the page was there", async ({ page }) => {
  await enter(page);
  await kept(page);
  await files.stop();
  await page.context().setOffline(true);
  await page.goto(files.url);
  await expect(page.locator("#games-list li.game").first()).toBeVisible();
  await pick(page, "Chess");
  await play(page, 2);
  expect((await view(page))!.version).toBeGreaterThan(3);
});

test("take back, look back, hint and analysis are answered", async ({ page }) => {
  await enter(page);
  await pick(page, "Breakthrough");
  await play(page, 2);
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(".status", { hasText: /^Try / })).toBeVisible();
  const before = (await view(page))!.node;
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await view(page))!.node).not.toBe(before);
  const game = page.url();
  await page.locator(".strip").getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Analyse from here" }).click();
  await expect.poll(() => page.url()).not.toBe(game);
  await page.locator("#tab-analysis").click();
  await page.getByRole("button", { name: "Start the analysis" }).click();
  await expect(page.getByText(/^depth \d/)).toBeVisible();
  // The page is answered while a bot thinks.
  const { node, version } = (await view(page))!;
  await page.getByRole("button", { name: "Previous move" }).click();
  await expect.poll(async () => (await view(page))!.node).not.toBe(node);
  await page.getByRole("button", { name: "Stop" }).click();
  await makeMove(page, (await view(page))!.moves[0]!, "mouse");
  await expect.poll(async () => (await view(page))!.version).toBeGreaterThan(version);
});

test("a rules file is opened, played, and found again", async ({ page }) => {
  const text = `(drf 3)
(game "Little Rows"
  (players X O)
  (board (grid a-c 1-3) (lines three 3))
  (piece Mark)
  (rule place (at empty) (put Mark))
  (moves place)
  (win three-in-a-row (full three mine)))`;
  await enter(page);
  const choose = (text: string) => page.locator('input[type="file"]').setInputFiles({ name: "rows.drf", mimeType: "text/plain", buffer: Buffer.from(text) });
  await choose(text.replace("(at empty)", "(at emty)"));
  await expect(page.getByRole("dialog")).toContainText("emty");
  await page.keyboard.press("Escape");
  await choose(text);
  await expect(page.locator("h1")).toHaveText("Little Rows");
  await play(page, 1);
  await page.reload();
  await expect(site(page, "a1")).toBeVisible();
  await play(page, 1);
});

test("a published link asks nothing in a fresh profile, and another page embeds the game by one script", async ({ page, browser }) => {
  await enter(page);
  await page.getByRole("link", { name: "Write rules" }).click();
  await expect(board(page)).toBeVisible({ timeout: 30_000 });
  await page.getByRole("button", { name: "Publish" }).click();
  const link = page.getByRole("textbox", { name: "Link to play these rules" });
  await expect(link).toHaveValue(/#\/shared\/1\./);
  const element = await page.getByRole("textbox", { name: "Element for another web page" }).inputValue();
  const fresh = await browser.newContext();
  const other = await fresh.newPage();
  await other.goto(await link.inputValue());
  await expect(board(other)).toBeVisible({ timeout: 30_000 });
  await site(other, "a1").click();
  // The bot answers.
  await expect.poll(async () => (await view(other))?.node ?? 0, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
  const elsewhere = await serveOther(element);
  await other.goto(elsewhere.url);
  const frame = other.frameLocator("dagaz-game iframe");
  await expect(frame.locator("dagaz-board:not([static])")).toBeVisible({ timeout: 30_000 });
  elsewhere.stop();
  await fresh.close();
});

test("a game that is saved as one HTML file is played from a folder, without a network", async ({ page, browser }, about) => {
  await enter(page);
  await page.getByRole("link", { name: "Write rules" }).click();
  await expect(board(page)).toBeVisible({ timeout: 30_000 });
  await page.getByRole("button", { name: "Publish" }).click();
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "One HTML file that plays anywhere" }).click()]);
  const path = about.outputPath(saved.suggestedFilename());
  expect(path).toMatch(/\.html$/);
  await saved.saveAs(path);
  const fresh = await browser.newContext({ offline: true });
  const other = await fresh.newPage();
  const faults: string[] = [];
  other.on("pageerror", (error) => faults.push(String(error)));
  await other.goto(`file://${path}`);
  await expect(board(other)).toBeVisible({ timeout: 30_000 });
  await site(other, "a1").click();
  await expect.poll(async () => (await view(other))?.node ?? 0, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
  expect(faults).toEqual([]);
  await fresh.close();
});
