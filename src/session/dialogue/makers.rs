//! What made a value in the record of a step: the processors, and what they read.

use super::origin::{Asked, Of};
use crate::machine::rules::model::WriteRule;
use crate::present::text::step::value_text;
use crate::result::step::{GroupRecord, SiteRecord, StepRecord, UsedRecord};

/// The processor that makes a value in a step.
pub(super) fn maker_in<'s>(step: &'s StepRecord, of: &Of) -> Option<(&'s GroupRecord, usize)> {
    match of {
        Of::Cell(number) | Of::Own(number, _) => writer_in(step, *number),
        Of::Scalar(variable, values) => step.groups.iter().find_map(|group| {
            let mut assigned = group.assigned.iter();
            assigned.find(|scalar| scalar.variable == *variable)?;
            Some((group, position_of(group, values)?))
        }),
        Of::Result(into, values) => step.groups.iter().find_map(|group| {
            let returned = group.returned.as_ref()?;
            let position = position_of(group, values)?;
            (returned.into == *into).then_some((group, position))
        }),
    }
}

/// The processor that passes a value to a parameter, of some groups, and which argument that is.
pub(super) fn passer_in<'g>(
    groups: &'g [GroupRecord],
    of: &Of,
) -> Option<(&'g GroupRecord, usize, usize)> {
    let Of::Scalar(variable, values) = of else {
        return None;
    };
    groups.iter().find_map(|group| {
        let mut passed = group.passed.iter();
        let passed = passed.find(|passed| passed.scalar.variable == *variable)?;
        Some((group, position_of(group, values)?, passed.argument))
    })
}

/// What a processor of a group reads in a step: cells, and what it holds for itself.
pub(super) fn read_by(
    group: &GroupRecord,
    position: usize,
    (step, depth): (u64, usize),
) -> Vec<Asked> {
    let mut read: Vec<Asked> = Vec::new();
    for site in group.sites.iter().filter(|site| !site.is_write) {
        for access in accesses_by(site, position) {
            let of = Of::Cell(site.cells.at(access) as u32);
            if read.iter().all(|known| known.of != of) {
                read.push(Asked {
                    name: site.cell(access),
                    of,
                    value: value_text(site.value(access)),
                    step,
                    depth,
                });
            }
        }
    }
    for used in &group.used {
        let UsedRecord { name, variable, .. } = used;
        let Some(value) = used.value(position) else {
            continue;
        };
        let indices = indices_of(group, position).take(used.indices);
        let indices: Vec<i64> = indices.collect();
        let whose = group.name_within(position, used.indices);
        read.push(Asked {
            name: if whose.is_empty() {
                name.clone()
            } else {
                format!("{name} of {whose}")
            },
            of: Of::Scalar(*variable, indices),
            value: value_text(Some(value)),
            step,
            depth,
        });
    }
    read
}

/// The processors of whose values in a cell the rule makes one in a step, in the order of their groups,
/// each with what it writes; none where one value stays as it is.
pub(super) fn merged_in(
    step: &StepRecord,
    cell: u32,
    rule: WriteRule,
) -> Vec<(&GroupRecord, usize, String)> {
    let is_met = step.writers_met.meetings.cells.binary_search(&cell).is_ok();
    if !is_met || step.writers_met.winner(cell).is_some() {
        return Vec::new();
    }
    let writes = step.sites().filter(|(_, site)| site.is_write);
    let writers = writes.flat_map(|(group, site)| {
        let cells = site.cells.iter().enumerate();
        let own = cells.filter(move |(_, written)| *written == i64::from(cell));
        own.map(move |(access, _)| {
            let value = value_text(site.value(access));
            (group, site.positions.at(access) as usize, value)
        })
    });
    let writers: Vec<_> = writers.collect();
    let agree = writers.windows(2).all(|two| two[0].2 == two[1].2);
    if agree && !rule.combines() {
        return Vec::new();
    }
    writers
}

/// Whether another value than this was written into a cell: then an array that is gone had the cell. Where
/// processors meet, one value may be made of all.
pub(super) fn is_of_former_array(step: &StepRecord, cell: u32, value: &str) -> bool {
    let is_here = |number: i64| number == i64::from(cell);
    let mut writes = step
        .sites()
        .map(|(_, site)| site)
        .filter(|site| site.is_write);
    let written = writes.find_map(|site| Some(site.value(site.cells.iter().position(is_here)?)));
    let is_met = step.writers_met.meetings.cells.binary_search(&cell).is_ok();
    !is_met && written.is_some_and(|written| value_text(written) != value)
}

/// The position of the processor with these values of its indices.
pub(super) fn position_of(group: &GroupRecord, values: &[i64]) -> Option<usize> {
    let is_one = |position: &usize| indices_of(group, *position).eq(values.iter().copied());
    (0..group.processors).find(is_one)
}

/// The values of the indices of a processor, outermost first.
pub(super) fn indices_of(group: &GroupRecord, position: usize) -> impl Iterator<Item = i64> + '_ {
    let indices = group.indices.iter();
    indices.map(move |(_, values)| values.at(position))
}

/// The processor whose value stays in a cell that a step writes: of several that write it, the one
/// that the rule chooses; where it makes one value of all, the first.
fn writer_in(step: &StepRecord, cell: u32) -> Option<(&GroupRecord, usize)> {
    if let Some((group, position)) = step.writers_met.winner(cell) {
        return Some((step.groups.get(group)?, position));
    }
    let mut writes = step.sites().filter(|(_, site)| site.is_write);
    writes.find_map(|(group, site)| {
        let access = site
            .cells
            .iter()
            .position(|written| written == i64::from(cell))?;
        Some((group, site.positions.at(access) as usize))
    })
}

/// The accesses of a processor at a place of the source.
fn accesses_by(site: &SiteRecord, position: usize) -> impl Iterator<Item = usize> + '_ {
    (0..site.len()).filter(move |access| site.positions.at(*access) == position as i64)
}
