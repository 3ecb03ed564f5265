//! A race: two processors of an asynchronous machine access one cell in one section, and no
//! barrier says who comes first.

use crate::machine::steps::acting::Acting;
use crate::machine::configuration::OnViolation;
use crate::engine::lanes::lane_view::LaneView;
use crate::machine::names::{Processor, name_cell};
use crate::machine::event::Observer;
use crate::engine::lanes::selection::{Lane, Selection};
use crate::machine::pram::{Machine, Stop};
use super::section::AsynchronousBlock;
use crate::engine::lanes::team::TeamId;
use crate::machine::trace::Trace;
use crate::code::kernel::ArrayRef;
use crate::engine::handle::Handle;
use crate::engine::cells::Cell;
use crate::engine::memory::{Memory, Stamp};
use crate::program::Constant;
use crate::source::Span;

/// In a reader's stamp: several processors have read the cell.
const MANY: u32 = u32::MAX;

/// Two accesses that nothing orders.
#[derive(Debug, Clone, PartialEq)]
pub struct Race {
    /// The section, from 1.
    pub section: u64,
    /// The cell, such as `A[5]`.
    pub cell: String,
    /// The access that the run came to first; another run may come to it last.
    pub earlier: RaceAccess,
    /// The other.
    pub later: RaceAccess,
    /// Both only read: legal where many may read what nobody writes.
    pub reads_only: bool,
}

/// One of the two.
#[derive(Debug, Clone, PartialEq)]
pub struct RaceAccess {
    /// The access in the source.
    pub span: Span,
    /// The statement it belongs to.
    pub statement: Span,
    /// The processor, as the user names it.
    pub processor: String,
    /// What it wrote; none for a read.
    pub written: Option<Constant>,
    /// The step, from 1, in the order in which this run executed them.
    pub step: u64,
    /// How many statements its processor had executed before: processors that wait for each other
    /// at a barrier between two statements have the accesses of all earlier ones behind them.
    pub stage: u64,
    /// The calls around it.
    pub trace: Trace,
}

/// The races of a run.
#[derive(Debug, Clone, Default)]
pub struct Races {
    /// The first illegal one, with the access that the run came to earlier still to be looked
    /// for (see [`Finding`]).
    pub first: Option<Finding>,
    /// The accesses to the cell that is looked for, in the order in which the run came to them.
    pub probed: Vec<(Stamp, RaceAccess)>,
    /// How many accesses met only reads, reading themselves.
    pub of_reads: u64,
    /// How many met otherwise.
    pub of_writes: u64,
}

/// An access that is looked for in a second run of the same program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Probe {
    /// The section.
    pub section: u64,
    /// The cell.
    pub cell: u32,
}

/// A race as far as its first discovery tells.
#[derive(Debug, Clone)]
pub struct Finding {
    /// Where to look for the earlier access.
    pub probe: Probe,
    /// The race; its earlier access is the later one until it is known.
    pub race: Race,
}

/// An access to a cell in a section.
#[derive(Clone, Copy)]
pub(crate) struct SectionAccess {
    /// The block.
    pub(crate) block: TeamId,
    /// The cell.
    pub(crate) cell: Cell,
    /// The processor, by its number in the block.
    pub(crate) number: Lane,
    /// Which of the processor's reads in this step it is.
    pub(crate) ordinal: u32,
    /// The processor.
    pub(crate) processor: Processor,
    /// The access in the source.
    pub(crate) span: Span,
    /// The statement it belongs to.
    pub(crate) statement: Span,
    /// How the processor sees the array.
    pub(crate) array_ref: ArrayRef,
    /// What is written; none for a read.
    pub(crate) word: Option<i64>,
}

impl AsynchronousBlock {
    /// Whether an access was by another processor, in this section, and no barrier of a part says
    /// that it was before one of `number` now: whom the accessing processor met at a barrier, whom
    /// that one met, and so on.
    fn is_open(&self, stamp: Stamp, number: Lane) -> bool {
        stamp.epoch >= self.began
            && stamp.processor != number
            && !self.passed.orders(stamp.processor, stamp.epoch, number)
    }

    /// The same for one of those who have read a cell together. Reads that are ordered before this
    /// access are forgotten: who has to come after them has to come after this access, too.
    fn is_open_to_a_reader(&mut self, cell: Cell, number: Lane) -> bool {
        let Some(mut readers) = self.many.remove(&cell) else {
            return true;
        };
        let count = readers.len();
        while (readers.last()).is_some_and(|reader| !self.is_open(*reader, number)) {
            readers.pop();
        }
        self.reader_count -= (count - readers.len()) as u64;
        let is_open = !readers.is_empty();
        self.many.insert(cell, readers);
        is_open
    }

