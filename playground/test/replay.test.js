// The pages that `pram replay` writes, from a file in a real browser. `PRAM` names the native program,
// `CHROMIUM` the browser; `SCREENSHOTS` a folder for pictures of the pages.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const VIEWS = ["messages", "network", "memory", "processors"];

const folder = mkdtempSync(join(tmpdir(), "pram-replay-"));
let browser;
/** What no page may do: errors on the console, requests. */
const faults = [];

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: FLAGS });
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
  assert.deepEqual(faults, []);
});

/** The address of the page of a program. */
function written(program, ...options) {
  const file = join(folder, `${program.replace(/\W/g, "_")}.html`);
  execFileSync(process.env.PRAM, ["replay", `programs/${program}.pram`, ...options, "-o", file], { cwd: ROOT, stdio: "pipe" });
  return pathToFileURL(file).href;
}

/** The address of the page of a program with this text. */
function writtenFrom(name, text, ...options) {
  const source = join(folder, `${name}.pram`), file = join(folder, `${name}.html`);
  writeFileSync(source, text);
  execFileSync(process.env.PRAM, ["replay", source, ...options, "-o", file], { stdio: "pipe" });
  return pathToFileURL(file).href;
}

async function open(address, { width = 1400, height = 900, dark = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? "dark" : "light" });
  const page = await context.newPage();
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => request.url().split("#")[0] !== address.split("#")[0] && faults.push(`request of ${request.url()}`));
  await page.goto(address);
  return page;
}

/** Leads to a moment and a view of the page that is open. */
async function turn(page, step, view) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#step=${step}&view=${view}`);
  await page.waitForFunction((wanted) => document.querySelector(".panel").getAttribute("aria-label").toLowerCase() === wanted, view);
}

const where = (page) => page.locator(".where").textContent();
const status = (page) => page.locator(".status").textContent();

/** What axe finds wrong. */
async function axe(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ").slice(0, 400)}`);
}

async function picture(page, name) {
  if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`), fullPage: true });
}

test("moments are gone through by buttons, keyboard, slider, clicks and the address", async () => {
  const address = written("network/cube_all_broadcast");
  const page = await open(address);
  assert.equal(await where(page), "moment 0 of 4");
  assert.match(await status(page), /^Before the first moment\. The run has 4 moments/);
  await page.getByRole("button", { name: "Moment forward" }).click();
  // The array is 0, 1, 2, … in blocks of three, and each processor sends its own.
  assert.match(await status(page), /^Moment 1 of 4, t = 0, line 19\. 8 processors send 0 → 1: 0 1 2; 1 → 0: 3 4 5; /);
  assert.match(page.url(), /#step=1&view=messages$/);
  await page.keyboard.press("ArrowRight");
  // Both the receive and the next send happen at t = 121: their lines have letters.
  assert.deepEqual(await page.locator(".line.now").evaluateAll((lines) => lines.map((line) => [line.children[0].textContent, line.children[1].textContent])), [["19", "b"], ["20", "a"]]);
  const counts = () => page.locator(".costs tbody tr").evaluateAll((rows) => rows.map((row) => row.textContent));
  // Three rounds of 8 messages each: two have left, one has arrived. All 8 send all the time: W = 8·121.
  assert.deepEqual(await counts(), ["T121447", "W9683576", "C–3576", "sent16", "on the way8", "arrived, not received0", "received8"]);
  await page.keyboard.press("End");
  assert.match(await status(page), /came to its end and broke no rule\.$/);
  await page.keyboard.press("Home");
  await page.keyboard.press("3");
  await page.keyboard.press("Enter");
  assert.equal(await where(page), "moment 3 of 4");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await where(page), "moment 2 of 4");
  // At the right end of the picture is the last moment, at its left end the first.
  const box = await page.locator(".spacetime").boundingBox();
  await page.mouse.click(box.x + box.width - 20, box.y + box.height / 2);
  assert.equal(await where(page), "moment 4 of 4");
  await page.mouse.click(box.x + 60, box.y + box.height / 2);
  assert.equal(await where(page), "moment 1 of 4");
  await page.getByRole("button", { name: "Network" }).click();
  assert.equal(await page.locator(".panel tbody tr").count(), 8);
  assert.match(page.url(), /#step=1&view=network$/);
  await page.context().close();

  const linked = await open(`${address}#step=2&view=memory`);
  assert.equal(await where(linked), "moment 2 of 4");
  assert.match(await linked.locator(".panel caption").textContent(), /held when it came/);
  await linked.context().close();
});

test("a deadlock ends with its message, and with who waits for whom", async () => {
  const page = await open(`${written("faulty/all_broadcast_ring_sync")}#step=1&view=processors`);
  assert.match(await status(page), /^Moment 1 of 1 ✗, .* The run ends here with errors/);
  assert.match(await page.locator(".ending").textContent(), /E0506/);
  assert.match(await page.locator(".panel tbody tr").first().textContent(), /^0waits until 1 receives0line 21/);
  await page.context().close();
});

test("a long run shows some of its time, and of its rows those that were asked for", async () => {
  const page = await open(`${written("network/tasks_by_turns")}#step=300&view=messages`);
  assert.match(await page.locator(".facts").first().textContent(), /64 tasks on 4 processors/);
  // The moment is at t = 15516, as its sentence says; less time around it is within what was shown.
  const drawn = async () => (await page.locator(".panel .bar").textContent()).match(/t = ([\d\u202f]+) to ([\d\u202f]+)/).slice(1).map((text) => Number(text.replaceAll("\u202f", "")));
  const [from, to] = await drawn();
  assert.ok(0 < from && from < 15516 && 15516 < to && to < 34246, `${from} ${to}`);
  await page.getByRole("button", { name: "Less time" }).press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Less time");
  const [later, earlier] = await drawn();
  assert.ok(from < later && later <= 15516 && 15516 <= earlier && earlier < to, `${later} ${earlier}`);
  await page.getByRole("button", { name: "Processors" }).click();
  assert.equal(await page.locator(".panel tbody tr").count(), 32);
  await page.getByRole("button", { name: "Next tasks" }).click();
  assert.equal(await page.locator(".panel tbody th").first().textContent(), "32");
  const began = Date.now();
  for (let k = 0; k < 50; k++) await page.keyboard.press("ArrowRight");
  assert.equal(await where(page), "moment 350 of 646");
  assert.ok(Date.now() - began < 10_000);
  await page.context().close();
});

