//! Exercises, and what a submission earns of their points.
//!
//! An exercise is a judge program with a table of what gives points. For a submission it becomes a job: runs,
//! checks and sweeps of the judge, which includes the submission. A worker does the job without knowing what is
//! right, and its answers become verdicts and points here. Nothing that is measured by a clock decides about
//! points, so they are the same on every computer.
//!
//! This layer opens no file and starts no process: `app::grade` does.

pub mod attempt;
pub mod english;
pub mod exercise;
pub mod grading;
pub mod job;
pub mod lists;
pub mod outcome;
pub mod plan;
pub mod points;
mod shelf;
pub mod shipped;
pub mod show;
mod used_words;
pub mod verdict;
pub mod work;
