//! The machine against its slow twin: one program, one input, one result.

mod cases;
mod corners;
pub mod dimensions;
pub mod generated;
pub mod generator;
mod line_reads;
pub mod load;
pub mod observed;
mod orders;
mod programs;
mod put_off;
mod random;
mod read;
mod sequential;
pub mod setting;
pub mod spmd;
mod sweeps;
mod turns;
mod unwritten;
mod ways;
mod work;
