//! Straight-line code: the statements of a group that can be executed in one pass (see
//! [`crate::engine::nest::statements`]), and whether they have to be executed at once (see
//! [`super::queue`]).

use super::trips::Ahead;
use crate::code::algorithm::CompiledAlgorithm;
use crate::code::control::{Control, Instruction, Pc};
use crate::code::kernel::{Kernel, Slot};
use crate::engine::kernel::analysis::{Analysis, AnalysisInput, Reads};
use crate::engine::lanes::column::Column;
use crate::engine::lanes::shape::RegisterShape;
use crate::engine::lanes::team::TeamId;
use crate::engine::nest::dependence::{Independence, Watching};
use crate::engine::nest::induction::Trips;
use crate::engine::nest::statements::{MOST_STATEMENTS, Nest, is_statement};
use crate::engine::nest::sweep::StatementOrder;
use crate::engine::nest::tiling::TileAccess;
use crate::engine::tuning::SubscriptTests;
use crate::machine::event::Part;
use crate::machine::groups::Group;
use crate::machine::pram::{EarlyStop, Machine};
use crate::machine::rules::section_accesses::Upcoming;

impl<'c> Machine<'_, 'c> {
    /// Executes as many of a group's next statements as can be executed together, or defers them. The
    /// group must be the only one. Returns false, and has done nothing, if there are none.
    pub(crate) fn go_straight(&mut self, group: &mut Group) -> Result<bool, EarlyStop> {
        let block = self.native_block(group.team);
        if self.observer.is_detailed()
            || self.configuration.subscript_tests == SubscriptTests::Off
            || self.configuration.tuning.plain
            || self.configuration.gpu().is_some()
            || (self.configuration.is_asynchronous() && block.is_none())
        {
            return Ok(false);
        }
        let mut ahead = self.trips_ahead(group)?;
        if ahead.is_none() && group.lanes.len() < self.configuration.tuning.min_lanes_to_join {
            return Ok(false);
        }
        let mut nest = self.scratch.queue.blank();
        if let Some(trips) = ahead
            && !self.take_trips(group, trips, &mut nest)?
        {
            ahead = None;
        }
        if ahead.is_none() {
            self.prepare(group, &mut nest)?;
        }
        let count = nest.steps() as u64;
        let is_within =
            |steps: u64, work: u64| steps <= self.steps_left() && work <= self.work_left();
        if count == 0 || !is_within(count, nest.executions() as u64) {
            self.scratch.queue.give_back(nest);
            return Ok(false);
        }
        self.go(group, nest, ahead)?;
        Ok(true)
    }

    /// Moves the group past a nest, which is executed or deferred.
    fn go(
        &mut self,
        group: &mut Group,
        mut nest: Nest,
        ahead: Option<Ahead>,
    ) -> Result<(), EarlyStop> {
        let instructions = self.instructions(group);
        self.print_kept();
        self.check_time(group, instructions[group.pc.0 as usize].span)?;
        let after = Pc(group.pc.0 + nest.statements.len() as u32);
        let is_last = matches!(instructions[after.0 as usize].control, Control::Close);
        // At the end of a block its processors end, and with them their scalars; but if the run pauses
        // before that, a view shows them.
        let pauses = self.state.steps + nest.steps() as u64 >= self.horizon;
        let keeps = !is_last || pauses;
        let held: Vec<(Slot, RegisterShape)> = nest.held().filter(|_| keeps).collect();
        nest.kept.clear();
        for (slot, shape) in &held {
            if let RegisterShape::Carried(column) = shape {
                nest.kept.push((*slot, *column));
            }
        }
        let accesses = nest.accesses(self.algorithm_of(&nest));
        let waits = self.fits_after_deferred(&mut nest, accesses.as_deref(), &held)?;
        self.reserve(&nest);
        self.give_words(group, &nest);
        self.defer(group, nest, ahead);
        if !waits {
            self.run_deferred()?;
        }
        for (slot, shape) in held {
            if shape.is_known() {
                let words = Vec::new();
                self.assign(group, &[slot], &mut [Column { shape, words }]);
            } else if let RegisterShape::Carried(_) = shape {
                self.note_written(group, &[slot]);
            }
        }
        group.pc = after;
        Ok(())
    }

    /// Makes sure that a nest can be placed after the deferred ones, and that they provide what it
    /// needs. Returns whether it can be deferred itself.
    fn fits_after_deferred(
        &mut self,
        nest: &mut Nest,
        accesses: Option<&[TileAccess]>,
        held: &[(Slot, RegisterShape)],
    ) -> Result<bool, EarlyStop> {
        let team = nest.team;
        let mut assigned = (held.iter())
            .filter(|(_, shape)| shape.is_known())
            .map(|(slot, _)| *slot);
        // A scalar that a nest still loads must not be assigned before that.
        let hides_own = assigned.clone().any(|slot| nest.columns.contains(&slot));
        let hides_others = assigned.any(|slot| self.scratch.queue.touches_column(team, slot));
        let accesses = accesses.filter(|_| !hides_own);
        if let Some(accesses) = accesses.filter(|_| !hides_others)
            && self.scratch.queue.admits(nest, accesses)
        {
            return Ok(true);
        }
        if self.scratch.queue.is_empty() {
            return Ok(false);
        }
        self.run_deferred()?;
        Ok(accesses.is_some_and(|accesses| self.scratch.queue.admits(nest, accesses)))
    }

    /// Allocates the words of scalars that are assigned lane by lane.
    fn give_words(&mut self, group: &Group, nest: &Nest) {
        let team = &mut self.state.teams[group.team.0 as usize];
        let spares = &mut self.scratch.spare_results;
        for (slot, _) in &nest.kept {
            let column = &mut team.scalars[slot.0 as usize];
            *column = Column::flat(column.take_words(team.width, || spares.take_column()));
        }
    }

    /// Counts the steps of a nest, iteration by iteration, and passes them to the observer.
    fn defer(&mut self, group: &mut Group, mut nest: Nest, ahead: Option<Ahead>) {
        nest.steps_before = self.state.steps;
        let block = self.native_block(group.team);
        let active = group.lanes.len() as u64;
        let (trips, statements) = (nest.trips, nest.statements.len());
        let instructions = &self.instructions(group)[group.pc.0 as usize..][..statements];
        let mut number = self.scratch.queue.defer(nest);
        if let Some(block) = block {
            self.pass_time(block, group, (instructions, trips), |_| 0, |_, _| true);
        }
        for trip in 0..trips {
            if trip > 0 {
                self.state.ticks += 1;
                if ahead.is_some_and(|ahead| ahead.has_round) {
                    self.round(group);
                }
            }
            for instruction in instructions {
                self.state.steps += 1;
                self.state.work = self.state.work.saturating_add(active);
                let part = Part {
                    span: instruction.span,
                    active,
                    longest: 0,
                    instructions: 0,
                    reads: 0,
                    writes: if instruction.control.writes_shared() {
                        active
                    } else {
                        0
                    },
                };
                self.observer.defer(number, part);
                number += 1;
            }
        }
    }

    /// The code of the processors of a nest.
    pub(crate) fn algorithm_of(&self, nest: &Nest) -> &'c CompiledAlgorithm {
        let algorithm = self.state.teams[nest.team.0 as usize].algorithm;
        &self.code.algorithms[algorithm.index()]
    }

    /// The instructions that a group executes.
    pub(crate) fn instructions(&self, group: &Group) -> &'c [Instruction] {
        let algorithm = self.state.teams[group.team.0 as usize].algorithm;
        &self.code.algorithms[algorithm.index()].instructions
    }

    /// How the reads of a group's steps are watched; those of a section are watched as a whole.
    pub(crate) fn watching_reads(&self, block: Option<TeamId>) -> Watching {
        match block {
            Some(_) => Watching::Nothing,
            None => self.state.disciplines.reads(),
        }
    }

    /// Determines which of the next statements can be executed together.
    fn prepare(&mut self, group: &Group, nest: &mut Nest) -> Result<(), EarlyStop> {
        nest.begin(group.team, &group.lanes, group.pc, 1);
        if group.lanes.len() < self.configuration.tuning.min_lanes_to_join {
            return Ok(());
        }
        let instructions = self.instructions(group);
        let block = self.native_block(group.team);
        let watching = self.watching_reads(block);
        let mut together = Independence::new(group.team, group.lanes.range());
        let next = instructions[group.pc.0 as usize..].iter();
        for instruction in next
            .take_while(|next| is_statement(next))
            .take(MOST_STATEMENTS)
        {
            let kernel = instruction.kernel();
            let (analysis, _, carried) = nest.next_analyses();
            let control = &instruction.control;
            let given = AnalysisInput {
                carried,
                reads: Reads::Now,
            };
            if !self.analyse_after_deferred(group, kernel, analysis, given)? {
                break;
            }
            let admitted = together.admits((kernel, analysis), Trips::ONE, control, watching);
            let Some(sweep) =
                admitted.filter(|sweep| *sweep == StatementOrder::Any || block.is_none())
            else {
                break;
            };
            if !self.settle_reads(nest) {
                break;
            }
            let analysis = &nest.analyses[nest.statements.len()];
            if let Some(block) = block {
                let upcoming = Upcoming {
                    group,
                    kernel,
                    analysis,
                    trips: Trips::ONE,
                    writes: control.writes_shared(),
                };
                if kernel.timeline.guards > 0 || !self.take_in(block, &[upcoming]) {
                    break;
                }
            }
            nest.add(instruction);
            nest.sweep = sweep;
            if sweep != StatementOrder::Any {
                break;
            }
        }
        Ok(())
    }

    /// Analyses a kernel for a group. If the analysis itself needs deferred steps, these are executed
    /// first. Returns false if some processor certainly fails.
    pub(crate) fn analyse_after_deferred(
        &mut self,
        group: &Group,
        kernel: &Kernel,
        analysis: &mut Analysis,
        given: AnalysisInput<'_>,
    ) -> Result<bool, EarlyStop> {
        let view = Self::view(&self.state.teams, self.code, group.team, &group.lanes);
        let is_fine = analysis
            .make(kernel, view, &self.state.memory, given)
            .is_ok();
        let is_early = || self.is_made_early(kernel, analysis, group, given.reads);
        if self.scratch.queue.is_empty() || (is_fine && !is_early()) {
            return Ok(is_fine);
        }
        self.run_deferred()?;
        let view = Self::view(&self.state.teams, self.code, group.team, &group.lanes);
        Ok(analysis
            .make(kernel, view, &self.state.memory, given)
            .is_ok())
    }
}
