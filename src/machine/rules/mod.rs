//! Who may meet whom in a cell.
//!
//! Synchronous code: `model` and `disciplines` say what is asked; `exclusive` decides which
//! accesses of a step have to be looked at, `conflict` finds who met, `judge` whether that is
//! legal, `conflict_report` and `violation` tell it; `store` does writes that meet nobody,
//! `resolve` those that meet, and `merged` counts them.
//!
//! Asynchronous blocks: `section`, `asynchronous_block` (the state of one), `section_accesses` and
//! `section_check` (what follows from subscripts), `race` and `races`, `record`.

pub mod asynchronous_block;
pub mod conflict;
pub mod conflict_report;
pub mod disciplines;
pub mod exclusive;
pub mod judge;
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
