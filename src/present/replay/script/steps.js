// The steps of a machine with shared memory: sentence, verdict of a model, cost, views.

/** The step in words: which, where, what its groups did. */
function stepWords(run, stop) {
  const step = run.step(stop), lines = [...new Set(step.groups.map(group => group.line))], { words } = run, { digits } = words;
  const gap = run.leftOut(stop) > 0 ? words.leftOutBefore(run.leftOut(stop)) : "";
  const place = lines.length > 0 ? words.lines(lines.slice(0, 6)) : "";
  const isLettered = step.sentences.length > 1 && step.sentences.length === step.groups.length;
  const sentences = step.sentences.slice(0, 6).map((sentence, g) => isLettered ? `${letter(g)}: ${sentence}.` : `${capital(sentence)}.`);
  if (step.sentences.length > 6) sentences.push(words.moreGroups(step.sentences.length - 6));
  return { head: words.step.head(digits(step.number), digits(run.trace.length)) + place, gap, sentences };
}

/** Whether the step is legal on the chosen model, in words. */
function verdictWords(run, stop, model) {
  const step = run.step(stop), verdict = judge(run, step, model), name = modelName(model), { words } = run;
  // Of a step that a fault broke off not all accesses are known: there is nothing to judge.
  if (step.broken && step.met.length + verdict.count === 0) return { text: "", kind: "" };
  if (verdict.isRace) return { text: words.raceOn(name, run.trace.race), kind: "bad" };
  if (!verdict.rule && verdict.count === 0) return { text: words.ofSections(name), kind: "" };
  if (verdict.count === 0) {
    const own = run.trace.machine.model, isMet = step.met.some(met => met.writes);
    const others = isMet && mayLeaveOthers(model, own) ? ` ${words.mayLeaveOthers(name, modelName(own))}` : "";
    return { text: words.legalOn(name) + others, kind: "good" };
  }
  const told = verdict.illegal.slice(0, verdict.count > 2 ? 1 : 2).map(met => {
    const more = met.count - met.processors.length;
    return words.metIn(met.cell, met.writes, met.count, met.writes && !met.agree, met.processors.join("; ") + (more > 0 ? words.andMore(more) : ""));
  });
  const rest = verdict.count - told.length;
  return { text: words.illegalOn(name, told.join("; "), rest), kind: "bad" };
}

/** The cells in which processors met, whatever the model says of them. */
function meetingsView(run, stop, model) {
  const step = run.step(stop), { met } = step;
  if (met.length === 0) return null;
  const verdict = judge(run, step, model), { words } = run, ways = words.metWays;
  const rows = met.map(meeting => {
    const more = meeting.count - meeting.processors.length;
    const what = meeting.writes ? meeting.agree ? ways.same : ways.different : meeting.at_once ? ways.atOnce : ways.apart;
    const isRacing = !verdict.rule && (meeting.writes ? verdict.writes : verdict.reads).names.has(meeting.cell);
    const isBad = isRacing || verdict.illegal.includes(meeting);
    return html("tr", {}, html("th", { scope: "row" }, meeting.cell),
      html("td", {}, meeting.processors.join("; ") + (more > 0 ? words.andMore(more) : "")),
      html("td", {}, what + (meeting.winner ? words.stays(meeting.winner) : "")),
      html("td", { class: isBad ? "bad" : undefined }, !verdict.rule && !isBad ? "–" : isBad ? words.illegal : words.legal));
  });
  const { read = [], written = [] } = step.metCells, count = sum([...read, ...written].map(({ count }) => count));
  const title = words.metCells(count, rows.length);
  return html("details", { open: met.length <= 4 }, html("summary", {}, title), table(title, words.metHead(modelName(model)), rows, "met"));
}

