// The form of the inputs, made from the program's own declarations.

import { byId, element } from "./dom.js";
import { words } from "./words.js";

export class Inputs {
  #fields = byId("inputs");
  #entry = byId("entry");
  #names = byId("entries");
  /** What was typed, also for inputs that the program does not have at the moment. */
  #values = new Map();
  #shown = "";
  #onChange;

  constructor(onChange) {
    this.#onChange = onChange;
    this.#entry.addEventListener("input", onChange);
  }

  /** Shows the inputs of an outline. */
  show({ entry, algorithms, inputs }) {
    this.#entry.placeholder = entry;
    this.#names.replaceChildren(...algorithms.map((value) => element("option", { value })));
    const wanted = JSON.stringify(inputs);
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    const focused = document.activeElement?.id;
    this.#fields.replaceChildren(...inputs.map((input) => this.#field(input)));
    if (inputs.length === 0) this.#fields.append(element("p", { className: "faint" }, words.noInputs));
    if (focused?.startsWith("input-")) byId(focused)?.focus();
  }

  /** Forgets what is shown, so that it is shown anew. */
  forget() {
    this.#shown = "";
  }

  #field({ name, dimensions, default: usual }) {
    const id = `input-${name}`;
    const label = dimensions ? `${name}[${dimensions.join(", ")}]` : name;
    const input = element("input", {
      id,
      type: "text",
      value: this.#values.get(name) ?? "",
      placeholder: usual ?? (dimensions ? "3, 1, 7, 0" : words.aNumber),
      spellcheck: false,
      autocomplete: "off",
      autocapitalize: "off",
    });
    input.addEventListener("input", () => {
      this.#values.set(name, input.value);
      this.#onChange();
    });
    const className = dimensions ? "field wide" : "field";
    return element("div", { className }, element("label", { for: id }, label), input);
  }

  get entry() {
    return this.#entry.value.trim();
  }

  /** The values by name. */
  get values() {
    return Object.fromEntries([...this.#values].filter(([, value]) => value.trim() !== ""));
  }

  /** Forgets what was typed, and takes these values. */
  set({ entry = "", inputs = {} }) {
    this.#entry.value = entry;
    this.#values = new Map(Object.entries(inputs));
    this.#shown = "";
    this.#fields.replaceChildren();
  }
}
