//! Conditions of breakpoints on the state after a step: expressions, of the program or of one processor,
//! and measures.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::Dialogue;
use super::names::{PauseNames, PausedProcessor, no_single_cell};
use super::processor::Chosen;
use crate::cost::Cost;
use crate::language::Voice;
use crate::present::text::visible::visible;
use crate::program::Constant;
use crate::quantity::{Measure, Unit};
use crate::semantic::constant::Lookup;
use crate::session::command::{NumberRelation, StopCondition, processor_name, whose};
use crate::session::expression;
use crate::session::search::{Condition, RunAfter};
use crate::syntax::ast::ExprKind;

impl Dialogue<'_> {
    /// Whether a condition, and the processor after its `for`, can hold at all; an error that says why
    /// not.
    pub(super) fn checked_condition(&self, text: &str) -> Result<(), String> {
        let (condition, processor) = whose(text);
        let processor = processor.map(|name| self.chosen(name)).transpose()?;
        let processor = processor.map(|chosen| chosen.name);
        let pause = PauseNames {
            processor: processor.as_deref(),
            ..self.pause()
        };
        let operands = expression::operands(condition).map_err(|why| {
            format!("{why}: a condition is `break if A[5] > 3`, or `break if x > 3 for i = 2`")
        });
        let mut operands = operands?.into_iter();
        let rank_of_whole = |name: &String| {
            // Only an array may not exist yet.
            let rank = match pause.array(name) {
                Some(array) => Some(array.rank),
                None if self.session.now().is_own(name) => None,
                None => self.session.now().ranks_of(name).into_iter().min(),
            };
            rank.filter(|rank| *rank > 0 && pause.scalar(name).is_none())
        };
        let whole = operands.find_map(|name| Some((rank_of_whole(&name)?, name)));
        if let Some((rank, name)) = whole {
            return Err(no_single_cell(&name, rank));
        }
        let is_number = match expression::read(condition)?.kind {
            ExprKind::Int(_) | ExprKind::Real(_) => true,
            _ => matches!(
                pause.value(condition),
                Ok(Constant::Int(_) | Constant::Real(_))
            ),
        };
        if is_number {
            return Err(format!(
                "`{}` is a number and no condition; `break if A[5] > 3` holds or does not",
                visible(condition)
            ));
        }
        Ok(())
    }

    /// The condition with the processor's name in its usual form.
    pub(super) fn with_processor(&self, text: &str) -> Result<String, String> {
        let (condition, processor) = whose(text);
        match processor.map(|name| self.chosen(name)).transpose()? {
            Some(Chosen { name, .. }) => Ok(format!("{condition} for {name}")),
            None => Ok(text.to_owned()),
        }
    }

    /// The names in a condition without a processor that denote a different scalar for each processor of
    /// a block.
    pub(super) fn own_names(&self, stop: &StopCondition) -> Vec<String> {
        let StopCondition::If(text) = stop else {
            return Vec::new();
        };
        let (condition, processor) = whose(text);
        if processor.is_some() {
            return Vec::new();
        }
        let view = self.session.now();
        let mut names = expression::names(condition).unwrap_or_default();
        names.retain(|name| view.is_own(name));
        // In the order in which they are written.
        names.reverse();
        names
    }

    /// The first processor of the step for which the condition of a breakpoint holds, and what it holds:
    /// `i = 3: x is 5`.
    pub(super) fn describe_holder(&self, stop: &StopCondition) -> Option<String> {
        let names = self.own_names(stop);
        let StopCondition::If(text) = stop else {
            return None;
        };
        if names.is_empty() {
            return None;
        }
        let held = first_holder(text, &self.session.after(), self.voice);
        let standing = held.ok().flatten()?;
        let values = names.iter().map(|name| {
            standing.value_of(name).map_or_else(
                || format!("its {name}"),
                |value| format!("{name} is {value}"),
            )
        });
        let values: Vec<String> = values.collect();
        Some(format!("{}: {}", standing.name(), values.join(", ")))
    }
}

