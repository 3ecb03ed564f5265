//! The network of several steps: cells across, steps down, an edge from each cell that is read to each
//! that is written from it. Of a scan or a reduction it is the tree of the lecture.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::flow::{Cell, Flow};
use super::illegal::Illegal;
use super::memory::{Columns, change, values_at_first, values_before};
use super::{CELL, Figure, Kind, Shape, cross, short, width_of};
use crate::language::Language;
use crate::present::json::trace::TraceJson;
use crate::present::text::value::counted;
use crate::trace::TracedStep;

/// Where names, subscripts and the first row lie, and how far apart rows are.
const NAMES: f64 = 40.0;
const SUBSCRIPTS: f64 = 58.0;
const FIRST: f64 = 80.0;
const ROW: f64 = 68.0;
/// Lines of the source that a step names.
const LINES: usize = 3;
/// Height of an operation above its cell, and the most characters that have room there.
const OPERATION: f64 = 16.0;
const LONGEST: usize = 5;

/// Draws steps.
pub fn figure(trace: &TraceJson, steps: RangeInclusive<usize>) -> Figure {
    let first = *steps.start();
    let steps = &trace.steps[steps];
    let columns = Columns::of(trace, steps);
    let begun = values_at_first(trace, first, steps);
    let mut values = values_before(trace, first);
    let numbers = [steps.first(), steps.last()].map(|step| step.map_or(0, |told| told.step.number));
    let (language, [from, to]) = (trace.head.language, numbers);
    let (file, entry, of) = (trace.head.file_name(), &trace.head.entry, trace.length);
    let title = language.choose(
        format!("{file} · {entry}, steps {from} to {to} of {of}"),
        format!("{file} · {entry}, koraci {from} do {to} od {of}"),
    );
    let label = |at, text, begins| Shape::Label { at, text, begins };
    let shown = short(&title, 110);
    let width = (columns.width + 20.0).max(width_of(&shown));
    let mut shapes = vec![label([0.0, 18.0], shown, true)];
    for (name, middle) in &columns.names {
        shapes.push(label([*middle, NAMES], name.clone(), false));
    }
    shapes.push(label(
        [0.0, FIRST + 4.0],
        language.choose("before", "prije").to_owned(),
        true,
    ));
    let (mut nodes, mut crosses) = (Vec::new(), Vec::new());
    // The row in which the value of each cell was drawn last.
    let mut rows: BTreeMap<(usize, i64), f64> = BTreeMap::new();
    for (array, place, middle) in &columns.cells {
        let cell = (*array, *place);
        let value = begun
            .get(&cell)
            .map_or_else(String::new, |value| short(value, 5));
        shapes.push(label(
            [*middle, SUBSCRIPTS],
            trace.arrays[*array].subscript(*place),
            false,
        ));
        nodes.push(node([*middle, FIRST], value, Kind::Cell));
        rows.insert(cell, FIRST);
    }
    let (mut y, mut told, mut flow) = (FIRST, None, Flow::default());
    for step in steps {
        let number = step.step.number;
        let left_out = told.map_or(0, |told| number.saturating_sub(told + 1));
        told = Some(number);
        if left_out > 0 {
            y += ROW;
            shapes.push(label(
                [0.0, y + 4.0],
                steps_left_out(left_out, language),
                true,
            ));
            flow.forget();
            // What the next step reads may come from one of these.
            for row in rows.values_mut() {
                *row = y - CELL[1] / 2.0;
            }
        }
        y += ROW;
        let text = format!("{number}{}", lines(trace, step));
        shapes.push(label([0.0, y + 4.0], text, true));
        change(&mut values, &step.given);
        change(&mut values, &step.changes);
        let illegal = Illegal::of(trace, step);
        let operations = operations(trace, step);
        for ((from, row), to) in flow.edges(&step.step, |cell| rows.get(&cell).copied()) {
            let is_illegal = illegal.has(trace, from, false) || illegal.has(trace, to, true);
            let kind = if is_illegal {
                Kind::Illegal
            } else {
                Kind::Read
            };
            let ends = [columns.middle(from.0, from.1), columns.middle(to.0, to.1)];
            let above = operations.get(&to).map_or(0.0, |_| OPERATION);
            if let [Some(source), Some(target)] = ends {
                shapes.push(Shape::Arrow {
                    from: [source, row + CELL[1] / 2.0],
                    to: [target, y - CELL[1] / 2.0 - above],
                    kind,
                });
            }
        }
        for cell in accessed(step, false) {
            let column = columns.middle(cell.0, cell.1);
            if let (Some(middle), Some(row), true) =
                (column, rows.get(&cell), illegal.has(trace, cell, false))
            {
                // Where the value was read, below its box.
                crosses.push(cross([middle, row + CELL[1] + 2.0]));
            }
        }
        for cell in accessed(step, true) {
            let Some(middle) = columns.middle(cell.0, cell.1) else {
                continue;
            };
            let value = values
                .get(&cell)
                .map_or_else(String::new, |value| short(value, 5));
            let kind = if illegal.has(trace, cell, true) {
                crosses.push(cross([middle, y]));
                Kind::Illegal
            } else if step.broken {
                // Of a step that breaks off nothing is written.
                Kind::Cell
            } else {
                Kind::Written
            };
            nodes.push(node([middle, y], value, kind));
            if let Some(operation) = operations.get(&cell) {
                let width = operation.chars().count() as f64 * 8.0 + 8.0;
                nodes.push(Shape::Node {
                    at: [middle, y - CELL[1] / 2.0 - OPERATION / 2.0],
                    size: [width.max(OPERATION), OPERATION],
                    text: (*operation).to_owned(),
                    kind: Kind::Processor,
                });
            }
            rows.insert(cell, y);
        }
    }
    shapes.extend(nodes);
    shapes.extend(crosses);
    let mut height = y + 30.0;
    let missing = columns.missing(language);
    if !missing.is_empty() {
        let text = format!("… {} {}", language.choose("and", "i"), missing.join(", "));
        shapes.push(label([0.0, height], text, true));
        height += 16.0;
    }
    Figure {
        title,
        width,
        height,
        shapes,
    }
}

