// The page in a real browser, served by `pram play`. `PRAM` names the native program, `PLAYGROUND` the
// built folder, `CHROMIUM` the browser; `SCREENSHOTS` a folder for pictures of the page.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { chromium } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const ENDLESS = "program\n    x = 0;\n    dok (0 == 0)\n        paralelno (za svaki i od 1 do 5000)\n            lokalno y = i;\n        kraj_paralelno\n        x = x + 1;\nkraj_programa\n";
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

const profile = mkdtempSync(join(tmpdir(), "pram-page-"));
let server;
let address;
let browser;
/** What no page may do: errors on the console, exceptions, rejections, requests elsewhere. */
const faults = [];
/** Runs in every page before its own scripts: exceptions and rejections go to the console as errors. */
const TELL_FAULTS = () => {
  addEventListener("error", (event) => {
    // No exception, but a notice of the browser: what an observer has changed is observed in the next frame.
    if (event.message.startsWith("ResizeObserver loop")) return;
    console.error(`window.onerror: ${event.message}`);
  });
  addEventListener("unhandledrejection", (event) => console.error(`unhandledrejection: ${event.reason}`));
};

before(async () => {
  server = spawn(process.env.PRAM, ["play", "--folder", process.env.PLAYGROUND], { stdio: ["ignore", "pipe", "inherit"] });
  address = await new Promise((resolve, reject) => {
    server.stdout.once("data", (line) => resolve(String(line).trim()));
    server.once("exit", (status) => reject(new Error(`pram play ended with ${status}`)));
  });
  browser = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM,
    args: FLAGS,
    viewport: { width: 1280, height: 800 },
    acceptDownloads: true,
  });
  await browser.addInitScript(TELL_FAULTS);
});

afterEach(() => assert.deepEqual(faults.splice(0), []));

after(async () => {
  await browser?.close();
  server?.kill();
  rmSync(profile, { recursive: true, force: true });
});

/** The link that a page gives, which is deflated first. */
async function share(page) {
  await page.locator("#share").click();
  await page.waitForFunction(() => document.querySelector("#link").value !== "");
  return page.locator("#link").inputValue();
}

/** A new page at an address, as soon as it can be used. */
async function open(query = "", options = {}) {
  const page = await browser.newPage();
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    if (!/^(data|blob):/.test(url) && !url.startsWith(address)) faults.push(`request of ${url}`);
  });
  if (options.width) await page.setViewportSize({ width: options.width, height: 844 });
  if (options.dark) await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(address + query);
  await page.waitForFunction(() => document.querySelectorAll("#program option").length > 1 && document.querySelector("#status").textContent !== "Loading …");
  await page.waitForFunction(() => document.querySelector("#inputs input, #inputs p"));
  // What a link carries is inflated behind that, and said.
  if (query.includes("#p1=")) await page.waitForFunction(() => document.querySelector("#status").textContent !== "");
  return page;
}

const status = (page) => page.locator("#status").textContent();

/** Waits until the status begins so. */
const until = (page, beginning) =>
  page.waitForFunction((wanted) => document.querySelector("#status").textContent.startsWith(wanted), beginning, { timeout: 20_000 });

/** Puts a text into the editor, as pasting does. */
async function write(page, text) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

