// The network: cells across, steps down, an edge from each read to the write

/** The distance of two steps, and how much more there is for the operations at the nodes. */
const LEVEL = 44, OPERATION = 16, LEVELS = 40, FRAME_LEVELS = 6, GAP = 44;
/** So many processors of a group are followed through their scalars, each scalar to so many cells. */
const FOLLOWED = 256, ORIGINS = 64;

/** What stands above a column: the subscript of its cell, of several dimensions the last one, and the others as its row,
 *  which stand once above all of its columns. */
function columnLabel(run, array, slot) {
  const { dimensions, owners } = run.arrays[array], subscripts = run.subscripts(array, slot.from);
  if (slot.isGap) return { row: "", text: "…" };
  // A box of several cells may go over the end of a row.
  if (sizeOf(slot) > 1) return { row: "", text: owners.length > 0 ? run.ownerName(array, subscripts[0]) : subscripts.join(",") };
  const isScalar = owners.length > 0 && dimensions.length === 1;
  return { row: run.rowName(array, slot.from), text: isScalar ? "" : String(subscripts.at(-1) ?? "") };
}

/** The columns of the network: all arrays that the run touches, their cells row by row. */
class Columns {
  constructor(run) {
    const used = new Map();
    const bucketed = new Set();
    for (const step of run.steps) run.eachAccessOrBucket(step, (_, site, position, place) => {
      const [array, cell] = run.ownerOf(site.array, place);
      let cells = used.get(array);
      if (!cells) used.set(array, cells = new Set());
      cells.add(cell);
      if (site.buckets) bucketed.add(array);
    });
    const arrays = [...used.keys()].sort((a, b) => a - b);
    this.hidden = Math.max(0, arrays.length - 8);
    arrays.length = Math.min(arrays.length, 8);
    const most = Math.max(6, Math.floor(64 / Math.max(1, arrays.length)));
    const lengths = arrays.map(array => run.arrays[array].length), isFew = sum(lengths) <= 64;
    this.columns = [];
    this.arrays = new Map(arrays.map((array, i) => {
      const slots = bucketed.has(array) ? buckets(lengths[i], arrays.length > 2 ? 8 : 16)
        : axis(lengths[i], used.get(array), isFew ? 64 : most, run.told(array)), first = this.columns.length;
      for (const slot of slots) this.columns.push({ array, slot, label: columnLabel(run, array, slot) });
      return [array, { slots, first }];
    }));
    // Of the values that are written in boxes.
    this.longest = 2;
    // By processor and scalar, from which columns and steps it was computed.
    this.carried = new Map();
    this.steps = run.steps.map((step, i) => this.flow(run, step, i + 1));
    this.rows = this.rowsOf();
    this.lay();
  }

  /** Rows of arrays of several dimensions: neighbouring columns with the same subscripts but for the last. */
  rowsOf() {
    const rows = [];
    this.columns.forEach(({ array, label }, i) => {
      const last = rows[rows.length - 1];
      if (label.row !== "" && last?.end === i && last.array === array && last.text === label.row) last.end = i + 1;
      else if (label.row !== "") rows.push({ array, text: label.row, begin: i, end: i + 1 });
    });
    return rows;
  }

  lay() {
    const wide = text => text.length * 6.4 + 4;
    const ticks = [...this.columns.map(({ label }) => wide(label.text)), ...this.rows.map(({ text, begin, end }) => wide(text) / (end - begin))];
    const least = Math.max(24, Math.min(7, this.longest) * 7.5 + 10, ...ticks);
    const pitch = Math.max(least, Math.min(40, 780 / this.columns.length));
    this.box = pitch - 4;
    let x = 66;
    this.columns.forEach((column, i) => {
      const before = this.columns[i - 1];
      if (before && before.array !== column.array) x += 18;
      else if (before && before.label.row !== column.label.row) x += 10;
      column.x = x + pitch / 2;
      x += pitch;
    });
    this.width = x + 8;
  }

  column(array, cell) {
    const { slots, first } = this.arrays.get(array);
    return first + slotOf(slots, cell);
  }

