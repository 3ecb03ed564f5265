//! The cells that were touched in a step.

use std::collections::BTreeSet;

use pram::engine_for_tests::Presence;
use proptest::prelude::*;

proptest! {
    #![proptest_config(crate::cases::config(256))]

    /// Lines and single cells are found where a set finds them.
    #[test]
    fn agrees_with_a_set(
        lines in prop::collection::vec((0_usize..2000, -70_i64..140, 1_usize..40), 1..8),
    ) {
        let mut presence = Presence::default();
        presence.begin(10_000);
        let mut seen = BTreeSet::new();
        for (from, stride, count) in lines {
            let first = if stride < 0 { from + 3000 } else { from };
            let count = if stride == 0 { 1 } else { count };
            let cells = (0..count as i64).map(|at| first as i64 + stride * at);
            let mut met = false;
            cells.for_each(|cell| met |= !seen.insert(cell));
            prop_assert_eq!(presence.touch_line(first, stride, count), met);
        }
        for cell in 0..6000 {
            prop_assert_eq!(presence.touch(cell), seen.contains(&(cell as i64)));
        }
    }

    /// Columns of cells are found where a set finds them, in step after step: of few cells, whose
    /// stretches are cleared one by one, and of so many that all are cleared at once.
    #[test]
    fn columns_agree_with_a_set(
        steps in prop::collection::vec(
            prop::collection::vec(prop::collection::vec(0_i64..2000, 0..30), 0..4),
            1..12,
        ),
    ) {
        // 2000 cells have 4 stretches of 8 words: from 32 cells on.
        let mut presence = Presence::default();
        for columns in steps {
            presence.begin(2000);
            let mut seen = BTreeSet::new();
            for cells in columns {
                let mut met = false;
                for cell in &cells {
                    met |= !seen.insert(*cell);
                }
                prop_assert_eq!(presence.touch_each(&cells), met);
            }
            for cell in 0..2000 {
                prop_assert_eq!(presence.touch(cell as usize), seen.contains(&cell));
            }
        }
    }
}