test("a step that a fault breaks off is not judged, and every view says so", async () => {
  const page = await open(`${written("exercises/one_past_the_end/starter")}#step=99&view=step`);
  // A[8] += A[7] for n = 8: what is there to be added is read, and A[8] is outside.
  assert.match(await status(page), /^Step 8 of 8, line 12\. The program reads A\[7\]\. +The run breaks off here; the message is below\.$/);
  assert.match(await page.locator(".ending").textContent(), /E04/);
  const says = { step: /Nothing of this step is written: the run breaks off here\.$/, processors: /the program.*A\[7\]/ };
  for (const [view, told] of Object.entries(says)) {
    await turn(page, 99, view);
    assert.match(await page.locator(".panel").textContent(), told);
    assert.deepEqual(await axe(page), []);
  }
  await page.context().close();

  // Where nothing was read before the fault, no view has anything to draw.
  const division = "program\n    y = 0;\n    x = 1 / y;\n    output x;\nend_program\n";
  const early = await open(`${writtenFrom("early", division)}#step=99&view=step`);
  for (const view of ["step", "processors"]) {
    await turn(early, 99, view);
    assert.match(await early.locator(".panel").textContent(), /^The run broke off in this step/);
    assert.deepEqual(await axe(early), []);
  }
  await early.context().close();
});

test("a step that breaks off has its cross in the timeline, and nothing of it is written", async () => {
  const page = await open(`${written("exercises/one_past_the_end/starter")}#step=99&view=step`);
  assert.equal(await page.locator(".timeline .cross").count(), 1);
  assert.match(await page.locator(".timeline").getAttribute("aria-label"), /; the run breaks off in step 8$/);
  await page.context().close();

  const common = "machine CRCW-common;\nprogram\n    array C[1] = 0;\n    parallel (for each i from 0 to 1)\n        C[0] = i;\n    end_parallel\nend_program\n";
  const conflict = await open(`${writtenFrom("common", common)}#step=1&view=step`);
  assert.match(await conflict.locator(".panel").textContent(), /Nothing of this step is written/);
  assert.equal(await conflict.locator(".met td").nth(1).textContent(), "write different values");
  assert.equal(await conflict.locator(".panel .cell.written").count(), 0);
  assert.equal(await conflict.locator(".panel .cell.bad").count(), 1);
  await conflict.context().close();
});

test("cells hold in front of the first step what their arrays begin with", async () => {
  const text = "program\n    array A[2] = {10, 20};\n    array B[2] = {1, 2};\n    parallel (for each i from 0 to 1)\n        A[i] = B[i] + 100;\n    end_parallel\nend_program\n";
  const page = await open(`${writtenFrom("begun", text)}#step=1&view=step`);
  const values = () => page.locator(".panel .value").allTextContents();
  assert.deepEqual(await values(), ["10", "20", "1", "2", "101", "102"]);
  await turn(page, 1, "network");
  assert.deepEqual((await values()).sort(), ["1", "10", "101", "102", "2", "20"]);
  await turn(page, 1, "memory");
  assert.deepEqual(await page.locator(".cells td.changed").evaluateAll((cells) => cells.map((cell) => cell.firstChild.textContent)), ["101", "102"]);
  // B[0] = 1, which A[0] is computed from, was written by no step.
  await page.locator(".cells td.changed").first().click();
  assert.match(await page.locator(".panel .why").textContent(), /A\[0\] = 101 from step 1.*B\[0\] = 1, given in step 1 without an access/);
  // Back and forth the same.
  await turn(page, 0, "step");
  await turn(page, 1, "step");
  assert.deepEqual(await values(), ["10", "20", "1", "2", "101", "102"]);
  await page.context().close();
});

test("a race is marked at its two accesses", async () => {
  const text = "machine apram(d = 2, B = 4, p = 2);\nprogram\n    array S[2] = 0;\n    parallel async (for each processor i, i = 0, ..., 1)\n        S[i] = i;\n        y = S[(i + 1) mod 2];\n    end_parallel\nend_program\n";
  const page = await open(`${writtenFrom("race", text)}#step=99&view=step`);
  assert.match(await status(page), /✗ A race on aPRAM: i = \d (reads|writes) S\[\d\] in step \d, i = \d (reads|writes) S\[\d\] in step \d, and no barrier lies between\./);
  assert.ok(await page.locator(".panel .arrow.bad").count() > 0);
  const crosses = await page.locator(".timeline .cross").count();
  assert.ok(crosses === 1 || crosses === 2, `${crosses}`);
  assert.deepEqual(await axe(page), []);
  for (const view of ["network", "memory", "processors"]) {
    await turn(page, 99, view);
    assert.ok(await page.locator(".panel .cross").count() > 0, view);
    assert.deepEqual(await axe(page), [], view);
  }
  // Only the machine it ran on can judge it, and the page says why.
  assert.deepEqual(await page.locator(".controls label option").allTextContents(), ["aPRAM (as run)"]);
  assert.match(await page.locator(".controls .note").textContent(), /recorded on judges it/);
  await page.context().close();
});

test("an adapted step that breaks its rule is marked in every view", async () => {
  // The asynchronous machine executes a synchronous block as EREW, and both processors read S[0].
  const text = "machine apram(d = 2, B = 2, p = 2);\nprogram\n    array S[4] = 0, R[2];\n    parallel (for each i from 0 to 1)\n        R[i] = S[0] + i;\n    end_parallel\n    output R[];\nend_program\n";
  const page = await open(`${writtenFrom("adapted", text)}#step=1&view=step`);
  assert.match(await status(page), /✗ Illegal on aPRAM: S\[0\] is read by 2 processors \(i = 0; i = 1\)\./);
  assert.doesNotMatch(await status(page), /sections/);
  assert.equal(await page.locator(".panel .arrow.bad").count() > 0, true);
  assert.equal(await page.locator(".timeline .cross").count(), 1);
  // The cell is one, the processors that read it are two.
  for (const [view, count] of [["memory", 1], ["processors", 2]]) {
    await turn(page, 1, view);
    assert.equal(await page.locator(".panel td.conflict").count(), count, view);
    assert.equal(await page.locator(".panel td.conflict .cross").count(), count, view);
    assert.deepEqual(await axe(page), [], view);
  }
  await turn(page, 1, "network");
  assert.ok(await page.locator(".panel .cross").count() > 0);
  // Drawn around S[0], which both read.
  assert.equal(await page.locator(".panel .ring.bad").count(), 1);
  assert.deepEqual(await axe(page), []);
  await page.context().close();
});

