/** One server for all tests, with a folder of its own for games. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = new URL("../../../", import.meta.url).pathname;

export default async function start(): Promise<() => void> {
  const binary = [process.env["DAGAZ_BIN"], join(root, "target/release/dagaz"), join(root, "target/debug/dagaz")].find((path) => path && existsSync(path));
  if (!binary) throw new Error("there is no dagaz to test: build it, or name it with DAGAZ_BIN");
  const data = mkdtempSync(join(tmpdir(), "dagaz-e2e-"));
  const dev = process.env["DAGAZ_DEV_ORIGIN"];
  const server = spawn(binary, ["serve", "--no-open", "--json", "--port", process.env["DAGAZ_PORT"] ?? "0", "--data", data, ...(dev ? ["--allow-origin", dev] : [])]);
  const said = await new Promise<string>((resolve, reject) => {
    let text = "";
    server.stdout.on("data", (bytes: Buffer) => {
      text += String(bytes);
      if (text.trimEnd().endsWith("}")) resolve(text);
    });
    server.stderr.on("data", (bytes: Buffer) => process.stderr.write(bytes));
    server.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
  });
  const url = new URL((JSON.parse(said) as { url: string }).url);
  if (dev) url.host = new URL(dev).host;
  process.env["DAGAZ_URL"] = url.href;
  return () => {
    server.removeAllListeners("exit");
    server.kill();
    rmSync(data, { recursive: true, force: true });
  };
}