const read = (page) => page.evaluate(() => [...document.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n"));

async function run(page) {
  await page.locator("#run").click();
  await page.waitForFunction(() => document.querySelector("#stop").disabled && /^[✓✗]|^Stopped/.test(document.querySelector("#status").textContent), null, { timeout: 30_000 });
}

/** What axe finds wrong. */
async function axe(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ").slice(0, 400)}`);
}

async function picture(page, name, options = {}) {
  if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`), ...options });
}

test("opening, writing, running", async () => {
  const began = performance.now();
  const page = await open();
  const opened = performance.now() - began;
  assert.match(await page.locator("#output").textContent(), /Nothing here yet/);
  await run(page);
  const total = performance.now() - began;
  console.log(`opened after ${opened.toFixed(0)} ms, first result after ${total.toFixed(0)} ms`);
  assert.match(await status(page), /^✓/);
  assert.match(await page.locator("#output").textContent(), /cost on p/);
  assert.ok((await page.locator(".tok-keyword").count()) > 3);
  await picture(page, "wide");

  // The form has the program's own inputs; a value counts, and Enter runs.
  await page.locator("#input-n").fill("16");
  await page.locator("#input-n").press("Enter");
  await page.waitForFunction(() => document.querySelector("#output").textContent.includes("n = 16"));

  // Machine: one_sweep_scan reads concurrently, which EREW forbids.
  await page.locator("#program").selectOption("programs/one_sweep_scan.pram");
  await page.locator("#model").selectOption("model:erew");
  await run(page);
  assert.match(await status(page), /^✗ an illegal access/);
  const output = await page.locator("#output").textContent();
  assert.match(output, /pram run programs\/one_sweep_scan\.pram --model crew/);
  await picture(page, "illegal");
  await page.locator("#output button.link", { hasText: "E0501" }).first().click();
  await page.waitForFunction(() => document.querySelector("#explanation").textContent.includes("E0501"));
  await picture(page, "explain");
  await page.close();
});

test("a text that replaces a program does not keep its name", async () => {
  const page = await open();
  assert.equal(await page.locator("#program").inputValue(), "programs/prescan.pram");
  await page.locator(".cm-content").focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("\n// a change");
  assert.equal(await page.locator("#program").inputValue(), "programs/prescan.pram");
  await write(page, "program\n    ispisi(3);\nkraj_programa\n");
  assert.equal(await page.locator("#program").inputValue(), "");
  await run(page);
  assert.match(await page.locator("#output code").last().textContent(), /pram run program\.pram/);
  await page.close();
});

test("diagnostics stand in place while typing", async () => {
  const page = await open();
  await write(page, "ulaz n = 8;\nprogram\n    ispisi(n + nepoznato);\nkraj_programa\n");
  await page.waitForSelector(".cm-lintRange-error");
  assert.equal(await page.locator(".cm-lintRange-error").first().textContent(), "nepoznato");
  assert.deepEqual(await page.locator("#inputs label").allTextContents(), ["n"]);
  await page.locator(".cm-lintRange-error").first().hover();
  await page.waitForSelector(".cm-tooltip-lint");
  await picture(page, "diagnostic");
  await write(page, "ulaz n = 8;\nulaz X[n, n];\nprogram\n    ispisi(n);\nkraj_programa\n");
  await page.waitForFunction(() => document.querySelectorAll("#inputs label").length === 2);
  assert.deepEqual(await page.locator("#inputs label").allTextContents(), ["n", "X[n, n]"]);
  await page.close();
});

test("a program from the list takes the place of a shorter and of a longer one, and both come back", async () => {
  const page = await open();
  const choose = (name) => page.locator("#program").selectOption(name);
  const undo = async () => {
    await page.locator(".cm-content").focus();
    await page.keyboard.press("ControlOrMeta+z");
  };
  // The text itself, also where it is longer than what the editor draws. A browser refuses some of many files
  // in a row, so what is to be written is read.
  await page.evaluate(() => {
    const addressOf = URL.createObjectURL;
    URL.createObjectURL = (file) => addressOf.call(URL, window.downloaded = file);
  });
  const text = async () => {
    await page.locator("#download").click();
    return page.evaluate(() => window.downloaded.text());
  };
  const shipped = (name) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
  const [long, longer] = ["programs/one_sweep_scan.pram", "programs/prescan.pram"];
  // The cursor is in the last of these lines, and at each end of the text.
  for (const typed of ["program\n    x = 1;\n    ispisi(x);\nkraj_programa", "x", "", "\n".repeat(400)]) {
    for (const key of ["ControlOrMeta+Home", "ControlOrMeta+End"]) {
      await write(page, typed);
      await page.keyboard.press(key);
      assert.equal(await text(), typed);
      await choose(long);
      assert.equal(await text(), shipped(long));
      await choose(longer);
      assert.equal(await text(), shipped(longer));
      await undo();
      assert.equal(await text(), shipped(long));
      await undo();
      assert.equal(await text(), typed);
      await choose(longer);
      assert.equal(await text(), shipped(longer));
    }
  }
  await run(page);
  assert.match(await status(page), /^✓/);
  await page.close();
});

test("an error of a report is marked in its place", async () => {
  const page = await open();
  await page.locator("#tab-report").click();
  await page.locator("#vary").fill("n=16,32");
  // It holds for n = 4, and for no size of the report: nothing but the report finds it.
  await write(page, "ulaz n = 4;\nprogram\n    tvrdi(n < 10);\nkraj_programa\n");
  await page.waitForFunction(() => document.querySelectorAll("#inputs label").length === 1);
  await run(page);
  assert.match(await status(page), /^✗/);
  await page.waitForSelector(".cm-lintRange-error");
  const marked = await page.locator(".cm-lintRange-error").evaluateAll((nodes) => nodes.map((node) => node.closest(".cm-line").textContent));
  assert.deepEqual(marked, ["    tvrdi(n < 10);"]);
  await page.close();
});

test("an endless loop is stopped within a second, and the page goes on", async () => {
  const page = await open();
  await write(page, ENDLESS);
  await page.locator("#run").click();
  await page.waitForTimeout(700);
  assert.equal(await page.locator("#stop").isEnabled(), true, await status(page));
  const began = performance.now();
  await page.locator("#stop").click();
  await until(page, "Stopped");
  assert.ok(performance.now() - began < 1000);
  await write(page, "program\n    ispisi(42);\nkraj_programa\n");
  await run(page);
  assert.match(await page.locator("#output").textContent(), /^42/);
  await page.close();
});

test("a limit names the native command", async () => {
  const page = await open();
  await write(page, "program\n    dok (0 == 0)\n        ispisi(\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\");\nkraj_programa\n");
  await run(page);
  assert.match(await status(page), /^✗ a limit was reached/);
  assert.match(await page.locator("#output .notice").textContent(), /pram run program\.pram/);
  await page.close();
});

test("a link carries the program, and opening it runs nothing", async () => {
  const page = await open();
  await write(page, "ulaz n = 3;\nprogram\n    ispisi(\"šđ\", n);\nkraj_programa\n");
  await page.waitForFunction(() => document.querySelectorAll("#inputs label").length === 1);
  await page.locator("#input-n").fill("77");
  await page.locator("#model").selectOption("model:crew");
  await page.locator("#seed").fill("5");
  const link = await share(page);
  assert.ok(link.startsWith(`${address}#p1=`) && link.length < 600, link);
  await picture(page, "share");
  assert.deepEqual(await axe(page), []);
  await page.close();

  const opened = await open(link.slice(address.length));
  assert.match(await status(opened), /came with the link/);
  assert.match(await read(opened), /ispisi\("šđ", n\);/);
  await opened.waitForSelector("#input-n");
  assert.equal(await opened.locator("#input-n").inputValue(), "77");
  assert.equal(await opened.locator("#model").inputValue(), "model:crew");
  assert.equal(await opened.locator("#seed").inputValue(), "5");
  await opened.waitForTimeout(500);
  assert.match(await opened.locator("#output").textContent(), /Nothing here yet/);
  await run(opened);
  assert.match(await opened.locator("#output").textContent(), /šđ ?77/);
  await opened.close();
});

test("links that are too long, broken or too large inside are refused", async () => {
  const page = await open();
  let text = "program\n";
  // In long lines: the browser inserts thousands of short ones for minutes.
  for (let k = 0, x = 1; k < 3000; k++) text += ` x${(x = (x * 48271) % 2147483647)} = ${k};${k % 50 === 49 ? "\n" : ""}`;
  await write(page, `${text}kraj_programa\n`);
  await page.locator("#share").click();
  await until(page, "✗ The link would have");
  await page.close();

  const base64url = (bytes) => bytes.toString("base64url");
  const bomb = base64url(deflateRawSync(Buffer.alloc(4 << 20, "a"), { level: 9 }));
  assert.ok(bomb.length < 8000);
  const wrong = base64url(deflateRawSync(Buffer.from("{\"text\": 7}")));
  const million = "a".repeat(1 << 20);
  assert.equal((await fetch(`${address}?${million}`)).status, 431);
  for (const [fragment, message] of [[million, "✗ The link is longer"], [bomb, "✗ The link holds more"], ["%%%", "✗ The link is not complete"], [wrong, "✗ The link holds no program"], ["a".repeat(9000), "✗ The link is longer"]]) {
    const opened = await open(`#p1=${fragment}`);
    await until(opened, message);
    assert.match(await read(opened), /algoritam/);
    await opened.close();
  }
});

test("check, report, format, translate", async () => {
  const page = await open("?program=one_sweep_scan");
  await page.locator("#tab-check").click();
  assert.match(await page.locator("#run").textContent(), /^Check/);
  await run(page);
  assert.match(await page.locator("#check").textContent(), /proved/);
  assert.deepEqual(await axe(page), []);
  await picture(page, "check");

  await page.locator("#tab-check").press("ArrowRight");
  await page.locator("#vary").fill("n=2^2..2^6");
  await run(page);
  const frame = page.frameLocator("#report-result iframe");
  assert.match(await frame.locator("h1").first().textContent(), /one_sweep_scan/);
  await picture(page, "report");
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator(".files button", { hasText: ".csv" }).click()]);
  assert.equal(file.suggestedFilename(), "one_sweep_scan.report.csv");
  assert.deepEqual(await axe(page), []);

  await page.locator("#translate").click();
  await until(page, "Translated");
  assert.match(await read(page), /machine CREW;/);
  await page.waitForFunction(() => document.querySelector("#translate").textContent.endsWith("To Croatian"));
  await write(page, "program\nx=1;\n        ispisi(x);\nkraj_programa");
  await page.locator("#format").click();
  await until(page, "Formatted");
  assert.equal(await read(page), "program\n    x = 1;\n    ispisi(x);\nkraj_programa\n");
  await page.close();
});

