// The steps of a run, or its moments on a multicomputer: the component that a replay has, in a panel.

import { download, element } from "./dom.js";
import { mount } from "./replay.js";
import { commandLine, messages } from "./result.js";
import { words } from "./words.js";

/** The exit status of a run with an illegal access or a deadlock. */
const BROKE_A_RULE = 3;

/** What is shown, and the step at which it stands; none where nothing is. */
let replay = null;
let at = null;

/** The number of the step that is shown; empty where none is. */
export const step = () => (at === null ? "" : String(at));

/** Takes away what is shown. */
export function clear() {
  replay?.remove();
  replay = null;
  at = null;
}

/** The panel's nodes for an answer; `about.step` is where it begins. */
export function shown(answer, about) {
  const begin = about.step || step();
  clear();
  const name = about.name.replace(/^.*\//, "").replace(/\.pram$/, "");
  const nodes = [];
  if (answer.html) {
    const box = element("div", {});
    const options = { onStep: (number) => (at = number) };
    if (begin !== "") options.step = Number(begin);
    // An illegal access or a deadlock happens in the last step: show that one.
    else if (answer.status === BROKE_A_RULE) options.step = Number.MAX_SAFE_INTEGER;
    replay = mount(box, answer.json, options);
    nodes.push(box);
    const save = (extension, text, type) => element("button", { type: "button", onclick: () => download(`${name}.replay.${extension}`, text, type) }, `.${extension}`);
    const buttons = [save("html", answer.html, "text/html"), save("json", answer.json, "application/json")];
    nodes.push(element("div", { className: "files", role: "group", "aria-label": words.downloadSteps }, words.downloadLabel, ...buttons));
  } else if (answer.problems) {
    nodes.push(messages(answer.problems, about));
  }
  nodes.push(element("details", {}, element("summary", {}, words.inTerminal), commandLine(answer.command)));
  return nodes;
}