test("why stops at the steps that are left out", async () => {
  // Every step writes A[0] from A[0] and A[1]. Of 40 steps some in the middle are left out: behind them what the first one
  // reads is written by no step in front of them.
  const text = "machine EREW;\nprogram\n    array A[2] = 1;\n    for k = 1 to 40\n        A[0] = A[0] + A[1];\n    output A[];\nend_program\n";
  const page = await open(`${writtenFrom("gap", text, "--max-trace", "3000")}#step=40&view=why`);
  const told = await page.locator(".panel .why").textContent();
  assert.match(told, /^A\[0\].* from step 40, .*: perhaps written in the steps before step \d+ that are left out/);
  // The steps in front of the gap are the first few.
  assert.doesNotMatch(told, /from step \d,|before the first step/);
  assert.deepEqual(await axe(page), []);
  await page.context().close();
});

test("an array that is gone is not taken for what uses its memory later", async () => {
  // l and r of the call are gone when B comes to be: a = 2 + 1 = 3 is in no cell any more.
  const text = `machine EREW;
algorithm pair(a, b)
    shared l, r;
    parallel {
        l = a + 1;
        r = b + 1;
    }
    return l * r;
end_algorithm
program
    x = pair(2, 3);
    array B[4] = 7;
    parallel (for each i from 0 to 3)
        B[i] = B[i] + i;
    end_parallel
    y = B[0] + x;
    output B[], y;
end_program
`;
  const page = await open(`${writtenFrom("gone", text)}#step=1&view=why`);
  await page.locator(".panel select").selectOption({ label: "l" });
  assert.match(await page.locator(".panel .why").textContent(), /^l = 3 from step 1, line 5/);
  for (const step of [3, 5]) {
    await turn(page, step, "why");
    assert.equal(await page.locator(".panel .why").count(), 0);
    assert.match(await page.locator(".panel .note").textContent(), /^l is gone at this step/);
    assert.deepEqual(await axe(page), []);
  }
  await page.locator(".panel select").selectOption({ label: "B" });
  assert.match(await page.locator(".panel .why").textContent(), /^B\[0\] = 7 from step 4, line 14/);
  await turn(page, 1, "why");
  assert.match(await page.locator(".panel .note").textContent(), /^B\[0\] is not there yet/);
  await page.context().close();
});

test("who waits for ever is drawn to wait", async () => {
  const text = "machine ring(p = 3, t_s = 5, t_w = 1);\nprogram\n    parallel (for each processor i, i = 0, ..., p-1)\n        x = i;\n        if (i == 0)\n            send x to 1;\n        receive y from (i+1) mod p;\n    end_parallel\nend_program\n";
  const page = await open(`${writtenFrom("waiting", text)}#step=99&view=messages`);
  // Processors 1 and 2, in lines of one path.
  const lines = await page.locator(".panel .spacetime path.wait").last().getAttribute("d");
  assert.equal(lines.match(/M/g).length, 2);
  await page.context().close();
});

test("on paper each moment is a sheet", async () => {
  const page = await open(written("network/pool_of_tasks"));
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  assert.equal(await page.locator(".sheet").count(), 22);
  assert.equal(await page.locator(".screen").isVisible(), false);
  assert.equal(await page.getByRole("heading", { level: 1 }).count(), 1);
  assert.deepEqual(await axe(page), []);
  await picture(page, "replay-print");
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  assert.equal(await page.locator(".sheet").count(), 0);
  await page.context().close();
});

test("the page of a run with steps is the same frame", async () => {
  const page = await open(`${written("prescan")}#step=5&view=memory`);
  assert.equal(await where(page), "step 5 of 13");
  await page.keyboard.press("ArrowLeft");
  assert.match(await status(page), /^Step 4 of 13, line 34\./);
  assert.deepEqual(await axe(page), []);
  await page.context().close();
});

test("a page speaks Croatian where that is asked for", async () => {
  const pages = { one_sweep_scan: ["step", "network", "memory", "processors", "why"], "network/cube_all_broadcast": VIEWS, "network/tasks_by_turns": VIEWS };
  for (const [program, views] of Object.entries(pages)) {
    const page = await open(written(program, "--vocabulary", "hr"));
    assert.equal(await page.evaluate(() => document.documentElement.lang), "hr");
    for (const step of [0, 2]) for (const view of views) {
      await page.evaluate((hash) => (location.hash = hash), `#step=${step}&view=${view}`);
      await page.waitForFunction((wanted) => document.querySelector(".where").textContent.includes(` ${wanted} od `), step);
      const said = await page.evaluate(() => {
        const copy = document.querySelector("main").cloneNode(true), labels = [...copy.querySelectorAll("[aria-label]")].map((node) => node.ariaLabel);
        for (const node of copy.querySelectorAll(".source, .title, .facts, code, caption")) node.remove();
        return [copy.textContent, ...labels].join(" ");
      });
      const english = said.match(/\b(the|of|and|step|steps|moment|before|after|cell|cells|read|reads|write|writes|line|processor|processors|message|messages|computes|waits|sends)\b/i);
      assert.equal(english, null, `${program} ${view}: ${english}`);
      assert.deepEqual(await axe(page), [], `${program} ${view}`);
    }
    await page.context().close();
  }
});

test("a page in Croatian says what the message at its end means", async () => {
  const page = await open(written("exercises/differences/starter", "--vocabulary", "hr"));
  await page.keyboard.press("End");
  assert.equal(await page.locator(".ending p").textContent(), "E0501: dva procesora čitaju istu ćeliju u istom koraku. Poruka je na engleskom:");
  assert.equal(await page.locator(".ending pre").getAttribute("lang"), "en");
  assert.match(await page.locator(".ending pre").textContent(), /^error\[E0501\]/);
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  assert.equal(await page.locator(".sheet p", { hasText: "E0501: dva procesora" }).count(), 1);
  assert.deepEqual(await axe(page), []);
  await page.context().close();
});

