//! Text to syntax tree.

pub mod ast;
pub mod include;
