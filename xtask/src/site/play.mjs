/** Plays games of bots by the engine of a site: `node play.mjs SITE ENGINE`, what to play on standard input. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [site, folder] = process.argv.slice(2);
const engine = await import(pathToFileURL(join(site, folder, "dagaz_web.js")).href);
await engine.default({ module_or_path: await WebAssembly.compile(readFileSync(join(site, folder, "dagaz_web_bg.wasm"))) });
const catalog = readFileSync(join(site, "library.json"), "utf8");

for (const { rules, hash, moves, new: wish } of JSON.parse(readFileSync(0, "utf8"))) {
  const host = new engine.WebHost(catalog, "[]");
  const thinker = new engine.WebThinker();
  const files = new Uint8Array(readFileSync(join(site, "games", `${hash}.bin`)));
  host.supply(rules, files);
  thinker.supply(files);
  const ask = (method, path, body = new Uint8Array()) => JSON.parse(host.request(method, path, body)).body;
  const { game } = ask("POST", "/games", new TextEncoder().encode(JSON.stringify(wish)));
  host.hear(JSON.stringify({ ask: "join", re: 1, game }));
  let made = 0;
  for (let thought = true; thought && made < moves; ) {
    thought = false;
    for (const { think: job } of JSON.parse(host.take()).filter((out) => out.think?.work.choose)) {
      let chosen;
      thinker.work(JSON.stringify(job), (said) => (chosen = JSON.parse(said).chosen));
      host.chosen(job.game, job.work.choose.player, job.node, chosen ?? undefined);
      made += 1;
      thought = true;
    }
  }
  console.log(JSON.stringify(ask("GET", `/games/${game}/record?format=txt`).text));
  host.free();
  thinker.free();
}
