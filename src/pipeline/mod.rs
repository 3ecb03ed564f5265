//! The one path from source to result.

pub use crate::machine::configuration::{Branches, Configuration, Limits, OnViolation};
pub use crate::report::run::{ClaimOutcome, Run};
