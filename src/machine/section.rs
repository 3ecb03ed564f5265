//! Sections: what the processors of an asynchronous block do between two barriers.
//!
//! Every processor goes at its own pace, so within a section nothing orders the accesses of two
//! processors. They are stamped with the section instead of the step: a cell that two processors
//! touch in one section is a race. A section ends when all processors of the block have come to a
//! barrier; it lasts as long as its slowest processor.

use super::barrier::{Parked, Part};
use super::clock::{Clocks, Execution, Into, Loaded};
use super::crew::{Crew, name_cell};
use super::event::{Observer, Section, SectionKind};
use super::fault::FaultKind;
use super::interleaving::Interleaving;
use super::lanes::{Lane, Lanes};
use super::memory::{Cell, Stamp};
use super::naming::Processor;
use super::pram::{Machine, Stop};
use super::race::{Finding, Probe, Race, RaceAccess};
use super::reading::ReadLog;
use super::schedule::Group;
use super::team::{Handle, Inside, TeamId};
use super::witness::Acting;
use crate::code::control::Control;
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
    pub(super) parked: Vec<Parked>,
    /// The epoch of the section: older stamps are not of it.
    pub(super) began: u32,
    /// The epoch since the last barrier, of the whole block or of a part.
    pub(super) epoch: u32,
    /// Barriers of parts of the block in this section, by the epoch that each began.
    pub(super) partial: Vec<(u32, Part)>,
    /// The section's number in the run.
    pub(super) section: u64,
    /// The first and the last statement executed in it.
    pub(super) extent: Option<(Span, Span)>,
    /// The header of the block.
    pub(super) span: Span,
    /// The time of its barriers.
    pub(super) barrier: u64,
}

impl Native {
    /// Whether barriers of parts of the block say that an access was before one of `number` now:
    /// whom the accessing processor met at a barrier, whom that one met, and so on.
    fn ordered(&self, stamp: Stamp, number: Lane) -> bool {
        if self.partial.is_empty() || stamp.processor == MANY {
            return false;
        }
        let mut know = vec![Part {
            from: stamp.processor,
            to: stamp.processor,
        }];
        for (epoch, part) in &self.partial {
            if *epoch > stamp.epoch && know.iter().any(|known| known.meets(*part)) {
                know.push(*part);
            }
        }
        know.iter().any(|part| part.holds(number))
    }
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
    pub(super) fn barrier_time(
        &self,
        processors: u64,
        span: Span,
        group: &Group,
    ) -> Result<u64, Stop> {
        let asynchronous = self.configuration.asynchronous.as_ref();
        let time = asynchronous.and_then(|asynchronous| asynchronous.barrier.time(processors));
        time.ok_or_else(|| self.fault(FaultKind::NoBarrierTime { processors }, span, group))
    }

    /// An asynchronous block begins its first section.
    pub(super) fn begin_native(&mut self, group: &Group, span: Span) -> Result<(), Stop> {
        let team = group.team;
        let width = self.teams[team.0 as usize].width;
        let processors = self.configuration.processors.unwrap_or(u64::from(width));
        let epoch = self.memory.next_epoch();
        let native = Native {
            barrier: self.barrier_time(processors, span, group)?,
            clocks: Clocks::new(width, |number| self.pace(number, width)),
            parked: Vec::new(),
            began: epoch,
            epoch,
            partial: Vec::new(),
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

    /// Of the groups that are ready in an asynchronous block the interleaving chooses one; the
    /// others are held back. All go on where they go in lockstep.
    pub(super) fn hold_back<'c>(&self, ready: &mut Vec<Acting<'c>>) -> Vec<Acting<'c>> {
        let interleaving = match &self.configuration.asynchronous {
            Some(asynchronous) => asynchronous.interleaving,
            None => return Vec::new(),
        };
        if interleaving == Interleaving::Lockstep || ready.len() < 2 {
            return Vec::new();
        }
        let native: Vec<usize> = (0..ready.len())
            .filter(|at| ready[*at].native.is_some())
            .collect();
        if native.is_empty() {
            return Vec::new();
        }
        let marked = match interleaving {
            Interleaving::Ahead(lane) | Interleaving::Behind(lane) => Some(lane),
            _ => None,
        };
        let firsts: Vec<(Lane, bool)> = (native.iter())
            .map(|at| {
                let actor = &ready[*at];
                let block = actor.native.unwrap_or(actor.group.team);
                let first = self.number_in(block, actor.processor(0));
                (first, actor.group.lanes.len() == 1 && Some(first) == marked)
            })
            .collect();
        let chosen = ready.swap_remove(native[interleaving.choose(&firsts, self.steps)]);
        std::mem::replace(ready, vec![chosen])
    }

    /// The asynchronous machine executes a step: time passes, and accesses of asynchronous blocks
    /// are held against those of their section.
    pub(super) fn asynchronous_step(
        &mut self,
        acting: &mut [Acting<'_>],
        logs: &[ReadLog],
    ) -> Result<(), Stop> {
        for (actor, log) in acting.iter_mut().zip(logs) {
            match self.teams[actor.group.team.0 as usize].inside {
                Inside::Native(block) => {
                    actor.write_out();
                    self.native_step(block, actor, log)?;
                }
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
        let other = |stamp: Stamp| {
            stamp.epoch >= native.began
                && stamp.processor != number
                && !native.ordered(stamp, number)
        };
        let (reader, writer) = (*self.memory.reader(cell), *self.memory.writer(cell));
        let stamp = Stamp {
            epoch,
            processor: number,
        };
        let (met_writer, met_reader) = (other(writer), other(reader));
        let met = match (met_writer, met_reader, access.word) {
            (true, ..) | (_, true, Some(_)) => Some(false),
            (_, true, None) => Some(true),
            _ => None,
        };
        if access.word.is_some() {
            *self.memory.writer(cell) = stamp;
        } else {
            let processor = if met_reader { MANY } else { number };
            *self.memory.reader(cell) = Stamp { processor, ..stamp };
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
        let execution = Execution {
            timeline: &kernel.timeline,
            delay: asynchronous.delay,
            into,
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
            native
                .clocks
                .pass(*number, lane, execution, passes, &mut loaded);
        }
        let span = actor.instruction.span;
        let first = native.extent.map_or(span, |(first, _)| first);
        native.extent = Some((first, span));
        self.teams[own].loaded = loaded;
    }

    /// The pace of a processor of a block: that of the real processor that executes it.
    fn pace(&self, number: u64, width: u32) -> u64 {
        let Some(asynchronous) = &self.configuration.asynchronous else {
            return 1;
        };
        let (width, seed) = (u64::from(width), self.configuration.seed);
        let processors = self.configuration.processors.unwrap_or(width).min(width);
        let (each, more) = (width / processors, width % processors);
        let real = if number < more * (each + 1) {
            number / (each + 1)
        } else {
            more + (number - more * (each + 1)) / each
        };
        asynchronous.pace.of(real, seed)
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
        let execution = Execution {
            timeline: &kernel.timeline,
            delay: asynchronous.delay,
            into,
        };
        let own = actor.group.team.0 as usize;
        let loaded: &mut Loaded = &mut self.teams[own].loaded;
        let passes = |guard: u32| actor.results.came_through(guard, 0);
        self.sequential.pass(0, 0, execution, passes, loaded);
        let span = actor.instruction.span;
        let first = self.sequential_extent.map_or(span, |(first, _)| first);
        self.sequential_extent = Some((first, span));
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
