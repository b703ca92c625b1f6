import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** Chromium without its window is the same engine and a third lighter. */
const chromium = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path));

/** Debian's Chromium and the real server; `DAGAZ_BIN` names its binary, `CHROMIUM` another browser. */
export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/server.ts",
  // Tests also wait for the server, the other player and transitions: more at once than processors.
  workers: 4,
  // Each test has a page of its own; the longest file is not waited for.
  fullyParallel: true,
  // A machine that is busy for a moment is no fault of the page: one more try, and the report calls such a test flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  forbidOnly: true,
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath: process.env["CHROMIUM"] ?? chromium, args: ["--no-sandbox"] },
    // Writing down everything that happens makes everything slower: that is for what has failed once.
    trace: "on-first-retry",
  },
});
