//! Sections: what the processors of an asynchronous block do between two barriers.
//!
//! Every processor goes at its own pace, so within a section nothing orders the accesses of two
//! processors. They are stamped with the section instead of the step: a cell that two processors
//! touch in one section is a race. A section ends when all processors of the block have come to a
//! barrier; it lasts as long as its slowest processor.

use std::collections::BTreeMap;

use super::barrier::{Parked, Part};
use super::clock::{Clocks, Execution, Into, Loaded};
use super::crew::{Crew, name_cell};
use super::event::{Observer, Section, SectionKind};
use super::fault::FaultKind;
use super::interleaving::Interleaving;
use super::memory::{Cell, Memory, Stamp};
use super::naming::Processor;
use super::pram::{Machine, Stop};
use super::race::{Finding, Probe, Race, RaceAccess};
use super::reading::ReadLog;
use super::schedule::Group;
use super::team::{Handle, Inside, Lane, Lanes, TeamId};
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
    /// Whether the block's algorithm has barriers of parts: only these make it matter who the
    /// many readers of a cell were.
    in_parts: bool,
    /// The reads of the cells that several processors have read in this section.
    pub(super) many: BTreeMap<Cell, Vec<Stamp>>,
    /// The section's number in the run.
    pub(super) section: u64,
    /// Whether nothing was executed since the last barrier of all.
    pub(super) at_barrier: bool,
    /// The first and the last statement executed in it.
    pub(super) extent: Option<(Span, Span)>,
    /// The header of the block.
    pub(super) span: Span,
    /// The time of its barriers.
    pub(super) barrier: u64,
}

