/** A plain file server, which can be cut off. */
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { brotliCompressSync } from "node:zlib";

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
  stop: () => Promise<void>;
}

export async function serveFiles(): Promise<Files> {
  const folder = process.env["DAGAZ_SITE"];
  if (!folder || !existsSync(join(folder, "index.html"))) throw new Error("there is no site to test: write one by `cargo xtask site`, and name it with DAGAZ_SITE");
  const asked: string[] = [];
  const fileOf = (path: string) => join(folder, path.endsWith("/") ? `${path}index.html` : path);
  const server = createServer((request, response) => {
    // Below a folder, as GitHub Pages serves it.
    const path = normalize(decodeURIComponent(new URL(request.url!, "http://x").pathname)).replace(/^\/site\//, "/");
    asked.push(path);
    const file = fileOf(path);
    if (!existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const compressed = () => [...new Set(asked)].map(fileOf).filter((file) => existsSync(file)).reduce((sum, file) => sum + brotliCompressSync(readFileSync(file)).length, 0);
  const stop = () => new Promise<void>((stopped) => {
    server.close(() => stopped());
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/site/`, asked, compressed, stop };
}
