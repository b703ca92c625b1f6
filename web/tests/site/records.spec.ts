/** Records are opened by a page without a server: as a file, dropped, and pasted. */
import { expect, test, type Page } from "@playwright/test";
import { board, view } from "../e2e/play";
import { serveFiles, type Files } from "./files";

let files: Files;
test.beforeEach(async ({ page }) => {
  files = await serveFiles();
  await page.goto(files.url);
  await expect(page.locator('input[type="file"]')).toBeAttached({ timeout: 30_000 });
});
test.afterEach(() => files?.stop());

const FIRST = '[White "Ann"]\n[Black "Bob"]\n[Result "*"]\n\n1. e4 {a comment} e5 *\n';
const BOTH = `${FIRST}\n[White "Cy"]\n[Black "Di"]\n[Variant "Atomic"]\n[Result "*"]\n\n1. Nf3 d5 2. Ne5 *\n`;
const HEX = "(;GM[11]SZ[13]PB[Eve]PW[Flo];B[m13];W[a1])";

async function opened(page: Page, title: string | RegExp): Promise<void> {
  await expect(board(page)).toBeVisible({ timeout: 30_000 });
  await expect(page).toHaveTitle(title);
}

test("a chosen file is opened at its game", async ({ page }) => {
  await page.locator('input[type="file"]').setInputFiles({ name: "one.pgn", mimeType: "text/plain", buffer: Buffer.from(FIRST) });
  await opened(page, /Chess/);
  await page.getByRole("button", { name: "Last move" }).click();
  await expect(page.getByRole("button", { name: "e4, White Pawn" })).toBeAttached();
  await expect(page.getByRole("button", { name: "e5, Black Pawn" })).toBeAttached();
});

test("each game of a file is offered and opened by its own rules", async ({ page }) => {
  await page.locator('input[type="file"]').setInputFiles({ name: "both.pgn", mimeType: "text/plain", buffer: Buffer.from(BOTH) });
  const games = page.getByRole("dialog").locator("ol button");
  await expect(games).toHaveText(["Ann – Bob", "Cy – Di, Atomic"], { timeout: 30_000 });
  await games.nth(1).click();
  await opened(page, /Atomic/);
});

test("a dropped record has the size of its board", async ({ page }) => {
  const data = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "large.sgf"));
    return data;
  }, HEX);
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
  await opened(page, /Hex/);
  // 13 x 13 sites; the rules as such have 11 x 11.
  await expect.poll(async () => (await view(page))?.moves.length).toBeGreaterThan(160);
});

test("a pasted text is opened", async ({ page }) => {
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  }, FIRST);
  await opened(page, /Chess/);
});

test("a text that is no record is refused with the reason", async ({ page }) => {
  await page.locator('input[type="file"]').setInputFiles({ name: "letter.pgn", mimeType: "text/plain", buffer: Buffer.from("a letter to a friend") });
  await expect(page.getByRole("dialog")).toContainText("format", { timeout: 30_000 });
});
