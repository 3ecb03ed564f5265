// Exercises: what is asked, hints, and whether the program does it.

import { plain } from "./ansi.js";
import { byId, element } from "./dom.js";
import { keep, kept } from "./kept.js";
import * as result from "./result.js";
import { words } from "./words.js";

/** What the program of an exercise that comes with pram is called. */
export const programOf = (name) => `programs/exercises/${name}/starter.pram`;
/** Where the attempt at an exercise is kept while the tab is open. */
const attemptOf = (name) => `pram-attempt-${name}`;
/** Files of an exercise are no larger than this together, in bytes. */
const LARGEST = 4 * 1024 * 1024;

export class Exercise {
  #choice = byId("exercise");
  #files = byId("exercise-files");
  #panel = byId("task");
  #ask;
  #open;
  /** A name, or names with texts; null where none is chosen. */
  #asked = null;
  #shown = null;
  #hints = 0;
  #names = [];

  /** `ask(question)` answers; `open(name, text)` puts an attempt into the editor. */
  constructor(ask, open) {
    this.#ask = ask;
    this.#open = open;
    this.#choice.addEventListener("change", () => this.#choose(this.#choice.value));
    this.#files.addEventListener("change", () => this.#read([...this.#files.files]));
  }

  /** Offers the exercises that come with pram. */
  offer(names) {
    this.#names = names;
    const options = names.map((name, at) => element("option", { value: name }, `${at + 1}  ${name.replaceAll("_", " ")}`));
    this.#choice.append(...options);
  }

  /** What is asked, for the module; null where no exercise is chosen. */
  get asked() {
    return this.#asked;
  }

  /** Whether a program of this name is the attempt at an exercise; then that one is chosen. */
  chooses(name) {
    const found = this.#names.find((exercise) => programOf(exercise) === name);
    if (!found) return false;
    this.#choice.value = found;
    this.#show(found, null);
    return true;
  }

  /** Keeps a program if it is an attempt at the exercise, for when that is chosen again. */
  keep(name, text) {
    if (typeof this.#asked === "string" && name === programOf(this.#asked)) keep(attemptOf(this.#asked), text);
  }

  async #choose(name) {
    if (!name) return this.#none();
    this.#files.value = "";
    await this.#show(name, (starter) => kept(attemptOf(name)) ?? starter);
  }

  async #read(files) {
    if (files.length === 0) return;
    this.#choice.value = "";
    const size = files.reduce((sum, file) => sum + file.size, 0);
    if (size > LARGEST) return this.#refuse(words.exerciseTooLarge);
    const texts = await Promise.all(files.map(async (file) => [file.name, await file.text()]));
    await this.#show(texts, (starter) => starter);
  }

  /** Shows what an exercise asks; `attempt(starter)` is what goes into the editor, if anything does. */
  async #show(asked, attempt) {
    this.#asked = null;
    byId("attempt").replaceChildren();
    const shown = await this.#ask({ ask: "exercise", exercise: asked });
    if (shown.problems) return this.#refuse(plain(shown.problems).trimEnd());
    this.#asked = asked;
    this.#shown = shown;
    this.#hints = 0;
    this.#draw();
    if (attempt && shown.starter) this.#open(shown.file, attempt(shown.starter), asked);
  }

  #none() {
    this.#asked = this.#shown = null;
    this.#panel.hidden = true;
    byId("attempt").replaceChildren();
  }

  #refuse(why) {
    this.#none();
    byId("attempt").replaceChildren(element("div", { className: "notice", role: "alert" }, element("pre", { className: "terminal" }, why)));
  }

  #draw() {
    const { title, task, hints, starter } = this.#shown;
    const given = hints.slice(0, this.#hints).flatMap(paragraphs);
    const next = element("button", { type: "button", id: "hint" }, words.nextHint(this.#hints, hints.length));
    next.onclick = () => {
      this.#hints += 1;
      this.#draw();
      (byId("hint") ?? byId("restart")).focus();
    };
    const restart = element("button", { type: "button", id: "restart" }, words.restart);
    restart.onclick = () => this.#open(this.#shown.file, starter, this.#asked);
    this.#panel.replaceChildren(
      element("h2", {}, title),
      ...paragraphs(task),
      ...given,
      element("p", { className: "buttons" }, this.#hints < hints.length ? next : "", starter ? restart : ""),
    );
    this.#panel.hidden = false;
  }
}

/** A comment as paragraphs: each begins with a word and a colon. */
function paragraphs(comment) {
  const parts = comment.split(/\n(?=\w+:)/);
  return parts.map((part) => {
    const [, word, rest] = /^(\w+:)?([^]*)$/.exec(part);
    return element("p", {}, element("strong", {}, word ?? ""), rest.replace(/\s+/g, " "));
  });
}

/** The panel's nodes for an attempt. */
export function shown(answer, about) {
  if (answer.problems) return [result.messages(answer.problems, about)];
  if (answer.items.length === 0) return [element("p", { className: "faint" }, words.chooseFirst)];
  const nodes = [element("p", { className: "verdict" }, answer.is_solved ? words.solved : words.notSolved)];
  let told = null;
  for (const { mark, name, text } of answer.items) {
    nodes.push(element("p", { className: "item" }, `${mark} ${name}`));
    // The same text is not shown again for the next item.
    if (mark === "✓" || text === told) continue;
    told = text;
    nodes.push(result.messages(text, { ...about, name: answer.file }));
  }
  return nodes;
}

/** How an attempt ended, in the status line. */
export const ending = ({ items, is_solved }) => (items.length === 0 ? `✗ ${words.chooseFirst}` : is_solved ? words.solved : words.notSolved);
