/**
 * Two people in two browsers on a public server: they meet, and play through a reload, a lost
 * connection and a restart of the server.
 */
import { createHmac } from "node:crypto";
import { expect, test, type Page } from "@playwright/test";
import { House, person } from "./house";
import { board, going, makeMove, myTurn, view } from "./play";

async function move(page: Page, words: string): Promise<void> {
  const now = await myTurn(page, null);
  await makeMove(page, going(now.moves, words), "mouse");
}

const at = (page: Page, node: number) => expect.poll(async () => (await view(page))?.node, { timeout: 20_000 }).toBe(node);

test("two people meet and play through a reload, a lost connection and a restart", async ({ browser }) => {
  const house = new House();
  await house.open();
  try {
    const [ann, bob] = [await person(browser, house, "Ann"), await person(browser, house, "Bob")];
    await ann.getByRole("combobox", { name: "Game" }).selectOption("chess");
    await ann.getByRole("combobox", { name: "Side" }).selectOption("first");
    await ann.getByLabel("Rated").check();
    await ann.getByRole("button", { name: "Find an opponent" }).click();
    const seek = bob.getByRole("region", { name: "Who wants to play" }).getByRole("listitem").filter({ hasText: "Ann" });
    await seek.getByRole("button", { name: "Accept" }).click();
    await expect(board(ann)).toBeVisible();
    await expect(board(bob)).toBeVisible();
    await move(ann, "e2-e4");
    await at(bob, 1);
    // Only whose turn it is has moves.
    expect((await view(ann))!.moves).toEqual([]);
    await bob.reload();
    await at(bob, 1);
    await move(bob, "e7-e5");
    await at(ann, 2);
    await bob.getByLabel("Say something").fill("<b>good luck</b>");
    await bob.keyboard.press("Enter");
    await expect(ann.getByRole("region", { name: "Talk" })).toContainText("<b>good luck</b>");
    house.line.cut();
    await expect(ann.getByRole("status").filter({ hasText: /connect/i })).toBeVisible();
    house.line.mend();
    await move(ann, "g1-f3");
    await at(bob, 3);
    // Killed, not asked: what was played is there.
    await house.stop("SIGKILL");
    await house.start();
    await move(bob, "b8-c6");
    await at(ann, 4);
    await house.stop("SIGTERM");
    await house.start();
    await move(ann, "f1-b5");
    await at(bob, 5);
    await bob.getByRole("button", { name: "Resign" }).first().click();
    await bob.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await expect.poll(async () => (await view(ann))?.ratings?.length, { timeout: 20_000 }).toBe(2);
    await ann.goto(`${house.origin}/#/lobby`);
    await ann.getByRole("button", { name: "Ann" }).click();
    await ann.getByRole("link", { name: "Profile" }).click();
    await expect(ann.getByRole("table")).toContainText("Chess");
  } finally {
    await house.close();
  }
});

test("a game by invitation is joined by whoever has its address", async ({ browser }) => {
  const house = new House();
  await house.open();
  try {
    const ann = await person(browser, house, "Ann");
    await ann.goto(`${house.origin}/#/`);
    await ann.getByRole("button", { name: "Options for Tic-Tac-Toe", exact: true }).click();
    const dialog = ann.getByRole("dialog");
    await dialog.getByRole("combobox").nth(1).selectOption("anyone");
    await dialog.getByLabel(/invitation/).check();
    await dialog.getByRole("button", { name: "Start" }).click();
    await expect(board(ann)).toBeVisible();
    const address = await ann.getByLabel("Send this address to your opponent:").inputValue();
    const guest = await (await browser.newContext()).newPage();
    await guest.addInitScript(() => localStorage.setItem("dagaz-settings", JSON.stringify({ language: "en" })));
    await guest.goto(address);
    await guest.getByRole("button", { name: /sit/i }).click();
    await expect.poll(async () => (await view(guest))?.me.length).toBe(1);
    const { me, status } = (await view(ann))!;
    const [first, second] = status.turn.some((player) => me.includes(player)) ? [ann, guest] : [guest, ann];
    await move(first, "b2");
    await at(second, 1);
    // A move is taken back only if the opponent agrees, and may be made again.
    const undo = () => first.getByRole("button", { name: "Undo" }).first().click();
    await undo();
    await second.getByRole("button", { name: "Decline" }).click();
    await expect(first.getByText("Waiting for an answer")).toHaveCount(0);
    await at(first, 1);
    await undo();
    await second.getByRole("button", { name: "Accept" }).click();
    await at(first, 0);
    await at(second, 0);
    await move(first, "a1");
    await expect.poll(async () => (await view(second))?.pieces.map((piece) => piece.site)).toEqual(["a1"]);
  } finally {
    await house.close();
  }
});

