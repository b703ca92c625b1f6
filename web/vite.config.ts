import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  build: { target: "es2023", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  // `dagaz serve --port 8126 --allow-origin http://localhost:5173`, then open the address it prints with this server's port.
  server: { proxy: { "/api": { target: "http://127.0.0.1:8126", ws: true, changeOrigin: true }, "/open": { target: "http://127.0.0.1:8126", changeOrigin: true } } },
});
