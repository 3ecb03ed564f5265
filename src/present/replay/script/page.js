// The page: program, cost, sentence, controls, keyboard, address, print.

const VIEWS = [["step", "Step"], ["network", "Network"], ["memory", "Memory"], ["processors", "Processors"], ["why", "Why"]];
const TIERS = {
  full: "all accesses and values",
  window: "values of the first cells of each array only",
  shape: "patterns of accesses, no values",
};
const PRINTED_STEPS = 60;

/** The step in words: which, where, what its groups did. */
function stepWords(run, stop) {
  const step = run.step(stop), lines = [...new Set(step.groups.map(group => group.line))];
  const gap = run.leftOut(stop) > 0 ? `${plural(run.leftOut(stop), "step")} before it left out of this trace. ` : "";
  const place = lines.length > 0 ? `, line${lines.length > 1 ? "s" : ""} ${lines.slice(0, 6).join(", ")}` : "";
  const isLettered = step.sentences.length > 1 && step.sentences.length === step.groups.length;
  const sentences = step.sentences.slice(0, 6).map((sentence, g) => isLettered ? `${letter(g)}: ${sentence}.` : `${capital(sentence)}.`);
  if (step.sentences.length > 6) sentences.push(`And ${plural(step.sentences.length - 6, "more group")}.`);
  return { head: `Step ${digits(step.number)} of ${digits(run.trace.length)}${place}`, gap, sentences };
}

/** Whether the step is legal on the chosen model, in words. */
function verdictWords(run, stop, model) {
  const step = run.step(stop), verdict = judge(run, step, model), name = modelName(model);
  if (!verdict.rule) return { text: `${name}: its rule is about sections, not single steps.`, kind: "" };
  if (verdict.illegal.length === 0) {
    if (!verdict.isKnown) return { text: `On ${name}: not known, since this trace does not tell all cells in which processors met.`, kind: "" };
    return { text: `Legal on ${name}.`, kind: "good" };
  }
  const told = verdict.illegal.slice(0, verdict.illegal.length > 2 ? 1 : 2).map(met => {
    const more = met.count - met.processors.length;
    const who = met.processors.join("; ");
    const differ = met.writes && !met.agree ? " with different values" : "";
    return `${met.cell} is ${met.writes ? "written" : "read"} by ${plural(met.count, "processor")}${differ} (${who}${more > 0 ? ` and ${digits(more)} more` : ""})`;
  });
  const rest = verdict.illegal.length - told.length;
  return { text: `✗ Illegal on ${name}: ${told.join("; ")}${rest > 0 ? `; and ${plural(rest, "more cell")}` : ""}.`, kind: "bad" };
}

/** The cells in which processors met, whatever the model says of them. */
function meetingsView(run, stop, model) {
  const step = run.step(stop), { met, isCut } = meetings(run, step);
  if (met.length === 0) return null;
  const verdict = judge(run, step, model);
  const rows = met.slice(0, 100).map(meeting => {
    const more = meeting.count - meeting.processors.length;
    const what = meeting.writes ? meeting.agree ? "write the same value" : "write different values" : meeting.at_once ? "read at the same moment" : "read at different moments";
    const isBad = verdict.illegal.includes(meeting);
    return html("tr", {}, html("th", { scope: "row" }, meeting.cell),
      html("td", {}, `${meeting.processors.join("; ")}${more > 0 ? ` and ${digits(more)} more` : ""}`),
      html("td", {}, what + (meeting.winner ? `; that of ${meeting.winner} stays` : "")),
      html("td", { class: isBad ? "bad" : undefined }, !verdict.rule ? "–" : isBad ? "✗ illegal" : "legal"));
  });
  const count = isCut ? step.met_count : met.length;
  const title = `${plural(count, "cell")} in which processors met${count > rows.length ? `, the first ${rows.length}` : ""}`;
  return html("details", { open: met.length <= 4 }, html("summary", {}, title), table(title, ["cell", "processors", "what they do", `on ${modelName(model)}`], rows, "met"));
}

