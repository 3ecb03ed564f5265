//! One step of a run in full: who executed what, and every access.

use super::progression::Progression;
use crate::machine::meeting::{Meetings, WritersMet, forbidden};
use crate::machine::rules::model::{Model, Simultaneity};
use crate::machine::step_view::{Temporary, ValueReads, Variable};
use crate::program::{Constant, Type};
use crate::source::Span;

/// What happened in one step.
#[derive(Debug, Clone, PartialEq)]
pub struct StepRecord {
    /// Which step of the run, from 1.
    pub number: u64,
    /// The groups that took part, side by side.
    pub groups: Vec<GroupRecord>,
    /// The cells that several processors read in it, at the same or at different moments.
    pub readers_met: Meetings,
    /// Of these the ones that they read at the same moment: as the k-th access of each.
    pub readers_met_at_once: Meetings,
    /// The cells that several processors wrote.
    pub writers_met: WritersMet,
    /// The groups that returned or passed in front of it what their processors held already, in their order:
    /// that takes no step.
    pub handed_before: Vec<GroupRecord>,
    /// What was free in front of it.
    pub free: Vec<FreeRecord>,
    /// What followed from it at once: processors that go two ways, a call that is over.
    pub then: Vec<FreeRecord>,
}

/// What one group of processors did in a step.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupRecord {
    /// The statement that it executed.
    pub statement: Span,
    /// How many processors it has.
    pub processors: usize,
    /// The indices of the blocks around it, outermost first: a name, empty where the processors of a
    /// multicomputer have none, and a value for each processor.
    pub indices: Vec<(String, Progression)>,
    /// Its accesses, by their places in the source: reads in the order of evaluation, then writes.
    pub sites: Vec<SiteRecord>,
    /// The scalars that its processors hold for themselves and that the statement assigns.
    pub assigned: Vec<AssignedRecord>,
    /// What the scalar arguments of the algorithm that it calls are computed from.
    pub arguments: Vec<ValueReads>,
    /// What the value that it writes into a cell is computed from; none if it writes no cell.
    pub written: Option<ValueReads>,
    /// The scalar parameters of that algorithm, with what they get.
    pub passed: Vec<PassedRecord>,
    /// Those with names that it reads.
    pub used: Vec<UsedRecord>,
    /// Where it reads arrays that its processors have for themselves.
    pub own_reads: Vec<Span>,
    /// Those scalars without names that it reads, such as results of calls.
    pub temporaries: Vec<Temporary>,
    /// Those that hold a number which each of its processors has drawn at random.
    pub drawn: Vec<Temporary>,
    /// What its processors return to their callers.
    pub returned: Option<ReturnRecord>,
}

/// The results that the processors of a group return to their callers.
#[derive(Debug, Clone, PartialEq)]
pub struct ReturnRecord {
    /// The algorithm that returns them.
    pub algorithm: String,
    /// Where the caller keeps its result.
    pub into: Temporary,
    /// Their type.
    pub ty: Type,
    /// As words, in the order of the processors.
    pub words: Progression,
}

/// A scalar that the processors of a group read.
#[derive(Debug, Clone, PartialEq)]
pub struct UsedRecord {
    /// Its name.
    pub name: String,
    /// Which one it is.
    pub variable: Variable,
    /// The number of outermost indices that name the processor which holds it.
    pub indices: usize,
    /// What its values are.
    pub ty: Type,
    /// The values, as words, in the order of the processors.
    pub words: Progression,
    /// The positions of those that hold nothing in it yet, ascending.
    pub unwritten: Vec<usize>,
}

impl UsedRecord {
    /// What the processor at a position finds in it; none where it holds nothing.
    pub fn value(&self, position: usize) -> Option<Constant> {
        let is_written = self.unwritten.binary_search(&position).is_err();
        is_written.then(|| Constant::from_word(self.words.at(position), self.ty))
    }
}

/// A scalar that every processor of a group assigns for itself.
#[derive(Debug, Clone, PartialEq)]
pub struct AssignedRecord {
    /// Its name; empty where the program does not name it.
    pub name: String,
    /// Which one it is.
    pub variable: Variable,
    /// What its values are.
    pub ty: Type,
    /// The new values, as words, in the order of the processors.
    pub words: Progression,
}

