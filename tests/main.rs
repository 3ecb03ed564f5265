//! The one test binary.

mod app;
mod architecture;
mod differential;
mod documentation;
mod programs;
mod reference;
mod semantic;
mod syntax;
