//! Activations of a recursive algorithm, as a recurrence.
//!
//! The algorithm is followed for the smallest size, which gives the initial value, and for a size that
//! is larger by any number of divisions or steps, where the cost of a recursive call is a symbol. The
//! cost is then linear in that symbol. If sizes just above the smallest one are special, they are
//! followed one after another first.

use super::descent::{Descent, RecursionSize};
use super::passed::Passed;
use super::recurrence::{LinearRecurrence, ValueRecurrence, letter};
use crate::derivation::abstract_value::AbstractValue;
use crate::derivation::algebra::facts::Bounded;
use crate::derivation::algebra::formula::{Atom, Formula, Symbol, SymbolMeaning};
use crate::derivation::asynchronous::clock::Clock;
use crate::derivation::branches::nested::has_call_in_block;
use crate::derivation::cost::CostBounds;
use crate::derivation::obstacle::{Obstacle, Reason};
use crate::derivation::recursion::{Alike, GenericActivation, OpenRecursion};
use crate::derivation::walker::{DerivedMeasure, Divergence, Outcome, Walker, too_large};
use crate::source::Span;

/// The largest size, or exponent of a size, at which the recursion may end.
const LARGEST_START: i128 = 2;
/// The most sizes above that which are followed one after another.
const MOST_FIRST_SIZES: i128 = 3;

/// The result of following an activation.
struct Activation {
    outcome: Outcome,
    /// The returned number, if it is known.
    returned: Option<Formula>,
    /// Whether costs of calls were combined under the assumption that these take the same steps.
    took_alike: bool,
    /// Whether it takes the same steps for all data.
    is_same: bool,
    /// The values that its calls pass on.
    passed: Vec<Passed>,
}

impl Activation {
    /// The recurrence of the returned value, given the value for the smallest size. Known only if it
    /// depends on nothing but sizes.
    fn returned_by(&self, first: Option<Formula>, before: &Symbol) -> Option<ValueRecurrence> {
        let (returned, first) = self.returned.as_ref().zip(first)?;
        let depends_on_passed = |of: &Formula| self.passed.iter().any(|one| of.has(&one.symbol));
        if depends_on_passed(returned) || depends_on_passed(&first) {
            return None;
        }
        let (factor, own) = linear(returned, before)?;
        Some(ValueRecurrence { first, factor, own })
    }
}

