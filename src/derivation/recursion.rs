//! Algorithms that call themselves: recurrences T(s) = a·T(s/2) + f(s) and T(s) = a·T(s−1) + f(s),
//! in one scalar parameter s, solved exactly.
//!
//! The algorithm is followed twice: for the least size, which gives the start, and for a size that is
//! larger by any number of halvings or steps, where the call of itself costs a symbol. What it costs
//! is then linear in that symbol. The solution is a sum in closed form; that it meets the start and
//! the recurrence is computed again, which is the proof by induction.

use super::clock::Clock;
use super::cost::{Cost, Kind, Line, Way};
use super::courses::assigned;
use super::facts::Bounded;
use super::formula::{Atom, Formula, Stands, Symbol};
use super::leaving::Leaves;
use super::obstacle::{Need, Obstacle, Reason};
use super::recurrence::{Falls, Step, letter};
use super::walker::{Counted, Frame, Outcome, Walker, too_large};
use super::worth::Worth;
use crate::program::visit::{self, Visitor, walk_statement};
use crate::program::{
    Algorithm, AlgorithmId, Argument, ExprKind, Parameter, ScalarId, Stmt, StmtKind, Type,
};
use crate::source::Span;

/// The largest size, or exponent of it, that is tried as the one at which the recursion ends.
const LARGEST_START: i128 = 2;

/// A call of itself that is met on the way.
#[derive(Debug, Clone)]
pub(super) struct Recurrence {
    pub algorithm: AlgorithmId,
    /// Which parameter is the size.
    parameter: usize,
    /// The size that it must have; none where there may be no call.
    previous: Option<Formula>,
    /// What it costs.
    cost: Symbol,
}

/// Whether an algorithm calls itself.
pub(super) fn calls_itself(algorithm: &Algorithm, id: AlgorithmId) -> bool {
    !own_calls(algorithm, id).is_empty()
}

/// The arguments of the calls of itself.
fn own_calls(algorithm: &Algorithm, id: AlgorithmId) -> Vec<Vec<Argument>> {
    struct Calls {
        of: AlgorithmId,
        found: Vec<Vec<Argument>>,
    }
    impl Visitor for Calls {
        fn statement(&mut self, statement: &Stmt) {
            if let StmtKind::Call {
                algorithm,
                arguments,
                ..
            } = &statement.kind
                && *algorithm == self.of
            {
                self.found.push(arguments.clone());
            }
            walk_statement(self, statement);
        }
    }
    let mut calls = Calls {
        of: id,
        found: Vec::new(),
    };
    visit::statements(&mut calls, &algorithm.body);
    calls.found
}

