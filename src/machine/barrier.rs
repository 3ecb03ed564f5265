//! Barriers of asynchronous blocks: of all processors, or of a part of them.

use std::collections::BTreeMap;

use super::evaluate::Output;
use super::event::{Observer, Section, SectionKind};
use super::fault::FaultKind;
use super::lanes::Lane;
use super::naming::Processor;
use super::pram::{Machine, Stop};
use super::schedule::Group;
use super::section::Native;
use super::team::TeamId;
use crate::code::control::Pc;
use crate::source::Span;

/// A part of a block: its processors from one number to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    /// The first.
    pub from: Lane,
    /// The last, included.
    pub to: Lane,
}

impl Part {
    /// Whether a processor belongs to it.
    pub fn holds(self, number: Lane) -> bool {
        (self.from..=self.to).contains(&number)
    }

    /// Whether a processor belongs to both.
    pub fn meets(self, other: Self) -> bool {
        self.from <= other.to && other.from <= self.to
    }

    fn len(self) -> u64 {
        u64::from(self.to - self.from) + 1
    }
}

/// A group at a barrier.
#[derive(Debug)]
pub struct Parked {
    group: Group,
    /// For whom its processors wait, and how many of them do; empty at a barrier of all.
    parts: BTreeMap<Part, u64>,
}

