//! A launch in progress, and how its groups and items are named.

use std::collections::HashMap;

use super::configuration::Gpu;
use super::counts::Counts;
use super::history::LaunchRecord;
use super::layout::GroupLayout;
use super::races::RacingSites;
use super::statement::{MemoryMap, StatementParts};
use crate::code::control::Pc;
use crate::machine::groups::Group;
use crate::machine::index_range::{IndexRange, product};
use crate::machine::pram::Machine;
use crate::program::{AlgorithmId, BlockId};
use crate::source::Span;

/// A kernel that is started.
pub struct KernelBlock {
    /// The group of processors that starts it.
    pub opener: Group,
    pub block: BlockId,
    /// The instruction after it.
    pub after: Pc,
    /// Its header.
    pub span: Span,
}

/// A launch in progress.
pub(super) struct LaunchRun<'k, 'm, 'r, 'c> {
    pub machine: &'m mut Machine<'r, 'c>,
    pub kernel: &'k KernelBlock,
    pub gpu: Gpu,
    pub algorithm: AlgorithmId,
    /// The ranges of the groups and of the items of one.
    pub ranges: [&'k [IndexRange]; 2],
    pub layout: GroupLayout,
    /// Groups in all, and the next one.
    pub groups: u64,
    pub next: u64,
    pub map: MemoryMap,
    /// The counts of each statement.
    pub lines: HashMap<Span, Counts>,
    /// The parts of the statements executed so far.
    pub parts: HashMap<(AlgorithmId, Pc), StatementParts>,
    pub sites: RacingSites,
    /// What its warps issued, if that is recorded.
    pub record: Option<LaunchRecord>,
}

impl LaunchRun<'_, '_, '_, '_> {
    /// A group as users name it: by the values of its indices.
    pub(super) fn group_name(&self, group: u64) -> String {
        let [ranges, _] = self.ranges;
        let values = (0..ranges.len()).map(|place| value_of(ranges, place, group).to_string());
        let values: Vec<String> = values.collect();
        match values.as_slice() {
            [one] => one.clone(),
            several => format!("({})", several.join(", ")),
        }
    }

    /// A group or an item with the names of its indices: `t = 3`.
    pub(super) fn named(&self, is_group: bool, number: u64) -> String {
        let [groups, items] = self.ranges;
        let block = &self.machine.algorithm(self.algorithm).blocks[self.kernel.block.index()];
        let (ranges, skipped) = if is_group {
            (groups, 0)
        } else {
            (items, groups.len())
        };
        let slots = block.indices[skipped..]
            .iter()
            .enumerate()
            .take(ranges.len());
        let equations = slots.map(|(place, slot)| {
            let name = &block.scalars[slot.0 as usize].name;
            format!("{name} = {}", value_of(ranges, place, number))
        });
        equations.collect::<Vec<_>>().join(", ")
    }
}

/// The value of an index for a number: the last range runs fastest.
pub(super) fn value_of(ranges: &[IndexRange], place: usize, number: u64) -> i64 {
    let faster = product(&ranges[place + 1..]) as u64;
    let range = &ranges[place];
    let step = (number / faster) % range.count as u64;
    range
        .from
        .wrapping_add(range.stride.wrapping_mul(step as i64))
}
