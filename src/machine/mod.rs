//! The machines: who acts, when, and under which rules.

pub mod acting;
pub mod cause;
pub mod configuration;
pub mod control;
pub mod event;
mod event_buffer;
pub mod fault;
pub mod generator;
pub mod groups;
pub mod limits;
mod names;
pub mod orders;
pub mod pram;
mod print;
pub mod ranks;
pub mod rules;
pub mod run;
mod spares;
mod state;
pub mod steps;
pub mod time;
pub mod trace;
pub mod value;
pub mod view;