    /// Stamps an access. Where another processor has touched the cell in this section in a way
    /// that this access must not meet: whether both only read.
    fn meets(&mut self, memory: &mut Memory, access: SectionAccess) -> Option<bool> {
        let (cell, number) = (access.cell as usize, access.number);
        let (reader, writer) = (*memory.reader(cell), *memory.writer(cell));
        let met_writer = self.is_open(writer, number);
        let met_reader = if reader.processor == MANY && reader.epoch >= self.began {
            self.is_open_to_a_reader(access.cell, number)
        } else {
            self.is_open(reader, number)
        };
        let stamp = Stamp {
            epoch: self.epoch,
            processor: number,
        };
        if access.word.is_some() {
            *memory.writer(cell) = stamp;
            return (met_writer || met_reader).then_some(false);
        }
        *memory.reader(cell) = stamp;
        if reader.epoch >= self.began && (met_reader || reader.processor == MANY) {
            memory.reader(cell).processor = MANY;
            if self.in_parts {
                let readers = self.many.entry(access.cell).or_default();
                let before = readers.len();
                if reader.processor != MANY {
                    readers.push(reader);
                }
                readers.push(stamp);
                self.reader_count += (readers.len() - before) as u64;
            }
        }
        match (met_writer, met_reader) {
            (true, _) => Some(false),
            (false, true) => Some(true),
            (false, false) => None,
        }
    }
}

impl<O: Observer> Machine<'_, O> {
    /// The accesses that a group of an asynchronous block makes in a step.
    pub(crate) fn gather(
        &self,
        block: TeamId,
        actor: &Acting<'_>,
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
        for site in &actor.log.sites {
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
    pub(crate) fn judge_access(&mut self, access: SectionAccess) -> Result<(), Stop> {
        let Some(native) = self.state.blocks.get_mut(&access.block) else {
            return Ok(());
        };
        let met = native.meets(&mut self.state.memory, access);
        let probe = Probe {
            section: native.section,
            cell: access.cell,
        };
        let epoch = native.epoch;
        if let Some(reads_only) = met {
            self.found_race(access, reads_only, probe)?;
        }
        if self.state.probe == Some(probe) {
            let stamp = Stamp {
                epoch,
                processor: access.number,
            };
            let found = self.race_access(access);
            self.state.races.probed.push((stamp, found));
        }
        Ok(())
    }

    /// How many statements the processor of an access has executed before it. Where all go side by
    /// side, the step tells it.
    fn stage(&self, access: SectionAccess) -> u64 {
        let native = self.state.blocks.get(&access.block);
        let progress = native.and_then(|native| native.progress.get(access.number as usize));
        progress.map_or(self.state.steps, |progress| progress.statements)
    }

    pub(crate) fn race_access(&self, access: SectionAccess) -> RaceAccess {
        let team = &self.state.teams[access.processor.team.0 as usize];
        let array =
            &self.code.algorithms[team.algorithm.index()].arrays[access.array_ref.id.index()];
        RaceAccess {
            span: access.span,
            statement: access.statement,
            processor: self.names().name(access.processor).unwrap_or_default(),
            written: access
                .word
                .map(|word| Constant::from_word(word, array.element)),
            step: self.step_of_access(),
            stage: self.stage(access),
            trace: (self.names()).trace(access.processor, Some(access.array_ref.id)),
        }
    }

    /// A cell as users name it.
    pub(crate) fn cell_text(&self, access: SectionAccess) -> String {
        let team = &self.state.teams[access.processor.team.0 as usize];
        let array =
            &self.code.algorithms[team.algorithm.index()].arrays[access.array_ref.id.index()];
        let handle = self.handle_at(access.processor, access.array_ref);
        handle.map_or(array.name.clone(), |handle| {
            name_cell(&array.name, array.rank, handle, access.cell)
        })
    }

    fn handle_at(&self, processor: Processor, array: ArrayRef) -> Option<Handle> {
        let team = &self.state.teams[processor.team.0 as usize];
        let lanes = Selection::All(team.width);
        let view = LaneView {
            teams: &self.state.teams,
            team: processor.team,
            lanes: &lanes,
            algorithm: &self.code.algorithms[team.algorithm.index()],
        };
        view.handle(array, processor.lane)
    }

    fn found_race(
        &mut self,
        access: SectionAccess,
        reads_only: bool,
        probe: Probe,
    ) -> Result<(), Stop> {
        let broken = if reads_only {
            &mut self.state.races.of_reads
        } else {
            &mut self.state.races.of_writes
        };
        *broken += 1;
        let Some(asynchronous) = &self.configuration.asynchronous else {
            return Ok(());
        };
        if reads_only && asynchronous.concurrent_read {
            return Ok(());
        }
        if self.state.races.first.is_none() {
            let later = self.race_access(access);
            let race = Race {
                section: probe.section,
                cell: self.cell_text(access),
                earlier: self.met_by(access, reads_only).unwrap_or(later.clone()),
                later,
                reads_only,
            };
            self.state.races.first = Some(Finding { probe, race });
        }
        if self.configuration.on_violation == OnViolation::Stop {
            return Err(Stop::Violation);
        }
        Ok(())
    }

    /// In a run that looks for it: the first access that this one must not meet.
    fn met_by(&self, access: SectionAccess, reads_only: bool) -> Option<RaceAccess> {
        let native = self.state.blocks.get(&access.block)?;
        let must_write = access.word.is_none() && !reads_only;
        let mut probed = self.state.races.probed.iter();
        let met = probed.find(|(stamp, earlier)| {
            native.is_open(*stamp, access.number) && (!must_write || earlier.written.is_some())
        });
        met.map(|(_, earlier)| earlier.clone())
    }
}
