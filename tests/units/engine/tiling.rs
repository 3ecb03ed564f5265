//! Tiles stay apart.

use std::collections::BTreeMap;
use std::ops::Range;

use pram::Tuning;
use pram::engine_for_tests::{GroupCells, Selection, TileAccess, TilePlace, Tiling};
use proptest::prelude::*;

/// The cells that processors at these positions touch, or might between two trips.
fn touched(access: &TileAccess, lanes: &Selection, positions: Range<usize>) -> Vec<i64> {
    let cells = |position: usize| match access.cells {
        GroupCells::One(cell) => vec![cell],
        GroupCells::Line { from, stride } => vec![from + stride * i64::from(lanes.at(position))],
        GroupCells::Within(ref range) => range.clone().map(i64::from).collect(),
    };
    let trips = |cell: i64| cell + access.drift.min(0)..=cell + access.drift.max(0);
    positions.flat_map(cells).flat_map(trips).collect()
}

fn accesses() -> impl Strategy<Value = Vec<TileAccess>> {
    let line = (0_i64..40, -3_i64..5).prop_filter_map("a line", |(from, stride)| {
        let from = if stride < 0 { from + 200 } else { from };
        (stride != 0).then_some(GroupCells::Line { from, stride })
    });
    let cells = prop_oneof![
        8 => line,
        1 => (0_i64..80).prop_map(GroupCells::One),
        1 => (0_u32..80, 1_u32..9).prop_map(|(from, count)| GroupCells::Within(from..from + count)),
    ];
    let drift = prop_oneof![2 => Just(0), 1 => -3_i64..4];
    let access = (cells, drift, any::<bool>()).prop_map(|(cells, drift, is_write)| TileAccess {
        place: TilePlace::Memory,
        cells,
        drift,
        is_write,
    });
    prop::collection::vec(access, 1..4)
}

fn steps() -> impl Strategy<Value = Vec<(Selection, Vec<TileAccess>)>> {
    let every = (2_u32..40).prop_map(Selection::All);
    let some = prop::collection::btree_set(0_u32..40, 2..20)
        .prop_map(|lanes| Selection::listed(lanes.into_iter().collect()));
    prop::collection::vec((prop_oneof![every, some], accesses()), 1..6)
}

proptest! {
    #![proptest_config(crate::cases::config(4000))]

    /// No tile touches what another one writes, in any of the steps.
    #[test]
    fn tiles_are_apart(steps in steps()) {
        let mut tiling = Tiling::new(Tuning::TINY);
        // Who touched a cell, by tile, and who wrote it.
        let mut seen: BTreeMap<i64, Vec<(usize, bool)>> = BTreeMap::new();
        for (at, (lanes, accesses)) in steps.iter().enumerate() {
            let cuts = if at == 0 {
                tiling.begin(accesses, lanes)
            } else {
                tiling.go_on(accesses, lanes)
            };
            let Some(cuts) = cuts else { break };
            prop_assert_eq!((cuts[0], cuts[cuts.len() - 1]), (0, lanes.len()));
            prop_assert!(cuts.is_sorted());
            for (tile, cut) in cuts.windows(2).enumerate() {
                for access in accesses {
                    for cell in touched(access, lanes, cut[0]..cut[1]) {
                        seen.entry(cell).or_default().push((tile, access.is_write));
                    }
                }
            }
        }
        for (cell, touches) in seen {
            let one_tile = touches.iter().all(|(tile, _)| *tile == touches[0].0);
            let nobody_writes = touches.iter().all(|(_, is_write)| !is_write);
            prop_assert!(one_tile || nobody_writes, "cell {}: {:?}", cell, touches);
        }
    }
}

/// The levels of a balanced tree over 64 cells: 16 tiles of 4 cells share the lower two, and
/// the third is where the tiling ends.
#[test]
fn subtrees_are_tiles() {
    let level = |d: u32| {
        let line = |from: i64| GroupCells::Line {
            from,
            stride: 2 << d,
        };
        let access = |cells, is_write| TileAccess {
            place: TilePlace::Memory,
            cells,
            drift: 0,
            is_write,
        };
        vec![access(line(1 << d), false), access(line(0), true)]
    };
    let mut tiling = Tiling::new(Tuning::TINY);
    let even = |each: usize| Some((0..=64).step_by(4).map(|cell| cell / each).collect());
    assert_eq!(tiling.begin(&level(0), &Selection::All(32)), even(2));
    assert_eq!(tiling.go_on(&level(1), &Selection::All(16)), even(4));
    assert_eq!(tiling.go_on(&level(2), &Selection::All(8)), None);
}
