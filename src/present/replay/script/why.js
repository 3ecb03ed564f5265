// Why a cell holds what it holds: the steps that wrote it, from which cells

/** The last write of a cell up to a stop, or up to where the next step reads it: the stop, the group and the positions that wrote; null where none; where
 *  something that was not recorded may have written it, only since when that is so. */
function lastWrite(run, stop, array, cell, isReadNext) {
  // The reading step may stand behind a gap: what it reads may be written in there.
  if (isReadNext && run.leftOut(stop + 1) > 0) return { unknown: run.words.perhapsLeftOut(run.step(stop + 1).number) };
  if (isReadNext && (run.isGiven(stop + 1, array, cell) || run.begins(stop + 1, array, cell))) return { at: stop + 1, found: [] };
  for (let at = stop; at > 0; at--) {
    const step = run.step(at), found = [];
    if (step.broken) continue;
    step.groups.forEach(group => group.sites.forEach(site => {
      const place = site.writes ? run.placeIn(array, cell, site.array) : null;
      if (place === null) return;
      for (const i of site.cells.places(place)) found.push({ group, position: site.positions.at(i), value: site.values?.[i] });
    }));
    if (found.length > 0) return { at, found };
    const mayWrite = site => site.writes && (site.array === null || run.placeIn(array, cell, site.array) !== null) && site.count > site.cells.length;
    if (step.groups.some(group => group.sites.some(mayWrite))) return { unknown: run.words.perhapsStep(step.number) };
    if (run.leftOut(at) > 0) return { unknown: run.words.perhapsLeftOut(step.number) };
    if (run.isGiven(at, array, cell) || run.isGiven(at, array, cell, run.forward) || run.begins(at, array, cell)) return { at, found };
  }
  return null;
}

/** The last step up to a stop in which a processor assigned a scalar of its own, by the scalar's number and the name
 *  of the processor. */
function lastAssignment(run, stop, scalar, processor) {
  if (run.leftOut(stop + 1) > 0) return null;
  for (let at = stop; at > 0; at--) {
    const step = run.step(at);
    for (const group of step.broken ? [] : step.groups) {
      const assigned = (group.assigned ?? []).find(other => other.scalar === scalar);
      for (let position = 0; assigned && position < assigned.values.length; position++) {
        if (run.processorName(group, position) === processor) return { at, group, position, value: assigned.values[position] };
      }
    }
    if (run.leftOut(at) > 0) return null;
  }
  return null;
}

/** The last step up to a stop in which the processor of that name returned the result of that call. */
function lastResult(run, stop, processor, call) {
  if (run.leftOut(stop + 1) > 0) return null;
  for (let at = stop; at > 0; at--) {
    for (const group of run.step(at).groups) {
      if (group.returned?.call !== call) continue;
      for (let position = 0; position < group.returned.values.length; position++) {
        if (run.processorName(group, position) !== processor) continue;
        return { at, group, position, value: group.returned.values[position], algorithm: group.returned.algorithm };
      }
    }
    if (run.leftOut(at) > 0) return null;
  }
  return null;
}

/** Cells and scalars from which a processor of a step computed. */
function sourcesOf(run, at, group, position) {
  const nodes = [];
  for (const site of group.sites) {
    if (site.writes || site.subscript) continue;
    for (const i of site.positions.places(position)) {
      if (site.array === null) {
        nodes.push({ note: run.words.ownCell(site.text, site.values?.[i]) });
        continue;
      }
      nodes.push({ array: site.array, cell: site.cells.at(i), value: site.values?.[i], stop: at - 1, isReadNext: true });
    }
  }
  const name = run.processorName(group, position);
  for (const text of group.own_reads) {
    // Its cell is known where the subscripts are numbers.
    const place = run.cellOf(`${text} (${name})`, run.step(at));
    nodes.push(place ? { ...place, value: run.valueBehind(at - 1, place.array, place.cell), stop: at - 1, isReadNext: true } : { note: run.words.ownRead(text) });
  }
  if (group.draws) nodes.push({ note: run.words.drawn });
  for (const { name: scalar, scalar: number, indices } of group.used ?? []) {
    const holder = run.processorName(group, position, indices);
    const found = run.isNamed(group, position) ? lastAssignment(run, at - 1, number, holder) : null;
    nodes.push(found ? { scalar, number, processor: holder, found } : { note: run.words.noAssignment(scalar, holder) });
  }
  for (const call of group.results ?? []) {
    const found = lastResult(run, at - 1, name, call);
    nodes.push(found ? { scalar: `${found.algorithm}(…)`, call, processor: name, found, isResult: true } : { note: run.words.noResult });
  }
  if (run.hidden(group.sites.filter(site => !site.writes && !site.subscript)) > 0) nodes.push({ note: run.words.notAllReads });
  const keys = new Set();
  return nodes.filter(node => {
    const key = node.note ?? (node.isResult ? `call ${node.call}` : node.number) ?? `${node.array} ${node.cell}`;
    return !keys.has(key) && keys.add(key);
  });
}

