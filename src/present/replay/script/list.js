// Lists: the cells of an array of pointers as boxes, in the order of the list, with an arrow to where each points

const ELEMENTS = 32, LISTS = 3, BOX = 46, BETWEEN = 28, BESIDE = 4;
/** What arrays of pointers are mostly called. */
const POINTERS = /^(next|succ(essor)?|parent|jump|sljede[cć]i|sljedbenik|roditelj)$/i;
const COPY = /^([\p{L}_][\p{L}\p{N}_]*)(\[.*\])?\s*(?:=|←|<-|:=)\s*([\p{L}_][\p{L}\p{N}_]*)(\[.*\])?;?$/u;

/** The names of arrays whose elements are numbers of elements: one, or a scalar that was copied from one, is a subscript of
 *  the same array. */
function pointerNames(run) {
  const names = new Set(run.arrays.map(({ name }) => name)), texts = run.trace.places.map(({ text }) => text);
  const copies = texts.flatMap(text => {
    const found = COPY.exec(text);
    return found ? [{ to: found[1] + (found[2] ? "[" : ""), from: found[3] + (found[4] ? "[" : "") }] : [];
  });
  const isPointer = name => {
    const reached = new Set([`${name}[`]);
    for (let before = 0; before < reached.size;) {
      before = reached.size;
      for (const { to, from } of copies) if (reached.has(from)) reached.add(to);
    }
    return [...reached].some(source => {
      const part = source.endsWith("[") ? `${source.slice(0, -1)}\\[` : `${source}\\]`;
      return texts.some(text => new RegExp(`(^|[^\\p{L}\\p{N}_])${name}\\[${part}`, "u").test(text));
    });
  };
  // What is computed is no number of an element; one of two is.
  const isComputed = name => run.trace.places.some(({ text, operation = "min" }) => !/^(min|max)$/.test(operation) && new RegExp(`^${name}\\[.*\\]\\s*([^=!<>\\[\\]]?=|←|<-)`, "u").test(text));
  return new Set([...names].filter(name => POINTERS.test(name) || isPointer(name) && !isComputed(name)));
}

/** Arrays of pointers, by their numbers, each once where it has several names. */
function pointerArrays(run) {
  if (run.pointers) return run.pointers;
  const names = pointerNames(run), isLine = ({ dimensions, owners, element, length }) => dimensions.length === 1 && owners.length === 0 && element === "int" && length > 1;
  const found = run.arrays.flatMap((array, i) => isLine(array) && names.has(array.name) && run.ownerOf(i, 0)[0] === i ? [i] : []);
  run.pointers = found.filter(array => run.steps.some((_, at) => run.touches(at + 1, array) || run.live(at + 1).includes(array)));
  return run.pointers;
}

/** Elements in the order of their list: from those to which nothing points, along the pointers that come first. */
function listOrder(run, array) {
  run.listOrders ??= new Map();
  if (run.listOrders.has(array)) return run.listOrders.get(array);
  const { length } = run.arrays[array], first = new Array(length).fill(null);
  const own = visit => (other, cell, value) => {
    const [owner, place] = run.ownerOf(other, cell);
    if (owner === array && first[place] === null && value !== null) visit(place, value);
  };
  run.eachFirst(own((place, value) => first[place] = value));
  // What is written first is where a list of elements without values begins.
  for (const step of run.steps) run.eachAccess(step, (_, site, i) => site.writes && site.values && own((place, value) => first[place] = value)(site.array, site.cells.at(i), site.values[i]));
  const isTarget = new Set(first.filter((target, i) => target !== i)), order = [], seen = new Set();
  const follow = start => {
    for (let at = start; isNumber(at) && at >= 0 && at < length && !seen.has(at); at = first[at]) {
      seen.add(at);
      order.push(at);
    }
  };
  for (let at = 0; at < length; at++) if (!isTarget.has(at)) follow(at);
  for (let at = 0; at < length; at++) follow(at);
  run.listOrders.set(array, order);
  return order;
}

