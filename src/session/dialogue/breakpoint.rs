//! Breakpoints, and going on to them.

use std::fmt::Write as _;

use super::command::{Direction, Relation, Stop};
use super::names::{Pause, line_span};
use super::{Dialogue, already_at_end};
use crate::cost::Ledger;
use crate::machine::view::View;
use crate::session::Arrival;
use crate::session::question::Question;
use crate::session::search::{Condition, Found, Wanted};
use crate::source::FileId;
use crate::syntax::vocabulary::Vocabulary;

/// A breakpoint.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Breakpoint {
    /// Which one it is, from 1.
    number: usize,
    stop: Stop,
    /// It stops the k-th time.
    hits: u64,
}

impl Dialogue<'_> {
    pub(super) fn add_breakpoint(&mut self, stop: Stop, hits: u64) -> String {
        let breakpoint = Breakpoint {
            number: self.breakpoints.last().map_or(1, |last| last.number + 1),
            stop,
            hits,
        };
        // What cannot be asked is said now.
        if let Err(why) = self.question(&breakpoint.stop) {
            return format!("{why}\n");
        }
        let text = format!("Breakpoint {}: {}.\n", breakpoint.number, breakpoint.text());
        self.breakpoints.push(breakpoint);
        text
    }

    pub(super) fn info(&self) -> String {
        let mut text = String::new();
        for breakpoint in &self.breakpoints {
            let _ = writeln!(
                text,
                "Breakpoint {}: {}.",
                breakpoint.number,
                breakpoint.text()
            );
        }
        for watched in &self.watched {
            let whose = watched
                .processor
                .as_ref()
                .map_or(String::new(), |name| format!(" of {name}"));
            let _ = writeln!(text, "Watched: {}{whose}.", watched.name);
        }
        if text.is_empty() {
            text.push_str("There are no breakpoints and no watched values.\n");
        }
        text
    }

    pub(super) fn delete(&mut self, number: Option<usize>) -> String {
        let before = self.breakpoints.len();
        self.breakpoints
            .retain(|one| number.is_some_and(|number| one.number != number));
        match before - self.breakpoints.len() {
            0 => "There is no such breakpoint; `info` lists them.\n".to_owned(),
            1 => "One breakpoint removed.\n".to_owned(),
            many => format!("{many} breakpoints removed.\n"),
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
        let mut left: Vec<u64> = self.breakpoints.iter().map(|one| one.hits).collect();
        for (place, breakpoint) in self.breakpoints.iter().enumerate() {
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
                        let number = self.breakpoints[place].number;
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
            Stop::If(_) | Stop::Measure(..) => return Ok(None),
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
            | Stop::Processors(_) => false,
        }
    })
}

impl Breakpoint {
    fn text(&self) -> String {
        let what = match &self.stop {
            Stop::Line(line) => format!("where line {line} is executed"),
            Stop::Write(cell) => format!("where {cell} is written"),
            Stop::Read(cell) => format!("where {cell} is read"),
            Stop::Conflict => "where the model forbids an access".to_owned(),
            Stop::If(condition) => format!("where {condition}"),
            Stop::Measure(measure, unit, relation, value) => {
                let sign = match relation {
                    Relation::Above => ">",
                    Relation::AtLeast => ">=",
                    Relation::Equal => "==",
                };
                format!("where {measure:?} {} {sign} {value}", unit_name(*unit))
            }
            Stop::Processors(limit) => format!("where more than {limit} processors are active"),
        };
        match self.hits {
            1 => what,
            hits => format!("{what}, the {hits}th time"),
        }
    }
}

fn unit_name(unit: crate::syntax::ast::Unit) -> &'static str {
    use crate::syntax::ast::Unit;
    match unit {
        Unit::Rounds => "rounds",
        Unit::Steps => "steps",
        Unit::Instructions => "instructions",
    }
}
