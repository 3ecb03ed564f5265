//! The machine against its slow twin: one program, one input, one result.

pub mod generated;
pub mod generator;
mod load;
pub mod observed;
mod programs;
