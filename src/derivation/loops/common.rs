//! Iterations that processors execute at the same time although their numbers of iterations differ: the
//! k-th iterations of all processors start together.

use super::iterations::LoopCode;
use super::parts::Iterations;
use crate::derivation::abstract_value::Truth;
use crate::derivation::algebra::formula::{Formula, Symbol};
use crate::derivation::branches::leaving::is_left_early;
use crate::derivation::branches::nested::differs_by_iteration;
use crate::derivation::branches::threshold::{Change, threshold};
use crate::derivation::obstacle::Obstacle;
use crate::derivation::walker::{Walker, too_large};
use crate::source::Span;

impl Walker<'_> {
    /// The iterations as common ones of all processors that still execute one, with one index counted
    /// from each processor's first iteration. None if these processors cannot be described, or if all
    /// iterations take the same time.
    pub(in crate::derivation) fn common_iterations(
        &mut self,
        iterations: &Iterations,
        inside: LoopCode<'_>,
        span: Span,
    ) -> Result<Option<Iterations>, Obstacle> {
        // In an iteration of another loop that only some processors execute, all processors would be
        // counted.
        let are_all = self.indices.iter().all(|index| index.is_processor);
        let is_followed = are_all
            && iterations.own_last.is_none()
            && !self.serial
            && self.processors.is_none()
            && !self.counted.is_asynchronous()
            && differs_by_iteration(inside.body())
            && !is_left_early(inside.body());
        if !is_followed {
            return Ok(None);
        }
        let Some(iterations) = self.counted_from_own_first(iterations) else {
            return Ok(None);
        };
        if !self.has_index(&iterations.high) {
            return Ok(Some(iterations));
        }
        if self
            .who_makes(&iterations.high, &Formula::default())
            .is_none()
        {
            return Ok(None);
        }
        let high = self.greatest_of_all(iterations.high.clone(), span)?;
        Ok(Some(Iterations {
            own_last: Some(iterations.high),
            high,
            ..iterations
        }))
    }

    /// The same iterations with an index that starts at 0 and grows, unless the index already starts
    /// with the same number for all processors and grows.
    fn counted_from_own_first(&self, iterations: &Iterations) -> Option<Iterations> {
        if iterations.is_ascending && !self.has_index(&iterations.low) {
            return Some(iterations.clone());
        }
        let (first, sign) = (iterations.first(), iterations.sign());
        // In terms of t, the number of the iteration, the old index is first + sign·t.
        let origin = first.times_number(-sign)?;
        let scalars = iterations.scalars.iter().map(|(id, evolution)| {
            let evolution = evolution.clone().from(&origin, sign, &self.facts)?;
            Some((*id, evolution))
        });
        let counted = |index: &Formula| index.minus(first)?.times_number(sign);
        Some(Iterations {
            name: self.iteration_name().to_owned(),
            low: Formula::default(),
            high: counted(iterations.last())?,
            scalars: scalars.collect::<Option<_>>()?,
            start: iterations.start.as_ref().and_then(counted),
            is_ascending: true,
            ..iterations.clone()
        })
    }

    /// The position of the only processor index on which the last iteration depends, and the bounds of
    /// that index for processors whose last iteration is at least the given one.
    fn who_makes(&self, last: &Formula, iteration: &Formula) -> Option<(usize, [Formula; 2])> {
        let mut dependent =
            (0..self.indices.len()).filter(|at| last.has(&self.indices[*at].symbol));
        let (Some(at), None) = (dependent.next(), dependent.next()) else {
            return None;
        };
        let index = &self.indices[at];
        let rest = last.minus(iteration)?;
        let (change, way) = threshold(&self.facts, &Truth::Nonnegative(rest), &index.symbol)?;
        let (low, high) = (index.low.clone(), index.high.clone());
        let bounds = match way {
            Change::From => [self.facts.greatest(vec![low, change]), high],
            Change::Below => [low, self.facts.least(vec![high, change.plus_number(-1)?])],
            Change::Only | Change::AllBut => return None,
        };
        index.is_processor.then_some((at, bounds))
    }

    /// Restricts the processor index on which the last iteration depends to the processors that execute
    /// the given iteration.
    pub(in crate::derivation) fn keep_who_makes(
        &mut self,
        last: &Formula,
        iteration: &Symbol,
        span: Span,
    ) -> Result<(), Obstacle> {
        let found = self.who_makes(last, &Formula::symbol(iteration));
        let (at, [low, high]) = found.ok_or_else(|| too_large(span))?;
        let rest = high.minus(&low).ok_or_else(|| too_large(span))?;
        self.restrictions.push(rest);
        self.rebound_index(at, &low, &high);
        Ok(())
    }
}
