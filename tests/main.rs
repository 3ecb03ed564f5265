//! The one test binary.

mod programs;
mod reference;
