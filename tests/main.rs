//! The one test binary.

mod differential;
mod programs;
mod reference;