/** The cost until behind a stop as tables; C at the end. */
function costView(run, stop) {
  const cost = stop === 0 ? { rounds: [0, 0], steps: [0, 0], instructions: [0, 0] } : run.step(stop).cost;
  const units = ["rounds", "steps", "instructions"], { ending } = run.trace;
  const row = (name, numbers) => html("tr", {}, html("th", { scope: "row" }, name), ...numbers.map(number => html("td", {}, number === undefined ? "–" : digits(number))));
  const rows = [row("T", units.map(unit => cost[unit][0])), row("W", units.map(unit => cost[unit][1]))];
  if (stop === run.last && Array.isArray(ending.cost)) rows.push(row("C", ending.cost));
  const end = stop === run.last && Array.isArray(ending.cost) ? `; C = p·T, p = ${digits(ending.processors)}` : "";
  const tables = [table(`time T and work W${end}`, ["", ...units], rows, "cost")];
  if (run.isAsynchronous) {
    const known = run.steps.slice(0, stop).reverse().find(step => step.cost.apram)?.cost.apram ?? [];
    tables.push(table("asynchronous", ["T", "W", "sections over"], [html("tr", {}, ...[0, 1, 2].map(i => html("td", {}, known[i] === undefined ? "–" : digits(known[i]))))], "cost"));
  }
  return tables;
}

/** A source with line numbers; lines are marked later. */
function listing(source, heading) {
  const lines = source.lines.map((text, i) => html("span", { class: "line" },
    html("span", { class: "number", "aria-hidden": "true" }, String(i + 1)), html("span", { class: "letter" }), text + "\n"));
  const box = html("pre", { tabindex: 0, role: "group", "aria-label": source.name }, ...lines);
  return { box, lines, node: html("div", {}, html(heading, { class: "part" }, source.name), box), marked: [] };
}

/** One trace on one element. */
class Replay {
  constructor(element, run, options) {
    this.run = run;
    this.options = options;
    this.stop = 0;
    this.view = "step";
    this.model = run.trace.machine.model;
    this.typed = "";
    this.removal = new AbortController();
    this.pages = new Map();
    this.chosen = null;
    this.title = options.page ? "h1" : "h2";
    this.heading = options.page ? "h2" : "h3";
    this.listings = run.trace.sources.map(source => listing(source, this.heading));
    this.go = stop => this.show(stop);
    this.build(element);
    this.listen();
    if (options.page) this.readAddress();
    if (options.step !== undefined) this.stop = run.stopOf(options.step);
    this.show(this.stop);
  }

