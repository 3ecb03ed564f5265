// A run on a GPU: the instructions of its warps in the order of time.

/** Warps of a group that are drawn. */
const WARP_ROWS = 16;
/** Segments of an access that are drawn, and cells of a bank. */
const PART_ROWS = 32;

/** A run on a GPU. Stop 0 is before the first instruction. */
class WarpRun {
  constructor(trace) {
    const { instructions, places, launches } = trace, place = number => places[number] ?? null;
    this.trace = trace;
    this.words = wordsOf(trace.language);
    this.last = this.length = instructions.length;
    for (const entry of [...instructions, ...launches]) entry.place = place(entry.at);
    // The lanes that were active until each instruction, it included.
    let lanes = 0;
    this.lanes = [0, ...instructions.map(instruction => lanes += instruction.lanes.length)];
    this.ends = new Map(instructions.map((instruction, i) => [this.nameOf(instruction), i + 1]));
    this.end = trace.cut_at ?? Math.max(0, ...launches.map(({ to }) => to));
    this.seek(0);
  }

  nameOf({ launch, group, warp }) {
    return `${launch} ${group} ${warp}`;
  }

  numberOf(stop) {
    return stop;
  }

  stopOf(number) {
    return Math.max(0, Math.min(this.last, Math.ceil(number)));
  }

  /** The instruction that is issued next at or after a time. */
  nearest(time) {
    return Math.min(this.last, countUpTo(this.trace.instructions, time - 1, ({ time }) => time) + 1);
  }

  seek(stop) {
    this.stop = stop;
    this.now = stop === 0 ? null : this.trace.instructions[stop - 1];
  }

  /** The warps of the current group: the last instruction of each up to now, null where there is none, and what it does. */
  warps() {
    const { now, trace } = this, { items } = trace.launches[now.launch], count = Math.ceil(items / trace.width);
    const last = new Array(count).fill(null);
    let found = 0;
    for (let i = this.stop - 1; i >= 0 && found < count && trace.instructions[i].launch === now.launch; i--) {
      const one = trace.instructions[i];
      if (one.group !== now.group || last[one.warp] !== null) continue;
      last[one.warp] = one;
      found++;
    }
    return last.map((one, warp) => ({ warp, one, width: Math.min(trace.width, items - warp * trace.width), state: this.stateOf(one) }));
  }

  stateOf(one) {
    if (one === null) return "first";
    if (one === this.now) return "issues";
    if (one.ready > this.now.time) return one.does === "barrier" ? "barrier" : "memory";
    return this.ends.get(this.nameOf(one)) <= this.stop ? "ended" : "ready";
  }
}

const lanesOf = numbers => numbers.length > 12 ? `${numbers.slice(0, 11).join(" ")} …` : numbers.join(" ");

/** The kind of a lane of the current instruction, as a class. */
const laneKind = ({ does }) => ({ read: "read", write: "written", atomic: "written" })[does] ?? "busy";

/** The warps of the group as rows of lanes, and the segments or banks of the access. */
function warpsView(run, available) {
  const { words, now, trace } = run;
  if (now === null) return [html("p", { class: "note" }, words.nothingIssued)];
  const all = run.warps(), first = Math.max(0, Math.min(all.length - WARP_ROWS, now.warp - WARP_ROWS / 2)), rows = all.slice(first, first + WARP_ROWS);
  const room = Math.max(240, available - 12), size = Math.max(3, Math.min(34, Math.floor(room / trace.width))), parts = [];
  let y = 0;
  for (const { warp, one, width, state } of rows) {
    const isNow = one === now;
    parts.push(svg("text", { class: isNow ? "side now" : "side", x: 0, y: y + 12 }, words.warpRow(warp, words.warpStates[state], one?.ready)));
    const active = new Set(one?.lanes ?? []);
    for (let lane = 0; lane < width; lane++) {
      const kind = !active.has(lane) ? "off" : isNow ? laneKind(now) : "past";
      parts.push(svg("rect", { class: `cell lane ${kind}`, x: lane * size + 1, y: y + 17, width: Math.max(2, size - 2), height: 15, rx: Math.min(3, size / 4) }));
    }
    y += 40;
  }
  const access = accessOf(run, room), notes = [], kinds = words.legendOfWarps;
  if (access) {
    parts.push(svg("text", { class: "side now", x: 0, y: y + 14 }, access.head), svg("g", { transform: `translate(0 ${y + 22})` }, ...access.parts));
    y += access.height + 26;
    notes.push(access.note);
  }
  if (all.length > rows.length) notes.push(words.warpsNotDrawn(all.length - rows.length));
  const label = words.warpsDrawn(now.text, now.lanes.length);
  const picture = svg("svg", { class: "picture", role: "img", "aria-label": label, viewBox: `0 0 ${room} ${y}`, width: room, height: y }, ...parts);
  return [html("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": words.views.warps }, picture), ...notes.map(note => html("p", { class: "note" }, note)),
    legend([legendBox("cell lane read"), kinds.reads], [legendBox("cell lane written"), kinds.writes], [legendBox("cell lane busy"), kinds.computes],
      [legendBox("cell lane past"), kinds.past], [legendBox("cell lane off"), kinds.off])];
}

