//! A processor of an asynchronous block that is before an access.

use super::partial::Partial;
use crate::code::control::Instruction;
use crate::engine::lanes::team::TeamId;
use crate::machine::groups::Group;

/// A processor of an asynchronous block that is before an access.
#[derive(Debug, Clone)]
pub struct PendingProcessor<'c> {
    /// The group that consists of this processor.
    pub group: Group,
    /// The statement that it executes.
    pub instruction: &'c Instruction,
    /// How far the kernel of the statement has been executed.
    pub partial: Partial,
    /// The asynchronous block.
    pub block: TeamId,
    /// Its number in the block.
    pub number: u32,
    /// The read before which it is; `None` if it is before the write of its statement.
    pub read: Option<usize>,
}
