//! Where the accesses of a group reach, and whether two processors can come together there.
//!
//! An access touches the cell `from + stride · lane`, and one that was made several times
//! `from + stride · lane + advance · turn`. Whether two different processors touch a common cell
//! by two such accesses is a question about one linear equation, and is answered exactly where
//! the strides are the same; with different strides the answer may be yes where it is no, never
//! the other way round.

use std::ops::Range;

use super::form::Span;
use super::memory::Cell;
use super::plan::Cells;
use super::team::TeamId;

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

    /// Takes the same processors' next turn in, if `next` is that.
    pub fn take_turn(&mut self, next: &Self) -> bool {
        let apart = next.from - self.from;
        let goes_on = self.turns == 1 || apart == self.advance * self.turns;
        if self.stride != next.stride || next.turns != 1 || !goes_on {
            return false;
        }
        if self.turns == 1 {
            self.advance = apart;
        }
        self.turns += 1;
        true
    }

    /// Whether two processors touch one cell by this access in one turn.
    pub fn meets_itself(&self) -> bool {
        self.stride == 0 && !self.span.is_single()
    }

    /// Whether one processor by this access and another one by `other`, which was made once, may
    /// touch a common cell.
    pub fn may_meet(&self, other: &Self) -> bool {
        let (mine, theirs) = (self.extent(), other.extent());
        if mine.end <= theirs.start || theirs.end <= mine.start {
            return false;
        }
        if self.team == other.team {
            // One processor's only cell lies on a line of any stride.
            let (me, them) = (self.span.is_single(), other.span.is_single());
            if self.stride == other.stride || them {
                return self.may_meet_along(&other.with_stride(self.stride));
            }
            if me {
                return self.with_stride(other.stride).may_meet_along(other);
            }
        }
        // Every cell of either is a multiple of this away from its first.
        let steps = [
            self.stride * i128::from(self.span.step),
            other.stride * i128::from(other.span.step),
            self.advance,
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

    fn with_stride(&self, stride: i128) -> Self {
        let lane = i128::from(self.span.first);
        Self {
            from: self.from + (self.stride - stride) * lane,
            stride,
            ..*self
        }
    }

    /// The same for accesses of one team and one stride. The lanes of mine are `first + step · y`
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
            (mut mine, mut other) in (reaches(), reaches()),
            (turns, advance) in (1..6_i128, -7..8_i128),
            (same_span, same_stride) in any::<(bool, bool)>(),
        ) {
            for turn in 1..turns {
                let next = Reach { from: mine.from + advance * turn, turns: 1, advance: 0, ..mine };
                prop_assert!(mine.take_turn(&next));
            }
            if same_span {
                other.span = mine.span;
            }
            if same_stride {
                other.stride = mine.stride;
            }
            let mut meet = false;
            for (me, them) in lanes(mine.span).flat_map(|me| lanes(other.span).map(move |them| (me, them))) {
                let same = mine.team == other.team && me == them;
                meet |= !same && (0..turns).any(|turn| mine.cell(me, turn as u64) == other.cell(them, 0));
            }
            let said = mine.may_meet(&other);
            prop_assert!(said || !meet);
            // With one stride and the same processors the answer is exact.
            if mine.team == other.team && mine.span == other.span && mine.stride == other.stride {
                prop_assert_eq!(said, meet);
            }
        }
    }
}
