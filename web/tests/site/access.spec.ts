/** Axe finds nothing in the studio and its dialogs, in both themes and from right to left. */
import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { board } from "../e2e/play";
import { serveFiles, type Files } from "./files";

let files: Files;
test.beforeEach(async () => {
  files = await serveFiles();
});
test.afterEach(() => files?.stop());

async function sound(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] }).analyze();
  expect.soft(violations.map((one) => `${one.impact} ${one.id}: ${one.nodes.map((node) => node.target.join(" ")).join(" | ")}`), what).toEqual([]);
  const folder = process.env["DAGAZ_PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/site-axe-${what.replaceAll(" ", "-")}.png` });
}

for (const [name, settings, viewport] of [
  ["light", { theme: "light", language: "en" }, { width: 1280, height: 800 }],
  ["dark on a phone", { theme: "dark", language: "en" }, { width: 390, height: 844 }],
  ["Arabic", { theme: "light", language: "ar" }, { width: 1280, height: 800 }],
] as const) {
  test(`axe: the studio and its dialogs, ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.addInitScript((settings) => localStorage.setItem("dagaz-settings", JSON.stringify({ lessMotion: true, ...settings })), settings);
    await page.goto(`${files.url}#/studio/`);
    await expect(board(page)).toBeVisible({ timeout: 30_000 });
    const bar = page.locator(".write .bar");
    const closed = async () => {
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    };
    await bar.getByRole("button").nth(1).click();
    await expect(page.getByRole("dialog").locator("#publish-link")).toHaveValue(/#\/shared\/1\./);
    await sound(page, `publish ${name}`);
    await closed();
    const more = bar.locator(".menu");
    await more.getByRole("button").first().click();
    await sound(page, `menu ${name}`);
    await more.locator(".pop").getByRole("button").first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await sound(page, `versions ${name}`);
    await closed();
    await more.getByRole("button").first().click();
    await more.locator(".pop").getByRole("link").first().click();
    await expect(page.locator(".problems li").first()).toBeVisible({ timeout: 30_000 });
    await sound(page, `lesson ${name}`);
    await page.goto(`${files.url}#/shared/1.AAAA`);
    await expect(page.getByRole("alert")).toBeVisible({ timeout: 30_000 });
    await sound(page, `damaged link ${name}`);
  });
}
