//! Recursive algorithms: recurrences T(s) = a·T(s/b) + f(s) and T(s) = a·T(s − c) + f(s) in a
//! combination s of scalar parameters, solved exactly.
//!
//! The combination that decreases, and how it does, is tried (`descent`). The algorithm is followed for
//! the smallest size and for any larger one (`activations`), with arbitrary numbers for the parameters
//! that change from call to call (`passed`). This gives a recurrence, whose solution is a sum in closed
//! form (`recurrence`; for numbers of processors, which are not summed, `processors`).

pub(in crate::derivation) mod activations;
pub(in crate::derivation) mod descent;
pub(in crate::derivation) mod passed;
pub(in crate::derivation) mod processors;
pub(in crate::derivation) mod recurrence;

use self::descent::{Descent, RecursionSize, descents, sizes, stays};
use self::passed::Passed;
use self::recurrence::LinearRecurrence;
use crate::derivation::abstract_value::AbstractValue;
use crate::derivation::algebra::formula::{Formula, Symbol};
use crate::derivation::branches::leaving::Leaves;
use crate::derivation::cost::{CostBounds, CostLine, CostTerm, LineKind};
use crate::derivation::dependence::Unfollowed;
use crate::derivation::loops::evolutions::assigned;
use crate::derivation::obstacle::{Obstacle, Reason};
use crate::derivation::shape::StepShape;
use crate::derivation::walker::{AbstractFrame, DerivedMeasure, Outcome, Walker, too_large};
use crate::program::{AlgorithmId, Argument, Expr, Parameter, Shape, Type};
use crate::quantity::Unit;
use crate::source::Span;

/// The state of a recursive algorithm while one of its activations is followed.
#[derive(Debug, Clone)]
pub(in crate::derivation) struct OpenRecursion {
    pub algorithm: AlgorithmId,
    pub size: RecursionSize,
    /// The size that a recursive call must have. None if there may be no call.
    pub previous: Option<Formula>,
    /// The parameters that stand for any number ≥ 0.
    pub passed: Vec<Passed>,
    /// The cost of a recursive call.
    pub cost: Symbol,
    /// The result of a recursive call, if that is an int.
    pub value: Symbol,
    /// Whether simultaneous calls take the same steps.
    pub alike: Alike,
    /// The number of frames in the activation that is followed.
    pub depth: usize,
}

/// Whether simultaneous calls of the same size take the same steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::derivation) enum Alike {
    /// Nothing depends on it so far.
    #[default]
    Unasked,
    /// Costs were combined under this assumption.
    Taken,
    /// The assumption must not be made.
    No,
}

/// An arbitrary activation, apart from its size.
pub(in crate::derivation) struct GenericActivation {
    pub frame: AbstractFrame,
    pub size: RecursionSize,
    /// The parameters that stand for any number ≥ 0.
    pub passed: Vec<Passed>,
    /// Whether further parameters could stand for any number.
    knows_less: bool,
}

