//! Which processors computed a value in a step, and what they read.

use super::{Group, Scalar, Site, Step};
use crate::machine::rules::model::WriteRule;
use crate::program::Constant;

/// A holder of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueHolder {
    /// The cell with this number.
    Cell(u32),
    /// A cell of an array that a processor owns alone: its number, and the block or call of the
    /// processor by its serial number. Others may have had the cell before.
    Own(u32, u64),
    /// This scalar of the processor with these values of its indices.
    Scalar(Scalar, Vec<i64>),
    /// The result of a call of the processor with these values of its indices.
    Result(Scalar, Vec<i64>),
}

/// A processor of a group, by its position.
pub type MakerProcessor<'s, P> = (&'s Group<P>, usize);

/// What a processor reads.
#[derive(Debug, Clone, PartialEq)]
pub struct MakerRead {
    /// The holder's name for users.
    pub name: String,
    /// The holder.
    pub of: ValueHolder,
    /// The value; `None` if it was unwritten.
    pub value: Option<Constant>,
}

/// The processor that computes a value in a step, if one does. Of several that write a cell it is the
/// one whose value is stored, and if the rule combines all values, the first.
pub fn maker<'s, P>(step: &'s Step<P>, of: &ValueHolder) -> Option<MakerProcessor<'s, P>> {
    match of {
        ValueHolder::Cell(number) | ValueHolder::Own(number, _) => writer(step, *number),
        ValueHolder::Scalar(scalar, indices) => step.groups.iter().find_map(|group| {
            group.assigned.iter().find(|one| one.scalar == *scalar)?;
            Some((group, group.position_with(indices)?))
        }),
        ValueHolder::Result(into, indices) => step.groups.iter().find_map(|group| {
            let returned = group.returned.as_ref()?;
            let position = group.position_with(indices)?;
            (returned.call == *into).then_some((group, position))
        }),
    }
}

/// The processor that passes a value to a parameter, among some groups, and the number of the argument.
pub fn passer<'g, P>(
    groups: &'g [Group<P>],
    of: &ValueHolder,
) -> Option<(MakerProcessor<'g, P>, usize)> {
    let ValueHolder::Scalar(scalar, indices) = of else {
        return None;
    };
    groups.iter().find_map(|group| {
        let mut passed = group.passed.iter();
        let passed = passed.find(|passed| passed.scalar.scalar == *scalar)?;
        Some(((group, group.position_with(indices)?), passed.argument))
    })
}

/// The processors whose values in a cell the rule combines in a step, in the order of their groups, each
/// with what it writes; empty if one value is stored as it is.
pub fn merged<P>(
    step: &Step<P>,
    cell: u32,
    rule: WriteRule,
) -> Vec<(MakerProcessor<'_, P>, Option<Constant>)> {
    if !is_met_by_writers(step, cell) || step.writers_met.winner(cell).is_some() {
        return Vec::new();
    }
    let writers = writes_to(step, cell).map(|(group, site, access)| {
        let position = site.positions.at(access) as usize;
        ((group, position), site.value(access))
    });
    let writers: Vec<_> = writers.collect();
    let agree = writers.windows(2).all(|two| two[0].1 == two[1].1);
    if agree && !rule.combines() {
        return Vec::new();
    }
    writers
}

/// The value that a step writes to a cell; `None` if it does not write it, or if there are concurrent
/// writes, whose values may be combined.
pub fn written<P>(step: &Step<P>, cell: u32) -> Option<Option<Constant>> {
    let (_, site, access) = writes_to(step, cell).next()?;
    (!is_met_by_writers(step, cell)).then(|| site.value(access))
}

/// What a processor reads in a step: cells, and scalars that it or one around it holds.
pub fn read_by<P>((group, position): MakerProcessor<'_, P>) -> Vec<MakerRead> {
    let mut read: Vec<MakerRead> = Vec::new();
    for site in group.sites.iter().filter(|site| !site.writes) {
        for access in accesses_by(site, position) {
            let of = ValueHolder::Cell(site.cells.at(access) as u32);
            if read.iter().all(|known| known.of != of) {
                read.push(MakerRead {
                    name: site.cell(access),
                    of,
                    value: site.value(access),
                });
            }
        }
    }
    for used in &group.used {
        let Some(value) = used.values.at(position) else {
            continue;
        };
        let indices = group.indices_of(position).take(used.indices).collect();
        let whose = group.name_within(position, used.indices);
        read.push(MakerRead {
            name: if whose.is_empty() {
                used.name.clone()
            } else {
                format!("{} of {whose}", used.name)
            },
            of: ValueHolder::Scalar(used.scalar, indices),
            value: Some(value),
        });
    }
    read
}

/// The accesses of a processor at a place of the source.
pub fn accesses_by<P>(site: &Site<P>, position: usize) -> impl Iterator<Item = usize> + '_ {
    (0..site.len()).filter(move |access| site.positions.at(*access) == position as i64)
}

fn writer<P>(step: &Step<P>, cell: u32) -> Option<MakerProcessor<'_, P>> {
    if let Some((group, position)) = step.writers_met.winner(cell) {
        return Some((step.groups.get(group)?, position));
    }
    let (group, site, access) = writes_to(step, cell).next()?;
    Some((group, site.positions.at(access) as usize))
}

/// The writes of a step to a cell: their group, their site, and their positions there.
fn writes_to<P>(step: &Step<P>, cell: u32) -> impl Iterator<Item = (&Group<P>, &Site<P>, usize)> {
    let writes = step.sites().filter(|(_, site)| site.writes);
    writes.flat_map(move |(group, site)| {
        let cells = site.cells.iter().enumerate();
        let own = cells.filter(move |(_, written)| *written == i64::from(cell));
        own.map(move |(access, _)| (group, site, access))
    })
}

fn is_met_by_writers<P>(step: &Step<P>, cell: u32) -> bool {
    step.writers_met.meetings.cells.binary_search(&cell).is_ok()
}