test("steps are shown, gone through by keyboard, and shared", async () => {
  const page = await open("?program=prescan");
  await page.locator("#tab-step").click();
  assert.match(await page.locator("#run").textContent(), /^Step/);
  await run(page);
  assert.match(await status(page), /^✓/);
  const where = (page) => page.locator("#steps .where").textContent();
  assert.match(await where(page), /^step 0 of 13$/);
  // The keys work where the steps have the focus, and nowhere else.
  await page.locator("#steps .controls button").last().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await where(page), "step 2 of 13");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await where(page), "step 3 of 13");
  assert.deepEqual(await axe(page), []);
  await picture(page, "step");
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#steps .files button", { hasText: ".html" }).click()]);
  assert.equal(file.suggestedFilename(), "prescan.replay.html");

  // A link leads to the step, and runs nothing by itself.
  const link = await share(page);
  await page.close();
  const opened = await open(link.slice(address.length));
  assert.equal(await opened.locator("#tab-step").getAttribute("aria-selected"), "true");
  assert.match(await opened.locator("#steps").textContent(), /Nothing here yet/);
  await run(opened);
  assert.equal(await where(opened), "step 3 of 13");

  // A run that breaks a rule is shown up to there, with its message.
  await opened.locator("#program").selectOption("programs/one_sweep_scan.pram");
  await opened.locator("#model").selectOption("model:erew");
  await opened.locator("#tab-step").click();
  await run(opened);
  assert.match(await status(opened), /^✗ an illegal access/);
  assert.match(await opened.locator("#steps .ending").textContent(), /E0501/);
  // It opens at the step of the conflict, which is the last one.
  assert.match(await where(opened), /^step ([1-9]\d*) of \1$/);
  assert.match(await opened.locator("#steps .status").textContent(), /✗|illegal|E0501/);
  assert.deepEqual(await axe(opened), []);
  await picture(opened, "step-illegal");
  await opened.locator("#program").selectOption("programs/network/ring_broadcast.pram");
  await opened.locator("#tab-step").click();
  await run(opened);

  // A multicomputer has moments.
  assert.equal(await where(opened), "moment 0 of 4");
  await opened.locator("#steps .controls button").last().focus();
  await opened.keyboard.press("End");
  assert.match(await opened.locator("#steps .status").textContent(), /^Moment 4 of 4, .* came to its end and broke no rule\.$/);
  assert.deepEqual(await axe(opened), []);
  await picture(opened, "step-moments");
  await opened.locator("#steps .tabs button", { hasText: "Memory" }).click();
  assert.equal(await opened.locator("#steps .panel tbody tr").count(), 8);
  await opened.close();
});