test("somebody changes the password, and leaves for good", async ({ browser }) => {
  const house = new House();
  await house.open();
  try {
    const ann = await person(browser, house, "Ann");
    const dialog = ann.getByRole("dialog");
    const open = (name: string) => ann.getByRole("button", { name, exact: true }).first().click();
    const enter = async (password: string) => {
      await open("Sign in");
      await dialog.getByLabel("Name").fill("Ann");
      await dialog.getByLabel("Password").fill(password);
      await dialog.getByRole("button", { name: "Sign in" }).click();
    };
    await open("Ann");
    await dialog.getByRole("button", { name: "Change the password" }).click();
    await dialog.getByLabel("Password", { exact: true }).fill("not the password");
    await dialog.getByLabel("New password").fill("quite another password");
    await dialog.getByRole("button", { name: "Change the password" }).click();
    // A second user of the same screen does not know the old password.
    await expect(dialog.getByRole("alert")).not.toBeEmpty();
    await dialog.getByLabel("Password", { exact: true }).fill("password of Ann");
    await dialog.getByRole("button", { name: "Change the password" }).click();
    await expect(dialog).toHaveCount(0);
    await open("Ann");
    await dialog.getByRole("button", { name: "Sign out" }).click();
    await expect(dialog).toHaveCount(0);
    await enter("password of Ann");
    await expect(dialog.getByRole("alert")).not.toBeEmpty();
    await dialog.getByLabel("Password").fill("quite another password");
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await open("Ann");
    await dialog.getByRole("button", { name: "Delete the account" }).click();
    await expect(dialog).toContainText("deleted permanently");
    await dialog.getByLabel("Password").fill("quite another password");
    await dialog.getByRole("button", { name: "Delete the account" }).click();
    await expect(dialog).toHaveCount(0);
    await enter("quite another password");
    await expect(dialog.getByRole("alert")).not.toBeEmpty();
  } finally {
    await house.close();
  }
});

/** Returns the code that an authenticator shows (RFC 6238), so many time steps from now. */
function code(secret: string, later: number): string {
  const bits = [...secret].map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const hash = createHmac("sha1", key).update(step).digest();
  return String((hash.readUInt32BE(hash[19]! & 15) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

test("a second factor is set up, asked for and turned off", async ({ browser }) => {
  const house = new House();
  await house.open();
  try {
    const ann = await person(browser, house, "Ann");
    const dialog = ann.getByRole("dialog");
    const click = (name: string) => dialog.getByRole("button", { name, exact: true }).click();
    const open = (name: string) => ann.getByRole("button", { name, exact: true }).first().click();
    const enter = async () => {
      await open("Sign in");
      await dialog.getByLabel("Name").fill("Ann");
      await dialog.getByLabel("Password").fill("password of Ann");
      await click("Sign in");
    };
    await open("Ann");
    await click("Second factor");
    await dialog.getByLabel("Password").fill("password of Ann");
    await click("Set up");
    await expect(dialog.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
    const secret = (await dialog.locator("code").textContent())!;
    await dialog.getByRole("textbox", { name: "Code" }).fill("000000");
    await click("Turn on");
    await expect(dialog.getByRole("alert")).toContainText("wrong");
    await dialog.getByRole("textbox", { name: "Code" }).fill(code(secret, 0));
    await click("Turn on");
    const recovery = dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await expect(recovery).toHaveCount(10);
    const spare = (await recovery.first().textContent())!;
    await dialog.locator(".dialog-foot").getByRole("button").click();
    await click("Sign out");
    await expect(dialog).toHaveCount(0);
    await enter();
    await dialog.getByRole("textbox", { name: "Code" }).fill(code(secret, 1));
    await click("Sign in");
    await expect(dialog).toHaveCount(0);
    await open("Ann");
    await click("Second factor");
    await expect(dialog).toContainText("10 recovery codes are left");
    await dialog.getByLabel("Password").fill("password of Ann");
    await dialog.getByRole("textbox", { name: "Code" }).fill(spare);
    await click("Turn off");
    await click("Sign out");
    await enter();
    await expect(dialog).toHaveCount(0);
  } finally {
    await house.close();
  }
});
