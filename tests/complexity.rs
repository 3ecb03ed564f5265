//! The growth of series of counts, and reports made of them.

mod added_sizes;
mod bounds;
mod closed_forms;
mod consistency;
mod counts;
mod earned;
mod honest;
mod identified;
mod latex;
mod logarithms;
mod measures;
mod messages;
mod pairs;
mod powers;
mod ranges;
pub mod reports;
mod sweeps;
mod times;
mod trends;
mod worked;