/** A node of the tree, as an item of a list; nodes below are made when it opens. */
function whyItem(run, node, depth, go) {
  const { words } = run;
  const stepButton = at => on(html("button", { type: "button", class: "link" }, words.stepNumber(run.step(at).number)), "click", () => go(at));
  const item = (head, children) => {
    if (children.length === 0) return html("li", {}, ...head);
    const list = html("ul"), fold = html("button", { type: "button", class: "plain fold" });
    const open = isOpen => {
      if (isOpen && list.childElementCount === 0) list.append(...children.map(child => whyItem(run, child, depth + 1, go)));
      list.hidden = !isOpen;
      fold.setAttribute("aria-expanded", String(isOpen));
      fold.setAttribute("aria-label", words.comesFrom(head[0].textContent));
      fold.replaceChildren(sign(isOpen ? "M2 5h12l-6 8z" : "M5 2v12l8-6z"));
    };
    on(fold, "click", () => open(list.hidden));
    open(depth < 3);
    return html("li", {}, fold, ...head, list);
  };
  if (node.note) return html("li", {}, node.note);
  if (node.scalar) {
    const { at, group, position, value } = node.found;
    return item([html("code", {}, `${node.scalar} = ${valueText(value)}`), (node.isResult ? words.returnedIn : words.assignedIn)(node.processor), stepButton(at), words.byLine(group.line),
      html("code", {}, group.statement)], sourcesOf(run, at, group, position));
  }
  const name = html("code", {}, run.cellName(node.array, node.cell) + (node.value === undefined ? "" : ` = ${node.value === null ? words.unwritten : node.value}`));
  const write = lastWrite(run, node.stop, node.array, node.cell, node.isReadNext);
  if (write?.unknown) return item([name, `: ${write.unknown}`], []);
  if (!write) {
    const isGiven = run.begin.some(change => change.array === node.array && change.cells.places(node.cell).length > 0);
    const { shown, first_shown: first = 0, also_shown: also = [] } = run.arrays[node.array];
    const isShown = first <= node.cell && node.cell < first + shown || also.includes(node.cell);
    return item([name, isGiven ? words.asBefore : isShown ? words.neverWritten : words.noWrite], []);
  }
  if (write.found.length === 0) return item([name, words.givenIn, stepButton(write.at), words.withoutAccess], []);
  const others = write.found.length - 1;
  const step = run.step(write.at), meeting = step.met.find(met => met.writes && met.cell === run.cellName(node.array, node.cell));
  const winner = meeting?.winner && write.found.find(other => run.processorName(other.group, other.position) === meeting.winner);
  const writer = winner || write.found[0];
  // Where no single value stays, the rule of the model made one of all.
  const isCombined = /-(sum|prod|max|min|and|or|xor)$/.test(run.trace.machine.model);
  const writers = winner || !meeting || meeting.agree && !isCombined ? [writer] : write.found.slice(0, 16);
  if (meeting?.winner && !winner && !meeting.agree) return item([name, words.from, stepButton(write.at), words.valueOf(meeting.winner)], []);
  return item([name, words.from, stepButton(write.at),
    words.writtenBy(writer.group.line, run.processorName(writer.group, writer.position), others > 0 && !winner ? Math.max(others, (meeting?.count ?? 0) - 1) : 0),
    html("code", {}, writer.group.statement)], writers.flatMap(({ group, position }) => sourcesOf(run, write.at, group, position)));
}

/** Processors with arrays of their own that can be chosen. */
const OWNERS = 500;

function whyView(run, stop, chosen, choose, go) {
  const { words } = run, names = run.arrays.map((array, i) => [array, i]).filter(([array]) => !array.isGuessed);
  if (names.length === 0) return [html("p", { class: "note" }, words.noArray)];
  const { name, dimensions, owners } = run.arrays[chosen.array];
  const select = html("select", {}, ...names.map(([array, i]) => html("option", { value: i, selected: i === chosen.array },
    names.some(([, j]) => j !== i && run.arrayName(j) === run.arrayName(i)) ? `${run.arrayName(i)} (${i + 1})` : run.arrayName(i))));
  on(select, "change", () => choose(Number(select.value), 0));
  const parts = run.subscripts(chosen.array, chosen.cell);
  const take = () => {
    const numbers = fields.map(({ field }, j) => Math.max(0, Math.min(dimensions[j] - 1, Math.floor(Number(field.value)) || 0)));
    choose(chosen.array, run.cellAt(chosen.array, numbers));
  };
  // Processors that have an array each are chosen by their names.
  const owner = row => html("option", { value: row, selected: row === parts[0] }, run.ownerName(chosen.array, row));
  const listed = length => [...new Set([...Array(Math.min(length, OWNERS)).keys(), parts[0]])];
  const ofOwner = owners.length > 0 ? 1 : 0;
  const fields = dimensions.map((length, i) => {
    const isOwner = i < ofOwner, field = isOwner ? html("select", {}, ...listed(length).map(owner))
      : html("input", { type: "number", min: 0, max: length - 1, value: parts[i] });
    on(field, "change", take);
    const label = isOwner ? words.ofProcessor : words.subscripts[dimensions.length - ofOwner - 1]?.[i - ofOwner] ?? words.subscript(i - ofOwner + 1);
    return { field, label: html("label", {}, label, field) };
  });
  const cellName = run.cellName(chosen.array, chosen.cell), root = { array: chosen.array, cell: chosen.cell, value: run.value(chosen.array, chosen.cell), stop };
  const tree = run.isThere(stop, chosen.array)
    ? [html("p", { class: "note" }, words.whyNote(cellName)), html("ul", { class: "why", "aria-label": words.whereFrom(name) }, whyItem(run, root, 0, go))]
    : [html("p", { class: "note" }, run.wasThere(stop, chosen.array) ? words.isGone(cellName) : words.isNotYet(cellName))];
  return [html("div", { class: "bar" }, html("label", {}, words.array, select), ...fields.map(({ label }) => label)), ...tree];
}
