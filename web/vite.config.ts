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

/**
 * The policy of the page without a server, as `CONTENT_POLICY` of the server; the engine is WebAssembly.
 * A page in another page is allowed: `<dagaz-game>` is one.
 */
const CONTENT_POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
  "connect-src 'self'; worker-src 'self' blob:; font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'";

/** What a page that can be installed has in its head. */
const installable: Plugin = {
  name: "installable",
  transformIndexHtml: () => [
    { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: CONTENT_POLICY }, injectTo: "head-prepend" },
    { tag: "link", attrs: { rel: "manifest", href: "./manifest.webmanifest" } },
    { tag: "link", attrs: { rel: "apple-touch-icon", href: "./icon-180.png" } },
    { tag: "meta", attrs: { name: "theme-color", content: "#0b6b70" } },
  ],
};

/** Puts the script and the style of the page into it, and leaves a place for the engine and for rules. */
const single: Plugin = {
  name: "single",
  enforce: "post",
  generateBundle(_, bundle) {
    const page = bundle["index.html"];
    if (page?.type !== "asset") return;
    let html = String(page.source);
    for (const [name, file] of Object.entries(bundle)) {
      const inner = file.type === "chunk" ? `<script type="module">${file.code.replaceAll("</script", "<\\/script")}</script>` : `<style>${String(file.source)}</style>`;
      const outer = file.type === "chunk" ? new RegExp(`<script[^>]*${name}[^>]*></script>`) : new RegExp(`<link[^>]*${name}[^>]*>`);
      if (!outer.test(html)) continue;
      // The script runs when the page is there, wherever it stands.
      html = html.replace(outer, () => inner);
      delete bundle[name];
    }
    page.source = html.replace(/<link rel="icon"[^>]*>/, "").replace("<head>", "<head>\n    <!--rules-->\n    <!--engine-->");
  },
};

const PLUGINS: Record<string, Plugin[]> = { site: [installable], single: [single] };
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Usually the page of a server. `vite build --mode site` makes one that needs none, `--mode single`
 * the same as one file (`cargo xtask site` does both).
 */
export default defineConfig(({ mode }) => {
  const [isServed, isSingle] = [!PLUGINS[mode], mode === "single"];
  return {
    plugins: [svelte(), ...(PLUGINS[mode] ?? [compress()])],
    base: isServed ? "/" : "./",
    resolve: { alias: { "#host": at(isServed ? "src/host/server.ts" : "src/host/local.ts"), "#workers": at(`src/host/worker/${isSingle ? "inline" : "separate"}`) } },
    // From a folder no module can be loaded but by a `data:` address.
    worker: { format: isSingle ? "iife" : "es" },
    build: {
      target: "es2023",
      assetsInlineLimit: isSingle ? Infinity : 0,
      cssCodeSplit: !isSingle,
      modulePreload: { polyfill: false },
      ...(isSingle ? { copyPublicDir: false, rolldownOptions: { output: { codeSplitting: false } } } : {}),
    },
    // `dagaz serve --port 8126 --allow-origin http://localhost:5173`, then open the address it prints with this server's port.
    // The table of names lies beside the crates.
    server: { fs: { allow: [".."] }, proxy: { "/api": { target: "http://127.0.0.1:8126", ws: true, changeOrigin: true }, "/open": { target: "http://127.0.0.1:8126", changeOrigin: true } } },
  };
});
