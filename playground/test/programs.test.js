// Every shipped program gives byte for byte the JSON of the native program, and so does what goes
// wrong. `PRAM` names the native program, `PLAYGROUND` the built folder.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { load } from "./module.js";

const root = join(import.meta.dirname, "../..");
const ask = await load(join(process.env.PLAYGROUND, "pram.wasm"));
const { programs } = ask({ ask: "catalogue" });

/** What the native program prints, and its exit status. */
function native(words, input) {
  const { stdout, status, error } = spawnSync(process.env.PRAM, words, { cwd: root, input, maxBuffer: 1 << 28 });
  if (error) throw error;
  return { json: stdout.toString(), status };
}

/** Compares a command on both sides. */
function compare(command, name, text, { inputs = {}, machine = {}, limits = {}, options = [], sweep } = {}) {
  const program = { name, text, inputs: Object.entries(inputs), machine, limits };
  const { json, status } = ask({ ask: command, program, width: 100, sweep });
  const given = Object.entries(inputs).map(([key, value]) => `${key}=${value}`);
  const expected = native([command, name, ...given, ...options, "--format", "json"]);
  assert.equal(json, expected.json, `${command} ${name} ${options.join(" ")}`);
  return { status, expected: expected.status };
}

test("the programs are those of the folder", () => {
  assert.ok(programs.length > 80);
  for (const { name, text } of programs) assert.equal(text, readFileSync(join(root, name), "utf8"), name);
});

test("every program runs as the native one does", () => {
  for (const { name, text } of programs) {
    const { status, expected } = compare("run", name, text);
    assert.equal(status, expected, name);
    compare("run", name, text, { machine: { seed: "7" }, options: ["--seed", "7"] });
  }
});

test("illegal accesses, limits and errors are the same", () => {
  const shelf = new Map(programs.map(({ name, text }) => [name, text]));
  const one = (name, rest) => compare("run", name, shelf.get(name), rest);
  assert.equal(one("programs/one_sweep_scan.pram", { machine: { model: "erew" }, options: ["--model", "erew"] }).status, 3);
  assert.equal(one("programs/prescan.pram", { limits: { "max-steps": "5" }, options: ["--max-steps", "5"] }).status, 4);
  assert.equal(one("programs/prescan.pram", { inputs: { n: "abc" } }).status, 2);
  assert.equal(one("programs/prescan.pram", { inputs: { n: "7" } }).status, one("programs/prescan.pram", { inputs: { n: "7" } }).expected);
  one("programs/network/ring_broadcast.pram", { machine: { machine: "hypercube", p: "16" }, options: ["--machine", "hypercube", "-p", "16"] });
  one("programs/apram_prescan.pram", { machine: { d: "3", barrier: "sqrt(p)", p: "4" }, options: ["--d", "3", "--B", "sqrt(p)", "-p", "4"] });
  one("programs/prescan.pram", { machine: { machine: "apram", d: "3", barrier: "4" }, options: ["--machine", "apram", "--d", "3", "--B", "4"] });
});

test("steps are those that the native program writes", () => {
  const folder = mkdtempSync(join(tmpdir(), "pram-replay-"));
  for (const [name, options, machine] of [["programs/prescan.pram", [], {}], ["programs/one_sweep_scan.pram", ["--model", "erew"], { model: "erew" }], ["programs/apram_prescan.pram", [], {}], ["programs/pi_at_random.pram", ["--seed", "3"], { seed: "3" }], ["programs/network/ring_broadcast.pram", [], {}], ["programs/network/tasks_by_blocks.pram", [], {}], ["programs/faulty/all_broadcast_ring_sync.pram", [], {}]]) {
    const { text } = programs.find((program) => program.name === name);
    const { json } = ask({ ask: "replay", language: "en", program: { name, text, machine } });
    const path = join(folder, "steps.json");
    native(["replay", name, ...options, "-o", path]);
    // Messages name the command that would be legal, and in it the file.
    assert.equal(json, readFileSync(path, "utf8").replaceAll(path, "replay.html"), name);
  }
  rmSync(folder, { recursive: true });
});