/// The accesses of a group at one place of the source.
#[derive(Debug, Clone, PartialEq)]
pub struct SiteRecord {
    /// The place.
    pub span: Span,
    /// The array or shared scalar.
    pub array: String,
    /// How many dimensions it has; 0 for a shared scalar.
    pub rank: u8,
    /// What its elements are.
    pub element: Type,
    /// Whether they write.
    pub is_write: bool,
    /// Whether they are accesses to shared memory.
    pub is_shared: bool,
    /// The processors that make the accesses, by their positions in the group.
    pub positions: Progression,
    /// Which read of its processor each access is, from 0.
    pub ordinals: Progression,
    /// The cells by their numbers in memory.
    pub cells: Progression,
    /// The numbers of the first cells of the processors' arrays.
    pub bases: Progression,
    /// How long the processors' arrays are along each dimension but the first.
    pub inner_lengths: Vec<Progression>,
    /// What was read or written, as words.
    pub words: Progression,
    /// The accesses, by their places in the lists above, that read what was never written,
    /// ascending.
    pub unwritten: Vec<usize>,
    /// For writes, what their cells held in front of the step, as words.
    pub replaced: Progression,
    /// The writes, by their places in the lists above, whose cells held nothing there, ascending.
    pub filled: Vec<usize>,
}

/// A scalar parameter that every processor of a call gets.
#[derive(Debug, Clone, PartialEq)]
pub struct PassedRecord {
    /// Which of the scalar arguments it gets, from 0.
    pub argument: usize,
    /// The parameter with its values.
    pub scalar: AssignedRecord,
}

/// What takes no step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FreeRecord {
    /// A block is opened; the number of its processors.
    Opened(u32),
    /// A block is over.
    Closed,
    /// An algorithm is called; its name, and the number of processors that call it.
    Called(String, u32),
    /// A call is over.
    Returned,
    /// A loop is begun; by how many processors.
    LoopBegun(u32),
    /// A loop's body is executed again; by how many processors.
    Turn(u32),
    /// A loop is over.
    LoopOver,
    /// A branch splits a group; the sizes of both parts.
    Parted(u32, u32),
    /// Groups go on as one; the number of its processors.
    Joined(u32),
}

impl StepRecord {
    /// How many processors took part.
    pub fn processors(&self) -> usize {
        self.groups.iter().map(|group| group.processors).sum()
    }

    /// Bytes of its numbers, about.
    pub fn held_bytes(&self) -> u64 {
        let of_group = |group: &GroupRecord| {
            let indices = group.indices.iter().map(|(_, values)| values);
            let passed = group.passed.iter().map(|passed| &passed.scalar);
            let assigned = group.assigned.iter().chain(passed);
            let assigned = assigned.map(|scalar| &scalar.words);
            let returned = group.returned.iter().map(|returned| &returned.words);
            let used = group.used.iter().map(|scalar| &scalar.words);
            let own = indices.chain(assigned).chain(returned).chain(used);
            let own = own.map(Progression::held_bytes);
            own.sum::<usize>()
                + group
                    .sites
                    .iter()
                    .map(SiteRecord::held_bytes)
                    .sum::<usize>()
        };
        self.groups.iter().map(of_group).sum::<usize>() as u64
    }

    /// The cells in which processors meet although a model forbids it.
    pub fn forbidden_by(&self, model: Model, simultaneity: Simultaneity) -> Option<&Meetings> {
        let readers = match simultaneity {
            Simultaneity::Step => &self.readers_met,
            Simultaneity::Access => &self.readers_met_at_once,
        };
        forbidden(readers, &self.writers_met, model)
    }

    /// Its accesses with the groups that made them.
    pub fn sites(&self) -> impl Iterator<Item = (&GroupRecord, &SiteRecord)> {
        let of = |group: &'_ GroupRecord| group.sites.len();
        let groups = self.groups.iter().filter(move |group| of(group) > 0);
        groups.flat_map(|group| group.sites.iter().map(move |site| (group, site)))
    }
}

impl GroupRecord {
    /// A processor by its position, as users name it: `i = 3, j = 0`; empty in sequential code.
    pub fn name(&self, position: usize) -> String {
        self.name_within(position, self.indices.len())
    }

    /// The name, by its outermost `indices` indices, of the processor that encloses one.
    pub fn name_within(&self, position: usize, indices: usize) -> String {
        let parts = self.indices.iter().take(indices).map(|(name, values)| {
            let value = values.at(position);
            match name.as_str() {
                "" => value.to_string(),
                name => format!("{name} = {value}"),
            }
        });
        parts.collect::<Vec<String>>().join(", ")
    }

    /// Of a call, what it does for one of its scalar arguments: the same without what others are computed
    /// from.
    #[must_use]
    pub fn for_argument(&self, argument: usize) -> Self {
        self.for_value(self.arguments.get(argument))
    }

    /// The same group without what it reads only for the subscripts of the cell that it writes.
    #[must_use]
    pub fn for_written(&self) -> Self {
        self.for_value(self.written.as_ref())
    }

