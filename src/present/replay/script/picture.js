// The picture of a step: cells before, processors, cells after

const CELL = 28, CHARACTER = 7.3, ALONE = 40;

/** An array in a picture: its slots and where they lie. */
class Block {
  constructor(run, array, cells, most, isBucketed = false) {
    const { dimensions, owners, length } = run.arrays[array];
    this.run = run;
    this.array = array;
    this.name = run.arrayName(array);
    // The rows of an array of more dimensions stand below each other, too, and those of processors that have an array each.
    this.isTable = !isBucketed && (dimensions.length >= 2 || owners.length > 0);
    this.isScalar = dimensions.length === (owners.length > 0 ? 1 : 0);
    this.columns = isBucketed ? length : run.columnsOf(array);
    if (isBucketed) {
      this.rowSlots = [single(0)];
      this.columnSlots = buckets(length, Math.min(most, 16));
      this.cellWidth = Math.max(58, String(length).length * 6.4 + 14);
      this.margin = 0;
      this.height = CELL;
      return;
    }
    const rows = new Set(), columns = this.isTable ? new Set() : cells;
    if (this.isTable) for (const cell of cells) {
      rows.add(Math.floor(cell / this.columns));
      columns.add(cell % this.columns);
    }
    const told = run.told(array), row = cell => Math.floor(cell / this.columns);
    const toldRows = { from: row(told.from), to: row(Math.max(told.from, told.to - 1)) + 1 };
    const isOneRow = toldRows.to - toldRows.from === 1, { from } = toldRows;
    this.rowSlots = axis(length / this.columns, rows, 12, toldRows);
    this.columnSlots = axis(this.columns, columns, this.isTable ? Math.min(16, most) : most,
      isOneRow ? { from: told.from - from * this.columns, to: told.to - from * this.columns } : undefined);
    let longest = 2;
    for (const row of this.rowSlots) for (const column of this.columnSlots) {
      if (row.isGap || column.isGap) continue;
      if (sizeOf(row) * sizeOf(column) > 1) longest = Math.max(longest, countText(run.words, sizeOf(row) * sizeOf(column)).length);
      else for (const isBefore of [true, false]) {
        longest = Math.max(longest, valueText(run.value(array, row.from * this.columns + column.from, isBefore)).length);
      }
      if (!this.isTable) longest = Math.max(longest, String(column.from).length * 0.9);
    }
    this.cellWidth = Math.max(CELL, Math.min(longest, 10) * CHARACTER + 9);
    this.margin = this.isTable ? Math.max(22, ...this.rowSlots.map(row => row.isGap ? 0 : this.rowLabel(row).length * 6.4 + 10)) : 0;
    this.height = this.rowSlots.length * CELL;
  }
  get width() {
    return this.margin + sum(this.columnSlots.map(slot => slot.isGap ? CELL + 6 : this.cellWidth));
  }
  rowLabel(row) {
    return this.run.rowName(this.array, row.from * this.columns);
  }
  lay(x) {
    this.x = x;
    let at = x + this.margin;
    this.lefts = this.columnSlots.map(slot => {
      const left = at;
      at += slot.isGap ? CELL + 6 : this.cellWidth;
      return left;
    });
    this.lefts.push(at);
  }
  /** Rows and columns of slots as one number. */
  slot(cell) {
    return slotOf(this.rowSlots, Math.floor(cell / this.columns)) * this.columnSlots.length
      + slotOf(this.columnSlots, cell % this.columns);
  }
  middle(slot) {
    const column = slot % this.columnSlots.length;
    return (this.lefts[column] + this.lefts[column + 1]) / 2;
  }
  row(slot) {
    return Math.floor(slot / this.columnSlots.length);
  }
  /** The ranges of cells of a slot: one, or one for each of its rows, of very many the first ones. */
  *ranges(slot) {
    const row = this.rowSlots[this.row(slot)], column = this.columnSlots[slot % this.columnSlots.length], { columns } = this;
    if (sizeOf(column) === columns) yield [row.from * columns, row.to * columns];
    else for (let at = row.from; at < Math.min(row.to, row.from + 4096); at++) yield [at * columns + column.from, at * columns + column.to];
  }
  /** Whether a slot has one of a set of cells. */
  holds(slot, set) {
    for (const [from, to] of this.ranges(slot)) if (set.meets(this.array, from, to)) return true;
    return false;
  }
  /** The slots of several cells: calls back with each. */
  eachBox(visit) {
    this.rowSlots.forEach((row, r) => this.columnSlots.forEach((column, c) => {
      if (sizeOf(row) * sizeOf(column) > 1) visit(r * this.columnSlots.length + c);
    }));
  }
}

