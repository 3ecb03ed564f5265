//! What is wrong with a run, in words.

pub mod advice;
mod branches;
mod english;
pub mod explanation;
pub mod problems;
pub mod race;
pub mod violation;
