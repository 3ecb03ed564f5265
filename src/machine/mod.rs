//! The machines: which processors act, when, under which rules, and at what time. They ask the engine
//! for values.
//!
//! To read it in order: `run` (from pause to pause) and `state`; `pram` (executes groups up to their
//! next step) and `groups` (processors at one instruction, which divide and meet); then the folders:
//!
//! | folder | holds |
//! |---|---|
//! | `control` | the effect of each control instruction |
//! | `steps` | a step: all read, all compute, all write; several at once, and those that wait |
//! | `rules` | which accesses of a cell are legal, and what it holds after the writes |
//! | `time` | the clocks of the asynchronous machine |
//! | `orders` | orders of the accesses of asynchronous blocks |
//! | `network` | the multicomputer: processors that exchange messages |
//! | `simt` | the GPU: kernels of groups and warps |
//!
//! A team runs under a *regime*: sequential code, a synchronous block, or the sections of an
//! asynchronous one ([`Regime`](crate::engine::lanes::team::Regime)). One step of the asynchronous
//! machine may hold groups of all three.
//!
//! What always holds:
//!
//! 1. The engine never imports the machine, and imports form no circle inside either (a test).
//! 2. Shared words are stored by `rules::store`, after `rules::resolve`, or by a nest of statements
//!    of which it is proved that no processor touches what another writes, or that each reads it
//!    before it is written; arrays by `Memory::fill` and `Memory::copy`; nowhere else.
//! 3. Until `rules::store` a step changes no cell: it is evaluated a second time, with a log of its
//!    reads, when a report has to name the processors of a conflict.
//! 4. Of several faults that of the earliest step counts, in it that of the lowest processor.
//! 5. Before an event is delivered everything before it has been executed; what waits is bounded.
//! 6. Threads, tuning, deferral and tests of subscripts change no result, count or message
//!    (`tests/differential/ways.rs`).
//! 7. A view is that of a pause. After a fault, it is a snapshot and a run to the step before.
//! 8. No `match` on an instruction of a kernel, `Op`, or on one with an effect, `Control`, has an arm
//!    for all others (a test): a new one is looked at everywhere.
//! 9. The slow twin in `tests/reference/` decides who is right.

pub mod acting;
pub mod cause;
pub mod configuration;
pub mod control;
mod draws;
pub mod event;
mod event_buffer;
pub mod fault;
pub mod generator;
pub mod groups;
pub mod index_range;
pub mod limits;
pub mod meeting;
pub mod named_cells;
mod names;
pub mod network;
pub mod orders;
mod own_rows;
pub mod pram;
mod print;
pub mod ranks;
pub mod regions;
pub mod rules;
pub mod run;
pub mod simt;
mod spares;
pub mod stands;
mod state;
pub mod step_site;
pub mod step_view;
pub mod steps;
pub mod time;
pub mod trace;
pub mod value;
pub mod view;
