//! What came out of an asynchronous program in several orders of execution, as text.

use std::fmt::Write as _;

use super::shown::Shown;
use super::style::{BAD, FAINT, GOOD, HEADING};
use crate::machine::value::Value;
use crate::present::messages::race;
use crate::present::text::value::lines;
use crate::result::run::{Difference, Exploration, ExploredRun, Responsible};
use crate::source::{Sources, shown_name};

/// How many printed lines are shown that differ.
const MOST_LINES: usize = 4;

/// The orders that were tried, for people.
pub fn render(exploration: &Exploration, sources: &Sources, shown: Shown) -> String {
    let Exploration {
        tried, given_up, ..
    } = exploration;
    let cut = match given_up {
        0 => String::new(),
        1 => ", 1 given up".to_owned(),
        more => format!(", {more} given up"),
    };
    let mut text =
        format!("\n{HEADING}orders of execution{HEADING:#} {FAINT}({tried} tried{cut}){FAINT:#}\n");
    match &exploration.different {
        Some(different) => show_difference(&mut text, different, sources, shown),
        None if *tried > 0 => {
            let _ = writeln!(text, "  {GOOD}all end the same{GOOD:#}");
        }
        None => {
            let _ = writeln!(text, "  none of them ran to its end, so nothing is known");
        }
    }
    if *given_up > 0 {
        let _ = writeln!(
            text,
            "  {FAINT}given up at a limit: is there a loop that waits for another processor?{FAINT:#}"
        );
    }
    text
}

fn show_difference(text: &mut String, different: &Difference, sources: &Sources, shown: Shown) {
    let Difference { runs, responsible } = different;
    let _ = writeln!(text, "  {BAD}the result depends on the order{BAD:#}");
    for (explored, other) in [(&runs[0], &runs[1]), (&runs[1], &runs[0])] {
        let _ = writeln!(text, "  --schedule {}", explored.schedule);
        for (name, value) in changed(explored, other) {
            for line in lines(name, value, shown.indented(4)) {
                let _ = writeln!(text, "    {line}");
            }
        }
        let pairs = (explored.printed.iter().enumerate())
            .filter(|(number, line)| other.printed.get(*number) != Some(*line));
        for (_, line) in pairs.take(MOST_LINES) {
            let _ = writeln!(text, "    prints: {line}");
        }
        if let Some(fault) = &explored.fault {
            let _ = writeln!(text, "    ends with: {fault}");
        }
    }
    let Some(responsible) = responsible else {
        return;
    };
    let Responsible {
        section,
        cell,
        accesses,
    } = responsible;
    let _ = writeln!(
        text,
        "  two accesses to {cell} in section {section} decide:"
    );
    let rows = accesses.each_ref().map(|access| {
        let position = sources.position(access.span);
        let file = shown_name(&sources.get(access.span.file).name);
        (
            format!("{file}:{}:{}", position.line, position.column),
            race::did(cell, access),
        )
    });
    let column = |part: fn(&(String, String)) -> &String| {
        let widths = rows.iter().map(|row| part(row).chars().count());
        widths.max().unwrap_or(0)
    };
    let (places, deeds) = (column(|row| &row.0), column(|row| &row.1));
    for ((place, did), run) in rows.iter().zip(runs) {
        let _ = writeln!(
            text,
            "    {place:places$}  {did:deeds$}  {FAINT}first under {}{FAINT:#}",
            run.schedule
        );
    }
}

/// The outputs in which a run differs from another.
fn changed<'a>(
    explored: &'a ExploredRun,
    other: &'a ExploredRun,
) -> impl Iterator<Item = (&'a String, &'a Value)> {
    (explored.outputs.iter()).filter(|(name, value)| other.outputs.get(*name) != Some(*value))
}