// Numbers that are drawn while it runs, in cells of three dimensions: each is 1 or 2, and twice that in the end.
const DRAWN = "stroj EREW;\nprogram\n    polje D[2,2,2];\n    paralelno (za svaki i od 0 do 1, j od 0 do 1, k od 0 do 1)\n        D[i,j,k] = slucajno(1, 2);\n        D[i,j,k] += D[i,j,k];\n    kraj_paralelno\n    izlaz D[];\nkraj_programa\n";
// Two tasks on a processor each: i is tested up to t = 1, 7 is on its way for t_s + t_w = 11, and 1 is added up to t = 13.
const TASKS = "stroj potpuni(p = 2, t_s = 10, t_w = 1);\nprogram\n    kanal K[2];\n    paralelno zadaci (za svaki i, i = 0, ..., 1) na i\n        ako (i == 0)\n            posalji 7 prema K[1];\n        inace {\n            primi x od K[1];\n            x = x + 1;\n            ispisi(x);\n        }\n    kraj_paralelno\nkraj_programa\n";

test("steps of random numbers in three dimensions, and moments of tasks", async () => {
  const page = await open();
  const where = () => page.locator("#steps .where").textContent();
  const view = (name) => page.locator("#steps .tabs button", { hasText: name }).click();
  await page.locator("#tab-step").click();
  await write(page, DRAWN);
  await run(page);
  assert.match(await status(page), /^✓/);
  assert.equal(await where(), "step 0 of 2");
  await page.getByRole("button", { name: "Step forward" }).focus();
  await page.keyboard.press("ArrowRight");
  await view("Memory");
  const cells = async () => (await page.locator("#steps td[data-cell]").evaluateAll((nodes) => nodes.map((node) => node.firstChild.textContent))).map(Number);
  const drawn = await cells();
  assert.ok(drawn.length === 8 && drawn.every((value) => value === 1 || value === 2), `${drawn}`);
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await cells(), drawn.map((value) => 2 * value));
  await page.keyboard.press("ArrowLeft");
  assert.deepEqual(await cells(), drawn);
  for (const name of ["Step", "Network", "Processors", "Why"]) {
    await view(name);
    assert.deepEqual(await axe(page), [], name);
  }
  // The same numbers again, and others under another seed are drawn from 1 and 2 too.
  await run(page);
  await view("Memory");
  assert.deepEqual(await cells(), drawn);

  await write(page, TASKS);
  await run(page);
  assert.match(await status(page), /^✓/);
  await page.getByRole("button", { name: "Last moment" }).click();
  assert.equal(await page.locator("#steps .printed").textContent(), "t = 13, 1: 8");
  assert.match(await page.locator("#steps .facts").first().textContent(), /2 tasks on 2 processors/);
  const last = await where();
  await page.getByRole("button", { name: "Moment back" }).click();
  assert.notEqual(await where(), last);
  for (const name of ["Messages", "Network", "Memory", "Processors"]) {
    await view(name);
    assert.deepEqual(await axe(page), [], name);
  }
  await page.close();
});

