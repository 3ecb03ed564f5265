// The page: the program, its inputs and its machine on one side, what comes of them on the other.

import { byId, copy, download, element } from "./dom.js";
import { Editor } from "./editor.js";
import { Broken, compile, Engine, Stopped } from "./engine.js";
import * as exercise from "./exercise.js";
import { Explain } from "./explain.js";
import { Inputs } from "./inputs.js";
import { keep, kept } from "./kept.js";
import { carriedBy, carries, linkTo } from "./link.js";
import { Machine } from "./machine.js";
import * as report from "./report.js";
import * as result from "./result.js";
import * as steps from "./steps.js";
import { Tabs } from "./tabs.js";
import { language, preferred, speak, words } from "./words.js";

/** The program that a first visit shows. */
const FIRST = "programs/prescan.pram";
/** What a program is called that came from nowhere else. */
const OWN = "program.pram";
/** What a run may use in a browser, whose memory is 4 GiB at most. */
const LIMITS = { "max-steps": "100000000", "max-memory": "1GiB", "max-output": "1MiB", "max-processors": "2^24" };
/** Milliseconds without a keystroke before the program is looked at. */
const PAUSE = 300;
/** A look takes no longer than this. */
const LONGEST_LOOK = 5000;
/** Where the draft of this tab is kept while it is open. */
const DRAFT = "pram-draft";

const editor = new Editor(byId("editor"), { onChange: changed, onRun: go });
const inputs = new Inputs(changed);
const machine = new Machine(changed);
const explain = new Explain(async (code) => (await engines).looking.explain(code));
const tabs = new Tabs(byId("tabs"), opened);
const exercises = new exercise.Exercise(
  async (question) => (await engines).looking.ask({ ...question, vocabulary: language }),
  (file, text, asked) => show({ name: typeof asked === "string" ? exercise.programOf(asked) : file, text }, false),
);

let name = OWN;
let vocabulary = "hr";
/** The step that a link leads to, until it is shown. */
let begin = "";
/** The texts of the programs that come with pram. */
const shelf = new Map();

/** Two workers: one looks at the program while it is written, one runs it. */
const engines = (async () => {
  const module = await compile("pram.wasm");
  return { looking: new Looking(new Engine(module)), running: new Engine(module) };
})();

/** Looks at the newest state of the program, never at two at once. */
class Looking {
  #engine;
  #queue = Promise.resolve();

  constructor(engine) {
    this.#engine = engine;
  }

  /** Asks a short question, behind the ones before it. */
  ask(question) {
    const asked = this.#queue.then(async () => {
      const watchdog = setTimeout(() => this.#engine.stop(), LONGEST_LOOK);
      try {
        return await this.#engine.ask(question);
      } finally {
        clearTimeout(watchdog);
      }
    });
    this.#queue = asked.catch(() => {});
    return asked;
  }

  explain(code) {
    return this.ask({ ask: "explain", code, vocabulary });
  }
}

// What the page shows, as a state and back.

function program() {
  return {
    name,
    text: editor.text,
    entry: inputs.entry,
    inputs: Object.entries(inputs.values),
    machine: machine.values,
    limits: LIMITS,
  };
}

function state() {
  return {
    name,
    text: editor.text,
    entry: inputs.entry,
    inputs: inputs.values,
    machine: machine.values,
    vary: byId("vary").value.trim(),
    step: tabs.current === "step" ? steps.step() : "",
  };
}

/** Shows a state; a program that is the attempt at an exercise chooses it, unless it was chosen. */
function show(shown, chooses = true) {
  inputs.set(shown);
  machine.set(shown.machine ?? {});
  byId("vary").value = shown.vary ?? "";
  editor.text = shown.text;
  name = shown.name;
  byId("program").value = shelf.has(name) ? name : "";
  if (chooses && exercises.chooses(name)) tabs.open("exercise");
  steps.clear();
  for (const { panel } of Object.values(COMMANDS)) byId(panel).replaceChildren(hint());
  // A link to a step opens its tab, and shows it once the program is run.
  begin = shown.step ?? "";
  if (begin !== "") tabs.open("step");
  say("");
  changed();
}

function hint() {
  return element("p", { className: "faint" }, words.hint);
}

const about = () => ({
  name,
  limits: words.limits,
  changed: shelf.get(name) !== editor.text,
  onCode: (code) => {
    explain.show(code);
    tabs.open("explain");
  },
  onPlace: (line, column) => editor.go(line, column),
  step: begin,
});

// While the program is written.

let timer = 0;
let latest = 0;

/** Whether a quarter of a program's lines are in a text; a word alone in its line counts for nothing. */
function comesFrom(original, text) {
  const lines = (of) => new Set(of.split("\n").map((line) => line.trim()).filter((line) => /\W/.test(line)));
  const known = lines(original), kept = [...lines(text)].filter((line) => known.has(line));
  return 4 * kept.length >= known.size;
}

