//! The machines: lanes, memory with access stamps, access rules, schedules.

pub mod configuration;
pub mod generator;
pub mod model;
pub mod value;
pub mod violation;
