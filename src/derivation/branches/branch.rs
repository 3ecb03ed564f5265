//! Branches on sizes, on indices of processors, and on data.

use super::groups::Side;
use super::index_set::SideSets;
use super::nested::has_block;
use crate::derivation::abstract_value::{AbstractValue, Truth};
use crate::derivation::algebra::facts::Facts;
use crate::derivation::algebra::formula::{Formula, Symbol};
use crate::derivation::charge::Operations;
use crate::derivation::cost::{CostBounds, CostLine, CostTerm, LineKind};
use crate::derivation::dependence::Unfollowed;
use crate::derivation::evaluate::{both, either};
use crate::derivation::obstacle::{Obstacle, Reason};
use crate::derivation::shape::{StepShape, either_side, plain_steps, then_steps};
use crate::derivation::walker::{DerivedMeasure, Outcome, Walker, too_large};
use crate::program::{Charge, Expr, Stmt};
use crate::quantity::Unit;
use crate::source::Span;

/// A branch: a condition and its two sides.
#[derive(Debug, Clone)]
pub(in crate::derivation) struct Choice<'b> {
    /// The test before the sides, if its cost differs between processors.
    pub test: Option<BranchTest<'b>>,
    pub truth: Truth,
    pub sides: [&'b [Stmt]; 2],
    pub span: Span,
}

/// A test whose cost is not counted yet.
#[derive(Debug, Clone)]
pub(in crate::derivation) enum BranchTest<'b> {
    /// The test of this condition by processors for which these conditions hold, which decide what `and`
    /// and `or` skip.
    Of(&'b Expr, Vec<Truth>),
    /// A test with known operations.
    Counted(Operations, Span),
}

impl<'b> Choice<'b> {
    /// The branch with another condition.
    fn by(&self, truth: Truth) -> Side<'b> {
        Side::Choice(Box::new(Self {
            truth,
            ..self.clone()
        }))
    }

    /// Splits a conjunction or disjunction by one operand: the side where this operand decides the
    /// condition, and the side where the other operands do.
    pub(in crate::derivation) fn by_one(
        &self,
        one: &Truth,
        rest: Truth,
        is_both: bool,
    ) -> [Side<'b>; 2] {
        let known = self.knowing(one, !is_both).by(Truth::Known(!is_both));
        let open = self.knowing(one, is_both).by(rest);
        if is_both {
            [open, known]
        } else {
            [known, open]
        }
    }

    /// The branch for processors for which a condition has this value.
    fn knowing(&self, condition: &Truth, holds: bool) -> Self {
        let mut choice = self.clone();
        let fact = if holds {
            Some(condition.clone())
        } else {
            condition.clone().not()
        };
        if let Some(BranchTest::Of(_, known)) = &mut choice.test {
            known.extend(fact);
        }
        choice
    }

    /// The branch with a formula substituted for a symbol.
    pub(super) fn substituted(
        &self,
        facts: &Facts,
        symbol: &Symbol,
        value: &Formula,
    ) -> Option<Self> {
        let mut choice = self.clone();
        choice.truth = choice.truth.substituted(facts, symbol, value)?;
        if let Some(BranchTest::Of(_, known)) = &mut choice.test {
            for holds in known {
                *holds = holds.substituted(facts, symbol, value)?;
            }
        }
        Some(choice)
    }
}

