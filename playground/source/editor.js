// The editor: CodeMirror with the language, and diagnostics in place.

import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from "@codemirror/commands";
import { bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorSelection, EditorState, Prec } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

import { language } from "./language.js";

/** Blanks of a level. */
const INDENTATION = "    ";

export class Editor {
  #view;
  #language = new Compartment();

  /** `onChange()` is called for every change of the text, `onRun()` for Ctrl-Enter. */
  constructor(parent, { onChange, onRun }) {
    const run = { key: "Mod-Enter", run: () => (onRun(), true), preventDefault: true };
    this.#view = new EditorView({
      parent,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        indentUnit.of(INDENTATION),
        EditorState.tabSize.of(INDENTATION.length),
        syntaxHighlighting(classHighlighter),
        bracketMatching(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        search({ top: true }),
        lintGutter(),
        this.#language.of([]),
        Prec.highest(keymap.of([run])),
        keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap, indentWithTab]),
        EditorView.contentAttributes.of({
          "aria-label": "Program. Press Escape, then Tab, to leave the editor.",
          autocapitalize: "off",
          autocorrect: "off",
          spellcheck: "false",
          translate: "no",
          // What can be edited can be focused; that it says so lets the region around it scroll by keys.
          tabindex: "0",
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange();
        }),
      ],
    });
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  /** Another text; going back to the former one is possible. */
  set text(text) {
    const { state } = this.#view;
    if (text === this.text) return;
    const line = state.doc.lineAt(state.selection.main.head).number;
    const insert = state.toText(text);
    const at = insert.line(Math.min(line, insert.lines)).from;
    // One change: its selection is a place in the new text.
    this.#view.dispatch({
      changes: { from: 0, to: state.doc.length, insert },
      selection: EditorSelection.cursor(at),
      scrollIntoView: true,
      // Undone by itself, however quickly it came behind another change.
      annotations: isolateHistory.of("full"),
    });
  }

  /** From now on these words are highlighted. */
  know(keywords, functions) {
    this.#view.dispatch({ effects: this.#language.reconfigure(language(keywords, functions)) });
  }

  /** Shows what is wrong where it is. */
  mark(marks) {
    const diagnostics = marks.map((mark) => this.#diagnostic(mark)).sort((one, other) => one.from - other.from);
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
  }

  /** Puts the cursor at a line and a column in characters, both from 1. */
  go(line, column) {
    const at = this.#offset({ line, column });
    this.#view.dispatch({
      selection: EditorSelection.cursor(at),
      effects: EditorView.scrollIntoView(at, { y: "center" }),
    });
    this.#view.focus();
  }

  focus() {
    this.#view.focus();
  }

  #diagnostic({ code, warning, message, notes, places }) {
    const place = places.find(({ file }) => file === null);
    const elsewhere = places.find(({ file }) => file !== null);
    const from = place ? this.#offset(place.from) : 0;
    const to = place ? Math.max(this.#offset(place.to), from) : 0;
    const lines = [`${code}: ${message}`];
    if (place?.text) lines.push(place.text);
    if (elsewhere) lines.push(`in ${elsewhere.file}, line ${elsewhere.from.line}`);
    lines.push(...notes);
    return { from, to, severity: warning ? "warning" : "error", message: lines.join("\n") };
  }

  /** Columns count characters, the editor counts units of UTF-16. */
  #offset({ line, column }) {
    const { doc } = this.#view.state;
    const { from, text } = doc.line(Math.min(Math.max(line, 1), doc.lines));
    let at = 0;
    for (const character of text) {
      if (--column < 1) break;
      at += character.length;
    }
    return from + at;
  }
}
