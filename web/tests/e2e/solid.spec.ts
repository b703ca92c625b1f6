/** The view in depth: whole games by mouse and keys, and where the browser has none. */
import { chromium, expect, test, type Page } from "@playwright/test";
import AxeBuilder from "@axe-core/playwright";
import { begin, board, dice, enter, myTurn, playOn, script, seenAt, site, view } from "./play";

// Chromium draws WebGL on the processor: a small picture is enough.
test.use({ viewport: { width: 1024, height: 600 }, launchOptions: { executablePath: executable(), args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] } });

function executable(): string {
  return process.env["CHROMIUM"] ?? "/usr/bin/chromium-headless-shell";
}

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
});

const isSolid = (page: Page) => expect.poll(() => board(page).evaluate((node) => (node as HTMLElementTagNameMap["dagaz-board"]).solid !== null), { timeout: 30_000 }).toBe(true);

/** Begins a game and shows it in depth, by the button of the page. */
async function beginSolid(page: Page, rules: string): Promise<void> {
  await begin(page, rules);
  await myTurn(page, null);
  const button = page.getByRole("button", { name: "3D view" });
  if ((await button.getAttribute("aria-pressed")) !== "true") await button.click();
  await isSolid(page);
}

test("chess to checkmate by mouse, with a drag and a turn of the camera on the way", async ({ page }) => {
  await enter(page);
  await beginSolid(page, "chess");
  await playOn(page, "solid", script("f2-f3 e7-e5"), 2);
  const dark = await seenAt(page, "d8");
  const corner = (await board(page).boundingBox())!;
  await page.mouse.move(corner.x + 6, corner.y + 6);
  await page.mouse.down();
  await page.mouse.move(corner.x + 90, corner.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Math.abs((await seenAt(page, "d8")).x - dark.x)).toBeGreaterThan(4);
  await board(page).evaluate((node) => (node as HTMLElementTagNameMap["dagaz-board"]).solid!.camera.reset());
  const [from, to] = [await seenAt(page, "g2"), await seenAt(page, "g4")];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
  await expect.poll(async () => (await view(page))!.pieces.some((piece) => piece.site === "g4")).toBe(true);
  const last = await playOn(page, "solid", script("d8-h4"), 1);
  expect(last.status.ending?.results).toEqual(["loss", "win"]);
  await expect(page.locator(".ending")).toContainText("Black wins");
});

for (const [rules, moves] of [["tic-tac-toe", 9], ["score-four", 5], ["kalah", 3], ["tak", 3], ["hive", 3]] as const) {
  test(`${rules} is played by mouse in depth`, async ({ page }) => {
    await enter(page);
    await beginSolid(page, rules);
    const first = (await view(page))!.node;
    const last = await playOn(page, "solid", dice(7), moves);
    expect(last.node).not.toBe(first);
    if (rules === "tic-tac-toe") expect(last.status.state).toBe("ended");
  });
}

test("keys play in depth as on the drawing, and axe finds nothing", async ({ page }) => {
  await enter(page);
  await beginSolid(page, "chess");
  const last = await playOn(page, "keys", script("e2-e4 e7-e5"), 2);
  expect(last.pieces.some((piece) => piece.site === "e5")).toBe(true);
  await expect(site(page, "e4")).toHaveAttribute("aria-label", /e4, White Pawn/);
  const before = await seenAt(page, "a1");
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(async () => Math.abs((await seenAt(page, "a1")).x - before.x)).toBeGreaterThan(4);
  await page.keyboard.press("0");
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
});

test("a turn of the camera costs what the graphics processor of a phone draws in a frame", async ({ page }) => {
  await enter(page);
  await beginSolid(page, "chess");
  await board(page).evaluate(async (node) => {
    await (node as HTMLElementTagNameMap["dagaz-board"]).solid!.settled();
  });
  await page.keyboard.press("Shift+ArrowLeft");
  await page.waitForTimeout(500);
  const cost = await board(page).evaluate((node) => (node as HTMLElementTagNameMap["dagaz-board"]).solid!.cost);
  // A frame of 60 a second: the calls bound the time of the processor, the triangles that of the graphics processor.
  expect(cost.calls).toBeLessThan(250);
  expect(cost.triangles).toBeLessThan(250_000);
  test.info().annotations.push({ type: "cost", description: JSON.stringify(cost) });
});

test("the choice is remembered by game", async ({ page }) => {
  await enter(page);
  await beginSolid(page, "tic-tac-toe");
  await page.reload();
  await isSolid(page);
  await begin(page, "reversi");
  await myTurn(page, null);
  await expect(page.getByRole("button", { name: "3D view" })).toHaveAttribute("aria-pressed", "false");
  expect(await board(page).evaluate((node) => (node as HTMLElementTagNameMap["dagaz-board"]).solid)).toBe(null);
});

test("a browser without WebGL says so and shows the drawing", async () => {
  const browser = await chromium.launch({ executablePath: executable(), args: ["--no-sandbox", "--disable-3d-apis"] });
  try {
    const page = await browser.newPage();
    await enter(page);
    await begin(page, "tic-tac-toe");
    await myTurn(page, null);
    await page.getByRole("button", { name: "3D view" }).click();
    await expect(page.locator(".status")).toContainText("cannot show the board in 3D");
    await expect(page.getByRole("button", { name: "3D view" })).toHaveAttribute("aria-pressed", "false");
    await playOn(page, "mouse", script("a1"), 1);
  } finally {
    await browser.close();
  }
});
