// Axes: which cells of a long array stand for themselves

const single = at => ({ from: at, to: at + 1, isGap: false });

/** Slots `{from, to, isGap}` in order that cover 0 to length-1: every cell alone where they are few; else the cells
 *  that are in the set of used ones, with gaps between them; else buckets of one size. Where accesses to some cells only
 *  are told, from `told.from` on before `told.to`, buckets are of these alone. */
function axis(length, used, most, told = { from: 0, to: length }) {
  if (length <= most) return Array.from({ length }, (_, at) => single(at));
  if (told.to - told.from < length) return axisOfPart(length, used, most, told);
  let lowest = Infinity, highest = -Infinity;
  for (const at of used) {
    if (at < lowest) lowest = at;
    if (at > highest) highest = at;
  }
  if (used.size > most && highest - lowest >= most - 2) return buckets(length, most);
  const sorted = [...used].sort((a, b) => a - b);
  if (sorted.length === 0) for (let at = 0; at < most - 1; at++) sorted.push(at);
  const first = sorted[0], last = sorted[sorted.length - 1];
  const shown = last - first < most - 2 ? Array.from({ length: last - first + 1 }, (_, i) => first + i) : sorted;
  if (shown.length > most * 0.75 && shown === sorted) return buckets(length, most);
  return withGaps(length, shown.map(single));
}

/** An axis of which a part is told: that part, and the used cells beside it. */
function axisOfPart(length, used, most, { from, to }) {
  const beside = [...used].filter(at => at < from || at >= to).sort((a, b) => a - b).slice(0, Math.floor(most / 4));
  const inside = new Set([...used].flatMap(at => from <= at && at < to ? [at - from] : []));
  const part = axis(to - from, inside, most - beside.length).map(slot => ({ ...slot, from: slot.from + from, to: slot.to + from }));
  return withGaps(length, [...part, ...beside.map(single)].sort((a, b) => a.from - b.from));
}

/** Slots in order, with gaps before, between and behind them. */
function withGaps(length, shown) {
  const slots = [];
  let end = 0;
  const gap = to => {
    if (to - end === 1) slots.push(single(end));
    else if (to > end) slots.push({ from: end, to, isGap: true });
  };
  for (const slot of shown) {
    gap(slot.from);
    slots.push(slot);
    end = slot.to;
  }
  gap(length);
  return slots;
}

/** No more than those of a trace are, of which each is then a part of one. */
function buckets(length, most) {
  const size = 2 ** Math.max(0, Math.ceil(Math.log2(length / Math.min(most, 16))));
  return Array.from({ length: Math.ceil(length / size) },
    (_, i) => ({ from: i * size, to: Math.min(length, (i + 1) * size), isGap: false }));
}

/** The place of the slot that holds a cell. */
function slotOf(slots, cell) {
  let low = 0, high = slots.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (slots[middle].from <= cell) low = middle; else high = middle - 1;
  }
  return low;
}

const sizeOf = slot => slot.to - slot.from;

/** What is said below a picture of boxes that stand for several cells of an array. */
function boxNote(words, name, slots) {
  const sizes = slots.filter(slot => !slot.isGap).map(sizeOf), most = Math.max(1, ...sizes);
  return most > 1 ? [words.boxes(name, most)] : [];
}
