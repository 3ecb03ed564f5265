//! Where the accesses of a group reach, and whether two processors can come together there.
//!
//! An access touches the cell `from + stride · lane`, and one that was made several times
//! `from + stride · lane + advance · turn`. Whether two different processors touch a common cell
//! by two such accesses is a question about one linear equation, and is answered exactly where
//! the strides are the same; with different strides the answer may be yes where it is no, never
//! the other way round.

use std::ops::Range;

use super::form::Span;
use super::plan::Cells;
use super::team::TeamId;
use crate::engine::grid::Grid;
use crate::engine::memory::{Cell, overlap};

/// The cells that the processors of a group touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    team: TeamId,
    /// The processors.
    pub span: Span,
    from: i128,
    /// From lane to lane.
    stride: i128,
    /// From turn to turn.
    advance: i128,
    turns: i128,
}

impl Reach {
    /// Of one access; none where the cells do not lie along a line.
    pub fn of(cells: &Cells, team: TeamId, span: Span) -> Option<Self> {
        let (from, stride) = match *cells {
            Cells::One(cell) => (cell, 0),
            Cells::Line { from, stride } => (from, stride),
            Cells::Within(_) => return None,
        };
        Some(Self {
            team,
            span,
            from: from.into(),
            stride: stride.into(),
            advance: 0,
            turns: 1,
        })
    }

    /// The number of accesses that each processor made.
    pub fn turns(&self) -> u64 {
        self.turns as u64
    }

    /// The cell of a processor in a turn.
    pub fn cell(&self, lane: u32, turn: u64) -> Cell {
        let along = self.stride * i128::from(lane) + self.advance * i128::from(turn);
        (self.from + along) as Cell
    }

    /// A stretch that holds all the cells.
    pub fn extent(&self) -> Range<Cell> {
        let last = (self.turns - 1) as u64;
        let corners = [
            self.cell(self.span.first, 0),
            self.cell(self.span.last, 0),
            self.cell(self.span.first, last),
            self.cell(self.span.last, last),
        ];
        let low = corners.iter().min().copied().unwrap_or(0);
        let high = corners.iter().max().copied().unwrap_or(0);
        low..high + 1
    }

    /// The cells as a grid, if they are one. Between the first processor and the last one every
    /// multiple of the span's step counts, whether it is there or not.
    pub fn grid(&self) -> Option<Grid> {
        let step = i128::from(self.span.step.max(1));
        let lanes = i128::from(self.span.last - self.span.first) / step + 1;
        let first = self.from + self.stride * i128::from(self.span.first);
        let runs = [(self.stride * step, lanes), (self.advance, self.turns)];
        Grid::new(first, runs)
    }

    /// The same access made in so many turns, in each of them `advance` cells further.
    #[must_use]
    pub fn in_turns(self, advance: i64, turns: usize) -> Self {
        // Who comes to its cell again touches no other one.
        let turns = if advance == 0 { 1 } else { turns as i128 };
        Self {
            advance: advance.into(),
            turns,
            ..self
        }
    }

    /// How many turns ago, by another access in the same turns, each processor touched the cell
    /// that it touches by this one; none where that is never so. In the first turns, as many as
    /// that, nobody was there yet.
    pub fn turns_behind(&self, other: &Self) -> Option<i128> {
        let behind = match self.advance {
            0 => 0,
            advance => (other.from - self.from) / advance,
        };
        let shifted = Self {
            from: self.from + self.advance * behind,
            ..*self
        };
        (shifted == *other && (0..self.turns).contains(&behind)).then_some(behind)
    }

    /// The same access in so many turns only, the first ones.
    #[must_use]
    pub fn first(self, turns: i128) -> Self {
        Self { turns, ..self }
    }

    /// Takes further turns of the same processors in, if `next` are those.
    pub fn take_turns(&mut self, next: &Self) -> bool {
        let apart = next.from - self.from;
        let advance = match (self.turns, next.turns) {
            (1, 1) => apart,
            (1, _) => next.advance,
            _ => self.advance,
        };
        let goes_on = apart == advance * self.turns && (next.turns == 1 || next.advance == advance);
        if self.stride != next.stride || !goes_on {
            return false;
        }
        self.advance = advance;
        self.turns += next.turns;
        true
    }

    /// Whether two processors touch one cell by this access.
    pub fn meets_itself(&self) -> bool {
        let all_meet = self.stride == 0 && !self.span.is_single();
        all_meet || (self.turns > 1 && self.may_meet(self))
    }

