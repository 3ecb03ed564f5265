//! The effects of control instructions: assignments and control flow, blocks, calls, arrays.

pub mod arrays;
pub mod blocks;
pub mod branching;
pub mod calls;
pub mod effects;
pub mod entry;
mod extents;
mod random;
pub mod sequential;
pub mod teams;
mod views;
