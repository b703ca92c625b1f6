/**
 * One server for all tests, and others for tests that need their own; each with a folder of its own
 * for games.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = new URL("../../../", import.meta.url).pathname;

export interface Served {
  /** Where to enter, with the token. */
  url: URL;
  stop: () => void;
}

/** Starts a server with data of its own. */
export async function serve(...more: string[]): Promise<Served> {
  const binary = [process.env["DAGAZ_BIN"], join(root, "target/release/dagaz"), join(root, "target/debug/dagaz")].find((path) => path && existsSync(path));
  if (!binary) throw new Error("there is no dagaz to test: build it, or name it with DAGAZ_BIN");
  const data = mkdtempSync(join(tmpdir(), "dagaz-e2e-"));
  const server = spawn(binary, ["serve", "--no-open", "--json", "--port", process.env["DAGAZ_PORT"] ?? "0", "--data", data, ...more]);
  const said = await new Promise<string>((resolve, reject) => {
    let text = "";
    server.stdout.on("data", (bytes: Buffer) => {
      text += String(bytes);
      if (text.trimEnd().endsWith("}")) resolve(text);
    });
    server.stderr.on("data", (bytes: Buffer) => process.stderr.write(bytes));
    server.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
  });
  const stop = () => {
    server.removeAllListeners("exit");
    server.kill();
    rmSync(data, { recursive: true, force: true });
  };
  return { url: new URL((JSON.parse(said) as { url: string }).url), stop };
}

export default async function start(): Promise<() => void> {
  const dev = process.env["DAGAZ_DEV_ORIGIN"];
  const { url, stop } = await serve(...(dev ? ["--allow-origin", dev] : []));
  if (dev) url.host = new URL(dev).host;
  process.env["DAGAZ_URL"] = url.href;
  return stop;
}