test("an address leads to a step of a program that comes with the page", async () => {
  const page = await open("?program=network/ring_broadcast&step=3");
  await page.waitForFunction(() => document.querySelector("#steps .where")?.textContent === "moment 3 of 4");
  assert.equal(await page.locator("#tab-step").getAttribute("aria-selected"), "true");
  await page.close();

  const embedded = await open("?embed=1&program=prescan&step=5");
  await embedded.waitForFunction(() => document.querySelector("#steps .where")?.textContent === "step 5 of 13");
  assert.deepEqual(await axe(embedded), []);
  await embedded.close();

  const missing = await open("?program=<b>none</b>&step=5");
  await until(missing, "✗ There is no program <b>none</b> here.");
  assert.match(await missing.locator("#steps").textContent(), /Nothing here yet/);
  await missing.close();
});

test("what a program prints and says is text, whatever it is", async () => {
  const page = await open();
  const markup = "</script><script>window.broken = 1</script><img src=x onerror='window.broken = 2'><!-- ]]>";
  await write(page, `program\n    ispisi("\u001b[2J\u001b]0;title\u0007\u0008 ${markup}");\n    paralelno (za svaki i od 0 do 1)\n        lokalno y = i;   // ${markup}\n    kraj_paralelno\nkraj_programa\n`);
  const title = await page.title();
  await run(page);
  assert.match(await status(page), /^✓/);
  assert.ok((await page.locator("#output").textContent()).includes(markup));
  await page.locator("#tab-step").click();
  await run(page);
  await page.getByRole("button", { name: "Last step" }).click();
  assert.ok((await page.locator("#steps .printed").textContent()).includes(markup));
  assert.ok((await page.locator("#steps .line").nth(3).textContent()).includes(markup));
  // The same in the page that is saved.
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#steps .files button", { hasText: ".html" }).click()]);
  const saved = await browser.newPage();
  saved.on("pageerror", (error) => faults.push(error.message));
  await saved.setContent(readFileSync(await file.path(), "utf8"));
  await saved.keyboard.press("End");
  assert.ok((await saved.locator(".printed").textContent()).includes(markup));
  for (const one of [page, saved]) assert.equal(await one.evaluate(() => window.broken), undefined);
  assert.equal(await page.title(), title);
  await saved.close();
  await page.close();
});

