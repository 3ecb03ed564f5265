//! The engine: memory, and the values of many processors. It executes kernels on words; names, access
//! rules, events and machines are not part of it.
//!
//! To read it in order:
//!
//! | module | holds |
//! |---|---|
//! | `arithmetic` | the operations on words, one loop each |
//! | `memory`, `initialised`, `incomplete`, `strided_set`, `handle` | cells, which of them hold a value, where arrays lie |
//! | `lanes` | selections of processors, and what these hold: shapes and columns |
//! | `kernel` | a kernel for a selection of lanes: its analysis, and its run chunk by chunk |
//! | `nest` | statements × trips × lanes in one pass: what may join, in which order it goes |
//! | `scalar` | one processor by itself |
//! | `presence` | which cells were touched in a step |
//! | `threads`, `tuning`, `refusal` | the host: threads, thresholds, memory that is not granted |
//!
//! Words used here: a *lane* is the number of a processor in its team; a *position* is its place in
//! a selection of lanes; a *chunk* is a run of positions that go through a kernel together; a
//! *trip* is one execution of a loop's body.

pub mod arithmetic;
pub mod cells;
pub mod handle;
mod incomplete;
pub mod initialised;
pub mod kernel;
pub mod lanes;
pub mod memory;
pub mod nest;
pub mod part;
pub mod presence;
pub mod refusal;
pub mod scalar;
pub mod strided_set;
pub mod threads;
pub mod tuning;
pub mod words;
