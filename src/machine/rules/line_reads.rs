//! Reads of a step that all processors make, at addresses that are affine in the processor's number: the
//! cells with concurrent reads follow from the lines, without inspecting the cells.
//!
//! The processor with the number p, of n, reads the cell `from + stride · p`. If two such reads with the
//! same stride have cells in common, these are consecutive cells of the line, and each is read by two
//! different processors; reads of stride 0 have one cell, which all processors read.

use std::ops::RangeInclusive;

use super::accesses::{CellTouch, key, moment};
use super::conflict::{Conflict, NAMED, ShownCell};
use super::model::Simultaneity;
use crate::engine::kernel::analysis::GroupCells;
use crate::engine::lanes::selection::Selection;
use crate::machine::acting::Acting;

/// The reads of a step along lines.
pub struct LineReads {
    /// Number of processors.
    count: i64,
    /// In the order in which each processor makes them.
    reads: Vec<Line>,
}

#[derive(Debug, Clone, Copy)]
struct Line {
    /// The instruction.
    op: u32,
    /// The moment of the read: its ordinal among the reads of each processor, or 0 if all reads of the
    /// step are simultaneous.
    moment: u32,
    /// The cell of the first processor.
    from: i64,
    /// From each processor to the next.
    stride: i64,
}

/// Cells of one moment that several processors read.
struct MetCells {
    moment: u32,
    /// Those that all processors read, ascending.
    common: Vec<i64>,
    stretches: Vec<Stretch>,
}

/// Cells `base + stride · x`, for the numbers x of a range; no two ranges of a moment share a cell.
struct Stretch {
    base: i64,
    stride: i64,
    numbers: RangeInclusive<i64>,
}

impl Line {
    fn cell(&self, processor: i64) -> i64 {
        self.from + self.stride * processor
    }

    /// Base, number and stride, so that processor p reads the cell `base + stride · (number + p)`; all
    /// lines of the same stride with cells in common have the same base.
    fn normal(&self) -> (i64, i64, i64) {
        let base = self.from.rem_euclid(self.stride);
        (base, (self.from - base) / self.stride, self.stride)
    }
}

impl Stretch {
    fn holds(&self, cell: i64) -> bool {
        let distance = cell - self.base;
        distance % self.stride == 0 && self.numbers.contains(&(distance / self.stride))
    }
}

impl MetCells {
    fn holds(&self, cell: i64) -> bool {
        self.common.contains(&cell) || self.stretches.iter().any(|stretch| stretch.holds(cell))
    }

    fn count(&self) -> u64 {
        let is_apart = |cell: &&i64| !self.stretches.iter().any(|stretch| stretch.holds(**cell));
        let separate = self.common.iter().filter(is_apart).count();
        let along = self
            .stretches
            .iter()
            .map(|stretch| length(&stretch.numbers));
        separate as u64 + along.sum::<u64>()
    }
}