/** How many accesses a box of several cells has: nothing where none. */
const countText = (words, count) => count === 0 ? "" : words.digits(count);

/** Cells of each array that a step touches. */
function touched(run, step) {
  const cells = new Map();
  run.eachAccessOrBucket(step, (_, site, position, cell) => {
    if (!cells.has(site.array)) cells.set(site.array, { all: new Set(), isWritten: false });
    const here = cells.get(site.array);
    here.all.add(cell);
    here.isWritten ||= site.writes;
  });
  return cells;
}

/** Processors of a step that stand for themselves, or pills that stand for many of a group. */
function pillsOf(run, step) {
  const named = step.groups[0]?.indices.map(index => index.name).join(", ") ?? "";
  // Names of several indices are long: where all groups have the same, they stand once at the side.
  const isShort = step.groups.every(group => group.indices.length > 1 && group.indices.map(index => index.name).join(", ") === named);
  const isCrowd = sum(step.groups.map(group => group.processors)) > ALONE;
  const alone = isCrowd ? Math.max(4, ALONE / 2 / step.groups.length) : ALONE;
  const pills = step.groups.map((group, g) => {
    // Where accesses are listed by buckets, those of all processors are.
    const isBucketed = group.sites.some(site => site.buckets);
    const told = isBucketed ? [{ from: 0, to: group.processors }] : run.toldProcessors(group, alone), all = sum(told.map(({ from, to }) => to - from));
    const size = all <= alone ? 1 : Math.max(2, 2 ** Math.ceil(Math.log2(all / 8)));
    const pill = (from, count) => {
      const name = isShort
        ? run.processorName(group, from).replace(/[^,]+ = /g, "").replace(/,/g, ", ") : run.processorName(group, from);
      const several = step.groups.length > 1 ? `${letter(g)}: ` : "";
      const lines = count === 1 ? [several + name] : [several + run.words.manyFrom(count), name];
      if (group.operation !== "") lines.push(cutShort(group.operation, 14));
      const extra = count === 1 ? (group.assigned ?? []).filter(({ values }) => from < values.length).slice(0, 1)
        .map(scalar => cutShort(`${scalar.name} = ${valueText(scalar.values[from])}`, 14)) : [];
      const longest = Math.max(...lines.map(line => line.length), ...extra.map(line => line.length));
      const isOrdered = group.indices.length > 1;
      return { group: g, from, size: count, lines, extra, operation: group.operation === "" ? -1 : lines.length - 1, isOrdered, ideal: [], width: Math.max(36, longest * 6.7 + 12) };
    };
    // Those of which no access is told stand for themselves: nothing is drawn of them.
    const own = [], rest = (from, to) => to > from && own.push(pill(from, to - from));
    let end = 0;
    for (const { from, to } of told) {
      rest(end, from);
      for (let at = from; at < to; at += size) own.push(pill(at, Math.min(size, to - at)));
      end = to;
    }
    rest(end, group.processors);
    return own;
  });
  return { pills, side: isShort ? `(${named})` : "" };
}

/** Puts pills near their ideals, in the order of their processors, without overlap; in two rows by turns where one is too
 *  long. Returns how many rows. */