impl Walker<'_> {
    /// A recursive call of an algorithm that is being followed.
    pub(in crate::derivation) fn again(
        &mut self,
        algorithm: AlgorithmId,
        arguments: &[Argument],
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        self.check_recursion(algorithm, span)?;
        let name = self.program.algorithms[algorithm.index()].name.clone();
        let unsolved = || Obstacle::reason(span, Reason::Recursion(name.clone()));
        let own = self.open_recursions.last().cloned();
        // Values passed on by an algorithm in between are not analysed.
        let is_direct = |own: &OpenRecursion| {
            let inside = &self.frames[own.depth.saturating_sub(1)..];
            own.algorithm == algorithm && inside.iter().all(|frame| frame.algorithm == algorithm)
        };
        let Some(own) = own.filter(is_direct) else {
            return Err(Obstacle::reason(span, Reason::Mutual(name)));
        };
        let scalar = |at: usize| -> Result<&Expr, Obstacle> {
            match &arguments[at] {
                Argument::Scalar(expr) => Ok(expr),
                Argument::Array(_) => Err(unsolved()),
            }
        };
        for (place, passed) in own.passed.iter().enumerate() {
            let value = self.number(scalar(passed.at)?)?;
            if !self.facts.is_nonnegative(&value) {
                return Err(unsolved());
            }
            // The number varies with the iterations and processors of the activation, and with results.
            let around = self.indices.iter().map(|index| &index.symbol);
            let mut changing = around.chain(&self.loops).chain([&own.value]);
            let is_one = !changing.any(|symbol| value.has(symbol));
            if let Some(recurrence) = self.open_recursions.last_mut() {
                recurrence.passed[place].note(is_one.then_some(value));
            }
        }
        let mut values = Vec::new();
        for (at, _) in own.size.places() {
            values.push((at, self.number(scalar(at)?)?));
        }
        let value = |(at, _): (usize, _)| {
            (values.iter().find(|(other, _)| *other == at)).map(|(_, value)| value.clone())
        };
        if own.size.of(value) != own.previous || own.previous.is_none() {
            return Err(unsolved());
        }
        let returns = self.program.algorithms[algorithm.index()].result;
        if returns == Some(Shape::Scalar(Type::Int)) {
            self.returned = Some(AbstractValue::Number(Formula::symbol(&own.value)));
        }
        let once = Formula::symbol(&own.cost);
        let cost = match self.counted {
            DerivedMeasure::Time(_) | DerivedMeasure::AsynchronousTime => once,
            DerivedMeasure::Processors if self.is_in_block() => {
                let active = self.active(span)?;
                if active.as_whole() != Some(1) {
                    self.take_alike(span)?;
                }
                once.times(&active).ok_or_else(|| too_large(span))?
            }
            // Sequential calls use their processors one after another.
            DerivedMeasure::Processors => {
                return Ok(Outcome {
                    cost: CostBounds::exactly(once),
                    ..Outcome::nothing()
                });
            }
            _ => self.count(&once, span)?,
        };
        let line = CostLine {
            span,
            way: CostTerm::Closed(cost.clone()),
            cost: CostBounds::exactly(cost.clone()),
            inside: Vec::new(),
            kind: LineKind::Call,
        };
        let lists_steps = self.is_in_block()
            && matches!(
                self.counted,
                DerivedMeasure::Time(Unit::Instructions) | DerivedMeasure::Processors
            );
        Ok(Outcome {
            cost: CostBounds::exactly(cost),
            lines: vec![line],
            leaves: Leaves::Never,
            steps: lists_steps.then(|| vec![StepShape::of_activation(&own.cost)]),
        })
    }

    /// The recursive algorithm that is being followed.
    pub(in crate::derivation) fn recurs(&self) -> Option<AlgorithmId> {
        self.open_recursions.last().map(|own| own.algorithm)
    }

    /// Records the assumption that simultaneous calls take the same steps.
    pub(in crate::derivation) fn take_alike(&mut self, span: Span) -> Result<(), Obstacle> {
        match self.open_recursions.last_mut() {
            Some(own) if own.alike != Alike::No => {
                own.alike = Alike::Taken;
                Ok(())
            }
            _ => Err(Obstacle::reason(span, Reason::Longest)),
        }
    }

    /// A call of a recursive algorithm with these arguments.
    pub(in crate::derivation) fn recursive(
        &mut self,
        frame: &AbstractFrame,
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        let called = &self.program.algorithms[frame.algorithm.index()];
        let reason = || Obstacle::reason(span, Reason::Recursion(called.name.clone()));
        self.check_recursion(frame.algorithm, span)?;
        let mut obstacle = None;
        for knows_more in [true, false] {
            for size in sizes(called, frame.algorithm) {
                let given = size.of(|(_, id)| frame.number(id).cloned());
                let Some(given) = given else {
                    continue;
                };
                let facts = self.facts.clone();
                let generic = self.generic(frame, size, knows_more);
                // Without further parameters the second attempt would be the same.
                let found = if knows_more || generic.knows_less {
                    self.in_some_way(&generic, &given, span, &mut obstacle)
                } else {
                    None
                };
                self.facts = facts;
                if let Some(found) = found {
                    return found;
                }
            }
        }
        // A reason inside the algorithm that no size changes is more specific.
        match obstacle {
            Some(Obstacle::Reason(at, why @ (Reason::Iterations(_) | Reason::Mutual(_)))) => {
                Err(Obstacle::Reason(at, why))
            }
            _ => Err(reason()),
        }
    }

    /// Tries the possible ways in which the size decreases.
    fn in_some_way(
        &mut self,
        generic: &GenericActivation,
        given: &Formula,
        span: Span,
        obstacle: &mut Option<Obstacle>,
    ) -> Option<Result<Outcome, Obstacle>> {
        let called = &self.program.algorithms[generic.frame.algorithm.index()];
        for descent in descents(called) {
            let fits = |descent: &&Descent| descent.index_of(given, &self.facts).is_some();
            let one = descent.iter().find(fits).copied();
            let all = one.map_or(descent, |one| vec![one]);
            let steps: Result<Vec<LinearRecurrence>, Obstacle> = (all.into_iter())
                .map(|descent| self.step_of(generic, descent, span))
                .collect();
            match steps {
                Ok(steps) => return Some(self.solved(steps, given, span)),
                Err(need @ Obstacle::Need(_)) => return Some(Err(need)),
                Err(found) => {
                    let is_specific = matches!(
                        obstacle,
                        Some(Obstacle::Reason(
                            _,
                            Reason::Iterations(_) | Reason::Mutual(_)
                        ))
                    );
                    if !is_specific {
                        *obstacle = Some(found);
                    }
                }
            }
        }
        None
    }

    /// An arbitrary activation: the parameters that calls do not pass on unchanged stand for any number
    /// ≥ 0, or are unknown.
    fn generic(
        &mut self,
        frame: &AbstractFrame,
        size: RecursionSize,
        knows_more: bool,
    ) -> GenericActivation {
        let called = &self.program.algorithms[frame.algorithm.index()];
        let changed = assigned(&called.body);
        let mut generic = GenericActivation {
            frame: frame.clone(),
            size,
            passed: Vec::new(),
            knows_less: false,
        };
        let needed = match size {
            RecursionSize::Plain(_) => None,
            RecursionSize::Between(first, ..) => Some(first.0),
        };
        for (at, parameter) in called.parameters.iter().enumerate() {
            let stays = stays(called, frame.algorithm, at);
            match parameter {
                Parameter::Scalar(id) if !stays || changed.0.contains(id) => {
                    let scalar = &called.scalars[id.index()];
                    let name = scalar.name.as_str();
                    let given = frame
                        .number(*id)
                        .filter(|given| scalar.ty == Type::Int && self.facts.is_nonnegative(given));
                    let any = given.filter(|_| knows_more || needed == Some(at));
                    generic.knows_less |= given.is_some() && any.is_none();
                    generic.frame.scalars[id.index()] = Some(if let Some(given) = any {
                        let symbol = self.unbounded(name);
                        let number = AbstractValue::Number(Formula::symbol(&symbol));
                        let passed = Passed::new(at, symbol, given.clone());
                        generic.passed.push(passed);
                        number
                    } else {
                        AbstractValue::Unknown(name.into())
                    });
                }
                Parameter::Array(id) if !stays || changed.1.contains(id) => {
                    generic.frame.arrays[id.index()] = None;
                }
                _ => {}
            }
        }
        // The parameter that is replaced by the size needs no symbol.
        generic.passed.retain(|passed| match size {
            RecursionSize::Plain((own, _)) | RecursionSize::Between(_, (own, _), _) => {
                own != passed.at
            }
        });
        generic
    }

    /// Whether a call by the activation of the smallest size is followed like a call of any other
    /// algorithm: an even smaller size, such as 0 below 1 = 2^0, has to end without a further call.
    pub(in crate::derivation) fn ends_below_start(&self, algorithm: AlgorithmId) -> bool {
        let is_least = |own: &OpenRecursion| {
            own.algorithm == algorithm && own.previous.is_none() && own.depth == self.frames.len()
        };
        let is_scheduled = self.is_in_block() && self.processors.is_some();
        !is_scheduled && self.may_recur() && self.open_recursions.last().is_some_and(is_least)
    }

    /// Whether recursive calls may occur here: they start and end outside any run of accesses.
    pub(in crate::derivation) fn may_recur(&self) -> bool {
        self.native.is_none() && (!self.keeps_clock() || self.clock.is_closed())
    }

    /// Refuses recursive algorithms where they cannot be followed.
    fn check_recursion(&self, algorithm: AlgorithmId, span: Span) -> Result<(), Obstacle> {
        let reason = if self.is_in_block() && self.processors.is_some() {
            Reason::Scheduling
        } else if self.is_in_block() && self.counted.is_asynchronous() {
            // Activations are followed as sequential code, but on the asynchronous machine the same
            // statements take other times in a block.
            Reason::Unfollowed(Unfollowed::RecursionInBlock)
        } else if !self.may_recur() {
            Reason::Recursion(self.program.algorithms[algorithm.index()].name.clone())
        } else {
            return Ok(());
        };
        Err(Obstacle::reason(span, reason))
    }
}
