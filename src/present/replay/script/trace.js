// The trace

/** How many neighbours of so many are a bucket of the trace. */
const bucketSize = count => 2 ** Math.ceil(Math.log2(Math.max(1, Math.ceil(count / 16))));

/** Numbers in order: `[from, step, count]` or `{list}`. */
class Numbers {
  constructor(json) {
    this.list = Array.isArray(json) ? null : json.list;
    if (this.list === null) [this.from, this.step, this.length] = json;
    else this.length = this.list.length;
  }
  at(place) {
    if (this.list !== null) return this.list[place];
    return place < this.length ? this.from + place * this.step : undefined;
  }
  has(number) {
    return this.places(number).length > 0;
  }
  /** Whether one is at least `from` and less than `to`. */
  meets(from, to) {
    if (this.list !== null) return this.list.some(number => from <= number && number < to);
    if (this.length === 0) return false;
    if (this.step === 0) return from <= this.from && this.from < to;
    // The first one at or behind the lower end, seen along the line.
    const place = Math.max(0, Math.ceil(((this.step > 0 ? from : to - 1) - this.from) / this.step));
    const number = this.at(place);
    return number !== undefined && from <= number && number < to;
  }
  /** The places of a number. */
  places(number) {
    const found = [];
    if (this.list === null && this.step !== 0) {
      const place = (number - this.from) / this.step;
      if (Number.isInteger(place) && place >= 0 && place < this.length) found.push(place);
      return found;
    }
    for (let place = 0; place < this.length; place++) {
      if (this.at(place) === number) found.push(place);
    }
    return found;
  }
}

/** What changes put into a cell; undefined where nothing. */
function valueIn(changes, array, cell) {
  for (const change of changes) {
    const [place] = change.array === array ? change.cells.places(cell) : [];
    if (place !== undefined) return change.values[place];
  }
  return undefined;
}

/** A run: its steps, and the memory at one stop of it. Stop 0 is before the first step that is told. */
class Run {
  constructor(trace) {
    this.trace = trace;
    this.words = wordsOf(trace.language);
    this.steps = trace.steps;
    this.last = this.steps.length;
    this.isAsynchronous = trace.machine.kind === "apram";
    this.arrays = trace.arrays.map(array => ({ ...array, length: array.dimensions.reduce((a, b) => a * b, 1),
      owners: (array.owners ?? []).map(({ name, values }) => ({ name, numbers: new Numbers(values) })) }));
    this.steps.forEach((step, i) => {
      step.sentences = trace.sentences[i] ?? [];
      step.metCells = Object.fromEntries(Object.entries(step.met_cells ?? {}).map(([kind, { count, cells }]) => [kind, [{ count, cells: new Numbers(cells) }]]));
      step.groups.forEach(group => this.prepare(group));
    });
    this.values = this.arrays.map(array => {
      const held = [], first = array.first_shown ?? 0;
      for (let cell = first; cell < first + array.shown; cell++) held[cell] = null;
      for (const cell of array.also_shown ?? []) held[cell] = null;
      return held;
    });
    this.begin = this.changes(trace.before);
    for (const change of this.begin) this.put(change, change.values);
    // What is there in front of each step and was not behind the one before; then what the step changes. With each what
    // its cells held before, so that memory goes back as fast as forward.
    this.given = this.steps.map(step => this.changes(step.given ?? []));
    this.forward = this.steps.map(step => this.changes(step.changes));
    this.old = new Map();
    const old = changes => changes.map(change => this.put(change, change.values));
    this.backward = this.steps.map((_, at) => ({ given: old(this.given[at]), changes: old(this.forward[at]) }));
    this.at = this.last;
    this.seek(0);
  }

  changes(json) {
    return json.map(({ array, cells, values }) => ({ array, cells: new Numbers(cells), values }));
  }

  /** Writes cells; returns what they held. */
  put({ array, cells }, values) {
    const held = this.values[array];
    return values.map((value, place) => {
      const cell = cells.at(place), old = held[cell];
      held[cell] = value;
      return old;
    });
  }

  /** Numbers of a group become `Numbers`, places what stands there; accesses to shared arrays that the trace does not list, since the run
   *  broke off before they were seen, get an array of no told cells. */
  prepare(group) {
    const place = number => this.trace.places[number] ?? { source: 0, line: 0, text: "" };
    const { source, line, text, operation = "" } = place(group.statement);
    Object.assign(group, { source, line, statement: text, operation, own_reads: (group.own_reads ?? []).map(read => place(read).text) });
    for (const index of group.indices) index.numbers = new Numbers(index.values);
    for (const site of group.sites) {
      site.text = place(site.place).text;
      for (const name of ["positions", "ordinals", "cells"]) site[name] = new Numbers(site[name]);
      if (site.array === null && site.shared && !site.own) {
        const { name } = site;
        site.array = this.arrays.findIndex(array => array.name === name && array.isGuessed);
        if (site.array < 0) {
          site.array = this.arrays.push({ name, dimensions: [0], owners: [], length: 0, shown: 0, isGuessed: true }) - 1;
        }
      }
      const array = this.arrays[site.array];
      if (array?.isGuessed) {
        for (let i = 0; i < site.cells.length; i++) array.length = Math.max(array.length, site.cells.at(i) + 1);
        array.dimensions = site.text.includes("[") ? [array.length] : [];
      }
    }
  }

