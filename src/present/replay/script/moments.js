// The moments of a multicomputer: sentence, cost, strip of time, views.

/** A moment in words: which, when, where, what happens. */
function momentWords(run, stop) {
  const { time, lines } = run.trace.moments[stop - 1], places = [...new Set(lines.flatMap(({ at }) => at ? [at.line] : []))];
  const { words } = run, place = places.length > 0 ? words.lines(places.slice(0, 6)) : "";
  const isLettered = lines.filter(({ at }) => at).length > 1;
  let letters = 0;
  const sentences = lines.map(({ at, text }) => at && isLettered ? `${letter(letters++)}: ${text}.` : `${capital(text)}.`);
  if (sentences.length > 6) sentences.splice(6, sentences.length, words.moreSentences(lines.length - 6));
  const head = words.moment.head(words.digits(stop), words.digits(run.length));
  return { head: `${head}${isFailed(run, stop) ? " ✗" : ""}, t = ${timeText(words, time)}${place}`, sentences };
}

/** Whether a run breaks off at a moment, or ends there with an error. */
function isFailed(run, stop) {
  const { moments, cut_at: cut, ending } = run.trace;
  return moments[stop - 1].lines.some(({ breaks }) => breaks) || (stop === run.last && !ending.succeeded && !isNumber(cut));
}

/** T, W and C until now and of the whole run, and what became of the messages. */
function momentCosts(run) {
  const { cost } = run.trace.ending, { words } = run, known = number => isNumber(number) ? timeText(words, number) : "–", isBegun = run.time !== -Infinity;
  const row = (name, ...texts) => html("tr", {}, html("th", { scope: "row" }, name), ...cells(...texts));
  const costs = table(words.costOfMoments, ["", words.untilNow, words.wholeRun], [row("T", isBegun ? timeText(words, Math.min(run.time, cost?.time ?? run.time)) : "–", known(cost?.time)),
    row("W", run.knowsWork ? timeText(words, run.work(run.time)) : "–", known(cost?.work)), row("C", "–", known(cost?.cost))], "cost");
  const counts = run.messageCounts(), kinds = words.messageKinds;
  const messages = table(words.messagesUntilNow, ["", words.messageCount], kinds.map((kind, i) => row(kind, words.digits(counts[i]))), "cost");
  return [costs, cost ? html("p", { class: "note" }, `T = ${cost.path}; C = p·T, p = ${words.digits(run.processors)}.`) : null, messages].filter(Boolean);
}

/** How many messages are on their way, over all the time, with the place of now. */
function trafficLine(run, width, go) {
  const height = 70, floor = 48, left = 6, long = Math.max(run.until, 1e-9), columns = Math.max(1, Math.floor((width - 2 * left) / 2));
  const wide = (width - 2 * left) / columns, x = time => left + Math.max(0, Math.min(1, time / long)) * (width - 2 * left);
  if (run.traffic?.columns !== columns) {
    const changes = new Array(columns + 1).fill(0), column = time => Math.max(0, Math.min(columns - 1, Math.floor(time / long * columns)));
    for (const { start, arrival } of run.ways) {
      changes[column(start)]++;
      changes[Math.max(column(start) + 1, column(arrival))]--;
    }
    let count = 0;
    const tall = changes.slice(0, columns).map(change => count += change), most = Math.max(1, ...tall);
    const d = tall.map((count, i) => count === 0 ? "" : `M${(left + i * wide).toFixed(1)} ${floor}v${(-count / most * 32).toFixed(1)}h${wide.toFixed(1)}V${floor}Z`).join("");
    const marks = new Set(run.trace.moments.map(({ time }) => x(time).toFixed(0)));
    run.traffic = { columns, most, d, marks: [...marks].map(at => `M${at} ${floor + 2}v4`).join("") };
  }
  const { most, d, marks } = run.traffic, parts = [svg("path", { class: "active", d }), svg("path", { class: "tickmark", d: marks }),
    svg("path", { class: "wire", d: `M${left} ${floor}H${width - left}` })];
  const text = (kind, at, y, words, anchor) => svg("text", { class: kind, x: at, y, "text-anchor": anchor }, words);
  parts.push(text("tick", left, height - 2, "t = 0", "start"),
    text("tick", width - left, height - 2, isNumber(run.trace.cut_at) ? `${timeText(run.words, run.until)} …` : timeText(run.words, run.until), "end"));
  if (run.last > 0 && isFailed(run, run.last)) parts.push(text("cross", Math.min(width - 8, x(run.timeOf(run.last))), 12, "✗", "middle"));
  if (run.time >= 0) {
    const at = x(run.time);
    parts.push(svg("path", { class: "moment", d: `M${at.toFixed(1)} 12V${floor}` }), svg("path", { class: "cursor", d: `M${(at - 5).toFixed(1)} ${floor + 8}l5 -6l5 6Z` }));
  }
  const label = run.words.trafficOver(most, run.last);
  const drawing = svg("svg", { class: "timeline", role: "img", "aria-label": label, viewBox: `0 0 ${width} ${height}`, width, height }, ...parts);
  return on(drawing, "click", event => {
    const box = drawing.getBoundingClientRect();
    go(run.nearest(((event.clientX - box.left) * width / box.width - left) / (width - 2 * left) * long));
  });
}

/** A run with moments. */
class MomentReplay extends Frame {
  constructor(run, options) {
    super(run, options);
    // The first row that is shown, by what the rows are.
    this.firstRow = { processor: 0, task: 0 };
    this.span = run.last > ALL_MOMENTS ? SOME_MOMENTS : run.last;
  }

