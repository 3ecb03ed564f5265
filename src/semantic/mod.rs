//! Syntax tree to checked program.

pub mod program;
