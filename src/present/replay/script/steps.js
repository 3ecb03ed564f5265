// The steps of a machine with shared memory: sentence, verdict of a model, cost, views.

const TIERS = {
  full: "all accesses and values",
  window: "values of the first cells of each array only",
  shape: "patterns of accesses, no values",
};

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
  // Of a step that broke off before its accesses were known there is nothing to judge.
  if (step.groups.length === 0) return { text: "", kind: "" };
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

/** A run with steps. */
class StepReplay extends Frame {
  constructor(run, options) {
    super(run, options);
    this.model = run.trace.machine.model;
    this.pages = new Map();
    this.chosen = null;
  }

  get views() {
    return [["step", "Step"], ["network", "Network"], ["memory", "Memory"], ["processors", "Processors"], ["why", "Why"]];
  }

  get unit() {
    return "step";
  }

  facts() {
    const { trace, last } = this.run, { machine } = trace;
    const told = last < trace.length ? `${digits(last)} of ${digits(trace.length)} steps, the others in the middle left out` : `all ${plural(last, "step")}`;
    return [[modelName(machine.model), plural(machine.processors, "processor"),
      ...(machine.simultaneity === "access" ? ["accesses at the same moment meet"] : []), ...inputTexts(trace)].join(" · "),
    `Recorded: ${TIERS[trace.tier] ?? trace.tier}; ${told}.`];
  }

  /** The model that judges the steps, and whether all arrows are drawn. */
  settings() {
    const { machine } = this.run.trace;
    const models = MODELS.includes(machine.model) ? MODELS : [machine.model, ...MODELS];
    const select = html("select", {}, ...models.map(model => html("option", { value: model, selected: model === machine.model },
      modelName(model) + (model === machine.model ? " (as run)" : ""))));
    on(select, "change", () => {
      this.model = select.value;
      this.show(this.stop);
    });
    this.all = on(html("input", { type: "checkbox", checked: true }), "change", () => this.show(this.stop));
    return [html("label", {}, "model ", select), html("label", {}, this.all, " all arrows")];
  }

  drawTime(width) {
    return timeline(this.run, this.stop, this.model, width, this.go);
  }

  firstWords() {
    return this.run.last === 0 ? "This run takes no step." : `The run takes ${plural(this.run.length, "step")}.`;
  }

  sentence() {
    const { head, gap, sentences } = stepWords(this.run, this.stop), { text, kind } = verdictWords(this.run, this.stop, this.model);
    return [html("strong", {}, `${head}. `), gap, `${sentences.join(" ")} `, html("span", { class: `verdict ${kind}` }, text)];
  }

  lastWords() {
    const { run, stop } = this;
    if (run.trace.ending.succeeded) return "The run came to its end and broke no rule.";
    return run.last > 0 && run.step(stop).broken ? "The run breaks off here; the message is below." : "The run ends here with errors; they are below.";
  }

  marks() {
    return this.run.step(this.stop).groups;
  }

  counts(stop) {
    return costView(this.run, stop);
  }

  printedLines(stop) {
    return this.run.steps.slice(0, stop).flatMap(step => step.printed ?? []);
  }

  drawView(available, redraw) {
    const { run, stop, model } = this;
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
    return views[this.view]();
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

  sheet(at) {
    const { run, model } = this, { trace } = run;
    if (at === 0) return [html("h2", {}, "Before the first step"), memoryPicture(run, 680)];
    const step = run.step(at), { head, gap, sentences } = stepWords(run, at), { text, kind } = verdictWords(run, at, model);
    const statements = step.groups.slice(0, 12).map((group, g) => `${step.groups.length > 1 ? `${letter(g)}: ` : ""}${trace.sources[group.source]?.name}:${group.line}  ${group.statement}`);
    const drawn = stepPicture(run, at, judge(run, step, model), { available: 680, isAll: this.all.checked });
    return [html("h2", {}, head), html("pre", {}, statements.join("\n")),
      html("p", {}, gap, sentences.join(" "), " ", html("span", { class: `verdict ${kind}` }, text)), ...drawn, ...costView(run, at)];
  }
}