test("steps on a phone, in the dark", async () => {
  const page = await open("?program=prescan", { width: 390, dark: true });
  await page.locator("#tab-step").click();
  await run(page);
  assert.deepEqual(await axe(page), []);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `${width}`);
  await picture(page, "step390-dark", { fullPage: true });
  await page.close();
});

test("the page speaks Croatian where that is chosen", async () => {
  const page = await open("?language=hr&program=one_sweep_scan");
  assert.equal(await page.evaluate(() => document.documentElement.lang), "hr");
  assert.match(await page.locator("#run").textContent(), /^Izvedi /);
  await run(page);
  assert.match(await status(page), /^✓ gotovo za/);
  assert.deepEqual(await axe(page), []);
  await picture(page, "croatian", { fullPage: true });
  await page.locator("#tab-step").click();
  await run(page);
  assert.equal(await page.locator(".pram-replay").getAttribute("lang"), "hr");
  assert.match(await page.locator(".pram-replay .status").textContent(), /^Prije prvog koraka/);
  assert.deepEqual(await axe(page), []);
  await picture(page, "croatian-step", { fullPage: true });
  await page.locator("#language").selectOption("en");
  assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
  assert.match(await page.locator("#run").textContent(), /^Step /);
  await run(page);
  assert.match(await page.locator(".pram-replay .status").textContent(), /^Before the first step/);
  await page.close();
});

test("on a phone no field that has the focus is below the bar with Run", async () => {
  const page = await open("", { width: 390 });
  for (const name of ["programs/prescan.pram", "programs/apram_list_head.pram"]) {
    await page.locator("#program").selectOption(name);
    const fields = page.locator(".ask input:visible, .ask select:visible");
    assert.ok((await fields.count()) > 4);
    for (const field of await fields.all()) {
      await page.evaluate(() => scrollTo(0, 0));
      await field.evaluate((node) => node.focus());
      const [box, bar] = [await field.boundingBox(), await page.locator(".go").boundingBox()];
      assert.ok(box.y >= 0 && box.y + box.height <= 844, `${await field.getAttribute("id")} is in view`);
      assert.ok(box.y + box.height <= bar.y || box.y >= bar.y + bar.height, `${await field.getAttribute("id")} is not covered`);
    }
  }
  await page.close();
});

test("where the browser fails, the page says what to do, not what the browser said", async () => {
  const raw = /Error|undefined|null|fetch|\.js|wasm/;
  const page = await browser.newPage();
  await page.goto(address);
  await until(page, "");
  await page.waitForFunction(() => document.querySelectorAll("#program option").length > 1);
  await write(page, ENDLESS);
  await page.locator("#run").click();
  await page.waitForTimeout(700);
  // The worker that takes the place of the stopped one cannot be loaded.
  await page.route("**/worker.js", (route) => route.abort());
  await page.locator("#stop").click();
  await until(page, "Stopped");
  await page.locator("#run").click();
  await until(page, "✗");
  const said = `${await status(page)} ${await page.locator("#output").textContent()}`;
  assert.match(said, /The run stopped before its end/);
  assert.doesNotMatch(said, raw);
  await page.close();

  const broken = await browser.newPage();
  await broken.route("**/pram.wasm", (route) => route.fulfill({ status: 404 }));
  await broken.goto(address);
  await until(broken, "✗ The playground could not start");
  assert.doesNotMatch(await status(broken), raw);
  // Its buttons do nothing, and say nothing else.
  for (const id of ["run", "stop", "format", "translate", "share"]) await broken.locator(`#${id}`).click({ force: true, timeout: 2000 }).catch(() => {});
  assert.doesNotMatch(await broken.locator("body").textContent(), /Error:|undefined/);
  await broken.close();
});

