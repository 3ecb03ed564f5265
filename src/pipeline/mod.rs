//! The one path from source to result.

mod engine;

pub use engine::run;

pub use crate::machine::configuration::{Branches, Configuration, Limits, OnViolation};
pub use crate::report::run::{ClaimOutcome, Run};