test("what hides text is written out", async () => {
  const page = await open(writtenFrom("hiding", "program\n    x = 1; // \u202egnirts\u2066\n    print \"a\u202eb\";\nend_program\n"));
  await page.keyboard.press("End");
  const text = await page.evaluate(() => document.querySelector("main").textContent);
  assert.doesNotMatch(text, /[\u202a-\u202e\u2066-\u2069]/);
  assert.match(text, /\/\/ \\u\{202e\}gnirts\\u\{2066\}/);
  assert.match(text, /a\\u\{202e\}b/);
  await page.context().close();
});

test("no violation of accessibility, light and dark, wide and on a phone", async () => {
  const pages = { cube: "network/cube_all_broadcast#2", pool: "network/pool_of_tasks#6", deadlock: "faulty/all_broadcast_ring_sync#1", tasks: "network/tasks_by_turns#300" };
  for (const [name, place] of Object.entries(pages)) {
    const [program, step] = place.split("#"), address = written(program);
    for (const options of name === "cube" ? [{}, { dark: true }, { width: 390 }, { width: 390, dark: true }] : [{ dark: true }, { width: 390 }]) {
      const page = await open(`${address}#step=${step}`, options), kind = `${options.width ?? ""}${options.dark ? "-dark" : ""}`;
      for (const view of VIEWS) {
        await turn(page, step, view);
        assert.deepEqual(await axe(page), [], `${name} ${view} ${JSON.stringify(options)}`);
        await picture(page, `replay-${name}-${view}${kind}`);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= (options.width ?? 1400), `${name} ${view}: ${width}`);
      }
      await page.context().close();
    }
  }
});

test("what a run without steps prints is on its page", async () => {
  const page = await open(writtenFrom("printing", "program\n    print(\"one\");\n    print(\"two \", 1 + 1);\nend_program\n"));
  assert.equal(await page.locator(".printed").textContent(), "one\ntwo 2");
  for (const view of ["step", "network", "memory", "processors", "why"]) {
    await turn(page, 0, view);
    assert.deepEqual(await axe(page), [], view);
  }
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  assert.match(await page.locator(".sheet").textContent(), /one\ntwo 2/);
  await page.context().close();
});

// `fill` knows A as X: A[i] = i * i; then x = A[3] = 9, B[0] = 10.
const NAMES = `machine EREW;
algorithm fill(X[], n)
    shared s = 5;
    parallel (for each i from 0 to n - 1)
        X[i] = i * i;
    end_parallel
    s = s + 1;
end_algorithm
program
    shared s = 1;
    array A[4];
    array B[2];
    parallel (for each i from 0 to 0)
        s = 2;
    end_parallel
    fill(A[], 4);
    parallel (for each i from 0 to 0)
        x = A[3];
        B[i] = x + s;
    end_parallel
end_program
`;

test("a value is followed through scalars, calls and other names of its array", async () => {
  const page = await open(`${writtenFrom("names", NAMES)}#step=99&view=why`);
  await page.locator(".panel select").selectOption("B");
  // B[0] = x + s = 9 + 2: x from A[3], which the call wrote as X[3].
  assert.match(await page.locator(".panel .why").textContent(),
    /^B\[0\] = 11 from step 7.*s = 2 from step 2, line 14.*x = 9 of i = 0, assigned in step 6.*A\[3\] = 9 from step 4, line 5/);
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(await page.locator(".panel option").allTextContents(), ["s", "A", "B", "X", "s (fill)"]);
  // The column of A has what X wrote, and an edge leads from it through x to B[0].
  await turn(page, 7, "network");
  assert.deepEqual(await page.locator(".panel text.name").allTextContents(), ["s", "A", "B", "s (fill)"]);
  assert.equal(await page.locator(".panel .picture .edge.through").count(), 1);
  await page.context().close();
});

// D[i,j,k] = 100i + 10j + k, then the sums of pairs along k: D[1,1,0] = 110 + 111.
const CUBE = `machine EREW;
program
    array D[2,2,4];
    parallel (for each i from 0 to 1, j from 0 to 1, k from 0 to 3)
        D[i,j,k] = 100*i + 10*j + k;
    end_parallel
    parallel (for each i from 0 to 1, j from 0 to 1, k from 0 to 3 step 2)
        D[i,j,k] = D[i,j,k] + D[i,j,k+1];
    end_parallel
    output D[];
end_program
`;

test("arrays of three dimensions have their rows and planes in every view", async () => {
  const address = writtenFrom("cube", CUBE), texts = (page, what) => page.locator(what).allTextContents();
  for (const options of [{}, { width: 390, dark: true }]) {
    const page = await open(`${address}#step=2&view=step`, options), kind = options.width ? "390-dark" : "";
    assert.match(await status(page), /read D\[0,0,0\] … D\[1,1,2\] and D\[0,0,1\] … D\[1,1,3\] and write D\[0,0,0\] … D\[1,1,2\]/);
    const ticks = await texts(page, ".panel .tick");
    // Rows and columns before and behind the step.
    for (const label of ["0,0", "0,1", "1,0", "1,1", "0", "1", "2", "3"]) assert.equal(ticks.filter((tick) => tick === label).length, 2, label);
    assert.deepEqual((await texts(page, ".panel .value")).slice(0, 4), ["0", "10", "100", "110"]);
    await picture(page, `replay-cube-step${kind}`);
    for (const view of ["step", "network", "memory", "processors", "why"]) {
      await turn(page, 2, view);
      assert.deepEqual(await axe(page), [], `${view} ${kind}`);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= (options.width ?? 1400), `${view}: ${width}`);
      await picture(page, `replay-cube-${view}${kind}`);
    }
    await turn(page, 2, "network");
    // Above and below: four rows, and in each the last subscripts.
    assert.deepEqual(await texts(page, ".panel .tick.row"), ["0,0", "0,0", "0,1", "0,1", "1,0", "1,0", "1,1", "1,1"]);
    assert.equal((await texts(page, ".panel .tick:not(.row)")).filter((tick) => tick === "3").length, 8);
    await turn(page, 2, "memory");
    assert.deepEqual(await texts(page, ".cells th[scope=row]"), ["0,0", "0,1", "1,0", "1,1"]);
    assert.equal(await page.locator(".cells tr.plane th").textContent(), "1,0");
    assert.deepEqual(await texts(page, ".cells td.changed > .sr"), Array(8).fill(" changed"));
    await page.locator(".cells tr").last().locator("td").first().click();
    assert.match(await page.locator(".panel .why").textContent(), /^D\[1,1,0\] = 221 from step 2.*D\[1,1,0\] = 110 from step 1.*D\[1,1,1\] = 111 from step 1/);
    assert.deepEqual(await texts(page, ".panel label"), ["array D", "subscript 1 ", "subscript 2 ", "subscript 3 "]);
    await page.context().close();
  }
});

