//! The moments inside a step: each read of all processors, the computation, the writes.

use std::fmt::Write as _;
use std::ops::Range;

use super::Dialogue;
use crate::machine::rules::model::Simultaneity;
use crate::present::text::step::{moment, processor_line};
use crate::present::text::value::counted;
use crate::session::command::TravelDirection;
use crate::session::conversation::{Stops as _, already_at_end};
use crate::trace::Step;

/// Accesses that are listed for a moment of a step; one more line counts the others.
const ACCESSES_SHOWN: usize = 4;

impl Dialogue<'_> {
    /// The moments inside a step: each read of all processors, the computation, the writes; Brent's
    /// slots if the machine has fewer processors than the step.
    pub(super) fn access(&mut self, direction: TravelDirection) -> String {
        let Some(step) = self.session.step() else {
            return "There is no step yet; `next` takes the first.\n".to_owned();
        };
        let moments = moments(step, self.session.processors());
        let last = moments.len() - 1;
        let at = match (self.moment, direction) {
            (None, TravelDirection::Forward) => 0,
            (None, TravelDirection::Back) => last,
            (Some(at), TravelDirection::Forward) if at < last => at + 1,
            (Some(0), TravelDirection::Back) | (Some(_), TravelDirection::Forward) => {
                return match direction {
                    TravelDirection::Forward if self.session.is_broken() => {
                        "The run ends here: this step breaks it off.\n".to_owned()
                    }
                    TravelDirection::Forward if self.is_at_end() => already_at_end(self.debugger()),
                    TravelDirection::Forward => {
                        "The step is over; `next` takes the next one.\n".to_owned()
                    }
                    TravelDirection::Back => "This is the first moment of the step.\n".to_owned(),
                };
            }
            (Some(at), TravelDirection::Back) => at - 1,
        };
        let number = step.number;
        let mut text = format!("Step {number}, moment {} of {}: ", at + 1, moments.len());
        let lines = match &moments[at] {
            Moment::Slot(positions, processors) => {
                let (first, last) = (positions.start + 1, positions.end);
                let places = if first == last {
                    format!("processor {first}")
                } else {
                    format!("processors {first} to {last}")
                };
                let _ = writeln!(
                    text,
                    "the {processors} processors of the machine take the place of {places} of the step."
                );
                slot_lines(step, positions.clone())
            }
            Moment::Read(ordinal) => {
                text.push_str("everybody reads.\n");
                moment(step, Some(*ordinal), ACCESSES_SHOWN)
            }
            Moment::Compute => {
                text.push_str("everybody computes; memory is as it was.\n");
                Vec::new()
            }
            Moment::Write => {
                text.push_str(if self.session.is_broken() {
                    "everybody is about to write; the step breaks off before.\n"
                } else {
                    "everybody writes.\n"
                });
                moment(step, None, ACCESSES_SHOWN)
            }
        };
        let breaks_here = self.session.is_broken() && self.breaking(step, &moments) == at;
        let breach = self.breach_line().filter(|_| breaks_here);
        for line in lines.into_iter().chain(breach) {
            let _ = writeln!(text, "  {line}");
        }
        self.moment = Some(at);
        text
    }
}

impl Dialogue<'_> {
    /// The moment at which a step fails: where processors conflict in a cell, make the later access of a
    /// race, or compute what fails; of several slots the last.
    fn breaking(&self, step: &Step, moments: &[Moment]) -> usize {
        let ordinals = |cell: i64| {
            let reads = step.sites().filter(|(_, site)| !site.writes);
            let own = reads.flat_map(move |(_, site)| {
                let accesses = (0..site.len()).filter(move |access| site.cells.at(*access) == cell);
                accesses.map(|access| site.ordinals.at(access))
            });
            own.collect::<Vec<i64>>()
        };
        let (model, simultaneity) = self.session.model();
        let met = step.forbidden_by(model, simultaneity);
        let is_met_by_writers = met.is_some_and(|met| *met == step.writers_met.meetings);
        let is_written = match self.broken_race() {
            Some(race) => race.later.is_write,
            None => is_met_by_writers,
        };
        let read = if self.session.fault().is_some() || is_written {
            None
        } else {
            self.forbidden_cells().first().and_then(|cell| {
                let mut ordinals = ordinals(*cell);
                ordinals.sort_unstable();
                let met = ordinals.windows(2).find(|two| two[0] == two[1]);
                let at_once = met.map(|two| two[0]);
                match simultaneity {
                    Simultaneity::Access => at_once,
                    Simultaneity::Step => ordinals.last().copied(),
                }
            })
        };
        let is_it = |moment: &Moment| match moment {
            Moment::Read(ordinal) => read == Some(*ordinal),
            Moment::Compute => read.is_none() && !is_written,
            Moment::Write => is_written,
            Moment::Slot(..) => false,
        };
        let found = moments.iter().position(is_it);
        found.unwrap_or(moments.len() - 1)
    }
}

/// A moment inside a step.
enum Moment {
    /// The k-th read of all processors.
    Read(i64),
    Compute,
    Write,
    /// The processors of the step that one slot executes, if the machine has this many processors
    /// (Brent).
    Slot(Range<usize>, u64),
}

fn moments(step: &Step, processors: Option<u64>) -> Vec<Moment> {
    if let Some(processors) = processors
        && step.processors() as u64 > processors
    {
        let (width, all) = (processors as usize, step.processors());
        let slots = (0..all).step_by(width);
        return slots
            .map(|from| Moment::Slot(from..(from + width).min(all), processors))
            .collect();
    }
    let reads = step.sites().filter(|(_, site)| !site.writes);
    let last = reads
        .filter_map(|(_, site)| site.ordinals.iter().max())
        .max();
    let mut moments: Vec<Moment> = (0..last.map_or(0, |last| last + 1))
        .map(Moment::Read)
        .collect();
    moments.push(Moment::Compute);
    if step.sites().any(|(_, site)| site.writes) {
        moments.push(Moment::Write);
    }
    moments
}

/// The actions of the processors at these positions of a step, counted over its groups.
fn slot_lines(step: &Step, positions: Range<usize>) -> Vec<String> {
    let (mut lines, mut first) = (Vec::new(), 0);
    for group in &step.groups {
        let own = first..first + group.processors;
        let inside = positions.start.max(own.start)..positions.end.min(own.end);
        let left = ACCESSES_SHOWN - lines.len();
        lines.extend(
            inside
                .take(left)
                .map(|at| processor_line(group, at - first)),
        );
        first = own.end;
    }
    let more = positions.len() - lines.len();
    if more > 0 {
        lines.push(format!("… and {}", counted(more as u64, "other processor")));
    }
    lines
}
