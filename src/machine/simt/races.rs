//! Accesses of one cell that nothing orders: by items of a group in one interval between its barriers, or by
//! items of different groups in one launch.
//!
//! Groups are executed in the order of their numbers. So an access meets one of another group exactly if the
//! first access of its kind in the launch was made by another group. In an interval warps are executed in the
//! order of their numbers, so the same holds for warps; of the current warp, the last access of each lane in its
//! current phase is kept.

use std::collections::HashMap;

use smallvec::SmallVec;

use super::configuration::WarpOrder;
use crate::engine::cells::Cell;
use crate::machine::rules::store::differ;
use crate::program::Type;
use crate::source::Span;

/// What an access does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemAccessKind {
    Read,
    /// With the value.
    Write(i64),
    Atomic,
}

/// The kinds of access, as an index.
const KINDS: usize = 3;

impl ItemAccessKind {
    fn index(self) -> usize {
        match self {
            Self::Read => 0,
            Self::Write(_) => 1,
            Self::Atomic => 2,
        }
    }
}

/// Who made an access, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Accessor {
    /// The group.
    pub group: u32,
    /// The item of the group.
    pub item: u32,
    /// The access in the source, as a number of the launch.
    pub site: u32,
}

/// An access of an item, with its place in the execution of its warp.
#[derive(Debug, Clone, Copy)]
pub struct ItemAccess<'a> {
    pub who: Accessor,
    pub kind: ItemAccessKind,
    /// The warp in the group.
    pub warp: u32,
    /// The lane of the warp.
    pub lane: u32,
    /// How many barriers of all its lanes came before; with ordered statements, the number of the statement.
    pub phase: u64,
    /// The lanes at each barrier of some of its lanes in this phase so far.
    pub partial: &'a [u64],
}

impl ItemAccess<'_> {
    fn bit(&self) -> u64 {
        1 << self.lane
    }

    /// The lanes that a barrier of the warp, after so many of the phase, orders before the access, and its own.
    fn ordered_after(&self, barriers: usize) -> u64 {
        let with_own = self.partial[barriers..]
            .iter()
            .filter(|lanes| *lanes & self.bit() != 0);
        with_own.fold(self.bit(), |ordered, lanes| ordered | lanes)
    }
}

/// Two accesses that nothing orders: an earlier one, and that which was just made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MetAccess {
    pub first: Accessor,
    pub first_kind: usize,
    /// Whether they are of one group.
    pub is_in_group: bool,
}

/// The last accesses of some lanes in a phase of their warp.
#[derive(Debug, Clone, Copy)]
struct OfLanes {
    lanes: u64,
    /// How many barriers of some lanes came before in the phase.
    barriers: usize,
    /// The access in the source.
    site: u32,
}

/// The accesses of one kind of a cell in an interval.
#[derive(Debug, Clone, Default)]
struct OfInterval {
    /// The first of the interval, and its warp.
    first: Option<(Accessor, u32)>,
    /// The warp and the phase of the last.
    warp: u32,
    phase: u64,
    /// The last access of each lane in that phase.
    here: SmallVec<[OfLanes; 1]>,
}

impl OfInterval {
    /// One that the access is not ordered with.
    fn opponent(&self, access: &ItemAccess<'_>) -> Option<Accessor> {
        let (first, warp) = self.first?;
        if warp != access.warp {
            return Some(first);
        }
        if (self.warp, self.phase) != (access.warp, access.phase) {
            return None;
        }
        self.here.iter().find_map(|own| {
            let lanes = own.lanes & !access.ordered_after(own.barriers);
            let item = access.who.item - access.lane + lanes.trailing_zeros();
            (lanes != 0).then_some(Accessor {
                item,
                site: own.site,
                ..access.who
            })
        })
    }

    fn note(&mut self, access: &ItemAccess<'_>) {
        self.first.get_or_insert((access.who, access.warp));
        if (self.warp, self.phase) != (access.warp, access.phase) {
            (self.warp, self.phase) = (access.warp, access.phase);
            self.here.clear();
        }
        self.here.retain_mut(|own| {
            own.lanes &= !access.bit();
            own.lanes != 0
        });
        let (barriers, site) = (access.partial.len(), access.who.site);
        match self.here.last_mut() {
            Some(last) if (last.barriers, last.site) == (barriers, site) => {
                last.lanes |= access.bit();
            }
            _ => self.here.push(OfLanes {
                lanes: access.bit(),
                barriers,
                site,
            }),
        }
    }
}

