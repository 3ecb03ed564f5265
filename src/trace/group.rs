//! The action of one group of processors in a step.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Progression, Site, Values};
use crate::machine::step_view::{ValueReads, Variable};
use crate::source::Span;

/// The action of one group of processors in a step. `P` is the representation of places of the source.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Group<P = Span> {
    /// The statement that it executed.
    pub statement: P,
    /// The number of its processors.
    pub processors: usize,
    /// The indices of the blocks around it, outermost first.
    pub indices: Vec<Index>,
    /// Its accesses, by their places in the source: reads in the order of evaluation, then writes.
    pub sites: Vec<Site<P>>,
    /// If accesses are left out: from which buckets of cells its processors read what they write to
    /// which, as array and bucket, array and bucket.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<[usize; 4]>,
    /// Where it reads arrays that its processors own alone, whose cells are not in the trace.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub own_reads: Vec<P>,
    /// The named scalars that its processors read: their own, and those of the processors around them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub used: Vec<Used>,
    /// The scalars of their own to which its processors assign.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assigned: Vec<Assigned>,
    /// The scalars without names that it reads: results of calls.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<Scalar>,
    /// Whether it uses numbers that its processors drew at random.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub draws: bool,
    /// Those without names that hold these numbers.
    #[serde(skip)]
    pub drawn: Vec<Scalar>,
    /// What its processors return to their callers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub returned: Option<Returned>,
    /// The operands of the scalar arguments of the algorithm that it calls.
    #[serde(skip)]
    pub arguments: Vec<ValueReads>,
    /// The operands of the value that it writes to a cell; `None` if it writes no cell.
    #[serde(skip)]
    pub written: Option<ValueReads>,
    /// The scalar parameters of that algorithm, with their arguments.
    #[serde(skip)]
    pub passed: Vec<Passed>,
}

/// A scalar that each processor of one block or call holds for itself, as a number: in another call, or
/// in another execution of the block, it is another scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Scalar(pub u64);

/// The limit of slots of a block, which no program reaches.
const SLOTS: u64 = 1 << 24;

impl From<Variable> for Scalar {
    fn from(Variable { team, slot }: Variable) -> Self {
        Self(team * SLOTS + u64::from(slot.0))
    }
}

/// An index of a block.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Index {
    /// Its name; empty if the processors of a multicomputer have none.
    pub name: String,
    /// Its value for each processor.
    pub values: Progression,
}

/// A scalar that processors read and that each holds for itself.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Used {
    /// Its name.
    pub name: String,
    pub scalar: Scalar,
    /// The number of outermost indices that identify the processor which holds it.
    pub indices: usize,
    /// Its values before the step, processor by processor.
    #[serde(skip)]
    pub values: Values,
}

/// A scalar that processors assign.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Assigned {
    /// Its name; empty if the program does not name it.
    pub name: String,
    /// The same number as where it is read.
    pub scalar: Scalar,
    /// The new values, processor by processor.
    pub values: Values,
}

/// A scalar parameter of every processor of a call.
#[derive(Debug, Clone, PartialEq)]
pub struct Passed {
    /// The number of its argument among the scalar arguments, from 0.
    pub argument: usize,
    /// The parameter with its values.
    pub scalar: Assigned,
}

/// The results that the processors of a group return to their callers.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Returned {
    /// The scalar in which the caller stores the result.
    pub call: Scalar,
    /// The algorithm that returns them.
    pub algorithm: String,
    /// The results, processor by processor.
    pub values: Values,
}

/// The name of a processor by its position among those of these indices: `i = 3, j = 0`; empty without
/// indices, as in sequential code.
pub fn processor_name(indices: &[Index], place: usize) -> String {
    let parts = indices.iter().map(|index| {
        let value = index.values.at(place);
        match index.name.as_str() {
            "" => value.to_string(),
            name => format!("{name} = {value}"),
        }
    });
    parts.collect::<Vec<String>>().join(", ")
}

impl<P> Group<P> {
    /// A processor by its position, as users name it.
    pub fn name(&self, position: usize) -> String {
        processor_name(&self.indices, position)
    }

    /// The name, by its outermost `indices` indices, of the processor that encloses one.
    pub fn name_within(&self, position: usize, indices: usize) -> String {
        processor_name(&self.indices[..indices.min(self.indices.len())], position)
    }

    /// The position of the processor with this name.
    pub fn position_of(&self, name: &str) -> Option<usize> {
        if self.indices.is_empty() {
            return (name.is_empty() && self.processors > 0).then_some(0);
        }
        let parts: Vec<&str> = name.split(", ").collect();
        if parts.len() != self.indices.len() {
            return None;
        }
        let value = |(index, part): (&Index, &&str)| {
            let value = match index.name.as_str() {
                "" => *part,
                name => part.strip_prefix(name)?.strip_prefix(" = ")?,
            };
            value.parse().ok()
        };
        let wanted = self.indices.iter().zip(&parts).map(value);
        let wanted: Vec<i64> = wanted.collect::<Option<_>>()?;
        self.position_with(&wanted)
    }

    /// The position of the processor with these values of its indices, outermost first.
    pub fn position_with(&self, wanted: &[i64]) -> Option<usize> {
        if let ([index], [wanted]) = (&self.indices[..], wanted) {
            return (index.values.place_of(*wanted)).filter(|at| *at < self.processors);
        }
        let is_it = |at: &usize| self.indices_of(*at).eq(wanted.iter().copied());
        (0..self.processors).find(is_it)
    }

    /// The values of the indices of a processor, outermost first.
    pub fn indices_of(&self, position: usize) -> impl Iterator<Item = i64> + '_ {
        self.indices
            .iter()
            .map(move |index| index.values.at(position))
    }

    /// Bytes of its numbers, about.
    pub(super) fn held_bytes(&self) -> usize {
        let indices = self.indices.iter().map(|index| index.values.held_bytes());
        let passed = self.passed.iter().map(|passed| &passed.scalar);
        let assigned = self.assigned.iter().chain(passed);
        let assigned = assigned.map(|scalar| &scalar.values);
        let returned = self.returned.iter().map(|returned| &returned.values);
        let used = self.used.iter().map(|scalar| &scalar.values);
        let values = assigned.chain(returned).chain(used).map(Values::held_bytes);
        indices.chain(values).sum::<usize>()
            + self.sites.iter().map(Site::held_bytes).sum::<usize>()
    }
}

impl Group {
    /// For a call, its action for one of its scalar arguments: the same without the operands of the
    /// others.
    #[must_use]
    pub fn for_argument(&self, argument: usize) -> Self {
        self.for_value(self.arguments.get(argument))
    }

    /// The same group without the reads that are only for the subscripts of the cell that it writes.
    #[must_use]
    pub fn for_written(&self) -> Self {
        self.for_value(self.written.as_ref())
    }

    fn for_value(&self, reads: Option<&ValueReads>) -> Self {
        let mut group = self.clone();
        let Some(reads) = reads else {
            return group;
        };
        let is_read = |span: &Span| reads.cells.contains(span);
        group.sites.retain(|site| is_read(&site.place));
        group.own_reads.retain(is_read);
        let scalars = reads.scalars.iter();
        let loaded: Vec<Scalar> = scalars.map(|variable| Scalar::from(*variable)).collect();
        let is_loaded = |scalar: &Scalar| loaded.contains(scalar);
        group.used.retain(|used| is_loaded(&used.scalar));
        group.results.retain(is_loaded);
        group.drawn.retain(is_loaded);
        group.draws = !group.drawn.is_empty();
        group
    }
}
