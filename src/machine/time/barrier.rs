//! Barriers of asynchronous blocks: of all processors, or of a part of them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::deadlock::{Barriers, WaitReport};
use super::parts::{Parked, ProcessorPart};
use super::waited;
use crate::code::control::Pc;
use crate::engine::lanes::column::Column;
use crate::engine::lanes::selection::Lane;
use crate::engine::lanes::team::TeamId;
use crate::machine::event::{Section, SectionKind};
use crate::machine::fault::FaultKind;
use crate::machine::groups::Group;
use crate::machine::names::TeamProcessor;
use crate::machine::pram::{EarlyStop, Machine};
use crate::source::Span;

impl Machine<'_, '_> {
    /// A group has reached a barrier. For a barrier of a part of the block, the columns are the ends of
    /// the part. The group continues when all processors for which it waits have arrived.
    pub(crate) fn park(
        &mut self,
        mut group: Group,
        columns: &[Column],
        span: Span,
    ) -> Result<(), EarlyStop> {
        group.pc = Pc(group.pc.0 + 1);
        let block = group.team;
        let each = self.parts(&group, columns, span)?;
        let mut parts = BTreeMap::new();
        for part in &each {
            *parts.entry(*part).or_insert(0) += 1;
        }
        let width = self.state.teams[block.0 as usize].width;
        let Some(native) = self.state.blocks.get_mut(&block) else {
            self.state.waiting.push(group);
            return Ok(());
        };
        if parts.is_empty() {
            native.parked_for_all += group.lanes.len();
        }
        for (part, count) in &parts {
            let gathered = native.parked_in_parts.entry(*part).or_default();
            gathered.count += count;
            gathered.groups.push(native.arrivals);
        }
        let named: Vec<ProcessorPart> = parts.keys().copied().collect();
        (native.parked).insert(native.arrivals, Parked { group, parts, each });
        native.arrivals += 1;
        if native.parked_for_all == width as usize {
            native.parked_for_all = 0;
            let parked = std::mem::take(&mut native.parked);
            self.state
                .waiting
                .extend(parked.into_values().map(|parked| parked.group));
            self.end_section(block);
            return Ok(());
        }
        for part in named {
            self.pass_part(block, part, span)?;
        }
        Ok(())
    }

    /// The part of the block that each processor of a group names; empty at a barrier of the whole
    /// block.
    fn parts(
        &self,
        group: &Group,
        columns: &[Column],
        span: Span,
    ) -> Result<Vec<ProcessorPart>, EarlyStop> {
        let mut parts = Vec::new();
        let [from, to] = columns else {
            return Ok(parts);
        };
        let width = i64::from(self.state.teams[group.team.0 as usize].width);
        for (position, lane) in group.lanes.iter().enumerate() {
            let from = from.at(&group.lanes, position);
            let to = to.at(&group.lanes, position);
            let inside = from >= 0 && to < width && (from..=to).contains(&i64::from(lane));
            if !inside {
                let kind = FaultKind::NotInPart {
                    from,
                    to,
                    number: lane,
                    width: width as u32,
                };
                let processor = TeamProcessor {
                    team: group.team,
                    lane,
                };
                return Err(self.fault_of(kind, span, processor));
            }
            parts.push(ProcessorPart {
                from: from as Lane,
                to: to as Lane,
            });
        }
        Ok(parts)
    }

    /// A part all of whose processors have arrived passes its barrier.
    fn pass_part(
        &mut self,
        block: TeamId,
        part: ProcessorPart,
        span: Span,
    ) -> Result<(), EarlyStop> {
        let native = self.state.blocks.get(&block);
        let native = native.expect("the block is asynchronous");
        let gathered = native.parked_in_parts.get(&part);
        let Some(gathered) = gathered.filter(|gathered| gathered.count == part.processors()) else {
            return Ok(());
        };
        let group = &native.parked[&gathered.groups[0]].group;
        let time = self.barrier_time(part.processors(), span, group)?;
        let epoch = self.state.memory.next_epoch();
        let native = self.state.blocks.get_mut(&block);
        let native = native.expect("the block is asynchronous");
        let members = part.from as usize..part.to as usize + 1;
        native.clocks.meet(members.clone(), time);
        native.level(members);
        native.passed.pass(epoch, part);
        native.at_barrier = false;
        native.epoch = epoch;
        let gathered = native.parked_in_parts.remove(&part).unwrap_or_default();
        for arrival in gathered.groups.into_iter().rev() {
            let Entry::Occupied(mut parked) = native.parked.entry(arrival) else {
                continue;
            };
            parked.get_mut().parts.remove(&part);
            if parked.get().parts.is_empty() {
                self.state.waiting.push(parked.remove().group);
            }
        }
        Ok(())
    }

