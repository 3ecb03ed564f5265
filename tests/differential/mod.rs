//! The machine against its slow twin: one program, one input, one result.

mod corners;
mod generated;
mod generator;
pub mod load;
mod observed;
mod programs;
