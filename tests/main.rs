//! The one test binary.
mod app;
