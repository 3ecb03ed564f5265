//! Groups of processors that proceed at the same time: sets of values of an index.

use super::branch::Choice;
use super::index_set::{IndexSet, SideSets};
use super::leaving::Leaves;
use super::nested::{has_block, has_branch};
use super::returned::Returned;
use super::same_steps::longer_of_each;
use super::together::Together;
use crate::derivation::abstract_value::Truth;
use crate::derivation::algebra::facts::Facts;
use crate::derivation::algebra::formula::{Formula, Symbol};
use crate::derivation::asynchronous::clock::Clock;
use crate::derivation::cost::{CostBounds, CostLine, CostTerm};
use crate::derivation::obstacle::Obstacle;
use crate::derivation::shape::{plain_steps, side_by_side};
use crate::derivation::walker::{AbstractFrame, DerivedMeasure, Outcome, Walker, too_large};
use crate::program::Stmt;
use crate::quantity::Unit;
use crate::source::Span;

/// The code of a group.
#[derive(Debug, Clone)]
pub(in crate::derivation) enum Side<'b> {
    /// Statements.
    Body(&'b [Stmt]),
    /// A branch that is still to be followed.
    Choice(Box<Choice<'b>>),
}

impl<'b> Side<'b> {
    /// The side with a formula substituted for a symbol.
    pub(in crate::derivation) fn substituted(
        &self,
        facts: &Facts,
        symbol: &Symbol,
        value: &Formula,
    ) -> Option<Self> {
        Some(match self {
            Self::Body(body) => Self::Body(body),
            Self::Choice(choice) => {
                Self::Choice(Box::new(choice.substituted(facts, symbol, value)?))
            }
        })
    }

    /// Whether the side contains blocks or calls.
    fn has_block(&self) -> bool {
        match self {
            Self::Body(body) => has_block(body),
            Self::Choice(choice) => choice.sides.into_iter().any(has_block),
        }
    }

    /// Whether the side may contain a statement or a test.
    fn acts(&self) -> bool {
        match self {
            Self::Body(body) => !body.is_empty(),
            Self::Choice(choice) if choice.test.is_some() => true,
            Self::Choice(choice) => match choice.truth {
                Truth::Known(is) => !choice.sides[usize::from(!is)].is_empty(),
                _ => choice.sides.iter().any(|side| !side.is_empty()),
            },
        }
    }

    /// The statement lists that the side may execute.
    pub(super) fn bodies(&self) -> Vec<&'b [Stmt]> {
        match self {
            Self::Body(body) => vec![body],
            Self::Choice(choice) => match choice.truth {
                Truth::Known(is) => vec![choice.sides[usize::from(!is)]],
                _ => choice.sides.to_vec(),
            },
        }
    }

    /// Whether processors may diverge inside.
    pub(in crate::derivation) fn has_branch(&self) -> bool {
        match self {
            Self::Body(body) => has_branch(body),
            Self::Choice(choice) => match choice.truth {
                Truth::Known(is) => has_branch(choice.sides[usize::from(!is)]),
                _ => true,
            },
        }
    }

    pub fn is_idle(&self) -> bool {
        !self.acts()
    }
}

/// The outcome of a group, and whether it certainly has a processor.
pub(in crate::derivation) struct Group {
    pub outcome: Outcome,
    pub is_certain: bool,
    /// The number of its processors, if it is needed.
    pub active: Option<Formula>,
}

/// The state after all groups.
#[derive(Default)]
struct StateAfter {
    frames: Vec<AbstractFrame>,
    clock: Option<Clock>,
    /// Lower bounds of the costs of groups that may be empty.
    perhaps: Vec<Formula>,
    is_any_certain: bool,
    /// The processors that stay. None if they are unknown.
    stay: Option<Vec<IndexSet>>,
    /// The values that were returned.
    returned: Vec<Returned>,
    /// Whether processors of blocks on one side add to those on the other side.
    nests: bool,
}

