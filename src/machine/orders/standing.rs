//! A processor of an asynchronous block that stands before an access.

use super::partial::Partial;
use crate::code::control::Instruction;
use crate::engine::lanes::team::TeamId;
use crate::machine::groups::Group;

/// A processor of an asynchronous block that stands before an access.
#[derive(Debug, Clone)]
pub struct Standing<'c> {
    pub group: Group,
    pub instruction: &'c Instruction,
    pub partial: Partial,
    pub block: TeamId,
    pub number: u32,
    /// The read before which it stands; none where that is the write of its statement.
    pub read: Option<usize>,
}
