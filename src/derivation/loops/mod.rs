//! Loops: their ranges, the evolution of scalars, and the number of iterations.

pub(in crate::derivation) mod carried;
pub(in crate::derivation) mod common;
pub(in crate::derivation) mod evolutions;
pub(in crate::derivation) mod exit;
pub(in crate::derivation) mod iteration;
pub(in crate::derivation) mod iterations;
pub(in crate::derivation) mod longest;
pub(in crate::derivation) mod most_iterations;
pub(in crate::derivation) mod parts;
pub(in crate::derivation) mod ranges;
pub(in crate::derivation) mod skips;
pub(in crate::derivation) mod squares;
pub(in crate::derivation) mod summed;
mod trip_count;
pub(in crate::derivation) mod updates;
pub(in crate::derivation) mod while_loop;