const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test("light or dark is chosen once for every page", async () => {
  const page = await open();
  const [light, theme] = [await background(page), page.locator("#theme")];
  assert.equal(await theme.innerText(), "theme: system");
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await background(page);
  assert.notEqual(dark, light);
  await theme.click();
  assert.equal(await theme.innerText(), "theme: light");
  assert.equal(await background(page), light);
  assert.deepEqual(await axe(page), []);
  await page.emulateMedia({ colorScheme: "light" });
  await theme.click();
  assert.equal(await theme.innerText(), "theme: dark");
  assert.equal(await background(page), dark);
  await page.locator("#tab-step").click();
  await run(page);
  assert.deepEqual(await axe(page), []);
  await picture(page, "theme-dark");
  await page.locator("#language").selectOption("hr");
  assert.equal(await theme.innerText(), "tema: tamna");

  const sheet = await browser.newPage();
  await sheet.goto(`${address}cheat-sheet.html?language=en`);
  assert.equal(await sheet.locator("#theme").innerText(), "theme: dark");
  assert.deepEqual(await axe(sheet), []);
  // Pages that are open follow.
  await sheet.locator("#theme").click();
  await page.bringToFront();
  await page.waitForFunction(() => !("theme" in document.documentElement.dataset));
  assert.equal(await background(page), light);
  await sheet.close();
  await page.close();
});

test("the cheat sheet is a page, and one sheet of paper, in both languages", async () => {
  const page = await open("?language=hr");
  const [sheet] = await Promise.all([browser.waitForEvent("page"), page.locator("#sheet").click()]);
  sheet.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.close();
  await sheet.waitForSelector("h1");
  for (const [title, next] of [["Podsjetnik", "In English"], ["Cheat sheet", "Na hrvatskom"]]) {
    assert.equal(await sheet.locator("h1").textContent(), title);
    assert.deepEqual(await axe(sheet), []);
    for (const width of [390, 1400]) {
      await sheet.setViewportSize({ width, height: 844 });
      assert.ok((await sheet.evaluate(() => document.documentElement.scrollWidth)) <= width);
      await picture(sheet, `cheat-sheet-${title.slice(0, 5)}${width}`, { fullPage: true });
    }
    const pdf = (await sheet.pdf({ preferCSSPageSize: true })).toString("latin1");
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g).length, 1);
    // A4 is 210 mm by 297 mm: 595.3 by 841.9 points.
    assert.match(pdf, /\/MediaBox\s*\[\s*0 0 59[45]\.?\d* 84[12]\.?\d*\s*\]/);
    await sheet.locator("main a", { hasText: next }).click();
    await sheet.waitForSelector("h1");
  }
  await sheet.close();
});

test("Escape, then Tab leaves the editor", async () => {
  const page = await open();
  await page.locator(".cm-content").click();
  const inEditor = () => page.evaluate(() => document.activeElement.closest(".cm-editor") !== null);
  await page.keyboard.press("Tab");
  assert.equal(await inEditor(), true);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.equal(await inEditor(), false);
  await page.close();
});

test("no violation of accessibility, light and dark, wide and on a phone", async () => {
  for (const options of [{}, { dark: true }, { width: 390 }, { width: 390, dark: true }]) {
    const page = await open("", options);
    await run(page);
    assert.deepEqual(await axe(page), [], JSON.stringify(options));
    await picture(page, `output${options.width ?? ""}${options.dark ? "-dark" : ""}`, { fullPage: true });
    await page.locator("#program").selectOption("programs/one_sweep_scan.pram");
    await page.locator("#model").selectOption("model:erew");
    await run(page);
    assert.deepEqual(await axe(page), [], JSON.stringify(options));
    await picture(page, `illegal${options.width ?? ""}${options.dark ? "-dark" : ""}`);
    await page.locator("#output button.link", { hasText: "E0501" }).first().click();
    await page.waitForFunction(() => document.querySelector("#explanation").textContent.includes("E0501"));
    assert.deepEqual(await axe(page), [], JSON.stringify(options));
    if (options.width) {
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= options.width, `${width}`);
    }
    await page.close();
  }
});

