//! Costs of the processors of an asynchronous block that depend on their index. They are deferred to the
//! barrier, where the maximum counts.

use crate::derivation::algebra::formula::{Formula, Symbol};
use crate::derivation::branches::index_set::ResidueClass;
use crate::derivation::cost::CostBounds;
use crate::derivation::obstacle::Obstacle;
use crate::derivation::walker::{IndexVariable, Outcome, Walker, too_large};
use crate::source::Span;

/// The most combined ranges of two branches.
const MOST_CROSSED: usize = 16;

/// The cost of the processors in a range of indices.
#[derive(Debug, Clone)]
pub(in crate::derivation) struct DeferredCost {
    pub indices: Vec<IndexVariable>,
    /// Set if the symbol of an index stands for its quotient by a modulus; the cost does not depend on
    /// that index then.
    pub every: Option<ResidueClass>,
    pub cost: CostBounds,
    /// Whether the range certainly contains a processor.
    pub is_certain: bool,
}

impl Walker<'_> {
    /// Defers a cost to the barrier if it depends on the processor's index.
    pub fn defer(&mut self, found: &mut Outcome, span: Span) -> Result<(), Obstacle> {
        if !self.is_of_own_index(&found.cost) {
            return Ok(());
        }
        let cost = std::mem::take(&mut found.cost);
        found.steps = None;
        self.add_deferred(vec![self.everywhere(cost)], span)
    }

    pub(in crate::derivation) fn everywhere(&self, cost: CostBounds) -> DeferredCost {
        DeferredCost {
            indices: self.own_indices().to_vec(),
            every: None,
            cost,
            is_certain: true,
        }
    }

    /// Removes and returns the deferred costs.
    pub fn take_deferred(&mut self) -> Option<Vec<DeferredCost>> {
        self.native
            .as_mut()
            .and_then(|native| native.deferred.take())
    }

    /// Replaces the deferred costs.
    pub fn set_deferred(&mut self, pieces: Option<Vec<DeferredCost>>) {
        if let Some(native) = &mut self.native {
            native.deferred = pieces;
        }
    }

    pub(in crate::derivation) fn add_deferred(
        &mut self,
        more: Vec<DeferredCost>,
        span: Span,
    ) -> Result<(), Obstacle> {
        let pieces = match self.take_deferred() {
            None => more,
            Some(others) => {
                let sum = match (others.as_slice(), more.as_slice()) {
                    ([one], pieces) | (pieces, [one]) if self.goes_with(one, pieces) => pieces
                        .iter()
                        .map(|piece| plus(piece, &one.cost))
                        .collect::<Option<Vec<DeferredCost>>>(),
                    (one, other) if have_same_ranges(one, other) => (one.iter().zip(other))
                        .map(|(piece, other)| {
                            let is_certain = piece.is_certain && other.is_certain;
                            let sum = plus(piece, &other.cost)?;
                            Some(DeferredCost { is_certain, ..sum })
                        })
                        .collect(),
                    (one, other) => self.crossed(one, other).or_else(|| {
                        let cost = self.anywhere(one).plus(&self.anywhere(other))?;
                        Some(vec![self.everywhere(cost)])
                    }),
                };
                sum.ok_or_else(|| too_large(span))?
            }
        };
        self.set_deferred(Some(pieces));
        Ok(())
    }

    /// The sums of earlier and later costs for different ranges: for each pair of ranges, the cost on
    /// their intersection. None if the ends of an intersection are unknown, or no intersection certainly
    /// contains a processor.
    fn crossed(&self, one: &[DeferredCost], other: &[DeferredCost]) -> Option<Vec<DeferredCost>> {
        let mut all = one.iter().chain(other);
        if one.len() * other.len() > MOST_CROSSED || all.any(|piece| piece.every.is_some()) {
            return None;
        }
        let mut crossed = Vec::new();
        let pairs = (one.iter()).flat_map(|one| other.iter().map(move |other| (one, other)));
        for (piece, other) in pairs {
            let mut both = plus(piece, &other.cost)?;
            let mut is_empty = false;
            for (index, other) in both.indices.iter_mut().zip(&other.indices) {
                if self.facts.is_at_most(&index.low, &other.low) {
                    index.low.clone_from(&other.low);
                } else if !self.facts.is_at_most(&other.low, &index.low) {
                    return None;
                }
                if self.facts.is_at_most(&other.high, &index.high) {
                    index.high.clone_from(&other.high);
                } else if !self.facts.is_at_most(&index.high, &other.high) {
                    return None;
                }
                let more = index.high.minus(&index.low)?;
                let none = more.times_number(-1)?.plus_number(-1)?;
                is_empty |= self.facts.is_nonnegative(&none);
                both.is_certain &= self.facts.is_nonnegative(&more);
            }
            both.is_certain &= other.is_certain;
            if !is_empty {
                crossed.push(both);
            }
        }
        crossed
            .iter()
            .any(|piece| piece.is_certain)
            .then_some(crossed)
    }

    /// Whether the cost of all processors may be added to each piece. It may not if it depends on an
    /// index whose symbol stands for a quotient in a piece.
    fn goes_with(&self, all: &DeferredCost, pieces: &[DeferredCost]) -> bool {
        let is_plain = || pieces.iter().all(|piece| piece.every.is_none());
        all.every.is_none() && (!self.is_of_own_index(&all.cost) || is_plain())
    }

    /// Whether a cost depends on the index of the processor.
    fn is_of_own_index(&self, cost: &CostBounds) -> bool {
        self.has_own_index(&cost.lower) || self.has_own_index(&cost.upper)
    }

    /// Bounds of the costs of all pieces.
    pub(in crate::derivation) fn anywhere(&self, pieces: &[DeferredCost]) -> CostBounds {
        let lowers = pieces.iter().map(|piece| piece.cost.lower.clone());
        let uppers = pieces.iter().map(|piece| piece.cost.upper.clone());
        CostBounds {
            lower: self.facts.least(lowers.collect()),
            upper: self.facts.greatest(uppers.collect()),
        }
    }

    /// Defers the sum over the iterations of a loop of the costs that each iteration defers.
    pub fn defer_iterations(
        &mut self,
        created: Option<Vec<DeferredCost>>,
        symbol: &Symbol,
        [low, high]: [&Formula; 2],
        span: Span,
    ) -> Result<(), Obstacle> {
        let Some(mut created) = created else {
            return Ok(());
        };
        let moves = |piece: &DeferredCost| {
            let every = piece.every.iter().flat_map(ResidueClass::formulas);
            let bounds = piece
                .indices
                .iter()
                .flat_map(|index| [&index.low, &index.high]);
            bounds.chain(every).any(|formula| formula.has(symbol))
        };
        if created.iter().any(moves) {
            created = vec![self.everywhere(self.anywhere(&created))];
        }
        for piece in &mut created {
            let sum = |each: &Formula| self.facts.sum(each, symbol, low, high);
            let cost = piece.cost.map(sum);
            piece.cost = cost.ok_or_else(|| self.no_sum(&piece.cost.upper, span))?;
            // Within an iteration, the existence of the iteration was known.
            let mut ranges = piece
                .indices
                .iter()
                .map(|index| index.high.minus(&index.low));
            let is_everywhere = piece.every.is_none() && is_whole(piece, self.own_indices());
            piece.is_certain &= is_everywhere
                || ranges.all(|more| more.is_some_and(|more| self.facts.is_nonnegative(&more)));
        }
        if (created.iter()).any(|piece| piece.every.is_some() && self.is_of_own_index(&piece.cost))
        {
            // The bounds of the loop depend on the index itself, not on its quotient.
            created = vec![self.everywhere(self.anywhere(&created))];
        }
        self.add_deferred(created, span)
    }

    /// Merges costs deferred by processors that may have skipped them into those deferred before.
    pub fn defer_perhaps(
        &mut self,
        before: Option<Vec<DeferredCost>>,
        span: Span,
    ) -> Result<(), Obstacle> {
        let created = self.take_deferred();
        self.set_deferred(before);
        let Some(mut created) = created else {
            return Ok(());
        };
        for piece in &mut created {
            piece.cost = std::mem::take(&mut piece.cost).or_nothing();
        }
        self.add_deferred(created, span)
    }

    /// Defers the costs of both sides of a branch, of which each processor takes one.
    pub fn defer_either(
        &mut self,
        outcomes: [&mut Outcome; 2],
        deferred: [Option<Vec<DeferredCost>>; 2],
        span: Span,
    ) -> Result<(), Obstacle> {
        if deferred.iter().all(Option::is_none) {
            return Ok(());
        }
        let mut costs = Vec::new();
        for (outcome, pieces) in outcomes.into_iter().zip(deferred) {
            let cost = std::mem::take(&mut outcome.cost);
            let more = pieces.map_or(CostBounds::default(), |pieces| self.anywhere(&pieces));
            costs.push(cost.plus(&more).ok_or_else(|| too_large(span))?);
            outcome.steps = None;
        }
        let cost = CostBounds {
            lower: (self.facts).least(costs.iter().map(|cost| cost.lower.clone()).collect()),
            upper: (self.facts).greatest(costs.iter().map(|cost| cost.upper.clone()).collect()),
        };
        self.add_deferred(vec![self.everywhere(cost)], span)
    }
}

fn plus(piece: &DeferredCost, more: &CostBounds) -> Option<DeferredCost> {
    Some(DeferredCost {
        cost: piece.cost.plus(more)?,
        ..piece.clone()
    })
}

/// Whether a piece covers all processors.
fn is_whole(piece: &DeferredCost, all: &[IndexVariable]) -> bool {
    let ranges = piece.indices.iter().zip(all);
    ranges
        .into_iter()
        .all(|(own, whole)| own.low == whole.low && own.high == whole.high)
}

fn have_same_ranges(one: &[DeferredCost], other: &[DeferredCost]) -> bool {
    let ranges = |pieces: &[DeferredCost]| -> Vec<(Symbol, Formula, Formula)> {
        let indices = pieces.iter().flat_map(|piece| &piece.indices);
        indices
            .map(|index| (index.symbol.clone(), index.low.clone(), index.high.clone()))
            .collect()
    };
    let remainders = |pieces: &[DeferredCost]| -> Vec<Option<ResidueClass>> {
        pieces.iter().map(|piece| piece.every.clone()).collect()
    };
    ranges(one) == ranges(other) && remainders(one) == remainders(other)
}