test("the pages of a folder are reached from one, and every view of each is drawn", { timeout: 600_000 }, async () => {
  const pages = join(folder, "all");
  execFileSync(process.env.PRAM, ["replay", "programs/", "-o", pages], { cwd: ROOT, stdio: "pipe" });
  const names = readdirSync(join(ROOT, "programs"), { recursive: true }).filter((name) => name.endsWith(".pram") && !/judge\.pram$|examples\//.test(name));
  const address = pathToFileURL(join(pages, "index.html")).href;
  for (const options of [{}, { dark: true }, { width: 390 }, { width: 390, dark: true }]) {
    const page = await open(address, options);
    assert.deepEqual(await axe(page), [], JSON.stringify(options));
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= (options.width ?? 1400), `${width}`);
    await picture(page, `replays${options.width ?? ""}${options.dark ? "-dark" : ""}`);
    await page.context().close();
  }
  const contents = await open(address);
  // By keyboard: the theme button has the focus first, then the first link.
  await contents.keyboard.press("Tab");
  assert.equal(await contents.evaluate(() => document.activeElement.textContent), "theme: system");
  await contents.keyboard.press("Tab");
  assert.equal(await contents.evaluate(() => document.activeElement.textContent), "allocation.pram");
  const links = await contents.locator("a").evaluateAll((nodes) => nodes.map((node) => node.href));
  await contents.context().close();
  assert.equal(new Set(links).size, names.length);

  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  let shown = "";
  page.on("console", (message) => message.type() === "error" && faults.push(`${shown}: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`${shown}: ${error.message}`));
  for (const link of links) {
    shown = link;
    await page.goto(link);
    // The first and last moments and one between, in every view, and on paper.
    const wrong = await page.evaluate(() => {
      const slider = document.querySelector("input[type=range]"), last = Number(slider.max), wrong = [];
      for (const view of document.querySelectorAll(".tabs button")) {
        view.click();
        for (const stop of [0, Math.ceil(last / 2), last]) {
          slider.value = stop;
          slider.dispatchEvent(new Event("input"));
          if (document.querySelector(".panel").textContent.trim() === "") wrong.push(`nothing in ${view.textContent} at ${stop}`);
          const found = /.{0,40}(undefined|NaN|\[object).{0,40}/.exec(document.querySelector("main").textContent);
          if (found) wrong.push(`${view.textContent} at ${stop}: ${found[0]}`);
        }
      }
      window.dispatchEvent(new Event("beforeprint"));
      if (!document.querySelector(".sheet")) wrong.push("nothing on paper");
      return wrong;
    });
    if (wrong.length > 0) faults.push(`${link}: ${wrong.join("; ")}`);
  }
  await context.close();
  assert.deepEqual(faults, []);
});

test("arrays of processors have a row for each of them", async () => {
  const text = `machine EREW;
program
    array R[2] = 0;
    parallel (for each i from 0 to 1)
        array T[2] = 0;
        T[0] = i + 5;
        T[1] = T[0] * 2;
        R[i] = T[1];
    end_parallel
end_program
`;
  const page = await open(`${writtenFrom("own_arrays", text)}#step=2&view=step`);
  const texts = (kind) => page.locator(`.panel svg text.${kind}`).evaluateAll((nodes) => nodes.map((node) => node.textContent));
  // Column by column in front of the step, then behind it: 5 and 6 are read, 10 and 12 written.
  assert.deepEqual(await texts("value"), ["5", "6", "0", "0", "5", "6", "10", "12"]);
  assert.deepEqual((await texts("tick")).filter((tick) => tick.includes("=")), ["i = 0", "i = 1", "i = 0", "i = 1"]);
  await turn(page, 2, "network");
  assert.ok((await texts("tick")).includes("i = 1"));
  await turn(page, 2, "memory");
  assert.match(await page.locator(".panel").textContent(), /T: int, 2 cells for each of 2 processors/);
  assert.deepEqual(await axe(page), []);
  // A click asks why: the cell of processor 1 comes from that of the same processor.
  await page.locator('.panel table').last().locator('td[data-cell="3"]').click();
  assert.match(await page.locator(".panel .why").textContent(), /T\[1\] \(i = 1\) = 12.*T\[0\] \(i = 1\) = 6/);
  assert.deepEqual(await axe(page), []);
  await page.context().close();
});

test("edges behind steps that are left out begin at the gap", async () => {
  const text = "machine EREW;\nprogram\n    array A[2] = 1;\n    for k = 1 to 40\n        A[0] = A[0] + A[1];\n    output A[];\nend_program\n";
  const page = await open(`${writtenFrom("gap_edges", text, "--max-trace", "3000")}#step=40&view=network`);
  const paths = (kind) => page.locator(`.panel svg path.${kind}`).evaluateAll((nodes) => nodes.map((node) => node.getAttribute("d")));
  const [gap] = (await paths("left-out")).map((d) => Number(/M60 ([\d.]+)/.exec(d)[1]));
  const edges = (await paths("edge")).flatMap((d) => [...d.matchAll(/M[\d.]+ ([\d.]+)L[\d.]+ ([\d.]+)/g)].map(([, from, to]) => [Number(from), Number(to)]));
  assert.ok(edges.some(([from]) => from === gap));
  assert.deepEqual(edges.filter(([from, to]) => from < gap && gap < to), []);
  await page.context().close();
});

test("rules under which other values may stay are named, and one writer where one value stays", async () => {
  const text = (model) => `machine ${model};\nprogram\n    array R[1] = 0;\n    parallel (for each i from 0 to 2)\n        R[0] = i;\n    end_parallel\nend_program\n`;
  const page = await open(`${writtenFrom("greatest", text("CRCW-max"))}#step=1&view=step`);
  const model = page.locator(".controls label select");
  assert.doesNotMatch(await page.evaluate(() => document.body.innerText), /may leave other values/);
  await model.selectOption("crcw");
  assert.match(await page.evaluate(() => document.body.innerText), /Legal on CRCW\. Where writes meet, CRCW may leave other values than CRCW-max\./);
  await page.context().close();
  const other = await open(`${writtenFrom("arbitrary", text("CRCW-arbitrary"))}#step=1&view=why`);
  const told = await other.locator(".panel .why").textContent();
  assert.match(told, /, i = \d: R\[0\] = i/);
  assert.doesNotMatch(told, /other/);
  await other.context().close();
});

test("local arrays of a block are told, and their cells are followed", async () => {
  const text = `program
    array A[2] = 0;
    parallel (for each i from 0 to 1)
        local b[2];
        b[1] = 10 + i;
        A[i] = b[1];
    end_parallel
end_program
`;
  const page = await open(`${writtenFrom("local_arrays", text)}#step=2&view=memory`);
  assert.match(await page.locator(".panel").textContent(), /b: int, 2 cells for each of 2 processors/);
  await turn(page, 2, "why");
  assert.match(await page.locator(".panel .why").textContent(), /A\[1\] = 11 from step 2.*b\[1\] \(i = 1\) = 11 from step 1/);
  await page.context().close();
});

test("of a large array every box says how many accesses it has, and shows each conflict", async () => {
  const text = `machine CREW;
input n = 4096;
input A[n] = iota;
program
    array R[n] = 0;
    parallel (for each i from 0 to n-1)
        R[n-1-i] = A[i/2] + 1;
    end_parallel
end_program
`;
  const page = await open(`${writtenFrom("large", text, "--max-trace", "60KiB")}#step=1`);
  const pills = await page.locator("g.processor").evaluateAll((groups) => groups
    .map((group) => ({ x: Number(group.querySelector("rect").getAttribute("x")), name: group.querySelector("text.who:nth-of-type(2)").textContent })));
  // Processors are drawn in the order of their numbers, whatever cells they access: 8 pills of 512.
  const first = pills.sort((a, b) => a.x - b.x).map(({ name }) => Number(name.split(" = ")[1]));
  assert.deepEqual(first, [0, 1, 2, 3, 4, 5, 6, 7].map((k) => 512 * k));
  // Two arrays have 8 boxes each, before and after. Of A the first 2048 cells are read, twice each; of R all are written.
  const titles = await page.locator("svg.picture rect.bucket title").allTextContents();
  assert.equal(titles.filter((title) => title === "1024 accesses to 512 cells").length, 4);
  assert.equal(titles.filter((title) => title === "512 accesses to 512 cells").length, 8);
  assert.equal(await page.locator("svg.picture text.gap").count(), 0);
  assert.match(await page.locator(".panel").textContent(), /A box of A stands for up to 512 cells/);
  // Two processors read each of the first 2048 cells, most of which the trace does not name: 4 boxes of A.
  await page.selectOption(".controls label select", "erew");
  assert.match(await page.locator(".status").textContent(), /Illegal on EREW: A\[0\] is read by 2 processors .* and 2047 more cells/);
  assert.equal(await page.locator("svg.picture .cell.bad").count(), 4);
  await turn(page, 1, "network");
  // In the network there are 16 boxes of each array; the reads of 8 are marked.
  assert.equal(await page.locator("svg.picture .ring.bad").count(), 8);
  assert.equal(await page.locator("svg.picture .node").count(), 16);
  assert.deepEqual(await page.locator("svg.picture .operation text").allTextContents(), Array(16).fill("+ 1"));
  await page.selectOption(".controls label select", "crcw");
  assert.match(await page.locator(".status").textContent(), /Legal on CRCW/);
  assert.equal(await page.locator("svg.picture .bad").count(), 0);
  assert.deepEqual(await axe(page), []);
  await page.context().close();
});

test("with a million processors one conflict is marked in its box", async () => {
  // i = 699,999 and 700,000 both write A[699999], which is in the box that begins at 10 * 65,536 = 655,360.
  const text = "machine CRCW-common;\ninput n = 1048576;\nprogram\n    array A[n];\n    parallel (for each i from 0 to n-1)\n        A[i - i/700000] = 1;\n    end_parallel\nend_program\n";
  const page = await open(`${writtenFrom("million", text)}#step=99&view=step`);
  await page.selectOption(".controls label select", "erew");
  assert.match(await status(page), /A\[699999\] is written by 2 processors/);
  const bad = () => page.locator("svg.picture .cell.bad title").allTextContents();
  // 65,536 cells and one access more.
  assert.deepEqual(await bad(), ["65\u202f537 accesses to 65\u202f536 cells"]);
  const ticks = await page.locator("svg.picture text.tick").allTextContents();
  assert.ok(ticks.includes("655360") && ticks.includes("65\u202f537"), ticks.join(" "));
  await turn(page, (await where(page)).match(/\d+/)[0], "network");
  assert.equal(await page.locator("svg.picture .node.bad").count(), 1);
  assert.deepEqual(await axe(page), []);
  await page.context().close();
});

test("Space, the page keys and a presenter's remote step, and what is focused keeps its keys", async () => {
  const page = await open(written("prescan"));
  for (const [key, step] of [[" ", 1], ["PageDown", 2], ["PageDown", 3], ["PageUp", 2], ["Shift+ ", 1], ["ArrowRight", 2], ["End", 13], ["PageDown", 13], ["Home", 0], ["PageUp", 0]]) {
    await page.keyboard.press(key);
    assert.equal(await where(page), `step ${step} of 13`, key);
  }
  // Space presses the button that has the focus: from step 0 to the last one, no further step.
  await page.getByRole("button", { name: "Last step" }).focus();
  await page.keyboard.press(" ");
  assert.equal(await where(page), "step 13 of 13");
  // The box of the program is longer than it is tall: there the page keys scroll.
  await page.locator(".source pre").focus();
  const top = () => page.locator(".source pre").evaluate((box) => box.scrollTop);
  await page.keyboard.press("Home");
  await page.locator(".source pre").evaluate((box) => (box.scrollTop = 0));
  const before = await top();
  await page.keyboard.press("PageDown");
  await page.waitForFunction((old) => document.querySelector(".source pre").scrollTop > old, before);
  assert.equal(await where(page), "step 0 of 13");
  await page.context().close();
});

test("a run plays at a speed, pauses, and begins again behind its end", async () => {
  const page = await open(`${written("reduction")}#step=0`);
  await page.getByLabel("Speed").selectOption("4");
  const began = Date.now();
  await page.keyboard.press("p");
  assert.equal(await page.locator(".status").getAttribute("aria-live"), "off");
  await page.waitForFunction(() => document.querySelector(".where").textContent.startsWith("step 2 "));
  // Two steps at four in a second.
  assert.ok(Date.now() - began >= 450, `${Date.now() - began}`);
  await page.getByRole("button", { name: "Pause" }).click();
  const stopped = await where(page);
  await page.waitForTimeout(600);
  assert.equal(await where(page), stopped);
  assert.equal(await page.locator(".status").getAttribute("aria-live"), "polite");
  await page.keyboard.press("End");
  const last = await where(page);
  await page.getByRole("button", { name: "Play" }).click();
  assert.match(await where(page), /^step 0 /);
  await page.waitForFunction((end) => document.querySelector(".where").textContent === end, last);
  // It stops at the end.
  await page.getByRole("button", { name: "Play" }).waitFor();
  // A step by hand ends playing.
  await page.keyboard.press("Home");
  await page.keyboard.press("p");
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Play" }).waitFor();
  await page.context().close();
});

test("in a frame there are the sentence, the picture and the keys", async () => {
  const pages = { prescan: ["step", "network", "memory"], list_ranking: ["list"], "network/cube_all_broadcast": ["messages", "network"] };
  for (const [program, views] of Object.entries(pages)) for (const dark of [false, true]) {
    const address = written(program);
    const page = await open(`${address}?compact#step=2&view=${views[0]}`, { width: 720, height: 480, dark });
    for (const view of views) {
      await turn(page, 2, view);
      const found = await page.evaluate(() => {
        const box = (what) => document.querySelector(what).getBoundingClientRect(), isSeen = (what) => document.querySelector(what)?.checkVisibility() ?? false;
        return {
          size: [document.documentElement.scrollWidth, document.documentElement.scrollHeight],
          seen: [".status", ".panel", ".controls button", ".controls .keys"].filter((what) => !isSeen(what)),
          hidden: [".source", ".time", ".tabs", ".costs", ".head .theme", ".controls input"].filter(isSeen),
          picture: document.querySelector(".panel svg.picture, .panel svg.spacetime") ? box(".panel svg").bottom <= box(".controls").top + 1 && box(".panel svg").height > 150 : true,
        };
      });
      assert.deepEqual(found, { size: [720, 480], seen: [], hidden: [], picture: true }, `${program} ${view}`);
      assert.deepEqual(await axe(page), [], `${program} ${view} ${dark}`);
      await picture(page, `compact-${program.replace("/", "-")}-${view}${dark ? "-dark" : ""}`);
    }
    await page.context().close();
  }
});

test("slides go through a replay, then on to the next slide", async () => {
  const deck = join(folder, "deck");
  mkdirSync(deck);
  cpSync(fileURLToPath(new URL("../node_modules/reveal.js", import.meta.url)), join(deck, "reveal.js"), { recursive: true });
  cpSync(join(ROOT, "docs/slides.html"), join(deck, "slides.html"));
  execFileSync(process.env.PRAM, ["replay", "programs/prescan.pram", "-o", join(deck, "prescan.html")], { cwd: ROOT, stdio: "pipe" });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } }), page = await context.newPage();
  page.on("pageerror", (error) => faults.push(`slides: ${error.message}`));
  await page.goto(pathToFileURL(join(deck, "slides.html")).href);
  await page.waitForFunction(() => globalThis.Reveal?.isReady());
  const slide = () => page.evaluate(() => Reveal.getIndices().h), frame = () => page.frames().find((one) => one.url().includes("prescan.html"));
  const inFrame = (step) => frame().waitForFunction((wanted) => document.querySelector(".where")?.textContent === `step ${wanted} of 13`, step);
  await page.keyboard.press("PageDown");
  await page.waitForFunction(() => Reveal.getIndices().h === 1);
  await inFrame(0);
  // The theme that the address names.
  assert.equal(await frame().evaluate(() => document.documentElement.dataset.theme), "light");
  for (let step = 1; step <= 13; step++) {
    await page.keyboard.press("PageDown");
    await inFrame(step);
  }
  assert.equal(await slide(), 1);
  if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, "slides.png") });
  await page.keyboard.press("PageDown");
  await page.waitForFunction(() => Reveal.getIndices().h === 2);
  // Back: the replay is where it was, and goes back to the slide before it.
  await page.keyboard.press("PageUp");
  await page.waitForFunction(() => Reveal.getIndices().h === 1);
  await page.keyboard.press("PageUp");
  await inFrame(12);
  await page.keyboard.press("Home");
  await page.keyboard.press("PageUp");
  await page.waitForFunction(() => Reveal.getIndices().h === 0);
  await context.close();
});

