//! Opening a block: how many processors, with which indices.

use std::iter::repeat_n;
use std::sync::Arc;

use crate::code::control::Pc;
use crate::engine::lanes::column::Column;
use crate::engine::lanes::selection::Selection;
use crate::engine::lanes::shape::affine;
use crate::engine::lanes::team::{Ancestry, TeamId};
use crate::machine::event::Observer;
use crate::machine::fault::FaultKind;
use crate::machine::groups::Group;
use crate::machine::names::Processor;
use crate::machine::pram::{Machine, Stop};
use crate::program::BlockId;
use crate::source::Span;

impl<O: Observer> Machine<'_, O> {
    /// Opens a block: the columns are from, to and stride of each range.
    pub(crate) fn open(
        &mut self,
        mut group: Group,
        block: BlockId,
        after: Pc,
        columns: &[Column],
        span: Span,
    ) -> Result<Option<Group>, Stop> {
        let body = Pc(group.pc.0 + 1);
        let ranges = self.ranges(&group, columns, span)?;
        let asked = (ranges.iter().map(IndexSet::processors)).fold(0, u128::saturating_add);
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
        let algorithm = self.state.teams[creator.0 as usize].algorithm;
        let origin = if let [_] = ranges.as_slice() {
            Ancestry::One(group.lanes.at(0))
        } else {
            let mut origins = Vec::with_capacity(width as usize);
            for (set, lane) in ranges.iter().zip(group.lanes.iter()) {
                origins.resize(origins.len() + set.processors() as usize, lane);
            }
            Ancestry::Each(Arc::from(origins))
        };
        self.check_native(&group, span)?;
        self.check_lane_memory(algorithm, block, width, span, &group)?;
        let team = self.assemble(algorithm, block, width, Some(creator), origin);
        self.state.live_processors += u64::from(width);
        self.observer.block(u64::from(width));
        self.fill_indices(team, &ranges);
        let clock = group.clock;
        let native = self.code.algorithms[algorithm.index()].blocks[block.index()].native;
        let lanes = match self.configuration.asynchronous() {
            Some(asynchronous)
                if native && (asynchronous.one_by_one || asynchronous.interleaving.is_some()) =>
            {
                (0..width).map(|lane| Selection::one(lane, width)).collect()
            }
            _ => vec![Selection::All(width)],
        };
        let pending = lanes.len() as u32;
        let region = self.state.schedule.enter_block(group, after, team, pending);
        let group_of = |lanes| Group {
            team,
            lanes,
            pc: body,
            region,
            clock,
        };
        let all = group_of(Selection::All(width));
        self.shared_scalars(&all, span)?;
        if self.configuration.is_asynchronous() {
            self.end_sequential();
            if native {
                self.begin_native(&all, span)?;
            }
        }
        let mut groups = lanes.into_iter().map(group_of);
        let first = groups.next();
        self.state.waiting.extend(groups);
        Ok(first)
    }

    /// The ranges that each processor of a group asks for.
    fn ranges(&self, group: &Group, columns: &[Column], span: Span) -> Result<Vec<IndexSet>, Stop> {
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
                let processor = Processor {
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
        (0..group.lanes.len())
            .map(|position| {
                let ranges = columns.chunks_exact(3);
                let ranges: Result<_, Stop> =
                    ranges.map(|columns| range(position, columns)).collect();
                ranges.map(IndexSet)
            })
            .collect()
    }

    fn fill_indices(&mut self, id: TeamId, sets: &[IndexSet]) {
        let code = self.code;
        let team = &mut self.state.teams[id.0 as usize];
        let block = &code.algorithms[team.algorithm.index()].blocks[team.block.index()];
        let slots = block.indices.iter().map(|slot| slot.0 as usize);
        if let ([IndexSet(ranges)], [slot]) = (sets, block.indices.as_slice())
            && let [range] = ranges.as_slice()
        {
            team.scalars[slot.0 as usize] = Column::sequence(range.from, range.stride);
            return;
        }
        for (place, slot) in slots.enumerate() {
            let mut column = Vec::with_capacity(team.width as usize);
            for set in sets {
                set.fill(place, &mut column);
            }
            team.scalars[slot] = Column::flat(column);
        }
    }
}

/// The processors that one processor asks for: one for each way to take a value of every range.
/// The last range runs fastest.
struct IndexSet(Vec<IndexRange>);

struct IndexRange {
    from: i64,
    stride: i64,
    count: u128,
}

impl IndexSet {
    /// How many, or the largest number that there is.
    fn processors(&self) -> u128 {
        product(&self.0)
    }

    /// Appends the values that the processors have of the range at `place`, where there are not
    /// too many processors.
    fn fill(&self, place: usize, column: &mut Vec<i64>) {
        let slower = product(&self.0[..place]) as usize;
        let faster = product(&self.0[place + 1..]) as usize;
        let range = &self.0[place];
        if self.processors() == 0 {
            return;
        }
        let begin = column.len();
        for value in range.values() {
            column.extend(repeat_n(value, faster));
        }
        let end = column.len();
        for _ in 1..slower {
            column.extend_from_within(begin..end);
        }
    }
}

/// How many ways there are to take a value of each range, or the largest number that there is.
fn product(ranges: &[IndexRange]) -> u128 {
    let mut counts = ranges.iter().map(|range| range.count);
    if counts.any(|count| count == 0) {
        return 0;
    }
    (ranges.iter()).fold(1, |ways, range| ways.saturating_mul(range.count))
}

impl IndexRange {
    fn values(&self) -> impl Iterator<Item = i64> + '_ {
        (0..self.count as i64).map(|step| affine(self.from, self.stride, step))
    }
}
