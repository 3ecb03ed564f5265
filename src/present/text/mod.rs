//! Texts for the terminal.

pub mod asynchronous;
pub mod check;
pub mod exploration;
mod network;
pub mod run;
pub mod sparkline;
mod style;
pub mod value;
