// Light and dark: as the system has it, or as chosen; the choice is kept where the browser keeps any.

const THEMES = ["system", "light", "dark"];
const THEME_NAMES = {
  en: { theme: "theme", system: "system", light: "light", dark: "dark" },
  hr: { theme: "tema", system: "sustav", light: "svijetla", dark: "tamna" },
};

/** Shows a page in a theme. */
function applyTheme(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** The theme that the address names, else the one that was chosen before. */
function firstTheme() {
  let theme = new URLSearchParams(location.search).get("theme");
  try {
    theme ??= localStorage.getItem("pram-theme");
  } catch {
    // Some browsers keep nothing for files, or for pages in a frame.
  }
  return THEMES.includes(theme) ? theme : "system";
}

/** A button that goes from theme to theme, in a language. */
function themeButton(language) {
  const button = document.createElement("button"), names = THEME_NAMES[language] ?? THEME_NAMES.en;
  let theme = firstTheme();
  const show = () => {
    applyTheme(theme);
    button.textContent = `${names.theme}: ${names[theme]}`;
  };
  button.type = "button";
  button.className = "theme";
  button.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    try {
      localStorage.setItem("pram-theme", theme);
    } catch {
      // It then holds for this page alone.
    }
    show();
  });
  show();
  return button;
}
