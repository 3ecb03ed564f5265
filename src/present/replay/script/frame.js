// The frame of a page, whatever the machine: title, controls, keyboard, address, program, print.

const PRINTED_STOPS = 60;

/** A line in its colours; `colours` lists from which character to before which, and what is there. */
function coloured(text, colours = []) {
  const characters = Array.from(text), parts = [];
  let end = 0;
  for (const [from, to, kind] of colours) {
    parts.push(characters.slice(end, from).join(""), html("span", { class: `code-${kind}` }, characters.slice(from, to).join("")));
    end = to;
  }
  return [...parts, characters.slice(end).join("")].filter(part => part !== "");
}

/** What does not fit into a row goes on in the next one, a little further in than the line begins. */
function hanging(node, text) {
  node.style.setProperty("--in", `${Math.min(24, text.length - text.trimStart().length) + 2}ch`);
  return node;
}

/** A source with line numbers; lines are marked later. */
function listing({ name, lines: texts, colours = [] }, heading) {
  const lines = texts.map((text, i) => html("span", { class: "line" },
    html("span", { class: "number", "aria-hidden": "true" }, String(i + 1)), html("span", { class: "letter" }),
    hanging(html("span", { class: "code" }, ...coloured(text, colours[i]), "\n"), text)));
  const box = html("pre", { tabindex: 0, role: "group", "aria-label": name }, ...lines);
  return { box, lines, node: html("div", {}, html(heading, { class: "part" }, name), box), marked: [] };
}

/** Inputs in short, one each. */
const inputTexts = trace => Object.entries(trace.inputs).map(([name, value]) => `${name} = ${value}`);

/** The file without its folders, and what was run. */
const titleOf = ({ file, entry }) => `${file.split(/[/\\]/).at(-1)} · ${entry}`;

/** One trace on one element. A class for each machine says what a stop shows: `views`, `unit` in which
 *  the run is counted, `facts` below the title, `settings` beside the controls, `drawTime`, `firstWords`, `sentence`,
 *  `lastWords`, `marks` in the program, `counts`, `printedLines`, `sheet` on paper. `run` has `trace`, `last`, `length`,
 *  `numberOf(stop)`, `stopOf(number)`, `seek(stop)`. */
class Frame {
  constructor(run, options) {
    this.run = run;
    this.words = run.words;
    this.options = options;
    this.stop = 0;
    this.viewNames = Object.keys(this.views());
    [this.view] = this.viewNames;
    this.typed = "";
    this.removal = new AbortController();
    this.limits = new Map();
    // In a frame of slides: the picture, the sentence and the keys.
    this.isCompact = Boolean(options.page) && new URLSearchParams(location.search).has("compact");
    this.title = options.page ? "h1" : "h2";
    this.heading = options.page ? "h2" : "h3";
    this.listings = run.trace.sources.map(source => listing(source, this.heading));
    this.go = stop => {
      this.player.stop();
      this.show(stop);
    };
    this.player = new Player(run.words, {
      isAtEnd: () => this.stop === run.last,
      go: isFirst => this.show(isFirst ? 0 : this.stop + 1),
      // What is shown for a moment only is not announced.
      changed: isPlaying => this.status.setAttribute("aria-live", isPlaying ? "off" : "polite"),
    });
  }

  /** Shows the first stop at the end of an element. */
  begin(element) {
    this.build(element);
    this.listen();
    if (this.options.page) this.readAddress();
    if (this.options.step !== undefined) this.stop = this.run.stopOf(this.options.step);
    this.show(this.stop);
  }

