/**
 * Functions around a game: files, records, analysis, the editor, settings before a game, languages.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { bitmap, zip } from "./archive";
import { begin, board, enter, going, makeMove, myTurn, playOn, script, shared, site, view } from "./play";
import { serve } from "./server";

const RULES = `(game (title "Corridor") (players White Black) (turn-order White Black)
  (board (grid (start-rectangle 0 0 40 40) (dimensions ("a/b/c/d" (40 0)) ("2/1" (0 40))) (directions (n 0 -1) (s 0 1) (e 1 0))))
  (board-setup (White (Runner a1)) (Black (Runner a2)))
  (piece (name Runner) (moves (e (verify empty?) add)))
  (win-condition (White Black) (absolute-config Runner (d1)))
  (loss-condition (White Black) stalemated))`;

const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

test("a rules file that is dropped is played", async ({ page }) => {
  await enter(page);
  await page.locator('input[type="file"]').setInputFiles(file("corridor.zrf", RULES));
  await expect(board(page)).toBeVisible();
  await expect(page.locator("h1")).toHaveText("Corridor");
  const now = await myTurn(page, null);
  await makeMove(page, going(now.moves, "a1-b1"), "mouse");
  await expect.poll(async () => (await view(page))!.node).toBeGreaterThan(0);
});

test("a zip plays with its own pictures, and with ours if somebody likes those better", async ({ page }) => {
  await enter(page);
  const disc = (colour: readonly [number, number, number]) => bitmap(40, 40, (x, y) => (Math.hypot(x - 19.5, y - 19.5) < 17 ? colour : [0, 255, 0]));
  const rules = RULES.replace("(grid (start-rectangle 0 0 40 40)", '(image "images/ground.bmp") (grid (start-rectangle 10 10 50 50)').replace("(name Runner)", '(name Runner) (image White "images\\white.bmp" Black "images\\black.bmp")');
  const files = {
    "corridor/corridor.zrf": Buffer.from(rules.replace('"Corridor"', '"Painted Corridor"')),
    "corridor/images/ground.bmp": bitmap(180, 100, (x, y) => (x < 10 || y < 10 || x >= 170 || y >= 90 ? [90, 50, 20] : (Math.floor((x - 10) / 40) + Math.floor((y - 10) / 40)) % 2 ? [200, 160, 110] : [240, 220, 180])),
    "corridor/images/white.bmp": disc([255, 250, 240]),
    "corridor/images/black.bmp": disc([30, 30, 60]),
  };
  await page.locator('input[type="file"]').setInputFiles({ name: "corridor.zip", mimeType: "application/zip", buffer: zip(files) });
  await expect(page.locator("h1")).toHaveText("Painted Corridor");
  // The ground as large as two rows of four cells with its rim, and a piece for each side.
  const pictures = board(page).locator("svg image");
  await expect(pictures).toHaveCount(3);
  const box = async (at: number) => (await pictures.nth(at).boundingBox())!;
  const [ground, cell] = [await box(0), (await site(page, "a1").boundingBox())!];
  expect(ground.width / cell.width).toBeCloseTo(180 / 40, 1);
  expect(ground.x).toBeCloseTo(cell.x - cell.width / 4, 0);
  const shown = await page.evaluate(async (url) => {
    const answer = await fetch(url);
    return { type: answer.headers.get("content-type"), size: (await answer.blob()).size };
  }, (await pictures.nth(1).getAttribute("href"))!);
  expect(shown.type).toBe("image/png");
  await makeMove(page, going((await myTurn(page, null)).moves, "a1-b1"), "mouse");
  await page.locator("#tab-rules").click();
  await page.getByLabel("Pictures of the rules file").uncheck();
  await expect(pictures).toHaveCount(0);
});

test("a zip with a damaged picture plays with ours and says which", async ({ page }) => {
  await enter(page);
  const rules = RULES.replace("(grid (start-rectangle", '(image "ground.bmp") (grid (start-rectangle').replace("(name Runner)", '(name Runner) (image White "white.bmp" Black "black.bmp")');
  const files = {
    "corridor.zrf": Buffer.from(rules.replace('"Corridor"', '"Torn Corridor"')),
    "ground.bmp": Buffer.concat([Buffer.from("BM"), Buffer.alloc(200, 255)]),
    "white.bmp": bitmap(40, 40, () => [255, 250, 240]).subarray(0, 900),
  };
  await page.locator('input[type="file"]').setInputFiles({ name: "torn.zip", mimeType: "application/zip", buffer: zip(files) });
  const dialog = page.getByRole("dialog");
  for (const name of ["ground.bmp cannot be read", "white.bmp cannot be read", "black.bmp is not there"]) await expect(dialog).toContainText(name);
  await dialog.getByRole("button", { name: /^play/i }).click();
  await expect(page.locator("h1")).toHaveText("Torn Corridor");
  await expect(board(page).locator("svg image")).toHaveCount(0);
  await makeMove(page, going((await myTurn(page, null)).moves, "a1-b1"), "mouse");
});

test("a picture alone is no game, and says so", async ({ page }) => {
  await enter(page);
  await page.locator('input[type="file"]').setInputFiles({ name: "board.bmp", mimeType: "image/bmp", buffer: bitmap(2, 2, () => [1, 2, 3]) });
  await expect(page.getByRole("dialog")).toContainText("zip beside the rules file");
});

test("rules that were dropped are there after the page is opened again, for saved games as well", async ({ page }) => {
  await enter(page);
  await page.locator('input[type="file"]').setInputFiles(file("corridor.zrf", RULES.replace('"Corridor"', '"Kept Corridor"')));
  await expect(page.locator("h1")).toHaveText("Kept Corridor");
  const gallery = `${page.url().split("#")[0]}#/`;
  await page.goto(gallery);
  await page.reload();
  await page.getByRole("button", { name: "Play Kept Corridor", exact: true }).click();
  await expect(page.locator("h1")).toHaveText("Kept Corridor");
  await makeMove(page, going((await myTurn(page, null)).moves, "a1-b1"), "mouse");
  const saved = file("later.zsg", await shared(page, "zsg", /Runner a1 - b1/));
  await page.goto(gallery);
  await page.reload();
  await page.locator('input[type="file"]').setInputFiles(saved);
  await expect(page.locator("ol .move").first()).toHaveText("Runner a1 - b1");
});

test("a file that is saved again goes on with the moves that there were, or says which no longer exists", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "dagaz-own-"));
  const path = join(folder, "corridor.zrf");
  const save = (text: string) => writeFileSync(path, text);
  save(RULES);
  const served = await serve(path);
  try {
    await page.addInitScript(() => localStorage.setItem("dagaz-settings", JSON.stringify({ language: "en" })));
    await page.goto(served.url.href);
    await expect(page.locator("h1")).toHaveText("Corridor");
    await makeMove(page, going((await myTurn(page, null)).moves, "a1-b1"), "mouse");
    await expect(page.locator("ol .move")).toHaveCount(2);
    // A mistake leaves the game as it is.
    save(RULES.replace("(verify empty?)", "(verify emty?)"));
    await expect(page.getByRole("dialog")).toContainText("emty?");
    await page.keyboard.press("Escape");
    await expect(page.locator("ol .move")).toHaveCount(2);
    // Runners may jump as well: both moves stand, and there are more.
    save(RULES.replace("(e (verify empty?) add)", "(e (verify empty?) add) (e e (verify empty?) add)"));
    await expect.poll(async () => (await view(page))!.moves.length).toBe(2);
    await expect(page.locator("ol .move")).toHaveCount(2);
    // Runners only jump now: the moves played are illegal.
    save(RULES.replace("(e (verify empty?) add)", "(e e (verify empty?) add)"));
    await expect(page.getByRole("dialog")).toContainText("Runner a1 - b1");
    await page.keyboard.press("Escape");
    await expect(page.locator("ol .move")).toHaveCount(0);
    expect((await myTurn(page, null)).pieces.map((piece) => piece.site)).toContain("a1");
  } finally {
    served.stop();
    rmSync(folder, { recursive: true });
  }
});

test("a rules file with a mistake says where it is", async ({ page }) => {
  await enter(page);
  await page.locator('input[type="file"]').setInputFiles(file("broken.zrf", RULES.replace("(verify empty?)", "(verify emty?)")));
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("broken.zrf cannot be played yet");
  await expect(dialog).toContainText("emty?");
  await expect(dialog).toContainText("line 4");
});

test("a game is saved in every format that can hold it, and read again", async ({ page }) => {
  await enter(page);
  await begin(page, "chess");
  await playOn(page, "mouse", script("e2-e4 e7-e5 g1-f3"), 3);
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog");
  const text = dialog.locator("textarea");
  await expect(text).not.toBeEmpty();
  const formats = await dialog.locator("option").allTextContents();
  expect(formats).toEqual(expect.arrayContaining(["pgn", "json", "sgf"]));
  await dialog.locator("select").selectOption("pgn");
  await expect(text).toHaveValue(/1\. ?e4 e5 2\. ?Nf3/);
  const pgn = await text.inputValue();
  await page.keyboard.press("Escape");
  await page.goto(`${page.url().split("#")[0]}#/`);
  await page.locator('input[type="file"]').setInputFiles(file("game.pgn", pgn));
  // This record names its rules; a plain PGN does not, and is chess.
  await expect(page.locator("ol .move")).toHaveCount(3);
  await page.goto(`${page.url().split("#")[0]}#/`);
  await page.locator('input[type="file"]').setInputFiles(file("plain.pgn", pgn.replace(/\[(Rules|Variant).*\n/g, "")));
  await expect(board(page)).toBeVisible();
  await expect(page.locator("ol .move")).toHaveCount(3);
});

test("analysis keeps variations, comments and judgements", async ({ page }) => {
  await enter(page);
  await begin(page, "tic-tac-toe");
  await playOn(page, "mouse", script("a1 b2"), 2);
  const before = page.url();
  await page.locator(".strip").getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Analyse from here" }).click();
  await expect.poll(() => page.url()).not.toBe(before);
  await expect(page.locator("ol .move").first()).toBeVisible();
  await makeMove(page, going((await myTurn(page, null)).moves, "c3"), "mouse");
  await expect(page.locator("ol .row .move")).toHaveCount(3);
  await page.getByRole("button", { name: "Previous move" }).click();
  await expect.poll(async () => (await view(page))!.pieces.length).toBe(2);
  await makeMove(page, going((await view(page))!.moves, "c1"), "mouse");
  await expect(page.locator(".variation .move")).toHaveCount(1);
  await page.locator("#tab-analysis").click();
  await page.locator(".notes textarea").fill("Better than the corner");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.locator(".glyphs button").first().click();
  await page.locator("#tab-moves").click();
  await expect(page.locator(".variation")).toContainText("Better than the corner");
  await expect(page.locator(".variation .move")).toContainText("!");
});

test("a position is put together and played from", async ({ page }) => {
  await enter(page);
  await page.goto(`${page.url().split("#")[0]}#/editor/chess/0`);
  await page.getByRole("button", { name: "Clear the board" }).click();
  for (const [piece, at] of [["White King", "e1"], ["Black King", "e8"], ["White Queen", "d1"]] as const) {
    await page.getByRole("button", { name: piece, exact: true }).click();
    await site(page, at).click({ force: true });
  }
  await expect(page.locator("textarea")).toHaveValue(/White King=e1.*White Queen=d1/);
  const text = page.getByLabel("Position as text");
  await text.fill("8/8/8/3k4/8/8/4P3/4K3 b");
  await expect(page.locator("select")).toHaveValue("Black");
  await text.fill("8/8/8/3k4/8/8/4P3/9 b");
  await expect(page.getByRole("alert")).toContainText("8");
  await text.fill("r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Play from here" }).click();
  const now = await myTurn(page, null);
  expect(now.pieces).toHaveLength(5);
  // What the text says of castling is known.
  expect(now.moves.map((move) => move.text)).toContain("O-O");
});

test("variants, seats and clocks are chosen before a game; bots play each other", async ({ page }) => {
  await enter(page);
  await page.getByRole("button", { name: "Options for Hex", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("select").first().selectOption({ index: 1 });
  await dialog.locator("select").last().selectOption({ label: "5 min + 3 s a move" });
  await dialog.getByRole("button", { name: "Watch bots play" }).click();
  await expect(board(page)).toBeVisible();
  await expect.poll(async () => (await view(page))?.pieces.length ?? 0, { timeout: 60_000 }).toBeGreaterThan(2);
  await expect(page.getByRole("timer")).toHaveCount(2);
  expect((await view(page))!.me).toEqual([]);
});

test("the page speaks other languages at once", async ({ page }) => {
  await enter(page);
  await page.getByRole("button", { name: "Language" }).click();
  await page.getByRole("menuitemradio", { name: "Русский" }).click();
  await expect(page.getByRole("heading", { name: "Игры", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Играть: Шахматы", exact: true })).toBeVisible();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "ru");
});

test("a screen reader is told what happens", async ({ page }) => {
  await enter(page);
  await begin(page, "chess");
  await myTurn(page, null);
  await expect(site(page, "e2")).toHaveAttribute("aria-label", "e2, White Pawn, selectable");
  await site(page, "e2").click({ force: true });
  const live = page.locator('[aria-live="polite"]');
  await expect(live).toHaveText("White Pawn e2 selected, 2 targets.");
  await expect(site(page, "e4")).toHaveAttribute("aria-label", "e4, empty, target");
  await site(page, "e4").click({ force: true });
  await expect(live).toContainText("White: Pawn e2 to e4");
  await expect(live).toContainText("Your move, 20 choices.");
});

for (const language of ["en", "ar"]) {
  test(`every item of the menu beside the board is on the screen, ${language}`, async ({ page }) => {
    await enter(page, { language });
    await begin(page, "chess");
    await page.locator(".strip .menu > button").click();
    const items = page.locator(".strip .pop > *");
    expect(await items.count()).toBeGreaterThan(4);
    for (const item of await items.all()) {
      const box = (await item.boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(1280);
      expect(box.y + box.height).toBeLessThanOrEqual(800);
    }
  });
}

test("whoever has no time left has lost", async ({ page }) => {
  await enter(page);
  await begin(page, "chess", { clock: { kind: "fischer", mainMs: 2_500, addMs: 0 } });
  await playOn(page, "mouse", script("e2-e4 e7-e5"), 2);
  // No player can move any more.
  await expect(page.locator(".ending")).toContainText(/time/i, { timeout: 20_000 });
  const now = (await view(page))!;
  expect(now.status.state).toBe("ended");
  expect(now.moves).toEqual([]);
  await expect(page.getByRole("timer").last()).toContainText("0:00");
});

test("a bot answers the offer of a draw", async ({ page }) => {
  await enter(page);
  await begin(page, "chess", { seats: [{ player: "Black", by: { bot: { bot: "random" } } }] });
  const { version } = await myTurn(page, null);
  await page.getByRole("button", { name: "Offer a draw" }).click();
  await expect.poll(async () => (await view(page))!.version).toBe(version + 2);
  expect((await view(page))!.offers).toEqual([]);
});