impl Walker<'_> {
    /// A call of an algorithm that is being followed.
    pub(super) fn again(
        &mut self,
        algorithm: AlgorithmId,
        arguments: &[Argument],
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        let name = self.program.algorithms[algorithm.index()].name.clone();
        if !self.may_recur() {
            return Err(Obstacle::reason(span, Reason::Recursion(name)));
        }
        let Some(own) = self.recurrences.last().cloned() else {
            return Err(Obstacle::reason(span, Reason::Mutual(name)));
        };
        if own.algorithm != algorithm {
            return Err(Obstacle::reason(span, Reason::Mutual(name)));
        }
        let size = match &arguments[own.parameter] {
            Argument::Scalar(expr) => self.number(expr)?,
            Argument::Array(_) => return Err(Obstacle::reason(span, Reason::Recursion(name))),
        };
        if own.previous.as_ref() != Some(&size) {
            return Err(Obstacle::reason(span, Reason::Recursion(name)));
        }
        let once = Formula::symbol(&own.cost);
        let cost = match self.counted {
            Counted::Time(_) | Counted::AsynchronousTime => once,
            Counted::Processors if self.is_in_block() => {
                return Err(Obstacle::reason(span, Reason::Recursion(name)));
            }
            // Those of all sizes are compared in the end.
            Counted::Processors => return Ok(Outcome::nothing()),
            _ => self.count(&once, span)?,
        };
        let line = Line {
            span,
            way: Way::Closed(cost.clone()),
            cost: Cost::exactly(cost.clone()),
            inside: Vec::new(),
            kind: Kind::Call,
        };
        Ok(Outcome {
            cost: Cost::exactly(cost),
            lines: vec![line],
            leaves: Leaves::Never,
            steps: None,
        })
    }

    /// An algorithm that calls itself, with these arguments.
    pub(super) fn recursive(&mut self, frame: &Frame, span: Span) -> Result<Outcome, Obstacle> {
        let called = &self.program.algorithms[frame.algorithm.index()];
        let reason = || Obstacle::reason(span, Reason::Recursion(called.name.clone()));
        if self.is_in_block() && self.processors.is_some() {
            return Err(Obstacle::reason(span, Reason::Scheduling));
        }
        if !self.may_recur() {
            return Err(reason());
        }
        let mut obstacle = None;
        for (at, parameter) in called.parameters.iter().enumerate() {
            let Parameter::Scalar(id) = parameter else {
                continue;
            };
            let is_int = called.scalars[id.index()].ty == Type::Int;
            let Some(Worth::Number(size)) = frame.scalars[id.index()].clone() else {
                continue;
            };
            if !is_int || is_passed_on(called, frame.algorithm, at) {
                continue;
            }
            for falls in [Falls::ByHalf, Falls::ByOne] {
                for start in 0..=LARGEST_START {
                    match self.step_of(frame, (at, *id), (falls, start), span) {
                        Ok(step) => return self.solved(&step, falls, &size, span),
                        Err(found @ Obstacle::Need(_)) => return Err(found),
                        Err(found) => obstacle = obstacle.or(Some(found)),
                    }
                }
            }
        }
        // A reason inside of it that no size changes says more.
        match obstacle {
            Some(Obstacle::Reason(at, why @ (Reason::Turns(_) | Reason::Mutual(_)))) => {
                Err(Obstacle::Reason(at, why))
            }
            _ => Err(reason()),
        }
    }

    /// The recurrence in a parameter, for sizes from the start on.
    fn step_of(
        &mut self,
        frame: &Frame,
        (at, id): (usize, ScalarId),
        (falls, start): (Falls, i128),
        span: Span,
    ) -> Result<Step, Obstacle> {
        let called = &self.program.algorithms[frame.algorithm.index()];
        let mut generic = frame.clone();
        let changed = assigned(&called.body);
        for (other, parameter) in called.parameters.iter().enumerate() {
            let stays = is_passed_on(called, frame.algorithm, other);
            match parameter {
                Parameter::Scalar(id) if !stays || changed.0.contains(id) => {
                    let name = called.scalars[id.index()].name.as_str().into();
                    generic.scalars[id.index()] = Some(Worth::Unknown(name));
                }
                Parameter::Array(id) if !stays || changed.1.contains(id) => {
                    generic.arrays[id.index()] = None;
                }
                _ => {}
            }
        }
        let name = called.scalars[id.index()].name.clone();
        let fits = |value: Option<Formula>| value.ok_or_else(|| too_large(span));
        let facts = self.facts.clone();
        let saved = (
            std::mem::take(&mut self.indices),
            std::mem::take(&mut self.loops),
            std::mem::replace(&mut self.diverged, false),
        );
        let symbol = Symbol {
            id: self.next_symbol,
            name: name.as_str().into(),
            stands: match falls {
                Falls::ByHalf => Stands::Logarithm(1),
                Falls::ByOne => Stands::Itself,
            },
        };
        self.next_symbol += 1;
        self.facts.bound(Bounded {
            symbol: symbol.clone(),
            least: Formula::number(start + 1),
            most: None,
        });
        let before = match falls {
            Falls::ByHalf => format!("{}({name}/2)", letter(self.counted)),
            Falls::ByOne => format!("{}({name} − 1)", letter(self.counted)),
        };
        let cost = self.unbounded(&before);
        let value = Formula::symbol(&symbol);
        let mut recurrence = Recurrence {
            algorithm: frame.algorithm,
            parameter: at,
            previous: None,
            cost,
        };
        let followed = (|| {
            let size = fits(falls.size(&Formula::number(start)))?;
            let first = self.activation(&generic, id, size, &recurrence)?;
            let before = value.plus_number(-1).and_then(|before| falls.size(&before));
            recurrence.previous = Some(fits(before)?);
            let size = fits(falls.size(&value))?;
            let step = self.activation(&generic, id, size, &recurrence)?;
            Ok((first, step))
        })();
        self.facts = facts;
        (self.indices, self.loops, self.diverged) = saved;
        let (first, step) = followed?;
        let linear = |formula: &Formula| {
            let parts = linear(formula, &recurrence.cost);
            parts.ok_or_else(|| Obstacle::reason(span, Reason::Recursion(called.name.clone())))
        };
        let (lower, upper) = (linear(&step.cost.lower)?, linear(&step.cost.upper)?);
        Ok(Step {
            name: called.name.clone(),
            symbol,
            start,
            first: first.cost,
            factor: [lower.0, upper.0],
            own: Cost {
                lower: lower.1,
                upper: upper.1,
            },
            lines: step.lines,
        })
    }

    /// One activation for a size, by one processor.
    fn activation(
        &mut self,
        generic: &Frame,
        id: ScalarId,
        size: Formula,
        recurrence: &Recurrence,
    ) -> Result<Outcome, Obstacle> {
        let mut frame = generic.clone();
        frame.scalars[id.index()] = Some(Worth::Number(size));
        self.frames.push(frame);
        self.recurrences.push(recurrence.clone());
        let unsure = std::mem::replace(&mut self.unsure, false);
        let program = self.program;
        self.clock = Clock::default();
        let algorithm = &program.algorithms[recurrence.algorithm.index()];
        let mut found = self.body(&algorithm.body);
        if found.is_ok() && !self.may_recur() {
            let name = algorithm.name.clone();
            found = Err(Obstacle::reason(algorithm.span, Reason::Recursion(name)));
        }
        self.clock = Clock::default();
        self.unsure = unsure;
        self.recurrences.pop();
        self.frames.pop();
        (self.returned, self.returned_array) = (None, None);
        found
    }

    /// Calls of the same algorithm begin and end outside of any run of accesses.
    fn may_recur(&self) -> bool {
        self.native.is_none() && (!self.keeps_clock() || self.clock.is_closed())
    }

    /// What a recurrence comes to for a size.
    fn solved(
        &mut self,
        step: &Step,
        falls: Falls,
        size: &Formula,
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        let end = match falls {
            Falls::ByOne => size.clone(),
            Falls::ByHalf => match (size.exponent_of_two(), size.as_symbol()) {
                (Some(exponent), _) => exponent,
                (None, Some(symbol)) if symbol.stands == Stands::Itself => {
                    return Err(Obstacle::Need(Need::PowerOfTwo(symbol.name.clone())));
                }
                _ => return Err(Obstacle::reason(span, Reason::NotWhole)),
            },
        };
        let used = end.symbols().into_iter().map(|symbol| symbol.name);
        self.used.extend(used);
        // The most processors are those of a size behind the start.
        let least = step.start + i128::from(self.counted == Counted::Processors);
        if !(self.facts).is_at_most(&Formula::number(least), &end) {
            return Err(Obstacle::reason(span, Reason::Empty));
        }
        let facts = self.facts.clone();
        self.facts.bound(Bounded {
            symbol: step.symbol.clone(),
            least: Formula::number(step.start),
            most: None,
        });
        let found = match self.counted {
            Counted::Processors => self.most(step, &end),
            _ => self.proved(step, falls, &end),
        };
        self.facts = facts;
        let found = found.ok_or_else(|| {
            let name = step.name.clone();
            Obstacle::reason(span, Reason::Recursion(name))
        });
        let (once, way) = found?;
        let cost = match self.counted {
            Counted::Time(_) | Counted::AsynchronousTime | Counted::Processors => once,
            _ => Cost {
                lower: self.count(&once.lower, span)?,
                upper: self.count(&once.upper, span)?,
            },
        };
        let line = Line {
            span,
            cost,
            way,
            inside: step.lines.clone(),
            kind: Kind::Call,
        };
        Ok(Outcome::of_line(line, Leaves::Never, None))
    }
}

/// Whether an algorithm hands a parameter on to itself as it is.
fn is_passed_on(called: &Algorithm, id: AlgorithmId, at: usize) -> bool {
    own_calls(called, id)
        .iter()
        .all(|arguments| match (&called.parameters[at], &arguments[at]) {
            (Parameter::Scalar(own), Argument::Scalar(expr)) => {
                matches!(&expr.kind, ExprKind::Scalar { id, .. } if id == own)
            }
            (Parameter::Array(own), Argument::Array(array)) => own == array,
            (Parameter::SharedScalar(..), _) => true,
            _ => false,
        })
}

/// factor·symbol + rest.
fn linear(formula: &Formula, symbol: &Symbol) -> Option<(u32, Formula)> {
    let mut parts = formula.by_power(&Atom::Symbol(symbol.clone()))?;
    let rest = parts.remove(&0).unwrap_or_default();
    let factor = parts.remove(&1).unwrap_or_default().as_whole()?;
    let fits = parts.is_empty() && !rest.has(symbol);
    fits.then_some((u32::try_from(factor).ok()?, rest))
}
