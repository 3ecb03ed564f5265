// The timeline: active processors of every step, the steps that are illegal on the chosen model, and where the run breaks
// off.

/** Steps that the chosen model forbids, by stop. */
function illegalStops(run, model) {
  run.illegal ??= new Map();
  if (!run.illegal.has(model)) {
    run.illegal.set(model, new Set(run.steps.flatMap((step, i) => judge(run, step, model).count > 0 ? [i + 1] : [])));
  }
  return run.illegal.get(model);
}

/** Where sections of the asynchronous machine begin, by stop, and their numbers; none where there is one only. */
function sectionBorders(run) {
  const borders = [];
  for (let at = 1; at <= run.last; at++) {
    const section = sectionsBefore(run, at) + 1;
    if (borders.at(-1)?.section !== section) borders.push({ at, section });
  }
  return borders.length > 1 ? borders : [];
}

/** Draws all steps in a width; where they are many, a bar is the most active of several. */
function timeline(run, stop, model, width, go) {
  // Sections are named above all bars and crosses.
  const borders = sectionBorders(run), above = borders.length > 0 ? 14 : 0, height = 70 + above, floor = 48 + above, left = 4, count = run.last;
  const columns = Math.max(1, Math.min(count, Math.floor((width - 2 * left) / 3)));
  const place = Math.min(56, (width - 2 * left) / columns), bar = Math.max(1, Math.min(place - 1, 40));
  const most = Math.max(1, ...run.steps.map(step => step.cost.active)), parts = [], illegal = illegalStops(run, model);
  const columnOf = at => Math.floor((at - 1) * columns / count);
  const tallest = new Array(columns).fill(0), crossed = new Set();
  run.steps.forEach((step, i) => {
    const column = columnOf(i + 1);
    tallest[column] = Math.max(tallest[column], step.cost.active);
    if (illegal.has(i + 1) || step.broken) crossed.add(column);
  });
  const shape = (column, kind) => {
    const tall = Math.max(tallest[column] > 0 ? 2 : 0, tallest[column] / most * 32), x = left + column * place;
    return svg("path", { class: kind, d: `M${x.toFixed(1)} ${floor}v${-tall.toFixed(1)}h${bar.toFixed(1)}V${floor}Z` });
  };
  for (let column = 0; column < columns; column++) parts.push(shape(column, crossed.has(column) ? "active bad" : "active"));
  let free = 0;
  for (const column of [...crossed].sort((a, b) => a - b)) {
    const x = left + column * place + bar / 2;
    if (x < free) continue;
    parts.push(svg("text", { class: "cross", x, y: Math.max(above + 9, floor - tallest[column] / most * 32 - 2), "text-anchor": "middle" }, "✗"));
    free = x + 9;
  }
  run.steps.forEach((_, i) => {
    if (run.leftOut(i + 1) === 0) return;
    const x = left + columnOf(i + 1) * place - 0.5;
    parts.push(svg("path", { class: "left-out", d: `M${x} ${above + 12}V${floor + 4}` }), svg("text", { class: "tick", x, y: above + 8, "text-anchor": "middle" }, "…"));
  });
  borders.forEach(({ at, section }, i) => {
    const begin = left + columnOf(at) * place - 1, end = i + 1 < borders.length ? left + columnOf(borders[i + 1].at) * place - 1 : left + columns * place;
    if (at > 1) parts.push(svg("path", { class: "barrier", d: `M${begin.toFixed(1)} 0V${floor + 4}` }));
    const names = [run.words.section(section), String(section)], name = names.find(text => text.length * 6.2 + 4 <= end - begin);
    if (name) parts.push(svg("text", { class: "tick", x: (begin + end) / 2, y: 10, "text-anchor": "middle" }, name));
  });
  if (stop > 0) {
    const column = columnOf(stop), x = left + column * place;
    parts.push(shape(column, "active now"), svg("path", { class: "cursor", d: `M${x + bar / 2 - 5} ${floor + 8}l5 -6l5 6Z` }));
  }
  const every = Math.ceil(30 / place);
  if (columns === count) {
    for (let at = 1; at <= count; at += every) {
      if (at === stop && every > 1) continue;
      parts.push(svg("text", { class: "tick", x: left + (at - 1) * place + bar / 2, y: height - 1, "text-anchor": "middle" }, String(run.step(at).number)));
    }
  }
  const used = Math.min(width, 2 * left + columns * place);
  const label = run.words.activeOver(count, most) + (ruleOf(model) || illegal.size > 0 ? run.words.illegalSteps(illegal.size, modelName(model)) : "")
    + (count > 0 && run.step(count).broken ? run.words.brokenStep(run.step(count).number) : "");
  const drawing = svg("svg", { class: "timeline", role: "img", "aria-label": label, viewBox: `0 0 ${used} ${height}`, width: used, height }, ...parts);
  return on(drawing, "click", event => {
    const box = drawing.getBoundingClientRect(), x = (event.clientX - box.left) * used / box.width;
    const column = Math.max(0, Math.min(columns - 1, Math.floor((x - left) / place)));
    go(Math.min(count, Math.ceil(column * count / columns) + 1));
  });
}
