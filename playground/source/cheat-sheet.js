// The cheat sheet, made from the pages in docs/: on a screen, and on one sheet of paper.

import english from "../../docs/cheat-sheet.md";
import croatian from "../../docs/hr/cheat-sheet.md";

import { byId } from "./dom.js";
import { rendered } from "./markdown.js";
import { language, preferred, speak, words } from "./words.js";

speak(preferred());
const [text, other] = language === "hr" ? [croatian, "en"] : [english, "hr"];
/** The other cheat sheet is a page here; the pages that it refers to are not. */
const address = (target) => (target.endsWith("cheat-sheet.md") ? `?language=${other}` : null);
byId("sheet").append(rendered(text, { level: 1, address }));
document.title = `pram: ${words.sheet.toLowerCase()}`;
byId("print").addEventListener("click", () => window.print());