  /** Edges `[from, level, to]`, reads and writes of a step, those between the same columns once. Level is the stop behind
   *  which the source was read: an earlier one where the value came through a scalar of the processor. */
  flow(run, step, stop) {
    if (run.leftOut(stop) > 0) this.carried.clear();
    const edges = new Map(), reads = new Map(), writes = new Map(), size = this.columns.length;
    const edge = (from, level, to) => edges.set((level * size + from) * size + to, [from, level, to]);
    const level = stop - 1, later = [], columnOf = (array, place) => {
      const [owner, cell] = run.ownerOf(array, place);
      return this.arrays.has(owner) ? { cell, column: this.column(owner, cell) } : null;
    };
    const written = (column, cell, value, count, operation) => {
      const before = writes.get(column)?.count ?? 0, isBox = sizeOf(this.columns[column].slot) > 1;
      writes.set(column, { cell, value, count: before + count, operation });
      this.longest = Math.max(this.longest, (isBox ? countText(run.words, before + count) : valueText(value)).length);
    };
    for (const group of step.groups) {
      const sources = new Map(), isFollowed = group.processors <= FOLLOWED;
      const used = isFollowed ? [...group.used ?? [], ...(group.results ?? []).map(scalar => ({ scalar }))] : [];
      const assigned = isFollowed ? (group.assigned ?? []).map(({ scalar }) => scalar) : [];
      const carriedBy = position => used.flatMap(({ scalar, indices }) => this.carried.get(`${scalar} ${run.processorName(group, position, indices)}`) ?? []);
      if (isFollowed && group.returned) assigned.push(group.returned.call);
      for (const [fromArray, from, toArray, to] of group.edges ?? []) {
        const [source, target] = [[fromArray, from], [toArray, to]].map(([array, bucket]) => columnOf(array, bucket * bucketSize(run.arrays[array].length)));
        if (source && target) edge(source.column, level, target.column);
      }
      for (const site of group.sites) {
        if (site.array === null) continue;
        if (site.buckets) for (const [, bucket, count] of site.buckets) {
          const found = columnOf(site.array, bucket * bucketSize(run.arrays[site.array].length));
          if (!found) break;
          if (site.writes) written(found.column, found.cell, undefined, count, group.operation);
          else if (!reads.has(found.column)) reads.set(found.column, found.cell);
        }
        else for (let i = 0; i < site.cells.length; i++) {
          const found = columnOf(site.array, site.cells.at(i));
          if (!found) break;
          const { column, cell } = found, position = site.positions.at(i);
          if (site.writes) {
            written(column, cell, site.values?.[i], 1, group.operation);
            for (const from of sources.get(position) ?? []) edge(from, level, column);
            for (const [from, past] of run.isNamed(group, position) ? carriedBy(position) : []) edge(from, past, column);
          } else {
            if (!reads.has(column)) reads.set(column, cell);
            if (site.subscript) continue;
            const known = sources.get(position);
            if (known) known.push(column); else sources.set(position, [column]);
          }
        }
      }
      if (assigned.length > 0) for (let position = 0; position < group.processors; position++) {
        if (!run.isNamed(group, position)) continue;
        const name = run.processorName(group, position), origins = (sources.get(position) ?? []).map(from => [from, level]);
        origins.push(...carriedBy(position));
        for (const scalar of assigned) later.push([`${scalar} ${name}`, origins.slice(0, ORIGINS)]);
      }
    }
    for (const [key, origins] of later) this.carried.set(key, origins);
    return { edges: [...edges.values()], reads, writes };
  }
}

/** Columns of cells among those that a step accesses, and boxes that have one of them. */
function columnsOf(run, columns, bad, cells) {
  const found = new Set();
  for (const place of bad.places()) {
    const [array, cell] = run.ownerOf(place.array, place.cell);
    const column = columns.arrays.has(array) ? columns.column(array, cell) : -1;
    if (cells.has(column)) found.add(column);
  }
  for (const column of cells.keys()) {
    const { array, slot } = columns.columns[column];
    if (sizeOf(slot) > 1 && bad.meets(array, slot.from, slot.to)) found.add(column);
  }
  return found;
}

/** The operation at a node: in a circle on its upper edge; one that is too long is its title. */
function operationAt(x, y, operation, most) {
  const wide = operation.length * 6.4 + 8, isShort = wide <= Math.max(20, most + 4), width = isShort ? Math.max(16, wide) : 16;
  return svg("g", { class: "operation" }, svg("title", {}, operation), svg("rect", { class: "pill", x: x - width / 2, y: y - 8, width, height: 16, rx: 8 }),
    svg("text", { class: "operation", x, y: y + 4, "text-anchor": "middle" }, isShort ? operation : "ƒ"));
}

