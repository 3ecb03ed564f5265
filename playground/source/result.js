// What the module answered, in a panel: how it ended, the native command, the texts.

import { plain, styled } from "./ansi.js";
import { copy, download, element } from "./dom.js";
import { words } from "./words.js";

/** The panel's nodes for an answer; `about` has the program's name and what links do. */
export function shown(answer, about) {
  const nodes = [];
  if (answer.limit) nodes.push(limit(answer, about));
  if (answer.problems) nodes.push(messages(answer.problems, about));
  if (answer.text) nodes.push(block(words.result, answer.text, about));
  nodes.push(foot(answer, about));
  return nodes;
}

/** One sentence on how it ended, by the exit status of the native program. */
export function ending(answer, milliseconds) {
  const time = milliseconds < 1000 ? `${Math.max(1, Math.round(milliseconds))} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
  return answer.status === 0 ? words.finished(time) : `✗ ${words.endings[answer.status]} (${time})`;
}

/** A text with its styles. */
function block(label, text, about) {
  const pre = element("pre", { className: "terminal", tabIndex: 0, role: "group", "aria-label": label });
  pre.append(styled(text.trimEnd(), about));
  return pre;
}

/** Errors and warnings: what begins a message or a note of it is a sentence. */
export function messages(text, about) {
  const pre = block(words.messages, "", about);
  pre.classList.add("messages");
  for (const line of text.trimEnd().split("\n")) {
    const sentence = /^(\s*= (note|help): |(error|warning)\[\w+\]: )/.exec(plain(line));
    const made = element("div", { className: sentence ? "line sentence" : "line" });
    if (sentence) made.style.setProperty("--hang", sentence[2] ? `${sentence[0].length}ch` : "2ch");
    made.append(styled(line, about));
    pre.append(made);
  }
  return pre;
}

/** Where a limit of the playground ended a run: the way on. */
function limit({ command }, about) {
  return element(
    "div",
    { className: "notice" },
    element("p", {}, element("strong", {}, words.limitReached), words.limitsKept(about.limits)),
    commandLine(command),
    about.changed ? element("p", { className: "faint" }, words.changedProgram(about.name)) : "",
  );
}

/** The native command, and the result as a file. */
function foot({ command, json }, about) {
  const name = about.name.replace(/^.*\//, "").replace(/\.pram$/, "");
  const save = element("button", { type: "button", onclick: () => download(`${name}.json`, json, "application/json") }, words.downloadJson);
  const details = element("details", {}, element("summary", {}, words.inTerminal), commandLine(command));
  return element("div", { className: "foot" }, details, json ? save : "");
}

/** A command with a button that copies it. */
export function commandLine(command) {
  const button = element("button", { type: "button" }, words.copy);
  button.onclick = async () => {
    button.textContent = (await copy(plain(command))) ? words.copied : words.selectIt;
    setTimeout(() => (button.textContent = words.copy), 2000);
  };
  return element("div", { className: "command" }, element("code", { tabIndex: 0, role: "group", "aria-label": words.command }, command), button);
}
