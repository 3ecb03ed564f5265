//! What came out of an asynchronous program in several orders of execution, as text and as JSON.

use std::fmt::Write as _;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::race;
use super::race_json::RaceAccessJson;
use super::run::{Difference, Exploration, ExploredRun, Responsible};
use super::run_json::ValueJson;
use super::run_text::{BAD, FAINT, GOOD, HEADING};
use super::value::lines;
use crate::machine::value::Value;
use crate::source::Sources;

/// How many printed lines are shown that differ.
const MOST_LINES: usize = 4;

/// The orders that were tried, for people.
pub fn render(exploration: &Exploration, sources: &Sources, width: usize) -> String {
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
        Some(different) => show_difference(&mut text, different, sources, width),
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

fn show_difference(text: &mut String, different: &Difference, sources: &Sources, width: usize) {
    let Difference { runs, responsible } = different;
    let _ = writeln!(text, "  {BAD}the result depends on the order{BAD:#}");
    for (explored, other) in [(&runs[0], &runs[1]), (&runs[1], &runs[0])] {
        let _ = writeln!(text, "  --schedule {}", explored.schedule);
        for (name, value) in changed(explored, other) {
            for line in lines(name, value, width.saturating_sub(4)) {
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
    let shown = accesses.each_ref().map(|access| {
        let position = sources.position(access.span);
        let file = &sources.get(access.span.file).name;
        (
            format!("{file}:{}:{}", position.line, position.column),
            race::did(cell, access),
        )
    });
    let column = |part: fn(&(String, String)) -> &String| {
        let widths = shown.iter().map(|shown| part(shown).chars().count());
        widths.max().unwrap_or(0)
    };
    let (places, deeds) = (column(|shown| &shown.0), column(|shown| &shown.1));
    for ((place, did), run) in shown.iter().zip(runs) {
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

/// The orders that were tried.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ExplorationJson {
    /// How many orders were tried and ran to their end.
    pub tried: u64,
    /// How many were given up at a limit: nothing is known of them.
    pub given_up: u64,
    /// Whether all that were tried end the same.
    pub same: bool,
    /// The first order, and the first that ends differently; empty where none does.
    pub different: Vec<ExploredRunJson>,
    /// The accesses from which on the two differ. Absent where none differ, or where it is not
    /// known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub responsible: Option<ResponsibleJson>,
}

/// An order of execution and how it ended.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ExploredRunJson {
    /// The token that repeats it: `--schedule TOKEN`.
    pub schedule: String,
    /// Outputs by name.
    pub outputs: IndexMap<String, ValueJson>,
    /// The lines that it printed.
    pub printed: Vec<String>,
    /// The fault that ended it; null when none did.
    pub fault: Option<String>,
}

/// Two accesses to one cell that come in either order.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ResponsibleJson {
    /// The section, from 1.
    pub section: u64,
    /// The cell, such as `A[5]`.
    pub cell: String,
    /// The one that comes first under the first order, and the one that does under the second.
    pub accesses: [RaceAccessJson; 2],
}

impl ExplorationJson {
    /// From what was explored.
    pub fn new(exploration: &Exploration, sources: &Sources) -> Self {
        let different = exploration.different.as_ref();
        let explored = |explored: &ExploredRun| ExploredRunJson {
            schedule: explored.schedule.to_string(),
            outputs: (explored.outputs.iter())
                .map(|(name, value)| (name.clone(), value.into()))
                .collect(),
            printed: explored.printed.clone(),
            fault: explored.fault.clone(),
        };
        let responsible = different.and_then(|different| different.responsible.as_ref());
        Self {
            tried: exploration.tried,
            given_up: exploration.given_up,
            same: different.is_none(),
            different: (different.into_iter())
                .flat_map(|different| different.runs.iter().map(explored))
                .collect(),
            responsible: responsible.map(|found| ResponsibleJson {
                section: found.section,
                cell: found.cell.clone(),
                accesses: (found.accesses.each_ref())
                    .map(|access| RaceAccessJson::new(access, sources)),
            }),
        }
    }
}
