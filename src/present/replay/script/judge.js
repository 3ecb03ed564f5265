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

/** Cells in which processors met: as the trace tells them, or, where it tells only the first of them, from the
 *  accesses. `isCut` where neither tells all. */
function meetings(run, step) {
  if (step.allMet) return step.allMet;
  const isWhole = step.groups.every(group => group.sites.every(site => site.count === site.cells.length));
  if (step.met_count <= step.met.length || !isWhole) {
    return step.allMet = { met: step.met, isCut: step.met_count > step.met.length };
  }
  const cells = new Map();
  run.eachAccess(step, (g, site, i) => {
    const key = `${site.writes ? "w" : "r"}${run.cellName(site.array, site.cells.at(i))}`;
    let cell = cells.get(key);
    if (!cell) cells.set(key, cell = { processors: new Map(), moments: new Map(), atOnce: site.writes, values: new Set() });
    const processor = g * 2 ** 32 + site.positions.at(i), moment = site.ordinals.at(i);
    cell.processors.set(processor, [g, site.positions.at(i)]);
    if ((cell.moments.get(moment) ?? processor) !== processor) cell.atOnce = true;
    cell.moments.set(moment, processor);
    if (site.writes && site.values) cell.values.add(site.values[i]);
  });
  const met = [];
  for (const [key, cell] of cells) {
    if (cell.processors.size < 2) continue;
    const known = step.met.find(other => other.writes === (key[0] === "w") && other.cell === key.slice(1));
    met.push(known ?? {
      cell: key.slice(1), writes: key[0] === "w", at_once: cell.atOnce, agree: key[0] === "r" || cell.values.size === 1,
      processors: [...cell.processors.values()].slice(0, 4).map(([g, position]) => run.processorName(step.groups[g], position)),
      count: cell.processors.size,
    });
  }
  return step.allMet = { met, isCut: met.length < step.met_count };
}

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
  return meetings(run, step).met.filter(meeting => meeting.writes || model === "apram");
}

/** The cells in which a step is illegal on a model; `isRace` where it is one with another step. */
function judge(run, step, model) {
  const rule = ruleOf(model), cells = (all, writes) => new Set(all.filter(one => one.writes === writes).map(({ cell }) => cell));
  if (!rule) {
    const broken = brokenRule(run, step, model), illegal = broken.length > 0 ? broken : racing(run, step, model);
    return { rule, illegal, isRace: broken.length === 0 && illegal.length > 0, reads: cells(illegal, false), writes: cells(illegal, true), isKnown: false };
  }
  const isAccess = run.trace.machine.simultaneity === "access";
  const { met, isCut } = meetings(run, step);
  const illegal = met.filter(meeting => meeting.writes
    ? rule.writes || (rule.differing && !meeting.agree)
    : rule.reads && (meeting.at_once || !isAccess));
  const forbidsNothing = !rule.reads && !rule.writes && !rule.differing;
  return { rule, illegal, reads: cells(illegal, false), writes: cells(illegal, true), isKnown: !isCut || illegal.length > 0 || forbidsNothing };
}
