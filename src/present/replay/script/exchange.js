// The trace of a run on a multicomputer

/** How many entries of a list have a number that is at most a limit; the numbers ascend. */
function countUpTo(list, limit, numberOf = number => number) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numberOf(list[middle]) <= limit) low = middle + 1; else high = middle;
  }
  return low;
}

/** Lists by a number of each entry. */
function sorted(entries, numberOf, count) {
  const lists = Array.from({ length: count }, () => []);
  for (const entry of entries) lists[numberOf(entry)]?.push(entry);
  return lists;
}

/** A time, or a sum of such: sums of decimals are rounded to nine digits behind the point. */
function timeText(words, time) {
  const [whole, part] = String(Number(time.toFixed(9))).split(".");
  return words.digits(whole) + (part ? `.${part}` : "");
}

/** A run on a multicomputer, and what is on its way at one moment of it. Stop 0 is before the first moment. */
class Exchange {
  constructor(trace) {
    const { moments, messages, stops, activities, machine } = trace;
    this.trace = trace;
    const place = number => isNumber(number) ? trace.places[number] ?? null : null;
    for (const message of messages) [message.sent_at, message.received_at] = [message.sent_at, message.received_at].map(place);
    for (const entry of [...stops, ...moments.flatMap(({ lines }) => lines)]) entry.at = place(entry.at);
    this.words = wordsOf(trace.language);
    this.last = this.length = moments.length;
    this.noun = trace.noun;
    this.isOfTasks = trace.noun !== "processor";
    this.processors = Math.max(1, machine.processors);
    this.programs = trace.programs;
    this.stops = sorted(stops, stop => stop.program, this.programs);
    this.homes = this.stops.map((list, program) => list[0]?.processor ?? program);
    this.activities = sorted(activities, activity => activity.processor, this.processors);
    this.ways = messages.filter(message => message.start !== null && message.arrival !== null && message.start !== undefined);
    const ascending = numbers => numbers.sort((a, b) => a - b);
    this.starts = ascending(this.ways.map(message => message.start));
    this.arrivals = ascending(this.ways.map(message => message.arrival));
    this.receipts = ascending(this.ways.flatMap(message => isNumber(message.received) ? [Math.max(message.received, message.arrival)] : []));
    this.until = trace.cut_at ?? Math.max(trace.end, moments[moments.length - 1]?.time ?? 0);
    this.takeTimes();
    this.barriers = this.meetings();
    this.seek(0);
  }

  /** Who does something at each moment; beginnings and ends of work, for the work until a time. */
  takeTimes() {
    const places = new Map(this.trace.moments.map(({ time }, i) => [time, i]));
    this.busy = Array.from({ length: this.last }, () => new Set());
    const note = (time, program) => this.busy[places.get(time)]?.add(program);
    for (const message of this.ways) {
      note(message.start, message.sender);
      note(message.arrival, message.receiver);
      note(message.received, message.receiver);
    }
    for (const stop of this.trace.stops) if (stop.asks !== "send" && stop.asks !== "probe") note(stop.time, stop.program);
    const worked = this.trace.activities.filter(({ does }) => does !== "wait");
    const total = sum(worked.map(({ from, to }) => to - from)), { cost } = this.trace.ending;
    // Where the trace does not tell all of it, the work until a time is not known.
    this.knowsWork = cost !== null && cost !== undefined && Math.abs(total - cost.work) <= 1e-9 * Math.max(1, total);
    const sums = numbers => {
      numbers.sort((a, b) => a - b);
      let before = 0;
      return { numbers, sums: [0, ...numbers.map(number => before += number)] };
    };
    this.begun = sums(worked.map(({ from }) => from));
    this.over = sums(worked.map(({ to }) => to));
  }

  /** Where all programs have met, at a barrier or in a call that they make together: when the last of them came, and what it is called. */
  meetings() {
    const all = this.stops.map(list => list.filter(({ asks }) => asks === "meet")), count = Math.min(...all.map(list => list.length));
    if (!Number.isFinite(count)) return [];
    return Array.from({ length: count }, (_, i) => ({ time: Math.max(...all.map(list => list[i].time)), text: cutShort((all[0][i].at?.text ?? "").replace(/;$/, ""), 18) }));
  }