test("checks and reports are the same", () => {
  for (const name of ["programs/prescan.pram", "programs/one_sweep_scan.pram", "programs/network/ring_broadcast.pram", "programs/apram_prescan.pram"]) {
    const { text } = programs.find((program) => program.name === name);
    compare("check", name, text);
  }
  const { name, text } = programs.find((program) => program.name === "programs/reduction.pram");
  compare("report", name, text, { sweep: { vary: "n=2^2..2^6" }, options: ["--vary", "n=2^2..2^6"] });
});

test("counts above 2^53 are exact", () => {
  // p processors in 7 steps: C = 7 p, which no floating-point number is.
  const p = 2n ** 60n + 1n;
  const text = "program\n    x = 0;\n    za k = 1 do 6\n        x = x + k;\n    ispisi(x);\nkraj_programa\n";
  const { json, text: shown } = ask({ ask: "run", width: 100, program: { name: "p.pram", text, machine: { p: String(p) } } });
  const time = BigInt(/"steps": \{\s*"time": (\d+)/.exec(json)[1]);
  assert.ok(time > 6n);
  const cost = String(time * p);
  assert.ok(json.includes(cost), `${cost} in ${json}`);
  assert.ok(shown.replaceAll(/\x1b\[[0-9;]*m/g, "").includes(cost), shown);
});

test("a look finds places in characters, inputs and machine", () => {
  const text = "ulaz n = 8;\nulaz A[n] = iota;\nprogram\n    ispisi(\"čć\", A[0], y);\nkraj_programa\n";
  const { marks, outline, vocabulary } = ask({ ask: "look", program: { name: "x.pram", text } });
  assert.equal(vocabulary, "hr");
  assert.deepEqual(outline.inputs, [
    { name: "n", dimensions: null, default: "8" },
    { name: "A", dimensions: ["n"], default: "iota" },
  ]);
  assert.equal(outline.kind, "pram");
  // `y` is the 24th character of line 4.
  const [mark] = marks;
  assert.deepEqual([mark.places[0].from, mark.places[0].to], [{ line: 4, column: 24 }, { line: 4, column: 25 }]);
});

test("includes travel along, and files of the computer do not", () => {
  const text = (path) => `ukljuci "${path}"\nulaz n = 4;\nulaz A[n] = iota;\nprogram\n    +_prescan(A[], n);\n    izlaz A[];\nkraj_programa\n`;
  const run = (name, path) => ask({ ask: "run", width: 80, program: { name, text: text(path) } });
  for (const [name, path] of [["mine.pram", "programs/prescan.pram"], ["mine.pram", "../programs/prescan.pram"], ["programs/mine.pram", "prescan.pram"], ["programs/network/x.pram", "../prescan.pram"]]) {
    const { json, status } = run(name, path);
    assert.equal(status, 0, json);
    assert.deepEqual(JSON.parse(json).outputs.A, [0, 0, 1, 3]);
  }
  for (const path of ["prescan.pram", "/etc/passwd", "../../prescan.pram"]) assert.equal(run("mine.pram", path).status, 1, path);
});

test("nesting without end is an error, not the end of the module", () => {
  const run = (text) => ask({ ask: "run", width: 80, program: { name: "x.pram", text } });
  assert.notEqual(run(`program\n x = ${"(".repeat(100_000)}1${")".repeat(100_000)};\nkraj_programa`).status, 0);
  assert.notEqual(run("algoritam f(n)\n vrati f(n+1);\nkraj_algoritma\nprogram\n ispisi(f(0));\nkraj_programa").status, 0);
  assert.equal(run("program\n ispisi(1);\nkraj_programa").status, 0);
});

test("translating there and back keeps what a program does", () => {
  const { name, text } = programs.find((program) => program.name === "programs/prescan.pram");
  const english = ask({ ask: "reword", name, text, vocabulary: "en" }).text;
  assert.match(english, /\bend_parallel\b/);
  const back = ask({ ask: "reword", name, text: english, vocabulary: "hr" }).text;
  const json = (text) => ask({ ask: "run", width: 80, program: { name, text } }).json;
  assert.match(back, /\bkraj_paralelno\b/);
  assert.equal(json(back).replaceAll(/"line": \d+|"column": \d+/g, ""), json(text).replaceAll(/"line": \d+|"column": \d+/g, ""));
});
