//! Arrays and sections that must have the same lengths.

use crate::code::control::ComparedArray;
use crate::code::kernel::ArrayRef;
use crate::engine::handle::Handle;
use crate::engine::lanes::column::Column;
use crate::machine::fault::FaultKind;
use crate::machine::fault::extent::{ArrayExtent, LengthOwner};
use crate::machine::groups::Group;
use crate::machine::names::TeamProcessor;
use crate::machine::pram::{EarlyStop, Machine};
use crate::program::{Compared, SameLength};

impl Machine<'_, '_> {
    pub(super) fn same_lengths(
        &self,
        group: &Group,
        arrays: &[Compared<ArrayRef>],
        why: &SameLength,
    ) -> Result<(), EarlyStop> {
        let Some((first, others)) = arrays.split_first() else {
            return Ok(());
        };
        for lane in group.lanes.iter() {
            let expected = self.handle(group, first.array, lane, first.span)?;
            for other in others {
                let found = self.handle(group, other.array, lane, other.span)?;
                if found.compared(other.dimension) != expected.compared(first.dimension) {
                    let algorithm = &self.code.algorithms[self.team(group).algorithm.index()];
                    let info = |compared: &Compared<ArrayRef>| {
                        &algorithm.arrays[compared.array.id.index()]
                    };
                    let shown =
                        |handle: Handle, compared: &Compared<ArrayRef>| match compared.dimension {
                            Some(dimension) => {
                                ArrayExtent::along(handle, info(compared).rank, dimension)
                            }
                            None => ArrayExtent::of(handle, info(compared).rank),
                        };
                    let kind = FaultKind::LengthsDiffer {
                        first: info(first).name.clone(),
                        first_extent: shown(expected, first),
                        other: LengthOwner::Array(info(other).name.clone()),
                        other_extent: shown(found, other),
                        other_span: other.span,
                        why: why.clone(),
                    };
                    let processor = TeamProcessor {
                        team: group.team,
                        lane,
                    };
                    return Err(self.fault_of(kind, first.span, processor));
                }
            }
        }
        Ok(())
    }

    /// Fails unless no length is negative and the operands agree in their lengths; the columns hold
    /// these one operand after the other.
    pub(super) fn same_extents(
        &self,
        group: &Group,
        operands: &[ComparedArray],
        columns: &[Column],
    ) -> Result<(), EarlyStop> {
        for (position, lane) in group.lanes.iter().enumerate() {
            let processor = TeamProcessor {
                team: group.team,
                lane,
            };
            let mut rest = columns;
            let mut first: Option<(&ComparedArray, Vec<i64>)> = None;
            for operand in operands {
                let (own, others) = rest.split_at(operand.rank.into());
                rest = others;
                let lengths = own.iter().map(|column| column.at(&group.lanes, position));
                let lengths: Vec<i64> = lengths.collect();
                if let Some(below) = lengths.iter().find(|length| **length < 0) {
                    let kind = FaultKind::ReversedSection {
                        section: operand.name.clone(),
                        below: below.unsigned_abs(),
                    };
                    return Err(self.fault_of(kind, operand.span, processor));
                }
                let Some((other, expected)) = &first else {
                    first = Some((operand, lengths));
                    continue;
                };
                if *expected != lengths {
                    let kind = FaultKind::LengthsDiffer {
                        first: other.name.clone(),
                        first_extent: ArrayExtent::Section(expected.clone()),
                        other: LengthOwner::Array(operand.name.clone()),
                        other_extent: ArrayExtent::Section(lengths),
                        other_span: operand.span,
                        why: SameLength::Whole,
                    };
                    return Err(self.fault_of(kind, other.span, processor));
                }
            }
        }
        Ok(())
    }
}