/** One list. */
class ListPicture {
  constructor(run, stop, array, model) {
    Object.assign(this, { run, stop, array, order: listOrder(run, array).slice(0, ELEMENTS) });
    this.places = new Map(this.order.map((cell, at) => [cell, at]));
    this.isBad = conflictsOf(run, stop, model);
    const { length } = run.arrays[array];
    const isBeside = other => other !== array && run.ownerOf(other, 0)[0] === other && !pointerArrays(run).includes(other)
      && run.arrays[other].dimensions.length === 1 && run.arrays[other].owners.length === 0 && run.arrays[other].length === length;
    this.beside = [...new Set(run.live(stop))].filter(isBeside).slice(0, BESIDE);
    this.read = new Set();
    if (stop > 0) run.eachAccess(run.step(stop), (_, site, i) => {
      const [owner, cell] = run.ownerOf(site.array, site.cells.at(i));
      if (owner === array && !site.writes) this.read.add(cell);
    });
    const others = this.beside.flatMap(other => this.order.map(cell => `${run.arrays[other].name} ${valueText(run.value(other, cell))}`.length));
    this.box = Math.max(BOX, Math.max(0, ...others) * 6.6 + 12);
    this.height = 26 + this.beside.length * 15;
    const reach = Math.max(1, ...this.order.flatMap(cell => this.targets(cell)).map(([from, to]) => Math.abs(this.places.get(to) - this.places.get(from))).filter(Number.isFinite));
    this.above = 30 + Math.min(90, reach * 9);
    this.below = 34 + Math.min(60, reach * 6);
  }
  get width() {
    return 10 + this.order.length * (this.box + BETWEEN) + 20;
  }
  left(at) {
    return 10 + at * (this.box + BETWEEN);
  }
  /** Where an element points now, and where it pointed before this step; of those that are drawn. */
  targets(cell) {
    const now = this.run.value(this.array, cell), before = this.run.isChanged(this.array, cell) ? this.run.value(this.array, cell, true) : undefined;
    return [now, before].flatMap(target => this.places.has(target) ? [[cell, target]] : []);
  }
  arrowTo(from, to, kind) {
    const { box, above, below, height } = this, top = above, begin = this.left(from), end = this.left(to), far = Math.abs(to - from);
    if (from === to) return [svg("path", { class: `arrow ${kind}`, d: `M${begin + box * 0.35} ${top}c-6 -20 ${box * 0.3 + 12} -20 ${box * 0.3 + 4} -5` }),
      svg("path", { class: `head ${kind}`, d: `M${begin + box * 0.65} ${top}l-3 -8l7 1.5Z` })];
    if (to === from + 1) return arrow(begin + box, top + 13, end, top + 13, kind);
    const isForward = to > from, tall = isForward ? -Math.min(above - 24, 14 + far * 9) : Math.min(below - 14, 12 + far * 6), y = isForward ? top : top + height;
    const x1 = begin + box * (isForward ? 0.7 : 0.3), x2 = end + box * (isForward ? 0.3 : 0.7), tip = isForward ? y - 6 : y + 6;
    return [svg("path", { class: `arrow ${kind}`, d: `M${x1} ${y}C${x1} ${y + tall} ${x2} ${y + tall} ${x2} ${tip}` }),
      svg("path", { class: `head ${kind}`, d: `M${x2} ${y}l-3.5 ${isForward ? -7 : 7}h7Z` })];
  }
  draw(y) {
    const { run, stop, array, box, height, above } = this, { words } = run, parts = [], texts = [], top = above, seen = { old: false, changed: false, end: false, bad: false };
    this.order.forEach((cell, at) => {
      const x = this.left(at), target = run.value(array, cell), isChanged = run.isChanged(array, cell), isBad = this.isBad(array, cell);
      const kind = isBad ? "bad" : isChanged ? "written" : this.read.has(cell) ? "read" : "";
      parts.push(svg("rect", { class: `cell ${kind}`, x, y: top, width: box, height, rx: 4 }, svg("title", {}, `${run.cellName(array, cell)} = ${valueText(target) || words.unwritten}`)));
      texts.push(svg("text", { class: "name", x: x + box / 2, y: top + 17, "text-anchor": "middle" }, String(cell)));
      this.beside.forEach((other, i) => {
        const isNew = run.isChanged(other, cell);
        texts.push(svg("text", { class: isNew ? "scalar" : "who", x: x + box / 2, y: top + 32 + i * 15, "text-anchor": "middle" }, `${run.arrays[other].name} ${valueText(run.value(other, cell)) || "–"}`));
      });
      if (isBad) texts.push(svg("text", { class: "cross", x: x + box - 2, y: top + 8, "text-anchor": "end" }, "✗"));
      seen.bad ||= isBad;
      seen.changed ||= isChanged;
      if (isChanged) {
        const old = run.value(array, cell, true);
        if (this.places.has(old) && old !== target) {
          parts.push(...this.arrowTo(at, this.places.get(old), "old"));
          seen.old = true;
        }
      }
      const arrowKind = isBad ? "bad" : isChanged ? "write" : "pointer";
      if (this.places.has(target)) texts.unshift(...this.arrowTo(at, this.places.get(target), arrowKind));
      else if (isNumber(target)) {
        // An end of the list, or an element that is not drawn.
        const isOther = target >= 0 && target < run.arrays[array].length, right = x + box, middle = top + 13;
        texts.push(isOther ? svg("text", { class: "tick", x: right + 2, y: middle + 4 }, "…")
          : svg("path", { class: `ground ${isChanged ? "write" : ""}`, d: `M${right} ${middle}h6M${right + 6} ${middle - 7}v14M${right + 9.5} ${middle - 4}v8M${right + 13} ${middle - 1.5}v3` }));
        seen.end ||= !isOther;
      }
    });
    const heading = svg("text", { class: "side", x: 4, y: 13 }, words.listOf(run.arrayName(array)));
    return { node: svg("g", { transform: `translate(0 ${y})` }, heading, ...parts, ...texts), height: top + height + this.below, seen, stop };
  }
}

