//! The instruction code: what the machines execute.
//!
//! Two levels. A [`Kernel`](kernel::Kernel) is straight-line code over columns of values: it computes
//! what one statement needs for all active processors at once. A [`Control`](control::Control)
//! instruction is executed once by a whole group of processors and defines the effect of a kernel's
//! results: an assignment, a test, a block, a call. An [`Algorithm`](algorithm::Algorithm) consists of
//! these, together with what its processors hold.

pub mod algorithm;
pub mod control;
pub mod effect;
pub mod kernel;
mod lower;
pub mod operation;
mod parameters;
mod slots;
pub mod timeline;

pub use lower::lower;
pub use parameters::MachineParameters;
