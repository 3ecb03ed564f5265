//! Questions about a step: whether it executes a line, accesses a cell, or has a conflict.

use crate::machine::meeting::{Named, forbidden};
use crate::machine::named_cells::Declaration;
use crate::machine::rules::model::{Model, Simultaneity};
use crate::machine::step_view::{GroupStep, Passing, StepView};
use crate::source::Span;
use crate::trace::Scalar;

/// A question about what a step does.
#[derive(Debug, Clone, PartialEq)]
pub enum StepQuestion {
    /// Whether a statement in this range, a line, is executed.
    Executes(Span),
    /// Whether the cell of this number is written.
    Writes(u32),
    /// Whether something with this name is accessed, whichever cells that are in the step.
    Accesses(NamedAccess),
    /// Whether this scalar is assigned, or gets an argument, by the processor with these values of the
    /// indices around it, outermost first.
    Assigns(Scalar, Vec<i64>),
    /// Whether the processor with these values of the indices returns a result into this scalar.
    Returns(Scalar, Vec<i64>),
    /// Whether there is a conflict that this model forbids.
    Conflicts(Model, Simultaneity),
    /// Whether more processors than this are active.
    MoreProcessors(u64),
}

/// An access to an array, to a cell of it, or to a shared scalar, as it is written.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedAccess {
    /// The array or shared scalar.
    pub array: String,
    /// Where it is declared; `None` if it does not exist yet.
    pub declaration: Option<Declaration>,
    /// The subscripts; `None` for a whole array.
    pub subscripts: Option<Vec<i64>>,
    /// Whether it is a write.
    pub writes: bool,
}

impl StepQuestion {
    /// Whether it applies to a step, before its writes, or to a group that returns without a step.
    pub fn applies_in(&self, step: &StepView<'_>) -> bool {
        match self {
            Self::Executes(line) => step.groups().any(|group| {
                let statement = group.statement();
                statement.file == line.file && (line.start..line.end).contains(&statement.start)
            }),
            Self::Writes(cell) => touches(step, |one| one == *cell, true),
            Self::Accesses(access) => access.is_made_in(step),
            Self::Assigns(scalar, indices) => step.groups().any(|group| {
                let mut assigned = group.assigned_variables().map(Scalar::from);
                let is_assigned = assigned.any(|known| known == *scalar);
                is_assigned && has_processor(group, indices)
            }),
            Self::Returns(into, indices) => step.groups().any(|group| {
                let returned = group.returned();
                returned.is_some_and(|returned| Scalar::from(returned.into) == *into)
                    && has_processor(group, indices)
            }),
            Self::Conflicts(model, simultaneity) => {
                const NAMED: Named = Named {
                    cells: 1,
                    processors: 0,
                };
                let readers = step.readers_met(*simultaneity, NAMED);
                let writers = step.writers_met(NAMED);
                forbidden(&readers, &writers, *model).is_some()
            }
            Self::MoreProcessors(limit) => {
                let active: usize = step.groups().map(GroupStep::processors).sum();
                active as u64 > *limit
            }
        }
    }
}

impl StepQuestion {
    /// Whether it applies to the arguments of a call.
    pub fn applies_to(&self, call: &Passing<'_>) -> bool {
        // The processors of a call are those that pass arguments to it.
        let Self::Assigns(wanted, _) = self else {
            return false;
        };
        let mut scalars = call.scalars.iter();
        scalars.any(|scalar| Scalar::from(scalar.variable) == *wanted)
    }
}

impl NamedAccess {
    fn is_made_in(&self, step: &StepView<'_>) -> bool {
        let cells = step.cells_named(&self.array, self.declaration, self.subscripts.as_deref());
        !cells.is_empty() && touches(step, |cell| cells.contains(cell), self.writes)
    }
}

/// Whether a group has the processor with these values of its indices.
fn has_processor(group: GroupStep<'_>, values: &[i64]) -> bool {
    let indices = group.indices();
    indices.len() == values.len()
        && (0..group.processors()).any(|position| {
            let mut own = indices.iter().zip(values);
            own.all(|((_, all), value)| all[position] == *value)
        })
}

/// Whether a step reads or writes a cell for which a predicate holds.
fn touches(step: &StepView<'_>, is_wanted: impl Fn(u32) -> bool, writes: bool) -> bool {
    step.groups().any(|group| {
        let sites = group.sites().into_iter();
        let mut sites = sites.filter(|site| site.is_write() == writes);
        sites.any(|site| site.cells().any(&is_wanted))
    })
}
