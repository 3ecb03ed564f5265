//! control

pub mod arrays;
pub mod blocks;
pub mod branching;
pub mod calls;
pub mod effects;
pub mod entry;
pub mod sequential;
pub mod teams;