test("a list is drawn in its order, with its arrows", async () => {
  // The list is 2, 0, 3, 1: next[2] = 0, next[0] = 3, next[3] = 1, next[1] = -1.
  const text = `machine CREW;
input n = 4;
input next[n] = {3, -1, 0, 1};
program
    parallel (for each i from 0 to n-1)
        if (next[i] != -1) next[i] = next[next[i]];
    end_parallel
    output next[];
end_program
`;
  const page = await open(`${writtenFrom("list", text)}#step=0&view=list`);
  const names = () => page.locator("svg.picture text.name").allTextContents(), arrows = (kind) => page.locator(`svg.picture .arrow.${kind}`).count();
  assert.deepEqual(await names(), ["2", "0", "3", "1"]);
  assert.deepEqual([await arrows("pointer"), await page.locator("svg.picture .ground").count()], [3, 1]);
  // Step 1 asks whether next[i] is -1; in step 2 elements 2, 0, 3 point to 3, 1 and to nothing; before they pointed to 0, 3, 1.
  await turn(page, 2, "list");
  assert.deepEqual(await names(), ["2", "0", "3", "1"]);
  assert.deepEqual([await arrows("write"), await arrows("old"), await arrows("pointer")], [2, 3, 0]);
  assert.deepEqual(await page.locator("svg.picture .cell title").allTextContents(), ["next[2] = 3", "next[0] = 1", "next[3] = -1", "next[1] = -1"]);
  assert.match(await page.locator(".panel .legend").textContent(), /points to.*changed in this step.*before this step.*end/);
  // On EREW next[0] and next[3] are each read by two: by their own processor, and by the one before.
  await page.selectOption(".controls label select", "erew");
  assert.deepEqual(await page.locator("svg.picture .cell.bad title").allTextContents(), ["next[0] = 1", "next[3] = -1"]);
  for (const dark of [false, true]) {
    await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
    assert.deepEqual(await axe(page), []);
  }
  await page.context().close();
  const none = await open(written("prescan"));
  assert.deepEqual(await none.locator(".tabs button").allTextContents(), ["Step", "Network", "Memory", "Processors", "Why"]);
  await none.context().close();
});