  seek(stop) {
    for (; this.at < stop; this.at++) {
      for (const change of [...this.given[this.at], ...this.forward[this.at]]) this.put(change, change.values);
    }
    while (this.at > stop) {
      this.at--;
      const changes = [...this.given[this.at], ...this.forward[this.at]], { given, changes: changed } = this.backward[this.at];
      const old = [...given, ...changed];
      for (let i = changes.length - 1; i >= 0; i--) this.put(changes[i], old[i]);
    }
    this.old = new Map();
    if (stop === 0) return;
    this.forward[stop - 1].forEach(({ array, cells, values }, i) => {
      const old = new Map();
      values.forEach((_, place) => old.set(cells.at(place), this.backward[stop - 1].changes[i][place]));
      this.old.set(array, old);
    });
  }

  /** The arrays that are there behind a stop. */
  live(stop) {
    return stop === 0 ? this.begin.map(change => change.array) : this.step(stop).live;
  }

  /** Whether a step accesses an array: it may be gone behind the step, or be there in it alone. */
  touches(stop, array) {
    return this.step(stop).groups.some(group => group.sites.some(site => site.array === array));
  }

  /** Whether an array is there at a stop. A step that breaks off has the arrays in front of it. */
  isThere(stop, array) {
    if (this.live(stop).includes(array) || stop > 0 && this.touches(stop, array)) return true;
    return stop > 0 && Boolean(this.step(stop).broken) && this.live(stop - 1).includes(array);
  }

  /** Whether an array that is not there at a stop was there before. */
  wasThere(stop, array) {
    for (let at = stop - 1; at >= 0; at--) if (this.isThere(at, array)) return true;
    return false;
  }

  /** Whether the array that holds a cell came to be between a step and the one before: what held the same memory until
   *  then is another array, which is gone, unless it stays there too, or hands on its value as a result. */
  begins(stop, array, cell) {
    if (stop === 1) return false;
    return !this.live(stop - 1).some(other => {
      const place = this.placeIn(array, cell, other);
      if (place === null) return false;
      if (other === array || this.isThere(stop, other)) return true;
      return this.arrays[other].length === this.arrays[array].length && this.valueBehind(stop - 1, other, place) === this.valueBehind(stop, array, cell);
    });
  }

  /** Whether an array came to be in front of a step and a cell of it holds what that began with. A part of another
   *  array, another name of it, or a result that is handed over holds what the other array held. The same of what a step
   *  changed without writing it. */
  isGiven(stop, array, cell, changes = this.given) {
    const value = valueIn(changes[stop - 1], array, cell);
    if (value === undefined) return false;
    return !this.live(stop - 1).some(other => {
      const place = other === array ? null : this.placeIn(array, cell, other);
      return place !== null && this.valueBehind(stop - 1, other, place) === value;
    });
  }

  /** What a cell held behind any stop; undefined where that is not told. */
  valueBehind(stop, array, cell) {
    for (let at = stop; at > 0; at--) {
      const value = valueIn(this.forward[at - 1], array, cell) ?? valueIn(this.given[at - 1], array, cell);
      if (value !== undefined) return value;
    }
    return valueIn(this.begin, array, cell);
  }

  /** What the cells began with that hold something in front of the first step, or get it from no step: calls back with
   *  array, cell and value. */
  eachFirst(visit) {
    const known = this.arrays.map(() => new Set());
    const take = (changes, see) => changes.forEach(({ array, cells, values }) => values.forEach((value, i) => {
      const cell = cells.at(i);
      if (!known[array].has(cell)) see(array, cell, value);
      known[array].add(cell);
    }));
    take(this.begin, visit);
    this.steps.forEach((_, at) => {
      take(this.given[at], visit);
      take(this.forward[at], () => {});
    });
  }

  /** What a cell holds behind the step, or before it. */
  value(array, cell, isBefore = false) {
    const old = isBefore ? this.old.get(array) : undefined;
    return old?.has(cell) ? old.get(cell) : this.values[array]?.[cell];
  }

  isChanged(array, cell) {
    return this.old.get(array)?.has(cell) ?? false;
  }

