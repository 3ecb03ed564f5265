//! The one test binary.

mod app;
mod architecture;
mod complexity;
mod differential;
mod programs;
mod reference;
mod semantic;
mod syntax;
