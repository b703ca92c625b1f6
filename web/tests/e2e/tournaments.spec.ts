/**
 * Two people in two browsers hold a tournament: they make it, join it, and play it to its end
 * through a crash of the server.
 */
import { expect, test, type Page } from "@playwright/test";
import { House, person } from "./house";
import { board, going, makeMove, myTurn, view } from "./play";

async function move(page: Page, words: string): Promise<void> {
  const now = await myTurn(page, null);
  await makeMove(page, going(now.moves, words), "mouse");
}

/** The one who moves first in the game that both are in now, and the other one. */
async function sides(ann: Page, bob: Page): Promise<[Page, Page]> {
  await expect.poll(async () => (await view(ann))?.me.length, { timeout: 30_000 }).toBe(1);
  const { me, status } = (await view(ann))!;
  return status.turn.some((player) => me.includes(player)) ? [ann, bob] : [bob, ann];
}

/** Goes to the game that waits on the page of a tournament, unless one has been taken there. */
async function nextGame(page: Page): Promise<void> {
  const link = page.getByRole("link", { name: "Go to the game" });
  await expect(board(page).or(link).first()).toBeVisible({ timeout: 30_000 });
  // A client that is taken there meanwhile has nothing to click.
  if (await link.isVisible()) await link.click({ timeout: 5000 }).catch(() => {});
  await expect.poll(async () => (await view(page))?.node, { timeout: 20_000 }).toBe(0);
}

const standing = (page: Page, place: number) => page.getByRole("region", { name: "Standings" }).locator("tbody tr").nth(place);

test("two people join a tournament and play it to its end", async ({ browser }) => {
  const house = new House();
  await house.open();
  try {
    const [ann, bob] = [await person(browser, house, "Ann"), await person(browser, house, "Bob")];
    await ann.getByRole("link", { name: "Tournaments" }).click();
    await ann.getByRole("button", { name: "New tournament" }).click();
    const dialog = ann.getByRole("dialog");
    const title = "Friday <b>night</b>";
    await dialog.getByLabel("Title").fill(title);
    await dialog.getByRole("combobox", { name: "Game" }).selectOption("tic-tac-toe");
    await dialog.getByRole("combobox", { name: "Kind" }).selectOption("double");
    await dialog.getByRole("button", { name: "Make the tournament" }).click();
    await expect(ann.getByRole("heading", { level: 1 })).toHaveText(title);
    await ann.getByRole("button", { name: "Join" }).click();
    await expect(ann.getByText("You take part")).toBeVisible();
    // One is not enough.
    await expect(ann.getByRole("button", { name: "Start now" })).toBeDisabled();
    await bob.goto(`${house.origin}/#/tournaments`);
    await bob.getByRole("link", { name: title }).click();
    await expect(bob.getByText("Starts when Ann says so")).toBeVisible();
    await expect(bob.getByRole("button", { name: "Start now" })).toHaveCount(0);
    await bob.getByRole("button", { name: "Join" }).click();
    // Bob is on another page when it begins, and is called from there.
    await bob.goto(`${house.origin}/#/games`);
    await ann.getByRole("button", { name: "Start now" }).click();
    await expect(board(ann)).toBeVisible();
    await bob.getByRole("alert").filter({ hasText: title }).getByRole("link", { name: "Go to the game" }).click();
    await expect(board(bob)).toBeVisible();
    const [first, second] = await sides(ann, bob);
    await move(first, "a1");
    await move(second, "b1");
    await move(first, "a2");
    // Killed, not asked: game and tournament are there again.
    await house.stop("SIGKILL");
    await house.start();
    await move(second, "b2");
    await move(first, "a3");
    for (const page of [ann, bob]) await page.getByRole("link", { name: "Back to the tournament" }).click();
    const winner = first === ann ? "Ann" : "Bob";
    // The second game begins by itself, with the sides changed, and both are taken to it.
    await expect(ann.getByText("Next round in").or(board(ann)).first()).toBeVisible();
    for (const page of [ann, bob]) await nextGame(page);
    const [now, then] = await sides(ann, bob);
    expect(now).toBe(second);
    for (const [page, site] of [[now, "a1"], [then, "b1"], [now, "a2"], [then, "b2"], [now, "c3"], [then, "b3"]] as const) await move(page, site);
    for (const page of [ann, bob]) await page.getByRole("link", { name: "Back to the tournament" }).click();
    await expect(bob.getByText(`Winner: ${winner}`)).toBeVisible();
    await expect(standing(ann, 0).getByRole("cell").nth(1)).toHaveText("2");
    await expect(standing(ann, 1).getByRole("cell").nth(1)).toHaveText("0");
    const rounds = ann.getByRole("region", { name: "Games" });
    await expect(rounds.getByRole("heading")).toHaveText("Round 2 of 2");
    await rounds.getByRole("button", { name: "Round before" }).click();
    await expect(rounds.getByRole("heading")).toHaveText("Round 1 of 2");
    await rounds.getByRole("link").first().click();
    await expect(board(ann)).toBeVisible();
    await bob.goto(`${house.origin}/#/tournaments`);
    await expect(bob.getByRole("region", { name: "Past tournaments" }).getByRole("link")).toContainText(`Winner: ${winner}`);
  } finally {
    await house.close();
  }
});

test("a guest looks on, and is told what is needed to join", async ({ browser }) => {
  const house = new House();
  await house.open();
  try {
    const ann = await person(browser, house, "Ann");
    await ann.goto(`${house.origin}/#/tournaments`);
    await ann.getByRole("button", { name: "New tournament" }).click();
    const dialog = ann.getByRole("dialog");
    await dialog.getByLabel("Title").fill("Arena");
    await dialog.getByRole("combobox", { name: "Kind" }).selectOption("arena");
    await dialog.getByRole("combobox", { name: "Start" }).selectOption("5");
    await dialog.getByRole("button", { name: "Make the tournament" }).click();
    await expect(ann.getByRole("timer")).toContainText(/Starts in 0?4:\d\d|Starts in 0?5:00/);
    const guest = await (await browser.newContext()).newPage();
    await guest.addInitScript(() => localStorage.setItem("dagaz-settings", JSON.stringify({ language: "en" })));
    await guest.goto(ann.url());
    await expect(guest.getByRole("heading", { level: 1 })).toHaveText("Arena");
    await expect(guest.getByText("sign in to join")).toBeVisible();
    await expect(guest.getByRole("button", { name: "Join" })).toHaveCount(0);
    await guest.goto(`${house.origin}/#/tournaments`);
    await expect(guest.getByRole("button", { name: "New tournament" })).toBeDisabled();
    await ann.getByRole("button", { name: "Call off" }).click();
    await expect(ann.getByText("Called off", { exact: true })).toBeVisible();
  } finally {
    await house.close();
  }
});
