// The Markdown of the pages of codes: headings, paragraphs, lists, blocks of code, code in lines.

import { element } from "./dom.js";

/** The nodes of a page; its headings begin at this level. */
export function rendered(markdown, level = 2) {
  const fragment = document.createDocumentFragment();
  let paragraph = [];
  let list = null;
  const flush = () => {
    if (paragraph.length > 0) fragment.append(element("p", {}, ...spans(paragraph.join(" "))));
    paragraph = [];
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
      fragment.append(element(tag, {}, ...spans(heading[2])));
    } else if (item) {
      if (!list) {
        flush();
        list = element("ul");
        fragment.append(list);
      }
      list.append(element("li", {}, ...spans(item[1])));
    } else if (line.trim() === "") {
      flush();
    } else if (list) {
      list.lastChild.append(" ", ...spans(line.trim()));
    } else {
      paragraph.push(line.trim());
    }
  }
  flush();
  return fragment;
}

/** A line with what stands between back quotes as code. */
function spans(text) {
  return text.split("`").map((part, number) => (number % 2 === 1 ? element("code", {}, part) : part));
}