test("an exercise is chosen, tried, hinted at and solved, and an attempt is kept", async () => {
  const page = await open();
  await page.locator("#tab-exercise").click();
  await run(page);
  assert.match(await page.locator("#attempt").textContent(), /Choose an exercise first/);
  await page.locator("#exercise").selectOption("differences");
  await page.waitForFunction(() => /Differences of neighbours/.test(document.querySelector("#task").textContent));
  assert.match(await read(page), /algorithm differences\(A\[\], R\[\], n\)/);
  await run(page);
  assert.match(await status(page), /not solved yet/);
  const found = await page.locator("#attempt").textContent();
  assert.match(found, /✗ small sizes/);
  assert.match(found, /error\[E0501\]/);
  await picture(page, "exercise");
  // One hint after the other.
  await page.locator("#hint").click();
  assert.match(await page.locator("#task").textContent(), /Fault:/);
  assert.doesNotMatch(await page.locator("#task").textContent(), /Idea:/);
  assert.deepEqual(await axe(page), []);
  const solution = "algorithm differences(A[], R[], n)\n    parallel (for each i from 0 to n-2)\n        x = A[i];\n        R[i] = A[i+1] - x;\n    end_parallel\nend_algorithm\n";
  const starter = await read(page);
  await write(page, starter.replace(/algorithm differences[^]*?end_algorithm\n/, () => solution));
  await run(page);
  assert.match(await status(page), /The exercise is solved/);
  assert.equal((await page.locator("#attempt .item").allTextContents()).filter((item) => item.startsWith("✓")).length, 4);
  // Another exercise, and back: the attempt is there. Started again, it is the starter.
  await page.locator("#exercise").selectOption("doubling");
  await page.waitForFunction(() => /broadcast|doubling/i.test(document.querySelector("#task h2").textContent) && !/differences/.test(document.querySelector(".cm-content").textContent));
  await page.locator("#exercise").selectOption("differences");
  await page.waitForFunction(() => /R\[i\] = A\[i\+1\] - x;/.test(document.querySelector(".cm-content").textContent));
  await page.locator("#restart").click();
  await page.waitForFunction(() => !/- x;/.test(document.querySelector(".cm-content").textContent));
  await page.close();
});

test("an exercise in files is read in the page", async () => {
  const page = await open("?language=hr");
  await page.locator("#tab-exercise").click();
  const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  const toml = 'format = "pram-exercise/1"\nid = "double"\ntitle = "Double"\nfiles = ["double.pram"]\n[[test]]\nname = "sizes"\ninputs = ["n=1..4"]\npoints = 1\n';
  const judge = 'include "submission.pram";\ninput n = 2;\ninput A[n] = iota;\nprogram\n    double(A[], n);\n    for i = 0 to n-1\n        assert(A[i] == 2*i, "<b>not doubled</b>");\nend_program\n';
  const starter = "// Task: double A.\nalgorithm double(A[], n)\n    A[0] = 0;\nend_algorithm\n";
  await page.locator("#exercise-files").setInputFiles([file("exercise.toml", toml), file("judge.pram", judge), file("starter.pram", starter)]);
  await page.waitForFunction(() => document.querySelector("#task").textContent.includes("Task: double A."));
  await run(page);
  const found = await page.locator("#attempt").textContent();
  assert.match(found, /✗ sizes/);
  assert.match(found, /<b>not doubled<\/b>/);
  // A mistake in the files is reported.
  await page.locator("#exercise-files").setInputFiles([file("exercise.toml", toml.replace("points", "point")), file("judge.pram", judge)]);
  await page.waitForFunction(() => /E0708/.test(document.querySelector("#attempt").textContent));
  await page.close();
});

test("in another page there is the program and its result", async () => {
  const page = await open("?embed=1&program=maximum_crcw");
  assert.equal(await page.locator("footer").isVisible(), false);
  assert.equal(await page.locator("#whole").isVisible(), true);
  await run(page);
  assert.match(await status(page), /^✓/);
  assert.deepEqual(await axe(page), []);
  await picture(page, "embed");
  await page.close();
});
