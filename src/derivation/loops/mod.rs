//! Loops: their ranges, the evolution of scalars, and the number of iterations.

pub(in crate::derivation) mod carried;
pub(in crate::derivation) mod common;
pub(in crate::derivation) mod courses;
pub(in crate::derivation) mod exit;
pub(in crate::derivation) mod longest;
pub(in crate::derivation) mod most_turns;
pub(in crate::derivation) mod parts;
pub(in crate::derivation) mod ranges;
pub(in crate::derivation) mod skips;
pub(in crate::derivation) mod squares;
pub(in crate::derivation) mod summed;
mod trip_count;
pub(in crate::derivation) mod turn;
pub(in crate::derivation) mod turns;
pub(in crate::derivation) mod updates;
pub(in crate::derivation) mod while_loop;
