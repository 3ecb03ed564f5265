//! What the line does that is executed here, and what it costs.

use std::fmt::Write as _;

use super::Dialogue;
use crate::cost::Cost;
use crate::present::language::Language;
use crate::present::text::step::{sentences, statement};
use crate::present::text::value::counted;
use crate::quantity::{Measure, Unit};
use crate::trace::Group;

/// Groups that are explained.
const GROUPS: usize = 4;
/// What is counted.
const UNITS: &str = "A step is one statement; instructions are its reads, operators and writes; a round is one \
                     execution of a parallel body that accesses shared memory.";

impl Dialogue<'_> {
    /// The explanation, in sentences.
    pub(super) fn explained(&self) -> String {
        let Some(step) = self.session.step() else {
            let next = self.session.now().groups();
            return match next.first() {
                Some(group) => format!(
                    "No step is executed yet. The first executes {}, `{}`.\n",
                    self.line_of(group.span),
                    statement(self.sources, group.span)
                ),
                None => "There is nothing left to execute.\n".to_owned(),
            };
        };
        let mut text = String::new();
        let spoken = sentences(step, Language::English);
        for (group, sentence) in step.groups.iter().zip(spoken).take(GROUPS) {
            let (line, code) = (self.line_of(group.statement), statement(self.sources, group.statement));
            let _ = writeln!(text, "{line}, `{code}`: {sentence}.");
            text.push_str(&accesses(group));
        }
        if step.groups.len() > GROUPS {
            let more = counted((step.groups.len() - GROUPS) as u64, "more group");
            let _ = writeln!(text, "… and {more}; `view processors` shows them.");
        }
        if step.groups.len() > 1 {
            text.push_str("  The groups are at different statements in the same step, side by side.\n");
        }
        text.push_str(&self.added());
        let _ = writeln!(text, "  {UNITS}");
        text
    }

    /// What the step adds to time and work.
    fn added(&self) -> String {
        let [before, after] = self.session.costs_around();
        let processors = self.session.processors();
        let added = |measure: Measure| {
            Unit::COUNTED.map(|unit| {
                let count = |cost: &Cost| cost.count(measure.in_unit(unit), processors);
                count(&after).saturating_sub(count(&before))
            })
        };
        let (time, work) = (added(Measure::T), added(Measure::W));
        format!(
            "  It adds {} rounds, {} steps and {} instructions to T, and {}, {} and {} to W.\n",
            time[0], time[1], time[2], work[0], work[1], work[2]
        )
    }
}

/// How often each processor accesses shared memory, and in which order.
fn accesses(group: &Group) -> String {
    let count = |writes: bool| group.sites.iter().filter(|site| site.writes == writes).count() as u64;
    let (reads, writes) = (count(false), count(true));
    let who = if group.processors == 1 { "It" } else { "Each of them" };
    match (reads, writes) {
        (0, 0) => format!("  {who} uses only values of its own: shared memory is not accessed.\n"),
        (reads, 0) => format!("  {who} reads up to {} of shared memory.\n", counted(reads, "cell")),
        (0, writes) => format!("  {who} writes up to {} of shared memory.\n", counted(writes, "cell")),
        (reads, writes) => format!(
            "  {who} reads up to {} of shared memory, computes, then writes up to {}; all reads of a step \
             come before its writes.\n",
            counted(reads, "cell"),
            counted(writes, "cell")
        ),
    }
}
