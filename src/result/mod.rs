//! Results as data: runs, checks, studies over many sizes. Their presentation is in `present/`.

pub mod advice;
pub mod asynchronous;
pub mod check;
pub mod claim;
pub mod demand;
pub mod derivation;
mod english;
pub mod formulas;
pub mod gpu_name;
pub mod kinds;
pub mod machine;
pub mod messages;
pub mod model;
pub mod moments;
pub mod network;
pub mod network_name;
mod passages;
pub mod run;
pub mod strip;
pub mod study;
pub mod trace;