impl Walker<'_> {
    /// The recurrence in a size, for sizes from the initial one on.
    pub(in crate::derivation) fn step_of(
        &mut self,
        generic: &GenericActivation,
        descent: Descent,
        span: Span,
    ) -> Result<LinearRecurrence, Obstacle> {
        let facts = self.facts.clone();
        let differing_symbols = self.differing_symbols_of(generic);
        let saved = (
            std::mem::take(&mut self.indices),
            std::mem::take(&mut self.loops),
            std::mem::replace(&mut self.divergence, Divergence::None),
            std::mem::replace(&mut self.differing_symbols, differing_symbols),
        );
        let mut found = Err(Obstacle::reason(span, Reason::Longest));
        for alike in [Alike::Unasked, Alike::No] {
            self.facts = facts.clone();
            found = self.step_from(generic, descent, alike, span);
            match &found {
                Ok((step, took_alike, is_same)) => {
                    let is_exact = step.is_exact() && (*is_same || !self.counts_processors());
                    if is_exact || !took_alike {
                        break;
                    }
                }
                Err(_) => break,
            }
        }
        self.facts = facts;
        (
            self.indices,
            self.loops,
            self.divergence,
            self.differing_symbols,
        ) = saved;
        found.map(|(step, ..)| step)
    }

    /// The symbols in which simultaneous activations differ: the indices of enclosing blocks and the
    /// values passed on that depend on them. None if there is one activation at a time.
    fn differing_symbols_of(&self, generic: &GenericActivation) -> Option<Vec<Symbol>> {
        let called = &self.program.algorithms[generic.frame.algorithm.index()];
        let is_alone = self.indices.is_empty() && self.differing_symbols.is_none();
        if is_alone && !has_call_in_block(&called.body) {
            return None;
        }
        let indices = self.indices.iter().map(|index| &index.symbol);
        let around = self.differing_symbols.iter().flatten();
        let mut differing_symbols: Vec<Symbol> = indices.chain(around).cloned().collect();
        let differs = |one: &&Passed| differing_symbols.iter().any(|symbol| one.given.has(symbol));
        let passed = generic.passed.iter().filter(differs);
        let passed: Vec<Symbol> = passed.map(|one| one.symbol.clone()).collect();
        differing_symbols.extend(passed);
        Some(differing_symbols)
    }

    fn counts_processors(&self) -> bool {
        self.counted == DerivedMeasure::Processors
    }

    /// The recurrence, whether costs of simultaneous calls were combined, and whether all activations
    /// take the same steps.
    fn step_from(
        &mut self,
        generic: &GenericActivation,
        descent: Descent,
        alike: Alike,
        span: Span,
    ) -> Result<(LinearRecurrence, bool, bool), Obstacle> {
        let fits = |value: Option<Formula>| value.ok_or_else(|| too_large(span));
        let called = &self.program.algorithms[generic.frame.algorithm.index()];
        let name = generic.size.name(called);
        let symbol = Symbol {
            id: self.next_symbol,
            name: name.as_str().into(),
            meaning: descent.meaning(),
        };
        self.next_symbol += 1;
        let before = match descent {
            Descent::ByDivisor(divisor) => format!("{}({name}/{divisor})", letter(self.counted)),
            Descent::ByStep(step, _) => format!("{}({name} − {step})", letter(self.counted)),
        };
        let cost = self.unbounded(&before);
        if self.counts_processors() {
            let more = Formula::symbol(&cost).plus_number(-1);
            self.facts.learn(fits(more)?);
        }
        let value_before = Symbol {
            id: self.next_symbol,
            name: format!("{}(…)", called.name).into(),
            meaning: SymbolMeaning::Itself,
        };
        self.next_symbol += 1;
        let mut recurrence = OpenRecursion {
            algorithm: generic.frame.algorithm,
            size: generic.size,
            previous: None,
            passed: generic.passed.clone(),
            cost,
            value: value_before,
            alike,
            depth: 0,
        };
        let mut first_value: Option<Formula> = None;
        let facts = self.facts.clone();
        let (mut took_alike, mut is_same) = (false, true);
        let mut first: Option<(CostBounds, i128)> = None;
        let mut stopped = Obstacle::reason(span, Reason::Recursion(called.name.clone()));
        // Bounds found from a start whose larger sizes may behave alike.
        let mut bounded = None;
        for level in 0..=LARGEST_START + MOST_FIRST_SIZES {
            let number = Formula::number(level);
            self.facts = facts.clone();
            recurrence.previous = match first {
                Some(_) => Some(fits(descent.size(&Formula::number(level - 1)))?),
                None => None,
            };
            let size = fits(descent.size(&number))?;
            match self.activation(generic, size, &recurrence) {
                Ok(found) => {
                    took_alike |= found.took_alike;
                    is_same &= found.is_same;
                    let cost = match &first_value {
                        Some(before) => {
                            let with =
                                |of: &Formula| self.facts.substitute(of, &recurrence.value, before);
                            found.outcome.cost.map(with)
                        }
                        None => Some(found.outcome.cost.clone()),
                    };
                    let cost = cost.ok_or_else(|| too_large(span))?;
                    let step = self.linear_in(&cost, &recurrence.cost, span)?;
                    let returned = found.returned.and_then(|value| match &first_value {
                        Some(before) => self.facts.substitute(&value, &recurrence.value, before),
                        None => Some(value),
                    });
                    first_value = returned.filter(|value| !value.has(&recurrence.value));
                    let base = first.as_ref().map_or(level, |(_, base)| *base);
                    let before = (first.as_ref())
                        .map(|(cost, _)| self.further_in(&found.passed, cost, span));
                    let before = before.transpose()?;
                    first = Some((self.first_of(&step, before.as_ref(), span)?, base));
                }
                Err(need @ Obstacle::Need(_)) => return bounded.ok_or(need),
                Err(other) if first.is_none() && level < LARGEST_START => {
                    stopped = other;
                    continue;
                }
                Err(other) => return bounded.ok_or(other),
            }
            let Some((cost, base)) = &first else {
                continue;
            };
            self.facts.bound(Bounded {
                symbol: symbol.clone(),
                least: fits(number.plus_number(1))?,
                most: None,
            });
            let value = Formula::symbol(&symbol);
            let before = value
                .plus_number(-1)
                .and_then(|before| descent.size(&before));
            recurrence.previous = Some(fits(before)?);
            let size = fits(descent.size(&value))?;
            let was_coarse = std::mem::replace(&mut self.exactness.is_coarse, false);
            let followed = self.activation(generic, size, &recurrence);
            let is_coarse = std::mem::replace(&mut self.exactness.is_coarse, was_coarse);
            match followed {
                Ok(found) => {
                    let Linear {
                        factor,
                        own,
                        is_most,
                    } = self.linear_in(&found.outcome.cost, &recurrence.cost, span)?;
                    let value = found.returned_by(first_value.clone(), &recurrence.value);
                    let step = LinearRecurrence {
                        before: recurrence.value.clone(),
                        value,
                        name: called.name.clone(),
                        symbol: symbol.clone(),
                        descent,
                        start: level,
                        first: cost.clone(),
                        factor,
                        own,
                        is_most,
                        lines: found.outcome.lines,
                        passed: found.passed,
                        calls: self.unbounded("calls"),
                    };
                    if !step.is_followed() {
                        stopped = Obstacle::reason(span, Reason::Recursion(step.name));
                        return Err(stopped);
                    }
                    // Rounding at small sizes may leave a sum without a closed form.
                    if level < *base + MOST_FIRST_SIZES && !self.may_be_solved(&step) {
                        stopped = Obstacle::reason(span, Reason::Recursion(step.name));
                        continue;
                    }
                    let may_be_exact = is_coarse && cost.is_exact() && !step.is_exact();
                    let found = (
                        step,
                        took_alike || found.took_alike,
                        is_same && found.is_same,
                    );
                    if !may_be_exact {
                        return Ok(found);
                    }
                    // A condition may hold for all larger sizes.
                    bounded.get_or_insert(found);
                }
                Err(need @ Obstacle::Need(_)) => return bounded.ok_or(need),
                Err(other) => stopped = other,
            }
            if level >= base + MOST_FIRST_SIZES {
                break;
            }
        }
        self.exactness.is_coarse |= bounded.is_some();
        bounded.ok_or(stopped)
    }

    /// A cost one call deeper: the parameters are replaced by the values passed on.
    fn further_in(
        &self,
        passed: &[Passed],
        cost: &CostBounds,
        span: Span,
    ) -> Result<CostBounds, Obstacle> {
        let mut cost = cost.clone();
        let changing: Vec<Symbol> = passed.iter().map(|one| one.symbol.clone()).collect();
        for one in passed {
            if !cost.has(&one.symbol) {
                continue;
            }
            let next = one.after(&Formula::number(1), &changing);
            cost = (next
                .and_then(|next| cost.map(|of| self.facts.substitute(of, &one.symbol, &next))))
            .ok_or_else(|| Obstacle::reason(span, Reason::Longest))?;
        }
        Ok(cost)
    }

    /// The cost of a size, given that of the previous size.
    fn first_of(
        &self,
        step: &Linear,
        before: Option<&CostBounds>,
        span: Span,
    ) -> Result<CostBounds, Obstacle> {
        let none = CostBounds::default();
        let before = before.unwrap_or(&none);
        let Linear {
            factor,
            own,
            is_most,
        } = step;
        let with = |factor: u32, before: &Formula, own: &Formula| {
            let before = before.times_number(factor.into())?;
            if *is_most {
                Some(self.facts.greatest(vec![before, own.clone()]))
            } else {
                before.plus(own)
            }
        };
        let cost = with(factor[0], &before.lower, &own.lower)
            .zip(with(factor[1], &before.upper, &own.upper))
            .map(|(lower, upper)| CostBounds { lower, upper })
            .ok_or_else(|| too_large(span))?;
        if !self.counts_processors() {
            return Ok(cost);
        }
        let one = CostBounds::exactly(Formula::number(1));
        Ok(cost.or_more(&one, &self.facts))
    }

    /// Writes both bounds as factor·symbol + rest; for processors possibly as max(factor·symbol, rest).
    fn linear_in(
        &self,
        cost: &CostBounds,
        symbol: &Symbol,
        span: Span,
    ) -> Result<Linear, Obstacle> {
        let bounds = [&cost.lower, &cost.upper];
        let is_most =
            self.counts_processors() && (bounds.iter()).any(|of| of.has(symbol) && is_greatest(of));
        let parts = bounds.map(|of| match linear(of, symbol) {
            Some((_, rest)) if is_most && of.has(symbol) && rest != Formula::default() => None,
            None if is_most => self.larger(of, symbol),
            found => found,
        });
        let [lower, Some(upper)] = parts else {
            return Err(Obstacle::reason(span, Reason::Longest));
        };
        // A lower bound of processors in another form, such as min(symbol, 5): each call uses at least
        // one processor.
        let with_one = || {
            let one = Formula::number(1);
            let least = self.facts.substitute(&cost.lower, symbol, &one)?;
            self.counts_processors().then_some((0, least))
        };
        let lower = lower.or_else(with_one);
        let lower = lower.ok_or_else(|| Obstacle::reason(span, Reason::Longest))?;
        Ok(Linear {
            factor: [lower.0, upper.0],
            own: CostBounds {
                lower: lower.1,
                upper: upper.1,
            },
            is_most,
        })
    }

    /// The operands of max(factor·symbol, rest).
    fn larger(&self, formula: &Formula, symbol: &Symbol) -> Option<(u32, Formula)> {
        let Some(Atom::Greatest(values)) = formula.as_atom() else {
            return None;
        };
        let (with, without): (Vec<&Formula>, Vec<&Formula>) =
            values.iter().partition(|value| value.has(symbol));
        let [with] = with.as_slice() else {
            return None;
        };
        let (factor, rest) = linear(with, symbol)?;
        let others = without.into_iter().cloned().collect();
        (rest == Formula::default()).then(|| (factor, self.facts.greatest(others)))
    }

    /// Follows one activation of a given size by one processor.
    fn activation(
        &mut self,
        generic: &GenericActivation,
        size: Formula,
        recurrence: &OpenRecursion,
    ) -> Result<Activation, Obstacle> {
        let algorithm = &self.program.algorithms[recurrence.algorithm.index()];
        let mut frame = generic.frame.clone();
        let mut recurrence = recurrence.clone();
        recurrence.passed.iter_mut().for_each(Passed::forget);
        let (id, value) = match generic.size {
            RecursionSize::Plain((_, id)) => (id, Some(size)),
            RecursionSize::Between((_, first), (_, last), shift) => {
                let value = frame.number(first).and_then(|first| first.plus(&size));
                (last, value.and_then(|value| value.plus_number(-shift)))
            }
        };
        let value = value.ok_or_else(|| too_large(algorithm.span))?;
        frame.scalars[id.index()] = Some(AbstractValue::Number(value));
        self.frames.push(frame);
        recurrence.depth = self.frames.len();
        self.open_recursions.push(recurrence);
        let may_have_returned = std::mem::replace(&mut self.may_have_returned, false);
        let varies = std::mem::replace(&mut self.exactness.varies, false);
        let outer = std::mem::take(&mut self.iteration_symbols);
        let facts = self.facts.clone();
        self.clock = Clock::default();
        // A run need not have an activation of each size, and an assertion in one does not hold for
        // others.
        let mut found = self.perhaps(|this| this.body(&algorithm.body));
        self.facts = facts;
        if found.is_ok() && !self.may_recur() {
            let name = algorithm.name.clone();
            found = Err(Obstacle::reason(algorithm.span, Reason::Recursion(name)));
        }
        self.clock = Clock::default();
        let returned = match self.returned.take() {
            Some(AbstractValue::Number(value)) if !self.may_have_returned => Some(value),
            _ => None,
        };
        self.may_have_returned = may_have_returned;
        let is_same = !self.exactness.varies;
        self.exactness.varies |= varies;
        let iteration_symbols = self.iteration_symbols.clone();
        self.iteration_symbols.extend(outer);
        let own = self.open_recursions.pop();
        let (alike, passed) = own.map_or_else(Default::default, |own| (own.alike, own.passed));
        self.frames.pop();
        self.returned_array = None;
        // Calls with different values may run at the same time.
        let mut several = passed.iter().filter(|one: &&Passed| one.is_several());
        let compares = self.counted.is_time() || alike == Alike::Taken;
        if compares && several.any(|one| iteration_symbols.contains(&one.symbol)) {
            return Err(Obstacle::reason(algorithm.span, Reason::Longest));
        }
        Ok(Activation {
            outcome: found?,
            returned,
            took_alike: alike == Alike::Taken,
            is_same,
            passed,
        })
    }
}

/// A cost in terms of the cost of the recursive calls: factor·cost + own, or the maximum of both. Arrays
/// contain the lower and the upper bound.
struct Linear {
    factor: [u32; 2],
    own: CostBounds,
    is_most: bool,
}

fn is_greatest(formula: &Formula) -> bool {
    matches!(formula.as_atom(), Some(Atom::Greatest(_)))
}

/// factor·symbol + rest.
fn linear(formula: &Formula, symbol: &Symbol) -> Option<(u32, Formula)> {
    let mut parts = formula.by_power(&Atom::Symbol(symbol.clone()))?;
    let rest = parts.remove(&0).unwrap_or_default();
    let factor = parts.remove(&1).unwrap_or_default().as_whole()?;
    let fits = parts.is_empty() && !rest.has(symbol);
    fits.then_some((u32::try_from(factor).ok()?, rest))
}
