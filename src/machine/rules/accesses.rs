//! The accesses of a step to shared memory: the columns of its kernels, without a copy.

use super::model::Simultaneity;
use super::store;
use crate::engine::kernel::reads::Readers;
use crate::machine::acting::Acting;
use crate::machine::names::TeamNames;
use crate::machine::ranks::Ranks;
use crate::program::Type;

/// Represents the write of an instruction, which comes after its kernel.
pub const WRITE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellTouch {
    /// The cell in the lower half, and in the upper half the moment, if moments are distinguished.
    pub key: u64,
    /// The processor's number in the step.
    pub rank: u32,
    /// Which of the processor's accesses: the instruction of its kernel, or [`WRITE`].
    pub op: u32,
    /// Its group, and its position in it.
    pub group: u32,
    /// See `group`.
    pub position: u32,
}

impl CellTouch {
    /// The cell.
    pub fn cell(&self) -> u32 {
        self.key as u32
    }
}

/// Accesses of a step; two to one cell by different processors conflict.
pub struct Accesses<'a> {
    pub(super) sites: Vec<AccessSite<'a>>,
    pub(super) ranks: &'a Ranks,
}

/// The accesses of one instruction of one group, by position.
pub(super) struct AccessSite<'a> {
    pub(super) group: u32,
    op: u32,
    pub(super) cells: AccessCells<'a>,
}

/// The accessed cells.
pub(super) enum AccessCells<'a> {
    /// One by each processor of the group, at one moment.
    Read(&'a [u32], u32),
    /// By these positions, each at its moment.
    Guarded(&'a [u32], &'a [(u32, u32)], Simultaneity),
    /// Cells and values.
    Written(&'a [i64], &'a [i64], Type),
}

impl<'a> Accesses<'a> {
    /// Whether one instruction of one group makes all accesses of a moment.
    pub(super) fn is_alone(&self, moment: u32) -> bool {
        let is_there = |site: &&AccessSite<'_>| match site.cells {
            AccessCells::Read(_, own) => own == moment,
            AccessCells::Guarded(..) | AccessCells::Written(..) => true,
        };
        self.sites.iter().filter(is_there).nth(1).is_none()
    }

    /// The recorded reads of a step by synchronous code; per access, only reads of the same moment
    /// conflict. (Asynchronous blocks are judged by their sections.)
    pub fn read(acting: &'a [Acting<'_>], ranks: &'a Ranks, simultaneity: Simultaneity) -> Self {
        let synchronous = (acting.iter().enumerate()).filter(|(_, actor)| actor.native.is_none());
        let sites = synchronous.flat_map(|(group, actor)| {
            actor.log.sites.iter().map(move |site| AccessSite {
                group: group as u32,
                op: site.op,
                cells: match &site.readers {
                    Readers::All(ordinal) => {
                        AccessCells::Read(&site.cells, moment(simultaneity, *ordinal))
                    }
                    Readers::Some(list) => AccessCells::Guarded(&site.cells, list, simultaneity),
                },
            })
        });
        Self {
            sites: sites.collect(),
            ranks,
        }
    }

    /// All writes of a step from synchronous code to shared memory, materialised.
    pub fn written(acting: &'a [Acting<'_>], ranks: &'a Ranks, names: TeamNames<'_>) -> Self {
        let sites = acting.iter().enumerate().filter_map(|(group, actor)| {
            let writes = actor.checked_writes()?;
            let ty = store::array_info(&writes, actor, names).element;
            Some(AccessSite {
                group: group as u32,
                op: WRITE,
                cells: AccessCells::Written(writes.cells, writes.values, ty),
            })
        });
        Self {
            sites: sites.collect(),
            ranks,
        }
    }
}

impl AccessSite<'_> {
    /// The word that the access at a position writes, and its type; `None` for reads.
    pub(super) fn written(&self, position: u32) -> Option<(i64, Type)> {
        match self.cells {
            AccessCells::Written(_, values, ty) => Some((values[position as usize], ty)),
            AccessCells::Read(..) | AccessCells::Guarded(..) => None,
        }
    }

    /// The moment of all its accesses; `None` if they have different ones.
    pub(super) fn moment(&self) -> Option<u32> {
        match self.cells {
            AccessCells::Read(_, moment) => Some(moment),
            AccessCells::Guarded(..) => None,
            AccessCells::Written(..) => Some(0),
        }
    }

    /// Passes every access to `f`.
    #[inline]
    pub(super) fn each(&self, ranks: &Ranks, f: impl FnMut(CellTouch)) {
        self.each_in(ranks, |_| true, f);
    }

    /// Passes the accesses to a cell at its moment to `f`.
    #[inline]
    pub(super) fn each_of(&self, ranks: &Ranks, wanted: u64, mut f: impl FnMut(CellTouch)) {
        let is_another = |moment| u64::from(moment) != wanted >> 32;
        if !self.moment().is_some_and(is_another) {
            let is_there = |cell| cell == wanted as u32;
            self.each_in(ranks, is_there, |touch| {
                if touch.key == wanted {
                    f(touch);
                }
            });
        }
    }

    /// Passes the accesses to some cells to `f`.
    #[inline]
    pub(super) fn each_in(
        &self,
        ranks: &Ranks,
        is_wanted: impl Fn(u32) -> bool,
        mut f: impl FnMut(CellTouch),
    ) {
        let mut pass_on = |key, position| {
            f(CellTouch {
                key,
                rank: ranks.rank(self.group as usize, position),
                op: self.op,
                group: self.group,
                position,
            });
        };
        match self.cells {
            AccessCells::Read(cells, moment) => {
                let is_wanted = |cell: &u32| is_wanted(*cell);
                each_wanted(cells, is_wanted, |at| {
                    pass_on(key(moment, cells[at]), at as u32);
                });
            }
            AccessCells::Guarded(cells, readers, simultaneity) => {
                let is_wanted = |cell: &u32| is_wanted(*cell);
                each_wanted(cells, is_wanted, |at| {
                    let (position, ordinal) = readers[at];
                    pass_on(key(moment(simultaneity, ordinal), cells[at]), position);
                });
            }
            AccessCells::Written(cells, ..) => {
                let is_wanted = |cell: &i64| is_wanted(*cell as u32);
                each_wanted(cells, is_wanted, |at| {
                    pass_on(cells[at] as u64, at as u32);
                });
            }
        }
    }
}

/// Calls `f` with the index of each wanted cell. The tests of 64 cells are collected in the bits of a
/// word before a branch depends on them, so that the CPU overlaps the loads of the tests.
#[inline]
fn each_wanted<T>(cells: &[T], is_wanted: impl Fn(&T) -> bool, mut f: impl FnMut(usize)) {
    for (number, cells) in cells.chunks(64).enumerate() {
        let mut wanted = 0_u64;
        for (at, cell) in cells.iter().enumerate() {
            wanted |= u64::from(is_wanted(cell)) << at;
        }
        while wanted != 0 {
            f(64 * number + wanted.trailing_zeros() as usize);
            wanted &= wanted - 1;
        }
    }
}

/// The moment of the k-th access of a processor.
pub(super) fn moment(simultaneity: Simultaneity, ordinal: u32) -> u32 {
    match simultaneity {
        Simultaneity::Step => 0,
        Simultaneity::Access => ordinal,
    }
}

pub(super) fn key(moment: u32, cell: u32) -> u64 {
    u64::from(moment) << 32 | u64::from(cell)
}
