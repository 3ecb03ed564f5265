//! Races: two processors of an asynchronous machine access the same cell in the same section, and no
//! barrier orders the two accesses.

use super::races::{Probe, Race, RaceAccess, RaceFinding, SectionAccess};
use crate::engine::cells::Cell;
use crate::engine::lanes::team::TeamId;
use crate::engine::memory::Stamp;
use crate::machine::acting::Acting;
use crate::machine::configuration::OnViolation;
use crate::machine::names::name_cell;
use crate::machine::pram::{EarlyStop, Machine};
use crate::program::Constant;

impl Machine<'_, '_> {
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
                    ..access(position, *cell as Cell, writes.span, writes.array)
                });
            }
        }
    }

    /// Stamps an access; if it conflicts with one of another processor that no barrier orders, that is a
    /// race.
    pub(crate) fn judge_access(&mut self, access: SectionAccess) -> Result<(), EarlyStop> {
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

    /// The number of statements that the processor of an access has executed before it. If all proceed
    /// together, it is the number of steps.
    fn stage(&self, access: SectionAccess) -> u64 {
        let native = self.state.blocks.get(&access.block);
        let progress = native.and_then(|native| native.progress.get(access.number as usize));
        progress.map_or(self.state.steps, |progress| progress.statements)
    }

    /// An access of a section as one of the two of a race, with names.
    pub(crate) fn race_access(&self, access: SectionAccess) -> RaceAccess {
        let team = &self.state.teams[access.processor.team.0 as usize];
        let array =
            &self.code.algorithms[team.algorithm.index()].arrays[access.array_ref.id.index()];
        RaceAccess {
            span: access.span,
            statement: access.statement,
            processor: self
                .names()
                .name_with_place(access.processor)
                .unwrap_or_default(),
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
        let names = self.names();
        let whole = names.cell_of_whole(access.processor, access.array_ref.id, access.cell);
        whole.unwrap_or_else(|| {
            let handle = names.handle(access.processor, access.array_ref);
            handle.map_or(array.name.clone(), |handle| {
                name_cell(&array.name, array.rank, handle, access.cell)
            })
        })
    }

    fn found_race(
        &mut self,
        access: SectionAccess,
        reads_only: bool,
        probe: Probe,
    ) -> Result<(), EarlyStop> {
        let broken = if reads_only {
            &mut self.state.races.of_reads
        } else {
            &mut self.state.races.of_writes
        };
        *broken += 1;
        let Some(asynchronous) = self.configuration.asynchronous() else {
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
            self.state.races.first = Some(RaceFinding { probe, race });
        }
        if self.configuration.on_violation == OnViolation::Stop {
            return Err(EarlyStop::Violation);
        }
        Ok(())
    }

    /// In a run that searches for it, the first access that conflicts with this one.
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
