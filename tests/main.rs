//! The one test binary.

mod programs;
