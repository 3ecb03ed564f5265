//! The machines: lanes, memory with access stamps, access rules, schedules.

mod access;
mod arithmetic;
mod array;
mod assemble;
mod block;
mod call;
mod commit;
pub mod configuration;
mod crew;
mod entry;
mod evaluate;
pub mod event;
mod execute;
pub mod fault;
pub mod generator;
mod judge;
mod memory;
pub mod model;
mod naming;
pub mod pram;
mod print;
mod reading;
mod schedule;
mod team;
pub mod value;
pub mod violation;
mod witness;
