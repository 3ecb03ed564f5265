//! The machines: who acts, when, and under which rules.
//!
//! To read it in order: `run` (from pause to pause) and `state`; `pram` (brings groups to their next
//! step); `step` (all read, all compute, all write), with `plan` and `evaluate` for what the
//! processors compute, `exclusive` for which accesses may meet, `conflict` and `conflict_report` for
//! those that do, `judge` for whether that is legal, and `resolve` for what stays in the cells;
//! `execute` (control instructions), `schedule` (groups that part and meet). `straight`, `turns` and
//! `backlog` take several steps in one pass. `section`, `race`, `clock` and `barrier` are the
//! asynchronous machine.

mod access;
mod access_run;
mod accesswise;
mod acting;
mod adapted;
mod aim;
mod array;
mod assemble;
mod backlog;
mod barrier;
mod block;
mod branching;
pub mod budget;
mod call;
mod cause;
mod chunk;
mod clock;
mod commit;
pub mod configuration;
mod conflict;
mod conflict_report;
mod crew;
pub mod deadlock;
mod division;
mod entry;
mod evaluate;
pub mod event;
mod event_buffer;
mod exclusive;
mod execute;
pub mod fault;
mod footprint;
mod form;
mod fused;
pub mod generator;
mod growth;
pub mod interleaving;
mod judge;
mod known;
mod lanes;
pub mod merged;
pub mod model;
mod naming;
mod order;
mod origin;
mod partial;
mod passage;
mod passed_parts;
mod plan;
mod pledge;
pub mod pram;
mod presence;
mod print;
pub mod race;
mod ranks;
mod reach;
mod reading;
pub mod record;
mod resolve;
pub mod run;
mod schedule;
mod section;
mod sequential;
mod share;
mod spares;
mod state;
mod step;
mod straight;
mod target;
mod team;
pub mod threads;
mod tiling;
mod touch;
pub mod trace;
mod turned;
mod turns;
pub mod value;
pub mod view;
pub mod violation;
mod work;