impl Walker<'_> {
    pub(in crate::derivation) fn branch(
        &mut self,
        (condition, charge): (&Expr, Charge),
        sides: [&[Stmt]; 2],
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        let truth = self.evaluate(condition)?.truth();
        let truth = self.decided(truth);
        let taken = self.charge(condition, true);
        // Processors differ in what `and` and `or` skip.
        let skips = taken.instructions.0 != taken.instructions.1 && !self.serial;
        let differs = skips
            && !matches!(truth, Truth::Known(_) | Truth::Unknown(_))
            && charge == Charge::Step;
        let test = match charge {
            Charge::Step if skips && matches!(truth, Truth::Known(_)) => {
                self.condition_by_operand(condition, &taken)?
            }
            Charge::Step if !differs => self.step(condition.span, &taken)?,
            Charge::Step | Charge::Free => Outcome::nothing(),
        };
        let (barriers, is_known) = (self.barriers, matches!(truth, Truth::Known(_)));
        if !self.open_recursions.is_empty() {
            // Activations with different values of the condition take different steps.
            self.iteration_symbols.extend(truth.symbols());
        }
        let choice = Choice {
            test: differs.then(|| BranchTest::Of(condition, Vec::new())),
            truth,
            sides,
            span,
        };
        self.helpful.undecided = None;
        let sides = if self.open.contains(&span) && !is_known {
            self.exactness.is_coarse = true;
            let sides = choice.sides;
            self.tested(&choice, |this| this.by_data(sides, span))?
        } else {
            let sides = self.choose(&choice);
            // The innermost undecided branch is kept.
            match &sides {
                Err(obstacle) if obstacle.is_undecided() => {
                    self.helpful.undecided.get_or_insert(span);
                }
                _ => self.helpful.undecided = None,
            }
            sides?
        };
        if self.barriers != barriers && !is_known {
            let what = Unfollowed::ConditionalBarrier;
            return Err(Obstacle::reason(span, Reason::Unfollowed(what)));
        }
        let cost = self.then(&test.cost, &sides.cost, span)?;
        let line = CostLine {
            span,
            way: CostTerm::Closed(cost.upper.clone()),
            cost,
            inside: sides.lines,
            kind: LineKind::Branch,
        };
        let steps = then_steps(test.steps, sides.steps);
        Ok(Outcome::of_line(line, sides.leaves, steps))
    }

    /// Follows both sides, each for the processors that its condition selects.
    pub(in crate::derivation) fn choose(
        &mut self,
        choice: &Choice<'_>,
    ) -> Result<Outcome, Obstacle> {
        let (sides, span) = (choice.sides, choice.span);
        let truth = self.decided(choice.truth.clone());
        match truth {
            Truth::Known(is) => {
                let body = sides[usize::from(!is)];
                self.tested(choice, |this| this.body(body))
            }
            Truth::Nonnegative(_) | Truth::Zero(..) if self.is_by_own_index(&truth) => {
                let known = [true, false].map(|is| choice.knowing(&truth, is).by(Truth::Known(is)));
                match self.by_own_index(&truth, &known, span)? {
                    Some(found) => Ok(found),
                    None => self.tested(choice, |this| this.by_data(sides, span)),
                }
            }
            Truth::Nonnegative(_) | Truth::Zero(..) => {
                if let Some(exit) = self.exit(&truth, sides) {
                    return Err(exit);
                }
                if !self.between.contains(&span)
                    && let Some(split) = self.between_bounds(&truth)
                {
                    self.between.push(span);
                    let split = Choice {
                        truth: split,
                        ..choice.clone()
                    };
                    let found = self.choose(&split);
                    self.between.pop();
                    return found;
                }
                if let Some(sets) = self.index_sets(&truth, span)? {
                    let known =
                        [true, false].map(|is| choice.knowing(&truth, is).by(Truth::Known(is)));
                    let sets = self.listed(sets, &known);
                    if self.follows_complements(&sets, &known) {
                        return self.by_index(&sets, &known, span);
                    }
                } else if let Some(split) = self.split_by_iteration(&truth) {
                    return Err(split);
                }
                self.exactness.is_coarse = true;
                self.tested(choice, |this| this.by_data(sides, span))
            }
            Truth::Both(..) | Truth::Either(..) => {
                if let Some(sets) = self.sets_by_remainders(&truth) {
                    let known =
                        [true, false].map(|is| choice.knowing(&truth, is).by(Truth::Known(is)));
                    return self.by_index(&sets, &known, span);
                }
                let is_both = matches!(truth, Truth::Both(..));
                if let Some(found) = self.by_one_own_index(choice, &truth, is_both)? {
                    return Ok(found);
                }
                let is_by_size = truth.is_by_size();
                if self.adds_sides() {
                    // Groups of one side would be counted as separate sides.
                    self.exactness.is_coarse |= is_by_size;
                    return self.tested(choice, |this| this.by_data(sides, span));
                }
                let Some((one, sets, rest)) = self.sets_of_one(truth, is_both, span)? else {
                    self.exactness.is_coarse |= is_by_size;
                    return self.tested(choice, |this| this.by_data(sides, span));
                };
                let groups = choice.by_one(&one, rest, is_both);
                if self.follows_complements(&sets, &groups) {
                    return self.by_index(&sets, &groups, span);
                }
                self.exactness.is_coarse = true;
                self.tested(choice, |this| this.by_data(sides, span))
            }
            Truth::Unknown(on) => {
                // For a scalar that loops change: it may become known if sizes are powers.
                let scalars = &self.algorithm().scalars;
                self.exactness.is_coarse |= scalars.iter().any(|scalar| on.is_named(&scalar.name));
                self.tested(choice, |this| this.by_data(sides, span))
            }
        }
    }

    /// One operand of a conjunction or disjunction, the index values for which it holds, and the other
    /// operands.
    fn sets_of_one(
        &mut self,
        truth: Truth,
        is_both: bool,
        span: Span,
    ) -> Result<Option<(Truth, SideSets, Truth)>, Obstacle> {
        if self.native.is_some() && self.counted == DerivedMeasure::AsynchronousTime {
            return Ok(None);
        }
        let mut all = Vec::new();
        truth.flatten(is_both, &mut all);
        for (at, one) in all.iter().enumerate() {
            match self.index_sets(one, span) {
                Ok(Some(sets)) => {
                    let join = if is_both { both } else { either };
                    let one = all.remove(at);
                    let rest = all.into_iter().reduce(join);
                    return Ok(rest.map(|rest| (one, sets, rest)));
                }
                Ok(None) | Err(Obstacle::Reason(..)) => {}
                Err(split) => return Err(split),
            }
        }
        Ok(None)
    }

    /// Follows a side, after the test if that is not counted yet.
    fn tested(
        &mut self,
        choice: &Choice<'_>,
        follow: impl FnOnce(&mut Self) -> Result<Outcome, Obstacle>,
    ) -> Result<Outcome, Obstacle> {
        let test = match &choice.test {
            None => return follow(self),
            Some(BranchTest::Of(condition, known)) => {
                let outside = std::mem::replace(&mut self.supposed, known.clone());
                let test = self.test(condition, condition.span);
                self.supposed = outside;
                test?
            }
            Some(BranchTest::Counted(taken, span)) => self.step(*span, taken)?,
        };
        let mut found = follow(self)?;
        found.cost = self.then(&test.cost, &found.cost, choice.span)?;
        found.steps = then_steps(test.steps, found.steps);
        Ok(found)
    }

    /// A branch on data: each processor takes one side.
    pub(in crate::derivation) fn by_data(
        &mut self,
        sides: [&[Stmt]; 2],
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        let before = self.frame().clone();
        let divergence = self.divergence;
        self.in_groups();
        let (compared, asked_by_some) = (self.compared, self.asked_by_some);
        // Assertions of one side do not hold on the other one, nor after the branch.
        let facts = self.facts.clone();
        let clock = self.clock.clone();
        let outside = self.take_deferred();
        let mut one = self.perhaps(|this| this.of_some(|this| this.body(sides[0])))?;
        let mut returned = Vec::from_iter(self.take_returned(&one.leaves));
        let frames = vec![self.frame().clone()];
        self.facts = facts.clone();
        *self.frame_mut() = before.clone();
        let first = (
            std::mem::replace(&mut self.clock, clock),
            self.take_deferred(),
        );
        let mut other = self.perhaps(|this| this.of_some(|this| this.body(sides[1])))?;
        returned.extend(self.take_returned(&other.leaves));
        self.set_returned(returned);
        self.facts = facts;
        self.clock = first.0.either(&self.clock);
        let second = self.take_deferred();
        self.set_deferred(outside);
        self.defer_either([&mut one, &mut other], [first.1, second], span)?;
        let frames = [frames, vec![self.frame().clone()]].concat();
        self.divergence = divergence;
        self.merge(frames, before);
        for side in [&mut one, &mut other] {
            if plain_steps(side.steps.as_ref()).is_none() {
                side.steps = None;
            }
        }
        let count = |side: &Outcome| side.steps.as_ref().map(Vec::len);
        self.exactness.varies |=
            count(&one).is_none() || count(&one) != count(&other) || one.leaves != other.leaves;
        let is_nothing = one.cost.is_zero() || other.cost.is_zero();
        let is_same = self.compared == compared;
        let serial = self.adds_sides() && self.runs_concurrently();
        let mut steps = match (&one.steps, &other.steps) {
            (Some(a), Some(b)) if !serial => Some(either_side(a, b, &self.facts)),
            _ => None,
        };
        if !is_same {
            // A side may have taken the maximum over diverging processors, so the number of active
            // processors of its steps is unknown.
            for step in steps.iter_mut().flatten() {
                step.active = None;
            }
        }
        // If all processors take the same steps, the cost of either side is a lower bound.
        let is_uniform = is_same && one.steps.is_some() && other.steps.is_some();
        let lower = if is_uniform || !self.is_in_block() {
            let lowers = vec![one.cost.lower.clone(), other.cost.lower.clone()];
            self.facts_of_totals().least(lowers)
        } else {
            Formula::default()
        };
        let asks = sides.into_iter().any(has_block);
        // In addition to the processors of blocks on one side, those on the other side, or outside these
        // blocks, count.
        let nests = self.counted == DerivedMeasure::Processors
            && self.is_in_block()
            && self.asked_by_some != asked_by_some;
        let upper = match (self.counted, &steps) {
            _ if nests => {
                let asked = one.cost.upper.plus(&other.cost.upper);
                let active = self.active(span)?;
                (asked.and_then(|asked| asked.plus(&active))).ok_or_else(|| too_large(span))?
            }
            _ if !self.runs_concurrently() || is_nothing => {
                self.greatest_of(&one.cost, &other.cost)
            }
            _ if serial => {
                (one.cost.upper.plus(&other.cost.upper)).ok_or_else(|| too_large(span))?
            }
            _ if self.is_scheduled() && (!is_same || asks) => {
                self.scheduled_sum(&one, &other, span)?
            }
            (
                DerivedMeasure::Time(Unit::Instructions) | DerivedMeasure::AsynchronousTime,
                Some(steps),
            ) => self.time_of(steps, span)?.upper,
            (DerivedMeasure::Time(Unit::Rounds | Unit::Steps), ..)
                if !asks || self.processors.is_none() =>
            {
                self.greatest_of(&one.cost, &other.cost)
            }
            // Each processor chooses its own side.
            (
                DerivedMeasure::Work(_)
                | DerivedMeasure::AsynchronousWork
                | DerivedMeasure::Processors
                | DerivedMeasure::Reads
                | DerivedMeasure::Writes,
                ..,
            ) if is_uniform => self.greatest_of(&one.cost, &other.cost),
            _ => (one.cost.upper.plus(&other.cost.upper)).ok_or_else(|| too_large(span))?,
        };
        let leaves = one.leaves.either(other.leaves, None);
        Ok(Outcome {
            cost: CostBounds { lower, upper },
            lines: [one.lines, other.lines].concat(),
            leaves,
            steps,
        })
    }

    /// The time of consecutive steps.
    pub(in crate::derivation) fn time_of(
        &mut self,
        steps: &[StepShape],
        span: Span,
    ) -> Result<CostBounds, Obstacle> {
        if self.counted == DerivedMeasure::AsynchronousTime {
            let times = steps.iter().map(|step| self.adapted_time(step));
            let sum = |total: Option<CostBounds>, time: Option<CostBounds>| total?.plus(&time?);
            let total = times.fold(Some(CostBounds::default()), sum);
            return total.ok_or_else(|| too_large(span));
        }
        if self.is_scheduled() {
            return self.scheduled_time(steps, span);
        }
        let of = |number: i128| Formula::number(number);
        Ok(CostBounds {
            lower: of(steps.iter().map(|step| step.instructions.0).sum()),
            upper: of(steps.iter().map(|step| step.instructions.1).sum()),
        })
    }

    fn greatest_of(&self, one: &CostBounds, other: &CostBounds) -> Formula {
        self.facts_of_totals()
            .greatest(vec![one.upper.clone(), other.upper.clone()])
    }

    /// After a branch, a scalar has a known value if all sides give it the same one.
    pub(in crate::derivation) fn merge(
        &mut self,
        frames: Vec<crate::derivation::walker::AbstractFrame>,
        before: crate::derivation::walker::AbstractFrame,
    ) {
        let mut frames = frames.into_iter();
        let mut merged = frames.next().unwrap_or(before);
        for frame in frames {
            for (at, scalar) in frame.scalars.into_iter().enumerate() {
                if merged.scalars[at] != scalar {
                    let algorithm = &self.program.algorithms[merged.algorithm.index()];
                    let name = algorithm.scalars[at].name.as_str();
                    merged.scalars[at] = Some(AbstractValue::Unknown(name.into()));
                }
            }
            for (at, lengths) in frame.arrays.into_iter().enumerate() {
                if merged.arrays[at] != lengths {
                    merged.arrays[at] = None;
                }
            }
        }
        *self.frame_mut() = merged;
    }
}
