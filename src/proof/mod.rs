//! Proofs that accesses to shared memory are exclusive, for every input and every size.
//!
//! The program is followed once with symbols in place of numbers: `walker` holds the state,
//! `statement`, `repetition` and `call` are the ways through it, `evaluate` makes
//! expressions `polynomial`s over `symbol`s. Every step gives `record`s, accesses as functions
//! of their processor, and of any two that may take place together `meeting` asks: can two
//! processors come to one cell? In an asynchronous block `section` tells what may take place
//! together. The answer is "no" where what would have to hold is a `contradiction`.
//!
//! An answer "no" is a proof. All else means only that none was found: where a program does what
//! is not followed here (recursion, blocks inside asynchronous blocks, values from memory), or
//! where the work would be too much, what it touches stays open.

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

/// What can be shown of the accesses of a program.
pub fn prove(program: &Program, timing: Timing) -> Findings {
    walker::Walker::run(program, timing)
}
