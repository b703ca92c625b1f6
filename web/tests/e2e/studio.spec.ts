/** Rules are written in the page, corrected, and played on the board next to the text. */
import { readFileSync, writeFileSync } from "node:fs";
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

/** The rules of three mistakes without them. */
const RIGHT = WRONG.replace("Mann", "Man").replace("emty", "empty").replace("rwo", "row");
const measures = (page: Page) => page.getByRole("region", { name: "Random games" });

/** The published link of the text in the studio. */
async function published(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Publish" }).click();
  const link = page.getByRole("textbox", { name: "Link to play these rules" });
  await expect(link).toHaveValue(/#\/shared\/1\./);
  const address = await link.inputValue();
  await picture(page, "publish");
  await page.keyboard.press("Escape");
  return address;
}

test("a published link is played at once in a fresh profile, and opened in the studio there", async ({ page, browser }) => {
  await open(page);
  await write(page, RIGHT.replace("Three", "Linked Three"));
  await plays(page);
  const address = await published(page);
  const fresh = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const other = await fresh.newPage();
  // The profile has been let in by the server, and knows nothing else.
  await other.goto(process.env["DAGAZ_URL"]!);
  await other.goto(address);
  await expect(board(other)).toBeVisible({ timeout: 30_000 });
  await site(other, "a1").click();
  await site(other, "b2").click();
  // The bot answers.
  await expect.poll(() => board(other).evaluate((node) => (node as HTMLElementTagNameMap["dagaz-board"]).view?.node ?? 0), { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
  await picture(other, "shared-phone");
  // Nothing of it is stored.
  const listed = await other.evaluate(async () => ((await (await fetch("/api/v1/games?player=me")).json()) as { games: { variant: string }[] }).games.filter((game) => JSON.stringify(game).includes("Linked Three")).length);
  expect(listed).toBe(0);
  await other.reload();
  await expect(board(other)).toBeVisible({ timeout: 30_000 });
  await other.getByRole("button", { name: "More", exact: true }).first().click();
  await other.getByRole("button", { name: "Edit rules" }).click();
  await expect(text(other)).toContainText('(game "Linked Three"');
  await plays(other);
  await fresh.close();
});

test("rules and pictures of the board are saved as files", async ({ page }) => {
  await open(page);
  await plays(page);
  await page.getByRole("button", { name: "Publish" }).click();
  const saved = async (name: string) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  const png = await saved("Picture (PNG)");
  expect([png.name, png.bytes.toString("latin1", 1, 4)]).toEqual(["my-game.png", "PNG"]);
  // Not one colour alone: a board is on it.
  expect(png.bytes.length).toBeGreaterThan(4_000);
  const svg = (await saved("Picture (SVG)")).bytes.toString();
  expect(svg).toContain('xmlns="http://www.w3.org/2000/svg"');
  expect(svg).not.toContain("var(");
  expect(svg).not.toContain("data-site");
  await page.keyboard.press("Escape");
  for (const to of ["a1", "b1", "a2"]) await site(page, to).click();
  await expect(page.getByRole("list", { name: "Moves" }).getByRole("listitem")).toHaveCount(3);
  await page.getByRole("button", { name: "Publish" }).click();
  const film = (await saved("Moves as an animation (SVG)")).bytes.toString();
  const frames = film.split('class="frame"').slice(1);
  expect(frames.map((frame) => [...frame.matchAll(/class="piece[ "]/g)].length)).toEqual([0, 1, 2, 3]);
  // What does not change is there once.
  expect(film.split('class="coordinates"').length).toBe(2);
  if (process.env["DAGAZ_PICTURES"]) writeFileSync(`${process.env["DAGAZ_PICTURES"]}/studio-film.svg`, film);
  const zip = await saved("Save as an archive");
  for (const ending of ["drf", "svg", "png"]) expect(zip.bytes.toString("latin1")).toContain(`my-game.${ending}`);
  const folder = process.env["DAGAZ_PICTURES"];
  if (folder) writeFileSync(`${folder}/studio-board.png`, png.bytes);
  // The server reads the archive.
  await page.keyboard.press("Escape");
  await page.evaluate(() => (location.hash = "#/"));
  await page.locator('input[type="file"]').setInputFiles({ name: zip.name, mimeType: "application/zip", buffer: zip.bytes });
  await expect(site(page, "e5")).toBeVisible({ timeout: 30_000 });
});

test("damaged and hostile links say what is wrong, and the page stays alive", async ({ page }) => {
  await enter(page);
  const packed = (value: unknown) =>
    page.evaluate(async (json) => {
      const stream = new Blob([json]).stream().pipeThrough(new CompressionStream("deflate-raw"));
      const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
      return `1.${btoa(bytes.reduce((all, byte) => all + String.fromCharCode(byte), "")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
    }, JSON.stringify(value));
  const links: [string, RegExp][] = [
    ["1.AAAA", /damaged or incomplete/],
    ["%zz", /damaged or incomplete/],
    ["1.<img src=x onerror=alert(1)>", /damaged or incomplete/],
    [await packed({ name: "a.drf", text: "x".repeat(3 << 20) }), /more than rules may have/],
    [await packed({ name: "a.exe", text: "" }), /no rules in a language/],
    [await packed({ name: "a.drf", text: WRONG }), /have errors/],
    // Rules that explode: paths without end, and a board of a million sites.
    [await packed({ name: "a.drf", text: RIGHT.replace("a-e 1-5", "a-zz 1-9999") }), /./],
    [await packed({ name: "a.drf", text: "(".repeat(300_000) }), /./],
  ];
  page.on("dialog", () => expect("a dialog").toBe("never shown"));
  for (const [link, say] of links) {
    await page.evaluate(() => (location.hash = "#/"));
    await expect(page.locator("#games-list")).toBeVisible();
    await page.evaluate((to) => (location.hash = to), `#/shared/${link}`);
    await expect(page.getByRole("heading", { name: "This link cannot be played" }), link.slice(0, 30)).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole("alert").filter({ hasText: say })).toBeVisible();
  }
  await picture(page, "shared-damaged");
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] }).analyze();
  expect(violations.filter((one) => one.impact === "serious" || one.impact === "critical").map((one) => one.id)).toEqual([]);
  await page.getByRole("main").getByRole("link", { name: "Games" }).click();
  await expect(page.locator("#games-list li.game").first()).toBeVisible();
});

