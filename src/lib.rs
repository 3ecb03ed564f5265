//! An interpreter and cost analyzer for parallel algorithms written in lecture pseudocode.

pub mod code;
pub mod cost;
pub mod diagnostic;
pub mod machine;
pub mod pipeline;
pub mod report;
pub mod semantic;
pub mod source;
pub mod syntax;
