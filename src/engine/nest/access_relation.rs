//! The cells of the accesses of a group, and whether two processors can access a common one.
//!
//! An access touches the cell `from + stride · lane`, and one that is repeated
//! `from + stride · lane + advance · trip`. Whether two different processors touch a common cell by two
//! such accesses is a question about one linear equation. It is answered exactly if the strides are
//! equal; for different strides a positive answer may be wrong, but never a negative one.

use std::ops::Range;

use crate::engine::cells::{Cell, overlap};
use crate::engine::kernel::analysis::GroupCells;
use crate::engine::lanes::selection::LaneRange;
use crate::engine::lanes::team::TeamId;
use crate::engine::strided_set::StridedSet;

/// The cells that the processors of a group touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccessRelation {
    team: TeamId,
    /// The processors.
    pub range: LaneRange,
    from: i128,
    /// From lane to lane.
    stride: i128,
    /// From trip to trip.
    advance: i128,
    trips: i128,
}

impl AccessRelation {
    /// The relation of one access. None if the cells are not on a line.
    pub fn of(cells: &GroupCells, team: TeamId, range: LaneRange) -> Option<Self> {
        let (from, stride) = match *cells {
            GroupCells::One(cell) => (cell, 0),
            GroupCells::Line { from, stride } => (from, stride),
            GroupCells::Within(_) => return None,
        };
        Some(Self {
            team,
            range,
            from: from.into(),
            stride: stride.into(),
            advance: 0,
            trips: 1,
        })
    }

    /// The number of accesses of each processor.
    pub fn trips(&self) -> u64 {
        self.trips as u64
    }

    /// The cell of a processor in a trip.
    pub fn cell(&self, lane: u32, trip: u64) -> Cell {
        let along = self.stride * i128::from(lane) + self.advance * i128::from(trip);
        (self.from + along) as Cell
    }

    /// A range that contains all cells.
    pub fn extent(&self) -> Range<Cell> {
        let last = (self.trips - 1) as u64;
        let corners = [
            self.cell(self.range.first, 0),
            self.cell(self.range.last, 0),
            self.cell(self.range.first, last),
            self.cell(self.range.last, last),
        ];
        let low = corners.iter().min().copied().unwrap_or(0);
        let high = corners.iter().max().copied().unwrap_or(0);
        low..high + 1
    }

    /// The cells as a strided set, if they form one. Between the first and the last processor every
    /// multiple of the step counts, whether that lane is active or not.
    pub fn set(&self) -> Option<StridedSet> {
        let step = i128::from(self.range.step.max(1));
        let lanes = i128::from(self.range.last - self.range.first) / step + 1;
        let first = self.from + self.stride * i128::from(self.range.first);
        let runs = [(self.stride * step, lanes), (self.advance, self.trips)];
        StridedSet::new(first, runs)
    }

    /// The same access in `trips` iterations, each `advance` cells further.
    #[must_use]
    pub fn in_trips(self, advance: i64, trips: usize) -> Self {
        // Without an advance, each processor touches the same cell in all trips.
        let trips = if advance == 0 { 1 } else { trips as i128 };
        Self {
            advance: advance.into(),
            trips,
            ..self
        }
    }

    /// The number of iterations since each processor touched, by the other access, the cell that it
    /// touches by this one. None if it never did. In the first iterations, up to this number, the cell
    /// was not touched.
    pub fn trips_behind(&self, other: &Self) -> Option<i128> {
        let behind = match self.advance {
            0 => 0,
            advance => (other.from - self.from) / advance,
        };
        let shifted = Self {
            from: self.from + self.advance * behind,
            ..*self
        };
        (shifted == *other && (0..self.trips).contains(&behind)).then_some(behind)
    }

    /// The access in the first `trips` iterations only.
    #[must_use]
    pub fn first(self, trips: i128) -> Self {
        Self { trips, ..self }
    }

    /// Adds iterations of the same processors if `next` continues this access; returns whether it does.
    pub fn take_trips(&mut self, next: &Self) -> bool {
        let distance = next.from - self.from;
        let advance = match (self.trips, next.trips) {
            (1, 1) => distance,
            (1, _) => next.advance,
            _ => self.advance,
        };
        let goes_on =
            distance == advance * self.trips && (next.trips == 1 || next.advance == advance);
        if self.stride != next.stride || !goes_on {
            return false;
        }
        self.advance = advance;
        self.trips += next.trips;
        true
    }