function spread(pills, left, right) {
  const rows = sum(pills.map(pill => pill.width + 6)) > right - left ? 2 : 1;
  const space = (a, b) => ((a.width + b.width) / 2 + 6) / rows;
  const forth = [], back = [];
  pills.forEach((pill, i) => {
    forth[i] = Math.max(pill.ideal, i === 0 ? left + pill.width / 2 : forth[i - 1] + space(pills[i - 1], pill));
  });
  for (let i = pills.length - 1; i >= 0; i--) {
    const limit = i === pills.length - 1 ? right - pills[i].width / 2 : back[i + 1] - space(pills[i], pills[i + 1]);
    back[i] = Math.min(pills[i].ideal, limit);
  }
  // Both orders keep the distances, so their mean does.
  pills.forEach((pill, i) => {
    const mean = (forth[i] + back[i]) / 2;
    pill.x = Math.max(mean, i === 0 ? left + pill.width / 2 : pills[i - 1].x + space(pills[i - 1], pill));
    pill.row = i % rows;
  });
  return rows;
}

function arrow(x1, y1, x2, y2, kind) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1, dx = (x2 - x1) / length, dy = (y2 - y1) / length;
  const bx = x2 - 7 * dx, by = y2 - 7 * dy;
  const round = number => number.toFixed(1);
  return [
    svg("path", { class: `arrow ${kind}`, d: `M${round(x1)} ${round(y1)}L${round(bx)} ${round(by)}` }),
    svg("path", { class: `head ${kind}`, d: `M${round(x2)} ${round(y2)}L${round(bx - 3.5 * dy)} ${round(by + 3.5 * dx)}L${round(bx + 3.5 * dy)} ${round(by - 3.5 * dx)}Z` }),
  ];
}

/** A row of arrays, before or behind a step, as shapes and the texts on them. `marks` by block and slot: what happens
 *  there. */
function band(blocks, y, height, isBefore, marks) {
  const parts = [], shapes = [];
  for (const block of blocks) {
    const top = isBefore ? y + height - block.height : y, bottom = top + block.height;
    block[isBefore ? "topBefore" : "topAfter"] = top;
    const ticks = isBefore ? top - 6 : bottom + 14, names = isBefore ? top - 20 : bottom + 29;
    const center = (block.lefts[0] + block.lefts[block.lefts.length - 1]) / 2;
    parts.push(svg("text", { class: "name", x: center, y: block.isScalar ? ticks : names, "text-anchor": "middle" }, block.name));
    block.columnSlots.forEach((column, c) => {
      const middle = (block.lefts[c] + block.lefts[c + 1]) / 2;
      if (!block.isScalar) {
        parts.push(svg("text", { class: "tick", x: middle, y: ticks, "text-anchor": "middle" }, column.isGap ? "" : String(column.from)));
      }
      block.rowSlots.forEach((row, r) => {
        const cellTop = top + r * CELL, left = block.lefts[c], width = block.lefts[c + 1] - left;
        if (c === 0 && block.isTable) {
          parts.push(svg("text", { class: "tick", x: left - 5, y: cellTop + 18, "text-anchor": "end" }, row.isGap ? "" : block.rowLabel(row)));
        }
        const mark = marks.get(block.array)?.get(r * block.columnSlots.length + c) ?? {};
        const isBad = isBefore ? mark.badRead : mark.badWrite, isUsed = isBefore ? mark.read : mark.written;
        const size = sizeOf(row) * sizeOf(column), cell = row.from * block.columns + column.from;
        if (row.isGap || column.isGap) {
          const title = svg("title", {}, block.run.words.cellsNotDrawn(size));
          parts.push(svg("text", { class: "gap", x: middle, y: cellTop + 18, "text-anchor": "middle" }, title, "…"));
          if (isBad) parts.push(svg("text", { class: "cross", x: left + width, y: cellTop + 9, "text-anchor": "end" }, "✗"));
          return;
        }
        const kind = `cell${size > 1 ? " bucket" : ""}${isUsed ? isBefore ? " read" : " written" : ""}${isBad ? " bad" : ""}`;
        shapes.push(svg("rect", { class: kind, x: left + 1.5, y: cellTop + 1.5, width: width - 3, height: CELL - 3, rx: 2 }));
        const count = (isBefore ? mark.readCount : mark.writtenCount) ?? 0;
        const value = size > 1 ? countText(block.run.words, count) : valueText(block.run.value(block.array, cell, isBefore));
        if (size > 1) shapes.at(-1).append(svg("title", {}, block.run.words.ofBucket(count, size)));
        const text = svg("text", { class: size > 1 ? "tick" : "value", x: middle, y: cellTop + 19, "text-anchor": "middle" }, cutShort(value, 10));
        if (value.length > 10) text.prepend(svg("title", {}, value));
        parts.push(text);
        if (isBad) parts.push(svg("text", { class: "cross", x: left + width + 1, y: cellTop + 7, "text-anchor": "end" }, "✗"));
      });
    });
  }
  return { shapes, texts: parts };
}

