/**
 * Pictures of every game of the library, at the start and in a middle position: `DAGAZ_PICTURES`
 * names the folder that they are written to, `DAGAZ_GAMES` some games instead of all. `cargo xtask
 * pictures` runs it. Contact sheets show many boards at once. `DAGAZ_HASHES` is `compare` where the
 * pictures are compared with the kept ones, by their hashes, and `keep` where they are kept.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import type { Board, Library, View } from "../../src/contract";
import { apart, hashOf, NEAR } from "./hash";
import { middleOf } from "./middle";

const FOLDER = process.env["DAGAZ_PICTURES"] ?? "test-results/pictures";
const WANTED = process.env["DAGAZ_GAMES"]?.split(",").filter((name) => name !== "") ?? [];
const HASHES = process.env["DAGAZ_HASHES"] ?? "";
const KEPT = new URL("hashes.json", import.meta.url).pathname;
/** Boards on one contact sheet, across and down. */
const [ACROSS, DOWN] = [6, 4];

interface Posed {
  name: string;
  board: Board;
  view: View;
}

type Mode = "light" | "dark" | "phone" | "solid";
const ALL: Mode[] = ["light", "dark", "phone", "solid"];
/** Pictures that are compared show every kind of drawing once: the themes differ in colours alone. */
const MODES: Mode[] = HASHES ? ["light"] : ALL.filter((mode) => (process.env["DAGAZ_MODES"] ?? ALL.join()).split(",").includes(mode));

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
        element.toggleAttribute("three-d", mode === "solid");
        element.board = board;
        element.view = view;
        if (mode === "solid") await stilled(element);
      }
      /** A browser has few WebGL contexts: a bitmap takes the place of the view. */
      async function stilled(element: HTMLElementTagNameMap["dagaz-board"]): Promise<void> {
        for (let wait = 0; wait < 200 && !element.solid; wait += 1) await new Promise((later) => setTimeout(later, 50));
        const solid = element.solid;
        if (!solid) throw new Error("no view in depth");
        await solid.settled();
        const image = new Image();
        image.src = solid.still();
        await image.decode();
        image.style.cssText = "width:100%;height:100%;min-height:0;object-fit:contain";
        element.replaceWith(image);
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
    posed.push({ name: `${id} start`, board, view: start });
    // After throws of the server no two middle positions are equal: they are not compared.
    if (!HASHES || !(start.dice || middle.dice)) posed.push({ name: `${id} middle`, board, view: middle });
  }
  expect(posed.length).toBeGreaterThan(0);
  const hashes: Record<string, string> = {};
  for (const mode of MODES) {
    if (!process.env["DAGAZ_SHEETS_ONLY"]) {
      for (const one of posed) {
        await pose(page, [one], mode, 1);
        const png = await page.screenshot({ path: join(FOLDER, `${one.name.replace(" ", "-")}-${mode}.png`) });
        if (HASHES) hashes[`${one.name} ${mode}`] = await hashOf(page, png);
      }
    }
    for (let at = 0, sheet = 1; !HASHES && at < posed.length; at += ACROSS * DOWN, sheet += 1) {
      await pose(page, posed.slice(at, at + ACROSS * DOWN), mode, ACROSS);
      await page.screenshot({ path: join(FOLDER, `sheet-${mode}-${String(sheet).padStart(2, "0")}.png`) });
    }
  }
  const kept = existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, "utf8")) as Record<string, string>) : {};
  if (HASHES === "keep") {
    const known = new Set(games.map(({ id }) => id));
    const all = Object.entries({ ...kept, ...hashes }).filter(([name]) => known.has(name.split(" ")[0]!));
    writeFileSync(KEPT, `${JSON.stringify(Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1))), null, 1)}\n`);
  }
  if (HASHES !== "compare") return;
  const differ = Object.entries(hashes).flatMap(([name, hash]) => {
    const bits = apart(hash, kept[name] ?? "");
    return bits > NEAR ? [`${name}: ${kept[name] === undefined ? "no picture is kept" : `${bits} of ${hash.length * 4} bits differ`}`] : [];
  });
  expect(differ, "look at these pictures, and keep them if they are as meant: cargo xtask pictures --keep GAME").toEqual([]);
});
