//! Conditions of breakpoints on the state behind a step: expressions, of the program or of one processor,
//! and measures.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::Dialogue;
use super::names::Pause;
use crate::cost::{Cost, Ledger};
use crate::machine::view::View;
use crate::present::text::visible::visible;
use crate::program::Constant;
use crate::session::command::{Counted, Relation, Stop, processor_name, whose};
use crate::session::expression;
use crate::session::search::Condition;
use crate::syntax::ast::{ExprKind, Measure};
use crate::syntax::vocabulary::Vocabulary;

impl Dialogue<'_> {
    /// Whether a condition, and the processor behind its `for`, can hold at all; words for why not.
    pub(super) fn checked_condition(&self, text: &str) -> Result<(), String> {
        let (condition, processor) = whose(text);
        let processor = processor.map(processor_name);
        if let Some(processor) = &processor {
            self.known_index(processor)?;
        } else if let Some(own) = self.own_name(condition)? {
            return Err(format!(
                "`{own}` is each processor's own: say whose, as in `break if {} for i = 3`",
                visible(condition)
            ));
        }
        let pause = Pause {
            processor: processor.as_deref(),
            ..self.pause()
        };
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

    /// A name in an expression that only processors of blocks give a meaning, each its own.
    fn own_name(&self, text: &str) -> Result<Option<String>, String> {
        let view = self.session.now();
        let mut names = expression::names(text)?.into_iter();
        Ok(names.find(|name| view.is_own(name)))
    }
}

/// Said of the time of an asynchronous machine on another one.
pub(super) fn no_clock() -> String {
    "aPRAM time passes on the asynchronous PRAM only (`--machine apram`)".to_owned()
}

/// Whether the condition of a breakpoint had a value at some step of a search.
#[derive(Clone)]
pub(super) struct Decision {
    /// The breakpoint.
    number: usize,
    has_been: Rc<Cell<bool>>,
    /// Why it had none last.
    why_not: Rc<RefCell<String>>,
}

impl Decision {
    /// Of the breakpoint of this number; nothing was asked yet.
    pub(super) fn of(number: usize) -> Self {
        Self {
            number,
            has_been: Rc::default(),
            why_not: Rc::default(),
        }
    }

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

/// What a measure comes to; 0 in the time of an asynchronous machine where none has passed.
pub(super) fn measured(
    cost: &Cost,
    (measure, counted): (Measure, Counted),
    processors: Option<u64>,
) -> u64 {
    match (counted, &cost.asynchronous) {
        (Counted::In(unit), _) => cost.measure(measure, unit, processors),
        (Counted::Asynchronous, None) => 0,
        (Counted::Asynchronous, Some(clock)) => match measure {
            Measure::T => clock.time,
            Measure::W => clock.work,
            Measure::C => {
                let processors = processors.unwrap_or_else(|| cost.processors());
                clock.time.saturating_mul(processors)
            }
        },
    }
}

/// Whether what a breakpoint says of the state holds.
pub(super) fn condition<'t>(
    stop: Stop,
    (vocabulary, processors): (Vocabulary, Option<u64>),
    decision: Decision,
) -> Box<Condition<'t>> {
    match stop {
        Stop::If(text) => {
            let (text, processor) = whose(&text);
            let (text, processor) = (text.to_owned(), processor.map(processor_name));
            Box::new(move |view: View<'_>, _: &Ledger| {
                let pause = Pause {
                    view,
                    processor: processor.as_deref(),
                    vocabulary,
                };
                let holds = pause.value(&text).and_then(|value| match value {
                    Constant::Bool(holds) => Ok(holds),
                    Constant::Int(_) | Constant::Real(_) => {
                        Err("it is a number and no condition".to_owned())
                    }
                });
                decision.note(holds)
            })
        }
        Stop::Measure(measure, unit, relation, text) => {
            Box::new(move |view: View<'_>, ledger: &Ledger| {
                let pause = Pause {
                    view,
                    processor: None,
                    vocabulary,
                };
                let measured = measured(&ledger.cost(), (measure, unit), processors) as f64;
                let holds = pause.formula(&text).map(|value| match relation {
                    Relation::Above => measured > value,
                    Relation::AtLeast => measured >= value,
                    Relation::Equal => (measured - value).abs() < 0.5,
                });
                decision.note(holds)
            })
        }
        Stop::Line(_)
        | Stop::Write(_)
        | Stop::Read(_)
        | Stop::Conflict
        | Stop::Processors(_)
        | Stop::Send(_)
        | Stop::Receive(_) => Box::new(|_: View<'_>, _: &Ledger| false),
    }
}
