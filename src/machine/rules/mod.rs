//! rules

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