impl LineReads {
    /// The reads of a step; `None` unless a single group makes them, whose lanes have a constant stride,
    /// and all reads are on lines of one stride, other than those of a cell that is common to all.
    pub fn of(acting: &[Acting<'_>]) -> Option<Self> {
        let [actor] = acting else {
            return None;
        };
        let (kernel, lanes) = (actor.instruction.kernel(), &actor.group.lanes);
        let sites = &actor.results.analysis.sites;
        let is_all_told = !kernel.varies && sites.len() == kernel.read_sites as usize;
        if actor.native.is_some() || actor.failed || !is_all_told || !lanes.are_even() {
            return None;
        }
        let (first, step) = match lanes {
            Selection::All(_) => (0, 1),
            Selection::List(list) => (i64::from(list[0]), i64::from(list.step())),
        };
        let reads = sites.iter().map(|site| {
            let (from, stride) = match site.cells {
                GroupCells::One(cell) => (cell, 0),
                GroupCells::Line { from, stride } => (from + stride * first, stride * step),
                GroupCells::Within(_) => return None,
            };
            Some(Line {
                op: site.op,
                moment: site.ordinal,
                from,
                stride,
            })
        });
        let reads: Vec<Line> = reads.collect::<Option<_>>()?;
        let mut strides = reads.iter().map(|read| read.stride);
        let sloped = strides.clone().find(|stride| *stride != 0).unwrap_or(0);
        strides
            .all(|stride| stride == 0 || stride == sloped)
            .then_some(Self {
                count: lanes.len() as i64,
                reads,
            })
    }

    /// Whether two processors read the same cell.
    pub fn meet(&self, simultaneity: Simultaneity) -> bool {
        let met = self.at_moments(simultaneity).met();
        met.iter().any(|met| met.count() > 0)
    }

    /// The conflict that is shown, if two processors read the same cell.
    pub fn conflict(&self, simultaneity: Simultaneity) -> Option<Conflict> {
        self.at_moments(simultaneity).shown()
    }

    /// The same reads with the moments that are distinguished.
    fn at_moments(&self, simultaneity: Simultaneity) -> Self {
        let reads = self.reads.iter().map(|read| Line {
            moment: moment(simultaneity, read.moment),
            ..*read
        });
        Self {
            reads: reads.collect(),
            ..*self
        }
    }

    /// The cells that several processors read, by moment.
    fn met(&self) -> Vec<MetCells> {
        let mut met: Vec<MetCells> = Vec::new();
        for read in &self.reads {
            if met.iter().all(|met| met.moment != read.moment) {
                met.push(self.met_at(read.moment));
            }
        }
        met
    }

    fn shown(&self) -> Option<Conflict> {
        let met = self.met();
        let cells: u64 = met.iter().map(MetCells::count).sum();
        if cells == 0 {
            return None;
        }
        let involved = self.involved(&met);
        let lowest = *involved[0].start();
        let holds = |moment: u32, cell: i64| {
            let mut met = met.iter();
            met.any(|met| met.moment == moment && met.holds(cell))
        };
        let shown = (self.reads.iter())
            .map(|read| (read.moment, read.cell(lowest)))
            .find(|(moment, cell)| holds(*moment, *cell))
            .expect("the lowest processor that is involved reads such a cell");
        let (shown_cell, processors_there) = self.shown_cell(shown);
        Some(Conflict {
            touches: shown_cell.sorted(),
            processors_there,
            cells,
            processors: involved.iter().map(length).sum(),
        })
    }

    /// The reads of a moment.
    fn at(&self, moment: u32) -> impl Iterator<Item = &Line> {
        self.reads.iter().filter(move |read| read.moment == moment)
    }

    /// The cells that several processors read at a moment.
    fn met_at(&self, moment: u32) -> MetCells {
        let common = (self.at(moment)).filter(|read| read.stride == 0 && self.count > 1);
        let mut common: Vec<i64> = common.map(|read| read.from).collect();
        common.sort_unstable();
        common.dedup();
        let sloped = self.at(moment).filter(|read| read.stride != 0);
        let mut lines: Vec<(i64, i64, i64)> = sloped.map(Line::normal).collect();
        lines.sort_unstable();
        lines.dedup();
        let mut stretches: Vec<Stretch> = Vec::new();
        for pair in lines.windows(2) {
            let [(base, first, stride), (other, second, _)] = [pair[0], pair[1]];
            let numbers = second..=first + self.count - 1;
            if base != other || numbers.is_empty() {
                continue;
            }
            match stretches.last_mut() {
                Some(last) if last.base == base && last.numbers.end() >= numbers.start() => {
                    last.numbers = *last.numbers.start()..=*numbers.end();
                }
                _ => stretches.push(Stretch {
                    base,
                    stride,
                    numbers,
                }),
            }
        }
        MetCells {
            moment,
            common,
            stretches,
        }
    }

    /// The processors that read a cell which others read, as disjoint ranges, ascending.
    fn involved(&self, met: &[MetCells]) -> Vec<RangeInclusive<i64>> {
        let all = 0..=self.count - 1;
        let mut ranges = Vec::new();
        for met in met {
            if !met.common.is_empty() {
                return vec![all];
            }
            for read in self.at(met.moment).filter(|read| read.stride != 0) {
                let (base, first, _) = read.normal();
                for stretch in met.stretches.iter().filter(|stretch| stretch.base == base) {
                    let numbers = &stretch.numbers;
                    let (start, end) = (numbers.start() - first, numbers.end() - first);
                    let range = start.max(0)..=end.min(self.count - 1);
                    ranges.extend((!range.is_empty()).then_some(range));
                }
            }
        }
        united(ranges)
    }

    /// The accesses to a cell at a moment, and the number of processors that make them.
    fn shown_cell(&self, (moment, cell): (u32, i64)) -> (ShownCell, u64) {
        let mut shown_cell = ShownCell::default();
        // Of a cell that all read, the lowest processors are enough.
        let (mut readers, mut is_common) = (Vec::new(), false);
        for read in self.at(moment) {
            let touch = |processor: i64| CellTouch {
                key: key(moment, cell as u32),
                rank: processor as u32,
                op: read.op,
                group: 0,
                position: processor as u32,
            };
            let distance = cell - read.from;
            let processors = match read.stride {
                0 if distance == 0 => 0..=self.count.min(NAMED as i64) - 1,
                stride if stride != 0 && distance % stride == 0 => {
                    distance / stride..=distance / stride
                }
                _ => continue,
            };
            if !(0..self.count).contains(processors.start()) {
                continue;
            }
            shown_cell.of_sites.push(touch(*processors.start()));
            for processor in processors {
                shown_cell.add(touch(processor));
                readers.push(processor);
            }
            is_common |= read.stride == 0;
        }
        readers.sort_unstable();
        readers.dedup();
        let count = if is_common {
            self.count as usize
        } else {
            readers.len()
        };
        (shown_cell, count as u64)
    }
}

fn length(range: &RangeInclusive<i64>) -> u64 {
    (range.end() - range.start() + 1) as u64
}

/// The same numbers as disjoint ranges, ascending.
fn united(mut ranges: Vec<RangeInclusive<i64>>) -> Vec<RangeInclusive<i64>> {
    ranges.sort_unstable_by_key(|range| *range.start());
    let mut united: Vec<RangeInclusive<i64>> = Vec::new();
    for range in ranges {
        match united.last_mut() {
            Some(last) if last.end() >= range.start() => {
                *last = *last.start()..=*last.end().max(range.end());
            }
            _ => united.push(range),
        }
    }
    united
}
