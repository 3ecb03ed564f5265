//! steps

pub mod deferral;
pub mod evaluation;
pub mod queue;
pub mod reserved;
pub mod step;
pub mod straight;
pub mod trips;
