/**
 * The speed of the engine in the browser next to the program: `DAGAZ_SPEED=FILE DAGAZ_BIN=PROGRAM
 * DAGAZ_SITE=DIR npm run site -- speed` writes it to a file. Both use one thread. The program counts
 * processor time; a page has a clock alone, so that the best of many short spans is taken, in which
 * no other program ran.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { serveFiles } from "./files";

/** Three games with executors of their own, and three without; the depth of perft of each. */
const GAMES: [string, number][] = [["chess", 4], ["breakthrough", 4], ["hex", 2], ["lines-of-action", 3], ["fanorona", 4], ["atomic", 3]];
/** What is asked of the browser: this share of the speed of the program. */
const SHARE = 0.5;

interface Speeds {
  perft: number;
  playouts: number;
}

function native(program: string, game: string, depth: number): Speeds {
  const run = (...more: string[]) => JSON.parse(execFileSync(program, ["bench", game, "--seconds", "2", "--threads", "1", "--json", ...more], { encoding: "utf8" })) as { speed: Record<string, number> };
  return { perft: run("--perft", String(depth)).speed["leaves_per_cpu_second"]!, playouts: run().speed["plies_per_cpu_second"]! };
}

test("perft and playouts in the browser are half as fast as the program", async ({ page }) => {
  const [file, program, folder] = [process.env["DAGAZ_SPEED"], process.env["DAGAZ_BIN"], process.env["DAGAZ_SITE"]];
  test.skip(!file || !program || !folder, "DAGAZ_SPEED, DAGAZ_BIN and DAGAZ_SITE name a file, a program and a site");
  test.setTimeout(600_000);
  const files = await serveFiles();
  const { engine, games } = JSON.parse(readFileSync(join(folder!, "library.json"), "utf8")) as { engine: string; games: { entry: { id: string }; hash: string }[] };
  await page.goto(files.url);
  const rows = [];
  for (const [game, depth] of GAMES) {
    const hash = games.find(({ entry }) => entry.id === game)!.hash;
    const browser = await page.evaluate(
      async ([script, files, depth]) => {
        interface Speed {
          perft(depth: number): number;
          playouts(games: number, seed: number): number;
        }
        const engine = (await import(script)) as { default: () => Promise<unknown>; WebSpeed: new (files: Uint8Array) => Speed };
        await engine.default();
        const speed = new engine.WebSpeed(new Uint8Array(await (await fetch(files)).arrayBuffer()));
        /** The best speed in spans of at least 20 ms, within four seconds. */
        const best = (work: () => number) => {
          let most = 0;
          for (const end = performance.now() + 4000; performance.now() < end; ) {
            const begin = performance.now();
            let [done, now] = [0, begin];
            while (now - begin < 20) {
              done += work();
              now = performance.now();
            }
            most = Math.max(most, (1000 * done) / (now - begin));
          }
          return most;
        };
        let seed = 0;
        return { perft: best(() => speed.perft(depth)), playouts: best(() => speed.playouts(20, seed++)) };
      },
      [`${files.url}${engine}/dagaz_web.js`, `${files.url}games/${hash}.bin`, depth] as const,
    );
    const ours = native(program!, game, depth);
    const share = (what: keyof Speeds) => Math.round((100 * browser[what]) / ours[what]) / 100;
    rows.push({ game, depth, browser: rounded(browser), program: rounded(ours), share: { perft: share("perft"), playouts: share("playouts") } });
  }
  await files.stop();
  writeFileSync(file!, `${JSON.stringify({ command: "DAGAZ_SPEED=FILE DAGAZ_BIN=PROGRAM DAGAZ_SITE=DIR npm --prefix web run site -- speed", units: { perft: "leaves a second", playouts: "plies a second" }, games: rows }, null, 2)}\n`);
  console.log(rows.map(({ game, share }) => `${game}: perft ${share.perft}, playouts ${share.playouts}`).join("\n"));
  for (const { game, share } of rows) for (const what of ["perft", "playouts"] as const) expect(share[what], `${game}, ${what}`).toBeGreaterThanOrEqual(SHARE);
});

const rounded = ({ perft, playouts }: Speeds): Speeds => ({ perft: Math.round(perft), playouts: Math.round(playouts) });
