/**
 * An author with a page without a server: a game is played, rules are written from an empty page,
 * corrected, played and published, all without a network. Then others play them by the link, and in
 * another page. By mouse, by touch on a phone, and by keyboard alone.
 */
import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Locator, type Page } from "@playwright/test";
import { board, makeMove, myTurn, view, type Way } from "../e2e/play";
import { kept, serveFiles, serveOther, type Files } from "./files";

/** Twelve lines with three mistakes that have nothing to do with each other. */
const TEXT = `(drf 3)
(game "Three Across"
(players White Black)
(board (grid a-e 1-5))
(setup (White (Man a1 b1 c1 d1 e1))
(Black (Mann a5 b5 c5 d5 e5)))
; A man steps to an empty site, or takes what stands there.
(piece Man (moves (step adjacent)))
(rule (step d) d (or emty enemy))
; Who is across first wins.
(win across (and mine Man (rwo -1)))
(lose stuck no-moves))`;
const MENDED = ["Man", "empty", "row"];

let files: Files;
test.beforeEach(async () => {
  files = await serveFiles();
});
test.afterEach(() => files?.stop());

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["DAGAZ_PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/site-${name}.png` });
}

/** Nothing is wrong for axe with what is shown. */
async function sound(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] }).analyze();
  expect(violations.map((one) => `${one.impact} ${one.id}: ${one.nodes.map((node) => node.target.join(" ")).join(" | ")}`), what).toEqual([]);
}

/** Acts on a control in one way: a click, a tap, or Tab until it has the focus and Enter. */
async function press(page: Page, target: Locator, way: Way): Promise<void> {
  await expect(target).toBeVisible();
  if (way === "mouse") return target.click();
  if (way === "touch") return target.tap();
  await reach(page, target);
  await page.keyboard.press("Enter");
}

/** How many times Tab may be pressed on the way to a control. */
const TABS = 120;

async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isReached = () => target.evaluate((node) => (node.getRootNode() as Document | ShadowRoot).activeElement === node);
  for (let tab = 0; tab < TABS; tab++) {
    if (await isReached()) return;
    await page.keyboard.press("Tab");
  }
  expect(await isReached(), `${String(target)} is reached by ${TABS} times Tab`).toBe(true);
}

async function play(page: Page, moves: number, way: Way): Promise<void> {
  let node: number | null = null;
  for (let turn = 0; turn < moves; turn++) {
    const now = await myTurn(page, node);
    if (now.status.state === "ended") return;
    node = now.node;
    await makeMove(page, now.moves[0]!, way);
  }
  await myTurn(page, node);
}

const text = (page: Page) => page.getByRole("textbox", { name: "Rules text" });
const problems = (page: Page) => page.getByRole("list", { name: "What is wrong with the text" }).getByRole("listitem");
const plays = (page: Page) => expect(page.getByRole("status").filter({ hasText: "plays these rules" })).toBeVisible({ timeout: 30_000 });

/** Writes the text from an empty page and applies the fix of each mistake. */
async function write(page: Page, way: Way): Promise<void> {
  if (way === "keys") await reach(page, text(page));
  else await press(page, text(page), way);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.type(TEXT);
  expect((await text(page).locator(".cm-line").allTextContents()).map((line) => line.trim())).toEqual(TEXT.split("\n"));
  await expect(problems(page)).toHaveCount(MENDED.length);
  await picture(page, `mistakes-${way}`);
  await sound(page, "the studio with mistakes");
  if (way === "keys") {
    // Escape lets Tab leave the text.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await expect(text(page)).not.toBeFocused();
  }
  for (const word of MENDED) await press(page, page.getByRole("button", { name: new RegExp(`^Write .${word}. instead of`) }).first(), way);
  await expect(problems(page)).toHaveCount(0);
  await plays(page);
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const WAYS: [string, Way, object][] = [
  ["by mouse", "mouse", {}],
  ["by touch on a phone", "touch", PHONE],
  ["by keyboard alone", "keys", {}],
];

for (const [name, way, device] of WAYS) {
  test(`a game is written without a network, published and played elsewhere, ${name}`, async ({ browser }) => {
    test.setTimeout(240_000);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...device });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    await page.addInitScript(() => {
      if (!localStorage.getItem("dagaz-settings")) localStorage.setItem("dagaz-settings", JSON.stringify({ language: "en", theme: "light", lessMotion: true, level: 2 }));
    });
    await page.goto(files.url);
    await expect(page.locator("#games-list li.game").first()).toBeVisible();
    await kept(page);
    files.cut(true);
    await context.setOffline(true);
    await page.reload();
    await expect(page.locator("#games-list li.game").first()).toBeVisible();
    await picture(page, `gallery-${way}`);
    await sound(page, "the gallery");

    if (way === "keys") {
      // The key for the search of a game.
      await page.keyboard.press("/");
      await page.keyboard.type("breakthrough");
    }
    await press(page, page.getByRole("button", { name: "Play Breakthrough", exact: true }), way);
    await expect(board(page)).toBeVisible();
    await play(page, 2, way);
    await picture(page, `game-${way}`);
    await sound(page, "a game");

    await page.goBack();
    await press(page, page.getByRole("link", { name: "Write rules" }), way);
    await expect(text(page)).toBeVisible({ timeout: 30_000 });
    await plays(page);
    await write(page, way);
    await picture(page, `mended-${way}`);
    await sound(page, "the studio");
    // All sides are played by the author.
    const before = (await view(page))!;
    await makeMove(page, before.moves[0]!, way);
    await expect.poll(async () => (await view(page))!.node).not.toBe(before.node);

    await press(page, page.getByRole("button", { name: "Publish" }), way);
    const link = page.getByRole("textbox", { name: "Link to play these rules" });
    await expect(link).toHaveValue(/#\/shared\/1\./);
    await picture(page, `publish-${way}`);
    await sound(page, "the dialog to publish");
    const address = await link.inputValue();
    const element = await page.getByRole("textbox", { name: "Element for another web page" }).inputValue();
    expect(faults).toEqual([]);
    await context.close();

    files.cut(false);
    const fresh = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...device });
    const other = await fresh.newPage();
    await other.goto(address);
    await expect(board(other)).toBeVisible({ timeout: 30_000 });
    await play(other, 2, way);
    await picture(other, `shared-${way}`);
    await sound(other, "a published game");
    const elsewhere = await serveOther(element);
    await other.goto(elsewhere.url);
    const frame = other.frameLocator("dagaz-game iframe");
    await expect(frame.locator("dagaz-board:not([static])")).toBeVisible({ timeout: 30_000 });
    await picture(other, `embedded-${way}`);
    elsewhere.stop();
    await fresh.close();
  });
}