/** Where the cells of an access lie: `parts` of a picture with its `height`, a `head` and a `note`; null where there is no access. */
function accessOf(run, room) {
  const { now } = run;
  if (!now.cells || now.cells.length === 0) return null;
  return now.memory === "group" ? banksOf(run, room) : segmentsOf(run, room);
}

/** The cells of an access, each once, with its lanes. */
function cellsOf({ cells }) {
  const found = new Map();
  for (const { lane, cell, place } of cells) {
    if (!found.has(cell)) found.set(cell, { cell, place, lanes: [] });
    found.get(cell).lanes.push(lane);
  }
  return [...found.values()];
}

const arrayOf = cell => cell.split("[")[0];

function segmentsOf(run, room) {
  const { words, now, trace: { segment } } = run, cells = cellsOf(now), segments = new Map();
  for (const one of cells) {
    const number = Math.floor(one.place / segment), key = `${arrayOf(one.cell)} ${number}`;
    if (!segments.has(key)) segments.set(key, { name: arrayOf(one.cell), number, touched: new Map() });
    segments.get(key).touched.set(one.place % segment, one);
  }
  const size = Math.max(3, Math.min(26, Math.floor(room / segment))), parts = [], rows = [...segments.values()];
  let y = 0;
  for (const { name, number, touched } of rows.slice(0, PART_ROWS)) {
    parts.push(svg("text", { class: "side", x: 0, y: y + 12 }, words.segmentRow(name, number, number * segment, (number + 1) * segment - 1)));
    for (let place = 0; place < segment; place++) {
      const one = touched.get(place), x = place * size;
      parts.push(svg("rect", { class: `cell ${one ? laneKind(now) : ""}`, x: x + 0.5, y: y + 17, width: size - 1, height: 18 }));
      if (one && size >= 16) parts.push(svg("text", { class: "tick", x: x + size / 2, y: y + 30, "text-anchor": "middle" }, one.lanes.length > 1 ? `${one.lanes.length}×` : String(one.lanes[0])));
    }
    y += 44;
  }
  const rest = rows.length - PART_ROWS, note = words.servedGlobal(now.served, cells.length, segment);
  return { parts, height: y, head: words.segmentsDrawn(now.served, rows.length), note: rest > 0 ? `${note} ${words.segmentsNotDrawn(rest)}` : note };
}

function banksOf(run, room) {
  const { words, now, trace: { banks } } = run, cells = cellsOf(now), columns = Array.from({ length: banks }, () => []);
  for (const one of cells) columns[one.place % banks].push(one);
  const size = Math.max(3, Math.min(44, Math.floor(room / banks))), most = Math.max(...columns.map(column => column.length)), parts = [];
  columns.forEach((column, bank) => {
    const x = bank * size;
    if (size >= 14) parts.push(svg("text", { class: "tick", x: x + size / 2, y: 12, "text-anchor": "middle" }, String(bank)));
    parts.push(svg("rect", { class: "cell", x: x + 0.5, y: 17, width: size - 1, height: Math.max(1, Math.min(most, PART_ROWS)) * 20 }));
    column.slice(0, PART_ROWS).forEach((one, pass) => {
      parts.push(svg("rect", { class: `cell ${pass === 0 ? laneKind(now) : "bad"}`, x: x + 1.5, y: 18 + pass * 20, width: size - 3, height: 18 }));
      if (size >= 24) parts.push(svg("text", { class: "tick", x: x + size / 2, y: 31 + pass * 20, "text-anchor": "middle" }, String(one.place)));
    });
  });
  return { parts, height: 24 + Math.min(most, PART_ROWS) * 20, head: words.banksDrawn(now.served, banks), note: words.servedGroup(now.served, cells.length, banks) };
}

/** The lanes of the current instruction with their cells and values. */
function lanesView(run) {
  const { words, now, trace } = run;
  if (now === null) return [html("p", { class: "note" }, words.nothingIssued)];
  if (!now.cells || now.cells.length === 0) return [html("p", { class: "note" }, words.noAccess(lanesOf(now.lanes)))];
  const isGlobal = now.memory === "global", part = place => String(isGlobal ? Math.floor(place / trace.segment) : place % trace.banks);
  const rows = now.cells.map(({ lane, cell, place, value }) => html("tr", {}, html("th", { scope: "row" }, String(lane)), ...cells(cell, part(place), value === null ? "" : valueText(value))));
  return [table(words.lanesTable(now.does), words.lanesHead(isGlobal), rows, "met wide")];
}