/// Of the processors that took part in a step, the first one for which a condition holds after it; an
/// error if it has no value for any.
fn first_holder<'v>(
    text: &str,
    after: &RunAfter<'v>,
    voice: Voice,
) -> Result<Option<PausedProcessor<'v>>, String> {
    let condition = expression::read(text)?;
    let pause = PauseNames {
        view: after.view,
        processor: None,
        voice,
    };
    let mut found: Option<PausedProcessor<'v>> = None;
    let (mut has_value, mut why_not) = (false, None);
    for (team, lanes) in after.acting {
        let team = after.view.team(*team);
        for lane in lanes.iter() {
            let standing = PausedProcessor::new(pause, team, lane);
            match truth(expression::evaluated(&condition, &standing)) {
                Ok(false) => has_value = true,
                Ok(true) => {
                    let indices = standing.indices();
                    let is_earlier = |other: &PausedProcessor<'v>| indices < other.indices();
                    if found.as_ref().is_none_or(is_earlier) {
                        found = Some(standing);
                    }
                    has_value = true;
                    break;
                }
                Err(why) => why_not = Some(why),
            }
        }
    }
    match why_not.filter(|_| !has_value) {
        Some(why) => Err(why),
        None => Ok(found),
    }
}

/// Whether the value of a condition is true.
fn truth(value: Result<Constant, String>) -> Result<bool, String> {
    match value? {
        Constant::Bool(holds) => Ok(holds),
        Constant::Int(_) | Constant::Real(_) => Err("it is a number and no condition".to_owned()),
    }
}

/// The error for the time of an asynchronous machine on another one.
pub(super) fn no_clock() -> String {
    "aPRAM time passes on the asynchronous PRAM only (`--machine apram`)".to_owned()
}

/// Whether the condition of a breakpoint had a value at some step of a search.
#[derive(Clone)]
pub(super) struct ConditionOutcome {
    /// The breakpoint.
    number: usize,
    has_been: Rc<Cell<bool>>,
    /// Why it had none the last time.
    why_not: Rc<RefCell<String>>,
}

impl ConditionOutcome {
    /// For the breakpoint with this number; nothing has been evaluated yet.
    pub(super) fn of(number: usize) -> Self {
        Self {
            number,
            has_been: Rc::default(),
            why_not: Rc::default(),
        }
    }

    /// Records the value of the condition; without a value it does not hold.
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

    /// Whether it had one.
    pub(super) fn has_been(&self) -> bool {
        self.has_been.get()
    }

    /// The explanation if it had no value at any step.
    pub(super) fn missing(&self) -> Option<String> {
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

/// The value of a measure; 0 for the time of an asynchronous machine if none has passed.
pub(super) fn measured(
    cost: &Cost,
    (measure, unit): (Measure, Unit),
    processors: Option<u64>,
) -> u128 {
    cost.count(measure.in_unit(unit), processors)
}

/// Whether the condition of a breakpoint on the state holds.
pub(super) fn condition<'t>(
    (stop, is_of_any): (StopCondition, bool),
    (voice, processors): (Voice, Option<u64>),
    decision: ConditionOutcome,
) -> Box<Condition<'t>> {
    match stop {
        StopCondition::If(text) if is_of_any => Box::new(move |after: &RunAfter<'_>| {
            let held = first_holder(&text, after, voice);
            decision.note(held.map(|held| held.is_some()))
        }),
        StopCondition::If(text) => {
            let (text, processor) = whose(&text);
            let (text, processor) = (text.to_owned(), processor.map(processor_name));
            Box::new(move |after: &RunAfter<'_>| {
                let pause = PauseNames {
                    view: after.view,
                    processor: processor.as_deref(),
                    voice,
                };
                decision.note(truth(pause.value(&text)))
            })
        }
        StopCondition::Measure(measure, unit, relation, text) => {
            Box::new(move |after: &RunAfter<'_>| {
                let pause = PauseNames {
                    view: after.view,
                    processor: None,
                    voice,
                };
                let measured = measured(&after.ledger.cost(), (measure, unit), processors) as f64;
                let holds = pause.formula(&text).map(|value| match relation {
                    NumberRelation::Above => measured > value,
                    NumberRelation::AtLeast => measured >= value,
                    NumberRelation::Equal => (measured - value).abs() < 0.5,
                });
                decision.note(holds)
            })
        }
        StopCondition::Line(_)
        | StopCondition::Write(_)
        | StopCondition::Read(_)
        | StopCondition::Conflict
        | StopCondition::Processors(_)
        | StopCondition::Send(_)
        | StopCondition::Receive(_) => Box::new(|_: &RunAfter<'_>| false),
    }
}