    /// Whether two processors touch the same cell by this access.
    pub fn meets_itself(&self) -> bool {
        let all_meet = self.stride == 0 && !self.range.is_single();
        all_meet || (self.trips > 1 && self.may_meet(self))
    }

    /// Whether two different processors may touch a common cell, one by this access and one by `other`.
    pub fn may_meet(&self, other: &Self) -> bool {
        if !overlap(&self.extent(), &other.extent()) {
            return false;
        }
        if self.team == other.team
            && let Some((mine, theirs)) = self.against_one_trip(other)
        {
            // A single processor's only cell is on a line of any stride.
            let (me, them) = (mine.range.is_single(), theirs.range.is_single());
            if mine.stride == theirs.stride || them {
                return mine.may_meet_along(&theirs.with_stride(mine.stride));
            }
            if me {
                return mine.with_stride(theirs.stride).may_meet_along(&theirs);
            }
        }
        // The cells of both are multiples of this away from their first ones.
        let steps = [
            self.stride * i128::from(self.range.step),
            other.stride * i128::from(other.range.step),
            self.advance,
            other.advance,
        ];
        let common = steps.into_iter().fold(0, gcd);
        let distance = i128::from(self.cell(self.range.first, 0))
            - i128::from(other.cell(other.range.first, 0));
        if common == 0 {
            distance == 0
        } else {
            distance % common == 0
        }
    }

    /// Two accesses that conflict if and only if these two do, the second one executed once: if both
    /// advance equally, only the difference of their iterations matters.
    fn against_one_trip(&self, other: &Self) -> Option<(Self, Self)> {
        if other.trips == 1 {
            return Some((*self, *other));
        }
        if self.trips == 1 {
            return Some((*other, *self));
        }
        let mine = Self {
            from: self.from - self.advance * (other.trips - 1),
            trips: self.trips + other.trips - 1,
            ..*self
        };
        let theirs = Self { trips: 1, ..*other };
        (self.advance == other.advance).then_some((mine, theirs))
    }

    fn with_stride(&self, stride: i128) -> Self {
        let lane = i128::from(self.range.first);
        Self {
            from: self.from + (self.stride - stride) * lane,
            stride,
            ..*self
        }
    }

    /// As [`Self::may_meet`] for accesses of one team with equal strides, where `other` is executed
    /// once. The lanes of this access are `first + step · y`, those of the other `first' + step · z`, so
    /// a common cell is a solution of `stride · step · (z − y) = start − start' + advance · trip`, where
    /// the starts are the cells of the first lanes. Both lanes are the same processor if z − y is the
    /// difference of the first lanes.
    fn may_meet_along(&self, other: &Self) -> bool {
        let (mine, theirs) = (self.range, other.range);
        let step = match gcd(mine.step.into(), theirs.step.into()) {
            0 => 1,
            step => step,
        };
        let first = [mine.first, theirs.first].map(i128::from);
        let distance = self.from + self.stride * first[0] - other.from - other.stride * first[1];
        let same = first[0] - first[1];
        let same = (same % step == 0).then(|| same / step);
        // The range of z − y.
        let low = -((i128::from(mine.last) - first[0]) / step);
        let high = (i128::from(theirs.last) - first[1]) / step;
        let stride = self.stride * step;
        if stride == 0 {
            let there = match self.advance {
                0 => distance == 0,
                advance => {
                    distance % advance == 0 && (0..self.trips).contains(&(-distance / advance))
                }
            };
            let one = mine.is_single() && theirs.is_single() && same == Some(0);
            return there && !one;
        }
        // The solutions are the iterations `trip, trip + period, …`, and z − y changes by `by` each
        // time.
        let common = gcd(stride, self.advance);
        if distance % common != 0 {
            return false;
        }
        let period = (stride / common).abs();
        let trip = (-distance / common % period * inverse(self.advance / common, period))
            .rem_euclid(period);
        if trip >= self.trips {
            return false;
        }
        let begin = (distance + self.advance * trip) / stride;
        let by = self.advance * period / stride;
        let count = (self.trips - 1 - trip) / period + 1;
        let inside = terms_within(begin, by, count, low, high);
        let own = same.is_some_and(|same| terms_within(begin, by, count, same, same) > 0)
            && same.is_some_and(|same| (low..=high).contains(&same));
        if by == 0 {
            return inside > 0 && !own;
        }
        inside > i128::from(own)
    }
}

/// The number of the terms `begin, begin + by, …` (of `count`) between two ends, both included.
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

/// The inverse of a number modulo one that is coprime to it.
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
