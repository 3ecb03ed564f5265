//! Opening a block: how many processors, with which indices.

use std::slice::ChunksExact;
use std::sync::Arc;

use crate::code::control::Pc;
use crate::engine::lanes::column::Column;
use crate::engine::lanes::selection::Selection;
use crate::engine::lanes::team::{Ancestry, TeamId};
use crate::machine::event::FreeEvent;
use crate::machine::fault::FaultKind;
use crate::machine::groups::Group;
use crate::machine::index_range::{IndexRange, fill, product};
use crate::machine::names::TeamProcessor;
use crate::machine::pram::{EarlyStop, Machine};
use crate::machine::simt::launch::launch;
use crate::machine::simt::run::KernelBlock;
use crate::program::BlockId;
use crate::source::Span;

impl Machine<'_, '_> {
    /// Opens a block: the columns are from, to and stride of each range.
    pub(crate) fn open(
        &mut self,
        group: Group,
        block: BlockId,
        after: Pc,
        columns: &[Column],
        span: Span,
    ) -> Result<Option<Group>, EarlyStop> {
        let mut ranges = std::mem::take(&mut self.scratch.ranges);
        ranges.clear();
        let found = self.find_ranges(&group, columns, span, &mut ranges);
        let opened = found.and_then(|()| {
            let sets = ranges.chunks_exact(columns.len() / 3);
            self.open_for(group, block, after, &sets, span)
        });
        self.scratch.ranges = ranges;
        opened
    }

    /// Opens a block with the processors that each processor of a group asks for: one range per index.
    fn open_for(
        &mut self,
        mut group: Group,
        block: BlockId,
        after: Pc,
        sets: &ChunksExact<'_, IndexRange>,
        span: Span,
    ) -> Result<Option<Group>, EarlyStop> {
        let algorithm = self.team(&group).algorithm;
        let is_elementwise = self.algorithm(algorithm).blocks[block.index()].elementwise;
        if self.configuration.multicomputer().is_some() && !is_elementwise {
            let ranges = sets.clone().next().unwrap_or_default();
            return self.run_on_network(group, block, after, ranges, span);
        }
        let kernel = self.algorithm(algorithm).blocks[block.index()].kernel;
        if let (Some(of_groups), Some(gpu)) = (kernel, self.configuration.gpu()) {
            let ranges = sets.clone().next().unwrap_or_default();
            let kernel = KernelBlock {
                opener: group,
                block,
                after,
                span,
            };
            return launch(self, kernel, ranges, of_groups.into(), *gpu);
        }
        let body = Pc(group.pc.0 + 1);
        let asked = (sets.clone().map(product)).fold(0, u128::saturating_add);
        let limit = self
            .configuration
            .limits
            .processors
            .min(u64::from(u32::MAX));
        let in_all = asked.saturating_add(u128::from(self.state.live_processors));
        if in_all > u128::from(limit) {
            let asked = in_all;
            return Err(self.fault(FaultKind::TooManyProcessors { asked, limit }, span, &group));
        }
        if asked == 0 {
            group.pc = after;
            return Ok(Some(group));
        }
        let width = asked as u32;
        let creator = group.team;
        let origin = if sets.len() == 1 {
            Ancestry::One(group.lanes.at(0))
        } else {
            let mut origins = Vec::with_capacity(width as usize);
            for (set, lane) in sets.clone().zip(group.lanes.iter()) {
                origins.resize(origins.len() + product(set) as usize, lane);
            }
            Ancestry::Each(Arc::from(origins))
        };
        self.check_native(&group, span)?;
        self.check_lane_memory(algorithm, block, width, span, &group)?;
        let team = self.assemble(algorithm, block, width, Some(creator), origin);
        self.state.live_processors += u64::from(width);
        self.observer.block(u64::from(width));
        self.observer.free(|| FreeEvent::Opened(width));
        self.fill_indices(team, sets);
        let clock = group.clock;
        let native = self.code.algorithms[algorithm.index()].blocks[block.index()].native;
        let one_by_one = matches!(
            self.configuration.asynchronous(),
            Some(asynchronous)
                if native && (asynchronous.one_by_one || asynchronous.interleaving.is_some())
        );
        let pending = if one_by_one { width } else { 1 };
        let region = self.state.schedule.enter_block(group, after, team, pending);
        let all = Group {
            team,
            lanes: Selection::All(width),
            pc: body,
            region,
            clock,
        };
        self.shared_scalars(&all, span)?;
        if self.configuration.is_asynchronous() {
            self.end_sequential();
            if native {
                self.begin_native(&all, span)?;
            }
        }
        if !one_by_one {
            return Ok(Some(all));
        }
        let mut groups = (0..width).map(|lane| Group {
            lanes: Selection::one(lane, width),
            ..all
        });
        let first = groups.next();
        self.state.waiting.extend(groups);
        Ok(first)
    }

    /// The ranges that each processor of a group asks for, processor after processor.
    fn find_ranges(
        &self,
        group: &Group,
        columns: &[Column],
        span: Span,
        ranges: &mut Vec<IndexRange>,
    ) -> Result<(), EarlyStop> {
        let range = |position: usize, columns: &[Column]| {
            let at = |end: usize| columns[end].at(&group.lanes, position);
            let (from, to, stride) = (at(0), at(1), at(2));
            let distance = if stride > 0 {
                i128::from(to) - i128::from(from)
            } else {
                i128::from(from) - i128::from(to)
            };
            if stride == 0 {
                let lane = group.lanes.at(position);
                let processor = TeamProcessor {
                    team: group.team,
                    lane,
                };
                return Err(self.fault_of(FaultKind::ZeroStride, span, processor));
            }
            let count = if distance < 0 {
                0
            } else {
                distance as u128 / u128::from(stride.unsigned_abs()) + 1
            };
            Ok(IndexRange {
                from,
                stride,
                count,
            })
        };
        for position in 0..group.lanes.len() {
            for columns in columns.chunks_exact(3) {
                ranges.push(range(position, columns)?);
            }
        }
        Ok(())
    }

    fn fill_indices(&mut self, id: TeamId, sets: &ChunksExact<'_, IndexRange>) {
        let code = self.code;
        let team = &mut self.state.teams[id.0 as usize];
        let block = &code.algorithms[team.algorithm.index()].blocks[team.block.index()];
        let slots = block.indices.iter().map(|slot| slot.0 as usize);
        let mut first = sets.clone();
        if let (1, Some([range]), [slot]) = (sets.len(), first.next(), block.indices.as_slice()) {
            team.scalars[slot.0 as usize] = Column::sequence(range.from, range.stride);
            return;
        }
        for (place, slot) in slots.enumerate() {
            let mut column = self.scratch.spare_results.take_column();
            column.reserve(team.width as usize);
            for set in sets.clone() {
                fill(set, place, &mut column);
            }
            team.scalars[slot] = Column::flat(column);
        }
    }
}
