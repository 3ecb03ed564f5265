//! The growth of series of counts, and reports made of them.

mod closed_forms;
mod counts;
mod earned;
mod latex;
mod measures;
mod reports;
mod sweeps;
mod times;
mod trends;
mod worked;