    /// Whether one processor by this access and another one by `other` may touch a common cell.
    pub fn may_meet(&self, other: &Self) -> bool {
        if !overlap(&self.extent(), &other.extent()) {
            return false;
        }
        if self.team == other.team
            && let Some((mine, theirs)) = self.against_one_turn(other)
        {
            // One processor's only cell lies on a line of any stride.
            let (me, them) = (mine.span.is_single(), theirs.span.is_single());
            if mine.stride == theirs.stride || them {
                return mine.may_meet_along(&theirs.with_stride(mine.stride));
            }
            if me {
                return mine.with_stride(theirs.stride).may_meet_along(&theirs);
            }
        }
        // Every cell of either is a multiple of this away from its first.
        let steps = [
            self.stride * i128::from(self.span.step),
            other.stride * i128::from(other.span.step),
            self.advance,
            other.advance,
        ];
        let common = steps.into_iter().fold(0, gcd);
        let apart =
            i128::from(self.cell(self.span.first, 0)) - i128::from(other.cell(other.span.first, 0));
        if common == 0 {
            apart == 0
        } else {
            apart % common == 0
        }
    }

    /// Two accesses that meet where these two do, the second of them made once: if both advance
    /// alike, only the difference of their turns matters.
    fn against_one_turn(&self, other: &Self) -> Option<(Self, Self)> {
        if other.turns == 1 {
            return Some((*self, *other));
        }
        if self.turns == 1 {
            return Some((*other, *self));
        }
        let mine = Self {
            from: self.from - self.advance * (other.turns - 1),
            turns: self.turns + other.turns - 1,
            ..*self
        };
        let theirs = Self { turns: 1, ..*other };
        (self.advance == other.advance).then_some((mine, theirs))
    }

    fn with_stride(&self, stride: i128) -> Self {
        let lane = i128::from(self.span.first);
        Self {
            from: self.from + (self.stride - stride) * lane,
            stride,
            ..*self
        }
    }

    /// The same for accesses of one team and one stride, the other one made once. The lanes of mine are `first + step · y`
    /// and those of the other `first' + step · z`, so a common cell is a solution of
    /// `stride · step · (z − y) = start − start' + advance · turn`, where the starts are the first
    /// lanes' cells, and it is one processor's where `z − y` is what lies between the first lanes.
    fn may_meet_along(&self, other: &Self) -> bool {
        let (mine, theirs) = (self.span, other.span);
        let step = match gcd(mine.step.into(), theirs.step.into()) {
            0 => 1,
            step => step,
        };
        let first = [mine.first, theirs.first].map(i128::from);
        let apart = self.from + self.stride * first[0] - other.from - other.stride * first[1];
        let same = first[0] - first[1];
        let same = (same % step == 0).then(|| same / step);
        // z − y lies between these.
        let low = -((i128::from(mine.last) - first[0]) / step);
        let high = (i128::from(theirs.last) - first[1]) / step;
        let stride = self.stride * step;
        if stride == 0 {
            let there = match self.advance {
                0 => apart == 0,
                advance => apart % advance == 0 && (0..self.turns).contains(&(-apart / advance)),
            };
            let one = mine.is_single() && theirs.is_single() && same == Some(0);
            return there && !one;
        }
        // Solutions are the turns `turn, turn + period, …`, and z − y goes on by `by` each.
        let common = gcd(stride, self.advance);
        if apart % common != 0 {
            return false;
        }
        let period = (stride / common).abs();
        let turn =
            (-apart / common % period * inverse(self.advance / common, period)).rem_euclid(period);
        if turn >= self.turns {
            return false;
        }
        let begin = (apart + self.advance * turn) / stride;
        let by = self.advance * period / stride;
        let count = (self.turns - 1 - turn) / period + 1;
        let inside = terms_within(begin, by, count, low, high);
        let own = same.is_some_and(|same| terms_within(begin, by, count, same, same) > 0)
            && same.is_some_and(|same| (low..=high).contains(&same));
        if by == 0 {
            return inside > 0 && !own;
        }
        inside > i128::from(own)
    }
}

