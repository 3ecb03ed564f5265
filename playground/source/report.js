// The report: its sizes, the page in a frame of its own, and every format as a file.

import { byId, download, element } from "./dom.js";
import { commandLine, messages } from "./result.js";
import { words } from "./words.js";

/** Sizes that are offered for a program, until the user writes others. */
export function usualSizes({ inputs, kind }) {
  // Every network has machines of 4, 16 and 64 processors.
  if (kind === "multicomputer") return "p=4,16,64";
  const scalar = inputs.find(({ name, dimensions }) => !dimensions && name !== "p");
  return scalar ? `${scalar.name}=2^2..2^7` : "p=1,2,4,8";
}

/** The panel's nodes for a report. */
export function shown(answer, about) {
  const name = about.name.replace(/^.*\//, "").replace(/\.pram$/, "");
  const nodes = [];
  if (answer.problems) nodes.push(messages(answer.problems, about));
  if (answer.html) {
    nodes.push(frame(answer.html));
    const files = [
      ["html", answer.html, "text/html"],
      ["md", answer.markdown, "text/markdown"],
      ["tex", answer.latex, "application/x-tex"],
      ["csv", answer.csv, "text/csv"],
      ["json", answer.json, "application/json"],
    ];
    const buttons = files.map(([extension, text, type]) =>
      element("button", { type: "button", onclick: () => download(`${name}.report.${extension}`, text, type) }, `.${extension}`),
    );
    nodes.push(element("div", { className: "files", role: "group", "aria-label": words.downloadReport }, words.downloadLabel, ...buttons));
  }
  nodes.push(element("details", {}, element("summary", {}, words.inTerminal), commandLine(answer.command)));
  return nodes;
}

/** The report's page in the theme of this one, without scripts: the frame allows none. */
function frame(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const script of [...page.scripts]) script.remove();
  const made = element("iframe", { title: words.tabs.report, srcdoc: `<!DOCTYPE html>${page.documentElement.outerHTML}` });
  made.setAttribute("sandbox", "allow-same-origin");
  const root = () => made.contentDocument?.documentElement;
  const fit = () => {
    if (root()) made.style.height = `${root().scrollHeight + 2}px`;
  };
  const { dataset } = document.documentElement;
  const follow = () => {
    if (!root()) return;
    if ("theme" in dataset) root().dataset.theme = dataset.theme;
    else delete root().dataset.theme;
  };
  made.onload = () => {
    follow();
    fit();
    new ResizeObserver(fit).observe(made.contentDocument.body);
  };
  new MutationObserver(follow).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return made;
}

/** The sizes as they are written. */
export const sizes = () => byId("vary").value.trim() || byId("vary").placeholder;
