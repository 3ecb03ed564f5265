//! Kernels for a selection of lanes: values that follow from an analysis are computed once, the others
//! for each processor, chunk by chunk.

pub mod analyser;
pub mod analysis;
pub mod evaluate;
pub mod gather;
pub mod job;
pub mod kernel_run;
pub mod outputs;
pub mod reads;
pub mod results;
