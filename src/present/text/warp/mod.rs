//! Instructions of warps in words, in every language.

mod english;

pub use english::{NO_FIGURE, extent, sentence};
