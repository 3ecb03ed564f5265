//! Teams: the processors of one block or call, and their scalars and arrays.
//!
//! A team's processors are numbered 0 … width−1 (their *lanes*). Their state is stored by columns: one
//! value per lane for each scalar slot, one handle per lane for each array slot.

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
    /// The same array for all.
    Uniform(Handle),
    /// One array each, with equal lengths, adjacent in memory.
    Row {
        /// That of lane 0.
        first: Handle,
        /// The distance in cells from one lane's array to the next one's.
        distance: Cell,
    },
    /// One array each.
    Each(Vec<Handle>),
}

impl ArrayColumn {
    /// The handle of a lane.
    pub fn at(&self, lane: Lane) -> Handle {
        match self {
            Self::Uniform(handle) => *handle,
            Self::Row { first, distance } => first.moved(distance * lane),
            Self::Each(handles) => handles[lane as usize],
        }
    }

    /// Arrays that are adjacent in memory, in the order of all lanes.
    pub fn of_row(handles: Vec<Handle>) -> Self {
        let [first, second, ..] = handles.as_slice() else {
            return Self::Each(handles);
        };
        let distance = second.base.wrapping_sub(first.base);
        let row = Self::Row {
            first: *first,
            distance,
        };
        let fits = (0_u32..).zip(&handles).all(|(lane, handle)| {
            let base = u64::from(first.base) + u64::from(distance) * u64::from(lane);
            u64::from(handle.base) == base && handle.lengths == first.lengths
        });
        if fits { row } else { Self::Each(handles) }
    }
}

/// The lane of another team from which a lane descends.
#[derive(Debug, Clone)]
pub enum Ancestry {
    /// All lanes descend from this one.
    One(Lane),
    /// Each lane descends from the lane with the same number.
    Same,
    /// The origin of each lane.
    Each(Arc<[Lane]>),
}

impl Ancestry {
    /// The origin of a lane.
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
    /// The block; 0 for a call.
    pub block: BlockId,
    /// Number of processors.
    pub width: u32,
    /// The number of lane 0 among the processors of its block, which several teams may share: the warps of a
    /// kernel.
    pub first_lane: Lane,
    /// The team that opened the block or made the call. None for the first team of a run.
    pub creator: Option<TeamId>,
    /// For a call: the instruction of the creator's algorithm that made it.
    pub called: Option<Pc>,
    /// The processor of the creator from which each descends. In a call it is the same processor.
    pub origin: Ancestry,
    /// Scalars by slot.
    pub scalars: Vec<Column>,
    /// By slot, for tracked scalars: 1 if a lane has written the scalar.
    pub scalars_written: Vec<Option<Vec<u8>>>,
    /// The scalars whose values are constant or affine for some lanes.
    pub shapes_of_parts: ShapesOfParts,
    /// Arrays by slot.
    pub arrays: Vec<Option<ArrayColumn>>,
    /// Cells that are released when the team ends, with the slot that refers to them.
    pub owned: Vec<(Slot, Region)>,
    /// The number of enclosing calls.
    pub depth: u32,
    /// The kind of the enclosing block, if any.
    pub regime: Regime,
    /// A number that is unique in the run.
    pub serial: u64,
}

impl Team {
    /// Records that some lanes assign a scalar, and the shape of the new values.
    pub fn note_written(&mut self, slot: usize, lanes: &Selection, shape: RegisterShape) {
        if let Some(written) = &mut self.scalars_written[slot] {
            match lanes {
                Selection::All(_) => written.fill(1),
                Selection::List(list) => list.iter().for_each(|lane| written[*lane as usize] = 1),
            }
        }
        self.shapes_of_parts.assign(slot, lanes, shape);
    }

    /// The shape of a scalar for some lanes, if it is constant or affine.
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

    /// Whether a lane has written a scalar; true if this is not tracked.
    pub fn has_written(&self, slot: usize, lane: Lane) -> bool {
        self.scalars_written[slot]
            .as_ref()
            .is_none_or(|written| written[lane as usize] != 0)
    }
}

/// The kind of block that processors are in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Regime {
    /// No block: the single processor of sequential code.
    Sequential,
    /// A synchronous block.
    Synchronous,
    /// An asynchronous block, in which this team is or from which it was called.
    Sections(TeamId),
    /// A warp of a kernel, whose branches are executed one after the other.
    Warp,
}
