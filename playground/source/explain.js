// The pages of the codes.

import { byId, element } from "./dom.js";
import { rendered } from "./markdown.js";
import { words } from "./words.js";

export class Explain {
  #choice = byId("code");
  #page = byId("explanation");
  #ask;

  /** `ask(code)` gives the page of a code, in Markdown. */
  constructor(ask) {
    this.#ask = ask;
    this.#choice.addEventListener("change", () => this.show(this.#choice.value));
  }

  /** Offers the codes. */
  offer(codes) {
    const options = codes.map(({ code, title }) => element("option", { value: code }, `${code}  ${title}`));
    this.#choice.append(...options);
  }

  /** Shows the page of a code. */
  async show(code) {
    if (!code) return;
    this.#choice.value = code;
    const { markdown } = await this.#ask(code);
    this.#page.replaceChildren(rendered(markdown ?? words.noCode(code)));
  }
}
