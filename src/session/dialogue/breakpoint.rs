//! Breakpoints, and going on to them.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::names::Pause;
use super::{Dialogue, already_at_end};
use crate::cost::Ledger;
use crate::machine::view::View;
use crate::session::Arrival;
use crate::session::command::{Direction, Relation, Stop};
use crate::session::expression;
use crate::session::noted::stopped_by;
use crate::session::question::Question;
use crate::session::search::{Condition, Found, Wanted};
use crate::session::source_text::{line_span, unknown_name};
use crate::source::FileId;
use crate::syntax::vocabulary::Vocabulary;

impl Dialogue<'_> {
    pub(super) fn add_breakpoint(&mut self, stop: Stop, hits: u64) -> String {
        // What cannot be asked is said now.
        match self.question(&stop) {
            Ok(_) => self.noted.add(stop, hits, self.session.at()),
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
        let mut decisions = Vec::new();
        for (place, breakpoint) in self.noted.breakpoints.iter().enumerate() {
            match self.question(&breakpoint.stop) {
                Ok(Some(question)) => {
                    wanted.questions.push(question);
                    questions.push(place);
                }
                Ok(None) => {
                    let decision = Decision {
                        number: breakpoint.number,
                        ..Decision::default()
                    };
                    let stop = breakpoint.stop.clone();
                    let holds = condition(stop, (vocabulary, processors), decision.clone());
                    wanted.conditions.push(holds);
                    conditions.push(place);
                    decisions.push(decision);
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
        let (found, stopping) = match direction {
            Direction::Forward => self.next_breakpoint(&wanted, &places),
            Direction::Back => self.previous_breakpoint(&wanted, &places),
        };
        let arrival = match (found, direction) {
            (Found::At(step, _), _) => self.session.go_to(step),
            (Found::Nothing, Direction::Forward) => self.session.to_end(),
            (Found::Nothing, Direction::Back) => self.session.go_to(0),
            (Found::Interrupted(step), _) => {
                self.session.go_to(step);
                Arrival::Interrupted
            }
        };
        let is_at_end = arrival == Arrival::End || self.session.is_broken();
        let undecided = if stopping.is_empty() && is_at_end {
            decisions.iter().filter_map(Decision::missing).collect()
        } else {
            String::new()
        };
        let stopped = stopped_by(&stopping);
        format!("{stopped}{}", self.arrived_saying(arrival, &undecided))
    }

    /// The next step at which breakpoints stop, and the numbers of these. `places` are those of what is
    /// wanted among the breakpoints.
    fn next_breakpoint(&mut self, wanted: &Wanted<'_>, places: &[usize]) -> (Found, Vec<usize>) {
        let here = self.session.at();
        let from = self.noted.count_from(here);
        let mut passed = vec![0; self.noted.breakpoints.len()];
        let (noted, mut stopping) = (&self.noted, Vec::new());
        let found = self.session.find_decisive(from, wanted, |step, which| {
            let hit = which.iter().map(|at| places[*at]);
            stopping = noted.count(&mut passed, step, hit);
            step > here && !stopping.is_empty()
        });
        match found {
            Found::At(..) => (found, stopping),
            Found::Nothing | Found::Interrupted(_) => (found, Vec::new()),
        }
    }

    /// The same before the step at which the session stands.
    fn previous_breakpoint(
        &mut self,
        wanted: &Wanted<'_>,
        places: &[usize],
    ) -> (Found, Vec<usize>) {
        let mut left = self.noted.hits();
        loop {
            let found = self.session.find_previous(wanted);
            let Found::At(step, which) = &found else {
                return (found, Vec::new());
            };
            let hit = which.iter().map(|at| places[*at]);
            let stopping = self.noted.count_down(&mut left, hit);
            if !stopping.is_empty() {
                return (found, stopping);
            }
            if self.session.go_to(*step) == Arrival::Interrupted {
                return (Found::Interrupted(self.session.at()), Vec::new());
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
                unknown_name(self.sources, &expression::names(text)?)?;
                return Ok(None);
            }
        }))
    }
}

/// Whether the condition of a breakpoint had a value at some step of a search.
#[derive(Clone, Default)]
struct Decision {
    /// The breakpoint.
    number: usize,
    has_been: Rc<Cell<bool>>,
    /// Why it had none last.
    why_not: Rc<RefCell<String>>,
}

impl Decision {
    /// What a condition came to; what has no value does not hold.
    fn note(&self, value: Result<bool, String>) -> bool {
        match value {
            Ok(holds) => {
                self.has_been.set(true);
                holds
            }
            Err(why) => {
                self.why_not.replace(why);
                false
            }
        }
    }

    /// What there is to say where it had no value at any step.
    fn missing(&self) -> Option<String> {
        let why = self.why_not.borrow();
        let was_asked = !why.is_empty();
        (was_asked && !self.has_been.get()).then(|| {
            format!(
                "Breakpoint {} had no value at any step: {why}.\n",
                self.number
            )
        })
    }
}

/// Whether what a breakpoint says of the state holds.
fn condition<'t>(
    stop: Stop,
    (vocabulary, processors): (Vocabulary, Option<u64>),
    decision: Decision,
) -> Box<Condition<'t>> {
    Box::new(move |view: View<'_>, ledger: &Ledger| {
        let pause = Pause { view, vocabulary };
        match &stop {
            Stop::If(text) => {
                let value = pause.value(text);
                let holds = value.map(|value| value == crate::program::Constant::Bool(true));
                decision.note(holds)
            }
            Stop::Measure(measure, unit, relation, text) => {
                let cost = ledger.cost();
                let measured = cost.measure(*measure, *unit, processors) as f64;
                let holds = pause.formula(text).map(|value| match relation {
                    Relation::Above => measured > value,
                    Relation::AtLeast => measured >= value,
                    Relation::Equal => (measured - value).abs() < 0.5,
                });
                decision.note(holds)
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
