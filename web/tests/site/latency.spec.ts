/**
 * How soon the studio answers a key: diagnostics of long texts, and the board of changed rules. The
 * least of several attempts is judged: other programs take the processor away at times.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { site } from "../e2e/play";
import { serveFiles, type Files } from "./files";

/** The times are those of an engine of profile `web`; others have ten times as long. */
const MOST = process.env["DAGAZ_PROFILE"] === "web" ? 1 : 10;
const LIBRARY_MS = 100 * MOST;
const CORPUS_MS = 250 * MOST;
const BOARD_MS = 150 * MOST;
const ATTEMPTS = 8;

let files: Files;
test.beforeEach(async () => {
  files = await serveFiles();
});
test.afterEach(() => files?.stop());

const text = (page: Page) => page.getByRole("textbox", { name: "Rules text" });

/** The longest text below a folder with one of the endings. */
function longest(folder: string): { name: string; text: string } | null {
  let [size, found] = [0, ""];
  const look = (at: string) => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) look(path);
      else if (/\.(drf|zrf|4th)$/i.test(entry.name) && statSync(path).size > size) [size, found] = [statSync(path).size, path];
    }
  };
  if (existsSync(folder)) look(folder);
  return found ? { name: `long${/\.[^.]+$/.exec(found)![0].toLowerCase()}`, text: readFileSync(found, "latin1") } : null;
}

/** Opens the studio with a text, and waits until it is checked. */
async function open(page: Page, one: { name: string; text: string }): Promise<void> {
  await page.addInitScript((draft) => {
    localStorage.setItem("dagaz-settings", JSON.stringify({ language: "en", theme: "light", lessMotion: true }));
    localStorage.setItem("dagaz-studio", JSON.stringify([["", draft]]));
  }, one);
  await page.goto(`${files.url}#/studio/`);
  await expect(text(page)).toBeVisible({ timeout: 30_000 });
  await expect(page.locator("p.status")).not.toContainText("Checking", { timeout: 30_000 });
  await page.waitForTimeout(1500);
}

/** Returns the least time between a key and another number of elements in the page. */
async function least(page: Page, keys: string[], counted: string): Promise<number> {
  const times: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    for (const key of keys) {
      await page.evaluate(
        ([counted]) => {
          const before = document.querySelectorAll(counted).length;
          const all = window as unknown as { pressed: number; changed: Promise<number> };
          addEventListener("keydown", () => (all.pressed = performance.now()), { capture: true, once: true });
          all.changed = new Promise((resolve) => {
            const look = () => (document.querySelectorAll(counted).length === before ? requestAnimationFrame(look) : resolve(performance.now() - all.pressed));
            requestAnimationFrame(look);
          });
        },
        [counted] as const,
      );
      await page.keyboard.press(key);
      times.push(await page.evaluate(() => (window as unknown as { changed: Promise<number> }).changed));
      await page.waitForTimeout(300);
    }
  }
  return Math.round(Math.min(...times));
}

const errors = ".problems li";

test("diagnostics of the longest library text follow a key at once", async ({ page }) => {
  const long = longest(join(import.meta.dirname, "../../../games"))!;
  await open(page, long);
  await text(page).click();
  await page.keyboard.press("Control+End");
  const time = await least(page, [")", "Backspace"], errors);
  console.log(`diagnostics of ${long.text.length} bytes after ${time} ms`);
  expect(time).toBeLessThan(LIBRARY_MS);
});

test("diagnostics of the longest corpus text follow a key at once", async ({ page }) => {
  const long = longest(process.env["DAGAZ_CORPUS"] ?? join(import.meta.dirname, "../../../../shared/corpus"));
  if (!long) console.log("SKIPPED: there is no corpus");
  test.skip(!long, "there is no corpus");
  await open(page, long!);
  await text(page).click();
  await page.keyboard.press("Control+End");
  const time = await least(page, [")", "Backspace"], errors);
  console.log(`diagnostics of ${long!.text.length} bytes after ${time} ms`);
  expect(time).toBeLessThan(CORPUS_MS);
});

test("the board of changed rules follows a key at once", async ({ page }) => {
  await open(page, { name: "a.drf", text: '(drf 3)\n(game "A" (players White Black) (piece Stone)\n  (rule place (at empty) (put Stone)) (moves place) (draw full (no empty))\n  (board (grid a-e 1-5)))\n' });
  await expect(site(page, "e5")).toBeVisible({ timeout: 30_000 });
  await text(page).click();
  await page.keyboard.press("Control+End");
  // To the end of `1-5`.
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowLeft");
  const times: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    for (const [key, sites] of [["Backspace", 0], [String(6 + (attempt % 3)), 5 * (6 + (attempt % 3))]] as const) {
      await page.evaluate((wanted) => {
        const all = window as unknown as { pressed: number; changed: Promise<number> };
        addEventListener("keydown", () => (all.pressed = performance.now()), { capture: true, once: true });
        const count = () => document.querySelector("dagaz-board:not([static])")!.shadowRoot!.querySelectorAll("[data-site]").length;
        all.changed = new Promise((resolve) => {
          const look = () => (wanted !== 0 && count() !== wanted ? requestAnimationFrame(look) : resolve(performance.now() - all.pressed));
          requestAnimationFrame(look);
        });
      }, sites);
      await page.keyboard.press(key);
      const time = await page.evaluate(() => (window as unknown as { changed: Promise<number> }).changed);
      if (sites > 0) times.push(time);
      await page.waitForTimeout(300);
    }
  }
  const time = Math.round(Math.min(...times));
  console.log(`a new board after ${time} ms`);
  expect(time).toBeLessThan(BOARD_MS);
});