  build(element) {
    const { trace, last } = this.run, { words } = this, unit = words[this.unit];
    const button = (label, d, target) => on(html("button", { type: "button", "aria-label": label, title: label }, sign(d)), "click", () => this.go(target()));
    this.first = button(unit.first, "M2.5 2.5h2v11h-2zM13 2.5l1.4 1.4L10.300 8l4.100 4.100L13 13.500 7.500 8z", () => 0);
    this.back = button(unit.back, "M10.500 2l1.500 1.500L7.500 8l4.500 4.500-1.500 1.500L4.500 8z", () => this.stop - 1);
    this.next = button(unit.forward, "M5.500 2L4 3.500 8.500 8 4 12.500 5.500 14l6-6z", () => this.stop + 1);
    this.end = button(unit.last, "M11.500 2.500h2v11h-2zM3 2.500L1.600 3.900 5.700 8l-4.100 4.100L3 13.500 8.500 8z", () => last);
    this.slider = on(html("input", { type: "range", min: 0, max: last, value: 0, "aria-label": unit.name }), "input", () => this.go(Number(this.slider.value)));
    this.where = html("output", { class: "where" });
    this.timeline = html("div", { class: "time" });
    this.status = html("p", { class: "status", role: "status" });
    this.ending = html("div", { class: "ending" });
    // Plain buttons, not ARIA tabs: these would take the arrow keys from stepping.
    this.tabs = this.viewNames.map(view => on(html("button", { type: "button" }, words.views[view]),
      "click", () => this.turn(view)));
    this.panel = html("div", { class: "panel", role: "group" });
    this.source = html("div", { class: "source" });
    this.cost = html("div", { class: "costs" });
    this.printed = html("div");
    this.sheets = html("div", { class: "sheets" });
    this.statement = html("div", { class: "statement" });
    const kinds = ["pram-replay", this.options.page ? "page" : "", this.isCompact ? "compact" : ""].filter(Boolean).join(" ");
    this.root = html(this.options.page ? "main" : "section", { class: kinds, lang: words.code, "aria-label": words.replayOf(trace.entry) },
      html("div", { class: "screen" },
        html("div", { class: "head" }, this.options.page ? themeButton(words.code) : null, html(this.title, { class: "title" }, titleOf(trace)),
          ...this.facts().map(fact => html("p", { class: "facts" }, fact))),
        html("div", { class: "bar controls", role: "group", "aria-label": unit.several }, this.first, this.back, this.player.button, this.next, this.end, this.slider, this.where,
          html("span", { class: "keys" }, unit.shortKeys), this.player.speed, ...this.settings()),
        this.timeline,
        html("div", { class: "columns" },
          html("div", { class: "machine" }, this.status, this.statement, html("div", { class: "tabs", role: "group", "aria-label": words.viewsName }, ...this.tabs), this.panel, this.ending),
          html("div", { class: "program" }, this.source, html(this.heading, { class: "part" }, words.costSoFar), this.cost, this.printed)),
        html("p", { class: "note keys" }, unit.keys)),
      this.sheets);
    element.append(this.root);
  }

  listen() {
    const target = this.options.page ? document : this.root;
    const whileShown = { signal: this.removal.signal };
    on(target, "keydown", event => this.key(event), whileShown);
    on(window, "beforeprint", () => this.print(), whileShown);
    on(window, "afterprint", () => this.sheets.replaceChildren(), whileShown);
    if (this.options.page) on(window, "hashchange", () => {
      this.readAddress();
      this.go(this.stop);
    }, whileShown);
    let width = this.root.clientWidth;
    this.size = new ResizeObserver(() => {
      if (Math.abs(this.root.clientWidth - width) < 8) return;
      width = this.root.clientWidth;
      this.show(this.stop);
    });
    this.size.observe(this.root);
  }

  remove() {
    this.player.stop();
    this.removal.abort();
    this.size.disconnect();
    this.root.remove();
  }

