//! Branches of an asynchronous block on the index of the processor that represents all.

use super::clock::Clock;
use super::deferred::DeferredCost;
use crate::derivation::abstract_value::Truth;
use crate::derivation::algebra::formula::Formula;
use crate::derivation::branches::branch::Choice;
use crate::derivation::branches::groups::Side;
use crate::derivation::branches::index_set::Progression;
use crate::derivation::branches::leaving::Leaves;
use crate::derivation::branches::threshold::threshold;
use crate::derivation::cost::CostBounds;
use crate::derivation::evaluate::{both, either};
use crate::derivation::obstacle::Obstacle;
use crate::derivation::walker::{AbstractFrame, IndexVariable, Outcome, Walker, too_large};
use crate::source::Span;

/// The position of an index among those of the block, and its values on both sides of a branch. None
/// stands for all values that the other side leaves over, if that side does nothing.
type OwnParts = (usize, [Option<Vec<Progression>>; 2]);

/// The costs of the processors of one part, and the state after it.
struct Path {
    pieces: Vec<DeferredCost>,
    frame: AbstractFrame,
    clock: Clock,
    leaves: Leaves,
}

impl Walker<'_> {
    /// Whether a condition is about the index of the representative processor, and not about the index
    /// of a loop inside the block.
    pub fn is_by_own_index(&self, truth: &Truth) -> bool {
        let (Truth::Nonnegative(formula) | Truth::Zero(formula, _)) = truth else {
            return false;
        };
        if !self.has_own_index(formula) {
            return false;
        }
        let inner = self.loops.iter().rev().find(|symbol| formula.has(symbol));
        inner.is_none_or(|symbol| threshold(&self.facts, truth, symbol).is_none())
    }

    /// Both sides of a branch on the index, each for its values of the index. None if these values are
    /// unknown.
    pub fn by_own_index(
        &mut self,
        truth: &Truth,
        sides: &[Side<'_>; 2],
        span: Span,
    ) -> Result<Option<Outcome>, Obstacle> {
        let Some((at, parts)) = self.own_parts(truth, sides, span)? else {
            return Ok(None);
        };
        let (frame, clock) = (self.frame().clone(), self.clock.clone());
        let outside = self.take_deferred();
        let (mut paths, mut lines) = (Vec::new(), Vec::new());
        for (parts, side) in parts.into_iter().zip(sides) {
            let Some(parts) = parts else {
                // The processors of the other side take at least this time, whatever their indices are.
                paths.push(Path {
                    pieces: vec![self.everywhere(CostBounds::default())],
                    frame: frame.clone(),
                    clock: clock.clone(),
                    leaves: Leaves::Never,
                });
                continue;
            };
            for (number, part) in parts.into_iter().enumerate() {
                let count = (part.high.minus(&part.low)).ok_or_else(|| too_large(span))?;
                let none = count.times_number(-1).and_then(|it| it.plus_number(-1));
                if none.is_some_and(|none| self.facts.is_nonnegative(&none)) {
                    continue;
                }
                let is_certain = self.facts.is_nonnegative(&count);
                if !is_certain {
                    // Larger sizes may decide whether the part is empty; until then its cost is a range
                    // from 0.
                    self.perhaps_empty(&count, span);
                }
                *self.frame_mut() = frame.clone();
                self.clock = clock.clone();
                let (found, mut pieces) = self.within(at, &part, side, span)?;
                let depends =
                    |cost: &CostBounds| [&cost.lower, &cost.upper].map(|it| it.has(&part.symbol));
                if part.every.is_some()
                    && pieces
                        .iter()
                        .any(|piece| depends(&piece.cost) != [false; 2])
                {
                    // In this cost the symbol stands for the quotient of the index, which holds only for
                    // these values.
                    (*self.frame_mut(), self.clock) = (frame, clock);
                    self.set_deferred(outside);
                    return Ok(None);
                }
                for piece in &mut pieces {
                    piece.is_certain &= is_certain;
                }
                paths.push(Path {
                    pieces,
                    frame: self.frame().clone(),
                    clock: self.clock.clone(),
                    leaves: found.leaves,
                });
                if number == 0 {
                    lines.extend(found.lines);
                }
            }
        }
        self.set_deferred(outside);
        let clocks = paths.iter().map(|path| path.clock.clone());
        self.clock = (clocks.reduce(|one, other| one.either(&other))).unwrap_or(clock);
        let frames = paths.iter().map(|path| path.frame.clone()).collect();
        self.merge(frames, frame);
        let leaves = paths.iter().map(|path| path.leaves.clone());
        let leaves = leaves.reduce(|one, other| other.either(one, None));
        let mut outcome = Outcome {
            cost: CostBounds::default(),
            lines,
            leaves: leaves.unwrap_or(Leaves::Never),
            steps: None,
        };
        let pieces: Vec<DeferredCost> = paths.into_iter().flat_map(|path| path.pieces).collect();
        let is_same = pieces.iter().all(|piece| piece.cost == pieces[0].cost);
        match pieces.as_slice() {
            [] => {}
            [first, ..] if is_same => outcome.cost = first.cost.clone(),
            _ => self.add_deferred(pieces, span)?,
        }
        Ok(Some(outcome))
    }

    /// A conjunction or disjunction in an asynchronous block, one operand of which is about the index of
    /// the representative processor. None if there is no such operand.
    pub(in crate::derivation) fn by_one_own_index(
        &mut self,
        choice: &Choice<'_>,
        truth: &Truth,
        is_both: bool,
    ) -> Result<Option<Outcome>, Obstacle> {
        let mut all = Vec::new();
        truth.clone().flatten(is_both, &mut all);
        let Some(at) = all.iter().position(|one| self.is_by_own_index(one)) else {
            return Ok(None);
        };
        let one = all.remove(at);
        let join = if is_both { both } else { either };
        match all.into_iter().reduce(join) {
            Some(rest) => {
                let groups = choice.by_one(&one, rest, is_both);
                self.by_own_index(&one, &groups, choice.span)
            }
            None => Ok(None),
        }
    }

    /// The outcome of the processors of a part, and their deferred costs. Afterwards the symbols have
    /// their former meaning.
    fn within(
        &mut self,
        at: usize,
        part: &Progression,
        side: &Side<'_>,
        span: Span,
    ) -> Result<(Outcome, Vec<DeferredCost>), Obstacle> {
        let (facts, own_indices) = (self.facts.clone(), self.own_indices().to_vec());
        let outside = self.frame().clone();
        let begun = self.narrow(at, part);
        let side = match &part.every {
            None => Some(side.clone()),
            Some(every) => (every.value(&part.symbol))
                .and_then(|value| side.substituted(&self.facts, &part.symbol, &value)),
        };
        let found = match (&begun, &side) {
            (Some(_), Some(side)) => self.follow(side),
            _ => Err(too_large(span)),
        };
        let deferred = self.take_deferred();
        let all = self.everywhere(CostBounds::default());
        let mut pieces = deferred.unwrap_or_else(|| vec![all.clone()]);
        if part.every.is_some() && pieces.iter().any(|piece| piece.every.is_some()) {
            let cost = self.anywhere(&pieces);
            pieces = vec![DeferredCost { cost, ..all }];
        }
        self.facts = facts;
        if let Some(native) = &mut self.native {
            native.indices = own_indices;
        }
        let mut found = found?;
        let cost = std::mem::take(&mut found.cost);
        for piece in &mut pieces {
            piece.cost = piece.cost.plus(&cost).ok_or_else(|| too_large(span))?;
            if let Some(every) = &part.every {
                piece.every = Some(every.clone());
            }
        }
        if let (Some(_), Some(begun)) = (&part.every, begun) {
            let changed = std::mem::replace(self.frame_mut(), outside);
            (self.frame_mut()).take_over(&changed, &begun, &[&part.symbol]);
            self.forget_returned(&part.symbol);
        }
        Ok((found, pieces))
    }

    /// The index of an asynchronous block that a condition is about, and its values on both sides:
    /// ranges, or values with certain remainders.
    fn own_parts(
        &mut self,
        truth: &Truth,
        sides: &[Side<'_>; 2],
        span: Span,
    ) -> Result<Option<OwnParts>, Obstacle> {
        let (Truth::Nonnegative(formula) | Truth::Zero(formula, _)) = truth else {
            return Ok(None);
        };
        let indices = self.own_indices().to_vec();
        let Some(at) = indices.iter().rposition(|index| formula.has(&index.symbol)) else {
            return Ok(None);
        };
        let own = &indices[at];
        if let Some(ranges) = self.ranges(own, truth, span)? {
            return Ok(Some((at, ranges.map(Some))));
        }
        let depends =
            |index: &IndexVariable| index.low.has(&own.symbol) || index.high.has(&own.symbol);
        let slots = self.native.as_ref().map(|native| &native.slots);
        if indices[at + 1..].iter().any(depends) || slots != Some(&Formula::number(1)) {
            return Ok(None);
        }
        let parts = self.parts_by_remainder(own, truth);
        let is_listed = |parts: &[Option<Vec<Progression>>; 2]| {
            (0..2).all(|at| parts[at].is_some() || sides[at].is_idle())
        };
        Ok(parts.filter(is_listed).map(|parts| (at, parts)))
    }

    /// Restricts the representative processor to a part. Returns the frame in terms of the symbols of
    /// the part.
    fn narrow(&mut self, at: usize, part: &Progression) -> Option<AbstractFrame> {
        let native = self.native.as_mut()?;
        native.indices[at].low = part.low.clone();
        native.indices[at].high = part.high.clone();
        match &part.every {
            None => self.facts.rebound(&part.symbol, &part.low, &part.high),
            Some(every) => {
                let bounds = [&part.low, &part.high];
                let value = every.value(&part.symbol)?;
                for index in &mut native.indices[at + 1..] {
                    index.outside = index.outside.renamed(&part.symbol, &value, bounds)?;
                }
                self.facts = self.facts.renamed(&part.symbol, &value, bounds)?;
                let frame = self
                    .frame()
                    .substituted(&self.facts, &part.symbol, &value)?;
                *self.frame_mut() = frame;
            }
        }
        self.facts.learn(part.high.minus(&part.low)?);
        Some(self.frame().clone())
    }
}
