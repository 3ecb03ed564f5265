//! Derivations as rows of texts, formulas as texts, and the files that hold both.

pub mod document;
mod english;
pub mod formula;
pub mod html;
pub mod latex;
mod powers;
pub mod rows;
pub mod shown;
pub mod sizes;
