//! The figure of a step: cells before, processors, cells behind, arrows from what is read through the
//! processors to what is written.

use super::illegal::Illegal;
use super::memory::{Columns, change, values_before};
use super::{CELL, Figure, Kind, MARGIN, MORE_PROCESSORS, MOST, Shape, cross, short, width_of};
use crate::present::json::trace::TraceJson;
use crate::trace::{Group, Step, TracedStep};

/// Where the rows lie: names, subscripts, cells before, processors, cells behind.
const NAMES: f64 = 40.0;
const SUBSCRIPTS: f64 = 58.0;
const BEFORE: f64 = 80.0;
const PROCESSORS: f64 = 160.0;
const BEHIND: f64 = 240.0;
/// Height of a processor, and space between two.
const PILL: [f64; 2] = [22.0, 8.0];

/// Draws a step.
pub fn figure(trace: &TraceJson, at: usize) -> Figure {
    let step = &trace.steps[at];
    let columns = Columns::of(trace, std::slice::from_ref(step));
    let before = values_before(trace, at);
    let mut behind = before.clone();
    change(&mut behind, &step.changes);
    let pills = pills(&step.step);
    let needed: f64 = pills.iter().map(|pill| pill.width + PILL[1]).sum();
    let illegal = Illegal::of(trace, step);
    let title = title(trace, step, &illegal);
    let shown = short(&title, 110);
    let width = (columns.width.max(MARGIN + needed) + 20.0).max(width_of(&shown));
    let mut shapes = vec![label([0.0, 18.0], shown, true)];
    for (name, middle) in &columns.names {
        shapes.push(label([*middle, NAMES], name.clone(), false));
    }
    let language = trace.head.language;
    let last = if step.broken {
        language.choose("unchanged", "isto")
    } else {
        language.choose("behind", "poslije")
    };
    let rows = [
        (language.choose("before", "prije"), BEFORE),
        (language.choose("processors", "procesori"), PROCESSORS),
        (last, BEHIND),
    ];
    shapes.extend(rows.map(|(name, y)| label([0.0, y + 4.0], name.to_owned(), true)));
    let begins = MARGIN + ((width - 20.0 - MARGIN - needed) / 2.0).max(0.0);
    let mut middles = Vec::new();
    let mut left = begins;
    for pill in &pills {
        middles.push(left + pill.width / 2.0);
        left += pill.width + PILL[1];
    }
    let mut arrows = Vec::new();
    let (mut read, mut written) = (Vec::new(), Vec::new());
    for (number, group) in step.step.groups.iter().enumerate() {
        for site in group.sites.iter().filter(|site| site.shared) {
            let Some(array) = site.array else { continue };
            for (position, place) in site.accesses() {
                let drawn = pills
                    .iter()
                    .position(|pill| (pill.group, pill.position) == (number, position));
                let (Some(pill), Some(cell)) = (drawn, columns.middle(array, place)) else {
                    continue;
                };
                let is_illegal = illegal.has(trace, (array, place), site.writes);
                let processor = middles[pill];
                let (from, to, kind) = if site.writes {
                    written.push((array, place));
                    let from = [processor, PROCESSORS + PILL[0] / 2.0];
                    (from, [cell, BEHIND - CELL[1] / 2.0], Kind::Written)
                } else {
                    read.push((array, place));
                    let to = [processor, PROCESSORS - PILL[0] / 2.0];
                    ([cell, BEFORE + CELL[1] / 2.0], to, Kind::Read)
                };
                let kind = if is_illegal { Kind::Illegal } else { kind };
                arrows.push(Shape::Arrow { from, to, kind });
            }
        }
    }
    for (array, place, middle) in &columns.cells {
        let cell = (*array, *place);
        let value = |values: &super::memory::Values| {
            values
                .get(&cell)
                .map_or_else(String::new, |value| short(value, 5))
        };
        shapes.push(label(
            [*middle, SUBSCRIPTS],
            trace.arrays[*array].subscript(*place),
            false,
        ));
        let was = if illegal.has(trace, cell, false) {
            Kind::Illegal
        } else if read.contains(&cell) {
            Kind::Read
        } else {
            Kind::Cell
        };
        // Of a step that breaks off nothing is written.
        let is = if illegal.has(trace, cell, true) {
            Kind::Illegal
        } else if written.contains(&cell) && !step.broken {
            Kind::Written
        } else {
            Kind::Cell
        };
        shapes.push(node([*middle, BEFORE], CELL, value(&before), was));
        shapes.push(node([*middle, BEHIND], CELL, value(&behind), is));
    }
    shapes.extend(arrows);
    for (pill, middle) in pills.iter().zip(&middles) {
        let size = [pill.width, PILL[0]];
        shapes.push(node(
            [*middle, PROCESSORS],
            size,
            pill.name.clone(),
            Kind::Processor,
        ));
    }
    for (array, place, middle) in &columns.cells {
        for (y, writes) in [(BEFORE, false), (BEHIND, true)] {
            if illegal.has(trace, (*array, *place), writes) {
                shapes.push(cross([*middle, y]));
            }
        }
    }
    let all = step.step.processors();
    let mut missing = Vec::new();
    if all > pills.len() {
        let more = MORE_PROCESSORS.counted((all - pills.len()) as u64, language);
        missing.push(more);
    }
    missing.extend(columns.missing(language));
    if !missing.is_empty() {
        let text = format!("… {} {}", language.choose("and", "i"), missing.join(", "));
        shapes.push(label([0.0, BEHIND + 32.0], text, true));
    }
    Figure {
        title,
        width,
        height: BEHIND + 42.0,
        shapes,
    }
}

/// `Step 3, line 8: A[i] = A[i] + A[i-1]`
fn title(trace: &TraceJson, record: &TracedStep, illegal: &Illegal) -> String {
    let language = trace.head.language;
    let place = match &record.step.groups[..] {
        [only] => {
            let line = language.choose("line", "redak");
            let place = &trace.places[only.statement];
            format!(", {line} {}: {}", place.line, place.text)
        }
        groups => {
            let groups = groups.len();
            language.choose(format!(", {groups} groups"), format!(", grupa: {groups}"))
        }
    };
    let is_illegal = record.broken || !illegal.is_empty();
    let cross = if is_illegal { " ✗" } else { "" };
    let (step, of) = language.choose(("Step", "of"), ("Korak", "od"));
    format!(
        "{step} {} {of} {}{cross}{place}",
        record.step.number, trace.length
    )
}

/// A processor that is drawn.
struct Pill {
    group: usize,
    position: i64,
    name: String,
    width: f64,
}

/// The first processors of the step.
fn pills(step: &Step<usize>) -> Vec<Pill> {
    let processors = step.groups.iter().enumerate().flat_map(|(number, group)| {
        (0..group.processors).map(move |position| (number, group, position))
    });
    let pills = processors.take(MOST).map(|(number, group, position)| {
        let name = short(&name(group, position), 16);
        Pill {
            group: number,
            position: position as i64,
            width: (name.chars().count() as f64 * 7.0 + 14.0).max(CELL[0]),
            name,
        }
    });
    pills.collect()
}

/// `i = 3`; `P` for the one of sequential code.
fn name(group: &Group<usize>, position: usize) -> String {
    if group.indices.is_empty() {
        return "P".to_owned();
    }
    group.name(position)
}

fn node(at: [f64; 2], size: [f64; 2], text: String, kind: Kind) -> Shape {
    Shape::Node {
        at,
        size,
        text,
        kind,
    }
}

fn label(at: [f64; 2], text: String, begins: bool) -> Shape {
    Shape::Label { at, text, begins }
}