/** What the shapes of a network mean, of those that it has. */
function networkLegend(words, { hasThrough, hasReads, hasOperations, hasBad, hasBarriers }) {
  const names = words.legendOfNetwork, circle = svg("circle", { class: "taken", cx: 15, cy: 7, r: 3 });
  const operation = [svg("rect", { class: "pill", x: 7, y: 0.5, width: 16, height: 13, rx: 6.5 }), svg("text", { class: "operation", x: 15, y: 11, "text-anchor": "middle" }, "+")];
  return legend(hasReads ? [[circle], names.read] : null, [legendBox("node"), names.written], hasReads ? [legendLine("edge"), names.edge] : null,
    hasThrough ? [legendLine("edge through"), names.through] : null, hasOperations ? [operation, names.operation] : null, hasBad ? [legendBox("node bad"), names.conflict] : null,
    hasBarriers ? [legendLine("barrier"), names.barrier] : null);
}

/** Names of arrays and subscripts of cells above the columns, and the lines down from them to a height. */
function networkHead(run, columns, top, bottom) {
  const parts = [], { columns: all, rows } = columns;
  const text = (kind, first, last, y, label) => parts.push(svg("text", { class: kind, x: (all[first].x + all[last].x) / 2, y, "text-anchor": "middle" }, label));
  for (const [array, { slots, first }] of columns.arrays) text("name", first, first + slots.length - 1, 14, run.arrayName(array));
  // Also below, where a long network is scrolled to.
  for (const { text: label, begin, end } of rows) for (const y of [28, bottom + 28]) text("tick row", begin, end - 1, y, label);
  all.forEach(({ x, slot, label }, i) => {
    for (const y of [top - 10, bottom + 14]) text("tick", i, i, y, label.text);
    if (!slot.isGap) parts.push(svg("path", { class: "wire", d: `M${x} ${top}V${bottom}` }));
  });
  return parts;
}

/** How many sections were over before a stop, of the asynchronous machine. */
const sectionsBefore = (run, stop) => run.step(stop).sections_before ?? 0;

