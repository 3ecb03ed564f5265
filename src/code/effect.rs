//! The effects of control instructions on the outputs of their kernels, defined in one place.

use super::control::Control;
use super::kernel::{ArrayRef, Reg, Slot};
use crate::source::Span;

/// What an instruction does with the outputs of its kernel.
#[derive(Debug, Clone, Copy)]
pub enum Effect<'a> {
    /// One each is stored in these scalars of the processor.
    Assigns(&'a [Slot]),
    /// The second one is written to the cell that the first one names.
    Writes(WrittenCell),
    /// The only one decides which processors continue and which wait.
    Divides,
    /// They are passed to a processor in another team: parameters or the result of a call.
    HandsOver,
    /// They are used up at once, or there is no kernel.
    Nothing,
}

/// The cell that an instruction writes.
#[derive(Debug, Clone, Copy)]
pub struct WrittenCell {
    /// The register with its number.
    pub address: Reg,
    /// The array that it is part of.
    pub array: ArrayRef,
    /// The cell in the source.
    pub span: Span,
    /// Whether the write is an access to shared memory.
    pub shared: bool,
}

impl Control {
    /// What it does with the outputs of its kernel.
    #[inline]
    pub fn effect(&self) -> Effect<'_> {
        match self {
            Self::Assign { slots, .. } => Effect::Assigns(slots),
            Self::Write {
                kernel,
                array,
                span,
                shared,
            } => Effect::Writes(WrittenCell {
                address: kernel.outputs[0],
                array: *array,
                span: *span,
                shared: *shared,
            }),
            Self::Branch { .. } | Self::LoopTest { .. } => Effect::Divides,
            Self::Call { .. } | Self::Return { .. } => Effect::HandsOver,
            Self::Join
            | Self::EnterLoop { .. }
            | Self::CountTest { .. }
            | Self::Rejoin
            | Self::CountNext { .. }
            | Self::CheckStride(_)
            | Self::Jump(_)
            | Self::Round
            | Self::Open { .. }
            | Self::Close
            | Self::ReturnArray(_)
            | Self::Leave
            | Self::End
            | Self::Break
            | Self::Continue
            | Self::Barrier { .. }
            | Self::WarpBarrier
            | Self::Atomic { .. }
            | Self::Allocate { .. }
            | Self::View { .. }
            | Self::Forget(_)
            | Self::SameLengths { .. }
            | Self::SameExtents { .. }
            | Self::Distribute { .. }
            | Self::Settle { .. }
            | Self::Meet { .. }
            | Self::Send { .. }
            | Self::Receive { .. }
            | Self::Ask { .. }
            | Self::Draw { .. }
            | Self::Move { .. }
            | Self::Print { .. }
            | Self::Assert { .. }
            | Self::OutputScalar { .. }
            | Self::OutputArray { .. } => Effect::Nothing,
        }
    }

    /// The scalars of the processor that get the outputs.
    pub fn assigned_scalars(&self) -> &[Slot] {
        match self.effect() {
            Effect::Assigns(slots) => slots,
            Effect::Writes(_) | Effect::Divides | Effect::HandsOver | Effect::Nothing => &[],
        }
    }

    /// The cell that it writes, possibly of a private array.
    #[inline]
    pub fn written_cell(&self) -> Option<WrittenCell> {
        match self.effect() {
            Effect::Writes(cell) => Some(cell),
            Effect::Assigns(_) | Effect::Divides | Effect::HandsOver | Effect::Nothing => None,
        }
    }

    /// Whether it writes to shared memory.
    #[inline]
    pub fn writes_shared(&self) -> bool {
        self.written_cell().is_some_and(|cell| cell.shared)
    }
}
