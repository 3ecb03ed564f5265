//! Breakpoints, and going on to them.

use super::names::Pause;
use super::{Dialogue, already_at_end};
use crate::cost::Ledger;
use crate::machine::view::View;
use crate::session::Arrival;
use crate::session::command::{Direction, Relation, Stop};
use crate::session::expression;
use crate::session::question::Question;
use crate::session::search::{Condition, Found, Wanted};
use crate::session::source_text::line_span;
use crate::source::FileId;
use crate::syntax::vocabulary::Vocabulary;

impl Dialogue<'_> {
    pub(super) fn add_breakpoint(&mut self, stop: Stop, hits: u64) -> String {
        // What cannot be asked is said now.
        match self.question(&stop) {
            Ok(_) => self.noted.add(stop, hits),
            Err(why) => format!("{why}\n"),
        }
    }

    /// To the next or the previous breakpoint, else to the end or the beginning.
    pub(super) fn run_on(&mut self, direction: Direction) -> String {
        if direction == Direction::Forward && self.is_at_end() {
            return already_at_end();
        }
        let (vocabulary, processors) = (self.vocabulary, self.session.processors());
        let mut wanted = Wanted::default();
        // Questions come before conditions: the place of each among the breakpoints.
        let (mut questions, mut conditions) = (Vec::new(), Vec::new());
        let mut left = self.noted.hits();
        for (place, breakpoint) in self.noted.breakpoints.iter().enumerate() {
            match self.question(&breakpoint.stop) {
                Ok(Some(question)) => {
                    wanted.questions.push(question);
                    questions.push(place);
                }
                Ok(None) => {
                    wanted.conditions.push(condition(
                        breakpoint.stop.clone(),
                        vocabulary,
                        processors,
                    ));
                    conditions.push(place);
                }
                // The array is not there yet.
                Err(_) => {}
            }
        }
        let places = [questions, conditions].concat();
        if places.is_empty() {
            let arrival = match direction {
                Direction::Forward => self.session.to_end(),
                Direction::Back => self.session.go_to(0),
            };
            return self.arrived(arrival);
        }
        loop {
            let found = match direction {
                Direction::Forward => self.session.find_next(&wanted),
                Direction::Back => self.session.find_previous(&wanted),
            };
            match found {
                Found::At(step, which) => {
                    let arrival = self.session.go_to(step);
                    let place = places[which];
                    left[place] -= 1;
                    if left[place] == 0 || arrival != Arrival::There || self.session.is_broken() {
                        let number = self.noted.breakpoints[place].number;
                        return format!("Breakpoint {number}. {}", self.arrived(arrival));
                    }
                }
                Found::Nothing => {
                    let arrival = match direction {
                        Direction::Forward => self.session.to_end(),
                        Direction::Back => self.session.go_to(0),
                    };
                    return self.arrived(arrival);
                }
                Found::Interrupted(step) => {
                    self.session.go_to(step);
                    return self.arrived(Arrival::Interrupted);
                }
            }
        }
    }

    /// What is asked of each step for a breakpoint; none where the state behind it is asked.
    pub(super) fn question(&self, stop: &Stop) -> Result<Option<Question>, String> {
        let cell = |text: &str| self.pause().cell(text).map(|cell| cell.number());
        Ok(Some(match stop {
            Stop::Line(line) => {
                let span = line_span(self.sources, FileId(0), *line);
                let count = self.sources.get(FileId(0)).line_starts().len();
                Question::Executes(span.ok_or_else(|| format!("the program has {count} lines"))?)
            }
            Stop::Write(text) => Question::Writes(cell(text)?),
            Stop::Read(text) => Question::Reads(cell(text)?),
            Stop::Conflict => {
                let (model, simultaneity) = self.session.model();
                Question::Conflicts(model, simultaneity)
            }
            Stop::Processors(limit) => Question::MoreProcessors(*limit),
            Stop::Send(_) | Stop::Receive(_) => {
                return Err(
                    "a PRAM sends no messages: `break write A[5]` stops where a cell is written"
                        .to_owned(),
                );
            }
            Stop::If(text) | Stop::Measure(_, _, _, text) => {
                expression::read(text)?;
                return Ok(None);
            }
        }))
    }
}

/// Whether what a breakpoint says of the state holds. What has no value does not hold.
fn condition<'t>(
    stop: Stop,
    vocabulary: Vocabulary,
    processors: Option<u64>,
) -> Box<Condition<'t>> {
    Box::new(move |view: View<'_>, ledger: &Ledger| {
        let pause = Pause { view, vocabulary };
        match &stop {
            Stop::If(text) => {
                let value = pause.value(text);
                value.is_ok_and(|value| matches!(value, crate::program::Constant::Bool(true)))
            }
            Stop::Measure(measure, unit, relation, text) => {
                let cost = ledger.cost();
                let measured = cost.measure(*measure, *unit, processors) as f64;
                pause.formula(text).is_ok_and(|value| match relation {
                    Relation::Above => measured > value,
                    Relation::AtLeast => measured >= value,
                    Relation::Equal => (measured - value).abs() < 0.5,
                })
            }
            Stop::Line(_)
            | Stop::Write(_)
            | Stop::Read(_)
            | Stop::Conflict
            | Stop::Processors(_)
            | Stop::Send(_)
            | Stop::Receive(_) => false,
        }
    })
}
