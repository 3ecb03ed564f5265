// Tables of a multicomputer: messages, what processors hold, what they do

/** Entries of a row that are shown. */
const HELD = 48, QUEUED = 16;

const cells = (...texts) => texts.map(text => html("td", {}, text));

/** `line 9: receive x from 3` */
function placeText(run, at) {
  if (!at) return "";
  return run.words.place(at.source > 0 ? run.trace.sources[at.source]?.name : null, at.line, at.text);
}

/** The first so many rows of a table, and a button for more. */
function longTable(name, caption, head, entries, rowOf, { words, limits, redraw }) {
  const shown = Math.min(entries.length, limits.get(name) ?? PROCESSORS), rest = entries.length - shown;
  const more = rest === 0 ? null : on(html("button", { type: "button" }, words.moreOf(Math.min(rest, 200), rest)), "click", () => {
    limits.set(name, shown + 200);
    redraw();
  });
  return [table(caption, head, entries.slice(0, shown).map(rowOf), "met wide"), more];
}

/** Messages on their way, those that have arrived, and the queues of their receivers. */
function messagesView(run, room, available) {
  const hasTags = run.ways.some(message => message.tag !== 0), { has_values: hasValues } = run.trace;
  const { words } = run, heads = words.messageHead;
  const head = [heads.from, heads.to, heads.words, ...(hasValues ? [heads.contents] : []), ...(hasTags ? [heads.tag] : []), heads.left];
  const row = message => html("tr", {}, ...cells(String(message.sender), String(message.receiver), words.digits(message.words)),
    ...(hasValues ? cells(contentsText(message)) : []), ...(hasTags ? cells(String(message.tag)) : []),
    ...cells(timeText(words, message.start), timeText(words, message.arrival), placeText(run, message.sent_at)));
  const parts = [...topologyView(run, available)];
  if (run.onWay.length === 0) parts.push(html("p", { class: "note" }, words.noneOnWay));
  else parts.push(...longTable("way", words.onWay(run.onWay.length), [...head, heads.arrives, heads.sentBy], run.onWay, row, room));
  if (run.arrived.length === 0) return [...parts, html("p", { class: "note" }, words.noneWaits)];
  parts.push(...longTable("arrived", words.arrived(run.arrived.length), [...head, heads.there, heads.sentBy], run.arrived, row, room));
  const queues = new Map();
  for (const message of run.arrived) {
    if (!queues.has(message.receiver)) queues.set(message.receiver, []);
    queues.get(message.receiver).push(message);
  }
  const queue = [...queues].sort(([a], [b]) => a - b);
  const short = message => `${message.sender}${hasValues && message.words > 0 ? `: ${contentsText(message, 4)}` : ""}`;
  parts.push(...longTable("queues", words.queues(queue.length), words.queueHead(words.nouns[run.noun].name), queue, ([receiver, messages]) => {
    const rest = messages.length - QUEUED;
    return html("tr", {}, html("th", { scope: "row" }, String(receiver)), ...cells(words.digits(messages.length), words.digits(sum(messages.map(message => message.words))),
      messages.slice(0, QUEUED).map(short).join("; ") + (rest > 0 ? words.queueMore(rest) : "")));
  }, room));
  return parts;
}

/** What a program holds as nodes; what it did not hold at its stop before is marked. */
function heldNodes(words, holds, before) {
  const old = new Map(before.map(held => [held.name, held])), nodes = [];
  for (const { name, values, count } of holds.slice(0, HELD)) {
    const known = old.get(name), parts = [`${name} = `];
    values.forEach((value, i) => {
      const text = value === null ? "_" : String(value);
      const isChanged = !known || known.count !== count || known.values[i] !== value;
      parts.push(isChanged ? html("mark", {}, text, html("span", { class: "sr" }, words.changed)) : text, i + 1 < values.length ? " " : "");
    });
    nodes.push(html("span", { class: "held" }, ...parts, values.length < count ? " …" : ""), " ");
  }
  if (holds.length > HELD) nodes.push(words.heldMore(holds.length - HELD));
  return nodes;
}

/** What programs held when they came to where they stand. */
function heldView(run, programs) {
  const { words } = run, noun = words.nouns[run.noun].name;
  if (!run.trace.has_values) return [html("p", { class: "note" }, words.valuesNotRecorded)];
  const rows = programs.map(program => {
    const { stop, before } = run.standing(program), head = html("th", { scope: "row" }, String(program));
    if (!stop) return html("tr", {}, head, ...cells("", words.atBeginning));
    const held = heldNodes(words, stop.holds ?? [], before?.holds ?? []);
    return html("tr", { class: run.involved.has(program) ? "busy" : undefined }, head, ...cells(timeText(words, stop.time)), html("td", {}, ...(held.length > 0 ? held : [words.holdsNoValue])));
  });
  return [table(words.heldTable(noun), words.heldHead(noun), rows, "met wide"),
    html("p", { class: "note" }, words.heldNote)];
}

/** What programs do. */
function doingView(run, programs) {
  const { words } = run, noun = words.nouns[run.noun].name, kinds = words.doingKinds;
  const names = { first: kinds.first, compute: run.isOfTasks ? kinds.ready : kinds.compute, send: kinds.send, wait: kinds.wait, end: kinds.end, stop: kinds.stop };
  const counts = Object.fromEntries(Object.keys(names).map(kind => [kind, 0]));
  for (let program = 0; program < run.programs; program++) counts[run.does(program).kind]++;
  const rows = programs.map(program => {
    const { text, isPast, stop } = run.does(program);
    return html("tr", { class: run.involved.has(program) ? "busy" : undefined }, html("th", { scope: "row" }, String(program)), ...(run.isOfTasks ? cells(String(run.homes[program])) : []),
      ...cells(text, stop ? timeText(words, stop.time) : "", !stop?.at ? "" : isPast ? words.behind(placeText(run, stop.at)) : placeText(run, stop.at)));
  });
  const all = Object.keys(names).filter(kind => counts[kind] > 0).map(kind => `${words.digits(counts[kind])} ${names[kind]}`).join(", ");
  return [table(words.doingTable(noun, all), words.doingHead(noun, run.isOfTasks), rows, "met wide")];
}
