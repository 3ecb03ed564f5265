// The Markdown of the pages in docs/ that are shown here: headings, paragraphs, lists, tables, blocks of code, and
// code, emphasis and links in lines.

import { element } from "./dom.js";

/** The nodes of a page; its headings begin at this level. `address` gives what a link leads to, or null if that is
 * no page here. */
export function rendered(markdown, { level = 2, address = () => null } = {}) {
  const fragment = document.createDocumentFragment();
  let paragraph = [];
  let list = null;
  let rows = [];
  const flush = () => {
    if (paragraph.length > 0) fragment.append(element("p", {}, ...spans(paragraph.join(" "), address)));
    if (rows.length > 0) fragment.append(table(rows, address));
    paragraph = [];
    rows = [];
    list = null;
  };
  const lines = markdown.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    const heading = /^(#+) (.*)$/.exec(line);
    const item = /^[-*] (.*)$/.exec(line);
    if (line.startsWith("```")) {
      flush();
      const from = at + 1;
      do at++;
      while (at < lines.length && !lines[at].startsWith("```"));
      const code = element("code", {}, lines.slice(from, at).join("\n"));
      fragment.append(element("pre", { tabIndex: 0, role: "group", "aria-label": "Program" }, code));
    } else if (heading) {
      flush();
      const tag = `h${Math.min(6, heading[1].length + level - 1)}`;
      fragment.append(element(tag, {}, ...spans(heading[2], address)));
    } else if (item) {
      if (!list) {
        flush();
        list = element("ul");
        fragment.append(list);
      }
      list.append(element("li", {}, ...spans(item[1], address)));
    } else if (line.startsWith("|")) {
      if (rows.length === 0) flush();
      rows.push(line);
    } else if (line.trim() === "") {
      flush();
    } else if (list) {
      list.lastChild.append(" ", ...spans(line.trim(), address));
    } else {
      paragraph.push(line.trim());
    }
  }
  flush();
  return fragment;
}

/** A table: its head, the line below the head, its rows. A head without words is none. */
function table([head, , ...rows], address) {
  const cells = (line) => line.slice(1, -1).split("|").map((cell) => spans(cell.trim(), address));
  const row = (tag, line) => element("tr", {}, ...cells(line).map((cell) => element(cell.length > 0 ? tag : "td", {}, ...cell)));
  const body = element("tbody", {}, ...rows.map((line) => row("td", line)));
  const top = /[^|\s]/.test(head) ? [element("thead", {}, row("th", head))] : [];
  return element("div", { className: "table" }, element("table", {}, ...top, body));
}

/** A line with what stands between back quotes as code, between stars as emphasis, and its links. */
function spans(text, address) {
  const parts = text.matchAll(/`([^`]*)`|\[([^\]]*)\]\(([^)]*)\)|\*([^*\s](?:[^*]*[^*\s])?)\*|(?:[^`[*]|[`[*])[^`[*]*/g);
  return [...parts].map(([whole, code, label, target, emphasis]) => {
    if (code !== undefined) return element("code", {}, code);
    if (emphasis !== undefined) return element("em", {}, emphasis);
    if (label === undefined) return whole;
    const href = address(target);
    return href === null ? label : element("a", { href }, label);
  });
}
