/** Two people in two browsers on a public server: they meet, and play through a reload, a lost connection and a restart of the server. */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, type Browser, type Page } from "@playwright/test";
import { board, going, makeMove, myTurn, view } from "./play";

const root = new URL("../../../", import.meta.url).pathname;

/** A line between browsers and server that can be cut. */
class Line {
  readonly #open = new Set<net.Socket>();
  #cut = false;
  readonly #server = net.createServer((near) => {
    if (this.#cut) return void near.destroy();
    const far = net.connect(this.target, "127.0.0.1");
    for (const [one, other] of [[near, far], [far, near]] as const) {
      this.#open.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        this.#open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });

  constructor(readonly target: number) {}

  async listen(): Promise<number> {
    await new Promise<void>((ready) => this.#server.listen(0, "127.0.0.1", ready));
    return (this.#server.address() as net.AddressInfo).port;
  }

  cut(): void {
    this.#cut = true;
    for (const one of this.#open) one.destroy();
  }

  mend(): void {
    this.#cut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

class House {
  readonly data = mkdtempSync(join(tmpdir(), "dagaz-people-"));
  #process: ChildProcess | null = null;
  line!: Line;
  origin = "";
  #port = 0;

  async open(): Promise<void> {
    this.#port = await freePort();
    this.line = new Line(this.#port);
    this.origin = `http://127.0.0.1:${await this.line.listen()}`;
    await this.start();
  }

  async start(): Promise<void> {
    const binary = [process.env["DAGAZ_BIN"], join(root, "target/release/dagaz"), join(root, "target/debug/dagaz")].find((path) => path && existsSync(path))!;
    const server = spawn(binary, ["serve", "--public", this.origin, "--no-open", "--json", "--port", String(this.#port), "--data", this.data]);
    this.#process = server;
    await new Promise<void>((ready, failed) => {
      let text = "";
      server.stdout.on("data", (bytes: Buffer) => {
        text += String(bytes);
        if (text.trimEnd().endsWith("}")) ready();
      });
      server.stderr.on("data", (bytes: Buffer) => process.stderr.write(bytes));
      server.on("exit", (code) => failed(new Error(`the server ended with ${code}`)));
    });
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    const server = this.#process!;
    server.removeAllListeners("exit");
    const ended = new Promise((done) => server.once("exit", done));
    server.kill(signal);
    await ended;
  }

  async close(): Promise<void> {
    await this.stop("SIGTERM");
    this.line.close();
    rmSync(this.data, { recursive: true, force: true });
  }
}

async function person(browser: Browser, house: House, name: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem("dagaz-settings", JSON.stringify({ language: "en", theme: "light" })));
  await page.goto(`${house.origin}/#/lobby`);
  await page.getByRole("button", { name: "Sign in" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Make an account" }).click();
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Password").fill(`password of ${name}`);
  await dialog.getByRole("button", { name: "Make an account" }).click();
  await expect(page.getByRole("button", { name })).toBeVisible();
  return page;
}

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
    await ann.getByRole("button", { name: /Tic-Tac-Toe/i }).last().click();
    const dialog = ann.getByRole("dialog");
    await dialog.getByRole("combobox").nth(1).selectOption("anyone");
    await dialog.getByLabel(/invitation/).check();
    await dialog.getByRole("button", { name: "Start" }).click();
    await expect(board(ann)).toBeVisible();
    const address = await ann.getByLabel("Send this address to whoever shall play with you:").inputValue();
    const guest = await (await browser.newContext()).newPage();
    await guest.addInitScript(() => localStorage.setItem("dagaz-settings", JSON.stringify({ language: "en" })));
    await guest.goto(address);
    await guest.getByRole("button", { name: /sit/i }).click();
    await expect.poll(async () => (await view(guest))?.me.length).toBe(1);
    await myTurn(ann, null);
  } finally {
    await house.close();
  }
});
