//! The strip of time as a drawing: in characters, as SVG, and as `TikZ`.

pub mod pgf;
mod svg;
pub mod terminal;

pub use svg::{style, svg};

use crate::network::Activity;

/// The activities in the order of legends.
const ACTIVITIES: [Activity; 3] = [Activity::Compute, Activity::Send, Activity::Wait];

/// What an activity is called, the number of its colour among those of plots, and how much of a
/// bar's height it takes.
fn shown(activity: Activity) -> (&'static str, usize, f64) {
    match activity {
        Activity::Compute => ("computes", 2, 1.0),
        Activity::Send => ("sends", 0, 0.65),
        Activity::Wait => ("waits", 5, 0.15),
    }
}