function networkView(run, stop, model, available, isCompact = false) {
  const columns = run.columns ??= new Columns(run);
  const { words } = run, levels = isCompact ? FRAME_LEVELS : LEVELS;
  if (columns.arrays.size === 0) return [html("p", { class: "note" }, words.touchesNoMemory)];
  const first = Math.max(1, stop - levels + 1), forRows = columns.rows.length > 0 ? 14 : 0, top = 40 + forRows, nodes = [];
  const shown = Array.from({ length: stop - first + 1 }, (_, i) => first + i);
  const hasOperations = shown.some(at => [...columns.steps[at - 1].writes.values()].some(({ operation }) => operation !== ""));
  const level = LEVEL + (hasOperations ? OPERATION : 0), badge = hasOperations ? OPERATION : 0;
  // In front of a step before which some are left out there is more room: for the gap, at which begins what it reads. And for barriers.
  const gaps = shown.filter(at => run.leftOut(at) > 0), isBarrier = at => at > 1 && sectionsBefore(run, at) > sectionsBefore(run, at - 1);
  const barriers = shown.filter(at => at > first && isBarrier(at));
  const y = at => top + 14 + (at - first + 1) * level + [...gaps, ...barriers].filter(gap => gap <= at).length * GAP / 2;
  const gapOf = at => y(at) - (level + badge + GAP / 2) / 2, readIn = at => run.leftOut(at) > 0 ? gapOf(at) : y(at - 1) + 11, height = y(stop) + 34 + forRows;
  const parts = networkHead(run, columns, top, y(stop) + 18);
  const side = (at, text, kind = "side") => parts.push(svg("text", { class: kind, x: 4, y: y(at) + 4 }, text));
  const value = (column, at, text) => nodes.push(svg("text", { class: "value", x: columns.columns[column].x, y: y(at) + 4, "text-anchor": "middle" }, text));
  if (first === 1) {
    side(0, words.start);
    run.eachFirst((array, cell, held) => {
      if (!columns.arrays.has(array)) return;
      const column = columns.column(array, cell);
      if (sizeOf(columns.columns[column].slot) === 1) value(column, 0, cutShort(valueText(held), 7));
    });
  }
  const has = { hasThrough: false, hasReads: false, hasOperations, hasBad: false, hasBarriers: barriers.length > 0 };
  for (const at of shown) {
    const step = run.step(at), verdict = judge(run, step, model), { edges, reads, writes } = columns.steps[at - 1];
    const now = at === stop ? " now" : "";
    side(at, words.stepNumber(step.number), `side${now}`);
    if (run.leftOut(at) > 0) {
      parts.push(svg("path", { class: "left-out", d: `M60 ${gapOf(at)}H${columns.width}` }));
      parts.push(svg("text", { class: "tick", x: 4, y: gapOf(at) + 4 }, words.stepsLeftOut(run.leftOut(at))));
    }
    // The name of a barrier stands at the side, where no edge comes.
    if (barriers.includes(at)) {
      const place = y(at - 1) + (level + GAP / 2 - badge) / 2 + 4;
      parts.push(svg("path", { class: "barrier", d: `M60 ${place}H${columns.width}` }), svg("text", { class: "tick", x: 4, y: place + 4 }, words.barrier));
    }
    const badReads = columnsOf(run, columns, verdict.reads, reads), badWrites = columnsOf(run, columns, verdict.writes, writes);
    const topOf = column => y(at) - 12 - (writes.get(column)?.operation ? badge : 0);
    const lines = { edge: "", through: "", bad: "" };
    for (const [from, past, to] of edges) {
      const begin = Math.max(past, first - 1);
      const isBad = badWrites.has(to) || (past === at - 1 && badReads.has(from));
      lines[isBad ? "bad" : past < at - 1 ? "through" : "edge"] += `M${columns.columns[from].x} ${readIn(begin + 1)}L${columns.columns[to].x} ${topOf(to)}`;
    }
    has.hasThrough ||= lines.through !== "";
    has.hasReads ||= reads.size > 0;
    has.hasBad ||= badReads.size + badWrites.size > 0;
    for (const [kind, d] of Object.entries(lines)) if (d) parts.push(svg("path", { class: `edge ${kind}${now}`, d }));
    for (const column of reads.keys()) nodes.push(svg("circle", { class: "taken", cx: columns.columns[column].x, cy: readIn(at), r: 3 }));
    for (const [column, { cell, value: held, count, operation }] of writes) {
      const { array, slot, x } = columns.columns[column], size = sizeOf(slot), name = run.cellName(array, cell);
      nodes.push(svg("rect", { class: `node${step.broken ? " broken" : now}${badWrites.has(column) ? " bad" : ""}`, x: x - columns.box / 2, y: y(at) - 11, width: columns.box, height: 22, rx: 3 },
        svg("title", {}, size > 1 ? words.ofBucket(count, size) : `${name} = ${valueText(held)}`)));
      value(column, at, size > 1 ? countText(words, count) : cutShort(valueText(held), 7));
      if (operation !== "") nodes.push(operationAt(x, y(at) - 19, operation, columns.box));
    }
    // A read of which nothing is written has no edge that could be dashed: the ring around its dot is.
    for (const column of badReads) nodes.push(svg("circle", { class: "ring bad", cx: columns.columns[column].x, cy: readIn(at), r: 7 }));
    for (const [columnsOfKind, crossY] of [[badReads, readIn(at) + 13], [badWrites, y(at) - 8]]) {
      for (const column of columnsOfKind) nodes.push(svg("text", { class: "cross", x: columns.columns[column].x + 11, y: crossY }, "✗"));
    }
  }
  const notes = [];
  if (has.hasThrough) notes.push(words.followedThrough(ORIGINS));
  if (run.steps.some(step => step.groups.some(group => group.processors > FOLLOWED && group.assigned))) notes.push(words.notFollowed(FOLLOWED));
  if (stop > 0 && run.step(stop).broken) notes.push(words.lastStepBroken);
  if (run.hidden(run.steps.flatMap(step => step.groups.flatMap(group => group.sites.filter(site => !site.buckets)))) > 0) notes.push(words.unrecordedNotDrawn);
  if (first > 1) notes.push(words.lastSteps(levels, first - 1));
  for (const [array, { slots }] of columns.arrays) notes.push(...boxNote(words, run.arrayName(array), slots));
  if (columns.hidden > 0) notes.push(words.arraysNotDrawn(columns.hidden));
  const own = run.steps.slice(0, stop).flatMap(step => step.groups.flatMap(group => group.sites.filter(site => site.own && site.shared)));
  if (own.length > 0) notes.push(words.ownNotDrawn(sum(own.map(site => site.count)), own[0].text));
  const last = stop === 0 ? 0 : run.step(stop).number;
  const drawing = picture(columns.width, height, available, words.flowUpTo(last), [...parts, ...nodes]);
  const box = html("div", { class: "scroll network", tabindex: 0, role: "group", "aria-label": words.networkSoFar }, drawing);
  return [box, stop > 0 ? networkLegend(words, has) : null, ...notes.map(note => html("p", { class: "note" }, note))];
}
