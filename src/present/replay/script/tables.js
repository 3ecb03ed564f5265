// Tables: memory, processors

const PAGE_CELLS = 384, ROW_CELLS = 16, PROCESSORS = 100;

function valueNodes(words, value) {
  if (value === null) return [html("span", { class: "sr" }, words.unwritten)];
  if (value === undefined) return ["·", html("span", { class: "sr" }, words.notRecorded)];
  return [String(value)];
}

function table(caption, head, rows, kind = "") {
  const header = html("tr", {}, ...head.map(text => text === "" ? html("td") : html("th", { scope: "col" }, text)));
  const box = html("table", { class: kind }, html("caption", {}, caption), html("thead", {}, header), html("tbody", {}, ...rows));
  return html("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": caption }, box);
}

/** What marks a value as illegal: a sign to see and a word to hear. */
function crossNodes(words) {
  return [html("span", { class: "cross", "aria-hidden": "true" }, "✗ "), html("span", { class: "sr" }, `${words.illegal.replace("✗ ", "")}: `)];
}

/** Whether a step is illegal in a cell of an array on a model, by any name that the cell has. */
function conflictsOf(run, stop, model) {
  if (stop === 0) return () => false;
  const step = run.step(stop), { reads, writes } = judge(run, step, model);
  const places = [...reads.places(), ...writes.places()], isIt = (array, cell) => place => run.placeIn(place.array, place.cell, array) === cell;
  return (array, cell) => reads.has(array, cell) || writes.has(array, cell) || places.some(isIt(array, cell));
}

/** All live arrays; `pages` remembers which cells of long arrays are shown. */
function memoryView(run, stop, model, pages, redraw, ask) {
  const live = [...new Set(run.live(stop))], { words } = run, isConflict = conflictsOf(run, stop, model);
  if (live.length === 0) return [html("p", { class: "note" }, words.holdsNothing)];
  const written = new Set();
  if (stop > 0) run.eachAccess(run.step(stop), (_, site, i) => site.writes && written.add(site.array * 2 ** 40 + site.cells.at(i)));
  return live.map(array => {
    const { name, element, dimensions, owners, length, shown, first_shown: first = 0, also_shown: met = [] } = run.arrays[array], isOwn = owners.length > 0;
    const isTable = dimensions.length >= 2 || isOwn, columns = run.columnsOf(array), isRows = isTable && columns <= 32;
    const width = isRows ? columns : Math.min(ROW_CELLS, Math.max(1, length));
    const rowsOfPage = Math.max(1, Math.floor(PAGE_CELLS / Math.min(4, live.length) / width)), perPage = rowsOfPage * width;
    const page = Math.min(pages.get(array) ?? 0, Math.ceil(length / perPage) - 1), from = page * perPage, to = Math.min(length, from + perPage);
    const cellOf = cell => {
      const isChanged = run.isChanged(array, cell), isWritten = written.has(array * 2 ** 40 + cell);
      const content = valueNodes(words, run.value(array, cell));
      const isBad = isConflict(array, cell), kind = [isChanged ? "changed" : isWritten ? "rewritten" : "", isBad ? "conflict" : ""].join(" ").trim();
      return html("td", { "data-cell": cell, class: kind || undefined }, ...(isBad ? crossNodes(words) : []), ...content,
        isChanged || isWritten ? html("span", { class: "sr" }, isChanged ? words.changed : words.rewritten) : null);
    };
    const rows = [];
    for (let start = from; start < to; start += width) {
      const label = dimensions.length === 0 || length <= width && !isTable ? name : isTable && width === columns ? run.rowName(array, start) : run.cellName(array, start).slice(name.length);
      // Of three and more dimensions a plane begins where the last but one begins again.
      const isPlane = dimensions.length > 2 && width === columns && start > from && run.subscripts(array, start).at(-2) === 0;
      rows.push(html("tr", { class: isPlane ? "plane" : undefined }, html("th", { scope: "row" }, label),
        ...Array.from({ length: Math.min(width, to - start) }, (_, i) => cellOf(start + i))));
    }
    const whole = isOwn ? dimensions.slice(1) : dimensions, one = whole.length === 0 ? words.sharedScalar : whole.length > 1 ? whole.map(words.digits).join(" × ") : words.cellCount(whole[0]);
    const size = isOwn ? words.ofEach(one, dimensions[0]) : one;
    const head = dimensions.length === 0 ? ["", words.value] : ["", ...Array.from({ length: width }, (_, i) => isTable && width === columns || length <= width ? String(i) : `+${i}`)];
    // A click is the short way; by keyboard the cell is chosen where the tree is.
    const cells = on(table(words.arrayTable(run.arrayName(array), element, size), head, rows, "cells"), "click", event => {
      const cell = event.target.closest("td[data-cell]");
      if (cell) ask(array, Number(cell.dataset.cell));
    });
    const parts = [cells];
    if (length > perPage) {
      const turn = (text, target) => on(html("button", { type: "button", disabled: target < 0 || target * perPage >= length }, text), "click", () => {
        pages.set(array, target);
        redraw();
      });
      const places = [...(run.old.get(array)?.keys() ?? [])], elsewhere = places.filter(cell => cell < from || cell >= to);
      parts.push(html("div", { class: "bar" }, turn(words.previousCells, page - 1), words.fromTo(from, to - 1, length), turn(words.nextCells, page + 1),
        elsewhere.length > 0 ? turn(words.changedElsewhere(elsewhere.length), Math.floor(elsewhere[0] / perPage)) : null));
    }
    if (shown < length) parts.push(html("p", { class: "note" }, shown === 0 ? words.valuesNotRecorded : words.recordedCells(shown, first, met.length)));
    return html("div", {}, ...parts);
  });
}

