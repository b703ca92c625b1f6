import { defineConfig } from "@playwright/test";
import base from "./playwright.config";

/** Pictures are no test of the suite: they are made on request. */
export default defineConfig(base, { use: { launchOptions: { ...base.use?.launchOptions, args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] } }, testDir: "tests/pictures", workers: 1, retries: 0 });
