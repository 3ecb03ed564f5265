//! The one test binary.

mod app;
mod architecture;
mod complexity;
mod differential;
mod programs;
mod reference;
mod report;
mod semantic;
mod syntax;
