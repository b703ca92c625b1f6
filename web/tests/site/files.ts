/** A plain file server, which can be cut off. */
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { expect, test, type Page } from "@playwright/test";

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".bin": "application/octet-stream",
};

export interface Files {
  url: string;
  /** What was asked for, in order. */
  asked: string[];
  /** Bytes of all that was asked for, compressed as file servers do. */
  compressed: () => number;
  /** Refuses every connection until it is called with `false`: the address stays the same. */
  cut: (is: boolean) => void;
  stop: () => Promise<void>;
}

/** Starts a file server for the folder that `DAGAZ_SITE` names; skips the test if it names none. */
export async function serveFiles(): Promise<Files> {
  const folder = process.env["DAGAZ_SITE"];
  if (!folder) {
    console.log("SKIPPED: there is no site to test; write one by `cargo xtask site --out DIR` and name it with DAGAZ_SITE");
    test.skip(true, "DAGAZ_SITE names no site");
    throw new Error("a skipped test goes on");
  }
  if (!existsSync(join(folder, "index.html"))) throw new Error(`${folder} is no site: write one by \`cargo xtask site\``);
  const asked: string[] = [];
  const fileOf = (path: string) => join(folder, path.endsWith("/") ? `${path}index.html` : path);
  let isCut = false;
  const server = createServer((request, response) => {
    // Below a folder, as GitHub Pages serves it.
    const path = normalize(decodeURIComponent(new URL(request.url!, "http://x").pathname)).replace(/^\/site\//, "/");
    asked.push(path);
    const file = fileOf(path);
    if (!existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" });
    createReadStream(file).pipe(response);
  });
  server.on("connection", (socket) => isCut && socket.destroy());
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const compressed = () => [...new Set(asked)].map(fileOf).filter((file) => existsSync(file)).reduce((sum, file) => sum + brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length, 0);
  const stop = () => new Promise<void>((stopped) => {
    server.close(() => stopped());
    server.closeAllConnections();
  });
  const cut = (is: boolean) => {
    isCut = is;
    if (is) server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/site/`, asked, compressed, cut, stop };
}

/** Serves a page of somebody else, which holds some markup. */
export async function serveOther(markup: string): Promise<{ url: string; stop: () => void }> {
  const server = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><html lang="en"><title>Elsewhere</title><main><h1>A page</h1>${markup}</main></html>`));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop };
}

/** Waits until the page is in the browser with all games. */
export async function kept(page: Page): Promise<void> {
  const filled = () =>
    page.evaluate(async () => {
      const name = (await caches.keys()).find((name) => name.startsWith("dagaz-"));
      const games = (await (await fetch("library.json")).json()) as { games: unknown[] };
      const kept = name ? (await (await caches.open(name)).keys()).filter(({ url }) => /\/games\//.test(url)).length : 0;
      return kept === games.games.length;
    });
  await expect.poll(filled, { timeout: 60_000 }).toBe(true);
}
