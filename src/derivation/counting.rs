//! How often a step counts. For time once, or ⌈active/p⌉ times if the program has more processors than
//! the machine; for work once for each active processor.

use super::abstract_value::Truth;
use super::charge::Operations;
use super::cost::CostBounds;
use super::obstacle::{Obstacle, Reason};
use super::shape::StepShape;
use super::walker::{DerivedMeasure, IndexVariable, Outcome, Walker, too_large};
use crate::derivation::algebra::facts::Facts;
use crate::derivation::algebra::formula::{Atom, Formula, Symbol};
use crate::derivation::branches::threshold::threshold;
use crate::quantity::Unit;
use crate::source::Span;

impl Walker<'_> {
    /// One step of the active processors.
    pub fn step(&mut self, span: Span, taken: &Operations) -> Result<Outcome, Obstacle> {
        let instructions = taken.of_step();
        let (low, high) = match self.counted {
            DerivedMeasure::AsynchronousTime | DerivedMeasure::AsynchronousWork => {
                return self.timed_step(span, taken);
            }
            DerivedMeasure::Time(Unit::Rounds)
            | DerivedMeasure::Work(Unit::Rounds)
            | DerivedMeasure::Processors => (0, 0),
            DerivedMeasure::Time(Unit::Steps) | DerivedMeasure::Work(Unit::Steps) => (1, 1),
            DerivedMeasure::Time(Unit::Instructions) | DerivedMeasure::Work(Unit::Instructions) => {
                instructions
            }
            // Code outside of blocks is the host's.
            DerivedMeasure::Work(Unit::Gpu) if self.is_in_block() => instructions,
            DerivedMeasure::Work(Unit::Gpu) => (0, 0),
            DerivedMeasure::Reads => taken.reads,
            DerivedMeasure::Writes => (taken.writes, taken.writes),
            DerivedMeasure::Time(Unit::Apram | Unit::Multicomputer | Unit::Gpu)
            | DerivedMeasure::Work(Unit::Apram | Unit::Multicomputer) => {
                unreachable!(
                    "time of the asynchronous PRAM is counted by its own, that of messages and warps not at all"
                )
            }
        };
        let cost = self.share(low, high, span)?;
        let active = if self.is_scheduled() {
            self.active_at_most(span).ok()
        } else {
            None
        };
        let shape = StepShape {
            instructions,
            active: active.map(CostBounds::exactly),
            ..StepShape::default()
        };
        Ok(Outcome::of_step(cost, span, shape))
    }

    /// The cost of one round of the processors that execute this body.
    pub fn round(&mut self, round: bool, span: Span) -> Result<CostBounds, Obstacle> {
        match self.counted {
            DerivedMeasure::Time(Unit::Rounds) | DerivedMeasure::Work(Unit::Rounds) if round => {
                self.share(1, 1, span)
            }
            _ => Ok(CostBounds::default()),
        }
    }

    /// The cost `low` to `high` for each active processor (work) or for each time that the processors of
    /// the machine act (time).
    fn share(&mut self, low: i128, high: i128, span: Span) -> Result<CostBounds, Obstacle> {
        if high == 0 {
            return Ok(CostBounds::default());
        }
        let factor = match self.counted {
            DerivedMeasure::Time(_) => self.slots(span)?,
            _ => self.count(&Formula::number(1), span)?,
        };
        let cost = CostBounds {
            lower: Formula::number(low),
            upper: Formula::number(high),
        };
        (cost.map(|each| each.times(&factor))).ok_or_else(|| too_large(span))
    }

    /// Σ of a value over all active processors and their iterations.
    pub fn count(&mut self, value: &Formula, span: Span) -> Result<Formula, Obstacle> {
        self.count_over(value, |_| true, span)
    }

    /// The number of active processors in one iteration of the enclosing loops.
    pub fn active_in_an_iteration(&mut self, span: Span) -> Result<Formula, Obstacle> {
        if (0..self.indices.len()).any(|at| self.differs_among_processors(at)) {
            return Err(Obstacle::reason(span, Reason::Scheduling));
        }
        self.count_over(&Formula::number(1), |index| index.is_processor, span)
    }

    /// Σ over the iterations of a value that is a total over the active processors.
    pub fn over_iterations(&mut self, value: &Formula, span: Span) -> Result<Formula, Obstacle> {
        self.count_over(value, |index| !index.is_processor, span)
    }

    /// Σ of a value over some of the indices.
    fn count_over(
        &mut self,
        value: &Formula,
        is_wanted: impl Fn(&IndexVariable) -> bool,
        span: Span,
    ) -> Result<Formula, Obstacle> {
        let mut sum = value.clone();
        for at in (0..self.indices.len()).rev() {
            if !is_wanted(&self.indices[at]) {
                continue;
            }
            // The index range may be empty, so facts that assume a value of the index are not used.
            let IndexVariable {
                symbol,
                low,
                high,
                outside,
                ..
            } = self.indices[at].clone();
            sum = self.sum_over(&sum, &outside, &symbol, [&low, &high], span)?;
        }
        Ok(sum)
    }

    /// Σ of a value over an index between bounds.
    pub fn sum_over(
        &mut self,
        value: &Formula,
        outside: &Facts,
        symbol: &Symbol,
        [low, high]: [&Formula; 2],
        span: Span,
    ) -> Result<Formula, Obstacle> {
        if let Some(more) = high.minus(low) {
            // A divisor may be 0 where the range is empty, and no longer be visible in the closed form
            // if it cancels.
            let may_be_zero = |divisor: &Formula| {
                divisor.symbols().iter().any(|symbol| more.has(symbol))
                    && !outside.is_positive(divisor)
            };
            if value.divisors().iter().any(may_be_zero) {
                return Err(self.perhaps_empty(&more, span));
            }
        }
        let sum = outside.sum(value, symbol, low, high);
        if sum.is_none() {
            self.ask_for_extremes(value, symbol, [low, high]);
        }
        sum.ok_or_else(|| match self.no_sum(value, span) {
            Obstacle::Reason(at, reason) => {
                let mut bounds = [low, high].into_iter();
                let split = bounds.find_map(|bound| self.split_few_iterations(bound));
                split.unwrap_or(Obstacle::Reason(at, reason))
            }
            split => split,
        })
    }

    /// Why a sum has no closed form here. It may have one if iterations are distinguished by the
    /// remainder of their index, or by whether a power of two is an integer in them. The sum of a
    /// polynomial always has a closed form.
    pub fn no_sum(&self, value: &Formula, span: Span) -> Obstacle {
        let mut found = None;
        let own = (self.indices.iter().rev()).filter(|index| !index.is_processor);
        let own: Vec<&Symbol> = own.map(|index| &index.symbol).collect();
        let iterations = |part: &Formula| {
            let mut all = self.loops.iter().rev().chain(own.iter().copied());
            all.find(|symbol| part.has(symbol))
        };
        let where_whole = |part: &Formula| {
            let exponent = Truth::Nonnegative(part.exponent_of_two()?);
            let symbol = iterations(part)?;
            let (at, _) = threshold(&self.facts, &exponent, symbol)?;
            Some(Obstacle::Split(symbol.clone(), at))
        };
        value.collect(&mut |atom| match atom {
            Atom::Modulo(part, divisor) => {
                // 2^(k − t) mod 2 is 0 where half of it is an integer.
                if let Some(split) = part.over(divisor).and_then(|half| where_whole(&half)) {
                    found = Some(split);
                } else if let (Some(divisor), Some(symbol)) = (divisor.as_whole(), iterations(part))
                {
                    found = Some(Obstacle::Residues(symbol.clone(), divisor));
                }
            }
            Atom::Floor(part) | Atom::Ceil(part) => {
                found = found.take().or_else(|| where_whole(part));
            }
            _ => {}
        });
        let reason = if value.is_polynomial() {
            Reason::TooLarge
        } else {
            Reason::Sum
        };
        found
            .or_else(|| self.split_few_iterations(value))
            .unwrap_or_else(|| Obstacle::reason(span, reason))
    }

    /// The number of processors that are active here at the same time; the maximum over the iterations
    /// if they differ.
    pub fn active(&mut self, span: Span) -> Result<Formula, Obstacle> {
        for at in 0..self.indices.len() {
            let index = &self.indices[at];
            if index.is_processor || self.differs_among_processors(at) {
                continue;
            }
            let more = index.high.minus(&index.low);
            let more = more.ok_or_else(|| too_large(span))?;
            if !index.outside.is_nonnegative(&more) {
                return Err(self.perhaps_empty(&more, span));
            }
        }
        // A processor executes the inner iterations if and only if all of these are at least 0.
        let mut iterations: Vec<Formula> = Vec::new();
        self.over_indices(span, |at, sum| {
            let index = &self.indices[at];
            if index.is_processor {
                return self.range_with_iterations(index, &mut iterations, span);
            }
            if self.differs_among_processors(at) {
                // Later iterations have fewer active processors, so of equal iterations the first one is
                // the maximum.
                if sum.has(&index.symbol) {
                    return Err(Obstacle::reason(span, Reason::Longest));
                }
                let more = index.high.minus(&index.low);
                let more = more.ok_or_else(|| too_large(span))?;
                iterations.extend(Some(more).filter(|more| !index.outside.is_nonnegative(more)));
            }
            Ok([index.low.clone(), index.high.clone()])
        })
    }

    /// An upper bound of [`Self::active`], which is exact if all processors execute the same iterations.
    pub(super) fn active_at_most(&self, span: Span) -> Result<Formula, Obstacle> {
        self.over_indices(span, |at, _| {
            let index = &self.indices[at];
            Ok([index.low.clone(), index.high.clone()])
        })
    }

    /// Starting with 1, from the innermost index outward, the sum over a processor index and the maximum
    /// over a loop index. `bounds` gives the range of each index and is passed the value so far.
    fn over_indices(
        &self,
        span: Span,
        mut bounds: impl FnMut(usize, &Formula) -> Result<[Formula; 2], Obstacle>,
    ) -> Result<Formula, Obstacle> {
        let mut sum = Formula::number(1);
        for (at, index) in self.indices.iter().enumerate().rev() {
            let [low, high] = bounds(at, &sum)?;
            let bound = if index.is_processor {
                self.facts.sum(&sum, &index.symbol, &low, &high)
            } else {
                (self.facts).greatest_over(&sum, &index.symbol, &low, &high)
            };
            sum = bound.ok_or_else(|| self.no_sum(&sum, span))?;
        }
        Ok(sum)
    }

    /// Whether the processors around a loop execute different numbers of iterations.
    fn differs_among_processors(&self, at: usize) -> bool {
        let index = &self.indices[at];
        let mut around = self.indices[..at].iter().filter(|one| one.is_processor);
        around.any(|one| index.low.has(&one.symbol) || index.high.has(&one.symbol))
    }

    /// The range of those values of an index at which all `iterations` are at least 0. Formulas that depend
    /// on the index are removed from `iterations`.
    pub(super) fn range_with_iterations(
        &self,
        index: &IndexVariable,
        iterations: &mut Vec<Formula>,
        span: Span,
    ) -> Result<[Formula; 2], Obstacle> {
        let unknown = || Obstacle::reason(span, Reason::Longest);
        let (mut low, mut high) = (index.low.clone(), index.high.clone());
        let (own, others) = std::mem::take(iterations)
            .into_iter()
            .partition(|more| more.has(&index.symbol));
        *iterations = others;
        let own: Vec<Formula> = own;
        for more in own {
            let mut powers = more
                .by_power(&Atom::Symbol(index.symbol.clone()))
                .ok_or_else(unknown)?;
            let factor = powers.remove(&1).and_then(|factor| factor.as_whole());
            let rest = powers.remove(&0).unwrap_or_default();
            let (true, false) = (powers.is_empty(), rest.has(&index.symbol)) else {
                return Err(unknown());
            };
            match factor {
                Some(1) => {
                    let from = rest.times_number(-1).ok_or_else(|| too_large(span))?;
                    low = self.facts.greatest(vec![low, from]);
                }
                Some(-1) => high = self.facts.least(vec![high, rest]),
                _ => return Err(unknown()),
            }
        }
        Ok([low, high])
    }
}
