import { defineConfig } from "@playwright/test";
import shared from "./playwright.config";

/** The page without a server; `DAGAZ_SITE` names the folder that `cargo xtask site` has written. */
const { globalSetup: _, ...rest } = shared;
export default defineConfig({ ...rest, testDir: "tests/site", workers: 2 });
