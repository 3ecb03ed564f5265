//! Texts for the terminal.

pub mod array;
pub mod ascii;
pub mod asynchronous;
pub mod check;
pub mod derivation;
pub mod exploration;
pub mod gpu;
pub mod messages;
pub mod moment;
pub mod network;
pub mod processors;
pub mod run;
pub mod shown;
pub mod sparkline;
pub mod step;
mod strip;
mod style;
pub mod value;
pub mod visible;
pub mod warp;