  build(element) {
    const { trace, last } = this.run, { machine, inputs } = trace;
    const facts = [modelName(machine.model), plural(machine.processors, "processor"),
      ...(machine.simultaneity === "access" ? ["accesses at the same moment meet"] : []),
      ...Object.entries(inputs).map(([name, value]) => `${name} = ${value}`)];
    const told = last < trace.length ? `${digits(last)} of ${digits(trace.length)} steps, the others in the middle left out` : `all ${plural(last, "step")}`;
    const button = (label, d, target) => on(html("button", { type: "button", "aria-label": label, title: label }, sign(d)), "click", () => this.show(target()));
    this.first = button("Before the first step (Home)", "M3 2h2v12H3zM14 2v12L6 8z", () => 0);
    this.back = button("Step back (left arrow)", "M12 2v12L4 8z", () => this.stop - 1);
    this.next = button("Step forward (right arrow)", "M4 2v12l8-6z", () => this.stop + 1);
    this.end = button("Last step (End)", "M2 2v12l8-6zM11 2h2v12h-2z", () => last);
    this.slider = on(html("input", { type: "range", min: 0, max: last, value: 0, "aria-label": "Step" }), "input", () => this.show(Number(this.slider.value)));
    this.where = html("output", { class: "where" });
    const models = MODELS.includes(machine.model) ? MODELS : [machine.model, ...MODELS];
    this.select = html("select", {}, ...models.map(model => html("option", { value: model, selected: model === machine.model },
      modelName(model) + (model === machine.model ? " (as run)" : ""))));
    on(this.select, "change", () => {
      this.model = this.select.value;
      this.show(this.stop);
    });
    this.all = on(html("input", { type: "checkbox", checked: true }), "change", () => this.show(this.stop));
    this.timeline = html("div", { class: "time" });
    this.status = html("p", { class: "status", role: "status" });
    this.ending = html("div", { class: "ending" });
    // Plain buttons, not ARIA tabs: these would take the arrow keys from stepping.
    this.tabs = VIEWS.map(([view, name]) => on(html("button", { type: "button" }, name),
      "click", () => this.turn(view)));
    this.panel = html("div", { class: "panel", role: "group" });
    this.source = html("div", { class: "source" });
    this.cost = html("div", { class: "costs" });
    this.printed = html("div");
    this.sheets = html("div", { class: "sheets" });
    this.root = html(this.options.page ? "main" : "section", { class: this.options.page ? "pram-replay page" : "pram-replay", "aria-label": `Replay of ${trace.entry}` },
      html("div", { class: "screen" },
        html("div", { class: "head" }, html(this.title, { class: "title" }, `${trace.file} · ${trace.entry}`),
          html("p", { class: "facts" }, facts.join(" · ")),
          html("p", { class: "facts" }, `Recorded: ${TIERS[trace.tier] ?? trace.tier}; ${told}.`)),
        html("div", { class: "bar controls", role: "group", "aria-label": "Steps" }, this.first, this.back, this.next, this.end, this.slider, this.where,
          html("label", {}, "model ", this.select), html("label", {}, this.all, " all arrows")),
        this.timeline,
        html("div", { class: "columns" },
          html("div", { class: "machine" }, this.status, html("div", { class: "tabs", role: "group", "aria-label": "Views" }, ...this.tabs), this.panel, this.ending),
          html("div", { class: "program" }, this.source, html(this.heading, { class: "part" }, "Cost so far"), this.cost, this.printed)),
        html("p", { class: "note keys" }, "Keys: ← → a step, Home and End, digits then Enter go to a step.")),
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
      this.show(this.stop);
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
    this.removal.abort();
    this.size.disconnect();
    this.root.remove();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target, key } = event, isField = target.matches?.("select, textarea, input:not([type=checkbox])");
    const isSlider = target === this.slider;
    if (isField && !isSlider) return;
    const targets = { ArrowRight: this.stop + 1, ArrowLeft: this.stop - 1, Home: 0, End: this.run.last };
    if (key in targets) {
      const scrolls = target.matches?.(".scroll, pre") && target.scrollWidth > target.clientWidth + 1;
      if (scrolls) return;
      this.typed = "";
      this.show(targets[key]);
      event.preventDefault();
    } else if (/^[0-9]$/.test(key)) {
      this.typed = (this.typed + key).slice(0, 15);
      this.where.textContent = `go to step ${this.typed}, Enter`;
    } else if (this.typed !== "" && (key === "Enter" || key === "Escape")) {
      const number = Number(this.typed);
      this.typed = "";
      this.show(key === "Enter" ? this.run.stopOf(number) : this.stop);
      event.preventDefault();
    }
  }

  /** `#step=12&view=network` */
  readAddress() {
    const moment = new URLSearchParams(location.hash.slice(1)), number = Number(moment.get("step"));
    if (moment.has("step") && Number.isFinite(number)) this.stop = this.run.stopOf(number);
    if (VIEWS.some(([view]) => view === moment.get("view"))) this.view = moment.get("view");
  }

  turn(view) {
    this.view = view;
    this.show(this.stop);
  }

  /** Draws a stop: all of the page follows from it, the view and the model. */
  show(stop) {
    const { run } = this;
    this.stop = Math.max(0, Math.min(run.last, stop));
    stop = this.stop;
    run.seek(stop);
    const number = stop === 0 ? 0 : run.step(stop).number;
    this.slider.value = stop;
    this.slider.setAttribute("aria-valuetext", `step ${number} of ${run.trace.length}`);
    this.where.textContent = `step ${digits(number)} of ${digits(run.trace.length)}`;
    this.first.disabled = this.back.disabled = stop === 0;
    this.next.disabled = this.end.disabled = stop === run.last;
    if (document.activeElement === document.body || document.activeElement === null) this.typed = "";
    this.timeline.replaceChildren(...(run.last > 0 ? [timeline(run, stop, this.model, Math.max(200, this.timeline.clientWidth || 800), this.go)] : []));
    this.say();
    this.showProgram();
    this.cost.replaceChildren(...costView(run, stop));
    const lines = run.steps.slice(0, stop).flatMap(step => step.printed ?? []);
    this.printed.replaceChildren(...(lines.length > 0 ? [html(this.heading, { class: "part" }, "Printed so far"), html("pre", { class: "printed", tabindex: 0, role: "group", "aria-label": "Printed so far" }, lines.slice(-200).join("\n"))] : []));
    this.showPanel();
    if (this.options.page) this.writeAddress(number);
    this.options.onStep?.(number);
  }

