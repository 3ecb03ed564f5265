//! Why an array cannot lie in the processors in the way that its declaration asks for.

/// Why an array cannot be distributed in some way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undistributed {
    /// It has no rows, columns or squares.
    OneDimension,
    /// Its blocks have no elements.
    NoBlock {
        /// How many elements it is given.
        length: i64,
    },
    /// There is no square of processors.
    NoSquare {
        /// How many there are.
        processors: u32,
    },
}
