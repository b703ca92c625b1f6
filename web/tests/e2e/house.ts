/** A public server for a test of its own, and people who come to it. */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Browser, type Page } from "@playwright/test";

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

export class House {
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

export async function person(browser: Browser, house: House, name: string, settings: Record<string, unknown> = {}): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript((chosen) => {
    if (!localStorage.getItem("dagaz-settings")) localStorage.setItem("dagaz-settings", JSON.stringify({ language: "en", theme: "light", ...chosen }));
  }, settings);
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
