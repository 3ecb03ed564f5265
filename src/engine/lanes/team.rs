//! Teams: the processors that one block or one call brought together, and what each of them holds.
//!
//! A team's processors are numbered 0 … width−1 (their *lanes*). What they hold is stored by
//! columns: one value per lane for each scalar slot, one handle per lane for each array slot.

use std::sync::Arc;

use super::column::Column;
use super::selection::{Lane, Selection};
use super::shape::{Outlook, RegisterShape};
use super::shapes_of_parts::ShapesOfParts;
use crate::code::control::Pc;
use crate::code::kernel::Slot;
use crate::engine::cells::{Cell, Region};
use crate::engine::handle::Handle;
use crate::program::{AlgorithmId, BlockId};

/// A team in the machine's table.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TeamId(pub u32);

/// An array slot of every lane.
#[derive(Debug, Clone)]
pub enum ArrayColumn {
    /// The same for all.
    Uniform(Handle),
    /// One each, all of the same extent, side by side.
    Row {
        /// That of lane 0.
        first: Handle,
        /// Cells from one lane's to the next one's.
        apart: Cell,
    },
    /// One each.
    Each(Vec<Handle>),
}

impl ArrayColumn {
    /// The handle of a lane.
    pub fn at(&self, lane: Lane) -> Handle {
        match self {
            Self::Uniform(handle) => *handle,
            Self::Row { first, apart } => first.moved(apart * lane),
            Self::Each(handles) => handles[lane as usize],
        }
    }

    /// Arrays that lie side by side, in the order of all lanes.
    pub fn of_row(handles: Vec<Handle>) -> Self {
        let [first, second, ..] = handles.as_slice() else {
            return Self::Each(handles);
        };
        let apart = second.base.wrapping_sub(first.base);
        let row = Self::Row {
            first: *first,
            apart,
        };
        let fits = (0_u32..).zip(&handles).all(|(lane, handle)| {
            let base = u64::from(first.base) + u64::from(apart) * u64::from(lane);
            u64::from(handle.base) == base && handle.lengths == first.lengths
        });
        if fits { row } else { Self::Each(handles) }
    }
}

/// Which lane of another team a lane stems from.
#[derive(Debug, Clone)]
pub enum Ancestry {
    /// All from this one.
    One(Lane),
    /// Lane by lane the same.
    Same,
    /// This one each.
    Each(Arc<[Lane]>),
}

impl Ancestry {
    /// Where a lane stems from.
    pub fn of(&self, lane: Lane) -> Lane {
        match self {
            Self::One(origin) => *origin,
            Self::Same => lane,
            Self::Each(origins) => origins[lane as usize],
        }
    }
}

/// A team.
#[derive(Debug, Clone)]
pub struct Team {
    /// The algorithm whose code its processors execute.
    pub algorithm: AlgorithmId,
    /// Which block of it; 0 for a call.
    pub block: BlockId,
    /// Number of processors.
    pub width: u32,
    /// The team that opened the block or made the call; none for the run's first.
    pub creator: Option<TeamId>,
    /// Of a call: the instruction of the creator's algorithm that made it.
    pub called: Option<Pc>,
    /// Which processor of the creator each stems from. In a call it *is* that processor.
    pub origin: Ancestry,
    /// Scalars by slot.
    pub scalars: Vec<Column>,
    /// For tracked scalars, by slot, 1 where a lane has written it.
    pub scalars_written: Vec<Option<Vec<u8>>>,
    /// The scalars whose values are a line for some lanes.
    pub shapes_of_parts: ShapesOfParts,
    /// Arrays by slot.
    pub arrays: Vec<Option<ArrayColumn>>,
    /// Cells that are given back when the team is done, with the slot that holds them.
    pub owned: Vec<(Slot, Region)>,
    /// How many calls are around it.
    pub depth: u32,
    /// What kind of block, if any, its processors are in.
    pub regime: Regime,
    /// A number that no other team of the run has.
    pub serial: u64,
}

impl Team {
    /// Records that some lanes get new values of a scalar, and their shape.
    pub fn note_written(&mut self, slot: usize, lanes: &Selection, shape: RegisterShape) {
        if let Some(written) = &mut self.scalars_written[slot] {
            match lanes {
                Selection::All(_) => written.fill(1),
                Selection::List(list) => list.iter().for_each(|lane| written[*lane as usize] = 1),
            }
        }
        self.shapes_of_parts.assign(slot, lanes, shape);
    }

    /// The shape of a scalar for some lanes, if its values are a line.
    pub fn line(&self, slot: usize, lanes: &Selection) -> Option<RegisterShape> {
        let column = &self.scalars[slot];
        let (from, stride) = match column.shape {
            RegisterShape::Constant(value) => return Some(RegisterShape::Constant(value)),
            RegisterShape::Sequence { from, stride } => (from, stride),
            _ if lanes.len() == 1 => {
                return Some(RegisterShape::Constant(column.of_lane(lanes.at(0))));
            }
            _ => match self.shapes_of_parts.of(slot, lanes)? {
                RegisterShape::Sequence { from, stride } => (from, stride),
                shape => return Some(shape),
            },
        };
        match RegisterShape::of_line(from.into(), stride.into(), lanes.range()) {
            Outlook::Known(shape) => Some(shape),
            Outlook::Fails | Outlook::Unknown => None,
        }
    }

    /// Whether a lane has written a scalar; true where that is not tracked.
    pub fn has_written(&self, slot: usize, lane: Lane) -> bool {
        self.scalars_written[slot]
            .as_ref()
            .is_none_or(|written| written[lane as usize] != 0)
    }
}

/// What kind of block processors are in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Regime {
    /// None: the one processor of sequential code.
    Sequential,
    /// A synchronous one.
    Synchronous,
    /// An asynchronous one, which this team is or was called from.
    Sections(TeamId),
}
