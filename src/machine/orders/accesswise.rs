//! Asynchronous blocks access by access: if an order of the accesses is prescribed, the processors of a
//! block are executed one at a time, each from one access of the global memory to the next.
//!
//! A statement is not atomic. `x += e` reads x, reads the operands of e in the order of its evaluation,
//! and writes x; between any two of these accesses others may make theirs. What a processor computes
//! locally is executed after its previous access: it touches nothing that others read. A step here, too,
//! is one statement, of one processor; it is counted when the statement is complete.

use super::interleaving::Interleaving;
use super::order::OrderedProcessor;
use super::partial::FailedInstruction;
use super::standing::PendingProcessor;
use crate::code::control::Instruction;
use crate::engine::lanes::team::TeamId;
use crate::machine::cause::cause;
use crate::machine::event::Part;
use crate::machine::groups::Group;
use crate::machine::names::TeamProcessor;
use crate::machine::pram::{EarlyStop, Machine};
use crate::machine::rules::races::SectionAccess;
use crate::machine::rules::record::{AccessRecord, RecordedAccess, TracedAccess};

impl<'c> Machine<'_, 'c> {
    /// The order of the accesses in asynchronous blocks, if one is prescribed.
    pub(crate) fn order_of_accesses(&self) -> Option<&'c Interleaving> {
        let asynchronous = self.configuration.asynchronous()?;
        asynchronous.interleaving.as_ref()
    }

    /// Executes a processor of an asynchronous block that has reached a statement, until it is before an
    /// access, waits, or has finished.
    pub(crate) fn go_on_to_access(
        &mut self,
        interleaving: &Interleaving,
        block: TeamId,
        group: Group,
        instruction: &'c Instruction,
    ) -> Result<(), EarlyStop> {
        let mut partial = self.scratch.spare_partials.pop().unwrap_or_default();
        partial.begin(instruction.kernel());
        let processor = TeamProcessor {
            team: group.team,
            lane: group.lanes.at(0),
        };
        let number = self.number_in(block, processor);
        let standing = Box::new(PendingProcessor {
            group,
            instruction,
            partial,
            block,
            number,
            read: None,
        });
        self.approach(interleaving, standing)
    }

    /// Executes up to the next access. Statements without one are executed on the way.
    fn approach(
        &mut self,
        interleaving: &Interleaving,
        mut standing: Box<PendingProcessor<'c>>,
    ) -> Result<(), EarlyStop> {
        loop {
            let kernel = standing.instruction.kernel();
            let group = &standing.group;
            let view = Self::view(&self.state.teams, self.code, group.team, &group.lanes);
            standing.read = (standing.partial.go_on(kernel, view, &self.state.memory))
                .map_err(|failed| self.failure(&standing, &failed))?;
            if standing.read.is_some() || standing.instruction.control.writes_shared() {
                self.stand(interleaving, standing);
                return Ok(());
            }
            match self.complete(standing)? {
                Some(next) => standing = next,
                None => return Ok(()),
            }
        }
    }

    fn stand(&mut self, interleaving: &Interleaving, standing: Box<PendingProcessor<'c>>) {
        let progress = &self.state.blocks[&standing.block].progress;
        let place = OrderedProcessor {
            number: standing.number,
            accesses: progress[standing.number as usize].accesses,
            block: self.serial(standing.block),
            width: progress.len(),
        };
        self.state.standing.add(interleaving, place, standing);
    }

    /// Lets one processor make its next access and continue to the following one. Returns false if no
    /// processor is before an access.
    pub(crate) fn next_access(&mut self, interleaving: &Interleaving) -> Result<bool, EarlyStop> {
        let Some(mut standing) = self.state.standing.take(interleaving) else {
            return Ok(false);
        };
        self.run_deferred()?;
        let kernel = standing.instruction.kernel();
        let ordinal = standing.partial.ordinal();
        let (access, word) = if let Some(op) = standing.read {
            let cell = standing.partial.address(kernel, op);
            let access = Self::access_of(&standing, cell, ordinal);
            if let Err(failed) = standing.partial.read(kernel, &self.state.memory) {
                self.write_down(access, None);
                return Err(self.failure(&standing, &failed));
            }
            (access, standing.partial.word_read(kernel, op))
        } else {
            let [cell, word] = [0, 1].map(|at| standing.partial.word(kernel.outputs[at]));
            let access = SectionAccess {
                word: Some(word),
                ..Self::access_of(&standing, cell as u32, ordinal)
            };
            (access, word)
        };
        self.judge_access(access)?;
        self.write_down(access, Some(word));
        if access.word.is_some() {
            self.state.memory.write(access.cell as usize, word);
        }
        let native = self.state.blocks.get_mut(&standing.block);
        if let Some(native) = native {
            native.progress[standing.number as usize].accesses += 1;
        }
        if access.word.is_none() {
            self.approach(interleaving, standing)?;
        } else if let Some(next) = self.complete(standing)? {
            self.approach(interleaving, next)?;
        }
        Ok(true)
    }

    /// The access before which a processor is, as a read.
    fn access_of(standing: &PendingProcessor<'c>, cell: u32, ordinal: u32) -> SectionAccess {
        let kernel = standing.instruction.kernel();
        let (span, array_ref) = if let Some(op) = standing.read {
            let address = kernel.ops[op].address();
            let address = address.expect("it stands before a read");
            (kernel.spans[op], kernel.array_at(address))
        } else {
            let written = standing.instruction.control.written_cell();
            let written = written.expect("it stands before a write");
            (written.span, written.array)
        };
        SectionAccess {
            block: standing.block,
            cell,
            number: standing.number,
            ordinal,
            processor: TeamProcessor {
                team: standing.group.team,
                lane: standing.group.lanes.at(0),
            },
            span,
            statement: standing.instruction.span,
            array_ref,
            word: None,
        }
    }

    /// Completes a statement of a processor: its results are stored, time passes, and the processor
    /// continues with the next statement.
    fn complete(
        &mut self,
        mut standing: Box<PendingProcessor<'c>>,
    ) -> Result<Option<Box<PendingProcessor<'c>>>, EarlyStop> {
        let PendingProcessor {
            instruction,
            block,
            number,
            ..
        } = *standing;
        let lanes = std::mem::take(&mut standing.group.lanes);
        let group = Group {
            lanes,
            ..standing.group
        };
        self.check_time(&group, instruction.span)?;
        self.count_work(1, &group, instruction.span)?;
        self.state.steps += 1;
        let mut results = self.scratch.spare_results.take();
        (standing.partial).finish(instruction.kernel(), &mut results);
        let written = instruction.control.written_cell();
        if written.is_some_and(|cell| !cell.shared) {
            let [cell, word] = [0, 1].map(|at| results.outputs[at].words[0]);
            self.state.memory.write(cell as usize, word);
        }
        let tuning = self.configuration.tuning;
        self.pass_time(
            block,
            &group,
            (std::slice::from_ref(instruction), 1),
            |position| results.ways(position, tuning),
            |ways, guard| results.passes(ways, guard, tuning),
        );
        self.observer.step(&[Part {
            span: instruction.span,
            active: 1,
            longest: results.executed.longest,
            instructions: results.executed.instructions,
            reads: results.executed.reads,
            writes: u64::from(instruction.control.writes_shared()),
        }]);
        if let Some(native) = self.state.blocks.get_mut(&block) {
            native.progress[number as usize].statements += 1;
        }
        let serial = self.serial(block);
        let applied = self.apply(group, instruction, &mut results);
        self.scratch.spare_results.keep(results);
        let advanced = match applied? {
            Some(group) => self.advance(group)?,
            None => None,
        };
        let Some((group, instruction)) = advanced else {
            self.scratch.spare_partials.push(standing.partial);
            return Ok(None);
        };
        // The block may have ended, and another one may have taken its entry in the table of teams.
        if self.native_block(group.team) != Some(block) || self.serial(block) != serial {
            self.state.waiting.push(group);
            return Ok(None);
        }
        standing.partial.begin(instruction.kernel());
        (standing.group, standing.instruction, standing.read) = (group, instruction, None);
        Ok(Some(standing))
    }

    /// Why a processor failed.
    fn failure(&self, standing: &PendingProcessor<'c>, failed: &FailedInstruction) -> EarlyStop {
        let PendingProcessor {
            group,
            instruction,
            partial,
            ..
        } = standing;
        let kernel = instruction.kernel();
        let view = Self::view(&self.state.teams, self.code, group.team, &group.lanes);
        let kind = cause(kernel, view, group.lanes.at(0), (failed.0, partial.words()));
        let mut stop = self.fault(kind, kernel.spans[failed.0], group);
        if let EarlyStop::Fault(fault) = &mut stop {
            fault.step = Some(self.step_of_access());
        }
        stop
    }

    /// The step of an access that is being made. With a prescribed order, its statement is not counted
    /// yet.
    pub(crate) fn step_of_access(&self) -> u64 {
        self.state.steps + u64::from(self.order_of_accesses().is_some())
    }
}