  /** The work until a time: from each beginning up to then, without what is past each end. */
  work(time) {
    const past = ({ numbers, sums }) => {
      const count = countUpTo(numbers, time);
      return count * time - sums[count];
    };
    return time === -Infinity ? 0 : past(this.begun) - past(this.over);
  }

  timeOf(stop) {
    return stop === 0 ? -Infinity : this.trace.moments[stop - 1].time;
  }

  numberOf(stop) {
    return stop;
  }

  stopOf(number) {
    return Math.max(0, Math.min(this.last, Math.ceil(number)));
  }

  /** The stop whose moment is nearest to a time. */
  nearest(time) {
    const { moments } = this.trace, behind = countUpTo(moments, time, moment => moment.time);
    if (behind === 0) return Math.min(1, this.last);
    if (behind === this.last) return this.last;
    return time - moments[behind - 1].time <= moments[behind].time - time ? behind : behind + 1;
  }

  seek(stop) {
    this.time = this.timeOf(stop);
    this.involved = stop === 0 ? new Set() : this.busy[stop - 1];
    this.onWay = [];
    this.arrived = [];
    for (const message of this.ways) {
      const state = this.stateOf(message);
      if (state === "way") this.onWay.push(message);
      if (state === "arrived") this.arrived.push(message);
    }
    this.arrived.sort((a, b) => a.arrival - b.arrival);
  }

  /** Where a message is now: it comes `later`, is on its `way`, has `arrived` and is not received, was `received`. */
  stateOf(message) {
    const { time } = this;
    if (message.start > time) return "later";
    if (message.arrival > time) return "way";
    return isNumber(message.received) && message.received <= time ? "received" : "arrived";
  }

  /** Messages sent, on their way, arrived and not received, received until now. */
  messageCounts() {
    const sent = countUpTo(this.starts, this.time), arrived = countUpTo(this.arrivals, this.time), received = countUpTo(this.receipts, this.time);
    return [sent, sent - arrived, arrived - received, received];
  }

  /** Where a program stands now, and where it stood before; null before its first stop. */
  standing(program) {
    const list = this.stops[program], count = countUpTo(list, this.time, stop => stop.time);
    return { stop: list[count - 1] ?? null, before: list[count - 2] ?? null };
  }

  /** `compute`, `send` or `wait`; null where a processor does nothing now. */
  doing(processor) {
    const list = this.activities[processor] ?? [], activity = list[countUpTo(list, this.time, ({ to }) => to)];
    return activity?.from <= this.time ? activity.does : null;
  }

  /** What a program does now: in words, of which kind, and whether it is past the statement at which it stands. */
  does(program) {
    const { stop } = this.standing(program);
    const { words } = this;
    if (!stop) return { kind: "first", text: words.atBeginning, stop };
    if (stop.asks === "end") return { kind: "end", text: words.isDone, stop };
    if (stop.asks === "stop") return { kind: "stop", text: words.breaksOff, stop };
    const message = this.trace.messages[stop.message], doing = this.doing(stop.processor);
    const hasLeft = isNumber(message?.start) && message.start <= this.time, isSending = doing === "send" || (hasLeft && doing !== "wait");
    const isOver = {
      send: this.isOfTasks ? hasLeft : doing === "compute",
      receive: isNumber(message?.received) && message.received <= this.time,
      meet: doing === "compute",
      probe: true,
    };
    isOver.receive_any = isOver.receive;
    // The processor of a task that goes on may be with another task.
    if (isOver[stop.asks]) return { kind: "compute", text: this.isOfTasks ? words.computesOrReady : words.computes, isPast: true, stop };
    const whom = stop.partner ?? null;
    const texts = {
      send: isSending ? words.sendsTo(whom) : words.waitsUntil(whom),
      receive: words.waitsFor(whom),
      receive_any: words.waitsForAny,
      meet: words.waitsForOthers,
    };
    return { kind: stop.asks === "send" && isSending ? "send" : "wait", text: texts[stop.asks], stop };
  }
}
