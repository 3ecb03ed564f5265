//! Sections: what the processors of an asynchronous block do between two barriers.
//!
//! Every processor goes at its own pace, so within a section nothing orders the accesses of two
//! processors. They are stamped with the section instead of the step: a cell that two processors
//! touch in one section is a race. A section ends when all processors of the block have come to a
//! barrier; it lasts as long as its slowest processor.

use super::clock::{Clocks, Into, Loaded};
use super::crew::{Crew, name_cell};
use super::event::{Observer, Section, SectionKind};
use super::fault::FaultKind;
use super::memory::{Cell, Stamp};
use super::naming::Processor;
use super::pram::{Machine, Stop};
use super::race::{Finding, Probe, Race, RaceAccess};
use super::reading::ReadLog;
use super::schedule::Group;
use super::team::{Handle, Inside, Lane, Lanes, TeamId};
use super::witness::Acting;
use crate::code::control::{Control, Pc};
use crate::code::kernel::ArrayRef;
use crate::semantic::program::Constant;
use crate::source::Span;

/// In a reader's stamp: several processors have read the cell.
const MANY: u32 = u32::MAX;

/// The state of an asynchronous block.
#[derive(Debug)]
pub struct Native {
    /// One clock per processor.
    pub clocks: Clocks,
    /// Groups at a barrier.
    parked: Vec<Group>,
    /// The section's epoch: its stamps are valid in it only.
    epoch: u32,
    /// The section's number in the run.
    section: u64,
    /// The first and the last statement executed in it.
    extent: Option<(Span, Span)>,
    /// The header of the block.
    span: Span,
    /// The time of its barriers.
    barrier: u64,
}

/// An access to a cell in a section.
#[derive(Clone, Copy)]
struct SectionAccess {
    cell: Cell,
    /// The processor, by its number in the block.
    number: Lane,
    processor: Processor,
    span: Span,
    statement: Span,
    /// How the processor sees the array.
    array_ref: ArrayRef,
    word: Option<i64>,
}

