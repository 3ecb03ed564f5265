//! Texts for the terminal.

pub mod asynchronous;
pub mod check;
pub mod exploration;
pub mod messages;
mod network;
pub mod run;
pub mod sparkline;
mod style;
pub mod value;
