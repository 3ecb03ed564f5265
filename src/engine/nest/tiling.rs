//! Tiles: a division of the processors of several steps such that no tile touches cells that another one
//! writes.
//!
//! A large array does not stay in the cache from one step to the next. If steps need not be executed one
//! by one (the machine may defer them), all of them are executed for a part of the processors first,
//! whose cells stay in the cache: a *tile*. Subtrees of a balanced tree are tiles of its lower levels.
//!
//! For every range of memory, the *hull* of a tile contains all cells that it has touched there. The
//! processors of a later step belong to the tile in whose hull they work; a step whose processors cannot
//! be divided so that the hulls stay disjoint cannot be in the tiling.

use std::ops::Range;

use crate::code::kernel::Slot;
use crate::engine::kernel::analysis::GroupCells;
use crate::engine::lanes::selection::{Lane, Selection};
use crate::engine::lanes::team::TeamId;
use crate::engine::tuning::Tuning;

/// With this number of tiles all threads have enough work. There are more only if tiles would be too
/// large.
const TILES_FOR_THREADS: i64 = 16;

/// The cells or scalars that processors touch by an access.
#[derive(Debug)]
pub struct TileAccess {
    /// The memory or a column.
    pub place: TilePlace,
    /// The cells, or the lanes of a column.
    pub cells: GroupCells,
    /// The distance of the cells between the first and the last iteration, if the access is repeated.
    pub drift: i64,
    /// Whether they may be written.
    pub is_write: bool,
}

/// A numbering of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TilePlace {
    /// The global memory.
    Memory,
    /// A scalar of a team, by lane.
    Column(TeamId, Slot),
}

/// The tiles of some steps.
#[derive(Debug)]
pub struct Tiling {
    tuning: Tuning,
    /// Number of tiles.
    tiles: usize,
    /// The ranges that were touched. Ranges of the same place do not overlap.
    fields: Vec<Field>,
}

/// A range of cells and the part of it that each tile has touched.
#[derive(Debug)]
struct Field {
    place: TilePlace,
    extent: Hull,
    /// By tile.
    hulls: Vec<Hull>,
    is_written: bool,
}

/// The range from the first to the last cell. Empty if the first is after the last.
#[derive(Debug, Clone, Copy)]
struct Hull {
    first: i64,
    last: i64,
}

impl Hull {
    const NONE: Self = Self {
        first: i64::MAX,
        last: i64::MIN,
    };

    fn and(self, other: Self) -> Self {
        Self {
            first: self.first.min(other.first),
            last: self.last.max(other.last),
        }
    }

    /// The number of cells of a nonempty range.
    fn len(self) -> i64 {
        self.last - self.first + 1
    }

    fn overlaps(self, other: Self) -> bool {
        self.first <= other.last && other.first <= self.last
    }
}

impl Tiling {
    /// No tiles.
    pub fn new(tuning: Tuning) -> Self {
        Self {
            tuning,
            tiles: 0,
            fields: Vec::new(),
        }
    }

    /// Divides the processors of a first step with these accesses evenly. Returns the boundaries of the
    /// tiles, by position. None if there is nothing to divide.
    pub fn begin(&mut self, accesses: &[TileAccess], lanes: &Selection) -> Option<Vec<usize>> {
        let mut tiles = self.tile_count(accesses, lanes);
        if accesses.iter().any(|access| access.drift != 0) {
            // In several iterations, each processor has enough work for a tile.
            tiles = tiles.min(lanes.len());
        }
        if tiles < 2 || tiles > lanes.len() {
            return None;
        }
        // A power of two, so that levels of a tree can share the tiles.
        let each = lanes.len().div_ceil(tiles).next_power_of_two();
        let mut cuts: Vec<usize> = (0..lanes.len()).step_by(each).collect();
        cuts.push(lanes.len());
        self.tiles = cuts.len() - 1;
        (self.tiles > 1 && self.enter_all(accesses, lanes, &cuts)).then_some(cuts)
    }

    /// The number of tiles for a first step.
    fn tile_count(&mut self, accesses: &[TileAccess], lanes: &Selection) -> usize {
        self.tiles = 1;
        self.fields.clear();
        let all = 0..lanes.len();
        let is_line = |access: &&TileAccess| matches!(access.cells, GroupCells::Line { .. });
        let lines = accesses.iter().filter(is_line);
        let separate = (lines.clone()).map(|access| hull_of(access, lanes, all.clone()).len());
        let (least, most) = (self.tuning.min_tile_cells, self.tuning.max_tile_cells);
        if separate.sum::<i64>() < 2 * least {
            return 1;
        }
        for access in lines {
            self.enter(access, lanes, &[0, lanes.len()]);
        }
        let cells: i64 = self
            .fields
            .drain(..)
            .map(|field| field.hulls[0].len())
            .sum();
        let tiles = (cells / least)
            .min(TILES_FOR_THREADS)
            .max((cells + most - 1) / most);
        usize::try_from(tiles).unwrap_or(1)
    }