  /** Presenters' remotes have the page keys. */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target, key } = event, isField = target.matches?.("select, textarea, input:not([type=checkbox])");
    if (isField && target !== this.slider) return;
    const steps = { ArrowRight: 1, ArrowLeft: -1, PageDown: 1, PageUp: -1, " ": event.shiftKey ? -1 : 1 }, ends = { Home: 0, End: this.run.last };
    // What has the keyboard and uses the key itself keeps it: a button Space, a box that scrolls the keys that scroll it.
    const isPressed = key === " " && target.matches?.("button, summary, input, a");
    const scrolls = target.matches?.(".scroll, pre") && (key.startsWith("Page") || key === " "
      ? target.scrollHeight > target.clientHeight + 1 : target.scrollWidth > target.clientWidth + 1);
    if (key in steps || key in ends) {
      if (isPressed || scrolls) return;
      this.typed = "";
      if (key in ends) this.go(ends[key]); else this.move(steps[key]);
      event.preventDefault();
    } else if (key === "p" || key === "P") {
      this.player.toggle();
    } else if (/^[0-9]$/.test(key)) {
      this.typed = (this.typed + key).slice(0, 15);
      this.where.textContent = this.words[this.unit].goTo(this.typed);
    } else if (this.typed !== "" && (key === "Enter" || key === "Escape")) {
      const number = Number(this.typed);
      this.typed = "";
      this.go(key === "Enter" ? this.run.stopOf(number) : this.stop);
      event.preventDefault();
    }
  }

  /** A step forward or back. Beyond the ends of the run the slides go on in which the page has a frame: this is a message
   *  as reveal.js reads it. */
  move(by) {
    const isBeyond = by > 0 ? this.stop === this.run.last : this.stop === 0;
    if (isBeyond && this.isCompact && window.parent !== window) {
      window.parent.postMessage(JSON.stringify({ method: by > 0 ? "next" : "prev" }), "*");
    }
    this.go(this.stop + by);
  }

  /** `#step=12&view=network` */
  readAddress() {
    const moment = new URLSearchParams(location.hash.slice(1)), number = Number(moment.get("step"));
    if (moment.has("step") && Number.isFinite(number)) this.stop = this.run.stopOf(number);
    if (this.viewNames.includes(moment.get("view"))) this.view = moment.get("view");
  }

  turn(view) {
    this.view = view;
    this.show(this.stop);
  }

  /** Draws a stop: all of the page follows from it, the view and the settings. */
  show(stop) {
    const { run } = this;
    this.stop = Math.max(0, Math.min(run.last, stop));
    stop = this.stop;
    run.seek(stop);
    const number = run.numberOf(stop);
    this.slider.value = stop;
    const unit = this.words[this.unit], { digits } = this.words;
    this.slider.setAttribute("aria-valuetext", unit.at(number, run.length));
    this.where.textContent = unit.at(digits(number), digits(run.length));
    this.first.disabled = this.back.disabled = stop === 0;
    this.next.disabled = this.end.disabled = stop === run.last;
    if (document.activeElement === document.body || document.activeElement === null) this.typed = "";
    this.timeline.replaceChildren(...(run.last > 0 ? [this.drawTime(Math.max(200, this.timeline.clientWidth || 800))] : []));
    this.say();
    this.showProgram();
    this.cost.replaceChildren(...this.counts(stop));
    const lines = this.printedLines(stop);
    this.printed.replaceChildren(...(lines.length > 0 ? [html(this.heading, { class: "part" }, this.words.printedSoFar), html("pre", { class: "printed", tabindex: 0, role: "group", "aria-label": this.words.printedSoFar }, lines.slice(-200).join("\n"))] : []));
    this.showPanel();
    if (this.options.page) this.writeAddress(number);
    this.options.onStep?.(number);
  }

  say() {
    const { run, stop } = this, { ending } = run.trace, parts = [];
    this.status.replaceChildren(...(stop === 0 ? [html("strong", {}, `${this.words[this.unit].before}. `), this.firstWords()] : this.sentence()));
    if (stop === run.last) {
      this.status.append(" ", html("strong", { class: ending.succeeded ? undefined : "failure" }, this.lastWords()));
      parts.push(...this.endMessage({ tabindex: 0, role: "group", "aria-label": this.words.endMessage }));
    }
    this.ending.className = `ending${ending.succeeded ? "" : " failed"}`;
    this.ending.replaceChildren(...parts);
  }

  /** The message at the end of the run: it is in English, and what its code means in the language of the page. */
  endMessage(attributes = {}) {
    const { message } = this.run.trace.ending;
    if (!message) return [];
    const meaning = this.words.meaningOf(/^error\[(E\d{4})\]/m.exec(message)?.[1]);
    return [meaning ? html("p", {}, meaning) : "", html("pre", { lang: "en", ...attributes }, message)];
  }

  /** The sources in which the lines of the stop lie, with these marked: where several are, by their letters. */
  showProgram() {
    for (const { marked } of this.listings) {
      for (const line of marked.splice(0)) {
        line.classList.remove("now");
        line.removeAttribute("aria-current");
        line.children[1].textContent = "";
      }
    }
    const marks = this.stop === 0 ? [] : this.marks(), shown = new Set();
    marks.forEach((mark, g) => {
      const at = this.listings[mark.source], line = at?.lines[mark.line - 1];
      if (!line) return;
      shown.add(mark.source);
      line.classList.add("now");
      line.setAttribute("aria-current", "step");
      if (marks.length > 1 && line.children[1].textContent.length < 3) line.children[1].textContent += letter(g);
      at.marked.push(line);
    });
    if (shown.size === 0) shown.add(this.lastSource ?? 0);
    [this.lastSource] = shown;
    const now = this.isCompact ? this.listings.flatMap(({ marked }) => marked).slice(0, 2) : [];
    this.statement.replaceChildren(...now.map(line => {
      const nodes = [...line.children[2].childNodes].map(node => node.cloneNode(true));
      nodes[0].textContent = nodes[0].textContent.trimStart();
      return html("pre", {}, ...nodes);
    }));
    const nodes = [...shown].sort((a, b) => a - b).map(source => this.listings[source]).filter(Boolean);
    if (nodes.length !== this.source.childElementCount || nodes.some(({ node }, i) => this.source.children[i] !== node)) {
      this.source.replaceChildren(...nodes.map(({ node }) => node));
    }
    for (const { box, marked } of nodes) {
      if (marked.length === 0) continue;
      const top = marked[0].offsetTop;
      if (top < box.scrollTop + 20 || top > box.scrollTop + box.clientHeight - 40) box.scrollTop = Math.max(0, top - box.clientHeight / 2);
    }
  }

  /** The button of a view. */
  tabOf(view) {
    return this.tabs[this.viewNames.indexOf(view)];
  }

  showPanel() {
    this.tabs.forEach((tab, i) => {
      const isChosen = this.viewNames[i] === this.view;
      tab.setAttribute("aria-pressed", String(isChosen));
      if (isChosen) this.panel.setAttribute("aria-label", this.words.views[this.view]);
    });
    const { stop } = this, old = this.panel.querySelector(".scroll"), left = old?.scrollLeft ?? 0;
    const hadFocus = old !== null && document.activeElement === old;
    const focused = [...this.panel.querySelectorAll("button")].indexOf(document.activeElement);
    const available = Math.max(280, (this.panel.clientWidth || 820) - 2);
    if (this.limitsOf !== stop) this.limits = new Map();
    this.limitsOf = stop;
    this.panel.replaceChildren(...this.views(available, () => this.showPanel())[this.view]().filter(Boolean));
    if (focused >= 0) this.panel.querySelectorAll("button")[focused]?.focus({ preventScroll: true });
    const box = this.panel.querySelector(".scroll");
    if (box) {
      box.scrollLeft = left;
      if (box.classList.contains("network")) box.scrollTop = box.scrollHeight;
      if (hadFocus) box.focus({ preventScroll: true });
    }
  }

  writeAddress(number) {
    const moment = `#step=${number}&view=${this.view}`;
    if (location.hash === moment || (location.hash === "" && number === 0 && this.view === this.viewNames[0])) return;
    try {
      history.replaceState(null, "", moment);
    } catch {
      // Some browsers forbid it for files, or so often in a second; the address is then no link to this moment.
    }
  }

  /** Makes a sheet of each stop; of many only of the one that is shown. */
  print() {
    const { run, stop } = this, { trace } = run;
    const stops = run.last <= PRINTED_STOPS && run.last > 0 ? Array.from({ length: run.last }, (_, i) => i + 1) : [stop];
    const title = [titleOf(trace), modelName(trace.machine.model), ...inputTexts(trace)].join(" · ");
    const sheets = stops.map(at => {
      run.seek(at);
      const message = at === run.last ? this.endMessage() : [];
      // On paper the title of the first sheet is that of all.
      const head = html(at === stops[0] ? this.title : "p", { class: "facts" }, title);
      const isAlone = stops.length < run.last ? [html("p", { class: "note" }, run.words.printedAlone(PRINTED_STOPS, run.last))] : [];
      return html("div", { class: "sheet" }, head, ...isAlone, ...this.sheet(at), ...message);
    });
    for (const sheet of sheets) for (const drawing of sheet.querySelectorAll(".scroll > svg")) {
      drawing.setAttribute("width", "100%");
      drawing.removeAttribute("height");
    }
    run.seek(stop);
    this.sheets.replaceChildren(...sheets);
  }
}
