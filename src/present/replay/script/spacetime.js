// Messages in space and time: a row for each processor, time to the right, an arrow for each message

const ROWS = 32, MARGIN = 46, BAR = 12;
/** Where all moments are drawn, and how many are where these are more. */
const ALL_MOMENTS = 64, SOME_MOMENTS = 48, FEWEST_MOMENTS = 8;
/** Messages of now whose contents are written at their arrows. */
const LABELS = 12;

/** The contents of a message in short. */
function contentsText(message, most = 16) {
  const values = message.values ?? [], told = values.slice(0, most).map(valueText);
  if (told.length > 0 && told.length < message.words) told.push("…");
  return told.join(" ");
}

/** The time that is drawn around now: half as many moments in front of it as behind, or as near as there are. */
function windowOf(run, stop, span) {
  const { moments } = run.trace;
  if (span >= run.last) return { from: 0, to: run.until, isAll: true };
  // In whole halves, so that the picture stays where it is over many steps.
  const half = Math.max(1, Math.floor(span / 2)), part = Math.floor(Math.max(0, stop - 1) / half);
  const first = Math.max(0, Math.min((part - 1) * half, run.last - span)), last = first + span;
  return { from: first === 0 ? 0 : moments[first].time, to: last >= run.last ? run.until : moments[last].time, isAll: false };
}

/** Numbers for an axis, a little fewer than wanted. */
function axisTimes(from, to, count) {
  if (to - from < 1e-8) return [from];
  const rough = (to - from) / Math.max(1, count), unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find(factor => factor * unit >= rough) * unit, times = [];
  for (let k = Math.ceil(from / step); k * step <= to; k++) times.push(k * step);
  return times;
}

/** The piece of a line between two points within a box, and whether its end is inside; null where none is. */
function clipped([x1, y1], [x2, y2], box) {
  let from = 0, to = 1;
  for (const [start, way, low, high] of [[x1, x2 - x1, box.left, box.right], [y1, y2 - y1, box.top, box.bottom]]) {
    if (way === 0) {
      if (start < low || start > high) return null;
      continue;
    }
    const ends = [(low - start) / way, (high - start) / way].sort((a, b) => a - b);
    from = Math.max(from, ends[0]);
    to = Math.min(to, ends[1]);
  }
  const at = share => [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share];
  return from <= to ? { from: at(from), to: at(to), hasEnd: to === 1 } : null;
}

/** Texts on lines, those left out that would lie on others; `isInside` says whether there is room for one. */
function labelTexts(labels, isInside) {
  const taken = [];
  return labels.flatMap(({ text, from, to }) => {
    const half = text.length * 3.8 + 2, places = [0.5, 0.35, 0.65, 0.2, 0.8].map(share => from.map((end, i) => end + (to[i] - end) * share));
    const free = places.find(([x, y]) => taken.every(other => Math.abs(x - other.x) > half + other.half || Math.abs(y - other.y) > 15) && isInside(x, y, half));
    if (text === "" || !free) return [];
    const [x, y] = free;
    taken.push({ x, y, half });
    return [svg("text", { class: "value", x, y: y + 4, "text-anchor": "middle" }, text)];
  });
}

/** The drawing: where times and processors lie, and paths, one for all shapes of a kind. */
class SpaceTime {
  constructor(run, { first, rows, time, width }) {
    this.run = run;
    this.first = first;
    this.rows = rows;
    this.pitch = rows > 16 ? 26 : rows > 8 ? 36 : 46;
    this.from = time.from;
    this.length = Math.max(time.to - time.from, 1e-9);
    this.width = width;
    this.box = { left: MARGIN, right: width - 14, top: 24, bottom: 24 + rows * this.pitch };
    this.paths = new Map();
    // Where messages stay on a processor, those of one place once.
    this.dots = new Set();
  }

  x(time) {
    return MARGIN + (time - this.from) / this.length * (this.box.right - MARGIN);
  }

  y(processor) {
    return this.box.top + (processor - this.first + 0.5) * this.pitch;
  }

  timeAt(x) {
    return this.from + (x - MARGIN) / (this.box.right - MARGIN) * this.length;
  }

  add(kind, d) {
    this.paths.set(kind, (this.paths.get(kind) ?? "") + d);
  }