/// The most accesses that are recorded.
const MOST_ACCESSES: usize = 1 << 20;

impl Machine<'_, '_> {
    /// Records an access that has just been made, with the word that it read or wrote, if any.
    pub(crate) fn write_down(&mut self, access: SectionAccess, word: Option<i64>) {
        if matches!(self.state.record, AccessRecord::Nothing) {
            return;
        }
        let native = self.state.blocks.get(&access.block);
        let section = native.map_or(0, |native| native.section);
        let wanted = match &mut self.state.record {
            AccessRecord::Nothing => None,
            AccessRecord::All(trace) if trace.accesses.len() < MOST_ACCESSES => {
                trace.accesses.push(TracedAccess {
                    section,
                    number: access.number,
                    cell: access.cell,
                    is_write: access.word.is_some(),
                    word,
                });
                None
            }
            AccessRecord::All(trace) => {
                trace.is_cut = true;
                None
            }
            AccessRecord::Some { wanted, count, .. } => {
                *count += 1;
                wanted.contains(&(*count - 1)).then_some(*count - 1)
            }
        };
        let Some(number) = wanted else {
            return;
        };
        let recorded = RecordedAccess {
            section,
            cell: self.cell_text(access),
            access: self.race_access(access),
        };
        if let AccessRecord::Some { found, .. } = &mut self.state.record {
            found.push((number, recorded));
        }
    }
}
