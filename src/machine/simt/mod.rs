//! The GPU: kernels, whose items are divided into groups and executed by warps.
//!
//! The model is the hierarchical memory machine (K. Nakano, *The hierarchical memory machine model for GPUs*,
//! IPDPSW 2013): units, each with a banked memory of its own, around one global memory that serves whole
//! segments. Added are the issue of instructions, divergence, barriers, atomics and what a unit can hold.
//! `docs/gpu.md` defines what is counted, `schedule` the time.
//!
//! A warp is a team of processors, so that statements, calls, branches and faults are those of the other machines;
//! its branches are executed one after the other. Groups are executed in the order of their numbers, when the
//! schedule has room for them, and in a group warps in the order of theirs, each up to its next barrier. Nothing
//! that is counted depends on this order, and no value does, except those that atomics keep.
//!
//! | file | holds |
//! |---|---|
//! | `configuration` | the numbers of a GPU |
//! | `counts` | what is counted, and what a unit can hold |
//! | `access` | transactions, passes, rounds of an atomic |
//! | `schedule` | the time of a launch |
//! | `statement` | what a statement issues, from its kernel |
//! | `judge` | what a warp accesses, and whether that is a race |
//! | `races` | accesses that no barrier orders |
//! | `layout` | the memory of a group, and what an item needs |
//! | `launch` | the groups of a launch, one after the other |
//! | `run` | a launch in progress |
//! | `warp` | a statement of a warp |
//! | `atomic` | a `nedjeljivo` of a warp |
//! | `adapted` | a step of a block that is no kernel |
//! | `history` | what warps issued, with times |
//! | `recording` | the lanes, cells and values of an instruction |
//! | `fault` | what goes wrong in a kernel only |

mod access;
pub mod adapted;
mod atomic;
pub mod configuration;
pub mod counts;
pub mod fault;
pub mod history;
mod judge;
pub mod launch;
mod layout;
pub mod races;
mod recording;
pub mod run;
pub mod schedule;
mod statement;
mod warp;