  step(stop) {
    return this.steps[stop - 1];
  }

  /** How many steps the run took, those left out included. */
  get length() {
    return this.trace.length;
  }

  /** Which step of the run a stop is behind. */
  numberOf(stop) {
    return stop === 0 ? 0 : this.step(stop).number;
  }

  /** How many steps in front of a stop are left out. */
  leftOut(stop) {
    return stop === 0 ? 0 : this.step(stop).number - (stop === 1 ? 0 : this.step(stop - 1).number) - 1;
  }

  /** The stop of a step, or the next one that is told. */
  stopOf(number) {
    if (number <= 0) return 0;
    const place = this.steps.findIndex(step => step.number >= number);
    return place < 0 ? this.last : place + 1;
  }

  /** The place of a cell in another array, where that holds it too: as a part, or under another name; else null. */
  placeIn(array, cell, other) {
    if (array === other) return cell;
    const from = this.arrays[array]?.first_cell, to = this.arrays[other]?.first_cell;
    if (from === undefined || to === undefined) return null;
    const place = from + cell - to;
    return place >= 0 && place < this.arrays[other].length ? place : null;
  }

  /** An array by its name, and where others have the same one, by the call that it belongs to. */
  arrayName(number) {
    const { name, call } = this.arrays[number], isOther = other => other.name === name && (other.call?.algorithm !== call?.algorithm || other.call?.depth !== call?.depth);
    return call && this.arrays.some(isOther) ? `${name} (${this.words.inCall(call.algorithm, call.depth)})` : name;
  }

  /** The array and cell under which a cell is drawn that several arrays have at once: those of the outermost. */
  ownerOf(array, cell) {
    if (!this.owners) {
      this.owners = new Map();
      let seen = null;
      for (const { live } of this.steps) {
        if (String(live) === seen) continue;
        seen = String(live);
        live.forEach((inner, i) => {
          const outer = live.slice(0, i).find(other => this.placeIn(inner, 0, other) !== null && this.placeIn(inner, this.arrays[inner].length - 1, other) !== null);
          if (outer !== undefined && !this.owners.has(inner)) this.owners.set(inner, outer);
        });
      }
    }
    const outer = this.owners.get(array);
    return outer === undefined ? [array, cell] : this.ownerOf(outer, this.placeIn(array, cell, outer));
  }

  /** A cell as users name it: `A[5]`; of arrays that processors have each, with the one that has it: `T[0] (i = 3)`. */
  cellName(array, cell) {
    const { name, owners } = this.arrays[array], subscripts = this.subscripts(array, cell), [owner, ...own] = subscripts;
    const named = numbers => numbers.length > 0 ? `${name}[${numbers.join(",")}]` : name;
    return owners.length > 0 ? `${named(own)} (${this.ownerName(array, owner)})` : named(subscripts);
  }

  /** The processor that has a row of an array that processors have each. */
  ownerName(array, row) {
    return this.arrays[array].owners.map(({ name, numbers }) => `${name} = ${numbers.at(row)}`).join(", ");
  }

  /** The row with all subscripts of its cells but the last one, which processors know by their names. */
  rowName(array, cell) {
    const { dimensions, owners } = this.arrays[array], subscripts = this.subscripts(array, cell);
    if (owners.length === 0) return subscripts.slice(0, -1).join(",");
    const [owner, ...own] = subscripts;
    return [this.ownerName(array, owner), ...own.slice(0, -1)].join(dimensions.length > 2 ? "; " : "");
  }

  /** The subscripts of a cell, counted in row order; the first is the place of the processor that has it, where
   *  processors have an array each. */
  subscripts(array, cell) {
    const { dimensions } = this.arrays[array], inner = dimensions.slice(1), subscripts = [];
    if (dimensions.length === 0) return [];
    for (const length of inner.reverse()) {
      subscripts.unshift(cell % length);
      cell = Math.floor(cell / length);
    }
    return [cell, ...subscripts];
  }

  /** The cell at these subscripts. */
  cellAt(array, subscripts) {
    const { dimensions } = this.arrays[array];
    return subscripts.reduce((cell, subscript, i) => cell * (i === 0 ? 1 : dimensions[i]) + subscript, 0);
  }

  /** The cells of an array side by side in a row, where it has rows. */
  columnsOf(array) {
    const { dimensions, owners } = this.arrays[array];
    return owners.length > 0 && dimensions.length === 1 ? 1 : dimensions[dimensions.length - 1] ?? 1;
  }

  /** The number of a cell in memory; undefined where the array is not in the trace. */
  inMemory(array, cell) {
    const { first_cell: first } = this.arrays[array];
    return first === undefined ? undefined : first + cell;
  }