test("a network is drawn as it is, with the messages on their links", async () => {
  // In a ring of 4 a message from 0 to 2 passes 1.
  const text = "machine ring(p = 4, t_s = 10, t_w = 1);\nprogram\n    parallel (for each processor i, i = 0, ..., p-1)\n        x = 7;\n        if (i == 0) send x to 2;\n        if (i == 2) receive x from 0;\n    end_parallel\nend_program\n";
  const page = await open(`${writtenFrom("route", text)}#step=1&view=network`);
  assert.equal(await page.locator("svg.topology circle.place").count(), 4);
  assert.equal((await page.locator("svg.topology path.link").getAttribute("d")).match(/M/g).length, 4);
  // Two links, one head, one dot, and what it contains.
  assert.equal(await page.locator("svg.topology path.message.way").count(), 2);
  assert.equal(await page.locator("svg.topology path.point.way").count(), 1);
  assert.equal(await page.locator("svg.topology circle.dot").count(), 1);
  assert.deepEqual(await page.locator("svg.topology text.value").allTextContents(), ["7"]);
  assert.match(await page.locator("svg.topology").getAttribute("aria-label"), /The network ring\(4\) with 1 message on the way/);
  assert.deepEqual(await axe(page), []);
  await page.context().close();
  // Links: a mesh of 4 by 4 has 2 * 4 * 3, a cube of 8 has 12, a tree of 8 leaves 14.
  for (const [program, nodes, links, switches] of [["mesh_broadcast", 16, 24, 0], ["cube_all_broadcast", 8, 12, 0], ["tree_sum", 8, 14, 7]]) {
    const other = await open(`${written(`network/${program}`)}#step=2&view=network`, { dark: true });
    assert.equal(await other.locator("svg.topology circle.place").count(), nodes, program);
    assert.equal((await other.locator("svg.topology path.link").getAttribute("d")).match(/M/g).length, links, program);
    assert.equal(await other.locator("svg.topology rect.switch").count(), switches, program);
    assert.deepEqual(await axe(other), [], program);
    await picture(other, `topology-${program}`);
    await other.context().close();
  }
});

