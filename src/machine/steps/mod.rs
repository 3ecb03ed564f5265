//! Steps: one (`step`, with `evaluation` for its kernels), several statements at once (`straight`), and
//! several iterations of a loop (`trips`), which may be deferred in the `queue` (`deferral`).

pub mod deferral;
pub mod evaluation;
pub mod queue;
pub mod reserved;
pub mod step;
pub mod straight;
pub mod trips;
