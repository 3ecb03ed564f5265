//! The strip of time as a `TikZ` picture, in the colours of the plots.

use std::fmt::Write as _;

use super::{ACTIVITIES, shown};
use crate::result::strip::ProcessorTimeline;

/// Stretches of time in a row.
const COLUMNS: usize = 120;
/// How much of a row its bar takes.
const BAR: f64 = 0.75;
/// Stretches between two entries of the legend.
const LEGEND: usize = 24;

/// The picture; `word` makes LaTeX of labels.
pub fn picture(timeline: &ProcessorTimeline, word: impl Fn(&str) -> String) -> String {
    let rows = timeline.rows(COLUMNS);
    let mut text = String::from(
        "\\begin{tikzpicture}[x=0.0075\\linewidth, y=4.4mm, \
         every node/.style={font=\\scriptsize, inner sep=2pt}]\n",
    );
    for (at, activity) in ACTIVITIES.into_iter().enumerate() {
        let (name, colour, share) = shown(activity);
        let (left, height) = (at * LEGEND, BAR * share);
        let _ = writeln!(
            text,
            "\\fill[series{colour}] ({left},1) rectangle ({},{:.2});\n\
             \\node[anchor=base west] at ({},1) {{{name}}};",
            left + 4,
            1.0 + height,
            left + 4
        );
    }
    for (at, row) in rows.iter().enumerate() {
        let base = 0.0 - at as f64;
        let label = word(&row.label());
        let _ = writeln!(text, "\\node[anchor=base east] at (0,{base}) {{{label}}};");
        for (activity, [from, behind]) in row.runs() {
            let (_, colour, share) = shown(activity);
            let _ = writeln!(
                text,
                "\\fill[series{colour}] ({from},{base}) rectangle ({behind},{:.2});",
                base + BAR * share
            );
        }
    }
    let foot = -(rows.len() as f64);
    let time = word(&timeline.time.to_string());
    let _ = writeln!(
        text,
        "\\node[anchor=base west] at (0,{foot}) {{0}};\n\
         \\node[anchor=base east] at ({COLUMNS},{foot}) {{$T = {time}$}};\n\\end{{tikzpicture}}"
    );
    text
}
