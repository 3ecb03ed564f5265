//! The growth of series of counts, and reports made of them.

mod bounds;
mod closed_forms;
mod latex;
mod measures;
mod reports;
mod sweeps;
mod times;
mod trends;
