//! The one test binary.
mod app;
mod syntax;
