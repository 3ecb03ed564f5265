// Text with ANSI styles as elements. Codes of errors lead to their page, places into the program.

import { element } from "./dom.js";

const COLOURS = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];
const LINKS = /\b([EW]\d{4})\b|(?<=--> )(\S.*?):(\d+):(\d+)/g;

/** The nodes of a text; `onCode(code)` and `onPlace(line, column)` are called where one is chosen. */
export function styled(text, { name, onCode, onPlace }) {
  const fragment = document.createDocumentFragment();
  let classes = new Set();
  // Every second part is what stands between `ESC [` and `m`.
  text.split(/\x1b\[([0-9;]*)m/).forEach((part, number) => {
    if (number % 2 === 1) {
      classes = changed(classes, part);
    } else if (part) {
      const nodes = linked(part, name, onCode, onPlace);
      if (classes.size === 0) fragment.append(...nodes);
      else fragment.append(element("span", { className: [...classes].join(" ") }, ...nodes));
    }
  });
  return fragment;
}

/** The text without styles. */
export const plain = (text) => text.replace(/\x1b\[[0-9;]*m/g, "");

function changed(classes, codes) {
  const next = new Set(classes);
  for (const code of codes.split(";").map(Number)) {
    if (code === 0) next.clear();
    else if (code === 1) next.add("ansi-bold");
    else if (code === 2) next.add("ansi-faint");
    else if (code === 3) next.add("ansi-italic");
    else if (code === 4) next.add("ansi-underline");
    else if ((code >= 30 && code < 38) || (code >= 90 && code < 98)) next.add(`ansi-${COLOURS[code % 10]}`);
  }
  return next;
}

function linked(text, name, onCode, onPlace) {
  const nodes = [];
  let end = 0;
  for (const found of text.matchAll(LINKS)) {
    const [whole, code, file, line, column] = found;
    if (file !== undefined && file !== name) continue;
    nodes.push(text.slice(end, found.index));
    const act = code ? () => onCode(code) : () => onPlace(Number(line), Number(column));
    const title = code ? `Explain ${code}` : `Go to line ${line}`;
    nodes.push(element("button", { type: "button", className: "link", title, onclick: act }, whole));
    end = found.index + whole.length;
  }
  nodes.push(text.slice(end));
  return nodes;
}
