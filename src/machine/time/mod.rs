//! Time on the asynchronous machine: the `clock` of each processor, runs of pipelined accesses
//! (`pipeline`, `dataflow`), barriers of a whole block and of parts of it, and synchronous blocks
//! (`lockstep`).

pub mod barrier;
pub mod clock;
pub mod dataflow;
pub mod deadlock;
pub mod lockstep;
pub mod parts;
pub mod passed_parts;
pub mod pipeline;
