//! What the line does that is executed here, and what it costs.

use std::fmt::Write as _;

use crate::cost::Cost;
use crate::language::Language;
use crate::present::text::step::{sentences, statement};
use crate::present::text::value::counted;
use crate::quantity::{Measure, Unit};
use crate::session::Session;
use crate::session::source_text::line_of;
use crate::source::Sources;
use crate::trace::Group;

/// Groups that are explained.
const GROUPS: usize = 4;
/// What is counted.
const UNITS: &str = "A step is one statement; instructions are its reads, operators and writes; a round is one \
                     execution of a parallel body that accesses shared memory.";

/// The explanation, in sentences.
pub(super) fn explained(session: &Session<'_>, sources: &Sources) -> String {
    let place = |span| format!("{}, `{}`", line_of(sources, span), statement(sources, span));
    let Some(step) = session.step() else {
        let next = session.now().groups();
        return match next.first() {
            Some(group) => {
                let place = place(group.span);
                format!("No step is executed yet. The first executes {place}.\n")
            }
            None => "There is nothing left to execute.\n".to_owned(),
        };
    };
    let mut text = String::new();
    let spoken = sentences(step, Language::English);
    for (group, sentence) in step.groups.iter().zip(spoken).take(GROUPS) {
        let _ = writeln!(text, "{}: {sentence}.", place(group.statement));
        text.push_str(&accesses(group));
    }
    if step.groups.len() > GROUPS {
        let more = counted((step.groups.len() - GROUPS) as u64, "more group");
        let _ = writeln!(text, "… and {more}; `view processors` shows them.");
    }
    if step.groups.len() > 1 {
        text.push_str("  The groups are at different statements in the same step, side by side.\n");
    }
    text.push_str(&added(session));
    let _ = writeln!(text, "  {UNITS}");
    text
}

/// What the step adds to time and work.
fn added(session: &Session<'_>) -> String {
    let [before, after] = session.costs_around();
    let processors = session.processors();
    let added = |measure: Measure| {
        Unit::COUNTED.map(|unit| {
            let count = |cost: &Cost| cost.count(measure.in_unit(unit), processors);
            count(&after).saturating_sub(count(&before)) as u64
        })
    };
    let (time, work) = (added(Measure::T), added(Measure::W));
    format!(
        "  It adds {}, {} and {} to T, and {}, {} and {} to W.\n",
        counted(time[0], "round"),
        counted(time[1], "step"),
        counted(time[2], "instruction"),
        work[0],
        work[1],
        work[2]
    )
}

/// How often each processor accesses shared memory, and in which order.
fn accesses(group: &Group) -> String {
    let count = |writes: bool| {
        group
            .sites
            .iter()
            .filter(|site| site.writes == writes)
            .count() as u64
    };
    let (reads, writes) = (count(false), count(true));
    let who = if group.processors == 1 {
        "It"
    } else {
        "Each of them"
    };
    match (reads, writes) {
        (0, 0) => format!("  {who} uses only its own values and accesses no shared memory.\n"),
        (reads, 0) => format!(
            "  {who} reads up to {} of shared memory.\n",
            counted(reads, "cell")
        ),
        (0, writes) => format!(
            "  {who} writes up to {} of shared memory.\n",
            counted(writes, "cell")
        ),
        (reads, writes) => format!(
            "  {who} reads up to {} of shared memory, computes, then writes up to {}; all reads of a step \
             come before its writes.\n",
            counted(reads, "cell"),
            counted(writes, "cell")
        ),
    }
}
