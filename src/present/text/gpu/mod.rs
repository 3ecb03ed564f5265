//! A run on a GPU as text.

pub mod english;

pub(super) use english::cost;
pub use english::{kernels, lines, profiler};