/** Lays out the arrays of a picture side by side, in the middle of a width. */
function layBlocks(blocks, left, width) {
  const space = 30, total = sum(blocks.map(block => block.width)) + space * (blocks.length - 1);
  const stretch = Math.max(1, Math.min(1.6, (width - left - space * blocks.length) / total));
  for (const block of blocks) block.cellWidth *= stretch;
  const all = sum(blocks.map(block => block.width)) + space * (blocks.length - 1);
  let x = left + Math.max(0, (width - left - all) / 2);
  for (const block of blocks) {
    block.lay(x);
    x += block.width + space;
  }
  return left + all;
}

function picture(width, height, available, label, parts) {
  // A little too wide is made smaller; much too wide scrolls in its box.
  const shown = width <= available * 1.3 ? Math.min(width, available) : width;
  return svg("svg", { class: "picture", role: "img", "aria-label": label, viewBox: `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`,
    width: Math.ceil(shown), height: Math.ceil(height * shown / width) }, ...parts);
}

/** The memory alone, where there is no step. */
function memoryPicture(run, available) {
  const arrays = [...new Set(run.begin.map(change => change.array))].slice(0, 6), { words } = run;
  const blocks = arrays.map(array => new Block(run, array, new Set(), 32));
  if (blocks.length === 0) return html("p", { class: "note" }, words.emptyMemory);
  const left = 58, height = Math.max(...blocks.map(block => block.height));
  const width = Math.max(available, layBlocks(blocks, left, available) + 8);
  const label = svg("text", { class: "side", x: 4, y: 36 + height - 10 }, words.before);
  const { shapes, texts } = band(blocks, 36, height, true, new Map());
  return html("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": words.memoryPicture },
    picture(width, 56 + height, available, words.memoryBefore, [label, ...shapes, ...texts]));
}

/** What the shapes of a step mean, of those that it has. */
function stepLegend(words, flat) {
  const arrows = flat.flatMap(pill => [...pill.arrows?.values() ?? []]), pill = kind => [svg("rect", { class: kind, x: 1, y: 1, width: 28, height: 12, rx: 6 })];
  const has = kind => arrows.some(({ writes, isBad }) => isBad ? kind === "bad" : kind === (writes ? "write" : "read"));
  return legend(has("read") ? [legendArrow("read"), words.legendOfStep.reads] : null, has("write") ? [legendArrow("write"), words.legendOfStep.writes] : null,
    has("bad") ? [legendArrow("bad"), words.legendOfStep.conflict] : null, flat.some(({ size }) => size === 1) ? [pill("pill"), words.legendOfStep.processor] : null,
    flat.some(({ size }) => size > 1) ? [pill("pill many"), words.legendOfStep.several] : null);
}

