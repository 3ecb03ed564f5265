//! The one test binary.

mod reference;
