//! The access rules: which concurrent accesses of a cell are legal, and what it holds afterwards.
//!
//! Synchronous code: `model` and `disciplines` define the rules; `exclusive` decides which of the
//! `accesses` of a step have to be compared cell by cell; `conflict` finds the concurrent ones
//! (`line_reads` those that follow from lines); `judge` decides whether they are legal;
//! `conflict_report` and `violation` describe an illegal one; `store` executes writes without conflicts,
//! `resolve` concurrent ones, and `merged` counts them.
//!
//! Asynchronous blocks: `section`, `asynchronous_block` (the state of one), `section_accesses` and
//! `section_check` (what follows from subscripts), `race` and `races`, `record`.

pub mod accesses;
pub mod asynchronous_block;
pub mod conflict;
pub mod conflict_report;
pub mod disciplines;
pub mod exclusive;
pub mod judge;
pub mod line_reads;
pub mod merged;
pub mod model;
pub mod race;
pub mod races;
pub mod record;
pub mod resolve;
pub mod section;
pub mod section_accesses;
pub mod section_check;
pub mod store;
pub mod violation;
