/**
 * The page gives back what it does not show any more: DOM nodes, listeners and memory, counted by
 * the browser after a garbage collection.
 */
import { expect, test, type CDPSession, type Page } from "@playwright/test";
import type { SeatRule } from "../../src/contract";
import { begin, board, enter, view } from "./play";

interface Counts {
  nodes: number;
  listeners: number;
  /** Bytes of the JavaScript heap in use. */
  heap: number;
}

async function count(cdp: CDPSession): Promise<Counts> {
  // Finalizers of the first collection free what the second one finds.
  for (let times = 0; times < 3; times++) await cdp.send("HeapProfiler.collectGarbage");
  const { nodes, jsEventListeners } = await cdp.send("Memory.getDOMCounters");
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  return { nodes, listeners: jsEventListeners, heap: usedSize };
}

async function toGallery(page: Page): Promise<void> {
  await page.evaluate(() => (location.hash = "#/"));
  await expect(page.locator("#games-list li.game").first()).toBeVisible();
  await expect(board(page)).toHaveCount(0);
}

const grown = (from: Counts, to: Counts) =>
  `nodes ${from.nodes} to ${to.nodes}, listeners ${from.listeners} to ${to.listeners}, heap ${Math.round(from.heap / 1024)} to ${Math.round(to.heap / 1024)} KB`;

test("twenty games opened and left leave nothing in memory", async ({ page }) => {
  await enter(page);
  const cdp = await page.context().newCDPSession(page);
  const cycle = async () => {
    await begin(page, "chess");
    await toGallery(page);
  };
  // What is made once, such as drawings and styles, is there after some cycles.
  for (let times = 0; times < 4; times++) await cycle();
  const before = await count(cdp);
  for (let times = 0; times < 20; times++) await cycle();
  const after = await count(cdp);
  // A board of chess has some 300 nodes: less than a tenth of one a cycle.
  expect(after.nodes - before.nodes, grown(before, after)).toBeLessThan(500);
  expect(after.listeners - before.listeners, grown(before, after)).toBeLessThan(100);
  expect(after.heap - before.heap, grown(before, after)).toBeLessThan(2 << 20);
});

test("bots that play each other leave memory flat", async ({ page }) => {
  await enter(page);
  const cdp = await page.context().newCDPSession(page);
  const bot = (player: string): SeatRule => ({ player, by: { bot: { bot: "random" } } });
  await begin(page, "chess", { seats: [bot("White"), bot("Black")] });
  const node = async () => (await view(page))?.node ?? 0;
  await expect.poll(node, { timeout: 60_000 }).toBeGreaterThan(5);
  const [before, from] = [await count(cdp), await node()];
  await expect.poll(node, { timeout: 60_000 }).toBeGreaterThan(from + 20);
  const after = await count(cdp);
  // A ply adds its row to the list of moves, and its node to the tree.
  const plies = (await node()) - from;
  expect(after.nodes - before.nodes, grown(before, after)).toBeLessThan(plies * 12);
  expect(after.listeners - before.listeners, grown(before, after)).toBeLessThan(plies * 4);
  expect(after.heap - before.heap, grown(before, after)).toBeLessThan(plies * (16 << 10) + (1 << 20));
});
