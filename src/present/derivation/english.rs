//! Why nothing is derived, and what helps.

/// Of counts of warps.
pub const WARPS: &str = "it depends on all items of a warp together: on when they part, and on the cells that they access at \
                         once";
/// What helps there.
pub const REPORT_FINDS: &str = "`pram report` finds a formula from counted sizes";
