// Tabs after the pattern of WAI-ARIA: arrows, Home and End go between them.

export class Tabs {
  #tabs;
  #onChange;

  constructor(list, onChange) {
    this.#tabs = [...list.querySelectorAll('[role="tab"]')];
    this.#onChange = onChange;
    for (const tab of this.#tabs) tab.addEventListener("click", () => this.open(tab.dataset.panel));
    list.addEventListener("keydown", (event) => this.#step(event));
  }

  /** The name of the open panel. */
  get current() {
    return this.#tabs.find((tab) => tab.ariaSelected === "true").dataset.panel;
  }

  open(name) {
    for (const tab of this.#tabs) {
      const isOpen = tab.dataset.panel === name;
      tab.ariaSelected = String(isOpen);
      tab.tabIndex = isOpen ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = !isOpen;
    }
    this.#onChange(name);
  }

  #step(event) {
    const last = this.#tabs.length - 1;
    const at = this.#tabs.indexOf(document.activeElement);
    const next = { ArrowLeft: at === 0 ? last : at - 1, ArrowRight: at === last ? 0 : at + 1, Home: 0, End: last }[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    this.#tabs[next].focus();
    this.open(this.#tabs[next].dataset.panel);
  }
}