/** A table for each group: processors, what they read and write, the scalars that they assign. */
function processorsView(run, stop, model, limits, redraw) {
  const { words } = run;
  if (stop === 0) return [html("p", { class: "note" }, words.nothingDone)];
  const step = run.step(stop);
  if (isUntold(step)) return [brokenOff(words)];
  const verdict = judge(run, step, model);
  return step.groups.map((group, g) => {
    const byPosition = group.sites.map(site => {
      const accesses = new Map();
      for (let i = 0; i < site.cells.length; i++) {
        const position = site.positions.at(i);
        if (!accesses.has(position)) accesses.set(position, []);
        accesses.get(position).push(i);
      }
      return accesses;
    });
    const shown = Math.min(group.processors, limits.get(g) ?? PROCESSORS);
    const rows = Array.from({ length: shown }, (_, position) => {
      const accesses = group.sites.map((site, s) => {
        const texts = (byPosition[s].get(position) ?? []).map(i => {
          const cell = site.array === null ? site.text : run.cellName(site.array, site.cells.at(i));
          if (!site.values) return cell;
          return `${cell} ${site.writes ? "←" : "="} ${site.values[i] === null ? words.unwritten : String(site.values[i])}`;
        });
        const isBad = i => site.array !== null && (site.writes ? verdict.writes : verdict.reads).has(site.array, site.cells.at(i));
        const conflict = (byPosition[s].get(position) ?? []).some(isBad);
        return html("td", { class: conflict ? "conflict" : undefined }, ...(conflict ? crossNodes(words) : []), texts.join(", "));
      });
      const scalars = (group.assigned ?? []).map(scalar => html("td", {}, ...(position < scalar.values.length ? valueNodes(words, scalar.values[position]) : ["·"])));
      return html("tr", {}, html("th", { scope: "row" }, run.processorName(group, position)), ...accesses, ...scalars);
    });
    const head = [words.processor, ...group.sites.map(site => words.accessHead(site.writes, site.text)), ...(group.assigned ?? []).map(scalar => words.assigns(scalar.name))];
    const several = step.groups.length > 1 ? `${letter(g)}: ` : "";
    const parts = [table(several + words.groupTable(group.line, group.statement, group.processors), head, rows)];
    if (run.hidden(group.sites) > 0) parts.push(html("p", { class: "note" }, words.notAllRecorded));
    if (shown < group.processors) {
      const rest = group.processors - shown;
      parts.push(on(html("button", { type: "button" }, words.moreOf(Math.min(rest, 200), rest)), "click", () => {
        limits.set(g, shown + 200);
        redraw();
      }));
    }
    return html("div", {}, ...parts);
  });
}
