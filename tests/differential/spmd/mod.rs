//! Random programs of processors that exchange messages, on the machine and on the twin.

mod compared;
mod generator;
mod phases;
mod setting;
mod shares;
