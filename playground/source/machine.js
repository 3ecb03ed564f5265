// The machine bar: which machine, and its parameters as far as they matter to it.

import { byId, element } from "./dom.js";
import { words } from "./words.js";

const FIELDS = ["simultaneity", "p", "d", "barrier", "ts", "tw", "seed"];
/** The machines that a field is about; the others are about all. */
const ABOUT = {
  simultaneity: ["pram", "apram"],
  d: ["apram"],
  barrier: ["apram", "multicomputer"],
  ts: ["multicomputer"],
  tw: ["multicomputer"],
};

export class Machine {
  #choice = byId("model");

  constructor(onChange) {
    this.#choice.addEventListener("change", onChange);
    for (const field of FIELDS) byId(field).addEventListener("input", onChange);
  }

  /** Offers what there is. */
  offer({ models, machines }) {
    const option = (option, name) => element("option", { value: `${option}:${name}` }, name);
    const isAsynchronous = (name) => name.startsWith("apram");
    const group = (label, options) => element("optgroup", { label }, ...options);
    for (const old of this.#choice.querySelectorAll("optgroup")) old.remove();
    const some = (wanted) => models.filter(wanted).map((name) => option("model", name));
    const networks = machines.filter((name) => name !== "pram" && name !== "apram");
    this.#choice.append(
      group("PRAM", some((name) => !isAsynchronous(name))),
      group(words.asynchronous, some(isAsynchronous)),
      group(words.multicomputer, networks.map((name) => option("machine", name))),
    );
  }

  /** Shows the fields of a kind of machine: `pram`, `apram`, `multicomputer`. */
  show(kind) {
    for (const [field, kinds] of Object.entries(ABOUT)) {
      byId(field).closest(".field").hidden = !kinds.includes(kind);
    }
  }

  /** The fields that are filled in. */
  get values() {
    const values = {};
    const [option, name] = this.#choice.value.split(":");
    if (name) values[option] = name;
    for (const field of FIELDS) {
      const input = byId(field);
      const value = input.value.trim();
      if (value && !input.closest(".field").hidden) values[field] = value;
    }
    return values;
  }

  /** Fills the fields in. */
  set(values) {
    const chosen = ["model", "machine"].find((option) => values[option]);
    this.#choice.value = chosen ? `${chosen}:${values[chosen]}` : "";
    if (this.#choice.selectedIndex < 0) this.#choice.value = "";
    for (const field of FIELDS) {
      byId(field).value = values[field] ?? "";
      if (values[field]) byId(field).closest(".field").hidden = false;
    }
  }
}
