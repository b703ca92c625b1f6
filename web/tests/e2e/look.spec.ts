/**
 * Boards that look made for their games, the room that they have, and games found by what people
 * call them.
 */
import { readFileSync } from "node:fs";
import { expect, test, type Page } from "@playwright/test";
import queries from "../unit/queries.json" with { type: "json" };
import { begin, board, enter, myTurn, playOn, script, site, view } from "./play";

/** The height of the cells of a board, and where they lie. */
async function drawn(page: Page): Promise<{ x: number; y: number; side: number }> {
  const box = await board(page).evaluate((node) => {
    const cells = [...node.shadowRoot!.querySelectorAll(".hits [data-site]")].map((one) => one.getBoundingClientRect());
    const [left, top] = [Math.min(...cells.map((one) => one.left)), Math.min(...cells.map((one) => one.top))];
    return { x: Math.round(left), y: Math.round(top), side: Math.round(Math.max(...cells.map((one) => one.bottom)) - top) };
  });
  return box;
}

test("the board takes 640 pixels of a small screen, and stays where it is", async ({ page }) => {
  await enter(page);
  await begin(page, "chess");
  await myTurn(page, null);
  expect((await drawn(page)).side).toBeGreaterThanOrEqual(640);
  await begin(page, "tic-tac-toe");
  await myTurn(page, null);
  const first = await drawn(page);
  await page.keyboard.press("i");
  await expect(page.locator(".status")).toContainText(/try|hint|best|suggest/i);
  expect(await drawn(page)).toEqual(first);
  await playOn(page, "mouse", script("a1 b2"), 2);
  await site(page, "a1").click({ force: true });
  await expect(page.locator(".refusal")).toBeVisible();
  expect(await drawn(page)).toEqual(first);
  const [refusal, stage] = [(await page.locator(".refusal").boundingBox())!, (await page.locator(".stage").boundingBox())!];
  expect(refusal.x).toBeGreaterThanOrEqual(stage.x + stage.width);
  await playOn(page, "mouse", script("a2 b3 a3"), 3);
  await expect(page.locator(".ending")).toBeVisible();
  expect(await drawn(page)).toEqual(first);
});

test("a large piece is picked from the hand, turned, and laid where it is shown", async ({ page }) => {
  await enter(page);
  await begin(page, "blokus-duo");
  await myTurn(page, null);
  await board(page).locator('[data-hand="hand Purple F5"]').click();
  await site(page, "e5").hover();
  const ghost = board(page).locator(".targets .ghost");
  await expect(ghost).toHaveCount(1);
  const before = await ghost.innerHTML();
  await page.mouse.wheel(0, 100);
  await expect.poll(() => ghost.innerHTML()).not.toBe(before);
  await site(page, "e5").click();
  await expect.poll(async () => (await view(page))!.pieces.filter((piece) => piece.type === "F5").length).toBe(5);
  await expect(board(page).locator(".choice-card")).toHaveCount(0);
});

test("a wall is seen in its slots and is picked by its edge", async ({ page }) => {
  await enter(page);
  await begin(page, "quoridor");
  await myTurn(page, null);
  await site(page, "b1").hover();
  await expect(board(page).locator(".targets .ghost polygon")).toHaveCount(3);
  await site(page, "b1").click();
  await expect.poll(async () => (await view(page))!.pieces.filter((piece) => piece.type === "Wall").map((piece) => piece.site).sort().join()).toBe("b1,b2,b3");
  await expect(board(page).locator(".choice-card")).toHaveCount(0);
});

