// Tables of a multicomputer: messages, what processors hold, what they do

/** Entries of a row that are told. */
const HELD = 48, QUEUED = 16;

const cells = (...texts) => texts.map(text => html("td", {}, text));

/** `line 9: receive x from 3` */
function placeText(run, at) {
  if (!at) return "";
  const { sources } = run.trace;
  return `${at.source > 0 ? `${sources[at.source]?.name}, ` : ""}line ${at.line}: ${at.text}`;
}

/** The first so many rows of a table, and a button for more. */
function longTable(name, caption, head, entries, rowOf, { limits, redraw }) {
  const shown = Math.min(entries.length, limits.get(name) ?? PROCESSORS), rest = entries.length - shown;
  const more = rest === 0 ? null : on(html("button", { type: "button" }, `${digits(Math.min(rest, 200))} of ${digits(rest)} more`), "click", () => {
    limits.set(name, shown + 200);
    redraw();
  });
  return [table(caption, head, entries.slice(0, shown).map(rowOf), "met wide"), more];
}

/** Messages on their way, those that have arrived, and the queues of their receivers. */
function messagesView(run, room) {
  const hasTags = run.ways.some(message => message.tag !== 0), { has_values: hasValues } = run.trace;
  const head = ["from", "to", "words", ...(hasValues ? ["contents"] : []), ...(hasTags ? ["tag"] : []), "left at t"];
  const row = message => html("tr", {}, ...cells(String(message.sender), String(message.receiver), digits(message.words)),
    ...(hasValues ? cells(contentsText(message)) : []), ...(hasTags ? cells(String(message.tag)) : []),
    ...cells(timeText(message.start), timeText(message.arrival), placeText(run, message.sent_at)));
  const parts = [];
  if (run.onWay.length === 0) parts.push(html("p", { class: "note" }, "No message is on its way."));
  else parts.push(...longTable("way", `On their way: ${plural(run.onWay.length, "message")}`, [...head, "arrives at t", "sent by"], run.onWay, row, room));
  if (run.arrived.length === 0) return [...parts, html("p", { class: "note" }, "No message waits for its receiver.")];
  parts.push(...longTable("arrived", `Arrived and not received: ${plural(run.arrived.length, "message")}`, [...head, "there since t", "sent by"], run.arrived, row, room));
  const queues = new Map();
  for (const message of run.arrived) {
    if (!queues.has(message.receiver)) queues.set(message.receiver, []);
    queues.get(message.receiver).push(message);
  }
  const queue = [...queues].sort(([a], [b]) => a - b);
  const short = message => `${message.sender}${hasValues && message.words > 0 ? `: ${contentsText(message, 4)}` : ""}`;
  parts.push(...longTable("queues", `Queues of ${plural(queue.length, "receiver")}, in the order of arrival`, [run.noun, "messages", "words", "from whom"], queue, ([receiver, messages]) => {
    const rest = messages.length - QUEUED;
    return html("tr", {}, html("th", { scope: "row" }, String(receiver)), ...cells(digits(messages.length), digits(sum(messages.map(({ words }) => words))),
      messages.slice(0, QUEUED).map(short).join("; ") + (rest > 0 ? `; … and ${digits(rest)} more` : "")));
  }, room));
  return parts;
}

/** What a program holds as nodes; what it did not hold at its stop before is marked. */
function heldNodes(holds, before) {
  const old = new Map(before.map(held => [held.name, held])), nodes = [];
  for (const { name, values, count } of holds.slice(0, HELD)) {
    const known = old.get(name), parts = [`${name} = `];
    values.forEach((value, i) => {
      const text = value === null ? "_" : String(value);
      const isChanged = !known || known.count !== count || known.values[i] !== value;
      parts.push(isChanged ? html("mark", {}, text, html("span", { class: "sr" }, " changed")) : text, i + 1 < values.length ? " " : "");
    });
    nodes.push(html("span", { class: "held" }, ...parts, values.length < count ? " …" : ""), " ");
  }
  if (holds.length > HELD) nodes.push(`… and ${digits(holds.length - HELD)} more`);
  return nodes;
}

/** What programs held when they came to where they stand. */
function heldView(run, programs) {
  if (!run.trace.has_values) return [html("p", { class: "note" }, "Values were not recorded.")];
  const rows = programs.map(program => {
    const { stop, before } = run.standing(program), head = html("th", { scope: "row" }, String(program));
    if (!stop) return html("tr", {}, head, ...cells("", "is at its beginning"));
    const held = heldNodes(stop.holds ?? [], before?.holds ?? []);
    return html("tr", { class: run.involved.has(program) ? "busy" : undefined }, head, ...cells(timeText(stop.time)), html("td", {}, ...(held.length > 0 ? held : ["nothing"])));
  });
  return [table(`What each ${run.noun} held when it came to where it stands`, [run.noun, "since t", "holds"], rows, "met wide"),
    html("p", { class: "note" }, "Marked is what it did not hold at its stop before; _ is a cell that was never written.")];
}

/** What programs do. */
function doingView(run, programs) {
  const names = { first: "at their beginning", compute: run.isOfTasks ? "computing or ready to" : "computing", send: "sending", wait: "waiting", end: "done", stop: "breaking off the run" };
  const counts = Object.fromEntries(Object.keys(names).map(kind => [kind, 0]));
  for (let program = 0; program < run.programs; program++) counts[run.does(program).kind]++;
  const rows = programs.map(program => {
    const { text, isPast, stop } = run.does(program);
    return html("tr", { class: run.involved.has(program) ? "busy" : undefined }, html("th", { scope: "row" }, String(program)), ...(run.isOfTasks ? cells(String(run.homes[program])) : []),
      ...cells(text, stop ? timeText(stop.time) : "", stop?.at ? `${isPast ? "behind " : ""}${placeText(run, stop.at)}` : ""));
  });
  const all = Object.keys(names).filter(kind => counts[kind] > 0).map(kind => `${digits(counts[kind])} ${names[kind]}`).join(", ");
  return [table(`What each ${run.noun} does: ${all}`, [run.noun, ...(run.isOfTasks ? ["on processor"] : []), "does", "came there at t", "where"], rows, "met wide")];
}
