/**
 * Playing as people do: every pick is a click, a tap or keys on the board; nothing is sent to the
 * server past the page.
 */
import { expect, type Locator, type Page } from "@playwright/test";
import type { ClockRule, MoveView, Pick, SeatRule, View } from "../../src/contract";

/** `solid` is the mouse in the view in depth. */
export type Way = "mouse" | "touch" | "keys" | "solid";

declare global {
  interface Window {
    /** How many views the board has been given. */
    seen: number;
  }
}

export async function enter(page: Page, settings: Record<string, unknown> = {}): Promise<void> {
  await page.addInitScript((chosen) => {
    if (!localStorage.getItem("dagaz-settings")) localStorage.setItem("dagaz-settings", JSON.stringify({ language: "en", theme: "light", ...chosen }));
  }, settings);
  await page.goto(process.env["DAGAZ_URL"]!);
  await expect(page.locator("#games-list li.game").first()).toBeVisible();
}

export const board = (page: Page): Locator => page.locator("dagaz-board:not([static])");

export const site = (page: Page, name: string): Locator => board(page).locator(`[data-site="${name}"]`);

/**
 * Begins a game as the gallery would, all seats for the one who plays unless said otherwise, and
 * opens its page.
 */
export async function begin(page: Page, rules: string, wishes: { variant?: number; seats?: SeatRule[]; position?: string; clock?: ClockRule } = {}): Promise<void> {
  const game = await page.evaluate(
    async ([rules, wishes]) => {
      const answer = await fetch("/api/v1/games", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ rules, seats: [], study: false, nonce: crypto.randomUUID(), ...wishes }),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return ((await answer.json()) as { game: string }).game;
    },
    [rules, wishes] as const,
  );
  await page.evaluate((id) => (location.hash = `#/game/${encodeURIComponent(id)}`), game);
  await expect(board(page)).toBeVisible();
  await page.waitForFunction((game) => document.querySelector<HTMLElementTagNameMap["dagaz-board"]>("dagaz-board:not([static])")?.view?.game === game, game, { polling: 20 });
}

export const view = (page: Page): Promise<View | null> => board(page).evaluate((node) => (node as HTMLElementTagNameMap["dagaz-board"]).view);

/** The game as text, as the dialog for sharing offers it in a format. */
export async function shared(page: Page, format: string, holding: RegExp): Promise<string> {
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("select").selectOption(format);
  const text = dialog.locator("textarea");
  await expect(text).toHaveValue(holding);
  const value = await text.inputValue();
  await page.keyboard.press("Escape");
  return value;
}

/**
 * Returns the position once a player of this page is to move, or the game is over. The page itself
 * polls.
 */
export async function myTurn(page: Page, after: number | null): Promise<View> {
  const found = await page.waitForFunction(
    (after) => {
      const now = document.querySelector<HTMLElementTagNameMap["dagaz-board"]>("dagaz-board:not([static])")?.view;
      if (!now || (after !== null && now.node === after)) return null;
      const mine = now.moves.length > 0 && now.status.turn.some((player) => now.me.includes(player));
      return now.status.state === "ended" || mine ? now : null;
    },
    after,
    { polling: 20, timeout: 45_000 },
  );
  const now = (await found.jsonValue())!;
  await found.dispose();
  return now;
}

const picksOf = (move: MoveView) => move.steps.flatMap((step) => step.pick);

/**
 * Makes one move, pick by pick, in the way that is asked for; what the board asks or finishes by
 * itself is left to it.
 */
export async function makeMove(page: Page, move: MoveView, way: Way): Promise<void> {
  const node = await board(page).evaluate((node) => (node as HTMLElementTagNameMap["dagaz-board"]).view!.node);
  for (const pick of picksOf(move)) {
    if (await gone(page, node)) return;
    await makePick(page, pick, way);
  }
  if (!(await gone(page, node))) {
    const finish = page.getByRole("button", { name: /^Finish/ });
    if (way === "keys") await page.keyboard.press("Enter");
    else await finish.click();
  }
}

/**
 * Whether the board has handed its move over already: then it offers none until the next view,
 * which has another node.
 */
const gone = (page: Page, before: number) =>
  board(page).evaluate((node, before) => {
    const one = node as HTMLElementTagNameMap["dagaz-board"];
    return one.view!.node !== before || one.selection.root.through.length === 0;
  }, before);

