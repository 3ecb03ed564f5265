//! Syntax tree to checked program.

pub mod accesses;
pub mod program;