impl<O: Observer> Machine<'_, O> {
    /// Fails where a processor of an asynchronous block opens a block.
    pub(super) fn check_native(&self, opener: &Group, span: Span) -> Result<(), Stop> {
        match self.native_block(opener.team) {
            Some(_) => Err(self.fault(FaultKind::NestedInNative, span, opener)),
            None => Ok(()),
        }
    }

    /// The time of a barrier.
    fn barrier_time(&self, processors: u64, span: Span, group: &Group) -> Result<u64, Stop> {
        let asynchronous = self.configuration.asynchronous.as_ref();
        let time = asynchronous.and_then(|asynchronous| asynchronous.barrier.time(processors));
        time.ok_or_else(|| self.fault(FaultKind::NoBarrierTime { processors }, span, group))
    }

    /// An asynchronous block begins its first section.
    pub(super) fn begin_native(&mut self, group: &Group, span: Span) -> Result<(), Stop> {
        let team = group.team;
        let width = self.teams[team.0 as usize].width;
        let processors = self.configuration.processors.unwrap_or(u64::from(width));
        let native = Native {
            barrier: self.barrier_time(processors, span, group)?,
            clocks: Clocks::new(width),
            parked: Vec::new(),
            epoch: self.memory.next_epoch(),
            section: self.next_section(),
            extent: None,
            span,
        };
        let team = &mut self.teams[team.0 as usize];
        team.native = Some(Box::new(native));
        team.inside = Inside::Native(group.team);
        Ok(())
    }

    fn next_section(&mut self) -> u64 {
        self.sections += 1;
        self.sections
    }

    /// The asynchronous block that the processors of a team are in.
    pub(super) fn native_block(&self, team: TeamId) -> Option<TeamId> {
        match self.teams[team.0 as usize].inside {
            Inside::Native(block) => Some(block),
            Inside::Sequential | Inside::Synchronous => None,
        }
    }

    /// A processor's number in the block `block` that it is in.
    fn number_in(&self, block: TeamId, processor: Processor) -> Lane {
        let (mut team, mut lane) = (processor.team, processor.lane);
        while team != block {
            let inner = &self.teams[team.0 as usize];
            lane = inner.origin.of(lane);
            team = inner.creator.expect("the team is inside the block");
        }
        lane
    }

    /// The asynchronous machine executes a step: time passes, and accesses of asynchronous blocks
    /// are held against those of their section.
    pub(super) fn asynchronous_step(
        &mut self,
        acting: &[Acting<'_>],
        logs: &[ReadLog],
    ) -> Result<(), Stop> {
        for (actor, log) in acting.iter().zip(logs) {
            match self.teams[actor.group.team.0 as usize].inside {
                Inside::Native(block) => self.native_step(block, actor, log)?,
                Inside::Sequential => self.sequential_step(actor),
                Inside::Synchronous => {}
            }
        }
        self.adapted_step(acting)
    }

    /// A group of an asynchronous block has executed a statement: time passes for each of its
    /// processors, and its accesses are held against those of the same section.
    fn native_step(
        &mut self,
        block: TeamId,
        actor: &Acting<'_>,
        log: &ReadLog,
    ) -> Result<(), Stop> {
        self.pass_time(block, actor);
        let kernel = actor
            .instruction
            .control
            .kernel()
            .expect("a step has a kernel");
        let statement = actor.instruction.span;
        let mut races: Vec<(u32, SectionAccess, bool)> = Vec::new();
        for site in &log.sites {
            let span = kernel.spans[site.op as usize];
            let array_ref = site.array(kernel);
            for (position, _, cell) in site.reads() {
                let processor = actor.processor(position as usize);
                let number = self.number_in(block, processor);
                let word = None;
                let access = SectionAccess {
                    cell,
                    number,
                    processor,
                    span,
                    statement,
                    array_ref,
                    word,
                };
                if let Some(reads_only) = self.meets(block, access) {
                    races.push((position, access, reads_only));
                }
            }
        }
        if let Some(writes) = actor.writes().filter(|writes| writes.shared) {
            for (position, cell) in writes.cells.iter().enumerate() {
                let processor = actor.processor(position);
                let number = self.number_in(block, processor);
                let access = SectionAccess {
                    cell: *cell as Cell,
                    number,
                    processor,
                    span: writes.span,
                    statement,
                    array_ref: writes.array_ref,
                    word: Some(writes.values[position]),
                };
                if self.meets(block, access).is_some() {
                    races.push((position as u32, access, false));
                }
            }
        }
        // The lowest processor is named; of its accesses the first.
        races.sort_by_key(|(position, ..)| *position);
        for (_, access, reads_only) in races {
            self.found_race(block, access, reads_only)?;
        }
        Ok(())
    }

    /// Stamps an access. Where another processor has touched the cell in this section in a way
    /// that this access must not meet: whether both only read.
    fn meets(&mut self, block: TeamId, access: SectionAccess) -> Option<bool> {
        let native = self.teams[block.0 as usize].native.as_ref()?;
        let (epoch, section) = (native.epoch, native.section);
        let (cell, number) = (access.cell as usize, access.number);
        let other = |stamp: Stamp| stamp.epoch == epoch && stamp.processor != number;
        let (reader, writer) = (self.memory.readers[cell], self.memory.writers[cell]);
        let stamp = Stamp {
            epoch,
            processor: number,
        };
        let met = match (other(writer), other(reader), access.word) {
            (true, ..) | (_, true, Some(_)) => Some(false),
            (_, true, None) => Some(true),
            _ => None,
        };
        if access.word.is_some() {
            self.memory.writers[cell] = stamp;
        } else {
            let processor = if other(reader) { MANY } else { number };
            self.memory.readers[cell] = Stamp { processor, ..stamp };
        }
        if self.probe
            == Some(Probe {
                section,
                cell: access.cell,
            })
        {
            let found = self.race_access(access);
            self.probed.push(found);
        }
        met
    }

    fn race_access(&self, access: SectionAccess) -> RaceAccess {
        let team = &self.teams[access.processor.team.0 as usize];
        let array =
            &self.code.algorithms[team.algorithm.index()].arrays[access.array_ref.id.index()];
        RaceAccess {
            span: access.span,
            statement: access.statement,
            processor: self.cast().name(access.processor).unwrap_or_default(),
            written: access
                .word
                .map(|word| Constant::from_word(word, array.element)),
            step: self.steps,
        }
    }

    /// A cell as users name it.
    fn cell_text(&self, access: SectionAccess) -> String {
        let team = &self.teams[access.processor.team.0 as usize];
        let array =
            &self.code.algorithms[team.algorithm.index()].arrays[access.array_ref.id.index()];
        let handle = self.handle_at(access.processor, access.array_ref);
        handle.map_or(array.name.clone(), |handle| {
            name_cell(&array.name, array.rank, handle, access.cell)
        })
    }

    fn handle_at(&self, processor: Processor, array: ArrayRef) -> Option<Handle> {
        let team = &self.teams[processor.team.0 as usize];
        let lanes = Lanes::All(team.width);
        let crew = Crew {
            teams: &self.teams,
            team: processor.team,
            lanes: &lanes,
            algorithm: &self.code.algorithms[team.algorithm.index()],
        };
        crew.handle(array, processor.lane)
    }

    fn found_race(
        &mut self,
        block: TeamId,
        access: SectionAccess,
        reads_only: bool,
    ) -> Result<(), Stop> {
        let broken = if reads_only {
            &mut self.races.of_reads
        } else {
            &mut self.races.of_writes
        };
        *broken += 1;
        let Some(asynchronous) = &self.configuration.asynchronous else {
            return Ok(());
        };
        if reads_only && asynchronous.concurrent_read {
            return Ok(());
        }
        if self.races.first.is_none() {
            let later = self.race_access(access);
            let section = self.teams[block.0 as usize]
                .native
                .as_ref()
                .map_or(0, |native| native.section);
            let cell = self.cell_text(access);
            let probe = Probe {
                section,
                cell: access.cell,
            };
            let race = Race {
                section,
                cell,
                earlier: later.clone(),
                later,
                reads_only,
            };
            self.races.first = Some(Finding { probe, race });
        }
        if self.configuration.on_violation == super::configuration::OnViolation::Stop {
            return Err(Stop::Violation);
        }
        Ok(())
    }

    fn pass_time(&mut self, block: TeamId, actor: &Acting<'_>) {
        let Some(asynchronous) = &self.configuration.asynchronous else {
            return;
        };
        let kernel = actor
            .instruction
            .control
            .kernel()
            .expect("a step has a kernel");
        let into = match &actor.instruction.control {
            Control::Assign { slots, .. } => slots.first().map(|slot| Into::Scalar(*slot)),
            Control::Write {
                shared: false,
                array_ref,
                ..
            } if array_ref.up == 0 => Some(Into::Array(array_ref.slot)),
            _ => None,
        };
        let numbers: Vec<Lane> = (actor.group.lanes.iter())
            .map(|lane| {
                self.number_in(
                    block,
                    Processor {
                        team: actor.group.team,
                        lane,
                    },
                )
            })
            .collect();
        let own = actor.group.team.0 as usize;
        let mut loaded = std::mem::take(&mut self.teams[own].loaded);
        let native = self.teams[block.0 as usize].native.as_mut();
        let native = native.expect("the block is asynchronous");
        for (position, (number, lane)) in numbers.iter().zip(actor.group.lanes.iter()).enumerate() {
            let passes = |guard: u32| actor.results.came_through(guard, position);
            let timeline = &kernel.timeline;
            let delay = asynchronous.delay;
            native
                .clocks
                .pass(*number, timeline, delay, passes, &mut loaded, lane, into);
        }
        let span = actor.instruction.span;
        let first = native.extent.map_or(span, |(first, _)| first);
        native.extent = Some((first, span));
        self.teams[own].loaded = loaded;
    }

    /// A group has come to a barrier. It goes on when all processors of its block have.
    pub(super) fn park(&mut self, mut group: Group) {
        group.pc = Pc(group.pc.0 + 1);
        let block = group.team;
        let Some(native) = self.teams[block.0 as usize].native.as_mut() else {
            self.waiting.push(group);
            return;
        };
        native.parked.push(group);
        let here: usize = native.parked.iter().map(|group| group.lanes.len()).sum();
        if here == self.teams[block.0 as usize].width as usize {
            self.end_section(block, true);
        }
    }

    /// A section is over: the slowest processor decides, and all go on behind the barrier.
    fn end_section(&mut self, block: TeamId, always: bool) {
        let (epoch, number) = (self.memory.next_epoch(), self.sections + 1);
        let width = self.teams[block.0 as usize].width;
        let native = self.teams[block.0 as usize].native.as_mut();
        let native = native.expect("the block is asynchronous");
        let parked = std::mem::take(&mut native.parked);
        self.waiting.extend(parked);
        // The end of a block costs nothing more behind a barrier.
        if native.extent.is_none() && !always {
            return;
        }
        let processors = self.configuration.processors.unwrap_or(u64::from(width));
        let shares = shares(&native.clocks.time, processors);
        let (slowest, time) = slowest(&shares, &native.clocks.time);
        let work: u64 = shares.iter().sum();
        let section = Section {
            kind: SectionKind::Native,
            number: native.section,
            time,
            barrier: native.barrier,
            barriers: 1,
            work,
            waiting: time * shares.len() as u64 - work,
            slowest: None,
            extent: native.extent.unwrap_or((native.span, native.span)),
        };
        native.clocks.restart();
        native.extent = None;
        native.epoch = epoch;
        native.section = number;
        self.sections = number;
        let slowest = self.cast().name(Processor {
            team: block,
            lane: slowest,
        });
        self.observer.section(Section { slowest, ..section });
    }

    /// The block of a team is over: its end is a barrier.
    pub(super) fn end_native(&mut self, block: TeamId) {
        if self.teams[block.0 as usize].native.is_some() {
            self.end_section(block, false);
            self.teams[block.0 as usize].native = None;
            // The number that the next section would have had is free again.
            self.sections -= 1;
        }
    }

    /// Nobody can go on: if some wait at a barrier, others never come to it.
    pub(super) fn check_barriers(&self) -> Result<(), Stop> {
        let waiting = self.teams.iter().enumerate().find_map(|(at, team)| {
            let native = team.native.as_ref()?;
            (!native.parked.is_empty()).then_some((TeamId(at as u32), team, native))
        });
        let Some((id, team, native)) = waiting else {
            return Ok(());
        };
        let mut missing = vec![true; team.width as usize];
        for group in &native.parked {
            group
                .lanes
                .iter()
                .for_each(|lane| missing[lane as usize] = false);
        }
        let absent: Vec<Lane> = (0..team.width)
            .filter(|lane| missing[*lane as usize])
            .collect();
        let name = |lane: &Lane| {
            self.cast().name(Processor {
                team: id,
                lane: *lane,
            })
        };
        let named: Vec<String> = absent.iter().take(8).filter_map(name).collect();
        let group = &native.parked[0];
        let algorithm = &self.code.algorithms[team.algorithm.index()];
        let span = algorithm.instructions[group.pc.0 as usize - 1].span;
        let kind = FaultKind::BarrierNotReached {
            absent: named.join(", "),
            more: absent.len().saturating_sub(8),
            block: native.span,
        };
        Err(self.fault(kind, span, group))
    }

    /// Time of sequential code: one processor works, nobody waits for a barrier.
    fn sequential_step(&mut self, actor: &Acting<'_>) {
        let Some(asynchronous) = &self.configuration.asynchronous else {
            return;
        };
        let kernel = actor
            .instruction
            .control
            .kernel()
            .expect("a step has a kernel");
        let into = match &actor.instruction.control {
            Control::Assign { slots, .. } => slots.first().map(|slot| Into::Scalar(*slot)),
            _ => None,
        };
        let own = actor.group.team.0 as usize;
        let loaded: &mut Loaded = &mut self.teams[own].loaded;
        let passes = |guard: u32| actor.results.came_through(guard, 0);
        self.sequential.pass(
            0,
            &kernel.timeline,
            asynchronous.delay,
            passes,
            loaded,
            0,
            into,
        );
        let span = actor.instruction.span;
        let first = self.sequential_extent.map_or(span, |(first, _)| first);
        self.sequential_extent = Some((first, span));
    }

    /// A step of synchronous blocks, as the asynchronous machine executes it: everybody reads, a
    /// barrier, everybody computes and writes, a barrier. With v = ⌈a/p⌉ processors of the
    /// program on each real one, k independent reads take d + k·v − 1, a write d + v − 1, and an
    /// operator v. A read whose address needs another read follows it in a run of its own.
    fn adapted_step(&mut self, acting: &[Acting<'_>]) -> Result<(), Stop> {
        let Some(asynchronous) = &self.configuration.asynchronous else {
            return Ok(());
        };
        let inside = |actor: &&Acting<'_>| {
            self.teams[actor.group.team.0 as usize].inside == Inside::Synchronous
        };
        let acting: Vec<&Acting<'_>> = acting.iter().filter(inside).collect();
        let Some(first) = acting.first() else {
            return Ok(());
        };
        let (mut active, mut width, mut locals, mut writes) = (0, 0, 0, false);
        let mut levels: Vec<u64> = Vec::new();
        for actor in &acting {
            let kernel = actor
                .instruction
                .control
                .kernel()
                .expect("a step has a kernel");
            active += actor.group.lanes.len() as u64;
            width += u64::from(self.teams[actor.group.team.0 as usize].width);
            locals = locals.max(kernel.timeline.locals());
            writes |= kernel.timeline.writes();
            for (depth, reads) in kernel.timeline.read_levels().into_iter().enumerate() {
                if depth < levels.len() {
                    levels[depth] = levels[depth].max(reads);
                } else {
                    levels.push(reads);
                }
            }
        }
        let processors = self.configuration.processors.unwrap_or(width);
        let span = first.instruction.span;
        let barrier = self.barrier_time(processors, span, &first.group)?;
        let delay = asynchronous.delay;
        let own = |share: u64| match share {
            0 => 0,
            share => {
                let read: u64 = levels.iter().map(|reads| delay + reads * share - 1).sum();
                let write = if writes { delay + share - 1 } else { 0 };
                read + locals * share + write
            }
        };
        let (each, more) = (active / processors, active % processors);
        let work = more * own(each + 1) + (processors - more) * own(each);
        let time = own(active.div_ceil(processors));
        let barriers = u64::from(!levels.is_empty()) + u64::from(writes);
        self.observer.section(Section {
            kind: SectionKind::Adapted,
            number: 0,
            time,
            barrier: barriers * barrier,
            barriers,
            work,
            waiting: time * processors - work,
            slowest: None,
            extent: (span, span),
        });
        Ok(())
    }

    /// What was executed sequentially so far becomes a section of its own, without a barrier.
    pub(super) fn end_sequential(&mut self) {
        let Some(extent) = self.sequential_extent.take() else {
            return;
        };
        let time = self.sequential.time[0];
        self.sequential.restart();
        self.observer.section(Section {
            kind: SectionKind::Sequential,
            number: 0,
            time,
            barrier: 0,
            barriers: 0,
            work: time,
            waiting: 0,
            slowest: None,
            extent,
        });
    }
}

/// What each real processor has to do where `processors` of them execute a block: consecutive
/// processors of the block, one after the other.
fn shares(times: &[u64], processors: u64) -> Vec<u64> {
    let width = times.len() as u64;
    if processors >= width {
        return times.to_vec();
    }
    let (each, more) = ((width / processors) as usize, (width % processors) as usize);
    let mut shares = Vec::with_capacity(processors as usize);
    let mut rest = times;
    for processor in 0..processors as usize {
        let (mine, others) = rest.split_at(each + usize::from(processor < more));
        shares.push(mine.iter().sum());
        rest = others;
    }
    shares
}

/// The slowest processor of a block (the slowest in the slowest share) and how long it takes.
fn slowest(shares: &[u64], times: &[u64]) -> (Lane, u64) {
    let time = shares.iter().copied().max().unwrap_or(0);
    let lane = (0..times.len())
        .rev()
        .max_by_key(|lane| times[*lane])
        .unwrap_or(0);
    (lane as Lane, time)
}
