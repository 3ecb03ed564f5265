//! Orders of the accesses of asynchronous blocks, and runs in which the processors are executed one at a
//! time, each from one access to the next.

pub mod accesswise;
pub mod interleaving;
pub mod numbers;
pub mod order;
pub mod partial;
pub mod standing;
