//! Random programs of processors, and of tasks, that exchange messages, on the machine and on the twin.

mod agreements;
pub mod blocks;
mod compared;
pub mod generator;
mod phases;
mod queues;
pub mod setting;
mod shares;
