//! An illegal access as data: the two processors, the cell, the rule.

use super::model::{Legality, Model, Simultaneity};
use crate::diagnostic::Code;
use crate::machine::trace::CallTrace;
use crate::program::{Constant, WhyShared};
use crate::source::Span;

/// One illegal access of one step: the first by processor number.
#[derive(Debug, Clone, PartialEq)]
pub struct Violation {
    /// [`Code::ConcurrentRead`], [`Code::ConcurrentWrite`] or [`Code::UncommonWrite`].
    pub code: Code,
    /// The model whose rule is broken.
    pub model: Model,
    /// Which accesses count as simultaneous.
    pub simultaneity: Simultaneity,
    /// The step, from 1.
    pub step: u64,
    /// The cell, such as `A[5]` or `M[2,3]`; for a shared scalar its name.
    pub cell: String,
    /// Every site of the source from which the cell was reached in this phase of the step, in the
    /// order of the first processors that did.
    pub accesses: Vec<ViolatingAccess>,
    /// The processors that met in the cell, ascending; the first few.
    pub processors: Vec<String>,
    /// The same as values of their indices, innermost block last.
    pub indices: Vec<Vec<i64>>,
    /// How many processors met in the cell.
    pub processor_count: u64,
    /// In how many cells processors met in this step.
    pub cells_in_step: u64,
    /// How many processors of this step took part in such a meeting.
    pub processors_in_step: u64,
    /// The weakest model that allows this step.
    pub allowed_by: Legality,
    /// For a shared scalar: what makes it shared.
    pub why_shared: Option<WhyShared>,
    /// The calls around the first access.
    pub trace: CallTrace,
}

/// What one processor did to the cell.
#[derive(Debug, Clone, PartialEq)]
pub struct ViolatingAccess {
    /// The access in the source.
    pub span: Span,
    /// The processor, as the user names it: `i = 3`, `i = 3, j = 0`.
    pub processor: String,
    /// The access as written, with evaluated subscripts where they help: `A[i/2] = A[1]`.
    pub value: Option<Constant>,
}
