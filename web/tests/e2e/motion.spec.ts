/**
 * Animations and announcements: seeds, loops, dice, stacks, reasons, endings, and dropped records.
 */
import { expect, test, type Page } from "@playwright/test";
import { begin, board, enter, going, makeMove, myTurn, playOn, script, shared, site, view } from "./play";


/** How many things have been on their way at once, since this was called. */
async function watch(page: Page, selector: string): Promise<() => Promise<number>> {
  await board(page).evaluate((node, wanted) => {
    const state = window as unknown as { most: number };
    state.most = 0;
    const look = () => {
      state.most = Math.max(state.most, node.shadowRoot!.querySelectorAll(wanted).length);
      requestAnimationFrame(look);
    };
    look();
  }, selector);
  return () => page.evaluate(() => (window as unknown as { most: number }).most);
}

const count = (page: Page, name: string) => board(page).evaluate((node, wanted) => (node as HTMLElementTagNameMap["dagaz-board"]).view!.counts?.find((one) => one.site === wanted)?.count ?? 0, name);

test("seeds travel pit by pit, and every pit tells how many it has", async ({ page }) => {
  await enter(page);
  await begin(page, "kalah");
  const now = await myTurn(page, null);
  await expect(site(page, "c1")).toHaveAttribute("aria-label", "c1, 4 seeds, selectable");
  const most = await watch(page, ".hand");
  await makeMove(page, going(now.moves, "c1"), "mouse");
  await expect.poll(() => count(page, "S")).toBe(1);
  expect(await most()).toBeGreaterThan(0);
  await expect(board(page).locator(".hand")).toHaveCount(0);
  await expect(board(page).locator(".pieces .count")).toHaveText(["4", "4", "0", "5", "5", "5", "4", "4", "4", "4", "4", "4", "1", "0"]);
});

test("nothing travels for whoever wants less motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await enter(page);
  await begin(page, "kalah");
  const now = await myTurn(page, null);
  const most = await watch(page, ".hand");
  await makeMove(page, going(now.moves, "c1"), "mouse");
  await expect.poll(() => count(page, "S")).toBe(1);
  expect(await most()).toBe(0);
});

test("captured seeds go to the store of whoever captures", async ({ page }) => {
  await enter(page);
  await begin(page, "oware");
  await myTurn(page, null);
  // Two stores that are no sites of the board.
  await expect(board(page).locator(".below .pit")).toHaveCount(14);
  await playOn(page, "mouse", (legal) => legal.find((move) => move.steps.some((step) => step.effects.some((effect) => effect.do === "tally" && effect.count > 0))) ?? legal[0]!, 40);
  const stored = (await view(page))!.tallies!.map((one) => one.count);
  expect(Math.max(...stored)).toBeGreaterThan(0);
  for (const number of stored) await expect(board(page).locator(".pieces .count").filter({ hasText: new RegExp(`^${number}$`) }).first()).toBeVisible();
});

test("a loop is drawn, travelled, and left marked", async ({ page }) => {
  await enter(page);
  await begin(page, "surakarta");
  await playOn(page, "mouse", script("b2-c3 e5-e4 a2-b3 f5-e5 b3-c4"), 5);
  await expect.poll(() => board(page).evaluate((node) => [...node.shadowRoot!.querySelectorAll(".below path")].filter((path) => path.getAttribute("d")!.includes("A")).length)).toBe(8);
  const now = await myTurn(page, 4);
  const capture = going(now.moves, "c6-c4");
  expect(capture.steps[0]!.effects).toContainEqual({ do: "move", from: "c6", to: "c4", path: ["c6", "a4", "b4", "c4"] });
  await makeMove(page, capture, "mouse");
  await expect.poll(async () => (await view(page))!.last?.removed).toEqual(["c4"]);
  // The way of the last move is a round one.
  await expect(board(page).locator(".paths path.path")).toHaveAttribute("d", /A200 200/);
});