  /** Bars, what is past and what is to come apart: a full one computes, a flat one sends, a line waits. */
  bars() {
    const { run, box } = this, until = this.from + this.length;
    for (let processor = this.first; processor < this.first + this.rows; processor++) {
      const list = run.activities[processor] ?? [], y = this.y(processor), reached = new Map();
      for (let at = countUpTo(list, this.from, ({ to }) => to); at < list.length && list[at].from < until; at++) {
        const { does, from, to } = list[at];
        for (const [kind, begin, end] of [[does, from, Math.min(to, run.time)], [`${does} later`, Math.max(from, run.time), to]]) {
          const x1 = Math.max(box.left, this.x(begin)), x2 = Math.min(box.right, this.x(end));
          // Of many in one pixel the first is enough.
          if (begin >= end || x2 - (reached.get(kind) ?? -1) < 0.3) continue;
          reached.set(kind, x2);
          const place = `M${x1.toFixed(1)} `, long = Math.max(0.3, x2 - x1).toFixed(1);
          const tall = does === "compute" ? BAR : does === "send" ? 5 : 0;
          this.add(kind, tall > 0 ? `${place}${y - tall / 2}h${long}v${tall}h${-long}Z` : `${place}${y}h${long}`);
        }
      }
    }
  }

  /** One end of an arrow: at the lower or upper edge of a row, or on it where the message stays in the row. */
  end(time, processor, other) {
    return [this.x(time), this.y(processor) + Math.sign(other - processor) * (BAR / 2 + 1)];
  }

  arrows() {
    const { run } = this, until = this.from + this.length, last = this.first + this.rows - 1, labels = [];
    for (const message of run.ways) {
      if (message.start > until || message.arrival < this.from) continue;
      const sender = run.homes[message.sender] ?? message.sender, receiver = run.homes[message.receiver] ?? message.receiver;
      if (Math.min(sender, receiver) > last || Math.max(sender, receiver) < this.first) continue;
      const state = run.stateOf(message), from = this.end(message.start, sender, receiver), to = this.end(message.arrival, receiver, sender);
      if (sender === receiver) {
        this.stays(state === "way" ? "later" : state, from);
        continue;
      }
      const line = clipped(from, to, this.box);
      if (!line) continue;
      this.arrow(state === "way" ? "later" : state, line);
      if (state === "way") this.underWay(from, to, (run.time - message.start) / (message.arrival - message.start));
      const isNow = state === "way" || message.arrival === run.time || message.received === run.time;
      if (isNow) labels.push({ text: cutShort(contentsText(message, 4), 14), from, to });
    }
    return labels;
  }

  /** A line with a head; what is shortened by the edge has none. */
  arrow(state, { from, to, hasEnd }) {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1, dx = (to[0] - from[0]) / length, dy = (to[1] - from[1]) / length;
    const point = (x, y) => `${x.toFixed(1)} ${y.toFixed(1)}`, [bx, by] = hasEnd ? [to[0] - 7 * dx, to[1] - 7 * dy] : to;
    this.add(`message ${state}`, `M${point(...from)}L${point(bx, by)}`);
    if (hasEnd) this.add(`point ${state}`, `M${point(...to)}L${point(bx - 3.5 * dy, by + 3.5 * dx)}L${point(bx + 3.5 * dy, by - 3.5 * dx)}Z`);
  }

