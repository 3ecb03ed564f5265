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

/// The sum of the times that processors waited for the slowest of them, which took `time`; `busy` is the
/// sum of their own times. The largest number of 64 bits, which ends the run, if it overflows.
pub(crate) fn waited(time: u64, processors: u64, busy: u64) -> u64 {
    let passed = u128::from(time) * u128::from(processors);
    u64::try_from(passed.saturating_sub(busy.into())).unwrap_or(u64::MAX)
}
