//! Nests: statements of one selection of lanes, in one or several iterations of a loop, that are
//! executed in one pass over memory.

pub mod access_relation;
pub mod dependence;
pub mod fused;
pub mod induction;
pub mod lane_major;
pub mod line;
pub mod nest_run;
pub mod reserved;
pub mod shares;
pub mod statements;
pub mod sweep;
pub mod tiling;