impl Walker<'_> {
    /// Follows both sides, each for its values of an index.
    pub(in crate::derivation) fn by_index(
        &mut self,
        sets: &SideSets,
        sides: &[Side<'_>; 2],
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        let mut after = StateAfter {
            stay: Some(Vec::new()),
            nests: self.counted == DerivedMeasure::Processors && sides.iter().any(Side::has_block),
            ..StateAfter::default()
        };
        let start = (self.frame().clone(), self.clock.clone());
        let mut outcomes = Vec::new();
        let acting = sets.iter().zip(sides).filter(|(_, side)| side.acts());
        let groups = acting.map(|(sets, _)| sets.len()).sum::<usize>();
        for (sets, side) in sets.iter().zip(sides) {
            let found = self.among(groups, |this| {
                this.side_by_sets(sets, side, &mut after, span)
            });
            outcomes.extend(found?);
        }
        self.set_returned(after.returned);
        self.clock = after.clock.unwrap_or(start.1);
        self.merge(after.frames, start.0);
        let mut outcomes = outcomes.into_iter();
        let mut both = match (outcomes.next(), outcomes.next()) {
            (Some(one), Some(other)) if self.separates_sides() => {
                // For time, only conditions that are the same for all processors are followed by index.
                self.one_by_one(one, other, self.adds_sides(), span)?
            }
            (Some(one), Some(other)) => {
                let together = Together::of_sides(sides, self.recurs());
                self.beside(one, other, span, together)?
            }
            (Some(one), None) => one,
            _ => Outcome::nothing(),
        };
        if !after.is_any_certain && !after.perhaps.is_empty() {
            // At least one of the groups has a processor.
            both.cost.lower = self.facts_of_totals().least(after.perhaps);
        }
        both.leaves = both.leaves.with(after.stay);
        Ok(both)
    }

    /// Whether the cost of complements can be computed. On the asynchronous machine this is possible
    /// only if such a side does nothing.
    pub(in crate::derivation) fn follows_complements(
        &self,
        sets: &SideSets,
        sides: &[Side<'_>; 2],
    ) -> bool {
        let mut sets = sets.iter().zip(sides);
        !self.counted.is_asynchronous()
            || sets.all(|(sets, side)| {
                side.is_idle() || !sets.iter().any(|it| matches!(it, IndexSet::AllBut(..)))
            })
    }

    /// Follows statements for the processors that stayed.
    pub(in crate::derivation) fn stayed(
        &mut self,
        sets: &[IndexSet],
        body: &[Stmt],
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        if body.is_empty() {
            return Ok(Outcome::nothing());
        }
        let mut after = StateAfter {
            stay: Some(Vec::new()),
            ..StateAfter::default()
        };
        let start = (self.frame().clone(), self.clock.clone());
        let found = self.among(sets.len(), |this| {
            this.side_by_sets(sets, &Side::Body(body), &mut after, span)
        })?;
        self.set_returned(after.returned);
        self.clock = after.clock.unwrap_or(start.1);
        self.merge(after.frames, start.0);
        let mut found = found.unwrap_or_else(Outcome::nothing);
        found.leaves = found.leaves.with(after.stay);
        Ok(found)
    }

    /// Follows one of `groups` groups that act in the same steps.
    fn among<T>(&mut self, groups: usize, follow: impl FnOnce(&mut Self) -> T) -> T {
        let accompanied = self.accompanied;
        self.accompanied |= groups > 1;
        let found = follow(self);
        self.accompanied = accompanied;
        found
    }

    /// Follows one side for its parts, which proceed at the same time. None if all parts are empty.
    fn side_by_sets(
        &mut self,
        sets: &[IndexSet],
        side: &Side<'_>,
        after: &mut StateAfter,
        span: Span,
    ) -> Result<Option<Outcome>, Obstacle> {
        self.compared += 1;
        let before = self.frame().clone();
        let clock = self.clock.clone();
        let divergence = self.divergence;
        self.in_groups();
        let mut of_side: Option<Outcome> = None;
        for set in sets {
            let group = self.of_some(|this| match set {
                IndexSet::Only(part) => this.restricted(part, side, span),
                IndexSet::AllBut(part, holds) => this.all_but((part, holds), side, span),
            })?;
            let own = (
                std::mem::replace(self.frame_mut(), before.clone()),
                std::mem::replace(&mut self.clock, clock.clone()),
            );
            let Some(Group {
                outcome: mut found,
                is_certain,
                active,
            }) = group
            else {
                continue;
            };
            if after.nests && found.cost.is_zero() && !side.is_idle() {
                found.cost.upper = active.ok_or_else(|| too_large(span))?;
            }
            after.frames.push(own.0);
            after.clock = Some(match after.clock.take() {
                Some(other) => other.either(&own.1),
                None => own.1,
            });
            after.is_any_certain |= is_certain;
            after.returned.extend(self.take_returned(&found.leaves));
            after.stay = staying(after.stay.take(), set, &found.leaves);
            if !is_certain {
                self.exactness.is_coarse |= !found.cost.is_zero();
                after.frames.push(before.clone());
                after.perhaps.push(found.cost.lower.clone());
                let leaves = std::mem::replace(&mut found.leaves, Leaves::Never);
                found = found.perhaps();
                found.leaves = leaves;
            }
            of_side = Some(match of_side {
                None => found,
                Some(other) if self.separates_sides() && side.has_branch() => {
                    self.one_by_one(other, found, false, span)?
                }
                Some(other) => {
                    let together = Together::of_one_side(side, self.recurs());
                    self.beside(other, found, span, together)?
                }
            });
        }
        self.divergence = divergence;
        Ok(of_side)
    }

    /// Follows code that only some processors execute: if they leave the enclosing loop, others continue
    /// it.
    pub(in crate::derivation) fn of_some<T>(&mut self, follow: impl FnOnce(&mut Self) -> T) -> T {
        let open_loops = std::mem::take(&mut self.open_loops);
        let found = follow(self);
        self.open_loops = open_loops;
        found
    }

    pub(in crate::derivation) fn follow(&mut self, side: &Side<'_>) -> Result<Outcome, Obstacle> {
        match side {
            Side::Body(body) => self.body(body),
            Side::Choice(choice) => self.choose(choice),
        }
    }

    /// The outcome of two nonempty groups at the same time.
    fn beside(
        &mut self,
        one: Outcome,
        other: Outcome,
        span: Span,
        together: Together,
    ) -> Result<Outcome, Obstacle> {
        let of_one_side = together.is_one_side();
        let listed = one.steps.as_ref().zip(other.steps.as_ref());
        let listed = listed.filter(|_| together.is_step_by_step());
        let both = listed.and_then(|(a, b)| plain_steps(Some(a)).zip(plain_steps(Some(b))));
        let is_alike = listed.is_some_and(|(a, b)| a == b);
        if is_alike && both.is_none() && self.take_alike(span).is_ok() {
            return self.beside_alike(one, other, span);
        }
        let cost = match self.counted {
            DerivedMeasure::Processors if !one.cost.is_zero() || !other.cost.is_zero() => {
                CostBounds {
                    lower: one.cost.or_more(&other.cost, &self.facts).lower,
                    upper: (one.cost.upper.plus(&other.cost.upper))
                        .ok_or_else(|| too_large(span))?,
                }
            }
            _ if self.is_scheduled() => self.scheduled_beside(&one, &other, together, span)?,
            DerivedMeasure::Time(_) | DerivedMeasure::AsynchronousTime if one.cost.is_zero() => {
                other.cost.clone()
            }
            DerivedMeasure::Time(_) | DerivedMeasure::AsynchronousTime if other.cost.is_zero() => {
                one.cost.clone()
            }
            // Neither side contains blocks.
            DerivedMeasure::Processors => CostBounds::default(),
            DerivedMeasure::Time(Unit::Rounds | Unit::Steps)
                if together == Together::Disjoint || both.is_some() =>
            {
                one.cost.or_more(&other.cost, &self.facts)
            }
            DerivedMeasure::Time(_) | DerivedMeasure::AsynchronousTime => {
                if let Some((a, b)) = both {
                    self.time_of(&side_by_side(a, b, &self.facts), span)?
                } else if of_one_side
                    && let Some(longer) = longer_of_each(&one, &other, &self.facts)
                {
                    longer
                } else {
                    // Groups in the same statements wait for each other.
                    self.exactness.is_coarse = true;
                    let sum = one.cost.plus(&other.cost).ok_or_else(|| too_large(span))?;
                    let lower = one.cost.or_more(&other.cost, &self.facts).lower;
                    CostBounds { lower, ..sum }
                }
            }
            _ => (one.cost.plus(&other.cost)).ok_or_else(|| too_large(span))?,
        };
        let leaves = one.leaves.either(other.leaves, None);
        let steps = both.map(|(a, b)| side_by_side(a, b, &self.facts));
        let lines = match self.counted {
            _ if !of_one_side => [one.lines, other.lines].concat(),
            _ if self.counted.is_time() && one.cost.is_zero() => other.lines,
            DerivedMeasure::Time(_)
            | DerivedMeasure::AsynchronousTime
            | DerivedMeasure::Processors => one.lines,
            _ => both_lines(one.lines, &other.lines),
        };
        Ok(Outcome {
            cost,
            lines,
            leaves,
            steps,
        })
    }
}

/// Adds the processors of a part that stay.
fn staying(stay: Option<Vec<IndexSet>>, set: &IndexSet, leaves: &Leaves) -> Option<Vec<IndexSet>> {
    let mut stay = stay?;
    match (leaves, set) {
        (Leaves::Never, _) => stay.push(set.clone()),
        (Leaves::Always(_), _) => {}
        (Leaves::Perhaps(_, Some(inner)), IndexSet::Only(part)) => {
            for inner in inner {
                stay.push(part.part_of(inner)?);
            }
        }
        (Leaves::Perhaps(..), _) => return None,
    }
    Some(stay)
}

/// The added lines of two groups with the same code.
fn both_lines(one: Vec<CostLine>, other: &[CostLine]) -> Vec<CostLine> {
    if !are_alike(&one, other) {
        return [one, other.to_vec()].concat();
    }
    let both = |(line, other): (CostLine, &CostLine)| match line.cost.plus(&other.cost) {
        Some(cost) => CostLine {
            way: CostTerm::Closed(cost.upper.clone()),
            cost,
            inside: both_lines(line.inside, &other.inside),
            ..line
        },
        None => line,
    };
    one.into_iter().zip(other).map(both).collect()
}

pub(in crate::derivation) fn are_alike(one: &[CostLine], other: &[CostLine]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.span == b.span)
}