impl<O: Observer> Machine<'_, O> {
    /// A group has come to a barrier. The columns are the ends of a part of the block, if it is
    /// a barrier of a part. The group goes on when all for whom it waits have come.
    pub(super) fn park(
        &mut self,
        mut group: Group,
        columns: &[Output],
        span: Span,
    ) -> Result<(), Stop> {
        group.pc = Pc(group.pc.0 + 1);
        let block = group.team;
        let parts = self.parts(&group, columns, span)?;
        let width = self.teams[block.0 as usize].width;
        let Some(native) = self.teams[block.0 as usize].native.as_mut() else {
            self.waiting.push(group);
            return Ok(());
        };
        native.parked.push(Parked { group, parts });
        let of_all = native
            .parked
            .iter()
            .filter(|parked| parked.parts.is_empty());
        let here: usize = of_all.map(|parked| parked.group.lanes.len()).sum();
        if here == width as usize {
            let parked = std::mem::take(&mut native.parked);
            self.waiting
                .extend(parked.into_iter().map(|parked| parked.group));
            self.end_section(block);
            return Ok(());
        }
        self.complete_parts(block, span)
    }

    /// The parts of the block that the processors of a group name.
    fn parts(
        &self,
        group: &Group,
        columns: &[Output],
        span: Span,
    ) -> Result<BTreeMap<Part, u64>, Stop> {
        let mut parts = BTreeMap::new();
        let [from, to] = columns else {
            return Ok(parts);
        };
        let width = i64::from(self.teams[group.team.0 as usize].width);
        for (position, lane) in group.lanes.iter().enumerate() {
            let from = from.at(&group.lanes, position);
            let to = to.at(&group.lanes, position);
            let inside = from >= 0 && to < width && (from..=to).contains(&i64::from(lane));
            if !inside {
                let kind = FaultKind::NotInPart {
                    from,
                    to,
                    number: lane,
                };
                let processor = Processor {
                    team: group.team,
                    lane,
                };
                return Err(self.fault_of(kind, span, processor));
            }
            *parts
                .entry(Part {
                    from: from as Lane,
                    to: to as Lane,
                })
                .or_insert(0) += 1;
        }
        Ok(parts)
    }

    /// Every part all of whose processors have come passes its barrier.
    fn complete_parts(&mut self, block: TeamId, span: Span) -> Result<(), Stop> {
        let Some(native) = self.teams[block.0 as usize].native.as_ref() else {
            return Ok(());
        };
        let mut here: BTreeMap<Part, u64> = BTreeMap::new();
        for (part, count) in native.parked.iter().flat_map(|parked| &parked.parts) {
            *here.entry(*part).or_insert(0) += count;
        }
        for (part, _) in here
            .into_iter()
            .filter(|(part, count)| *count == part.len())
        {
            let group = &native_of(&self.teams, block).parked[0].group;
            let time = self.barrier_time(part.len(), span, group)?;
            let epoch = self.memory.next_epoch();
            let native = self.teams[block.0 as usize].native.as_mut();
            let native = native.expect("the block is asynchronous");
            native
                .clocks
                .meet(part.from as usize..part.to as usize + 1, time);
            native.partial.push((epoch, part));
            native.at_barrier = false;
            native.epoch = epoch;
            let mut passing = Vec::new();
            for at in (0..native.parked.len()).rev() {
                let gone = native.parked[at].parts.remove(&part).is_some();
                if gone && native.parked[at].parts.is_empty() {
                    passing.push(native.parked.remove(at).group);
                }
            }
            self.waiting.extend(passing);
        }
        Ok(())
    }

    /// A section is over: the slowest processor decides, and all go on behind the barrier.
    fn end_section(&mut self, block: TeamId) {
        let (epoch, number) = (self.memory.next_epoch(), self.sections + 1);
        let width = self.teams[block.0 as usize].width;
        let native = self.teams[block.0 as usize].native.as_mut();
        let native = native.expect("the block is asynchronous");
        let processors = self.configuration.processors.unwrap_or(u64::from(width));
        let tally = native.clocks.tally(processors);
        let busy = tally.work.saturating_add(tally.barriers);
        let section = Section {
            kind: SectionKind::Native,
            number: native.section,
            time: tally.longest,
            barrier: native.barrier,
            barriers: 1,
            work: tally.work,
            // Processors without a share of the block wait for those that have one.
            waiting: (tally.longest.saturating_mul(processors)).saturating_sub(busy),
            slowest: None,
            extent: native.extent.unwrap_or((native.span, native.span)),
        };
        native.clocks.restart();
        native.partial.clear();
        native.many.clear();
        native.reader_count = 0;
        if let Some(footprint) = &mut native.footprint {
            footprint.clear();
        }
        native.at_barrier = true;
        native.extent = None;
        native.began = epoch;
        native.epoch = epoch;
        native.section = number;
        self.sections = number;
        let slowest = Processor {
            team: block,
            lane: tally.slowest,
        };
        let slowest = self.cast().name(slowest);
        self.observer.section(Section { slowest, ..section });
    }

    /// The block of a team is over: its end is a barrier, which costs nothing more where nothing
    /// was executed since the last one.
    pub(super) fn end_native(&mut self, block: TeamId) {
        let Some(native) = &self.teams[block.0 as usize].native else {
            return;
        };
        if !native.at_barrier {
            self.end_section(block);
        }
        self.teams[block.0 as usize].native = None;
        // The section that began behind the last barrier has nothing in it.
        self.sections -= 1;
    }

    /// Nobody can go on: if some wait at a barrier, others never come to it.
    pub(super) fn check_barriers(&self) -> Result<(), Stop> {
        let waiting = self.teams.iter().enumerate().find_map(|(at, team)| {
            let native = team.native.as_ref()?;
            Some((TeamId(at as u32), team, native, native.parked.first()?))
        });
        let Some((id, team, native, first)) = waiting else {
            return Ok(());
        };
        let whole = Part {
            from: 0,
            to: team.width - 1,
        };
        let part = first.parts.keys().next().copied().unwrap_or(whole);
        let mut absent: Vec<Lane> = (part.from..=part.to).collect();
        for parked in native.parked.iter().filter(|parked| {
            parked.parts.contains_key(&part) || (parked.parts.is_empty() && first.parts.is_empty())
        }) {
            absent.retain(|lane| !parked.group.lanes.iter().any(|here| here == *lane));
        }
        let name = |lane: &Lane| {
            self.cast().name(Processor {
                team: id,
                lane: *lane,
            })
        };
        let named: Vec<String> = absent.iter().take(NAMED).filter_map(name).collect();
        let algorithm = &self.code.algorithms[team.algorithm.index()];
        let span = algorithm.instructions[first.group.pc.0 as usize - 1].span;
        let kind = FaultKind::BarrierNotReached {
            absent: named.join(", "),
            more: absent.len().saturating_sub(NAMED),
            block: native.span,
        };
        Err(self.fault(kind, span, &first.group))
    }
}

/// How many processors a message names.
const NAMED: usize = 8;

fn native_of(teams: &[super::team::Team], block: TeamId) -> &Native {
    let native = teams[block.0 as usize].native.as_ref();
    native.expect("the block is asynchronous")
}
