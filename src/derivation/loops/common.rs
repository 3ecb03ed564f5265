//! Turns that processors make at the same time, though some make more of them than others: the k-th turns of all
//! begin together.

use super::parts::Turns;
use super::turns::Inside;
use crate::derivation::algebra::formula::{Formula, Symbol};
use crate::derivation::branches::leaving::is_left_early;
use crate::derivation::branches::nested::differs_by_turn;
use crate::derivation::branches::threshold::{Change, threshold};
use crate::derivation::obstacle::Obstacle;
use crate::derivation::walker::{Walker, too_large};
use crate::derivation::worth::Truth;
use crate::source::Span;

impl Walker<'_> {
    /// All turns that some processor makes, as turns of all that still make one: the same index, counted from
    /// each one's first turn on. None where it is not told who they are, or where all turns take as long.
    pub(in crate::derivation) fn common_turns(
        &mut self,
        turns: &Turns,
        inside: Inside<'_>,
        span: Span,
    ) -> Result<Option<Turns>, Obstacle> {
        // In a turn of another loop that only some processors make it would be all of them.
        let are_all = self.indices.iter().all(|index| index.is_processor);
        let is_followed = are_all
            && turns.own_last.is_none()
            && !self.serial
            && self.processors.is_none()
            && !self.counted.is_asynchronous()
            && differs_by_turn(inside.body())
            && !is_left_early(inside.body());
        if !is_followed {
            return Ok(None);
        }
        let Some(turns) = self.counted_from_own_first(turns) else {
            return Ok(None);
        };
        if !self.has_index(&turns.high) {
            return Ok(Some(turns));
        }
        if self.who_makes(&turns.high, &Formula::default()).is_none() {
            return Ok(None);
        }
        let high = self.greatest_of_all(turns.high.clone(), span)?;
        Ok(Some(Turns {
            own_last: Some(turns.high),
            high,
            ..turns
        }))
    }

    /// The same turns with an index that begins at 0 for each processor and grows, where it does not begin
    /// with the same number for all, or falls.
    fn counted_from_own_first(&self, turns: &Turns) -> Option<Turns> {
        if turns.is_ascending && !self.has_index(&turns.low) {
            return Some(turns.clone());
        }
        let (first, sign) = (turns.first(), turns.sign());
        // What goes by an index x goes by x = first + sign·t, where t counts these turns.
        let origin = first.times_number(-sign)?;
        let scalars = turns.scalars.iter().map(|(id, course)| {
            let course = course.clone().from(&origin, sign, &self.facts)?;
            Some((*id, course))
        });
        let counted = |index: &Formula| index.minus(first)?.times_number(sign);
        Some(Turns {
            name: self.name_of_turns().to_owned(),
            low: Formula::default(),
            high: counted(turns.last())?,
            scalars: scalars.collect::<Option<_>>()?,
            start: turns.start.as_ref().and_then(counted),
            is_ascending: true,
            ..turns.clone()
        })
    }

    /// The position of the one index of processors on which the last turn depends, and its bounds among those
    /// whose last turn is not before a given one.
    fn who_makes(&self, last: &Formula, turn: &Formula) -> Option<(usize, [Formula; 2])> {
        let mut told = (0..self.indices.len()).filter(|at| last.has(&self.indices[*at].symbol));
        let (Some(at), None) = (told.next(), told.next()) else {
            return None;
        };
        let index = &self.indices[at];
        let rest = last.minus(turn)?;
        let (change, way) = threshold(&self.facts, &Truth::Nonnegative(rest), &index.symbol)?;
        let (low, high) = (index.low.clone(), index.high.clone());
        let bounds = match way {
            Change::From => [self.facts.greatest(vec![low, change]), high],
            Change::Below => [low, self.facts.least(vec![high, change.plus_number(-1)?])],
            Change::Only | Change::AllBut => return None,
        };
        index.is_processor.then_some((at, bounds))
    }

    /// Narrows the bounds of the index of processors on which the last turn depends to the processors that make a
    /// given turn.
    pub(in crate::derivation) fn keep_who_makes(
        &mut self,
        last: &Formula,
        turn: &Symbol,
        span: Span,
    ) -> Result<(), Obstacle> {
        let found = self.who_makes(last, &Formula::symbol(turn));
        let (at, [low, high]) = found.ok_or_else(|| too_large(span))?;
        let rest = high.minus(&low).ok_or_else(|| too_large(span))?;
        self.restrictions.push(rest);
        self.rebound_index(at, &low, &high);
        Ok(())
    }
}
