//! Branches, and the index values for which processors take them, stay or leave.

mod between;
pub(in crate::derivation) mod branch;
pub(in crate::derivation) mod by_size;
pub(in crate::derivation) mod complement;
pub(in crate::derivation) mod digit;
pub(in crate::derivation) mod groups;
pub(in crate::derivation) mod index_set;
pub(in crate::derivation) mod leaving;
pub(in crate::derivation) mod nested;
mod operands;
pub(in crate::derivation) mod presence;
pub(in crate::derivation) mod quadratic;
pub(in crate::derivation) mod remainder;
pub(in crate::derivation) mod restriction;
pub(in crate::derivation) mod returned;
mod same_steps;
pub(in crate::derivation) mod serial;
pub(in crate::derivation) mod threshold;
pub(in crate::derivation) mod together;