/** Accesses of a step between pills and slots, each once; and what they do to the slots. */
function arrowsOf(run, step, blocks, pills, verdict) {
  const marks = new Map(), isJudged = verdict.count > 0;
  const byArray = new Map(blocks.map(block => [block.array, block]));
  const markAt = (array, slot) => {
    if (!marks.has(array)) marks.set(array, new Map());
    const slots = marks.get(array);
    if (!slots.has(slot)) slots.set(slot, {});
    return slots.get(slot);
  };
  run.eachAccessOrBucket(step, (g, site, position, cell, count) => {
    const block = byArray.get(site.array);
    if (!block) return;
    const slot = block.slot(cell), own = pills[g];
    const pill = own.find(({ from, size }) => from <= position && position < from + size);
    const bad = site.writes ? verdict.writes : verdict.reads, mark = markAt(site.array, slot);
    const isBad = isJudged && (site.buckets ? block.holds(slot, bad) : bad.has(site.array, cell));
    // Of a step that breaks off nothing is written.
    if (!site.writes) mark.read = true;
    else if (!step.broken) mark.written = true;
    const kind = site.writes ? "writtenCount" : "readCount";
    if (!site.writes || !step.broken) mark[kind] = (mark[kind] ?? 0) + count;
    if (isBad) mark[site.writes ? "badWrite" : "badRead"] = true;
    pill.ideal.push(block.middle(slot), ...(site.writes ? [block.middle(slot)] : []));
    const of = pill.arrows ??= new Map(), key = ((site.array * 65536) + slot) * 2 + (site.writes ? 1 : 0);
    const known = of.get(key);
    if (known) known.isBad ||= isBad;
    else of.set(key, { block, slot, writes: site.writes, isBad });
  });
  // A cell whose accesses are not told still shows that it is illegal.
  for (const [cells, kind] of [[verdict.reads, "badRead"], [verdict.writes, "badWrite"]]) {
    for (const { array, cell } of cells.places()) if (byArray.has(array)) markAt(array, byArray.get(array).slot(cell))[kind] = true;
    // Each box that holds such a cell does, however many there are.
    for (const block of isJudged ? blocks : []) block.eachBox(slot => {
      if (block.holds(slot, cells)) markAt(block.array, slot)[kind] = true;
    });
  }
  return marks;
}

/** Whether nothing is known of the accesses of a step: a fault broke off the run in the middle of it. */
const isUntold = step => step.broken && step.groups.every(group => group.sites.length === 0);
const brokenOff = words => html("p", { class: "note" }, words.brokenOff);

