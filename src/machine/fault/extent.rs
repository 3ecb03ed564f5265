//! How long arrays are whose lengths a fault is about.

use crate::engine::handle::Handle;

/// How long something is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArrayExtent {
    /// An array, by its dimensions.
    Array(Vec<usize>),
    /// An array of three or four dimensions that a subscript exceeds in this dimension.
    ArrayAlong {
        /// Its dimensions.
        lengths: Vec<usize>,
        /// The dimension in which the subscript is outside.
        axis: usize,
    },
    /// A section, by its dimensions.
    Section(Vec<i64>),
    /// One dimension of an array of this rank.
    Dimension {
        /// The number of dimensions.
        rank: u8,
        /// Which.
        dimension: u8,
        /// Its length.
        length: u32,
    },
    /// A list of values.
    List(usize),
}

/// What has another length than an array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LengthOwner {
    /// An array or a section, as written.
    Array(String),
    /// The list with which the array is declared.
    List,
    /// The value that the array gets.
    Value,
}

impl ArrayExtent {
    /// A whole array of this rank.
    pub fn of(handle: Handle, rank: u8) -> Self {
        Self::Array(handle.dimensions(rank))
    }

    /// An array of this rank that a subscript exceeds in a dimension.
    pub fn at(handle: Handle, rank: u8, axis: u8) -> Self {
        let lengths = handle.dimensions(rank);
        if rank < 3 {
            return Self::Array(lengths);
        }
        Self::ArrayAlong {
            lengths,
            axis: axis.into(),
        }
    }

    /// One dimension of an array of this rank.
    pub fn along(handle: Handle, rank: u8, dimension: u8) -> Self {
        Self::Dimension {
            rank,
            dimension,
            length: handle.lengths[usize::from(dimension)],
        }
    }
}
