//! The one test binary.

mod app;
mod architecture;
mod programs;
mod syntax;
