//! Recurrences T(s) = a·T(s/b) + f(s) and T(s) = a·T(s − c) + f(s): closed forms, which are verified
//! against the initial value and the recurrence.

use super::descent::Descent;
use super::passed::Passed;
use crate::derivation::abstract_value::AbstractValue;
use crate::derivation::algebra::facts::Bounded;
use crate::derivation::algebra::formula::{Formula, Radix, Symbol, SymbolMeaning};
use crate::derivation::branches::leaving::Leaves;
use crate::derivation::cost::{CostBounds, CostLine, CostTerm, LineKind, SolvedRecurrence};
use crate::derivation::obstacle::{Need, Obstacle, Reason};
use crate::derivation::walker::{DerivedMeasure, Outcome, Walker, too_large};
use crate::source::Span;

/// T(s) = factor·T(previous) + own, in a symbol from `start` on.
pub(in crate::derivation) struct LinearRecurrence {
    /// The name of the algorithm.
    pub name: String,
    pub symbol: Symbol,
    pub descent: Descent,
    pub start: i128,
    /// The cost at the start.
    pub first: CostBounds,
    pub factor: [u32; 2],
    pub own: CostBounds,
    /// Whether the cost is the maximum of factor·T(previous) and own, not their sum: for processors.
    pub is_most: bool,
    /// The result of the calls, a symbol that may occur in the cost.
    pub before: Symbol,
    /// The result of the algorithm, if it is known.
    pub value: Option<ValueRecurrence>,
    pub lines: Vec<CostLine>,
    /// The parameters that stand for any number.
    pub passed: Vec<Passed>,
    /// The symbol for the depth of the recursion.
    pub calls: Symbol,
}

/// v(s) = factor·v(previous) + own: the result of an algorithm.
pub(in crate::derivation) struct ValueRecurrence {
    pub first: Formula,
    pub factor: u32,
    pub own: Formula,
}

impl LinearRecurrence {
    /// The values, `calls` calls deeper, of the parameters on which the costs depend. None if one of
    /// them is unknown.
    pub(super) fn passed_after(&self, calls: &Formula) -> Option<Vec<(&Symbol, Formula)>> {
        let all = self.passed.iter().map(|one| one.symbol.clone());
        let changing: Vec<Symbol> = all.chain([self.symbol.clone()]).collect();
        let depends = |one: &&Passed| self.first.has(&one.symbol) || self.own.has(&one.symbol);
        (self.passed.iter().filter(depends))
            .map(|one| Some((&one.symbol, one.after(calls, &changing)?)))
            .collect()
    }

    /// Whether the costs depend only on parameters whose values at any depth are known.
    pub fn is_followed(&self) -> bool {
        let calls = Formula::symbol(&self.calls);
        self.passed_after(&calls).is_some()
    }

    /// Whether the costs depend on parameters that are passed on.
    pub(super) fn depends_on_passed(&self) -> bool {
        let calls = Formula::symbol(&self.calls);
        self.passed_after(&calls).is_none_or(|all| !all.is_empty())
    }

    /// Whether the processors of an activation are never added to those of its calls.
    fn adds_nothing(&self) -> bool {
        let alone = |factor: u32, own: &Formula| self.is_most || factor == 0 || own.is_zero();
        alone(self.factor[0], &self.own.lower) && alone(self.factor[1], &self.own.upper)
    }

    /// Whether the cost is exact, without different bounds.
    pub fn is_exact(&self) -> bool {
        self.first.is_exact() && self.own.is_exact() && self.factor[0] == self.factor[1]
    }
}