/// `, line 8`, `, lines 8, 10`: the lines that a step executes; nothing where these are not known.
fn lines(trace: &TraceJson, step: &TracedStep) -> String {
    let language = trace.head.language;
    let groups = step.step.groups.iter();
    let lines: BTreeSet<usize> = groups
        .map(|group| trace.places[group.statement].line)
        .collect();
    let noun = match lines.len() {
        0 => return String::new(),
        1 => language.choose("line", "redak"),
        _ => language.choose("lines", "redci"),
    };
    let shown: Vec<String> = lines.iter().take(LINES).map(usize::to_string).collect();
    let more = if lines.len() > LINES { ", …" } else { "" };
    format!(", {noun} {}{more}", shown.join(", "))
}

/// What is computed for each cell that a step writes, where that is short.
fn operations<'t>(trace: &'t TraceJson, step: &TracedStep) -> BTreeMap<Cell, &'t str> {
    let mut operations = BTreeMap::new();
    for (group, site) in step.step.sites().filter(|(_, site)| site.writes) {
        let operation = trace.places[group.statement].operation.as_deref();
        let operation = operation.filter(|text| text.chars().count() <= LONGEST);
        if let (Some(operation), Some(array)) = (operation, site.array) {
            operations.extend(site.cells.iter().map(|cell| ((array, cell), operation)));
        }
    }
    operations
}

/// `… 3 steps`: said where these are left out.
fn steps_left_out(count: u64, language: Language) -> String {
    let steps = match language {
        Language::English => counted(count, "step"),
        Language::Croatian => format!("koraka: {count}"),
    };
    format!("… {steps}")
}

/// The cells that a step writes, or those that it reads, each once.
fn accessed(step: &TracedStep, writes: bool) -> Vec<Cell> {
    let sites = step.step.sites().map(|(_, site)| site);
    let accessed = sites
        .filter(|site| site.shared && site.writes == writes)
        .filter_map(|site| {
            let array = site.array?;
            Some(site.cells.iter().map(move |place| (array, place)))
        });
    let mut cells: Vec<Cell> = accessed.flatten().collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

fn node(at: [f64; 2], text: String, kind: Kind) -> Shape {
    Shape::Node {
        at,
        size: CELL,
        text,
        kind,
    }
}
