//! Straight-line code: the statements of a group that can be executed in one pass (see
//! [`super::passage`]), and whether they have to be executed at once (see [`super::backlog`]).

use super::access::Watching;
use super::configuration::SubscriptTests;
use super::evaluate::Output;
use super::event::{Observer, Part};
use super::exclusive::Together;
use super::footprint::Coming;
use super::form::Form;
use super::growth::Turns;
use super::passage::Passage;
use super::plan::{Given, Plan, Reads};
use super::pram::{Machine, Stop, kernel_of};
use super::schedule::Group;
use super::team::{ScalarColumn, TeamId};
use super::tiling::Access;
use super::turns::Ahead;
use crate::code::control::{Algorithm, Control, Instruction, Pc};
use crate::code::kernel::{Kernel, Slot};
use crate::program::Charge;

/// More statements than this are not taken together.
pub const MOST_STATEMENTS: usize = 16;

/// Whether an instruction is a statement that can be taken together with others.
pub fn is_statement(instruction: &Instruction) -> bool {
    let is_one = match &instruction.control {
        Control::Assign { slots, .. } => slots.len() == 1,
        Control::Write { .. } => true,
        _ => false,
    };
    is_one && instruction.charge == Charge::Step
}

impl<'c, O: Observer> Machine<'c, O> {
    /// Executes as many of a group's next statements as can be taken together, or puts them off. The
    /// group must be the only one. False, and nothing has been done, if there are none.
    pub(super) fn go_straight(&mut self, group: &mut Group) -> Result<bool, Stop> {
        let block = self.native_block(group.team);
        if self.configuration.subscript_tests == SubscriptTests::Off
            || self.configuration.tuning.plain
            || (self.configuration.asynchronous.is_some() && block.is_none())
        {
            return Ok(false);
        }
        let mut ahead = self.turns_ahead(group)?;
        if ahead.is_none() && group.lanes.len() < self.configuration.tuning.min_lanes_to_join {
            return Ok(false);
        }
        let mut passage = self.scratch.backlog.blank();
        if let Some(turns) = ahead
            && !self.take_turns(group, turns, &mut passage)?
        {
            ahead = None;
        }
        if ahead.is_none() {
            self.prepare(group, &mut passage)?;
        }
        let count = passage.steps() as u64;
        let is_within =
            |steps: u64, work: u64| steps <= self.steps_left() && work <= self.work_left();
        if count == 0 || !is_within(count, passage.executions() as u64) {
            self.scratch.backlog.give_back(passage);
            return Ok(false);
        }
        self.go(group, passage, ahead)?;
        Ok(true)
    }

    /// The group goes on behind a passage, which is executed or put off.
    fn go(
        &mut self,
        group: &mut Group,
        mut passage: Passage,
        ahead: Option<Ahead>,
    ) -> Result<(), Stop> {
        let instructions = self.instructions(group);
        self.print_kept();
        self.check_time(group, instructions[group.pc.0 as usize].span)?;
        let behind = Pc(group.pc.0 + passage.statements.len() as u32);
        let is_last = matches!(instructions[behind.0 as usize].control, Control::Close);
        // At the end of a block its processors are gone, and so is what they hold; but where the
        // run pauses in front of that, it can be looked at.
        let pauses = self.state.steps + passage.steps() as u64 >= self.horizon;
        let keeps = !is_last || pauses;
        let held: Vec<(Slot, Form)> = passage.held().filter(|_| keeps).collect();
        passage.kept.clear();
        for (slot, form) in &held {
            if let Form::Carried(column) = form {
                passage.kept.push((*slot, *column));
            }
        }
        let accesses = passage.accesses(self.algorithm_of(&passage));
        let waits = self.comes_behind(&mut passage, accesses.as_deref(), &held)?;
        self.pledge(&passage);
        self.give_words(group, &passage);
        self.put_off(group, passage, ahead);
        if !waits {
            self.catch_up()?;
        }
        for (slot, form) in held {
            if form.is_told() {
                let column = Vec::new();
                self.assign(group, &[slot], &mut [Output { form, column }]);
            } else if let Form::Carried(_) = form {
                self.note_written(group, &[slot]);
            }
        }
        group.pc = behind;
        Ok(())
    }

    /// Makes sure that a passage can be put behind what is put off already, and that it finds there
    /// what it needs. Says whether it can be put off itself.
    fn comes_behind(
        &mut self,
        passage: &mut Passage,
        accesses: Option<&[Access]>,
        held: &[(Slot, Form)],
    ) -> Result<bool, Stop> {
        let team = passage.team;
        let mut told = (held.iter())
            .filter(|(_, form)| form.is_told())
            .map(|(slot, _)| *slot);
        // What is still to be found in a scalar must not be gone before.
        let hides_own = told.clone().any(|slot| passage.columns.contains(&slot));
        let hides_others = told.any(|slot| self.scratch.backlog.touches_column(team, slot));
        let accesses = accesses.filter(|_| !hides_own);
        if let Some(accesses) = accesses.filter(|_| !hides_others)
            && self.scratch.backlog.admits(passage, accesses)
        {
            return Ok(true);
        }
        if self.scratch.backlog.is_empty() {
            return Ok(false);
        }
        self.catch_up()?;
        Ok(accesses.is_some_and(|accesses| self.scratch.backlog.admits(passage, accesses)))
    }

