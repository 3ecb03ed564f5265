//! Formulas in normal form, sums in closed form, and signs. Knows nothing of programs.

pub(in crate::derivation) mod exponents;
pub(in crate::derivation) mod extremes;
pub(in crate::derivation) mod facts;
pub mod formula;
mod logarithm_sums;
pub(in crate::derivation) mod logarithms;
pub(in crate::derivation) mod nested_rounding;
pub(in crate::derivation) mod number;
pub(in crate::derivation) mod roots;
pub(in crate::derivation) mod rounding;
pub(in crate::derivation) mod samples;
mod shared;
pub(in crate::derivation) mod signs;
pub(in crate::derivation) mod sum;
mod varied;
