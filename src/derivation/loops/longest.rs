//! Loops that processors execute unequally often at the same time.

use super::iterations::{DEEPEST_SPLIT, LoopCode};
use super::parts::Iterations;
use crate::derivation::algebra::facts::Facts;
use crate::derivation::algebra::formula::{Formula, Symbol};
use crate::derivation::branches::nested::has_branch;
use crate::derivation::cost::{CostBounds, CostLine, CostTerm, LineKind};
use crate::derivation::dependence::Unfollowed;
use crate::derivation::obstacle::{Obstacle, Reason};
use crate::derivation::walker::{Divergence, Outcome, Walker, too_large};
use crate::source::Span;

impl Walker<'_> {
    /// The time of a loop with different bounds for each processor: iterations of all processors
    /// coincide, so the processor with the most iterations counts.
    pub(in crate::derivation) fn longest(
        &mut self,
        iterations: &Iterations,
        inside: LoopCode<'_>,
        (span, depth): (Span, u32),
    ) -> Result<Outcome, Obstacle> {
        if self.serial && has_branch(inside.body()) {
            let what = Unfollowed::SerialBranch;
            return Err(Obstacle::reason(span, Reason::Unfollowed(what)));
        }
        let count = (iterations.high.minus(&iterations.low)).and_then(|it| it.plus_number(1));
        let mut most = self.greatest_of_all(count.ok_or_else(|| too_large(span))?, span)?;
        if !self.facts.is_nonnegative(&most) {
            most = self.facts.greatest(vec![Formula::default(), most]);
        }
        if most.is_zero() {
            return Ok(Outcome::nothing());
        }
        let (frame, facts) = (self.frame().clone(), self.facts.clone());
        let divergence = std::mem::replace(&mut self.divergence, Divergence::InIterations);
        self.compared += 1;
        let mut index = self.index(&iterations.name, [&iterations.low, &iterations.high], false);
        index.differs = self.differs(iterations.first());
        let symbol = index.symbol.clone();
        self.indices.push(index);
        let compared = self.compared;
        let found = self.perhaps(|this| this.iteration(iterations, &symbol, inside, span));
        self.indices.pop();
        self.divergence = divergence;
        self.facts = facts;
        let mut found = match found {
            Err(Obstacle::Exit(of, at)) if of == symbol && depth < DEEPEST_SPLIT => {
                *self.frame_mut() = frame;
                return self.until_exit(iterations, at, inside, (span, depth));
            }
            found => found?,
        };
        if !found.leaves.is_never() && iterations.low != iterations.high {
            found = found.perhaps();
        }
        let is_same = self.compared == compared;
        let (cost, way) = self.of_longest(&found, iterations, &symbol, &most, span)?;
        let cost = if is_same { cost } else { cost.or_nothing() };
        if cost.is_zero() {
            return Ok(Outcome {
                leaves: found.leaves,
                ..Outcome::nothing()
            });
        }
        let line = CostLine {
            span,
            cost,
            way,
            inside: found.lines,
            kind: LineKind::Loop,
        };
        Ok(Outcome::of_line(line, found.leaves, None))
    }

    /// The maximum over all processors here and their iterations. Of an outer index, only values with
    /// inner iterations are considered.
    pub(in crate::derivation) fn greatest_of_all(
        &mut self,
        value: Formula,
        span: Span,
    ) -> Result<Formula, Obstacle> {
        let mut with_iterations = Vec::new();
        let mut greatest = value;
        for index in self.indices.iter().rev() {
            let [low, high] = self.range_with_iterations(index, &mut with_iterations, span)?;
            let found = (self.facts).greatest_over(&greatest, &index.symbol, &low, &high);
            let Some(found) = found else {
                let symbol = index.symbol.clone();
                self.ask_for_bends(&greatest, &symbol, [&low, &high]);
                return Err(Obstacle::reason(span, Reason::Longest));
            };
            greatest = found;
            let more = high.minus(&low).ok_or_else(|| too_large(span))?;
            with_iterations.extend(Some(more).filter(|more| !index.outside.is_nonnegative(more)));
        }
        Ok(greatest)
    }

    /// The maximum over the iterations of the number of processors. If it is unknown, the number in the
    /// first iteration is a lower bound, and the formula without rounding gives an upper bound.
    pub(in crate::derivation) fn most_of_iterations(
        &mut self,
        iteration: &CostBounds,
        symbol: &Symbol,
        [low, high]: [&Formula; 2],
        facts: &Facts,
    ) -> Option<CostBounds> {
        let greatest = |each: &Formula| facts.greatest_over(each, symbol, low, high);
        if let Some(most) = iteration.map(greatest) {
            return Some(most);
        }
        let lower = facts.substitute(&iteration.lower, symbol, low)?;
        let upper = facts.floor(&greatest(&facts.upper_bound(&iteration.upper, symbol)?)?)?;
        self.exactness.is_coarse |= lower != upper;
        Some(CostBounds { lower, upper })
    }

    /// The cost of `most` iterations, given the cost of one.
    fn of_longest(
        &mut self,
        iteration: &Outcome,
        iterations: &Iterations,
        symbol: &Symbol,
        most: &Formula,
        span: Span,
    ) -> Result<(CostBounds, CostTerm), Obstacle> {
        let inner = Box::new(CostTerm::total(
            iteration.lines.iter().map(|line| line.way.clone()),
        ));
        let depends = iteration.cost.lower.has(symbol) || iteration.cost.upper.has(symbol);
        if !depends {
            let cost = iteration.cost.map(|each| each.times(most));
            let cost = cost.ok_or_else(|| too_large(span))?;
            return Ok((cost, CostTerm::Times(most.clone(), inner)));
        }
        if self.has_index(iterations.first()) {
            // Coinciding iterations have different indices: each takes at most the maximum over all.
            let each = (self.facts)
                .greatest_over(
                    &iteration.cost.upper,
                    symbol,
                    &iterations.low,
                    &iterations.high,
                )
                .ok_or_else(|| Obstacle::reason(span, Reason::Longest))?;
            let each = self.greatest_of_all(each, span)?;
            let upper = each.times(most).ok_or_else(|| too_large(span))?;
            let way = CostTerm::Times(most.clone(), Box::new(CostTerm::Closed(each)));
            return Ok((
                CostBounds {
                    lower: Formula::default(),
                    upper,
                },
                way,
            ));
        }
        let others = most.plus_number(-1);
        let bounds = others.and_then(|others| {
            Some(if iterations.is_ascending {
                (iterations.low.clone(), iterations.low.plus(&others)?)
            } else {
                (iterations.high.minus(&others)?, iterations.high.clone())
            })
        });
        let (low, high) = bounds.ok_or_else(|| too_large(span))?;
        let sum = |each: &Formula| self.facts.sum(each, symbol, &low, &high);
        let cost =
            (iteration.cost.map(sum)).ok_or_else(|| self.no_sum(&iteration.cost.upper, span))?;
        let index = symbol.clone();
        let way = CostTerm::Sum {
            index,
            low,
            high,
            inner,
        };
        Ok((cost, way))
    }
}
