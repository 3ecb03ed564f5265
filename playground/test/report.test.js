// The pages that `pram report` writes, from a file in a real browser. `PRAM` names the native program,
// `CHROMIUM` the browser; `SCREENSHOTS` a folder for pictures of the pages.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** What is between the margins of a sheet of A4 paper, in CSS pixels. */
const SHEET = 718;

const folder = mkdtempSync(join(tmpdir(), "pram-report-"));
let browser;

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--headless", "--no-sandbox", "--disable-gpu"] });
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The address of the report of a program. */
function written(name, program, ...options) {
  const file = join(folder, `${name}.html`);
  execFileSync(process.env.PRAM, ["report", `programs/${program}.pram`, ...options, "-o", file], { cwd: ROOT, stdio: "pipe" });
  return pathToFileURL(file).href;
}

/** A page with all that can be opened open. */
async function open(address, { width = 1280, dark = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height: 1000 }, colorScheme: dark ? "dark" : "light" });
  const page = await context.newPage();
  await page.goto(address);
  await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
  return page;
}

async function axe(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ").slice(0, 400)}`);
}

const REPORTS = {
  long: ["matrix_product_erew", "--vary", "n=2^0..2^3"],
  short: ["matrix_product_erew", "--vary", "n=2^0..2^3", "--short"],
  reduction: ["reduction", "--vary", "n=2^0..2^7"],
};

for (const [name, [program, ...options]] of Object.entries(REPORTS)) {
  test(`the ${name} report has no violation of accessibility, light and dark, wide and on a phone`, async () => {
    const address = written(name, program, ...options);
    for (const screen of [{}, { dark: true }, { width: 390 }, { width: 390, dark: true }]) {
      const page = await open(address, screen), kind = JSON.stringify(screen);
      assert.deepEqual(await axe(page), [], kind);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= (screen.width ?? 1280), `${kind}: ${width}`);
      if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, `report-${name}${screen.width ?? ""}${screen.dark ? "-dark" : ""}.png`), fullPage: true });
      await page.context().close();
    }
  });

  test(`on paper the ${name} report has all of its columns and no scrollbars`, async () => {
    const page = await open(written(name, program, ...options), { width: SHEET });
    await page.emulateMedia({ media: "print" });
    const wrong = await page.evaluate(() => {
      const right = document.querySelector("main").getBoundingClientRect().right;
      const wide = [...document.querySelectorAll("table, pre")].filter((box) => box.getBoundingClientRect().right > right + 1);
      const scrolling = [...document.querySelectorAll("main *")].filter((box) => /auto|scroll/.test(getComputedStyle(box).overflowX));
      return [...wide, ...scrolling].map((box) => box.outerHTML.slice(0, 200));
    });
    assert.deepEqual(wrong, []);
    await page.context().close();
  });
}

test("the program of a report has the language's colours, no line of it is cut, and the theme can be chosen", async () => {
  const page = await open(written("colours", "prescan", "--vary", "n=2^0..2^3"));
  assert.ok((await page.locator(".program .code-keyword").allTextContents()).includes("paralelno"));
  const cut = await page.locator(".program").evaluateAll((boxes) => boxes.map((box) => box.scrollWidth - box.clientWidth));
  assert.ok(cut.length > 0 && cut.every((width) => width <= 0), `${cut}`);
  const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor), button = page.getByRole("button", { name: /^theme/ }), light = await back();
  await button.click();
  assert.deepEqual([await button.textContent(), await back()], ["theme: light", light]);
  await button.click();
  assert.equal(await button.textContent(), "theme: dark");
  assert.notEqual(await back(), light);
  // Plots follow it.
  const ink = await page.locator(".plot text").first().evaluate((text) => getComputedStyle(text).fill);
  assert.equal(ink, "rgb(228, 232, 236)");
  assert.deepEqual(await axe(page), []);
  await page.emulateMedia({ media: "print" });
  assert.equal(await back(), light);
  assert.equal(await button.isVisible(), false);
  await page.context().close();
});
