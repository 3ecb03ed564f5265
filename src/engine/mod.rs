//! The engine: memory, and the operations on the words of one processor or of many.
//!
//! It knows kernels and words. Names, access rules, events and the time of a machine belong to the
//! layer above, which imports from here and never the other way round.

pub mod arithmetic;
pub mod grid;
pub mod handle;
pub mod memory;
pub mod refusal;
pub mod scalar;
pub mod tuning;
pub mod written;
