//! Orders of the accesses of asynchronous blocks: which there are, and a run in which the
//! processors go one by one, each from one access to the next.

pub mod accesswise;
pub mod interleaving;
pub mod numbers;
pub mod order;
pub mod partial;
pub mod standing;