    /// Scalars that get values one by one need room for them.
    fn give_words(&mut self, group: &Group, passage: &Passage) {
        let team = &mut self.state.teams[group.team.0 as usize];
        for (slot, _) in &passage.kept {
            let column = &mut team.scalars[slot.0 as usize];
            *column = ScalarColumn::Words(column.take_words(team.width));
        }
    }

    /// Counts the steps of a passage, turn by turn, and tells of them.
    fn put_off(&mut self, group: &mut Group, mut passage: Passage, ahead: Option<Ahead>) {
        passage.steps_before = self.state.steps;
        let block = self.native_block(group.team);
        let active = group.lanes.len() as u64;
        let (turns, statements) = (passage.turns, passage.statements.len());
        let instructions = &self.instructions(group)[group.pc.0 as usize..][..statements];
        let mut number = self.scratch.backlog.put_off(passage);
        if let Some(block) = block {
            self.pass_time(block, group, (instructions, turns), |_| 0, |_, _| true);
        }
        for turn in 0..turns {
            if turn > 0 {
                self.state.ticks += 1;
                if ahead.is_some_and(|ahead| ahead.has_round) {
                    self.round(group);
                }
            }
            for instruction in instructions {
                self.state.steps += 1;
                self.state.work = self.state.work.saturating_add(active);
                let writes = matches!(instruction.control, Control::Write { shared: true, .. });
                let part = Part {
                    span: instruction.span,
                    active,
                    longest: 0,
                    instructions: 0,
                    reads: 0,
                    writes: if writes { active } else { 0 },
                };
                self.observer.put_off(number, part);
                number += 1;
            }
        }
    }

    /// The code of the processors of a passage.
    pub(super) fn algorithm_of(&self, passage: &Passage) -> &'c Algorithm {
        let algorithm = self.state.teams[passage.team.0 as usize].algorithm;
        &self.code.algorithms[algorithm.index()]
    }

    pub(super) fn instructions(&self, group: &Group) -> &'c [Instruction] {
        let algorithm = self.state.teams[group.team.0 as usize].algorithm;
        &self.code.algorithms[algorithm.index()].instructions
    }

    /// How the reads of a group's steps are watched; those of a section are watched as a whole.
    pub(super) fn watching_reads(&self, block: Option<TeamId>) -> Watching {
        match block {
            Some(_) => Watching::Nothing,
            None => self.state.watch.reads(),
        }
    }

    /// Finds out which of the next statements can be taken together.
    fn prepare(&mut self, group: &Group, passage: &mut Passage) -> Result<(), Stop> {
        passage.begin(group, 1);
        if group.lanes.len() < self.configuration.tuning.min_lanes_to_join {
            return Ok(());
        }
        let instructions = self.instructions(group);
        let block = self.native_block(group.team);
        let watching = self.watching_reads(block);
        let mut together = Together::new(group.team, group.lanes.span());
        let next = instructions[group.pc.0 as usize..].iter();
        for instruction in next
            .take_while(|next| is_statement(next))
            .take(MOST_STATEMENTS)
        {
            let kernel = kernel_of(instruction);
            let (plan, _, carried) = passage.next_plans();
            let control = &instruction.control;
            let given = Given {
                carried,
                reads: Reads::Now,
            };
            if !self.plan_behind(group, kernel, plan, given)?
                || !together.admits((kernel, plan), Turns::ONE, control, watching)
            {
                break;
            }
            if !self.settle_reads(passage) {
                break;
            }
            let plan = &passage.plans[passage.statements.len()];
            if let Some(block) = block {
                let coming = Coming {
                    group,
                    kernel,
                    plan,
                    turns: Turns::ONE,
                    writes: matches!(control, Control::Write { shared: true, .. }),
                };
                if kernel.timeline.guards > 0 || !self.take_in(block, &[coming]) {
                    break;
                }
            }
            passage.add(instruction);
        }
        Ok(())
    }

    /// Plans a kernel for a group. Where the plan itself asks for what is put off, that is done
    /// first. False where somebody fails.
    pub(super) fn plan_behind(
        &mut self,
        group: &Group,
        kernel: &Kernel,
        plan: &mut Plan,
        given: Given<'_>,
    ) -> Result<bool, Stop> {
        let crew = Self::crew(&self.state.teams, self.code, group.team, &group.lanes);
        let is_fine = plan.make(kernel, crew, &self.state.memory, given).is_ok();
        let is_early = || self.is_made_early(kernel, plan, group, given.reads);
        if self.scratch.backlog.is_empty() || (is_fine && !is_early()) {
            return Ok(is_fine);
        }
        self.catch_up()?;
        let crew = Self::crew(&self.state.teams, self.code, group.team, &group.lanes);
        Ok(plan.make(kernel, crew, &self.state.memory, given).is_ok())
    }
}