    /// Ends a section: its time is that of the slowest processor, and all continue after the barrier.
    fn end_section(&mut self, block: TeamId) {
        let (epoch, number) = (self.state.memory.next_epoch(), self.state.sections + 1);
        let width = self.state.teams[block.0 as usize].width;
        let native = self.state.blocks.get_mut(&block);
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
            waiting: waited(tally.longest, processors, busy),
            slowest: None,
            extent: native.extent.unwrap_or((native.span, native.span)),
        };
        native.clocks.restart();
        native.passed.clear();
        native.many.clear();
        native.reader_count = 0;
        if let Some(unstamped) = &mut native.unstamped {
            unstamped.clear();
        }
        native.at_barrier = true;
        native.extent = None;
        native.began = epoch;
        native.epoch = epoch;
        native.section = number;
        native.began_at = self.state.steps;
        native.level(0..width as usize);
        self.state.sections = number;
        let slowest = TeamProcessor {
            team: block,
            lane: tally.slowest,
        };
        let slowest = self.names().name_with_place(slowest);
        if self.order_of_accesses().is_some() {
            self.print_kept();
        }
        self.observer.section(Section { slowest, ..section });
    }

    /// Ends the block of a team: its end is a barrier, which costs nothing if nothing was executed since
    /// the last one.
    pub(crate) fn end_native(&mut self, block: TeamId) {
        let Some(native) = self.state.blocks.get(&block) else {
            return;
        };
        if !native.at_barrier {
            self.end_section(block);
        }
        if self.order_of_accesses().is_some() {
            self.print_kept();
        }
        self.state.blocks.remove(&block);
        // The section that began after the last barrier is empty.
        self.state.sections -= 1;
    }

    /// No group can continue: if some wait at a barrier, others never reach it, or they wait for each
    /// other.
    pub(crate) fn check_barriers(&self) -> Result<(), EarlyStop> {
        let mut blocks = self.state.blocks.iter();
        let Some((id, native)) = blocks.find(|(_, native)| !native.parked.is_empty()) else {
            return Ok(());
        };
        let (id, width) = (*id, self.state.teams[id.0 as usize].width);
        let parked: Vec<&Parked> = native.parked.values().collect();
        let barriers = Barriers::new(&parked, width);
        let name = |lane: Lane| {
            let processor = TeamProcessor { team: id, lane };
            self.names().name_with_place(processor).unwrap_or_default()
        };
        let span = |group: &Group| {
            let code = &self.code.algorithms[self.team(group).algorithm.index()];
            code.instructions[group.pc.0 as usize - 1].span
        };
        if let Some(ring) = barriers.ring() {
            let waits = ring.iter().map(|wait| WaitReport {
                processor: name(wait.processor),
                waits_for: name(wait.waits_for),
                part: wait.part.map(|part| (part.from, part.to)),
                span: span(&parked[wait.parked].group),
            });
            let first = &parked[ring[0].parked].group;
            let processor = TeamProcessor {
                team: id,
                lane: ring[0].processor,
            };
            let kind = FaultKind::Deadlock {
                waits: waits.collect(),
            };
            return Err(self.fault_of(kind, span(first), processor));
        }
        let (waiting, absent) = barriers.never_reached();
        let named: Vec<String> = absent.iter().take(NAMED).map(|lane| name(*lane)).collect();
        let first = &parked[waiting].group;
        let kind = FaultKind::BarrierNotReached {
            absent: named,
            more: absent.len().saturating_sub(NAMED),
            block: native.span,
        };
        Err(self.fault(kind, span(first), first))
    }
}

/// How many processors a message names.
const NAMED: usize = 8;