/// The value that all writes of a cell have in common.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Written {
    #[default]
    Nothing,
    Same(i64),
    Different,
}

impl Written {
    fn and(self, value: i64) -> Self {
        match self {
            Self::Nothing => Self::Same(value),
            Self::Same(own) if own == value => self,
            Self::Same(_) | Self::Different => Self::Different,
        }
    }
}

#[derive(Debug, Clone, Default)]
struct CellOfInterval {
    kinds: [OfInterval; KINDS],
    written: Written,
}

/// The accesses of a cell in a launch.
#[derive(Debug, Clone, Copy, Default)]
struct CellOfLaunch {
    launch: u32,
    first: [Option<Accessor>; KINDS],
    written: Written,
}

/// Bytes for each cell of memory.
pub const BYTES_PER_CELL: u64 = size_of::<CellOfLaunch>() as u64;

/// The accesses of a launch so far.
#[derive(Debug, Default)]
pub struct RaceStamps {
    interval: HashMap<Cell, CellOfInterval>,
    cells: Vec<CellOfLaunch>,
    launch: u32,
}

impl RaceStamps {
    /// Begins a launch; `cells` is the number of cells of the memory.
    pub fn begin_launch(&mut self, cells: usize) {
        if self.cells.len() < cells {
            self.cells.resize(cells, CellOfLaunch::default());
        }
        if self.launch == u32::MAX {
            self.cells.fill(CellOfLaunch::default());
            self.launch = 0;
        }
        self.launch += 1;
        self.begin_interval();
    }

    /// Begins an interval of a group.
    pub fn begin_interval(&mut self) {
        self.interval.clear();
    }

    /// Notes an access of a cell, which groups share or not; the result is an earlier access that it meets.
    pub fn note(
        &mut self,
        cell: Cell,
        access: &ItemAccess<'_>,
        is_global: bool,
    ) -> Option<MetAccess> {
        let own = self.interval.entry(cell).or_default();
        let mut met = opposing(access.kind, own.written).find_map(|kind| {
            let first = own.kinds[kind].opponent(access)?;
            Some(MetAccess {
                first,
                first_kind: kind,
                is_in_group: true,
            })
        });
        own.kinds[access.kind.index()].note(access);
        if let ItemAccessKind::Write(value) = access.kind {
            own.written = own.written.and(value);
        }
        if !is_global {
            return met;
        }
        let shared = &mut self.cells[cell as usize];
        if shared.launch != self.launch {
            *shared = CellOfLaunch {
                launch: self.launch,
                ..CellOfLaunch::default()
            };
        }
        met = met.or_else(|| {
            opposing(access.kind, shared.written).find_map(|kind| {
                let first = shared.first[kind].filter(|first| first.group != access.who.group)?;
                Some(MetAccess {
                    first,
                    first_kind: kind,
                    is_in_group: false,
                })
            })
        });
        shared.first[access.kind.index()].get_or_insert(access.who);
        if let ItemAccessKind::Write(value) = access.kind {
            shared.written = shared.written.and(value);
        }
        met
    }
}

/// The kinds of access that one is not ordered with. Writes of one value are no race.
fn opposing(kind: ItemAccessKind, written: Written) -> impl Iterator<Item = usize> {
    let kinds: &[usize] = match kind {
        ItemAccessKind::Read => &[1, 2],
        ItemAccessKind::Write(value) if written.and(value) == Written::Same(value) => &[0, 2],
        ItemAccessKind::Write(_) => &[0, 1, 2],
        ItemAccessKind::Atomic => &[0, 1],
    };
    kinds.iter().copied()
}

/// The phase of a statement: what orders it with others of its warp.
pub fn phase(order: WarpOrder, barriers: u64, statements: u64) -> u64 {
    match order {
        WarpOrder::Apart => barriers,
        WarpOrder::Together => statements,
    }
}

/// The places of accesses in the source, by their numbers.
#[derive(Debug, Default)]
pub struct RacingSites {
    spans: Vec<Span>,
    numbers: HashMap<Span, u32>,
}

impl RacingSites {
    /// The number of a place.
    pub fn number(&mut self, span: Span) -> u32 {
        *self.numbers.entry(span).or_insert_with(|| {
            self.spans.push(span);
            self.spans.len() as u32 - 1
        })
    }

    /// The place with a number.
    pub fn span(&self, number: u32) -> Span {
        self.spans[number as usize]
    }
}

/// A word for comparison: reals have two zeros, which are one value.
pub(super) fn same_zero(word: i64, ty: Type) -> i64 {
    if differ(word, 0, ty) { word } else { 0 }
}