  /** The part of its way that a message has behind it, and a dot where it is. */
  underWay(from, to, share) {
    const here = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share], line = clipped(from, here, this.box);
    if (!line) return;
    const [x, y] = line.to;
    this.add("message way", `M${line.from[0].toFixed(1)} ${line.from[1].toFixed(1)}L${x.toFixed(1)} ${y.toFixed(1)}`);
    if (line.hasEnd) this.add("dot", `M${(x - 3.5).toFixed(1)} ${y.toFixed(1)}a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0Z`);
  }

  /** A message that stays on its processor: a dot above the row, where it is sent. */
  stays(state, [x, y]) {
    const place = `M${(x - 2.5).toFixed(0)} ${y - BAR / 2 - 5}`, key = `${state} ${place}`;
    if (x < this.box.left || x > this.box.right || this.dots.has(key)) return;
    this.dots.add(key);
    this.add(`local ${state}`, `${place}a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0Z`);
  }

  /** Numbers of the processors, the axis of time, and the line at now. */
  frame() {
    const { run, box } = this, back = [], front = [], busy = new Set([...run.involved].map(program => run.homes[program]));
    const text = (kind, x, y, words, anchor = "middle") => svg("text", { class: kind, x, y, "text-anchor": anchor }, words);
    for (let processor = this.first; processor < this.first + this.rows; processor++) {
      const y = this.y(processor);
      back.push(svg("path", { class: "wire", d: `M${box.left} ${y}H${box.right}` }));
      back.push(text(busy.has(processor) ? "side now" : "side", MARGIN - 8, y + 4, String(processor), "end"));
    }
    for (const time of axisTimes(this.from, this.from + this.length, Math.max(2, Math.floor((box.right - MARGIN) / 90)))) {
      back.push(svg("path", { class: "tickmark", d: `M${this.x(time).toFixed(1)} ${box.bottom}v5` }), text("tick", this.x(time), box.bottom + 17, timeText(run.words, time)));
    }
    back.push(text("tick", MARGIN - 8, box.bottom + 17, "t", "end"));
    const now = this.x(run.time);
    // Where all have met: named above the rows, where no arrow goes, unless the time of now stands there.
    let free = MARGIN;
    for (const { time, text: name } of run.barriers) {
      const x = this.x(time), half = name.length * 3.2, isFree = x - half >= free && x + half < box.right && !(Math.abs(x - now) < half + 40);
      if (x < MARGIN || x > box.right) continue;
      this.hasBarriers = true;
      back.push(svg("path", { class: "barrier", d: `M${x.toFixed(1)} ${box.top - 4}V${box.bottom}` }));
      if (!isFree) continue;
      back.push(text("tick", x, 14, name));
      free = x + half + 6;
    }
    if (run.time >= this.from && now <= box.right + 1) {
      const words = `t = ${timeText(run.words, run.time)}`, half = words.length * 3.7;
      front.push(svg("path", { class: "moment", d: `M${now.toFixed(1)} ${box.top - 4}V${box.bottom + 4}` }),
        text("side now", Math.max(MARGIN + half - 8, Math.min(box.right - half + 10, now)), 14, words));
    }
    return { back, front };
  }

  /** A cross in the row of each processor that breaks off the run; where none does, of each that waits in vain. */
  crosses() {
    const { run } = this, rows = { stop: new Set(), wait: new Set() };
    for (let program = 0; program < run.programs; program++) rows[run.does(program).kind]?.add(run.homes[program]);
    const crossed = [...rows.stop.size > 0 ? rows.stop : rows.wait].filter(row => row >= this.first && row < this.first + this.rows);
    return crossed.map(row => svg("text", { class: "cross", x: Math.min(this.box.right - 4, this.x(run.time) + 9), y: this.y(row) + 5, "text-anchor": "middle" }, "✗"));
  }

  draw(label, isFailed) {
    this.bars();
    const labels = this.arrows(), { back, front } = this.frame();
    const order = ["wait later", "send later", "compute later", "wait", "send", "compute", "local later", "local received", "local arrived",
      "message later", "point later", "message received", "point received", "message arrived", "point arrived", "message way", "dot"];
    const paths = order.filter(kind => this.paths.has(kind)).map(kind => svg("path", { class: kind, d: this.paths.get(kind) }));
    const texts = labels.length > LABELS ? [] : labelTexts(labels, (x, _, half) => x - half > MARGIN && x + half < this.width);
    const height = this.box.bottom + 24;
    return svg("svg", { class: "spacetime", role: "img", "aria-label": label, viewBox: `0 0 ${this.width} ${height}`, width: this.width, height },
      ...back, ...paths, ...front, ...texts, ...isFailed ? this.crosses() : []);
  }
}

/** What the shapes mean. */
function spaceTimeLegend(run, isFailed, hasBarriers) {
  const names = run.words.legend, line = kind => [svg("path", { class: `message ${kind}`, d: "M2 7H22" }), svg("path", { class: `point ${kind}`, d: "M28 7l-7 3.5v-7Z" })];
  const keys = legend([[svg("path", { class: "compute", d: "M3 1h24v12h-24Z" })], names.compute], [[svg("path", { class: "send", d: "M3 4.5h24v5h-24Z" })], names.send],
    [[svg("path", { class: "wait", d: "M3 7H27" })], names.wait], [line("received"), names.received],
    [[svg("path", { class: "message way", d: "M2 7H20" }), svg("path", { class: "dot", d: "M17 7a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0Z" })], names.way],
    [line("arrived"), names.arrived], [line("later"), names.later], hasBarriers ? [[svg("path", { class: "barrier", d: "M15 0V14" })], names.barrier] : null,
    run.isOfTasks ? [[svg("path", { class: "local received", d: "M12 7a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0Z" })], names.local] : null);
  if (isFailed) keys.append(html("span", {}, html("span", { class: "failure" }, "✗"), names.failed));
  return keys;
}

/** The picture of a stop from the `first` processor on, over `span` moments around it, and the time that it covers. */
function spaceTimeView(run, stop, { first, span, available, go }) {
  const hasFailed = stop > 0 && isFailed(run, stop);
  const rows = Math.min(ROWS, run.processors - first), time = windowOf(run, stop, span), { onWay, arrived } = run;
  const width = Math.max(300, available);
  const { words } = run, times = [time.from, time.to].map(one => timeText(words, one));
  const label = words.spaceTimeDrawn([first, first + rows - 1], times, onWay.length, arrived.length);
  const drawing = new SpaceTime(run, { first, rows, time, width }), picture = drawing.draw(label, hasFailed);
  on(picture, "click", event => {
    const box = picture.getBoundingClientRect();
    go(run.nearest(drawing.timeAt((event.clientX - box.left) * width / box.width)));
  });
  return { picture, time, legend: spaceTimeLegend(run, hasFailed, drawing.hasBarriers) };
}
