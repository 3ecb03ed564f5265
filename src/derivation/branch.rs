//! Branches: by sizes, by the indices of processors, and by data.

use super::clock::Clock;
use super::cost::{Cost, Kind, Line, Way};
use super::formula::Formula;
use super::groups::has_block;
use super::obstacle::{Obstacle, Reason};
use super::shape::{Shape, either_side, plain_steps, side_by_side};
use super::threshold::Part;
use super::walker::{Counted, Leaves, Outcome, Walker, too_large};
use super::worth::{Truth, Worth};
use crate::program::{Charge, Expr, Stmt};
use crate::source::Span;
use crate::syntax::ast::Unit;

impl Walker<'_> {
    pub(super) fn branch(
        &mut self,
        (condition, charge): (&Expr, Charge),
        [then, otherwise]: [&[Stmt]; 2],
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        let test = match charge {
            Charge::Step => self.test(condition, span)?,
            Charge::Free => Outcome::nothing(),
        };
        let truth = self.evaluate(condition)?.truth();
        let truth = self.decided(truth);
        let (barriers, is_known) = (self.barriers, matches!(truth, Truth::Known(_)));
        let sides = match truth {
            Truth::Known(true) => self.body(then)?,
            Truth::Known(false) => self.body(otherwise)?,
            truth @ (Truth::Nonnegative(_) | Truth::Zero(..)) if self.is_by_own_index(&truth) => {
                self.by_own_index(&truth, [then, otherwise], span)?
            }
            truth @ (Truth::Nonnegative(_) | Truth::Zero(..)) => match self.parts(&truth, span)? {
                Some(parts) => self.by_index(parts, [then, otherwise], span)?,
                None => self.by_data([then, otherwise], span)?,
            },
            Truth::Unknown(_) | Truth::Both(..) | Truth::Either(..) => {
                self.by_data([then, otherwise], span)?
            }
        };
        if self.barriers != barriers && !is_known {
            let what = "a barrier under a condition";
            return Err(Obstacle::reason(span, Reason::Statement(what)));
        }
        self.unsure |= sides.leaves == Leaves::Perhaps;
        let cost = self.then(&test.cost, &sides.cost, span)?;
        let line = Line {
            span,
            way: Way::Closed(cost.upper.clone()),
            cost,
            inside: sides.lines,
            kind: Kind::Branch,
        };
        let steps = test.steps.zip(sides.steps).map(|(mut steps, others)| {
            steps.extend(others);
            steps
        });
        Ok(Outcome::of_line(line, sides.leaves, steps))
    }

    /// Both sides, each for its values of an index.
    fn by_index(
        &mut self,
        parts: [Vec<Part>; 2],
        sides: [&[Stmt]; 2],
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        self.compared += 1;
        let before = self.frame().clone();
        let diverged = std::mem::replace(&mut self.diverged, true);
        // Beside processors of blocks inside of one side those of the other one count.
        let nests = self.counted == Counted::Processors && sides.into_iter().any(has_block);
        let clock = self.clock.clone();
        let mut clocks: Option<Clock> = None;
        let mut outcomes = Vec::new();
        let mut returned = Vec::new();
        let mut frames = Vec::new();
        let (mut perhaps, mut is_any_sure) = (Vec::new(), false);
        for (parts, body) in parts.into_iter().zip(sides) {
            let mut of_side: Option<Outcome> = None;
            for part in parts {
                *self.frame_mut() = before.clone();
                self.clock = clock.clone();
                let Some((mut found, is_sure)) = self.restricted(&part, body, span)? else {
                    continue;
                };
                returned.extend(self.take_returned(found.leaves));
                if nests && found.cost.is_zero() && !body.is_empty() {
                    found.cost.upper = self.active_in(&part, span)?;
                }
                clocks = Some(clocks.map_or(self.clock.clone(), |other| other.either(&self.clock)));
                frames.push(self.frame().clone());
                is_any_sure |= is_sure;
                if !is_sure {
                    frames.push(before.clone());
                    perhaps.push(found.cost.lower.clone());
                    found = found.perhaps();
                }
                of_side = Some(match of_side {
                    None => found,
                    Some(other) => self.beside(other, found, span, true)?,
                });
            }
            outcomes.extend(of_side);
        }
        self.set_returned(returned);
        self.diverged = diverged;
        self.clock = clocks.unwrap_or(clock);
        self.merge(frames, before);
        let mut outcomes = outcomes.into_iter();
        let mut both = match (outcomes.next(), outcomes.next()) {
            (Some(one), Some(other)) => self.beside(one, other, span, false)?,
            (Some(one), None) => one,
            _ => Outcome::nothing(),
        };
        if !is_any_sure && !perhaps.is_empty() {
            // There is a processor on one of the sides.
            both.cost.lower = self.facts_of_totals().least(perhaps);
        }
        Ok(both)
    }

    /// A side for some values of an index, and whether there surely are some where that matters;
    /// none where there are none.
    fn restricted(
        &mut self,
        part: &Part,
        body: &[Stmt],
        span: Span,
    ) -> Result<Option<(Outcome, bool)>, Obstacle> {
        let count = (part.high.minus(&part.low)).ok_or_else(|| too_large(span))?;
        let none = count.times_number(-1).and_then(|it| it.plus_number(-1));
        if none.is_some_and(|none| self.facts.is_nonnegative(&none)) {
            return Ok(None);
        }
        let wants_one = self.counted.is_time() || self.counted == Counted::Processors;
        let is_sure = !wants_one || body.is_empty() || self.facts.is_nonnegative(&count);
        if !is_sure {
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
        let saved = (self.indices[at].clone(), self.facts.clone());
        self.indices[at].low = part.low.clone();
        self.indices[at].high = part.high.clone();
        self.facts.rebound(&part.symbol, &part.low, &part.high);
        self.facts.learn(count);
        let outcome = self.body(body);
        (self.indices[at], self.facts) = saved;
        let outcome = outcome?;
        // The bound holds where there is a processor; where there is none, it has to be at least 0.
        if !is_sure && !self.facts.is_nonnegative(&outcome.cost.upper) {
            return Err(Obstacle::reason(span, Reason::Empty));
        }
        Ok(Some((outcome, is_sure)))
    }

    /// Two sides of which data decides: each processor takes one.
    pub(super) fn by_data(&mut self, sides: [&[Stmt]; 2], span: Span) -> Result<Outcome, Obstacle> {
        let before = self.frame().clone();
        let diverged = self.diverged;
        self.diverged |= self.is_in_block();
        let compared = self.compared;
        // What one side asserts does not hold on the other one, nor behind.
        let facts = self.facts.clone();
        let clock = self.clock.clone();
        let outside = self.take_put_off();
        let mut one = self.body(sides[0])?;
        let mut returned = Vec::from_iter(self.take_returned(one.leaves));
        let frames = vec![self.frame().clone()];
        self.facts = facts.clone();
        *self.frame_mut() = before.clone();
        let first = (
            std::mem::replace(&mut self.clock, clock),
            self.take_put_off(),
        );
        let mut other = self.body(sides[1])?;
        returned.extend(self.take_returned(other.leaves));
        self.set_returned(returned);
        self.facts = facts;
        self.clock = first.0.either(&self.clock);
        let second = self.take_put_off();
        self.set_put_off(outside);
        self.either_put_off([&mut one, &mut other], [first.1, second], span)?;
        let frames = [frames, vec![self.frame().clone()]].concat();
        self.diverged = diverged;
        self.merge(frames, before);
        for side in [&mut one, &mut other] {
            if plain_steps(side.steps.as_ref()).is_none() {
                side.steps = None;
            }
        }
        let count = |side: &Outcome| side.steps.as_ref().map(Vec::len);
        self.varies |= count(&one).is_none() || count(&one) != count(&other);
        // What the same steps take for everyone bounds what those take who are here from below.
        let is_uniform = self.compared == compared && one.steps.is_some() && other.steps.is_some();
        let lower = if is_uniform || !self.is_in_block() {
            let lowers = vec![one.cost.lower.clone(), other.cost.lower.clone()];
            self.facts_of_totals().least(lowers)
        } else {
            Formula::default()
        };
        let is_nothing = one.cost.is_zero() || other.cost.is_zero();
        let upper = match (self.counted, &one.steps, &other.steps) {
            _ if !self.is_in_block() || is_nothing => self.greatest_of(&one.cost, &other.cost),
            (Counted::Time(Unit::Instructions) | Counted::AsynchronousTime, Some(a), Some(b)) => {
                let steps = side_by_side(a, b, &self.facts);
                self.time_of(&steps, span)?.upper
            }
            (Counted::Time(Unit::Rounds | Unit::Steps) | Counted::Processors, ..) => {
                self.greatest_of(&one.cost, &other.cost)
            }
            (
                Counted::Work(_) | Counted::AsynchronousWork | Counted::Reads | Counted::Writes,
                ..,
            ) if is_uniform => self.greatest_of(&one.cost, &other.cost),
            _ => (one.cost.upper.plus(&other.cost.upper)).ok_or_else(|| too_large(span))?,
        };
        let leaves = match (one.leaves, other.leaves) {
            (Leaves::Always, Leaves::Always) => Leaves::Always,
            (Leaves::Never, Leaves::Never) => Leaves::Never,
            _ => Leaves::Perhaps,
        };
        let steps = match (one.steps, other.steps) {
            (Some(a), Some(b)) => Some(either_side(&a, &b, &self.facts)),
            _ => None,
        };
        Ok(Outcome {
            cost: Cost { lower, upper },
            lines: [one.lines, other.lines].concat(),
            leaves,
            steps,
        })
    }

    /// Time of these steps one after the other.
    fn time_of(&self, steps: &[Shape], span: Span) -> Result<Cost, Obstacle> {
        if self.counted == Counted::AsynchronousTime {
            let times = steps.iter().map(|step| self.adapted_time(step));
            let sum = |total: Option<Cost>, time: Option<Cost>| total?.plus(&time?);
            let total = times.fold(Some(Cost::default()), sum);
            return total.ok_or_else(|| too_large(span));
        }
        let factor = self.slots(span)?;
        let of = |number: i128| factor.times_number(number).ok_or_else(|| too_large(span));
        Ok(Cost {
            lower: of(steps.iter().map(|step| step.instructions.0).sum())?,
            upper: of(steps.iter().map(|step| step.instructions.1).sum())?,
        })
    }

    fn greatest_of(&self, one: &Cost, other: &Cost) -> Formula {
        self.facts_of_totals()
            .greatest(vec![one.upper.clone(), other.upper.clone()])
    }

    /// Two groups at the same time, each with a processor at least. Of one side they do the same.
    fn beside(
        &mut self,
        one: Outcome,
        other: Outcome,
        span: Span,
        of_one_side: bool,
    ) -> Result<Outcome, Obstacle> {
        let is_plain =
            [&one, &other].map(|of| plain_steps(of.steps.as_ref()).is_some()) == [true, true];
        let is_alike = one.steps.is_some() && one.steps == other.steps;
        let both = plain_steps(one.steps.as_ref()).zip(plain_steps(other.steps.as_ref()));
        if is_alike && both.is_none() && self.take_alike(span).is_ok() {
            return self.beside_alike(one, other, span);
        }
        let cost = match self.counted {
            Counted::Processors if !one.cost.is_zero() || !other.cost.is_zero() => Cost {
                lower: one.cost.or_more(&other.cost, &self.facts).lower,
                upper: (one.cost.upper.plus(&other.cost.upper)).ok_or_else(|| too_large(span))?,
            },
            Counted::Time(Unit::Rounds | Unit::Steps) | Counted::Processors => {
                let is_plain = one.steps.is_some() && other.steps.is_some();
                let most = one.cost.or_more(&other.cost, &self.facts);
                if of_one_side && !is_plain && one.cost != other.cost {
                    most.or_nothing()
                } else {
                    most
                }
            }
            Counted::Time(Unit::Instructions) | Counted::AsynchronousTime => match both {
                _ if one.cost.is_zero() => other.cost.clone(),
                _ if other.cost.is_zero() => one.cost.clone(),
                Some((a, b)) => {
                    let steps = side_by_side(a, b, &self.facts);
                    self.time_of(&steps, span)?
                }
                None => {
                    let lower = one.cost.or_more(&other.cost, &self.facts).lower;
                    let upper = one.cost.upper.plus(&other.cost.upper);
                    Cost {
                        lower,
                        upper: upper.ok_or_else(|| too_large(span))?,
                    }
                }
            },
            _ => (one.cost.plus(&other.cost)).ok_or_else(|| too_large(span))?,
        };
        let leaves = match (one.leaves, other.leaves) {
            (Leaves::Always, Leaves::Always) => Leaves::Always,
            (Leaves::Never, Leaves::Never) => Leaves::Never,
            _ => Leaves::Perhaps,
        };
        let steps = match (one.steps, other.steps) {
            (Some(a), Some(b)) if is_plain => Some(side_by_side(&a, &b, &self.facts)),
            _ => None,
        };
        let lines = if of_one_side {
            one.lines
        } else {
            [one.lines, other.lines].concat()
        };
        Ok(Outcome {
            cost,
            lines,
            leaves,
            steps,
        })
    }

    /// A scalar has a value behind a branch where all ways there give it the same.
    pub(super) fn merge(
        &mut self,
        frames: Vec<super::walker::Frame>,
        before: super::walker::Frame,
    ) {
        let mut frames = frames.into_iter();
        let mut merged = frames.next().unwrap_or(before);
        for frame in frames {
            for (at, scalar) in frame.scalars.into_iter().enumerate() {
                if merged.scalars[at] != scalar {
                    let algorithm = &self.program.algorithms[merged.algorithm.index()];
                    let name = algorithm.scalars[at].name.as_str();
                    merged.scalars[at] = Some(Worth::Unknown(name.into()));
                }
            }
            for (at, lengths) in frame.arrays.into_iter().enumerate() {
                if merged.arrays[at] != lengths {
                    merged.arrays[at] = None;
                }
            }
        }
        *self.frame_mut() = merged;
    }
}
