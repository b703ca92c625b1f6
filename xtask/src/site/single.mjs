/** Writes the page in one file: `node single.mjs PAGE ENGINE OUT` puts the engine of a folder into the page. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";

const [page, engine, out] = process.argv.slice(2);
const script = readFileSync(join(engine, "dagaz_web.js"), "utf8");
const module = deflateRawSync(readFileSync(join(engine, "dagaz_web_bg.wasm")), { level: 9 }).toString("base64");
// Nothing in it ends the element.
const held = JSON.stringify({ script, module }).replaceAll("<", "\\u003c");
const html = readFileSync(page, "utf8");
const place = "<!--engine-->";
if (html.split(place).length !== 2) throw new Error(`${page} has no place for the engine`);
writeFileSync(out, html.replace(place, () => `<script type="application/json" id="dagaz-engine">${held}</script>`));
