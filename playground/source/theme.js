// Light or dark, on every page: as the system has it, or as the reader chose. Pages load this in their head, so
// that they are never shown in another theme first.

/** Where the choice is kept; the pages of replays and reports keep theirs in the same place. */
const PLACE = "pram-theme";
const THEMES = ["system", "light", "dark"];

const root = document.documentElement;

/** The theme that is shown. */
const current = () => root.dataset.theme ?? "system";

function show(theme) {
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  else delete root.dataset.theme;
}

/** A browser that forbids storage forgets the choice with the page. */
function stored() {
  try {
    return localStorage.getItem(PLACE);
  } catch {
    return null;
  }
}

function turn() {
  show(THEMES[(THEMES.indexOf(current()) + 1) % THEMES.length]);
  try {
    localStorage.setItem(PLACE, current());
  } catch {
    // See above.
  }
}

show(stored());
addEventListener("storage", ({ key }) => key === PLACE && show(stored()));
addEventListener("DOMContentLoaded", () => document.getElementById("theme").addEventListener("click", turn));
