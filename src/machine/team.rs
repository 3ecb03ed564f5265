//! Teams: the processors that one block or one call brought together, and what each of them holds.
//!
//! A team's processors are numbered 0 … width−1 (their *lanes*). What they hold is stored by
//! columns: one value per lane for each scalar slot, one handle per lane for each array slot.

use std::sync::Arc;

use super::clock::Loaded;
use super::memory::{Cell, Region};
use super::section::Native;
use crate::code::kernel::Slot;
use crate::semantic::program::{AlgorithmId, BlockId};

/// Lane numbers are 32 bits: there are at most 2^32 processors in a team.
pub type Lane = u32;

/// A team in the machine's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TeamId(pub u32);

/// Some lanes of a team, ascending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lanes {
    /// 0 … n−1: all of them.
    All(u32),
    /// These.
    Some(Vec<Lane>),
}

impl Lanes {
    /// No lane.
    pub const NONE: Self = Self::Some(Vec::new());

    /// How many.
    pub fn len(&self) -> usize {
        match self {
            Self::All(width) => *width as usize,
            Self::Some(list) => list.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The lane at a position.
    pub fn at(&self, position: usize) -> Lane {
        match self {
            Self::All(_) => position as Lane,
            Self::Some(list) => list[position],
        }
    }

    /// Every lane in order.
    pub fn iter(&self) -> impl Iterator<Item = Lane> + '_ {
        (0..self.len()).map(|position| self.at(position))
    }

    /// Both together; they share no lane. `width` is the team's.
    #[must_use]
    pub fn union(self, other: Self, width: u32) -> Self {
        match (self, other) {
            (Self::All(n), _) | (_, Self::All(n)) => Self::All(n),
            (Self::Some(mine), Self::Some(theirs)) => {
                let merged = if theirs.is_empty() {
                    mine
                } else if mine.is_empty() {
                    theirs
                } else {
                    merge(&mine, &theirs)
                };
                if merged.len() == width as usize {
                    Self::All(width)
                } else {
                    Self::Some(merged)
                }
            }
        }
    }

    /// Those at the positions where the column is not 0, and the others.
    #[must_use]
    pub fn split(self, column: &[i64]) -> (Self, Self) {
        let holding = column.iter().filter(|word| **word != 0).count();
        if holding == column.len() {
            return (self, Self::NONE);
        }
        if holding == 0 {
            return (Self::NONE, self);
        }
        let mut yes = Vec::with_capacity(holding);
        let mut no = Vec::with_capacity(column.len() - holding);
        for (position, word) in column.iter().enumerate() {
            let list = if *word == 0 { &mut no } else { &mut yes };
            list.push(self.at(position));
        }
        (Self::Some(yes), Self::Some(no))
    }
}

fn merge(a: &[Lane], b: &[Lane]) -> Vec<Lane> {
    let mut merged = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        if a[i] < b[j] {
            merged.push(a[i]);
            i += 1;
        } else {
            merged.push(b[j]);
            j += 1;
        }
    }
    merged.extend_from_slice(&a[i..]);
    merged.extend_from_slice(&b[j..]);
    merged
}

/// A scalar of every lane.
#[derive(Debug, Clone)]
pub enum ScalarColumn {
    /// An index: `from + lane · stride`.
    Affine {
        /// Value of lane 0.
        from: i64,
        /// Difference from lane to lane.
        stride: i64,
    },
    /// One word each.
    Words(Vec<i64>),
}

/// The value at a place of a row that goes on by a stride. It lies between the ends of its range:
/// what wraps on the way there wraps back.
pub fn affine(from: i64, stride: i64, at: i64) -> i64 {
    from.wrapping_add(stride.wrapping_mul(at))
}

/// An array as one lane knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Handle {
    /// Its first cell.
    pub base: Cell,
    /// Elements, or rows.
    pub rows: u32,
    /// 1, or columns.
    pub columns: u32,
}

impl Handle {
    /// Number of elements.
    pub fn cells(self) -> usize {
        self.rows as usize * self.columns as usize
    }
}

/// An array slot of every lane.
#[derive(Debug, Clone)]
pub enum ArrayColumn {
    /// The same for all.
    Uniform(Handle),
    /// One each.
    Each(Vec<Handle>),
}

impl ArrayColumn {
    /// The handle of a lane.
    pub fn at(&self, lane: Lane) -> Handle {
        match self {
            Self::Uniform(handle) => *handle,
            Self::Each(handles) => handles[lane as usize],
        }
    }
}

/// Which lane of another team a lane stems from.
#[derive(Debug, Clone)]
pub enum Origin {
    /// All from this one.
    One(Lane),
    /// Lane by lane the same.
    Same,
    /// This one each.
    Each(Arc<[Lane]>),
}

impl Origin {
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
#[derive(Debug)]
pub struct Team {
    /// Whose code its processors execute.
    pub algorithm: AlgorithmId,
    /// Which block of it; 0 for a call.
    pub block: BlockId,
    /// How many processors.
    pub width: u32,
    /// Who brought it together; none for the run's first.
    pub creator: Option<TeamId>,
    /// Which processor of the creator each stems from. In a call it *is* that processor.
    pub origin: Origin,
    /// Scalars by slot.
    pub scalars: Vec<ScalarColumn>,
    /// For tracked scalars, by slot, 1 where a lane has written it.
    pub scalars_written: Vec<Option<Vec<u8>>>,
    /// Arrays by slot.
    pub arrays: Vec<Option<ArrayColumn>>,
    /// Cells that are given back when the team is done, with the slot that holds them.
    pub owned: Vec<(Slot, Region)>,
    /// How many calls are around it.
    pub depth: u32,
    /// What kind of block, if any, its processors are in.
    pub inside: Inside,
    /// The sections of an asynchronous block.
    pub native: Option<Box<Native>>,
    /// Which runs of accesses loaded what its processors hold.
    pub loaded: Loaded,
}

/// What kind of block processors are in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inside {
    /// None: the one processor of sequential code.
    Sequential,
    /// A synchronous one.
    Synchronous,
    /// An asynchronous one, which this team is or was called from.
    Native(TeamId),
}