impl Native {
    /// Whether an access was by another processor, in this section, and no barrier of a part says
    /// that it was before one of `number` now: whom the accessing processor met at a barrier, whom
    /// that one met, and so on.
    fn is_open(&self, stamp: Stamp, number: Lane) -> bool {
        if stamp.epoch < self.began || stamp.processor == number {
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
        !know.iter().any(|part| part.holds(number))
    }

    /// Stamps an access. Where another processor has touched the cell in this section in a way
    /// that this access must not meet: whether both only read.
    fn meets(&mut self, memory: &mut Memory, access: SectionAccess) -> Option<bool> {
        let (cell, number) = (access.cell as usize, access.number);
        let (reader, writer) = (memory.readers[cell], memory.writers[cell]);
        let met_writer = self.is_open(writer, number);
        let met_reader = if reader.processor == MANY && reader.epoch >= self.began {
            let readers = self.many.get(&access.cell);
            readers.is_none_or(|readers| readers.iter().any(|reader| self.is_open(*reader, number)))
        } else {
            self.is_open(reader, number)
        };
        let stamp = Stamp {
            epoch: self.epoch,
            processor: number,
        };
        if access.word.is_some() {
            memory.writers[cell] = stamp;
            return (met_writer || met_reader).then_some(false);
        }
        memory.readers[cell] = stamp;
        if reader.epoch >= self.began && (met_reader || reader.processor == MANY) {
            memory.readers[cell].processor = MANY;
            if self.in_parts {
                let readers = self.many.entry(access.cell).or_insert_with(|| vec![reader]);
                readers.push(stamp);
            }
        }
        match (met_writer, met_reader) {
            (true, _) => Some(false),
            (false, true) => Some(true),
            (false, false) => None,
        }
    }
}

/// An access to a cell in a section.
#[derive(Clone, Copy)]
struct SectionAccess {
    block: TeamId,
    cell: Cell,
    /// The processor, by its number in the block.
    number: Lane,
    /// Which of the processor's reads in this step it is.
    ordinal: u32,
    processor: Processor,
    span: Span,
    statement: Span,
    /// How the processor sees the array.
    array_ref: ArrayRef,
    /// What is written; none for a read.
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
            in_parts: self.has_barriers_of_parts(team),
            many: BTreeMap::new(),
            section: self.next_section(),
            // Its end is a barrier also where nothing is executed.
            at_barrier: false,
            extent: None,
            span,
        };
        let team = &mut self.teams[team.0 as usize];
        team.native = Some(Box::new(native));
        team.inside = Inside::Native(group.team);
        Ok(())
    }

    fn has_barriers_of_parts(&self, team: TeamId) -> bool {
        let algorithm = &self.code.algorithms[self.teams[team.0 as usize].algorithm.index()];
        let of_part = |control: &Control| matches!(control, Control::Barrier { kernel: Some(_) });
        algorithm
            .instructions
            .iter()
            .any(|instruction| of_part(&instruction.control))
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
    pub(super) fn number_in(&self, block: TeamId, processor: Processor) -> Lane {
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
        acting: &[Acting<'_>],
        logs: &[ReadLog],
    ) -> Result<(), Stop> {
        let mut accesses = Vec::new();
        for (actor, log) in acting.iter().zip(logs) {
            match self.teams[actor.group.team.0 as usize].inside {
                Inside::Native(block) => {
                    self.pass_time(block, actor);
                    self.gather(block, actor, log, &mut accesses);
                }
                Inside::Sequential => self.sequential_step(actor),
                Inside::Synchronous => {}
            }
        }
        // As this run executes them: all read, then all write, in the order of the processors.
        let order = |access: &SectionAccess| (access.word.is_some(), access.number, access.ordinal);
        if !accesses.is_sorted_by_key(order) {
            accesses.sort_by_key(order);
        }
        for access in accesses {
            self.judge_access(access)?;
        }
        self.adapted_step(acting)
    }

    /// The accesses that a group of an asynchronous block makes in a step.
    fn gather(
        &self,
        block: TeamId,
        actor: &Acting<'_>,
        log: &ReadLog,
        accesses: &mut Vec<SectionAccess>,
    ) {
        let kernel = actor.instruction.control.kernel();
        let kernel = kernel.expect("a step has a kernel");
        let access = |position: usize, cell, span, array_ref| {
            let processor = actor.processor(position);
            SectionAccess {
                block,
                cell,
                number: self.number_in(block, processor),
                ordinal: 0,
                processor,
                span,
                statement: actor.instruction.span,
                array_ref,
                word: None,
            }
        };
        for site in &log.sites {
            let (span, array_ref) = (kernel.spans[site.op as usize], site.array(kernel));
            for (position, ordinal, cell) in site.reads() {
                accesses.push(SectionAccess {
                    ordinal,
                    ..access(position as usize, cell, span, array_ref)
                });
            }
        }
        if let Some(writes) = actor.writes().filter(|writes| writes.shared) {
            for (position, (cell, word)) in writes.cells.iter().zip(writes.values).enumerate() {
                accesses.push(SectionAccess {
                    word: Some(*word),
                    ..access(position, *cell as Cell, writes.span, writes.array_ref)
                });
            }
        }
    }

    /// One access after the other is stamped; where it meets another processor's that no barrier
    /// orders, that is a race.
    fn judge_access(&mut self, access: SectionAccess) -> Result<(), Stop> {
        let Some(native) = self.teams[access.block.0 as usize].native.as_mut() else {
            return Ok(());
        };
        let met = native.meets(&mut self.memory, access);
        let probe = Probe {
            section: native.section,
            cell: access.cell,
        };
        let epoch = native.epoch;
        if let Some(reads_only) = met {
            self.found_race(access, reads_only, probe)?;
        }
        if self.probe == Some(probe) {
            let stamp = Stamp {
                epoch,
                processor: access.number,
            };
            let found = self.race_access(access);
            self.races.probed.push((stamp, found));
        }
        Ok(())
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
        access: SectionAccess,
        reads_only: bool,
        probe: Probe,
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
            let race = Race {
                section: probe.section,
                cell: self.cell_text(access),
                earlier: self.met_by(access, reads_only).unwrap_or(later.clone()),
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

    /// In a run that looks for it: the first access that this one must not meet.
    fn met_by(&self, access: SectionAccess, reads_only: bool) -> Option<RaceAccess> {
        let native = self.teams[access.block.0 as usize].native.as_ref()?;
        let must_write = access.word.is_none() && !reads_only;
        let mut probed = self.races.probed.iter();
        let met = probed.find(|(stamp, earlier)| {
            native.is_open(*stamp, access.number) && (!must_write || earlier.written.is_some())
        });
        met.map(|(_, earlier)| earlier.clone())
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
        let into = goes_into(&actor.instruction.control);
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
        native.at_barrier = false;
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
        let into = goes_into(&actor.instruction.control);
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

/// Where the outputs of an instruction go, as far as a processor's own memory is concerned.
pub(super) fn goes_into(control: &Control) -> Into<'_> {
    match control {
        Control::Assign { slots, .. } => Into::Scalars(slots),
        Control::Write {
            shared: false,
            array_ref,
            ..
        } if array_ref.up == 0 => Into::Array(array_ref.slot),
        _ => Into::Elsewhere,
    }
}
