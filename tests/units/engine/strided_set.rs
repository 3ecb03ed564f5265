//! Cells in rows that are equally far apart.

use std::collections::BTreeSet;

use pram::engine_for_tests::{CellRow, StridedSet};
use proptest::prelude::*;

fn runs() -> impl Strategy<Value = [(i128, i128); 2]> {
    let run = || (-9..10_i128, 1..5_i128);
    [run(), run()]
}

fn cells(first: i128, [(a, m), (b, n)]: [(i128, i128); 2]) -> BTreeSet<usize> {
    let cell = move |y: i128, z: i128| (first + a * y + b * z) as usize;
    (0..m)
        .flat_map(|y| (0..n).map(move |z| cell(y, z)))
        .collect()
}

proptest! {
    #![proptest_config(crate::cases::config(4000))]

    /// Each cell once, and no other.
    #[test]
    fn a_grid_has_its_cells(first in 80..90_i128, runs in runs()) {
        let all = cells(first, runs);
        let Some(set) = StridedSet::new(first, runs) else {
            // Rows that overlap: never where all cells go one way.
            prop_assert!(runs.iter().all(|(apart, count)| *apart != 0 && *count > 1));
            return Ok(());
        };
        let listed: Vec<usize> = set.rows().flat_map(CellRow::cells).collect();
        prop_assert_eq!(listed.len(), all.len());
        prop_assert_eq!(set.len(), all.len());
        prop_assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), all.clone());
        for cell in 0..200 {
            prop_assert_eq!(set.has(cell), all.contains(&cell));
        }
        if let Some(begin) = set.begin() {
            prop_assert!(all.into_iter().eq(begin..begin + set.len()));
        }
    }

    /// What one is said to hold of another, it has.
    #[test]
    fn a_grid_has_what_it_holds(
        (first, mine) in (80..90_i128, runs()),
        (other_first, other) in (80..90_i128, runs()),
    ) {
        let grids = (StridedSet::new(first, mine), StridedSet::new(other_first, other));
        if let (Some(set), Some(part)) = grids
            && set.holds(&part)
        {
            prop_assert!(cells(other_first, other).is_subset(&cells(first, mine)));
        }
    }

    /// It holds neighbouring cells of some of its rows that are equally far apart.
    #[test]
    fn a_grid_holds_its_parts(
        (first, mine) in (80..90_i128, runs()),
        (skip, step) in ([0..3_i128, 0..3_i128], 1..3_i128),
    ) {
        let [(a, m), (b, n)] = mine;
        let steps = if a.abs() > b.abs() { [step, 1] } else { [1, step] };
        let skip = [skip[0] % m, skip[1] % n];
        let part = |count: i128, at: usize| (count - skip[at] + steps[at] - 1) / steps[at];
        let counts = [part(m, 0), part(n, 1)];
        let from = first + skip[0] * a + skip[1] * b;
        let part = StridedSet::new(from, [(a * steps[0], counts[0]), (b * steps[1], counts[1])]);
        if let (Some(set), Some(part)) = (StridedSet::new(first, mine), part) {
            prop_assert!(set.holds(&part));
        }
    }
}
