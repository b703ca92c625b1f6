/** Links and texts of strangers: the page says what is wrong, and stays alive. */
import { expect, test, type Page } from "@playwright/test";
import { board, makeMove, myTurn } from "../e2e/play";
import { serveFiles, type Files } from "./files";

let files: Files;
test.beforeEach(async () => {
  files = await serveFiles();
});
test.afterEach(() => files?.stop());

async function enter(page: Page, hash = ""): Promise<void> {
  await page.addInitScript(() => localStorage.setItem("dagaz-settings", JSON.stringify({ language: "en", theme: "light", lessMotion: true, level: 1 })));
  await page.goto(files.url + hash);
}

/** A game is begun and played as usual. */
async function alive(page: Page): Promise<void> {
  await page.evaluate(() => (location.hash = "#/"));
  await page.getByRole("button", { name: "Play Breakthrough", exact: true }).click();
  await expect(board(page)).toBeVisible({ timeout: 30_000 });
  const now = await myTurn(page, null);
  await makeMove(page, now.moves[0]!, "mouse");
  await myTurn(page, now.node);
}

const game = (board: string, more = "") => `(drf 3)\n(game "A" (players White Black) (board ${board}) (piece Stone)\n(rule place (at empty) (put Stone)) (moves place) ${more} (draw full (no empty)))`;

test("hostile links say what is wrong, and the page stays alive", async ({ page }) => {
  await enter(page);
  await expect(page.locator("#games-list li.game").first()).toBeVisible();
  const packed = (value: unknown) =>
    page.evaluate(async (json) => {
      const stream = new Blob([json]).stream().pipeThrough(new CompressionStream("deflate-raw"));
      const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
      return `1.${btoa(bytes.reduce((all, byte) => all + String.fromCharCode(byte), "")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
    }, JSON.stringify(value));
  const links: [string, RegExp][] = [
    ["1.AAAA", /damaged or incomplete/],
    ["1.<img src=x onerror=alert(1)>", /damaged or incomplete/],
    [await packed({ name: "a.drf", text: "x".repeat(3 << 20) }), /more than rules may have/],
    [await packed({ name: "a.exe", text: "" }), /no rules in a language/],
    [await packed({ name: "a.drf", text: game("(grid a-zz 1-9999)") }), /./],
    [await packed({ name: "a.drf", text: "(".repeat(300_000) }), /./],
    [await packed({ name: "a.zrf", text: `(define a b b b b b b b b)${"(define b a a a a a a a a)"}(game (title "x") a)` }), /./],
    [await packed({ name: "a.4th", text: ": F BEGIN AGAIN ; F" }), /./],
  ];
  page.on("dialog", () => expect("a dialog").toBe("never shown"));
  for (const [link, say] of links) {
    await page.evaluate(() => (location.hash = "#/"));
    await expect(page.locator("#games-list")).toBeVisible();
    await page.evaluate((to) => (location.hash = to), `#/shared/${link}`);
    await expect(page.getByRole("heading", { name: "This link cannot be played" }), link.slice(0, 30)).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole("alert").filter({ hasText: say })).toBeVisible();
  }
  await alive(page);
});

test("a text of 10 MB is refused in the studio, and the page stays alive", async ({ page }) => {
  await enter(page, "#/studio/");
  const text = page.getByRole("textbox", { name: "Rules text" });
  await expect(text).toBeVisible({ timeout: 30_000 });
  await text.click();
  await page.keyboard.press("Control+a");
  await text.evaluate((node) => {
    const data = new DataTransfer();
    data.setData("text/plain", "(game x)\n".repeat(1_160_000));
    node.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  const status = page.locator("p.status");
  await expect(status).toContainText("1 problem", { timeout: 60_000 });
  await alive(page);
});

test("the page runs no script that is not a file of the site", async ({ page }) => {
  await enter(page);
  await expect(page.locator("#games-list li.game").first()).toBeVisible();
  const ran = await page.evaluate(async () => {
    const refused = new Promise((resolve) => addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective), { once: true }));
    const script = document.createElement("script");
    script.textContent = "window.injected = true";
    document.head.append(script);
    return { refused: await refused, injected: "injected" in window };
  });
  expect(ran).toEqual({ refused: "script-src-elem", injected: false });
});
