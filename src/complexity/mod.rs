//! From a series of exact counts to its growth: closed forms, fits, Θ classes, scaling over p.
//!
//! Counts are integers without noise, so a closed form either reproduces every one of them or is wrong.
//! The search is therefore exact (linear algebra over a prime field, coefficients reconstructed as
//! rationals and checked in rational arithmetic), simplest form first, and a form counts as found only
//! if sizes that were not used to find it agree. Statistics are used only if no such form exists, and
//! the result says so.

pub mod affine;
pub mod atom;
pub mod basis;
pub mod bounds;
pub mod class;
pub mod closed_form;
pub mod combination;
pub mod earned;
pub mod field;
pub mod finding;
pub mod fit;
pub mod formula;
pub mod further;
pub mod growth;
pub mod held_out;
pub mod identified;
pub mod joint;
pub mod levelling;
pub mod order;
pub mod parts;
pub mod region;
pub mod residues;
pub mod scaling;
pub mod search;
pub mod series;
pub mod term;
pub mod threshold;
pub mod tree;
