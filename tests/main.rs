//! The one test binary.

mod differential;
mod files;
mod grammar;
mod proofs;
mod reference;
mod semantic;
mod syntax;
mod tape;