async function makePick(page: Page, pick: Pick, way: Way): Promise<void> {
  if (pick === "pass") {
    const pass = page.locator(".row button.big", { hasText: /^Pass$/ });
    if (way === "keys") {
      await pass.focus();
      await page.keyboard.press("Enter");
    } else await pass.click();
    return;
  }
  if ("choose" in pick) {
    if (pick.choose.question === "stop") return;
    const option = board(page).locator(`.choice button[data-option="${pick.choose.option}"]`);
    if (way === "keys") {
      await option.focus();
      await page.keyboard.press("Enter");
    } else await option.click();
    return;
  }
  if ("hand" in pick) {
    const slot = board(page).locator(`[data-hand="hand ${pick.hand.owner ?? ""} ${pick.hand.type}"]`);
    if (way === "solid" && (await slot.count()) > 0) {
      await onSolid(page, `hand ${pick.hand.owner ?? ""} ${pick.hand.type}`);
      return;
    }
    // One kind in hand is picked by itself where its place is.
    if ((await slot.count()) === 0) return;
    await act(page, slot, way);
    return;
  }
  const own = site(page, pick.site);
  if (way === "solid") {
    await onSolid(page, pick.site);
    return;
  }
  if ((await own.count()) > 0) {
    if (way === "keys") await walkTo(page, pick.site);
    else await act(page, own, way);
    return;
  }
  // A site of a slot: the slot has the name of its first site.
  const slot = await board(page).evaluate((node, name) => (node as HTMLElementTagNameMap["dagaz-board"]).whereIs(name), pick.site);
  const box = (await board(page).boundingBox())!;
  await page.mouse.click(box.x + slot!.x, box.y + slot!.y);
}

/** Where a site or a slot of a hand is seen in depth, on the page. */
export async function seenAt(page: Page, key: string): Promise<{ x: number; y: number }> {
  return board(page).evaluate((node, key) => {
    const one = node as HTMLElementTagNameMap["dagaz-board"];
    const [box, at] = [one.getBoundingClientRect(), one.whereIs(key)!];
    return { x: box.x + at.x, y: box.y + at.y };
  }, key);
}

async function onSolid(page: Page, key: string): Promise<void> {
  const { x, y } = await seenAt(page, key);
  await page.mouse.click(x, y);
}

async function act(page: Page, target: Locator, way: Way): Promise<void> {
  if (way === "keys") {
    await target.focus();
    await page.keyboard.press("Enter");
    return;
  }
  // A forced click of Playwright does the same, in three times as many messages.
  const { x, y } = await target.evaluate((node) => {
    node.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const box = node.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  if (way === "touch") await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
}

/** Goes to a site by arrows and diagonals alone, and picks it. */
async function walkTo(page: Page, name: string): Promise<void> {
  const here = () => board(page).evaluate((node) => (node as HTMLElementTagNameMap["dagaz-board"]).focusedSite);
  await board(page).evaluate((node) => (node as HTMLElementTagNameMap["dagaz-board"]).focusBoard());
  if ((await here())?.startsWith("hand")) await page.keyboard.press("h");
  const keys = await board(page).evaluate((node, target) => {
    const one = node as HTMLElementTagNameMap["dagaz-board"];
    const start = one.focusedSite!;
    const from = new Map<string, [string, string] | null>([[start, null]]);
    const open = [start];
    while (open.length > 0 && !from.has(target)) {
      const at = open.shift()!;
      for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "q", "e", "z", "c"]) {
        const next = one.neighbour(at, key);
        if (next && !from.has(next)) {
          from.set(next, [at, key]);
          open.push(next);
        }
      }
    }
    const way: string[] = [];
    for (let at = from.get(target); at; at = from.get(at[0])) way.unshift(at[1]);
    return way;
  }, name);
  for (const key of keys) await page.keyboard.press(key);
  expect(await here()).toBe(name);
  await page.keyboard.press("Enter");
}

/** Plays until the game is over, or so many moves; gives the last position. */
export async function playOn(page: Page, way: Way, choose: (moves: MoveView[], view: View, turn: number) => MoveView, most: number): Promise<View> {
  let after: number | null = null;
  for (let turn = 0; turn < most; turn += 1) {
    const now = await myTurn(page, after);
    if (now.status.state === "ended") return now;
    await makeMove(page, choose(now.moves.filter((move) => move.id != null), now, turn), way);
    after = now.node;
  }
  return myTurn(page, after);
}

/** A chooser that is the same every time. */
export function dice(seed: number): (moves: MoveView[]) => MoveView {
  let state = seed >>> 0;
  return (moves) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return moves[Math.floor((state / 2 ** 32) * moves.length)]!;
  };
}

/** The move that goes from one site to another, or comes to one. */
export function going(moves: readonly MoveView[], words: string): MoveView {
  const wanted = words.split(/[-\s]/);
  const found = moves.find((move) => {
    const picks = picksOf(move).flatMap((pick) => (pick === "pass" ? ["pass"] : "site" in pick ? [pick.site] : "choose" in pick ? [pick.choose.option] : []));
    return picks.length === wanted.length && picks.every((pick, at) => pick === wanted[at]);
  });
  if (!found) throw new Error(`no legal move is ${words}`);
  return found;
}

/** Chooses the moves of a line in turn, each written as its picks. */
export const script = (line: string) => (legal: Parameters<typeof going>[0], _view: unknown, turn: number) => going(legal, line.split(" ")[turn]!);
