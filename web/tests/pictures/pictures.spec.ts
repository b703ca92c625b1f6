/**
 * Pictures of every game of the library, at the start and in a middle position: `DAGAZ_PICTURES`
 * names the folder that they are written to, `DAGAZ_GAMES` some games instead of all. `cargo xtask
 * pictures` runs it. Contact sheets show many boards at once.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import type { Board, Library, View } from "../../src/contract";
import { middleOf } from "./middle";

const FOLDER = process.env["DAGAZ_PICTURES"] ?? "test-results/pictures";
const WANTED = process.env["DAGAZ_GAMES"]?.split(",").filter((name) => name !== "") ?? [];
/** Boards on one contact sheet, across and down. */
const [ACROSS, DOWN] = [6, 4];

interface Posed {
  name: string;
  board: Board;
  view: View;
}

type Mode = "light" | "dark" | "phone";
const MODES: Mode[] = ["light", "dark", "phone"];

/** Replaces the page by boards, each with its name, and returns once all of them are drawn. */
async function pose(page: Page, posed: readonly Posed[], mode: Mode, across: number): Promise<void> {
  const [width, height] = mode === "phone" ? [390, 500] : [320, 330];
  await page.setViewportSize(across === 1 ? (mode === "phone" ? { width: 390, height: 560 } : { width: 720, height: 760 }) : { width: across * width, height: DOWN * height });
  await page.evaluate(
    async ({ posed, mode, across, height }) => {
      const root = document.documentElement;
      root.dataset["theme"] = mode === "dark" ? "dark" : "light";
      const main = document.createElement("main");
      main.style.cssText = `display:grid;grid-template-columns:repeat(${across},1fr);gap:8px;padding:8px;background:var(--bg);color:var(--text);font:13px/18px sans-serif`;
      for (const { name, board, view } of posed) {
        const figure = document.createElement("figure");
        figure.style.cssText = `margin:0;min-width:0;display:grid;grid-template-rows:minmax(0,1fr) auto;height:${across === 1 ? "calc(100vh - 16px)" : `${height - 10}px`}`;
        const element = document.createElement("dagaz-board") as HTMLElementTagNameMap["dagaz-board"];
        element.setAttribute("data-still", "");
        element.style.cssText = "min-width:0;min-height:0;height:100%";
        const caption = document.createElement("figcaption");
        caption.textContent = name;
        figure.append(element, caption);
        main.append(figure);
        element.board = board;
        element.view = view;
      }
      document.body.replaceChildren(main);
      await document.fonts.ready;
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    },
    { posed, mode, across, height } as const,
  );
}

test("pictures of every game of the library", async ({ page }) => {
  test.setTimeout(3_600_000);
  mkdirSync(FOLDER, { recursive: true });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(process.env["DAGAZ_URL"]!);
  await expect(page.locator("#games-list li.game").first()).toBeVisible();
  const { games } = await page.evaluate(async () => (await (await fetch("/api/v1/library")).json()) as Library);
  const posed: Posed[] = [];
  for (const { id, errors } of games) {
    if (errors > 0 || (WANTED.length > 0 && !WANTED.includes(id))) continue;
    const { board, start, middle } = await middleOf(page, id);
    posed.push({ name: `${id} start`, board, view: start }, { name: `${id} middle`, board, view: middle });
  }
  expect(posed.length).toBeGreaterThan(0);
  for (const mode of MODES) {
    if (!process.env["DAGAZ_SHEETS_ONLY"]) {
      for (const one of posed) {
        await pose(page, [one], mode, 1);
        await page.screenshot({ path: join(FOLDER, `${one.name.replace(" ", "-")}-${mode}.png`) });
      }
    }
    for (let at = 0, sheet = 1; at < posed.length; at += ACROSS * DOWN, sheet += 1) {
      await pose(page, posed.slice(at, at + ACROSS * DOWN), mode, ACROSS);
      await page.screenshot({ path: join(FOLDER, `sheet-${mode}-${String(sheet).padStart(2, "0")}.png`) });
    }
  }
});
