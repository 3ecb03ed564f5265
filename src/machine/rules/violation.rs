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
    /// The model whose rule is violated.
    pub model: Model,
    pub simultaneity: Simultaneity,
    /// The step, from 1.
    pub step: u64,
    /// The cell, such as `A[5]` or `M[2,3]`; for a shared scalar its name.
    pub cell: String,
    /// Every site of the source that accesses the cell in this phase of the step, in the order of the
    /// first processors that did.
    pub accesses: Vec<ViolatingAccess>,
    /// The first few processors that accessed the cell, ascending.
    pub processors: Vec<String>,
    /// The same processors as values of their indices, innermost block last.
    pub indices: Vec<Vec<i64>>,
    /// The number of processors that accessed the cell.
    pub processor_count: u64,
    /// The number of cells with conflicts in this step.
    pub cells_in_step: u64,
    /// The number of processors of this step with conflicts.
    pub processors_in_step: u64,
    /// The weakest model that allows this step.
    pub allowed_by: Legality,
    /// For a shared scalar: what makes it shared.
    pub why_shared: Option<WhyShared>,
    /// The calls around the first access.
    pub trace: CallTrace,
}

/// The access of one processor to the cell.
#[derive(Debug, Clone, PartialEq)]
pub struct ViolatingAccess {
    /// The access in the source.
    pub span: Span,
    /// The processor, as the user names it: `i = 3`, `i = 3, j = 0`.
    pub processor: String,
    /// The access as written, with evaluated subscripts where they help: `A[i/2] = A[1]`.
    pub value: Option<Constant>,
}