test("random games are measured while one writes, and compared with the version before", async ({ page }) => {
  await open(page);
  await write(page, RIGHT);
  await plays(page);
  await expect(measures(page)).toBeVisible({ timeout: 10_000 });
  const games = async () => Number(/(\d[\d,]*)\D{0,2} games/.exec((await measures(page).textContent()) ?? "")?.[1]?.replaceAll(",", "") ?? 0);
  await expect.poll(games, { timeout: 60_000 }).toBeGreaterThanOrEqual(2500);
  await picture(page, "measures");
  // One more row to cross: games are longer.
  await write(page, RIGHT.replace("1-5", "1-9").replace("e5", "e9"));
  await plays(page);
  await expect(measures(page)).toContainText(/Changed since the last version:.*Plies/s, { timeout: 60_000 });
  // A piece that nothing moves.
  await write(page, RIGHT.replace("(rule (step d)", "(piece Ghost)\n  (rule (step d)"));
  await plays(page);
  await expect(measures(page)).toContainText("Never used: Ghost", { timeout: 60_000 });
  await picture(page, "measures-changed");
  // By keyboard alone, back to the first version.
  await page.getByRole("button", { name: "More", exact: true }).first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Versions" }).focus();
  await page.keyboard.press("Enter");
  const list = page.getByRole("dialog", { name: "Versions" }).getByRole("listitem");
  await expect(list.first()).toContainText("Present text");
  await expect(list.first()).toContainText(/\+\d+ −\d+ lines/);
  await picture(page, "versions");
  await list.last().getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect(text(page)).toContainText("(board (grid a-e 1-5))");
  await plays(page);
});

test("lessons are checked by moves: each start fails, and each solution holds", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "More", exact: true }).first().click();
  await page.getByRole("link", { name: "Lessons" }).click();
  for (const [number, title] of ["A stone on an empty site", "Three in a row", "Captures", "Jumps"].entries()) {
    const lesson = page.getByRole("region", { name: `Lesson ${number + 1} of 4` });
    await expect(lesson.getByRole("heading")).toContainText(title);
    const holding = lesson.getByRole("listitem").filter({ hasText: /holds$/ });
    const checks = await lesson.getByRole("listitem").count();
    // The first text has an error; the others are played, and do not do what is asked.
    if (number === 0) await expect(problems(page)).not.toHaveCount(0);
    else await plays(page);
    expect(await holding.count()).toBeLessThan(checks);
    if (number === 2) await picture(page, "lesson");
    if (number === 0) {
      // The words do not matter, but the moves do: another text with the same rules is right.
      await write(page, '(drf 3)\n(game "Mine" (players A B) (board (grid a-c 1-3)) (piece Coin)\n(rule lay (at (not occupied)) (put Coin)) (moves lay) (draw full (no empty)))');
    } else await lesson.getByRole("button", { name: "Show a solution" }).click();
    await expect(holding).toHaveCount(checks, { timeout: 30_000 });
    await expect(lesson.getByRole("status")).toHaveText("Solved");
    await lesson.getByRole("link").click();
  }
  await expect(page.getByRole("region", { name: /^Lesson/ })).toHaveCount(0);
});

test("each template is played, and its parameters are changed by keyboard alone", async ({ page }) => {
  await open(page);
  for (const template of ["stones in a row", "a race across", "draughts", "mancala", "small chess"]) {
    await page.getByRole("button", { name: "More", exact: true }).first().click();
    await page.getByRole("button", { name: `Template: ${template}` }).click();
    await plays(page);
    await expect(problems(page)).toHaveCount(0);
    if (template !== "draughts") continue;
    await expect(measures(page)).toContainText("White wins", { timeout: 30_000 });
    await text(page).getByText("jump", { exact: true }).last().click();
    await expect(page.getByRole("region", { name: "The word at the cursor" })).toContainText("jump");
    // The explanation under the pointer would hide the text.
    await page.mouse.move(1000, 30);
    await expect(page.locator(".cm-tooltip")).toHaveCount(0);
    await picture(page, "readme");
  }
  await page.getByRole("button", { name: "More", exact: true }).first().click();
  await page.getByRole("button", { name: "Template: stones in a row" }).click();
  await plays(page);
  await expect(site(page, "h8")).toHaveCount(0);
  await page.getByRole("slider", { name: /size/ }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(text(page)).toContainText("(parameter size 8 4..12)");
  await expect(site(page, "h8")).toBeVisible({ timeout: 30_000 });
  // The sites of the word at the cursor are outlined on the board.
  await write(page, RIGHT.replace("1-5))", "1-5) (zone camp b2 c3 d4))").replace("(or empty enemy)", "(or empty enemy) camp"));
  await plays(page);
  await expect(board(page).locator(".hint")).toHaveCount(0);
  await text(page).getByText("zone", { exact: true }).click();
  await page.keyboard.press("Control+ArrowRight");
  for (let letter = 0; letter < 3; letter++) await page.keyboard.press("ArrowRight");
  await expect(board(page).locator(".hint")).toHaveCount(3);
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