function changed() {
  // When the text is replaced, it loses the name of the program that was there.
  if (shelf.has(name) && !comesFrom(shelf.get(name), editor.text)) {
    name = OWN;
    byId("program").value = "";
  }
  keep(DRAFT, state());
  exercises.keep(name, editor.text);
  clearTimeout(timer);
  timer = setTimeout(look, PAUSE);
}

async function look() {
  const number = ++latest;
  const asked = (await engines).looking.ask({ ask: "look", program: program() });
  const looked = await asked.catch(() => null);
  if (!looked || number !== latest) return;
  editor.mark(looked.marks);
  vocabulary = looked.vocabulary;
  byId("translate").textContent = vocabulary === "hr" ? words.toEnglish : words.toCroatian;
  if (looked.outline) {
    inputs.show(looked.outline);
    machine.show(looked.outline.kind);
    byId("vary").placeholder = report.usualSizes(looked.outline);
  }
}

// Run, check, report, stop.

const COMMANDS = {
  output: { panel: "output", ask: "run", show: result.shown },
  step: { panel: "steps", ask: "replay", show: steps.shown },
  check: { panel: "check", ask: "check", show: result.shown },
  report: { panel: "report-result", ask: "report", show: report.shown },
  exercise: { panel: "attempt", ask: "attempt", show: exercise.shown },
};

function opened(tab) {
  byId("run").firstChild.textContent = `${words.verbs[tab] ?? words.verbs.output} `;
}

async function go() {
  const { running } = await engines;
  if (running.busy) return;
  if (!COMMANDS[tabs.current]) tabs.open("output");
  const command = COMMANDS[tabs.current];
  const panel = byId(command.panel);
  const question = { ask: command.ask, program: program(), language, width: columns(panel), sweep: { vary: report.sizes() } };
  if (tabs.current === "exercise") Object.assign(question, { exercise: exercises.asked ?? "", text: editor.text, vocabulary });
  panel.setAttribute("aria-busy", "true");
  busy(true);
  say(words.atWork(words.verbs[tabs.current]));
  const began = performance.now();
  try {
    const answer = await running.ask(question, ({ done, total }) => say(words.sizesDone(done, total)));
    panel.replaceChildren(...command.show(answer, about()));
    if (tabs.current === "step") begin = "";
    if (answer.marks) editor.mark(answer.marks);
    say(answer.items ? exercise.ending(answer) : result.ending(answer, performance.now() - began));
  } catch (error) {
    panel.replaceChildren(failure(error));
    say(error instanceof Stopped ? words.stopped : words.brokenOff);
  } finally {
    panel.setAttribute("aria-busy", "false");
    panel.parentElement.scrollTop = 0;
    busy(false);
    // In one column the result lies below what was pressed.
    if (matchMedia("(max-width: 56rem)").matches) byId("tabs").scrollIntoView();
  }
}

/** Why there is no answer. */
function failure(error) {
  if (error instanceof Stopped) return element("p", { className: "faint" }, words.nothingKept);
  // The browser's own message helps developers only, so it goes to the console.
  console.error(error);
  return element("div", { className: "notice", role: "alert" }, element("p", {}, error instanceof Broken ? words.brokeOff : words.wentWrong));
}

function busy(isBusy) {
  byId("stop").disabled = !isBusy;
  // The button keeps the focus while it does nothing.
  byId("run").setAttribute("aria-disabled", String(isBusy));
}

function say(text) {
  byId("status").textContent = text;
}

/** How many characters a line of a panel holds. */
function columns(panel) {
  const probe = element("pre", { className: "terminal probe" }, "0".repeat(100));
  panel.append(probe);
  const width = probe.firstChild ? measured(probe) / 100 : 8;
  probe.remove();
  const padding = 32;
  return Math.max(40, Math.min(120, Math.floor((panel.clientWidth - padding) / width)));
}

function measured(probe) {
  const range = document.createRange();
  range.selectNodeContents(probe);
  return range.getBoundingClientRect().width || 800;
}

async function stop() {
  (await engines).running.stop();
}

// Format, translate, share, download.

async function reword(wanted) {
  const { looking } = await engines;
  const reworded = await looking.ask({ ask: "reword", name, text: editor.text, vocabulary: wanted });
  if (reworded.text === null) {
    editor.mark(reworded.marks);
    byId("output").replaceChildren(result.messages(reworded.problems, about()));
    tabs.open("output");
    say(words.notReworded);
  } else {
    const same = name;
    editor.text = reworded.text;
    name = same;
    byId("program").value = shelf.has(name) ? name : "";
    say(wanted ? words.translated : words.formatted);
  }
}

async function share() {
  const dialog = byId("shared");
  const page = location.origin + location.pathname;
  try {
    const link = await linkTo(state(), page);
    byId("link").value = link;
    byId("link-size").textContent = words.linkSize(link.length);
    dialog.showModal();
    byId("link").select();
  } catch (error) {
    say(`✗ ${error.message}`);
  }
}

