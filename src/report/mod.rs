//! Reports: runs and checks as data, as text, as JSON.

pub mod advice;
pub mod asynchronous;
mod branches;
pub mod check;
pub mod check_text;
pub mod complexity;
mod deadlock_json;
pub mod demand;
pub mod document;
pub mod explanation;
pub mod exploration;
mod illegal_json;
pub mod json_layout;
pub mod layout;
pub mod plot;
pub mod problems;
pub mod race;
pub mod race_json;
pub mod run;
pub mod run_json;
pub mod run_text;
pub mod sparkline;
pub mod tables;
pub mod value;
pub mod violation;