test("a piece in hand can be held before its place is chosen, by keys as well", async ({ page }) => {
  await enter(page);
  await begin(page, "arimaa");
  await myTurn(page, null);
  await board(page).locator('[data-hand="hand Gold Camel"]').focus();
  await page.keyboard.press("Enter");
  await expect(board(page).locator(".slot.on")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(board(page).locator(".slot.on")).toHaveCount(0);
  await page.keyboard.press("Enter");
  await site(page, "c2").click();
  await expect.poll(async () => (await view(page))!.pieces.map((piece) => `${piece.type} ${piece.site}`)).toEqual(["Camel c2"]);
});

test("a choice stands beside the board and hides none of it", async ({ page }) => {
  await enter(page);
  await begin(page, "chess", { position: "8/P6k/8/8/8/8/8/K7 w - - 0 1" });
  await myTurn(page, null);
  await site(page, "a7").click();
  await site(page, "a8").click();
  const [card, stage] = [(await board(page).locator(".choice-card").boundingBox())!, (await page.locator(".stage").boundingBox())!];
  expect(card.x).toBeGreaterThanOrEqual(stage.x + stage.width);
  await board(page).locator('.choice button[data-option="Queen"]').click();
  await expect.poll(async () => (await view(page))!.pieces.some((piece) => piece.type === "Queen")).toBe(true);
});

test("captures are shown as pieces, and a mated king is not said to be in check", async ({ page }) => {
  await enter(page);
  await begin(page, "chess", { position: "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1" });
  await myTurn(page, null);
  await site(page, "f7").click();
  await site(page, "g7").click();
  await expect(page.locator(".ending")).toBeVisible();
  await expect(page.getByRole("region", { name: "Black" })).not.toContainText(/check/i);
  await begin(page, "chess");
  await playOn(page, "mouse", script("e2-e4 d7-d5 e4-d5"), 3);
  await expect(page.locator(".took .piece svg")).toHaveCount(1);
});

test("looks of the library reach the page: walls in slots, a bar, rods", async ({ page }) => {
  await enter(page);
  for (const [game, sign, count] of [["quoridor", ".below .tile-cell", 81], ["backgammon", ".below .bar", 1], ["hanoi", ".below .rod", 6], ["connect-four", ".below .plate-hole", 42]] as const) {
    await begin(page, game);
    await expect(board(page).locator(sign)).toHaveCount(count);
  }
});

test("games are found and begun by what people call them", async ({ page }) => {
  await enter(page);
  const search = page.getByRole("searchbox");
  for (const [typed, wanted] of (queries as [string, string][]).filter((_, at) => at % 2 === 0)) {
    await search.fill(typed);
    await expect(page.locator("#games-list li.game").first()).toHaveAttribute("data-game", wanted);
  }
  await search.fill("chess");
  await search.press("Enter");
  await expect(board(page)).toBeVisible();
  await expect(page.locator("h1")).toHaveText("Chess");
});

/** Games that people look for by the names of their own language. */
const SOUGHT = [
  "chess", "xiangqi", "shogi", "makruk", "chaturanga", "go-19x19", "reversi", "hex", "gomoku", "tic-tac-toe", "connect-four", "nine-men-s-morris", "international-draughts",
  "russian-draughts", "turkish-draughts", "backgammon", "royal-game-of-ur", "kalah", "oware", "bagh-chal", "halma", "chinese-checkers", "dominoes", "blackjack", "battleship",
  "dots-and-boxes", "rock-paper-scissors", "tower-of-hanoi", "fox-and-hounds", "peg-solitaire",
];

for (const language of ["es", "ru", "hi", "ar"]) {
  test(`thirty games are found by their titles and begun by Enter, ${language}`, async ({ page }) => {
    await enter(page, { language });
    const titles = readFileSync(new URL(`../../src/locales/titles/${language}.ftl`, import.meta.url), "utf8");
    const search = page.getByRole("searchbox");
    let title = "";
    for (const id of SOUGHT) {
      title = new RegExp(`^game-${id} = (.*)$`, "m").exec(titles)![1]!;
      await search.fill(title);
      await expect(page.locator("#games-list li.game .title").first()).toHaveText(title);
    }
    await search.press("Enter");
    await expect(board(page)).toBeVisible();
    await expect(page.locator("h1")).toHaveText(title);
  });
}
