//! What came out of an asynchronous program in several orders of execution, as text and as JSON.

use std::fmt::Write as _;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::run::{Exploration, ExploredRun};
use super::run_json::ValueJson;
use super::run_text::{BAD, FAINT, GOOD, HEADING};
use super::value::lines;

/// The orders that were tried, for people.
pub fn render(exploration: &Exploration, width: usize) -> String {
    let tried = exploration.tried;
    let mut text =
        format!("\n{HEADING}orders of execution{HEADING:#} {FAINT}({tried} tried){FAINT:#}\n");
    let Some(different) = &exploration.different else {
        let _ = if tried > 0 {
            writeln!(text, "  {GOOD}all end the same{GOOD:#}")
        } else {
            writeln!(text, "  none of them ran to its end, so nothing is known")
        };
        return text;
    };
    let _ = writeln!(text, "  {BAD}the result depends on the order{BAD:#}");
    for explored in different {
        let _ = writeln!(text, "  --schedule {}", explored.schedule);
        for (name, value) in changed(explored, different) {
            for line in lines(name, value, width.saturating_sub(4)) {
                let _ = writeln!(text, "    {line}");
            }
        }
        if let Some(fault) = &explored.fault {
            let _ = writeln!(text, "    ends with: {fault}");
        }
    }
    text
}

/// The outputs in which two runs differ.
fn changed<'a>(
    explored: &'a ExploredRun,
    both: &'a [ExploredRun; 2],
) -> impl Iterator<Item = (&'a String, &'a crate::machine::value::Value)> {
    let [first, second] = both;
    (explored.outputs.iter())
        .filter(|(name, _)| first.outputs.get(*name) != second.outputs.get(*name))
}

/// The orders that were tried.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ExplorationJson {
    /// How many orders were tried.
    pub tried: u64,
    /// Whether all that were tried end the same.
    pub same: bool,
    /// The first order, and the first that ends differently; empty where none does.
    pub different: Vec<ExploredRunJson>,
}

/// An order of execution and how it ended.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ExploredRunJson {
    /// The token that repeats it: `--schedule TOKEN`.
    pub schedule: String,
    /// Outputs by name.
    pub outputs: IndexMap<String, ValueJson>,
    /// The fault that ended it; null when none did.
    pub fault: Option<String>,
}

impl ExplorationJson {
    /// From what was explored.
    pub fn new(exploration: &Exploration) -> Self {
        let explored = |explored: &ExploredRun| ExploredRunJson {
            schedule: explored.schedule.to_string(),
            outputs: (explored.outputs.iter())
                .map(|(name, value)| (name.clone(), value.into()))
                .collect(),
            fault: explored.fault.clone(),
        };
        let different = exploration.different.iter().flatten().map(explored);
        Self {
            tried: exploration.tried,
            same: exploration.different.is_none(),
            different: different.collect(),
        }
    }
}
