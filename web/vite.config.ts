import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** Texts, which the program carries and serves compressed. */
const TEXTS = /\.(html|js|css|svg|json|ftl|webmanifest)$/;

/** Writes `FILE.br` and `FILE.gz` beside each text of the built application, where both are smaller. */
function compress(): Plugin {
  return {
    name: "compress",
    apply: "build",
    writeBundle: ({ dir = "dist" }) => {
      for (const name of readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((name) => TEXTS.test(name))) {
        const bytes = readFileSync(join(dir, name));
        const brotli = brotliCompressSync(bytes);
        const gzip = gzipSync(bytes, { level: 9 });
        if (Math.max(brotli.length, gzip.length) >= bytes.length) continue;
        writeFileSync(join(dir, `${name}.br`), brotli);
        writeFileSync(join(dir, `${name}.gz`), gzip);
      }
    },
  };
}

/** What a page that can be installed has in its head. */
const installable: Plugin = {
  name: "installable",
  transformIndexHtml: () => [
    { tag: "link", attrs: { rel: "manifest", href: "./manifest.webmanifest" } },
    { tag: "link", attrs: { rel: "apple-touch-icon", href: "./icon-180.png" } },
    { tag: "meta", attrs: { name: "theme-color", content: "#0b6b70" } },
  ],
};

/** Usually the page of a server; `vite build --mode site` makes one that needs none (`cargo xtask site` does it). */
export default defineConfig(({ mode }) => ({
  plugins: mode === "site" ? [svelte(), installable] : [svelte(), compress()],
  base: mode === "site" ? "./" : "/",
  resolve: { alias: { "#host": fileURLToPath(new URL(mode === "site" ? "src/host/local.ts" : "src/host/server.ts", import.meta.url)) } },
  worker: { format: "es" },
  build: { target: "es2023", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  // `dagaz serve --port 8126 --allow-origin http://localhost:5173`, then open the address it prints with this server's port.
  // The table of names lies beside the crates.
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: "http://127.0.0.1:8126", ws: true, changeOrigin: true }, "/open": { target: "http://127.0.0.1:8126", changeOrigin: true } } },
}));
