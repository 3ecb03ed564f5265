//! What derivations name in their reasons.

/// A value on which nothing is derived.
pub const OLD_VALUE: &str = "the value before an atomic";
/// Statements that are not followed.
pub const WARP_BARRIERS: &str = "barriers of warps";
