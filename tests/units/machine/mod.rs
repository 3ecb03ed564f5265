//! The machines.

mod deadlock;
mod numbers;
mod passed_parts;
