//! Whether processors come together in a cell.

use pram::engine_for_tests::{AccessRelation, GroupCells, LaneRange, TeamId};
use proptest::prelude::*;

fn spans() -> impl Strategy<Value = LaneRange> {
    (0..7_u32, 1..5_u32, 0..5_u32).prop_map(|(first, step, more)| LaneRange {
        first,
        last: first + step * more,
        step: if more == 0 { 0 } else { step },
    })
}

/// One access of the processors of a team.
#[derive(Debug, Clone, Copy)]
struct Access {
    team: TeamId,
    range: LaneRange,
    stride: i64,
    from: i64,
}

impl Access {
    fn relation(self) -> AccessRelation {
        let (from, stride) = (self.from, self.stride);
        let cells = match stride {
            0 => GroupCells::One(from),
            _ => GroupCells::Line { from, stride },
        };
        AccessRelation::of(&cells, self.team, self.range).expect("it is a line")
    }
}

fn accesses() -> impl Strategy<Value = Access> {
    (0..2_u32, spans(), -4..5_i64, 200..230_i64).prop_map(|(team, range, stride, from)| Access {
        team: TeamId(team),
        range,
        stride,
        from,
    })
}

fn lanes(range: LaneRange) -> impl Iterator<Item = u32> {
    (range.first..=range.last).step_by(range.step.max(1) as usize)
}

proptest! {
    #![proptest_config(crate::cases::config(4000))]

    /// Held against all pairs of processors, one by one.
    #[test]
    fn who_meets_is_never_missed(
        (one, mut another) in (accesses(), accesses()),
        (trips, advance) in (1..6_usize, -7..8_i64),
        (other_trips, other_advance) in (1..4_usize, -7..8_i64),
        (same_span, same_stride, same_advance) in any::<(bool, bool, bool)>(),
    ) {
        if same_span {
            another.range = one.range;
        }
        if same_stride {
            another.stride = one.stride;
        }
        let other_advance = if same_advance { advance } else { other_advance };
        let mine = one.relation().in_trips(advance, trips);
        let other = another.relation().in_trips(other_advance, other_trips);
        let cells = |relation: AccessRelation, lane| {
            (0..relation.trips()).map(move |trip| relation.cell(lane, trip))
        };
        let mut meet = false;
        for (me, them) in lanes(one.range).flat_map(|me| lanes(another.range).map(move |them| (me, them))) {
            let same = one.team == another.team && me == them;
            meet |= !same && cells(mine, me).any(|cell| cells(other, them).any(|other| other == cell));
        }
        let said = mine.may_meet(&other);
        prop_assert!(said || !meet);
        // With one stride, one advance and the same processors the answer is exact.
        let alike = mine.trips() == 1 || other.trips() == 1 || advance == other_advance;
        if one.team == another.team && one.range == another.range && one.stride == another.stride && alike {
            prop_assert_eq!(said, meet);
        }
    }

    /// What is read in a trip was written so many trips before, and that is missed nowhere.
    #[test]
    fn what_an_earlier_turn_wrote_is_known(
        access in accesses(),
        (advance, trips, gap) in (-3..4_i64, 1..5_usize, -9..10_i64),
        other_stride in any::<bool>(),
    ) {
        let read = access.relation().in_trips(advance, trips);
        let stride = access.stride + i64::from(other_stride);
        let write = Access { from: access.from + gap, stride, ..access };
        let write = write.relation().in_trips(advance, trips);
        let is_behind = |behind: u64| {
            let mut after = behind..read.trips();
            after.all(|trip| {
                let mut lanes = lanes(read.range);
                lanes.all(|lane| read.cell(lane, trip) == write.cell(lane, trip - behind))
            })
        };
        match read.trips_behind(&write) {
            Some(behind) => prop_assert!(is_behind(behind as u64)),
            None => prop_assert!(other_stride || !(0..read.trips()).any(is_behind)),
        }
    }

    /// Trips are taken in where they go on evenly, and then are those of all.
    #[test]
    fn trips_go_on(
        access in accesses(),
        (advance, trips, more) in (-7..8_i64, 1..4_usize, 1..4_usize),
        gap in -1..2_i64,
    ) {
        let mut mine = access.relation().in_trips(advance, trips);
        let from = access.from + advance * mine.trips() as i64 + gap;
        let next = Access { from, ..access }.relation().in_trips(advance, more);
        let before: Vec<u32> = (0..mine.trips()).map(|trip| mine.cell(2, trip)).collect();
        let after: Vec<u32> = (0..next.trips()).map(|trip| next.cell(2, trip)).collect();
        let taken = mine.take_trips(&next);
        prop_assert!(taken || gap != 0);
        if taken {
            let all: Vec<u32> = (0..mine.trips()).map(|trip| mine.cell(2, trip)).collect();
            prop_assert_eq!(all, [before, after].concat());
        }
    }
}
