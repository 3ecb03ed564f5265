//! Claims: errors in them that do not depend on a run, and whether they hold.
//!
//! The evidence is data, [`crate::result::claim`], which also has its wording. [`run`] judges by one
//! run; runs of many sizes, and formulas that follow from the program's text, are judged where they are
//! available, with the rules of [`growth`] and [`ratios`].

pub mod about;
pub mod expression;
pub mod growth;
pub mod logarithm;
mod problem;
pub mod ratios;
pub mod run;
pub mod unreadable;

pub use run::{ClaimSubject, outcomes};
