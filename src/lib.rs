//! An interpreter and cost analyzer for parallel algorithms written in lecture pseudocode.

pub mod diagnostic;
pub mod semantic;
pub mod source;
pub mod syntax;
