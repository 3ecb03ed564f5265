//! Which cells of the memory hold a value.

use pram::Tuning;
use pram::engine_for_tests::{Memory, Region, StridedSet};
use proptest::prelude::*;

/// A memory, and of each of its cells whether it was written; none where it is free.
struct Twins {
    memory: Memory,
    written: Vec<Option<bool>>,
    live: Vec<Region>,
}

impl Twins {
    fn new() -> Self {
        Self {
            memory: Memory::new(Tuning::TINY),
            written: Vec::new(),
            live: Vec::new(),
        }
    }

    fn set(&mut self, cells: impl Iterator<Item = usize>, to: Option<bool>) {
        for cell in cells {
            if self.written.len() <= cell {
                self.written.resize(cell + 1, None);
            }
            self.written[cell] = to;
        }
    }

    fn do_one(&mut self, [kind, which, a, b]: [usize; 4]) {
        if kind == 0 || self.live.is_empty() {
            let region = self
                .memory
                .allocate(1 + a as u32 % 12)
                .expect("there is memory");
            self.set(region.range(), Some(false));
            return self.live.push(region);
        }
        let at = which % self.live.len();
        let region = self.live[at];
        let (first, cells) = (a % region.cells as usize, region.cells as usize);
        let start = region.base as usize + first;
        match kind {
            1 => {
                self.memory.release(region);
                self.live.swap_remove(at);
                self.set(region.range(), None);
            }
            2 => {
                self.memory.write(start, 7);
                self.set(start..=start, Some(true));
            }
            3 | 4 => {
                let stride = 1 + b % 3;
                let count = 1 + (cells - 1 - first) / stride;
                let runs = [(stride as i128, count as i128), (0, 1)];
                let set = StridedSet::new(start as i128, runs).expect("these are cells");
                let set_cells: Vec<usize> = (0..count).map(|k| start + k * stride).collect();
                let extent = start as u32..(start + (count - 1) * stride) as u32 + 1;
                if kind == 3 {
                    self.memory.initialised.add_set(set, &extent);
                    self.set(set_cells.into_iter(), Some(true));
                } else {
                    let all = set_cells
                        .iter()
                        .all(|cell| self.written[*cell] == Some(true));
                    assert_eq!(self.memory.initialised.has_set(set, &extent), all);
                }
            }
            5 => {
                // Of another part of the same region, or of another one.
                let from = self.live[b % self.live.len()];
                let count = (from.cells as usize).min(cells - first);
                if from.base == region.base && first < count {
                    return;
                }
                let base = from.base as usize;
                self.memory.copy(base..base + count, start);
                for k in 0..count {
                    self.written[start + k] = self.written[base + k];
                }
            }
            6 => {
                self.memory
                    .fill(start..start + cells - first, std::iter::repeat(3));
                self.set(start..start + cells - first, Some(true));
            }
            7 => self.memory.initialised.spell_out(),
            _ => self.memory.initialised.settle(),
        }
    }

    fn agree(&mut self) {
        for (cell, written) in self.written.iter().enumerate() {
            if let Some(written) = written {
                assert_eq!(self.memory.initialised.has(cell), *written, "cell {cell}");
            }
        }
        for region in &self.live {
            let extent = region.base..region.base + region.cells;
            let all = region.range().all(|cell| self.written[cell] == Some(true));
            assert!(all || !self.memory.initialised.is_complete(&extent));
        }
    }
}

proptest! {
    #![proptest_config(crate::cases::config(256))]

    #[test]
    fn what_is_written_agrees_with_a_flag_for_each_cell(
        steps in prop::collection::vec((0_usize..9, 0_usize..50, 0_usize..50, 0_usize..50), 0..120),
    ) {
        let mut twins = Twins::new();
        for (kind, which, a, b) in steps {
            twins.do_one([kind, which, a, b]);
            twins.agree();
        }
        twins.memory.initialised.spell_out();
        for region in &twins.live {
            let extent = region.base..region.base + region.cells;
            let all = region.range().all(|cell| twins.written[cell] == Some(true));
            prop_assert_eq!(twins.memory.initialised.is_complete(&extent), all);
        }
        for region in std::mem::take(&mut twins.live) {
            twins.memory.release(region);
        }
        prop_assert!(twins.memory.initialised.is_all());
    }
}