/** Instructions issued over the time, with the place of now. */
function issueLine(run, width, go) {
  const height = 70, floor = 48, left = 6, end = Math.max(1, run.end), columns = Math.max(1, Math.min(end + 1, Math.floor((width - 2 * left) / 3)));
  const wide = (width - 2 * left) / columns, counts = new Array(columns).fill(0), columnOf = time => Math.min(columns - 1, Math.floor(time * columns / (end + 1)));
  for (const { time } of run.trace.instructions) counts[columnOf(time)]++;
  const most = Math.max(1, ...counts), d = counts.map((count, i) => count === 0 ? "" : `M${(left + i * wide).toFixed(1)} ${floor}v${(-count / most * 36).toFixed(1)}h${Math.max(1, wide - 1).toFixed(1)}V${floor}Z`).join("");
  const parts = [svg("path", { class: "active", d }), svg("path", { class: "wire", d: `M${left} ${floor}H${width - left}` }),
    svg("text", { class: "tick", x: left, y: height - 2 }, "t = 0"), svg("text", { class: "tick", x: width - left, y: height - 2, "text-anchor": "end" }, run.words.digits(run.end))];
  if (run.now) {
    const x = left + (columnOf(run.now.time) + 0.5) * wide;
    parts.push(svg("path", { class: "moment", d: `M${x.toFixed(1)} 8V${floor}` }), svg("path", { class: "cursor", d: `M${(x - 5).toFixed(1)} ${floor + 8}l5 -6l5 6Z` }));
  }
  const drawing = svg("svg", { class: "timeline", role: "img", "aria-label": run.words.issuedOver(run.last, run.end), viewBox: `0 0 ${width} ${height}`, width, height }, ...parts);
  return on(drawing, "click", event => {
    const box = drawing.getBoundingClientRect();
    go(run.nearest(((event.clientX - box.left) * width / box.width - left) / (width - 2 * left) * (end + 1)));
  });
}

/** A run of warps. */
class WarpReplay extends Frame {
  get unit() {
    return "instruction";
  }

  facts() {
    const { run, words } = this, { trace } = run, { width, segment, banks, cut_at: cut } = trace;
    return [[trace.machine.model, `w = ${width}, s = ${segment}, b = ${banks}`, ...inputTexts(trace)].join(" · "),
      words.recordedInstructions(run.last, trace.launches.length, isNumber(cut) ? words.digits(cut) : null)];
  }

  settings() {
    return [];
  }

  drawTime(width) {
    return issueLine(this.run, width, this.go);
  }

  firstWords() {
    return this.run.last === 0 ? this.words.nothingIssuedAtAll : this.words.hasInstructions(this.run.last, this.run.trace.launches.length);
  }

  isFailed(stop) {
    const { run } = this, { ending, cut_at: cut } = run.trace;
    return stop === run.last && !ending.succeeded && !isNumber(cut);
  }

  sentence() {
    const { run, words, stop } = this, { now } = run, isFailed = this.isFailed(stop);
    const head = `${words.instruction.head(words.digits(stop), words.digits(run.length))}${isFailed ? " ✗" : ""}, t = ${words.digits(now.time)}${now.place ? words.lines([now.place.line]) : ""}`;
    return [html("strong", { class: isFailed ? "failure" : undefined }, `${head}. `), `${capital(now.text)}.`];
  }

  lastWords() {
    const { ending, cut_at: cut } = this.run.trace;
    if (isNumber(cut)) return this.words.cutOff;
    return ending.succeeded ? this.words.succeeded : this.words.brokeOff;
  }

  marks() {
    const { now } = this.run;
    return now?.place ? [now.place] : [];
  }

  counts() {
    const { run, words } = this, { cost } = run.trace.ending, [time, work, whole] = cost, so = run.now ? words.digits(run.now.time) : "0";
    const row = (name, ...texts) => html("tr", {}, html("th", { scope: "row" }, name), ...cells(...texts));
    const rows = [row("T", so, words.digits(time)), row("W", words.digits(run.lanes[run.stop]), words.digits(work)), row("C", "–", words.digits(whole)),
      row(words.issuedName, words.digits(run.stop), isNumber(run.trace.cut_at) ? "–" : words.digits(run.last))];
    return [table(words.costOfMoments, ["", words.untilNow, words.wholeRun], rows, "cost")];
  }

  printedLines() {
    // When a line was printed is not recorded.
    return this.stop === this.run.last ? this.run.trace.printed : [];
  }

  views(available) {
    return { warps: () => warpsView(this.run, available), lanes: () => lanesView(this.run) };
  }

  sheet(at) {
    const { run, words } = this;
    if (at === 0) return [html("h2", {}, words.instruction.before)];
    const { now } = run;
    return [html("h2", {}, `${words.instruction.head(at, run.length)}, t = ${words.digits(now.time)}`),
      now.place ? html("pre", {}, `${run.trace.sources[now.place.source]?.name}:${now.place.line}  ${now.place.text}`) : null,
      html("p", {}, `${capital(now.text)}.`), ...warpsView(run, 680), ...this.counts()];
  }
}