  get unit() {
    return "moment";
  }

  facts() {
    const { run, words } = this, { trace } = run, until = isNumber(trace.cut_at) ? timeText(words, trace.cut_at) : null;
    const who = run.isOfTasks ? words.tasksOn(run.programs, run.processors) : words.processors(run.processors);
    return [[trace.machine.model, who, ...inputTexts(trace)].join(" · "),
      words.recordedMoments(run.last, trace.messages.length, trace.has_values, until)];
  }

  settings() {
    return [];
  }

  drawTime(width) {
    return trafficLine(this.run, width, this.go);
  }

  firstWords() {
    return this.run.last === 0 ? this.words.hasNoMoment : this.words.hasMoments(this.run.length);
  }

  sentence() {
    const { head, sentences } = momentWords(this.run, this.stop);
    return [html("strong", { class: isFailed(this.run, this.stop) ? "failure" : undefined }, `${head}. `), sentences.join(" ")];
  }

  lastWords() {
    const { run, words } = this, { ending, moments, cut_at: cut } = run.trace;
    if (isNumber(cut)) return words.cutOff;
    if (ending.succeeded) return words.succeeded;
    const breaks = run.last > 0 && moments[run.last - 1].lines.some(line => line.breaks);
    return breaks ? words.brokeOff : words.failed;
  }

  marks() {
    return this.run.trace.moments[this.stop - 1].lines.flatMap(({ at }) => at ? [at] : []);
  }

  counts() {
    return momentCosts(this.run);
  }

  printedLines() {
    const { printed } = this.run.trace, count = countUpTo(printed, this.run.time, line => line.time);
    return printed.slice(Math.max(0, count - 200), count).map(({ time, program, text }) => program === null ? text : `t = ${timeText(this.words, time)}, ${program}: ${text}`);
  }

  /** The views by their names, each drawn when it is called. */
  views(available, redraw) {
    const { run, stop } = this, room = { words: this.words, limits: this.limits, redraw };
    const programs = () => {
      const from = this.firstRow[run.noun];
      return Array.from({ length: Math.min(ROWS, run.programs - from) }, (_, i) => from + i);
    };
    const ofPrograms = draw => run.programs === 0 ? [html("p", { class: "note" }, this.words.noBlock)]
      : [this.rowsBar(run.noun, run.programs, program => program, redraw), ...draw(run, programs())];
    return {
      messages: () => {
        const { picture, time, legend } = spaceTimeView(run, stop, { first: this.firstRow.processor, span: this.span, available, go: this.go });
        return [this.rowsBar("processor", run.processors, program => run.homes[program], redraw), this.timeBar(time, redraw),
          html("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": this.words.spaceTime }, picture), legend];
      },
      network: () => messagesView(run, room, available),
      memory: () => ofPrograms(heldView),
      processors: () => ofPrograms(doingView),
    };
  }

  /** Which rows are shown, and buttons that turn to others; null where all are. */
  rowsBar(noun, count, rowOf, redraw) {
    if (count <= ROWS) return null;
    const { words } = this, names = words.nouns[noun], first = this.firstRow[noun], last = Math.min(count, first + ROWS) - 1;
    const turn = (text, target) => on(html("button", { type: "button", disabled: target < 0 || target >= count }, text), "click", () => {
      this.firstRow[noun] = target;
      redraw();
    });
    const elsewhere = new Set([...this.run.involved].map(rowOf).filter(row => row < first || row > last));
    const nearest = elsewhere.size > 0 ? Math.floor(Math.min(...elsewhere) / ROWS) * ROWS : 0;
    return html("div", { class: "bar" }, turn(names.previous, first - ROWS), words.fromTo(first, last, count), turn(names.next, first + ROWS),
      elsewhere.size > 0 ? turn(words.elsewhere(elsewhere.size), nearest) : null);
  }

  /** How much time is drawn, and buttons for less and more; null where all of it is legible. */
  timeBar({ from, to, isAll }, redraw) {
    const { run, words } = this;
    if (run.last <= 2 * FEWEST_MOMENTS) return null;
    const turn = (text, span, isPossible) => on(html("button", { type: "button", disabled: !isPossible }, text), "click", () => {
      this.span = Math.max(FEWEST_MOMENTS, Math.min(run.last, span));
      redraw();
    });
    const span = Math.min(this.span, run.last);
    return html("div", { class: "bar" }, turn(words.lessTime, Math.ceil(span / 2), span > FEWEST_MOMENTS), turn(words.moreTime, span * 2, !isAll),
      words.timeFromTo(timeText(words, from), timeText(words, to), isAll));
  }

  sheet(at) {
    const { run } = this, { trace } = run;
    const { picture, legend } = spaceTimeView(run, at, { first: this.firstRow.processor, span: this.span, available: 680, go: this.go });
    const drawn = [html("div", { class: "scroll" }, picture), legend, ...momentCosts(run)];
    if (at === 0) return [html("h2", {}, this.words.moment.before), ...drawn];
    const { head, sentences } = momentWords(run, at), places = trace.moments[at - 1].lines.flatMap(({ at: place }) => place ? [place] : []);
    const statements = places.slice(0, 12).map((place, g) => `${places.length > 1 ? `${letter(g)}: ` : ""}${trace.sources[place.source]?.name}:${place.line}  ${place.text}`);
    return [html("h2", {}, head), statements.length > 0 ? html("pre", {}, statements.join("\n")) : null, html("p", {}, sentences.join(" ")), ...drawn];
  }
}
