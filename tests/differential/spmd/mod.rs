//! Random programs of processors that exchange messages, on the machine and on the twin.

mod compared;
pub mod generator;
mod phases;
pub mod setting;
mod shares;
