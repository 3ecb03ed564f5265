//! A run on a GPU as text.

mod english;

pub(super) use english::cost;
pub use english::{kernels, lines, profiler};
