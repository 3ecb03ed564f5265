//! Figures of a run for slides: one step, or the network of several, as SVG or `TikZ`.
//!
//! A figure is a list of shapes in a plane whose y grows downwards; the writers know nothing of runs.

mod flow;
mod illegal;
mod memory;
mod messages;
mod network;
mod step;
pub mod svg;
pub mod tikz;

use std::ops::RangeInclusive;

use crate::present::agreeing::Agreeing;
use crate::present::json::recorded::RecordedJson;
use crate::present::json::trace::TraceJson;
use crate::present::text::visible::visible;
use crate::present::text::warp::NO_FIGURE;

/// A drawing.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Figure {
    /// What it shows, in one line.
    pub title: String,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// Its shapes, later ones in front.
    pub shapes: Vec<Shape>,
}

/// A shape.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A cell or a processor with a text in its middle.
    Node {
        /// Its middle.
        at: [f64; 2],
        /// Width and height.
        size: [f64; 2],
        /// A short text.
        text: String,
        /// What it is.
        kind: Kind,
    },
    /// An arrow.
    Arrow {
        /// Where it begins.
        from: [f64; 2],
        /// Where its head is.
        to: [f64; 2],
        /// What it stands for.
        kind: Kind,
    },
    /// A text.
    Label {
        /// Its middle, or its beginning.
        at: [f64; 2],
        /// The text.
        text: String,
        /// Whether it begins there.
        begins: bool,
    },
    /// The cross at what a rule forbids.
    Cross {
        /// Its middle.
        at: [f64; 2],
    },
}

/// What a shape stands for: by line and form, not by colour alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A cell that nothing happens to.
    Cell,
    /// What is read, or reads.
    Read,
    /// What is written, or writes.
    Written,
    /// What a rule forbids.
    Illegal,
    /// A processor.
    Processor,
}

/// Width and height of a cell.
const CELL: [f64; 2] = [34.0, 22.0];
/// Cells of an array, and processors of a step, that are drawn before the rest is only counted.
const MOST: usize = 32;
/// Space in front of the rows, for what they are.
const MARGIN: f64 = 90.0;

const MORE_PROCESSORS: Agreeing = Agreeing {
    english: ["more processor", "more processors"],
    croatian: ["drugi procesor", "druga procesora", "drugih procesora"],
};
const MORE_CELLS: Agreeing = Agreeing {
    english: ["more cell", "more cells"],
    croatian: ["druga ćelija", "druge ćelije", "drugih ćelija"],
};
const OWN_ACCESSES: Agreeing = Agreeing {
    english: [
        "access to an array of a processor's own",
        "accesses to arrays of the processors' own",
    ],
    croatian: [
        "pristup vlastitom polju procesora",
        "pristupa vlastitim poljima procesora",
        "pristupa vlastitim poljima procesora",
    ],
};

/// The figure of these steps of a trace, of which there is one at least: of one step its reads and
/// writes, of several the network; of moments the messages in space and time. In words why there is
/// none.
pub fn figure(trace: &RecordedJson, steps: &RangeInclusive<u64>) -> Result<Figure, String> {
    match trace {
        RecordedJson::Steps(trace) => figure_of_steps(trace, steps),
        RecordedJson::Moments(trace) => messages::figure(trace, steps),
        RecordedJson::Warps(_) => Err(NO_FIGURE.to_owned()),
    }
}

fn figure_of_steps(trace: &TraceJson, steps: &RangeInclusive<u64>) -> Result<Figure, String> {
    let told = |number: u64| {
        let found = trace
            .steps
            .binary_search_by_key(&number, |told| told.step.number);
        found.map_err(|_| match number {
            _ if trace.length == 0 => "the run takes no step, so there is none to draw".to_owned(),
            0 => "steps are counted from 1".to_owned(),
            _ if number > trace.length => {
                format!(
                    "there is no step {number}: the run has {} steps",
                    trace.length
                )
            }
            _ => format!("step {number} is left out, as the trace would be too long"),
        })
    };
    let (first, last) = (told(*steps.start())?, told(*steps.end())?);
    Ok(if first == last {
        step::figure(trace, first)
    } else {
        network::figure(trace, first..=last)
    })
}

/// The cross of a cell: at its upper right corner.
fn cross([x, y]: [f64; 2]) -> Shape {
    Shape::Cross {
        at: [x + CELL[0] / 2.0, y - CELL[1] / 2.0],
    }
}

/// How wide a text is, about, so that the figure is not narrower than its title.
fn width_of(text: &str) -> f64 {
    text.chars().count() as f64 * 7.6
}

/// A text as it can be seen, cut to at most `most` characters.
fn short(text: &str, most: usize) -> String {
    let plain = visible(text);
    if plain.chars().count() <= most {
        return plain;
    }
    plain.chars().take(most - 1).chain(['…']).collect()
}