  say() {
    const { run, stop } = this, { ending } = run.trace;
    if (stop === 0) {
      this.status.replaceChildren(html("strong", {}, "Before the first step. "), run.last === 0 ? "This run takes no step." : `The run takes ${plural(run.trace.length, "step")}.`);
    } else {
      const { head, gap, sentences } = stepWords(run, stop), { text, kind } = verdictWords(run, stop, this.model);
      this.status.replaceChildren(html("strong", {}, `${head}. `), gap, `${sentences.join(" ")} `, html("span", { class: `verdict ${kind}` }, text));
    }
    const parts = [];
    if (stop === run.last) {
      const end = ending.succeeded ? "The run came to its end and broke no rule."
        : run.last > 0 && run.step(stop).broken ? "The run breaks off here; the message is below." : "The run ends here with errors; they are below.";
      this.status.append(" ", html("strong", { class: ending.succeeded ? undefined : "failure" }, end));
      if (ending.message) parts.push(html("pre", { tabindex: 0, role: "group", "aria-label": "Message at the end of the run" }, ending.message));
    }
    this.ending.className = `ending${ending.succeeded ? "" : " failed"}`;
    this.ending.replaceChildren(...parts);
  }

  /** The sources in which the step's lines lie, with these marked: where several groups are, by their letters. */
  showProgram() {
    for (const { marked } of this.listings) {
      for (const line of marked.splice(0)) {
        line.classList.remove("now");
        line.removeAttribute("aria-current");
        line.children[1].textContent = "";
      }
    }
    const groups = this.stop === 0 ? [] : this.run.step(this.stop).groups, shown = new Set();
    groups.forEach((group, g) => {
      const at = this.listings[group.source], line = at?.lines[group.line - 1];
      if (!line) return;
      shown.add(group.source);
      line.classList.add("now");
      line.setAttribute("aria-current", "step");
      if (groups.length > 1 && line.children[1].textContent.length < 3) line.children[1].textContent += letter(g);
      at.marked.push(line);
    });
    if (shown.size === 0) shown.add(this.lastSource ?? 0);
    [this.lastSource] = shown;
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

  showPanel() {
    this.tabs.forEach((tab, i) => {
      const isChosen = VIEWS[i][0] === this.view;
      tab.setAttribute("aria-pressed", String(isChosen));
      if (isChosen) this.panel.setAttribute("aria-label", VIEWS[i][1]);
    });
    const { run, stop, model } = this, old = this.panel.querySelector(".scroll"), left = old?.scrollLeft ?? 0;
    const hadFocus = old !== null && document.activeElement === old;
    const available = Math.max(280, (this.panel.clientWidth || 820) - 2);
    const redraw = () => this.showPanel();
    if (this.pagesOf !== stop) this.limits = new Map();
    this.pagesOf = stop;
    const views = {
      step: () => stop === 0 ? [memoryPicture(run, available)]
        : [...stepPicture(run, stop, judge(run, run.step(stop), model), { available, isAll: this.all.checked }), meetingsView(run, stop, model)],
      network: () => networkView(run, stop, model, available),
      memory: () => memoryView(run, stop, this.pages, redraw, (array, cell) => {
        this.chosen = { array, cell };
        this.turn("why");
        this.tabs[4].focus();
      }),
      processors: () => processorsView(run, stop, this.limits, redraw),
      why: () => whyView(run, stop, this.chosen ?? this.someCell(), (array, cell) => {
        this.chosen = { array, cell };
        redraw();
        this.panel.querySelector(cell === 0 ? "select" : "input")?.focus();
      }, this.go),
    };
    this.panel.replaceChildren(...views[this.view]().filter(Boolean));
    const box = this.panel.querySelector(".scroll");
    if (box) {
      box.scrollLeft = left;
      if (this.view === "network") box.scrollTop = box.scrollHeight;
      if (hadFocus) box.focus({ preventScroll: true });
    }
  }

  /** The cell to ask about where none was chosen: one that was written last. */
  someCell() {
    for (let at = this.stop; at > 0; at--) {
      let found = null;
      if (!this.run.step(at).broken) this.run.eachAccess(this.run.step(at), (_, site, i) => {
        if (site.writes && !this.run.arrays[site.array].isGuessed) found = { array: site.array, cell: site.cells.at(i) };
      });
      if (found) return found;
    }
    return { array: 0, cell: 0 };
  }

  writeAddress(number) {
    const moment = `#step=${number}&view=${this.view}`;
    if (location.hash === moment || (location.hash === "" && number === 0 && this.view === "step")) return;
    try {
      history.replaceState(null, "", moment);
    } catch {
      // Some browsers forbid it for files, or so often in a second; the address is then no link to this moment.
    }
  }

  /** Makes a sheet of each step; of many steps only of the one that is shown. */
  print() {
    const { run, stop, model } = this, { trace } = run;
    const stops = run.last <= PRINTED_STEPS && run.last > 0 ? Array.from({ length: run.last }, (_, i) => i + 1) : [stop];
    const sheets = stops.map(at => {
      run.seek(at);
      const title = html("p", { class: "facts" }, `${trace.file} · ${trace.entry} · ${modelName(trace.machine.model)} · ${Object.entries(trace.inputs).map(([name, value]) => `${name} = ${value}`).join(" · ")}`);
      if (at === 0) return html("div", { class: "sheet" }, title, html("h2", {}, "Before the first step"), memoryPicture(run, 680));
      const step = run.step(at), { head, gap, sentences } = stepWords(run, at), { text, kind } = verdictWords(run, at, model);
      const statements = step.groups.slice(0, 12).map((group, g) => `${step.groups.length > 1 ? `${letter(g)}: ` : ""}${trace.sources[group.source]?.name}:${group.line}  ${group.statement}`);
      const drawn = stepPicture(run, at, judge(run, step, model), { available: 680, isAll: this.all.checked });
      for (const box of drawn) box.querySelector?.("svg")?.setAttribute("width", "100%");
      for (const box of drawn) box.querySelector?.("svg")?.removeAttribute("height");
      const message = at === run.last && trace.ending.message ? html("pre", {}, trace.ending.message) : null;
      return html("div", { class: "sheet" }, title, html("h2", {}, head), html("pre", {}, statements.join("\n")),
        html("p", {}, gap, sentences.join(" "), " ", html("span", { class: `verdict ${kind}` }, text)), ...drawn, ...costView(run, at), message);
    });
    run.seek(stop);
    this.sheets.replaceChildren(...sheets);
  }
}

function complain(element, sentence, options) {
  element.append(html(options.page ? "main" : "section", { class: options.page ? "pram-replay page" : "pram-replay" },
    options.page ? html("h1", {}, "Nothing to show") : null, html("p", { role: "alert", class: "fault" }, sentence)));
}

/** Shows a trace, an object or its text, at the end of an element. `options.page`: it has the page for itself, so that
 *  keys work everywhere and the address leads to the moment; `options.step`: where it begins; `options.onStep`: is
 *  called with the number of each step that is shown. Returns `goTo(step)` and `remove()`, or null where there is nothing to show. */
function mount(element, trace, options = {}) {
  let run;
  try {
    const read = typeof trace === "string" ? JSON.parse(trace) : structuredClone(trace), sentence = fault(read);
    if (sentence) {
      complain(element, sentence, options);
      return null;
    }
    run = new Run(read);
  } catch (error) {
    const why = error instanceof SyntaxError ? "its text breaks off or is no JSON" : "parts of it do not fit each other";
    complain(element, `This recorded run is damaged: ${why}. Record it again with \`pram replay\`.`, options);
    return null;
  }
  const replay = new Replay(element, run, options);
  return { goTo: number => replay.show(run.stopOf(number)), remove: () => replay.remove() };
}

globalThis.pramReplay = { mount };
const recorded = document.getElementById("trace");
if (recorded) mount(document.body, recorded.textContent, { page: true });