    /// Whether it makes these accesses only to compute the subscripts of the cell that it writes.
    pub fn reads_for_subscript(&self, site: &SiteRecord) -> bool {
        let written = self.written.as_ref().filter(|_| !site.is_write);
        written.is_some_and(|value| !value.cells.contains(&site.span))
    }

    fn for_value(&self, reads: Option<&ValueReads>) -> Self {
        let mut group = self.clone();
        let Some(reads) = reads else {
            return group;
        };
        let is_read = |span: &Span| reads.cells.contains(span);
        group.sites.retain(|site| is_read(&site.span));
        group.own_reads.retain(is_read);
        let loads = |variable: Variable| reads.scalars.contains(&variable);
        group.used.retain(|used| loads(used.variable));
        let loaded =
            |temporary: &Temporary| reads.scalars.iter().any(|one| one.slot == temporary.slot);
        group.temporaries.retain(loaded);
        group.drawn.retain(loaded);
        group
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
        let value = |((index, _), part): (&(String, Progression), &&str)| {
            let value = match index.as_str() {
                "" => *part,
                index => part.strip_prefix(index)?.strip_prefix(" = ")?,
            };
            value.parse().ok()
        };
        let wanted = self.indices.iter().zip(&parts).map(value);
        let wanted: Vec<i64> = wanted.collect::<Option<_>>()?;
        if let ([(_, values)], [wanted]) = (&self.indices[..], &wanted[..]) {
            return values.place_of(*wanted).filter(|at| *at < self.processors);
        }
        (0..self.processors).find(|position| {
            let mut indices = self.indices.iter().zip(&wanted);
            indices.all(|((_, values), wanted)| values.at(*position) == *wanted)
        })
    }
}

impl SiteRecord {
    /// How many accesses there are.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there is no access.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The subscript of a vector's cell, or of a table's counted row by row.
    pub fn offset(&self, access: usize) -> i64 {
        self.cells.at(access) - self.bases.at(access)
    }

    /// The subscripts of all accesses, as [`Self::offset`] has them.
    pub fn offsets(&self) -> Progression {
        match (&self.cells, &self.bases) {
            (
                Progression::Line { from, step, count },
                Progression::Line {
                    from: base,
                    step: 0,
                    ..
                },
            ) => Progression::Line {
                from: from - base,
                step: *step,
                count: *count,
            },
            _ => (0..self.len()).map(|access| self.offset(access)).collect(),
        }
    }

    /// The cell of an access as it is written in the source.
    pub fn cell(&self, access: usize) -> String {
        let inner = self.inner_lengths.iter().map(|length| length.at(access));
        cell_name(
            &self.array,
            self.rank,
            self.offset(access),
            &inner.collect::<Vec<i64>>(),
        )
    }

    fn held_bytes(&self) -> usize {
        let numbers = [
            &self.positions,
            &self.ordinals,
            &self.cells,
            &self.bases,
            &self.words,
            &self.replaced,
        ];
        let numbers = numbers.into_iter().chain(&self.inner_lengths);
        numbers.map(Progression::held_bytes).sum::<usize>()
            + size_of_val(&self.unwritten[..])
            + size_of_val(&self.filled[..])
    }

    /// What an access read or wrote; none where it read what was never written.
    pub fn value(&self, access: usize) -> Option<Constant> {
        let is_written = self.unwritten.binary_search(&access).is_err();
        is_written.then(|| Constant::from_word(self.words.at(access), self.element))
    }

    /// What the cell of a write held in front of the step; none where it held nothing.
    pub fn replaced(&self, access: usize) -> Option<Constant> {
        let is_held = self.filled.binary_search(&access).is_err();
        is_held.then(|| Constant::from_word(self.replaced.at(access), self.element))
    }
}

/// `A[5]`, `M[2,3]`, `x`: a cell of an array of this rank and of these lengths along each dimension but
/// the first.
pub fn cell_name(array: &str, rank: u8, offset: i64, inner_lengths: &[i64]) -> String {
    match rank {
        0 => array.to_owned(),
        _ => format!("{array}[{}]", subscripts(offset, inner_lengths)),
    }
}

/// `5`, `2,3`: the subscripts of the cell that is so many cells behind the first one, in an array of
/// these lengths along each dimension but the first.
pub fn subscripts(offset: i64, inner_lengths: &[i64]) -> String {
    let mut rest = offset;
    let mut subscripts: Vec<String> = Vec::with_capacity(inner_lengths.len() + 1);
    for length in inner_lengths.iter().rev().map(|length| (*length).max(1)) {
        subscripts.push((rest % length).to_string());
        rest /= length;
    }
    subscripts.push(rest.to_string());
    subscripts.reverse();
    subscripts.join(",")
}