test("barriers are drawn between steps, and sections named over them", async () => {
  // Two barriers in the block: three sections.
  const text = "machine apram(d = 2, B = 4, p = 4);\ninput A[4] = iota;\nprogram\n    array S[4], R[4];\n    parallel async (for each processor i, i = 0, ..., 3)\n        S[i] = A[i] + 1;\n        barrier;\n        R[i] = S[(i+1) mod 4] * 2;\n        barrier;\n        A[i] = R[(i+1) mod 4];\n    end_parallel\n    output A[];\nend_program\n";
  const page = await open(`${writtenFrom("barriers", text)}#step=3&view=network`);
  assert.deepEqual((await page.locator(".timeline .tick").allTextContents()).filter((text) => text.startsWith("section") || text.length === 1).slice(0, 3), ["1", "2", "3"]);
  assert.equal(await page.locator(".timeline .barrier").count(), 2);
  assert.equal(await page.locator("svg.picture .barrier").count(), 2);
  assert.equal((await page.locator("svg.picture .tick").allTextContents()).filter((text) => text === "barrier").length, 2);
  // No edge comes to where a barrier is named.
  const left = await page.locator("svg.picture").evaluate((drawing) => {
    const edges = [...drawing.querySelectorAll(".edge")].map((edge) => edge.getBBox().x);
    const names = [...drawing.querySelectorAll(".tick")].filter((text) => text.textContent === "barrier").map((text) => text.getBBox());
    return Math.min(...edges) - Math.max(...names.map(({ x, width }) => x + width));
  });
  assert.ok(left >= 0, `${left}`);
  assert.deepEqual(await page.locator("svg.picture .operation text").allTextContents(), [...Array(4).fill("+ 1"), ...Array(4).fill("* 2")]);
  assert.deepEqual(await axe(page), []);
  await page.context().close();
});

test("a switch goes through the themes, and is kept", async () => {
  const address = written("prescan"), page = await open(address), back = () => page.evaluate(() => getComputedStyle(document.querySelector(".pram-replay")).backgroundColor);
  const button = page.getByRole("button", { name: /^theme/ });
  assert.equal(await button.textContent(), "theme: system");
  const light = await back();
  await button.click();
  assert.deepEqual([await button.textContent(), await page.evaluate(() => document.documentElement.dataset.theme), await back()], ["theme: light", "light", light]);
  await button.click();
  assert.deepEqual([await button.textContent(), await page.evaluate(() => document.documentElement.dataset.theme)], ["theme: dark", "dark"]);
  assert.notEqual(await back(), light);
  assert.deepEqual(await axe(page), []);
  await page.reload();
  assert.equal(await button.textContent(), "theme: dark");
  // On paper it is light.
  await page.emulateMedia({ media: "print" });
  assert.equal(await back(), light);
  await page.emulateMedia({ media: "screen" });
  await button.click();
  assert.deepEqual([await button.textContent(), await page.evaluate(() => document.documentElement.dataset.theme)], ["theme: system", undefined]);
  await page.context().close();
});

test("the program has the language's colours, and no line of it is cut", async () => {
  const page = await open(`${written("prescan")}#step=2`);
  const code = await page.locator(".source .line").evaluateAll((lines) => lines.map((line) => line.textContent));
  assert.ok(code.some((line) => line.includes("paralelno (za svaki i od 0 do n-1 korak 2^(d+1))")));
  const parts = (kind) => page.locator(`.source .code-${kind}`).allTextContents();
  assert.ok((await parts("keyword")).includes("paralelno"));
  assert.ok((await parts("comment")).every((text) => /^(\/\/|#|\/\*)/.test(text)) && (await parts("number")).includes("0"));
  const wide = await page.locator(".source pre").evaluate((box) => box.scrollWidth - box.clientWidth);
  assert.ok(wide <= 0, `${wide}`);
  await page.context().close();
});
