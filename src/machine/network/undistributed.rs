//! Why an array cannot be distributed over the processors as its declaration asks for.

/// Why an array cannot be distributed in some way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undistributed {
    /// It has no rows, columns or squares.
    OneDimension,
    /// Its blocks have no elements.
    NoBlock {
        /// The number of elements.
        length: i64,
    },
    /// The number of processors is no square.
    NoSquare { processors: u32 },
}
