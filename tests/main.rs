//! The one test binary.

mod app;
mod apram;
mod architecture;
mod differential;
mod documentation;
mod explain;
mod format;
mod programs;
mod reference;
mod semantic;
mod syntax;