/** The lists of a stop. */
function listView(run, stop, model, available) {
  const { words } = run, live = new Set(run.live(stop).map(array => run.ownerOf(array, 0)[0]));
  const arrays = pointerArrays(run).filter(array => live.has(array) || stop > 0 && run.touches(stop, array));
  if (arrays.length === 0) return [html("p", { class: "note" }, words.noList)];
  const pictures = arrays.slice(0, LISTS).map(array => new ListPicture(run, stop, array, model)), nodes = [], seen = {};
  let y = 4;
  for (const one of pictures) {
    const { node, height, seen: own } = one.draw(y);
    nodes.push(node);
    y += height;
    for (const kind in own) seen[kind] ||= own[kind];
  }
  const width = Math.max(...pictures.map(one => one.width)), names = words.legendOfList;
  const drawing = picture(width, y, available, words.listDrawn(arrays.map(array => run.arrayName(array))), nodes);
  const ground = [svg("path", { class: "ground", d: "M4 7h10M14 1v12M18 4v6M22 5.500v3" })];
  const keys = legend([legendArrow("pointer"), names.points], seen.changed ? [legendArrow("write"), names.changed] : null, seen.old ? [legendArrow("old"), names.old] : null,
    seen.end ? [ground, names.end] : null, seen.bad ? [legendBox("cell bad"), names.conflict] : null);
  const notes = pictures.filter(one => one.order.length < run.arrays[one.array].length).map(one => words.listCut(run.arrayName(one.array), one.order.length, run.arrays[one.array].length));
  if (arrays.length > LISTS) notes.push(words.arraysNotDrawn(arrays.length - LISTS));
  return [html("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": words.views.list }, drawing), keys, ...notes.map(note => html("p", { class: "note" }, note))];
}
