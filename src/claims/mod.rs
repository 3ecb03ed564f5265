//! Claims: what is wrong with them whatever runs, and whether they hold.
//!
//! What shows it is data, [`crate::result::claim`], whose words lie beside it. A run is judged in
//! [`run`]; runs of many sizes, and formulas that follow from the program's text, by those who have
//! them, with the rules of [`growth`] and [`ratios`].

pub mod about;
pub mod expression;
pub mod growth;
pub mod logarithm;
pub mod ratios;
pub mod run;
pub mod unreadable;

pub use run::{ClaimSubject, outcomes};
