//! The one test binary.

mod semantic;
mod syntax;