  /** The array and cell with such a number in memory, of the arrays that a step accesses or that are there; null where none has it. */
  placeOf(number, step) {
    const used = step.groups.flatMap(group => group.sites.map(site => site.array)).filter(array => array !== null);
    const holds = array => number >= this.arrays[array].first_cell && number < this.arrays[array].first_cell + this.arrays[array].length;
    const array = [...used, ...step.live].find(holds);
    return array === undefined ? null : { array, cell: number - this.arrays[array].first_cell };
  }

  /** The array and cell of such a name among the arrays that a step touches, else among all. */
  cellOf(name, step) {
    const [, array, numbers, owner] = /^([^[(]*?)(?:\[(.*)\])?(?: \((.*)\))?$/.exec(name) ?? [];
    const isNamed = number => this.arrays[number]?.name === array && (this.arrays[number].owners.length > 0) === (owner !== undefined);
    const used = step.groups.flatMap(group => group.sites.map(site => site.array));
    const number = used.find(isNamed) ?? this.arrays.findIndex((_, other) => isNamed(other));
    if (number === null || number < 0) return null;
    const row = owner === undefined ? [] : [this.ownerNamed(number, owner)];
    const cell = this.cellAt(number, [...row, ...numbers === undefined ? [] : numbers.split(",").map(Number)]);
    return Number.isInteger(cell) && !row.includes(-1) ? { array: number, cell } : null;
  }

  /** The row of the processor with this name; -1 where none has it. */
  ownerNamed(array, name) {
    const { dimensions } = this.arrays[array];
    for (let row = 0; row < dimensions[0]; row++) if (this.ownerName(array, row) === name) return row;
    return -1;
  }

  /** Whether the name of a processor is that of no other one: its indices were recorded. */
  isNamed(group, position) {
    return group.indices.length > 0 ? group.indices.every(index => index.numbers.at(position) !== undefined) : group.processors === 1;
  }

  /** A processor as users name it; with `count`, the one around it that so many of its indices, the outermost, name. */
  processorName(group, position, count = group.indices.length) {
    const { program, processorNumber } = this.words, indices = group.indices.slice(0, count);
    if (indices.length === 0) return group.processors === 1 || count < group.indices.length ? program : processorNumber(position);
    const values = indices.map(index => index.numbers.at(position));
    if (values.includes(undefined)) return processorNumber(position);
    return indices.map((index, i) => `${index.name} = ${values[i]}`).join(", ");
  }

  /** The cells of an array, side by side; all accesses to them are listed. */
  told(array) {
    const { length, shown, first_shown: from = 0, isGuessed } = this.arrays[array];
    return this.trace.tier === "window" && !isGuessed ? { from, to: Math.min(length, from + shown) } : { from: 0, to: length };
  }

  /** Ranges `{from, to}` of the processors of a group whose accesses are listed, by their positions; near ones as one. */
  toldProcessors(group, near) {
    if (this.hidden(group.sites) === 0) return [{ from: 0, to: group.processors }];
    const positions = new Set(group.sites.flatMap(site => Array.from({ length: site.positions.length }, (_, i) => site.positions.at(i))));
    const ranges = [];
    for (const at of [...positions].sort((a, b) => a - b)) {
      const last = ranges.at(-1);
      if (last && at - last.to <= near) last.to = at + 1; else ranges.push({ from: at, to: at + 1 });
    }
    return ranges;
  }

  /** How many accesses of sites, a trace that is no full one does not tell. */
  hidden(sites) {
    return sum(sites.map(site => site.count - site.cells.length));
  }

  /** Whether the accesses of a step to an array are listed by buckets only. */
  isBucketed(step, array) {
    return step.groups.some(group => group.sites.some(site => site.array === array && site.buckets));
  }

  /** Accesses to shared memory of a step, those that are listed one by one and those by buckets: calls back with group, site,
   *  position, cell, how many; of a bucket the first position and cell that it may have. */
  eachAccessOrBucket(step, visit) {
    step.groups.forEach((group, g) => {
      for (const site of group.sites) {
        if (site.array === null) continue;
        const { buckets } = site, sizes = buckets ? [bucketSize(group.processors), bucketSize(this.arrays[site.array].length)] : [];
        if (buckets) for (const [from, to, count] of buckets) visit(g, site, from * sizes[0], to * sizes[1], count);
        else for (let i = 0; i < site.cells.length; i++) visit(g, site, site.positions.at(i), site.cells.at(i), 1);
      }
    });
  }

  /** Accesses to shared memory of a step: calls back with group, site, which access of the site. */
  eachAccess(step, visit) {
    step.groups.forEach((group, g) => {
      for (const site of group.sites) {
        if (site.array === null) continue;
        for (let i = 0; i < site.cells.length; i++) visit(g, site, i);
      }
    });
  }
}
