//! Loops that processors side by side turn unequally often.

use super::cost::{Kind, Line, Way};
use super::formula::Formula;
use super::obstacle::{Obstacle, Reason};
use super::turns::{Inside, Turns};
use super::walker::{Leaves, Outcome, Walker, too_large};
use crate::source::Span;

impl Walker<'_> {
    /// Time of a loop that each processor turns as often as its own bounds say: the turns of all
    /// are side by side, so the one with the most counts.
    pub(super) fn longest(
        &mut self,
        turns: &Turns,
        inside: Inside<'_>,
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        let count = (turns.high.minus(&turns.low)).and_then(|it| it.plus_number(1));
        let mut most = count.ok_or_else(|| too_large(span))?;
        for index in self.indices.iter().rev() {
            most = (self.facts)
                .greatest_over(&most, &index.symbol, &index.low, &index.high)
                .ok_or_else(|| Obstacle::reason(span, Reason::Longest))?;
        }
        if !self.facts.is_nonnegative(&most) {
            most = self.facts.greatest(vec![Formula::default(), most]);
        }
        if most.is_zero() {
            return Ok(Outcome::nothing());
        }
        let facts = self.facts.clone();
        let before = (self.compared, self.diverged);
        self.compared += 1;
        let index = self.index(&turns.name, [&turns.low, &turns.high], false);
        let symbol = index.symbol.clone();
        self.indices.push(index);
        self.diverged = true;
        let compared = self.compared;
        let found = self.turn(turns, &symbol, inside, span);
        self.indices.pop();
        self.diverged = before.1;
        self.facts = facts;
        let found = found?;
        let is_same = self.compared == compared;
        let cost = (found.cost.map(|each| each.times(&most))).ok_or_else(|| too_large(span))?;
        let cost = if is_same { cost } else { cost.or_nothing() };
        if cost.is_zero() {
            return Ok(Outcome::nothing());
        }
        let inner = Way::total(found.lines.iter().map(|line| line.way.clone()));
        let line = Line {
            span,
            cost,
            way: Way::Times(most, Box::new(inner)),
            inside: found.lines,
            kind: Kind::Loop,
        };
        Ok(Outcome::of_line(line, Leaves::Never, None))
    }
}
