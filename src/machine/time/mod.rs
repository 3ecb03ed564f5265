//! time

pub mod barrier;
pub mod clock;
pub mod dataflow;
pub mod deadlock;
pub mod lockstep;
pub mod parts;
pub mod passed_parts;
pub mod pipeline;
