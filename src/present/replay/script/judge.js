// Judging steps

const MODELS = ["erew", "crew", "ercw", "crcw", "crcw-common"];

const modelName = model => model.replace(/^(erew|crew|ercw|crcw|apram)/, name => name === "apram" ? "aPRAM" : name.toUpperCase());

/** What a model forbids; null on the asynchronous machine, whose rule is about sections. */
function ruleOf(model) {
  if (!/^[ec]r[ec]w/.test(model)) return null;
  return { reads: model[0] === "e", writes: model[2] === "e", differing: model.endsWith("common") };
}

/** Whether writes that meet may leave other values on a model than on that of the run. */
function mayLeaveOthers(model, own) {
  const ruleOfWrites = name => /^[ec]rcw/.test(name) ? name.split("-")[1] ?? "arbitrary" : "exclusive";
  const rules = [model, own].map(ruleOfWrites), changesEqual = rule => ["sum", "prod", "xor"].includes(rule);
  if (rules.includes("exclusive") || rules[0] === rules[1]) return false;
  // Under `common` all write the same.
  return rules.includes("common") ? rules.some(changesEqual) : true;
}

/** Cells of a step: by the names under which the trace tells of them, and by their numbers in memory. */
class CellSet {
  constructor(run, step, names, numbers = []) {
    Object.assign(this, { run, step, names: new Set(names), numbers });
  }
  has(array, cell) {
    const number = this.run.inMemory(array, cell);
    return this.numbers.some(numbers => numbers.has(number)) || this.names.has(this.run.cellName(array, cell));
  }
  /** Whether one of them lies in an array from a cell on and before another. */
  meets(array, from, to) {
    const first = this.run.inMemory(array, 0);
    const isInside = cell => cell !== undefined && from <= cell && cell < to;
    if (first !== undefined && this.numbers.some(numbers => numbers.meets(first + from, first + to))) return true;
    return this.named.some(place => isInside(this.run.placeIn(place.array, place.cell, array) ?? undefined));
  }
  /** Those that have a name, by array and place. */
  get named() {
    this.byName ??= [...this.names].map(name => this.run.cellOf(name, this.step)).filter(place => place !== null);
    return this.byName;
  }
  /** The first of them by array and place, of the arrays that the step accesses. */
  places() {
    const { run, step, numbers } = this, first = [];
    for (const list of numbers) for (let i = 0; i < (list.list ? list.length : Math.min(list.length, CELLS_MARKED)); i++) first.push(run.placeOf(list.at(i), step));
    return [...first.filter(place => place !== null), ...this.named];
  }
}

/** Cells on a line of which each is shown to be illegal although no access to it is told; boxes show all. */
const CELLS_MARKED = 256;

/** The accesses of a step that race on the asynchronous machine on which the run was. */
function racing(run, step, model) {
  const { race, machine } = run.trace;
  if (!race || model !== machine.model) return [];
  return race.accesses.filter(access => access.step === step.number).map(({ processor, writes }) => ({ cell: race.cell, writes, processors: [processor] }));
}

/** What a step of an adapted synchronous block broke on the asynchronous machine on which the run was: there each step
 *  is held to EREW, with concurrent reads to CREW. */
function brokenRule(run, step, model) {
  const { machine, ending } = run.trace;
  const isBroken = step.broken && ending.problems?.some(({ code, step: number }) => /^E050[123]$/.test(code) && number === step.number);
  if (!isBroken || model !== machine.model) return [];
  return step.met.filter(meeting => meeting.writes || model === "apram");
}

/** The cells in which a step is illegal on a model, and how many there are; `isRace` where it is one with another step. */
function judge(run, step, model) {
  const rule = ruleOf(model), cells = (all, writes, numbers) => new CellSet(run, step, all.filter(one => one.writes === writes).map(({ cell }) => cell), numbers);
  if (!rule) {
    const broken = brokenRule(run, step, model), illegal = broken.length > 0 ? broken : racing(run, step, model);
    return { rule, illegal, count: illegal.length, isRace: broken.length === 0 && illegal.length > 0, reads: cells(illegal, false), writes: cells(illegal, true) };
  }
  const isAccess = run.trace.machine.simultaneity === "access", of = (isForbidden, kind) => isForbidden ? step.metCells[kind] ?? [] : [];
  const illegal = step.met.filter(meeting => meeting.writes
    ? rule.writes || (rule.differing && !meeting.agree)
    : rule.reads && (meeting.at_once || !isAccess));
  const read = of(rule.reads, isAccess ? "at_once" : "read"), written = of(rule.writes || rule.differing, rule.writes ? "written" : "differing");
  return { rule, illegal, count: sum([...read, ...written].map(({ count }) => count)),
    reads: cells(illegal, false, read.map(({ cells }) => cells)), writes: cells(illegal, true, written.map(({ cells }) => cells)) };
}