test("a throw is shown die by die, with its chance", async ({ page }) => {
  await enter(page);
  await begin(page, "backgammon");
  const now = await myTurn(page, null);
  const [a, b] = now.dice!.shown!;
  expect(now.dice!.of).toBe(36);
  const dice = page.getByRole("img", { name: a === b ? new RegExp(`^${a} ${a} ${a} ${a}: 1 in 36 throws`) : new RegExp(`^${a} ${b}: 1 in 18 throws`) });
  await expect(dice).toBeVisible();
  await expect(dice.locator("svg")).toHaveCount(a === b ? 4 : 2);
  await expect(dice.locator("svg").first().locator(".pip")).toHaveCount(a!);
  await begin(page, "royal-game-of-ur");
  const next = await myTurn(page, null);
  expect(next.dice).toMatchObject({ lots: true, of: 16 });
  await expect(page.getByRole("img", { name: /\d+ in \d+ throws/ }).locator("svg")).toHaveCount(4);
});

test("a column is read from top to bottom", async ({ page }) => {
  await enter(page);
  await begin(page, "lasca");
  await playOn(page, "mouse", script("c3-b4 a5-c3"), 2);
  const column = await board(page).evaluate((node) => [...node.shadowRoot!.querySelectorAll("[data-site] title")].map((title) => title.textContent));
  expect(column).toEqual(["2 pieces, from top to bottom: Black Soldier, White Soldier"]);
});

test("a refusal names the rule that comes nearest, and leads to it", async ({ page }) => {
  await enter(page);
  await begin(page, "kalah");
  await myTurn(page, null);
  await site(page, "a2").click({ force: true });
  const refusal = page.getByRole("alert").filter({ hasText: "not possible" });
  await expect(refusal).toContainText("a2 is none of the sites to choose from");
  // What the rules say stands in the rules.
  await expect(refusal.locator("code")).toHaveCount(0);
  await refusal.getByRole("button", { name: "Show the rule" }).click();
  await expect(page.locator("pre mark")).toContainText("(rule sow");
});

test("an end says by which clause of the rules it came", async ({ page }) => {
  await enter(page);
  await begin(page, "tic-tac-toe");
  await playOn(page, "mouse", script("a1 b2 a2 b3 a3"), 5);
  const ending = page.locator(".ending");
  await expect(ending.locator("code")).toContainText("(");
  await ending.getByRole("button", { name: "Show the rule" }).click();
  await expect(page.locator("pre mark")).toBeVisible();
});

const RULES = `(game (title "Long Corridor") (players White Black) (turn-order White Black)
  (board (grid (start-rectangle 0 0 40 40) (dimensions ("a/b/c/d" (40 0)) ("2/1" (0 40))) (directions (n 0 -1) (s 0 1) (e 1 0))))
  (board-setup (White (Runner a1)) (Black (Runner a2)))
  (piece (name Runner) (moves (e (verify empty?) add)))
  (win-condition (White Black) (absolute-config Runner (d1)))
  (loss-condition (White Black) stalemated))`;
const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
const home = (page: Page) => page.goto(`${page.url().split("#")[0]}#/`);

test("a saved game is dropped with its rules, or says which are missing and waits for them", async ({ page }) => {
  await enter(page);
  const rules = file("long-corridor.zrf", RULES);
  await page.locator('input[type="file"]').setInputFiles(rules);
  await expect(page.locator("h1")).toHaveText("Long Corridor");
  await makeMove(page, going((await myTurn(page, null)).moves, "a1-b1"), "mouse");
  await expect.poll(async () => (await view(page))!.node).toBeGreaterThan(0);
  const saved = file("saved.zsg", await shared(page, "zsg", /Runner a1 - b1/));
  await home(page);
  await page.locator('input[type="file"]').setInputFiles([saved, rules]);
  await expect(page.locator("ol .move").first()).toHaveText("Runner a1 - b1");
  await home(page);
  const renamed = file("other.zsg", saved.buffer.toString().replaceAll(/long-corridor/gi, "lost-corridor").replaceAll("Long Corridor", "Lost Corridor"));
  await page.locator('input[type="file"]').setInputFiles(renamed);
  await expect(page.getByRole("dialog")).toContainText(/Lost Corridor|lost-corridor/);
  await page.locator('input[type="file"]').setInputFiles(rules);
  await expect(page.locator("ol .move").first()).toHaveText("Runner a1 - b1");
});