/// How many of `begin, begin + by, …` (so many of them) lie between two ends, both included.
fn terms_within(begin: i128, by: i128, count: i128, low: i128, high: i128) -> i128 {
    if by < 0 {
        return terms_within(-begin, -by, count, -high, -low);
    }
    if by == 0 {
        return if (low..=high).contains(&begin) {
            count
        } else {
            0
        };
    }
    let first = -(begin - low).div_euclid(by);
    let last = (high - begin).div_euclid(by);
    (last.min(count - 1) - first.max(0) + 1).max(0)
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The inverse of a number modulo one that it has no divisor in common with.
fn inverse(number: i128, modulus: i128) -> i128 {
    let (mut a, mut b) = (number.rem_euclid(modulus), modulus);
    let (mut of_a, mut of_b) = (1, 0);
    while b != 0 {
        let times = a / b;
        (a, b) = (b, a - times * b);
        (of_a, of_b) = (of_b, of_a - times * of_b);
    }
    of_a.rem_euclid(modulus)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn spans() -> impl Strategy<Value = Span> {
        (0..7_u32, 1..5_u32, 0..5_u32).prop_map(|(first, step, more)| Span {
            first,
            last: first + step * more,
            step: if more == 0 { 0 } else { step },
        })
    }

    fn reaches() -> impl Strategy<Value = Reach> {
        (0..2_u32, spans(), -4..5_i64, 200..230_i64).prop_map(|(team, span, stride, from)| {
            let cells = match stride {
                0 => Cells::One(from),
                _ => Cells::Line { from, stride },
            };
            Reach::of(&cells, TeamId(team), span).expect("it is a line")
        })
    }

    fn lanes(span: Span) -> impl Iterator<Item = u32> {
        (span.first..=span.last).step_by(span.step.max(1) as usize)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        /// Held against all pairs of processors, one by one.
        #[test]
        fn who_meets_is_never_missed(
            (mine, mut other) in (reaches(), reaches()),
            (turns, advance) in (1..6_usize, -7..8_i64),
            (other_turns, other_advance) in (1..4_usize, -7..8_i64),
            (same_span, same_stride, same_advance) in any::<(bool, bool, bool)>(),
        ) {
            if same_span {
                other.span = mine.span;
            }
            if same_stride {
                other.stride = mine.stride;
            }
            let other_advance = if same_advance { advance } else { other_advance };
            let (mine, other) =
                (mine.in_turns(advance, turns), other.in_turns(other_advance, other_turns));
            let cells = |reach: Reach, lane| (0..reach.turns()).map(move |turn| reach.cell(lane, turn));
            let mut meet = false;
            for (me, them) in lanes(mine.span).flat_map(|me| lanes(other.span).map(move |them| (me, them))) {
                let same = mine.team == other.team && me == them;
                meet |= !same && cells(mine, me).any(|cell| cells(other, them).any(|other| other == cell));
            }
            let said = mine.may_meet(&other);
            prop_assert!(said || !meet);
            // With one stride, one advance and the same processors the answer is exact.
            let alike = mine.turns == 1 || other.turns == 1 || mine.advance == other.advance;
            if mine.team == other.team && mine.span == other.span && mine.stride == other.stride && alike {
                prop_assert_eq!(said, meet);
            }
        }

        /// What is read in a turn was written so many turns before, and that is missed nowhere.
        #[test]
        fn what_an_earlier_turn_wrote_is_known(
            reach in reaches(),
            (advance, turns, gap) in (-3..4_i64, 1..5_usize, -9..10_i64),
            other_stride in any::<bool>(),
        ) {
            let read = reach.in_turns(advance, turns);
            let stride = read.stride + i128::from(other_stride);
            let write = Reach { from: read.from + i128::from(gap), stride, ..read };
            let is_behind = |behind: u64| {
                let mut after = behind..read.turns();
                after.all(|turn| {
                    let mut lanes = lanes(read.span);
                    lanes.all(|lane| read.cell(lane, turn) == write.cell(lane, turn - behind))
                })
            };
            match read.turns_behind(&write) {
                Some(behind) => prop_assert!(is_behind(behind as u64)),
                None => prop_assert!(other_stride || !(0..read.turns()).any(is_behind)),
            }
        }

        /// Turns are taken in where they go on evenly, and then are those of all.
        #[test]
        fn turns_go_on(
            reach in reaches(),
            (advance, turns, more) in (-7..8_i64, 1..4_usize, 1..4_usize),
            gap in -1..2_i64,
        ) {
            let mut mine = reach.in_turns(advance, turns);
            let from = reach.from + mine.advance * mine.turns + i128::from(gap);
            let next = Reach { from, ..reach }.in_turns(advance, more);
            let before: Vec<Cell> = (0..mine.turns()).map(|turn| mine.cell(2, turn)).collect();
            let after: Vec<Cell> = (0..next.turns()).map(|turn| next.cell(2, turn)).collect();
            let taken = mine.take_turns(&next);
            prop_assert!(taken || gap != 0);
            if taken {
                let all: Vec<Cell> = (0..mine.turns()).map(|turn| mine.cell(2, turn)).collect();
                prop_assert_eq!(all, [before, after].concat());
            }
        }
    }
}