/** The cost until behind a stop as tables; C at the end. */
function costView(run, stop) {
  const cost = stop === 0 ? { rounds: [0, 0], steps: [0, 0], instructions: [0, 0] } : run.step(stop).cost;
  const units = ["rounds", "steps", "instructions"], { ending } = run.trace, { words } = run;
  const row = (name, numbers) => html("tr", {}, html("th", { scope: "row" }, name), ...numbers.map(number => html("td", {}, number === undefined ? "–" : words.digits(number))));
  const rows = [row("T", units.map(unit => cost[unit][0])), row("W", units.map(unit => cost[unit][1]))];
  if (stop === run.last && Array.isArray(ending.cost)) rows.push(row("C", ending.cost));
  const end = stop === run.last && Array.isArray(ending.cost) ? ending.processors : null;
  const tables = [table(words.costOfSteps(end), ["", ...words.costUnits], rows, "cost")];
  if (run.isAsynchronous) {
    const known = run.steps.slice(0, stop).reverse().find(step => step.cost.apram)?.cost.apram ?? [];
    tables.push(table(words.asynchronous, ["T", "W", words.sectionsOver], [html("tr", {}, ...[0, 1, 2].map(i => html("td", {}, known[i] === undefined ? "–" : words.digits(known[i]))))], "cost"));
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

  get unit() {
    return "step";
  }

  facts() {
    const { trace, last } = this.run, { machine } = trace, { words } = this;
    return [[modelName(machine.model), words.processors(machine.processors),
      ...(machine.simultaneity === "access" ? [words.accessesMeet] : []), ...inputTexts(trace)].join(" · "),
    words.recordedSteps(words.tiers[trace.tier] ?? trace.tier, last, trace.length)];
  }

  /** The model that judges the steps, and whether all arrows are drawn. */
  settings() {
    const { machine } = this.run.trace, { words } = this;
    // Of races a trace tells the first one on its own machine; those on another asynchronous machine cannot be told from it.
    const isOnly = this.run.isAsynchronous, models = isOnly ? [machine.model] : MODELS.includes(machine.model) ? MODELS : [machine.model, ...MODELS];
    const select = html("select", {}, ...models.map(model => html("option", { value: model, selected: model === machine.model },
      model === machine.model ? words.asRun(modelName(model)) : modelName(model))));
    on(select, "change", () => {
      this.model = select.value;
      this.show(this.stop);
    });
    this.all = on(html("input", { type: "checkbox", checked: true }), "change", () => this.show(this.stop));
    const why = isOnly ? [html("span", { class: "note" }, words.onlyAsRun)] : [];
    return [html("label", {}, `${words.model} `, select), ...why, html("label", {}, this.all, ` ${words.allArrows}`)];
  }

  drawTime(width) {
    return timeline(this.run, this.stop, this.model, width, this.go);
  }

  firstWords() {
    return this.run.last === 0 ? this.words.takesNoStep : this.words.takesSteps(this.run.length);
  }

  sentence() {
    const { head, gap, sentences } = stepWords(this.run, this.stop), { text, kind } = verdictWords(this.run, this.stop, this.model);
    return [html("strong", {}, `${head}. `), gap, `${sentences.join(" ")} `, html("span", { class: `verdict ${kind}` }, text)];
  }

  lastWords() {
    const { run, stop, words } = this;
    if (run.trace.ending.succeeded) return words.succeeded;
    return run.last > 0 && run.step(stop).broken ? words.brokeOff : words.failed;
  }

  marks() {
    return this.run.step(this.stop).groups;
  }

  counts(stop) {
    return costView(this.run, stop);
  }

  printedLines(stop) {
    const ofSteps = this.run.steps.slice(0, stop).flatMap(step => step.printed ?? []);
    return [...this.run.trace.printed ?? [], ...ofSteps];
  }

  /** The views by their names, each drawn when it is called. */
  views(available, redraw) {
    const { run, stop, model } = this;
    return {
      step: () => stop === 0 ? [memoryPicture(run, available)]
        : [...stepPicture(run, stop, judge(run, run.step(stop), model), { available, isAll: this.all.checked }), meetingsView(run, stop, model)],
      network: () => networkView(run, stop, model, available, this.isCompact),
      ...(pointerArrays(run).length > 0 ? { list: () => listView(run, stop, model, available) } : {}),
      memory: () => memoryView(run, stop, model, this.pages, redraw, (array, cell) => {
        this.chosen = { array, cell };
        this.turn("why");
        this.tabOf("why").focus();
      }),
      processors: () => processorsView(run, stop, model, this.limits, redraw),
      why: () => whyView(run, stop, this.chosen ?? this.someCell(), (array, cell) => {
        this.chosen = { array, cell };
        redraw();
        this.panel.querySelector(cell === 0 ? "select" : "input")?.focus();
      }, this.go),
    };
  }

  /** The cell to ask about where none was chosen: one that was written last and is there. */
  someCell() {
    for (let at = this.stop; at > 0; at--) {
      let found = null;
      if (!this.run.step(at).broken) this.run.eachAccess(this.run.step(at), (_, site, i) => {
        if (site.writes && !this.run.arrays[site.array].isGuessed && this.run.isThere(this.stop, site.array)) found = { array: site.array, cell: site.cells.at(i) };
      });
      if (found) return found;
    }
    return { array: this.run.live(this.stop)[0] ?? 0, cell: 0 };
  }

  sheet(at) {
    const { run, model } = this, { trace } = run;
    if (at === 0) {
      const lines = this.printedLines(0), printed = lines.length > 0 ? html("pre", {}, lines.join("\n")) : "";
      return [html("h2", {}, this.words.step.before), memoryPicture(run, 680), printed];
    }
    const step = run.step(at), { head, gap, sentences } = stepWords(run, at), { text, kind } = verdictWords(run, at, model);
    const statements = step.groups.slice(0, 12).map((group, g) => `${step.groups.length > 1 ? `${letter(g)}: ` : ""}${trace.sources[group.source]?.name}:${group.line}  ${group.statement}`);
    const drawn = stepPicture(run, at, judge(run, step, model), { available: 680, isAll: this.all.checked });
    return [html("h2", {}, head), html("pre", {}, statements.join("\n")),
      html("p", {}, gap, sentences.join(" "), " ", html("span", { class: `verdict ${kind}` }, text)), ...drawn, ...costView(run, at)];
  }
}
