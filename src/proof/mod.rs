//! Proofs that accesses to shared memory are exclusive, for every input and every size.
//!
//! The program is followed once with symbols in place of numbers: `walker` holds the state, `statement`,
//! `repetition` and `call` follow the statements, `evaluate` turns expressions into `polynomial`s over
//! `symbol`s. Every step yields `record`s, accesses as functions of their processor, and `meeting`
//! examines any two that may be simultaneous: can two processors access the same cell? In an
//! asynchronous block, `section` determines which accesses may be simultaneous. They cannot if the
//! conditions are a `contradiction`.
//!
//! A contradiction is a proof. Otherwise no proof was found: accesses remain open if the program uses
//! features that are not followed here (recursion, blocks inside asynchronous blocks, values from
//! memory), or if the proof would take too long.

mod bounds;
mod call;
mod certificate;
mod contradiction;
mod evaluate;
mod finding;
mod meeting;
mod polynomial;
mod question;
mod record;
mod repetition;
mod section;
mod state;
mod statement;
mod symbol;
mod view;
mod walker;

pub use finding::{Exclusivity, Findings};
pub use walker::Timing;

use crate::program::Program;

/// Proves properties of the accesses of a program.
pub fn prove(program: &Program, timing: Timing) -> Findings {
    walker::Walker::run(program, timing)
}
