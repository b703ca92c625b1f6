/** Rules are written in the page, corrected, and played on the board next to the text. */
import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { board, enter, site } from "./play";

/** Three mistakes that have nothing to do with each other. */
const WRONG = `(drf 3)
(game "Three"
  (players White Black)
  (board (grid a-e 1-5))
  (setup (White (Man a1)) (Black (Mann e5)))
  (piece Man (moves (step adjacent)))
  (rule (step d) d (or emty enemy))
  (win  across (and mine Man (rwo -1)))
  (lose stuck no-moves))
`;

const text = (page: Page) => page.getByRole("textbox", { name: "Rules text" });
const problems = (page: Page) => page.getByRole("list", { name: "What is wrong with the text" }).getByRole("listitem");
const plays = (page: Page) => expect(page.getByRole("status").filter({ hasText: "plays these rules" })).toBeVisible({ timeout: 30_000 });

async function write(page: Page, rules: string): Promise<void> {
  await text(page).click();
  await page.keyboard.press("Control+a");
  // As if pasted: the editor closes no parentheses then.
  await page.keyboard.insertText(rules);
}

async function open(page: Page, settings: Record<string, unknown> = {}): Promise<void> {
  await enter(page, settings);
  await page.getByRole("link", { name: "Write rules" }).click();
  await expect(text(page)).toBeVisible();
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["DAGAZ_PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/studio-${name}.png` });
}

test("three mistakes are shown at once, mended, and the game is played and kept", async ({ page }) => {
  await open(page);
  await plays(page);
  await picture(page, "template");
  await write(page, WRONG);
  await expect(problems(page)).toHaveCount(3);
  for (const word of ["Mann", "emty", "rwo"]) await expect(problems(page).filter({ hasText: word }).first()).toBeVisible();
  await picture(page, "mistakes");
  for (const word of ["Man", "empty", "row"]) {
    const fix = page.getByRole("button", { name: new RegExp(`^Write .${word}. instead of`) });
    await fix.first().click();
  }
  await expect(problems(page)).toHaveCount(0);
  await plays(page);
  await site(page, "a1").click();
  await site(page, "b2").click();
  const line = page.getByRole("list", { name: "Moves" }).getByRole("listitem");
  await expect(line).toHaveCount(1);
  await picture(page, "played");
  // Other rules under which the move is legal: it is played again.
  await write(page, WRONG.replace("Mann", "Man").replace("emty", "empty").replace("rwo", "row").replace("1-5", "1-6"));
  await expect(site(page, "a6")).toBeVisible({ timeout: 30_000 });
  await plays(page);
  await expect(line).toHaveCount(1);
  // And rules under which it is not.
  await write(page, WRONG.replace("Mann", "Man").replace("emty", "empty").replace("rwo", "row").replace("adjacent", "orthogonal"));
  await expect(page.getByRole("status").filter({ hasText: "1 move is no longer legal" })).toBeVisible({ timeout: 30_000 });
  await page.reload();
  await expect(text(page)).toContainText('(game "Three"');
  await plays(page);
});

test("words are completed and explained, and the text is laid out", async ({ page }) => {
  await open(page);
  await plays(page);
  await write(page, '(drf 3)\n(game "A"\n   (players White Black)\n(board (grid a-c 1-3))\n(piece Stone)\n(rule place (at ');
  await page.keyboard.type("emp");
  const word = page.getByRole("option", { name: /^empty/ });
  await expect(word).toBeVisible();
  await picture(page, "completion");
  await word.click();
  await page.keyboard.insertText(") (put Stone))\n(moves place)\n(draw full (no empty)))\n");
  await expect(text(page)).toContainText("(at empty)");
  await plays(page);
  await text(page).getByText("piece", { exact: true }).hover();
  await expect(page.locator(".cm-tooltip .explained")).toBeVisible();
  await picture(page, "hover");
  await text(page).click();
  await page.keyboard.press("Control+s");
  // A search for text counts several blanks as one.
  const lines = async () => (await text(page).locator(".cm-line").allTextContents()).slice(1, 4);
  await expect.poll(lines).toEqual(['(game "A"', "  (players White Black)", "  (board (grid a-c 1-3))"]);
  // Escape lets Tab leave the text.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(text(page)).not.toBeFocused();
});

test("own rules are opened from the game, and nothing of it is loaded before", async ({ page }) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await enter(page);
  expect(loaded.filter((url) => /Studio/.test(url))).toEqual([]);
  const rules = WRONG.replace("Mann", "Man").replace("emty", "empty").replace("rwo", "row").replace("Three", "Own Three");
  await page.locator('input[type="file"]').setInputFiles({ name: "own.drf", mimeType: "text/plain", buffer: Buffer.from(rules) });
  await expect(board(page)).toBeVisible();
  await page.getByRole("button", { name: "More", exact: true }).first().click();
  await page.getByRole("link", { name: "Edit rules" }).click();
  await expect(text(page)).toContainText('(game "Own Three"');
  await plays(page);
});

for (const settings of [{ theme: "light" }, { theme: "dark" }, { theme: "light", language: "ar" }]) {
  const name = Object.values(settings).join("-");
  test(`axe and pictures: the studio, ${name}`, async ({ page }) => {
    await enter(page, settings);
    await page.evaluate(() => (location.hash = "#/studio/"));
    const written = page.locator(".cm-content");
    await expect(written).toBeVisible();
    await expect(board(page)).toBeVisible({ timeout: 30_000 });
    await written.click();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(WRONG);
    await expect(page.locator(".problems li")).toHaveCount(3);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] }).analyze();
    const serious = violations.filter((one) => one.impact === "serious" || one.impact === "critical");
    expect(serious.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).join(" | ")}`)).toEqual([]);
    await picture(page, name);
  });
}

test("on a phone the text stands above the board", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, { theme: "light" });
  await expect(board(page)).toBeVisible({ timeout: 30_000 });
  const [above, below] = [(await text(page).boundingBox())!, (await board(page).boundingBox())!];
  expect(above.y).toBeLessThan(below.y);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await picture(page, "phone");
});
