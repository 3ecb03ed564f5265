//! Code that is executed for some values of an index only.

use super::groups::{Group, Side};
use super::index_set::{Progression, ResidueClass};
use crate::derivation::algebra::formula::Formula;
use crate::derivation::obstacle::{Obstacle, Reason};
use crate::derivation::walker::{DerivedMeasure, IndexVariable, Walker, too_large};
use crate::source::Span;

/// The most indices whose two bounds are tried as witnesses.
const MOST_WITNESSED: usize = 3;

impl Walker<'_> {
    /// Follows a side for some values of an index. None if there are none.
    pub(in crate::derivation) fn restricted(
        &mut self,
        part: &Progression,
        side: &Side<'_>,
        span: Span,
    ) -> Result<Option<Group>, Obstacle> {
        let count = (part.high.minus(&part.low)).ok_or_else(|| too_large(span))?;
        let none = count.times_number(-1).and_then(|it| it.plus_number(-1));
        if none.is_some_and(|none| self.facts.is_nonnegative(&none)) {
            return Ok(None);
        }
        let wants_one = self.counted.is_time() || self.counted == DerivedMeasure::Processors;
        let is_certain = !wants_one || side.is_idle() || self.exists(&count);
        let is_reached = is_certain && (wants_one || self.exists(&count));
        if !is_certain {
            match self.perhaps_empty(&count, span) {
                Obstacle::Reason(..) if !self.counted.is_asynchronous() => {}
                other => return Err(other),
            }
        }
        let at = self
            .indices
            .iter()
            .position(|index| index.symbol == part.symbol);
        let Some(at) = at else {
            return Err(Obstacle::reason(span, Reason::Branch));
        };
        let saved = (
            self.indices.clone(),
            self.facts.clone(),
            self.restrictions.clone(),
        );
        let at = self
            .moved_inside(at, part)
            .ok_or_else(|| Obstacle::reason(span, Reason::Branch))?;
        let outside = self.frame().clone();
        let renamed = match &part.every {
            None => {
                self.rebound_index(at, &part.low, &part.high);
                None
            }
            Some(every) => {
                let value = every.value(&part.symbol);
                let renamed = value.and_then(|value| self.rename(at, part, &value, side));
                Some(renamed.ok_or_else(|| too_large(span))?)
            }
        };
        self.facts.learn(count.clone());
        self.restrictions.push(count);
        let begun = self.frame().clone();
        let outcome = self.if_certain(is_reached, |this| {
            this.follow(renamed.as_ref().unwrap_or(side))
        });
        let asks = self.counted == DerivedMeasure::Processors;
        let active = asks.then(|| self.active(span).ok()).flatten();
        (self.indices, self.facts, self.restrictions) = saved;
        if renamed.is_some() {
            let changed = std::mem::replace(self.frame_mut(), outside);
            let symbols = part.symbols();
            self.frame_mut().take_over(&changed, &begun, &symbols);
            for symbol in symbols {
                self.forget_returned(symbol);
            }
        }
        let outcome = outcome?;
        // The upper bound is derived for processors that exist; it has to be at least 0 if none exists.
        if !is_certain && !self.facts.is_nonnegative(&outcome.cost.upper) {
            return Err(Obstacle::reason(span, Reason::Empty));
        }
        Ok(Some(Group {
            outcome,
            is_certain,
            active,
        }))
    }

    /// Moves an index inside all indices on which its part depends; returns its position.
    fn moved_inside(&mut self, at: usize, part: &Progression) -> Option<usize> {
        let depends = |index: &IndexVariable| {
            let every = part.every.iter().flat_map(ResidueClass::formulas);
            ([&part.low, &part.high].into_iter().chain(every)).any(|it| it.has(&index.symbol))
        };
        if !self.indices[at + 1..].iter().any(depends) {
            return Some(at);
        }
        let moved = self.innermost_last(at)?;
        // The inner ranges were examined under the assumption that the moved index has a value.
        // Otherwise they may end before they begin.
        let is_backwards = |index: &IndexVariable| {
            let more = index.high.minus(&index.low)?.plus_number(1)?;
            (!index.outside.is_nonnegative(&more)).then_some(more)
        };
        let inner = &moved[..moved.len() - 1];
        if !self.counted.is_time()
            && let Some(more) = inner.iter().find_map(is_backwards)
        {
            self.ask_at_ends(&more);
            return None;
        }
        self.indices.truncate(at);
        self.indices.extend(moved);
        Some(self.indices.len() - 1)
    }

    /// Changes the meaning of the symbol of an index to its quotient by the modulus, and returns the
    /// side in these terms.
    fn rename<'b>(
        &mut self,
        at: usize,
        part: &Progression,
        value: &Formula,
        side: &Side<'b>,
    ) -> Option<Side<'b>> {
        let symbol = &part.symbol;
        let bounds = [&part.low, &part.high];
        if let Some(bounded) = part.bounded() {
            self.facts.bound(bounded.clone());
            for index in &mut self.indices[at + 1..] {
                index.outside.bound(bounded.clone());
            }
        }
        let facts = self.facts.renamed(symbol, value, bounds)?;
        let frame = self.frame().substituted(&facts, symbol, value)?;
        let side = side.substituted(&facts, symbol, value)?;
        for index in &mut self.indices[at + 1..] {
            index.low = facts.substitute(&index.low, symbol, value)?;
            index.high = facts.substitute(&index.high, symbol, value)?;
            index.outside = index.outside.renamed(symbol, value, bounds)?;
        }
        self.indices[at].low = part.low.clone();
        self.indices[at].high = part.high.clone();
        if let Some(bounded) = part.bounded() {
            let within = IndexVariable {
                symbol: bounded.symbol,
                low: bounded.least,
                high: bounded.most?,
                ..self.indices[at].clone()
            };
            self.indices.insert(at + 1, within);
        }
        for restriction in &mut self.restrictions {
            *restriction = facts.substitute(restriction, symbol, value)?;
        }
        self.facts = facts;
        *self.frame_mut() = frame;
        Some(side)
    }

    /// Whether a processor certainly exists for which a formula is at least 0. Only the smallest and the
    /// largest indices are tried as witnesses.
    pub(in crate::derivation) fn exists(&self, formula: &Formula) -> bool {
        if self.facts.is_nonnegative(formula) {
            return true;
        }
        let processors = self.indices.iter().filter(|index| index.is_processor);
        let all: Vec<Formula> = self.restrictions.iter().chain([formula]).cloned().collect();
        let found: Vec<_> = processors
            .filter(|index| all.iter().any(|it| it.has(&index.symbol)))
            .collect();
        if found.is_empty() || found.len() > MOST_WITNESSED {
            return false;
        }
        (0..1usize << found.len()).any(|ends| {
            all.iter().all(|formula| {
                let mut at = Some(formula.clone());
                for (number, index) in found.iter().enumerate().rev() {
                    let end = if ends >> number & 1 == 0 {
                        &index.low
                    } else {
                        &index.high
                    };
                    at = at.and_then(|it| self.facts.substitute(&it, &index.symbol, end));
                }
                at.is_some_and(|at| self.facts.is_nonnegative(&at))
            })
        })
    }
}