/** Shows what a link carries; says why where it carries nothing. */
async function open(fragment) {
  try {
    show(await carriedBy(fragment));
    say(words.cameWithLink);
    return true;
  } catch (error) {
    say(`✗ ${error.message}`);
    return false;
  }
}

// The beginning.

byId("run").addEventListener("click", go);
byId("stop").addEventListener("click", stop);
byId("format").addEventListener("click", () => reword(null));
byId("translate").addEventListener("click", () => reword(vocabulary === "hr" ? "en" : "hr"));
byId("share").addEventListener("click", share);
byId("download").addEventListener("click", () => download(name.replace(/^.*\//, ""), editor.text));
byId("copy").addEventListener("click", async () => {
  byId("link").select();
  byId("copied").textContent = (await copy(byId("link").value)) ? words.copiedLink : words.copyByKey;
});
byId("shared").addEventListener("close", () => (byId("copied").textContent = ""));
byId("vary").addEventListener("input", changed);
byId("program").addEventListener("change", ({ target }) => {
  if (shelf.has(target.value)) show({ name: target.value, text: shelf.get(target.value) });
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.defaultPrevented) go();
});
// A form of several fields has no submission of its own without a button.
for (const form of document.querySelectorAll("form[data-quiet]")) {
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    go();
  });
}
byId("language").addEventListener("change", ({ target }) => turn(target.value));
window.addEventListener("hashchange", () => carries(location.hash) && open(location.hash));

if (new URLSearchParams(location.search).has("embed")) {
  document.body.classList.add("embed");
  byId("whole").addEventListener("click", async (event) => {
    event.preventDefault();
    const link = await linkTo(state(), location.origin + location.pathname).catch(() => location.pathname);
    window.open(link, "_blank", "noopener");
  });
}

async function start() {
  const { looking } = await engines;
  const catalogue = await looking.ask({ ask: "catalogue" });
  for (const { name, text } of catalogue.programs) shelf.set(name, text);
  offer(catalogue);
  const asked = new URLSearchParams(location.search), wanted = asked.get("program");
  const found = [wanted, `programs/${wanted}`, `programs/${wanted}.pram`, `programs/${wanted}/starter.pram`].find((one) => shelf.has(one));
  const shipped = found ?? FIRST, step = /^\d{1,15}$/.test(asked.get("step")) ? asked.get("step") : "";
  show((wanted ? null : kept(DRAFT)) ?? { name: shipped, text: shelf.get(shipped), step: found ? step : "" });
  if (carries(location.hash)) await open(location.hash);
  else if (wanted && !found) say(words.noProgram(wanted.slice(0, 100)));
  // A program that comes with the page may run at once, other than one that comes with a link.
  else if (found && step !== "") await go();
}

/** What the module knows. */
let known = null;

/** Fills the page with it. */
function offer(catalogue) {
  known = catalogue;
  editor.know(catalogue.keywords, catalogue.functions);
  explain.offer(catalogue.codes);
  exercises.offer(catalogue.exercises);
  offerChoices();
}

/** The parts of what is offered that have words of a language. */
function offerChoices() {
  const chosen = [byId("program").value, machine.values];
  machine.offer(known);
  byId("foot").textContent = words.foot(known.version, words.limits);
  for (const old of byId("program").querySelectorAll("optgroup")) old.remove();
  const groups = new Map();
  for (const { name } of known.programs) {
    // A solution is not offered beside its exercise.
    if (name.endsWith("/reference.pram")) continue;
    const parts = name.split("/");
    const label = parts.length > 2 ? parts[1] : parts[1].startsWith("apram") ? "asynchronous PRAM" : "PRAM";
    if (!groups.has(label)) groups.set(label, element("optgroup", { label: words.groups[label] ?? label }));
    // The starter of an exercise has the name of its folder.
    const own = parts.slice(Math.min(2, parts.length - 1)).join("/").replace(/(\/starter)?\.pram$/, "");
    groups.get(label).append(element("option", { value: name }, own));
  }
  const order = ["PRAM", "asynchronous PRAM", "network", "collectives", "gpu", "library", "exercises", "faulty"];
  byId("program").append(...[...groups.keys()].sort((one, other) => order.indexOf(one) - order.indexOf(other)).map((label) => groups.get(label)));
  [byId("program").value] = chosen;
  machine.set(chosen[1]);
}

/** Chooses the language of the page; steps that are shown stay as they are until they are run again. */
function turn(code) {
  speak(code);
  byId("language").value = language;
  byId("sheet").href = `cheat-sheet.html?language=${language}`;
  opened(tabs.current);
  if (!known) return;
  say("");
  inputs.forget();
  offerChoices();
  look();
}

turn(preferred());
start().catch((error) => {
  say(words.notStarted);
  console.error(error);
});