impl Walker<'_> {
    /// The solution of a recurrence for a size. Several recurrences for different remainders need a
    /// common solution.
    pub(in crate::derivation) fn solved(
        &mut self,
        mut steps: Vec<LinearRecurrence>,
        size: &Formula,
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        // The processor with the largest size would take longest.
        let mut differing_symbols = self.differing_symbols.iter().flatten();
        let differs = self.has_index(size) || differing_symbols.any(|symbol| size.has(symbol));
        if self.counted.is_time() && differs {
            return Err(Obstacle::reason(span, Reason::Longest));
        }
        self.iteration_symbols.extend(size.symbols());
        let mut values = Vec::new();
        for step in &mut steps {
            values.push(self.with_value(step, span)?);
        }
        self.used
            .extend(size.symbols().into_iter().map(|symbol| symbol.name));
        let mut returned = None;
        let (once, way) = match steps.as_slice() {
            [step] => {
                let end = self.end_of(step.descent, size, span)?;
                self.reaches(step, &end, span)?;
                returned = (values.pop().flatten())
                    .and_then(|value| self.facts.substitute(&value, &step.symbol, &end));
                self.solution(step, &end, span)?
            }
            // The induction for one remainder does not cover the others.
            steps => {
                let common = self.common_solution(steps, size, span)?;
                let way = CostTerm::Closed(common.upper.clone());
                (common, way)
            }
        };
        if self.counted.is_time() && (self.has_index(&once.lower) || self.has_index(&once.upper)) {
            return Err(Obstacle::reason(span, Reason::Longest));
        }
        let cost = match self.counted {
            DerivedMeasure::Time(_)
            | DerivedMeasure::AsynchronousTime
            | DerivedMeasure::Processors => once,
            _ => CostBounds {
                lower: self.count(&once.lower, span)?,
                upper: self.count(&once.upper, span)?,
            },
        };
        let cost = match self.counted {
            DerivedMeasure::Processors if self.is_in_block() => {
                let active = self.active(span)?;
                if active.as_whole() != Some(1) {
                    return Err(Obstacle::reason(span, Reason::Longest));
                }
                cost
            }
            _ => cost,
        };
        let line = CostLine {
            span,
            cost,
            way,
            inside: (steps.first()).map_or_else(Vec::new, |step| step.lines.clone()),
            kind: LineKind::Call,
        };
        self.returned = returned.map(AbstractValue::Number);
        Ok(Outcome::of_line(line, Leaves::Never, None))
    }

    /// The result of an activation as a formula of the symbol. In the cost, this formula replaces the
    /// result of the calls.
    fn with_value(
        &self,
        step: &mut LinearRecurrence,
        span: Span,
    ) -> Result<Option<Formula>, Obstacle> {
        let symbol = Formula::symbol(&step.symbol);
        let facts = &self.facts;
        let value = (step.value.as_ref()).and_then(|value| self.proved_value(step, value));
        let before = (value.as_ref())
            .zip(symbol.plus_number(-1))
            .and_then(|(value, before)| facts.substitute(value, &step.symbol, &before));
        if step.own.lower.has(&step.before) || step.own.upper.has(&step.before) {
            let unknown =
                || Obstacle::reason(span, Reason::Iterations(step.before.name.clone().into()));
            let before = before.ok_or_else(unknown)?;
            let own = (step.own).map(|own| facts.substitute(own, &step.before, &before));
            step.own = own.ok_or_else(|| too_large(span))?;
        }
        Ok(value)
    }

    /// The result of an activation, if the closed form satisfies the initial value and the recurrence.
    fn proved_value(&self, step: &LinearRecurrence, of: &ValueRecurrence) -> Option<Formula> {
        let closed = |at: &Formula| self.closed(step, of.factor, (&of.first, &of.own), at);
        let symbol = Formula::symbol(&step.symbol);
        let (now, before) = (closed(&symbol)?, closed(&symbol.plus_number(-1)?)?);
        let next = before.times_number(of.factor.into())?.plus(&of.own)?;
        let is_proved = closed(&Formula::number(step.start))? == of.first && next == now;
        is_proved.then_some(now)
    }

    /// The value of the symbol for a size.
    fn end_of(&self, descent: Descent, size: &Formula, span: Span) -> Result<Formula, Obstacle> {
        if let Some(end) = descent.index_of(size, &self.facts) {
            return Ok(end);
        }
        let Descent::ByDivisor(divisor) = descent else {
            return Err(Obstacle::reason(span, Reason::NotWhole));
        };
        let exponent = size.exponent_of(&Formula::number(divisor.into()));
        let symbols = exponent.unwrap_or_else(|| size.clone()).symbols();
        let of_one = symbols.first().filter(|_| symbols.len() == 1);
        match of_one {
            Some(symbol)
                if size.as_symbol() == Some(symbol) && symbol.meaning == SymbolMeaning::Itself
                    || matches!(symbol.meaning, SymbolMeaning::Logarithm(Radix::Number(_)))
                        && size.as_symbol().is_none() =>
            {
                let radix = Radix::Number(divisor);
                Err(Obstacle::Need(Need::Power(symbol.name.clone(), radix)))
            }
            _ => Err(Obstacle::reason(span, Reason::NotWhole)),
        }
    }

    /// Requires that the end is not before the start; for processors it has to be after it.
    fn reaches(&self, step: &LinearRecurrence, end: &Formula, span: Span) -> Result<(), Obstacle> {
        let least = step.start + i128::from(self.counted == DerivedMeasure::Processors);
        if (self.facts).is_at_most(&Formula::number(least), end) {
            Ok(())
        } else {
            Err(Obstacle::reason(span, Reason::Empty))
        }
    }

    /// The solution of a recurrence for a value of its symbol.
    fn solution(
        &mut self,
        step: &LinearRecurrence,
        end: &Formula,
        span: Span,
    ) -> Result<(CostBounds, CostTerm), Obstacle> {
        let facts = self.facts.clone();
        for (symbol, least) in [(&step.symbol, step.start), (&step.calls, 0)] {
            self.facts.bound(Bounded {
                symbol: symbol.clone(),
                least: Formula::number(least),
                most: None,
            });
        }
        let found = match self.counted {
            DerivedMeasure::Processors if step.adds_nothing() => self.most(step, end),
            _ => self.proved(step, end),
        };
        let given = |of: &Formula| {
            let mut of = of.clone();
            for one in &step.passed {
                of = facts.substitute(&of, &one.symbol, &one.given)?;
            }
            Some(of)
        };
        let found = found.and_then(|(cost, way)| {
            let cost = cost.map(given)?;
            // The induction holds for arbitrary values of the parameters.
            let way = if step.depends_on_passed() {
                CostTerm::Closed(cost.upper.clone())
            } else {
                way
            };
            Some((cost, way))
        });
        self.facts = facts.clone();
        found.ok_or_else(|| Obstacle::reason(span, Reason::Recursion(step.name.clone())))
    }

    /// The common solution of the recurrences for sizes step·x + 0, step·x + 1, …, if it is the same
    /// formula in x, or in the size.
    fn common_solution(
        &mut self,
        steps: &[LinearRecurrence],
        size: &Formula,
        span: Span,
    ) -> Result<CostBounds, Obstacle> {
        let unsolved =
            |step: &LinearRecurrence| Obstacle::reason(span, Reason::Recursion(step.name.clone()));
        let step = steps.first().ok_or_else(|| too_large(span))?;
        let divisor = Formula::number(steps.len() as i128);
        let quotient = self.facts.quotient(size, &divisor);
        let quotient = quotient.ok_or_else(|| unsolved(step))?;
        for step in steps {
            self.reaches(step, &quotient, span)?;
        }
        let facts = self.facts.clone();
        let any = self.unbounded("x");
        let mut common: Option<CostBounds> = None;
        let mut is_common = true;
        for step in steps {
            let found = self.solution(step, &Formula::symbol(&any), span);
            match (found, &common) {
                (Err(obstacle), _) => {
                    self.facts = facts;
                    return Err(obstacle);
                }
                (Ok((found, _)), None) => common = Some(found),
                (Ok((found, _)), Some(other)) => is_common &= found == *other,
            }
        }
        self.facts = facts;
        if let (true, Some(cost)) = (is_common, common) {
            let cost = cost.map(|of| self.facts.substitute(of, &any, &quotient));
            return cost.ok_or_else(|| too_large(span));
        }
        let mut common: Option<CostBounds> = None;
        for (rest, step) in steps.iter().enumerate() {
            let end = (size.plus_number(-(rest as i128))).and_then(|it| it.over(&divisor));
            let end = end.ok_or_else(|| too_large(span))?;
            let (found, _) = self.solution(step, &end, span)?;
            match &common {
                None => common = Some(found),
                Some(other) if found == *other => {}
                // They differ; sizes without a remainder need only the first.
                Some(_) => {
                    let plain = size
                        .as_symbol()
                        .filter(|it| it.meaning == SymbolMeaning::Itself);
                    let radix = Radix::Number(steps.len() as u32);
                    return Err(plain.map_or_else(
                        || unsolved(step),
                        |it| Obstacle::Need(Need::Divides(it.name.clone(), radix)),
                    ));
                }
            }
        }
        common.ok_or_else(|| unsolved(step))
    }

    /// Whether a solution may exist: results of calls are not known yet, and processors are not summed.
    pub(super) fn may_be_solved(&self, step: &LinearRecurrence) -> bool {
        self.counted == DerivedMeasure::Processors
            || step.own.has(&step.before)
            || self.proved(step, &Formula::symbol(&step.symbol)).is_some()
    }

    /// The solution for a value of the symbol, if it satisfies the initial value and the recurrence.
    fn proved(&self, step: &LinearRecurrence, end: &Formula) -> Option<(CostBounds, CostTerm)> {
        let descent = step.descent;
        let [low, high] = step.factor;
        let closed = |at: &Formula| {
            Some(CostBounds {
                lower: self.closed(step, low, (&step.first.lower, &step.own.lower), at)?,
                upper: self.closed(step, high, (&step.first.upper, &step.own.upper), at)?,
            })
        };
        let value = Formula::symbol(&step.symbol);
        let start = Formula::number(step.start);
        let before = value.plus_number(-1)?;
        let (now, mut earlier) = (closed(&value)?, closed(&before)?);
        for (symbol, next) in step.passed_after(&Formula::number(1))? {
            earlier = earlier.map(|of| self.facts.substitute(of, symbol, &next))?;
        }
        let follows = |factor: u32, before: &Formula, own: &Formula| {
            before.times_number(factor.into())?.plus(own)
        };
        let is_proved = closed(&start)? == step.first
            && follows(low, &earlier.lower, &step.own.lower)? == now.lower
            && follows(high, &earlier.upper, &step.own.upper)? == now.upper;
        let way = CostTerm::Recurrence(Box::new(SolvedRecurrence {
            name: letter(self.counted),
            start: descent.size(&start)?,
            first: step.first.upper.clone(),
            size: descent.size(&value)?,
            before: descent.size(&before)?,
            factor: high,
            own: step.own.upper.clone(),
            earlier: earlier.upper,
        }));
        is_proved.then_some((closed(end)?, way))
    }

    /// a^(x − start)·T(start) + Σ a^(x − y)·f(y) for y = start + 1 … x.
    fn closed(
        &self,
        step: &LinearRecurrence,
        factor: u32,
        (first, own): (&Formula, &Formula),
        at: &Formula,
    ) -> Option<Formula> {
        if step.depends_on_passed() {
            return self.closed_by_calls(step, factor, (first, own), at);
        }
        let factor = Formula::number(factor.into());
        let start = Formula::number(step.start);
        let value = Formula::symbol(&step.symbol);
        let scaled = own.over(&factor.raised(&value)?)?;
        let from = start.plus_number(1)?;
        let sum = self.facts.sum(&scaled, &step.symbol, &from, at)?;
        let first = first.over(&factor.raised(&start)?)?;
        first.plus(&sum)?.times(&factor.raised(at)?)
    }

    /// As [`Self::closed`], summed over the depth c of calls, since parameters change with it: a^(x −
    /// start)·T(start) + Σ a^c·f(x − c) for c = 0 … x − start − 1.
    fn closed_by_calls(
        &self,
        step: &LinearRecurrence,
        factor: u32,
        (first, own): (&Formula, &Formula),
        at: &Formula,
    ) -> Option<Formula> {
        let factor = Formula::number(factor.into());
        let calls = Formula::symbol(&step.calls);
        let all = at.plus_number(-step.start)?;
        let after = |of: &Formula, calls: &Formula| {
            let mut of = of.clone();
            for (symbol, value) in step.passed_after(calls)? {
                of = self.facts.substitute(&of, symbol, &value)?;
            }
            Some(of)
        };
        let own = after(own, &calls)?;
        let own = (self.facts).substitute(&own, &step.symbol, &at.minus(&calls)?)?;
        let scaled = own.times(&factor.raised(&calls)?)?;
        let last = all.plus_number(-1)?;
        let sum = (self.facts).sum(&scaled, &step.calls, &Formula::number(0), &last)?;
        after(first, &all)?.times(&factor.raised(&all)?)?.plus(&sum)
    }
}

/// The names of measures in recurrences.
pub(in crate::derivation) fn letter(counted: DerivedMeasure) -> &'static str {
    match counted {
        DerivedMeasure::Time(_) | DerivedMeasure::AsynchronousTime => "T",
        DerivedMeasure::Work(_) | DerivedMeasure::AsynchronousWork => "W",
        DerivedMeasure::Processors => "p",
        DerivedMeasure::Reads => "reads",
        DerivedMeasure::Writes => "writes",
    }
}