/** The picture of a step. */
function stepPicture(run, stop, verdict, { available, isAll }) {
  const step = run.step(stop), cells = touched(run, step), { words } = run;
  if (isUntold(step)) return [brokenOff(words)];
  for (const [bad, isWritten] of [[verdict.reads, false], [verdict.writes, true]]) for (const { array, cell } of bad.places()) {
    if (!cells.has(array)) cells.set(array, { all: new Set(), isWritten });
    cells.get(array).all.add(cell);
  }
  const arrays = [...cells.keys()].sort((a, b) => a - b).slice(0, 6);
  const most = arrays.length > 2 ? 16 : arrays.length > 1 ? 20 : 32;
  const blocks = arrays.map(array => new Block(run, array, cells.get(array).all, arrays.length > 1 && run.isBucketed(step, array) ? 8 : most, run.isBucketed(step, array)));
  const { pills, side: indices } = pillsOf(run, step), left = Math.max(58, indices.length * 7 + 12);
  let width = Math.max(available, layBlocks(blocks, left, available) + 8);
  const marks = arrowsOf(run, step, blocks, pills, verdict);
  const flat = pills.flat();
  flat.forEach((pill, i) => {
    const share = left + (width - left) * (i + 0.5) / flat.length;
    pill.ideal = pill.ideal.length > 0 && !pill.isOrdered ? sum(pill.ideal) / pill.ideal.length : share;
  });
  const rows = spread(flat, left, width - 6);
  width = Math.max(width, ...flat.map(pill => pill.x + pill.width / 2 + 8));

  const known = blocks.filter(block => !run.arrays[block.array].isGuessed), written = blocks.filter(block => cells.get(block.array).isWritten);
  const before = Math.max(0, ...known.map(block => block.height)), after = Math.max(0, ...written.map(block => block.height));
  const distance = blocks.length > 0 ? 56 : 0, top = known.length > 0 ? 38 : 12;
  const pillHeight = Math.max(...flat.map(pill => pill.lines.length + pill.extra.length)) * 14 + 20;
  const pillTop = top + before + (known.length > 0 ? distance : 0), pillsEnd = pillTop + rows * (pillHeight + 8) - 8;
  const afterTop = pillsEnd + distance;
  const bands = [band(known, top, before, true, marks), ...(written.length > 0 ? [band(written, afterTop, after, false, marks)] : [])];
  // Texts come last, so that no arrow hides them.
  const parts = bands.flatMap(({ shapes }) => shapes);
  const side = (y, text) => parts.push(svg("text", { class: "side", x: 4, y }, text));
  if (known.length > 0) side(top + before - 10, words.before);
  side(pillTop + pillHeight / 2 + 4, words.processorsShort);
  if (indices) side(pillTop + pillHeight / 2 + 19, indices);
  if (written.length > 0) side(afterTop + 18, words.after);

  const seen = new Set();
  for (const pill of flat) {
    const group = svg("g", { class: "processor" }), { x } = pill, y = pillTop + pill.row * (pillHeight + 8);
    const isFirst = !seen.has(pill.group);
    seen.add(pill.group);
    for (const { block, slot, writes, isBad } of pill.arrows?.values() ?? []) {
      if (!isAll && !isBad && !isFirst) continue;
      const at = block.middle(slot), row = block.row(slot) * CELL, kind = isBad ? "bad" : writes ? "write" : "read";
      group.append(...writes
        ? arrow(x, y + pillHeight, at, block.topAfter + row + 1, kind)
        : arrow(at, block.topBefore + row + CELL - 1, x, y, kind));
    }
    const radius = Math.min(pill.width, pillHeight) / 2;
    group.append(svg("rect", { class: pill.size > 1 ? "pill many" : "pill", x: x - pill.width / 2, y, width: pill.width, height: pillHeight, rx: radius }));
    const lines = [...pill.lines, ...pill.extra], first = y + pillHeight / 2 + 4 - (lines.length - 1) * 7;
    lines.forEach((line, i) => group.append(svg("text",
      { class: i === pill.operation ? "operation" : i < pill.lines.length ? "who" : "scalar", x, y: first + i * 14, "text-anchor": "middle" }, line)));
    parts.push(group);
  }
  const height = written.length > 0 ? afterTop + after + 36 : pillsEnd + 10;
  parts.push(...bands.flatMap(({ texts }) => texts));
  const label = words.stepDrawn(step.number, sum(step.groups.map(group => group.processors)));
  const notes = [];
  const sites = step.groups.flatMap(group => group.sites.filter(site => site.shared && site.count > 0));
  if (sites.length === 0) notes.push(words.touchesNothing);
  else if (step.broken) notes.push(words.writesNothingBroken);
  else if (!sites.some(site => site.writes)) notes.push(words.writesNothing);
  if (cells.size > arrays.length) notes.push(words.arraysNotDrawn(cells.size - arrays.length));
  for (const block of blocks) notes.push(...boxNote(words, block.name, [...block.columnSlots, ...block.rowSlots]));
  step.groups.forEach((group, g) => {
    if (pills[g].some(pill => pill.size > 1)) notes.push(words.alike(group.processors, group.statement));
  });
  const own = step.groups.flatMap(group => group.sites.filter(site => site.own && site.shared)), untold = sum(own.map(site => site.count));
  if (untold > 0) notes.push(words.ownNotDrawn(untold, own[0].text));
  const hidden = run.hidden(step.groups.flatMap(group => group.sites.filter(site => !site.buckets)));
  if (hidden > 0) notes.push(words.accessesNotDrawn(hidden));
  const drawing = picture(width, height, available, label, parts);
  return [html("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": words.stepPicture }, drawing), stepLegend(words, flat),
    ...notes.map(note => html("p", { class: "note" }, note))];
}
