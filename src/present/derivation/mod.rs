//! Derivations as rows of texts, and formulas as texts.

pub mod formula;
pub mod shown;