    /// Divides the processors of a further step so that the hulls stay disjoint. None if that is
    /// impossible; the tiling then ends.
    pub fn go_on(&mut self, accesses: &[TileAccess], lanes: &Selection) -> Option<Vec<usize>> {
        let count = lanes.len();
        let mut low = vec![0; self.tiles - 1];
        let mut high = vec![count; self.tiles - 1];
        for access in accesses {
            let GroupCells::Line {
                from,
                stride: stride @ 1..,
            } = access.cells
            else {
                continue;
            };
            let extent = extent(access, lanes);
            let up_to = |cell: i64| positions_up_to(lanes, cell.saturating_sub(from), stride);
            let (back, on) = (access.drift.min(0), access.drift.max(0));
            for field in self.fields.iter().filter(|field| {
                field.touches(access.place, extent) && (field.is_written || access.is_write)
            }) {
                for (cut, pair) in field.hulls.windows(2).enumerate() {
                    if pair[0].last != i64::MIN {
                        low[cut] = low[cut].max(up_to(pair[0].last - back));
                    }
                    if pair[1].first != i64::MAX {
                        high[cut] = high[cut].min(up_to(pair[1].first - 1 - on));
                    }
                }
            }
        }
        let mut cuts = Vec::with_capacity(self.tiles + 1);
        cuts.push(0);
        for (cut, (low, high)) in low.iter().zip(&high).enumerate() {
            let low = (*low).max(cuts[cut]);
            if low > *high {
                return None;
            }
            cuts.push((count * (cut + 1) / self.tiles).clamp(low, *high));
        }
        cuts.push(count);
        self.enter_all(accesses, lanes, &cuts).then_some(cuts)
    }

    /// Whether a scalar of a team is touched.
    pub fn touches_column(&self, team: TeamId, slot: Slot) -> bool {
        let place = TilePlace::Column(team, slot);
        self.fields.iter().any(|field| field.place == place)
    }

    /// Whether a scalar is written.
    pub fn writes_column(&self, team: TeamId, slot: Slot) -> bool {
        let place = TilePlace::Column(team, slot);
        (self.fields.iter()).any(|field| field.place == place && field.is_written)
    }

    /// Whether any scalar is written.
    pub fn writes_columns(&self) -> bool {
        (self.fields.iter()).any(|field| field.place != TilePlace::Memory && field.is_written)
    }

    /// Adds accesses to the hulls. Returns whether the tiles are still disjoint.
    fn enter_all(&mut self, accesses: &[TileAccess], lanes: &Selection, cuts: &[usize]) -> bool {
        for access in accesses {
            self.enter(access, lanes, cuts);
        }
        (self.fields.iter()).all(|field| !field.is_written || field.is_apart())
    }

    fn enter(&mut self, access: &TileAccess, lanes: &Selection, cuts: &[usize]) {
        let extent = extent(access, lanes);
        let mut field = Field {
            place: access.place,
            extent,
            hulls: vec![Hull::NONE; self.tiles],
            is_written: access.is_write,
        };
        for (hull, cut) in field.hulls.iter_mut().zip(cuts.windows(2)) {
            if cut[0] < cut[1] {
                *hull = hull_of(access, lanes, cut[0]..cut[1]);
            }
        }
        let mut at = 0;
        while at < self.fields.len() {
            if self.fields[at].touches(access.place, field.extent) {
                field.absorb(&self.fields.swap_remove(at));
            } else {
                at += 1;
            }
        }
        self.fields.push(field);
    }
}

impl Field {
    fn touches(&self, place: TilePlace, extent: Hull) -> bool {
        self.place == place && self.extent.overlaps(extent)
    }

    fn absorb(&mut self, other: &Self) {
        self.extent = self.extent.and(other.extent);
        self.is_written |= other.is_written;
        for (hull, other) in self.hulls.iter_mut().zip(&other.hulls) {
            *hull = hull.and(*other);
        }
    }

    /// Whether each tile's hull starts after the end of the previous one.
    fn is_apart(&self) -> bool {
        let mut last = i64::MIN;
        self.hulls.iter().all(|hull| {
            let is_separate = hull.first > last;
            last = last.max(hull.last);
            is_separate
        })
    }
}

/// The hull of the cells that some processors touch by an access.
fn hull_of(access: &TileAccess, lanes: &Selection, positions: Range<usize>) -> Hull {
    let ends = match access.cells {
        GroupCells::One(cell) => [cell, cell],
        GroupCells::Line { from, stride } => {
            let cell = |position: usize| from + stride * i64::from(lanes.at(position));
            [cell(positions.start), cell(positions.end - 1)]
        }
        GroupCells::Within(ref range) => [range.start.into(), i64::from(range.end) - 1],
    };
    Hull {
        first: ends[0].min(ends[1]) + access.drift.min(0),
        last: ends[0].max(ends[1]) + access.drift.max(0),
    }
}

/// The range to which an access belongs. A column is divided among threads as a whole.
fn extent(access: &TileAccess, lanes: &Selection) -> Hull {
    match access.place {
        TilePlace::Memory => hull_of(access, lanes, 0..lanes.len()),
        TilePlace::Column(..) => Hull {
            first: 0,
            last: Lane::MAX.into(),
        },
    }
}

/// The number of processors, from the lowest on, with lanes up to `distance / stride`.
fn positions_up_to(lanes: &Selection, distance: i64, stride: i64) -> usize {
    let last = distance.div_euclid(stride);
    match lanes {
        Selection::All(width) => last.saturating_add(1).clamp(0, i64::from(*width)) as usize,
        Selection::List(list) => list.partition_point(|lane| i64::from(*lane) <= last),
    }
}
