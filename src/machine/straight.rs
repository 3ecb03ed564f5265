//! Straight-line code: the statements of a group that can be executed in one pass (see
//! [`super::passage`]), and whether they have to be executed at once (see [`super::backlog`]).

use super::access::Watching;
use super::configuration::Proofs;
use super::evaluate::Output;
use super::event::{Observer, Part};
use super::exclusive;
use super::footprint::Coming;
use super::form::Form;
use super::fused::Fused;
use super::passage::{Passage, Statement};
use super::plan::Plan;
use super::pram::{Machine, Stop};
use super::schedule::Group;
use super::team::{ScalarColumn, TeamId};
use super::tiling::Access;
use crate::code::control::{Control, Instruction, Pc};
use crate::code::kernel::{Kernel, Slot};
use crate::semantic::program::Charge;

/// Fewer processors than this are not worth the preparation; in tests all are.
const LEAST: usize = if cfg!(debug_assertions) { 2 } else { 64 };
/// More statements than this are not taken together.
const MOST_STATEMENTS: usize = 16;

impl<'c, O: Observer> Machine<'c, O> {
    /// Executes as many of a group's next statements as can be taken together, or puts them off. The
    /// group must be the only one. False, and nothing has been done, if there are none.
    pub(super) fn go_straight(&mut self, group: &mut Group) -> Result<bool, Stop> {
        let block = self.native_block(group.team);
        if group.lanes.len() < LEAST
            || self.configuration.proofs == Proofs::Off
            || (self.configuration.asynchronous.is_some() && block.is_none())
        {
            return Ok(false);
        }
        let mut passage = self.backlog.blank();
        self.prepare(group, &mut passage)?;
        let count = passage.statements.len() as u64;
        let limit = self.configuration.limits.steps;
        if count == 0 || limit.saturating_sub(self.steps) < count {
            self.backlog.give_back(passage);
            return Ok(false);
        }
        self.go(group, passage, block)?;
        Ok(true)
    }

    /// The group goes on behind a passage, which is executed or put off.
    fn go(
        &mut self,
        group: &mut Group,
        mut passage: Passage,
        block: Option<TeamId>,
    ) -> Result<(), Stop> {
        let instructions = self.instructions(group);
        self.print_kept();
        self.check_time(group, instructions[group.pc.0 as usize].span)?;
        let behind = Pc(group.pc.0 + passage.statements.len() as u32);
        let is_last = matches!(instructions[behind.0 as usize].control, Control::Close);
        // At the end of a block its processors are gone, and so is what they hold.
        let held: Vec<(Slot, Form)> = passage.held().filter(|_| !is_last).collect();
        passage.kept.clear();
        for (slot, form) in &held {
            if let Form::Carried(column) = form {
                passage.kept.push((*slot, *column));
            }
        }
        (passage.team, passage.pc) = (group.team, group.pc);
        passage.lanes = group.lanes.clone();
        let algorithm = self.algorithm(self.team(group).algorithm);
        let accesses = passage.accesses(algorithm);
        let waits = self.comes_behind(&mut passage, accesses.as_deref(), &held)?;
        self.give_words(group, &passage);
        self.put_off(group, passage, block);
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
        let hides_others = told.any(|slot| self.backlog.touches_column(team, slot));
        let accesses = accesses.filter(|_| !hides_own);
        if let Some(accesses) = accesses.filter(|_| !hides_others)
            && self.backlog.admits(passage, accesses)
        {
            return Ok(true);
        }
        if self.backlog.is_empty() {
            return Ok(false);
        }
        self.catch_up()?;
        Ok(accesses.is_some_and(|accesses| self.backlog.admits(passage, accesses)))
    }

    /// Scalars that get values one by one need room for them.
    fn give_words(&mut self, group: &Group, passage: &Passage) {
        let team = &mut self.teams[group.team.0 as usize];
        for (slot, _) in &passage.kept {
            let column = &mut team.scalars[slot.0 as usize];
            *column = ScalarColumn::Words(column.take_words(team.width));
        }
    }

    /// Counts the steps of a passage and tells of them.
    fn put_off(&mut self, group: &Group, mut passage: Passage, block: Option<TeamId>) {
        passage.steps = self.steps;
        let instructions = self.instructions(group);
        let active = group.lanes.len() as u64;
        let statements = group.pc.0 as usize..group.pc.0 as usize + passage.statements.len();
        let number = self.backlog.put_off(passage);
        for (number, instruction) in (number..).zip(&instructions[statements]) {
            self.steps += 1;
            if let Some(block) = block {
                self.pass_time(block, group, instruction, |_| 0, |_, _| true);
            }
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
        }
    }

    fn instructions(&self, group: &Group) -> &'c [Instruction] {
        let algorithm = self.teams[group.team.0 as usize].algorithm;
        &self.code.algorithms[algorithm.index()].instructions
    }

    /// Finds out which of the next statements can be taken together.
    fn prepare(&mut self, group: &Group, passage: &mut Passage) -> Result<(), Stop> {
        let instructions = self.instructions(group);
        let block = self.native_block(group.team);
        // The reads of a section are watched as a whole.
        let watching = match block {
            Some(_) => Watching::Nothing,
            None => self.watch.reads(),
        };
        let mut together = exclusive::Together::new(group.team, group.lanes.span());
        passage.statements.clear();
        passage.carried.clear();
        let mut filled = 0;
        for instruction in &instructions[group.pc.0 as usize..] {
            let count = passage.statements.len();
            let (Control::Assign { kernel, .. } | Control::Write { kernel, .. }) =
                &instruction.control
            else {
                break;
            };
            if instruction.charge != Charge::Step || count == MOST_STATEMENTS {
                break;
            }
            if passage.plans.len() == count {
                passage.plans.push(Plan::default());
            }
            let plan = &mut passage.plans[count];
            if !self.plan_behind(group, kernel, plan, &passage.carried)?
                || !together.admits(kernel, plan, &instruction.control, watching)
            {
                break;
            }
            if let Some(block) = block {
                let coming = Coming {
                    group,
                    kernel,
                    plan,
                    writes: matches!(instruction.control, Control::Write { shared: true, .. }),
                };
                if kernel.timeline.guards > 0 || !self.take_in(block, &[coming]) {
                    break;
                }
            }
            let carried = passage.carried.len();
            let mut fills = None;
            let fused = (kernel.outputs.last()).and_then(|value| Fused::of(kernel, plan, *value));
            if let Control::Assign { slots, .. } = &instruction.control {
                let [slot] = slots.as_slice() else { break };
                let form = match plan.form(kernel.outputs[0]) {
                    // What is held now may change before somebody asks for it.
                    Form::Varying | Form::Held(_) => {
                        fills = Some(filled);
                        filled += 1;
                        Form::Carried(filled - 1)
                    }
                    form => form,
                };
                passage.carried.push((*slot, form));
            }
            passage.statements.push(Statement {
                carried,
                fills,
                fused,
            });
        }
        Ok(())
    }

    /// Plans a kernel for a group. Where the plan itself asks for what is put off, that is done
    /// first. False where somebody fails.
    fn plan_behind(
        &mut self,
        group: &Group,
        kernel: &Kernel,
        plan: &mut Plan,
        carried: &[(Slot, Form)],
    ) -> Result<bool, Stop> {
        let crew = Self::crew(&self.teams, self.code, group.team, &group.lanes);
        let is_fine = plan.make(kernel, crew, &self.memory, carried).is_ok();
        if self.backlog.is_empty() || (is_fine && !self.is_made_early(kernel, plan, group.team)) {
            return Ok(is_fine);
        }
        self.catch_up()?;
        let crew = Self::crew(&self.teams, self.code, group.team, &group.lanes);
        Ok(plan.make(kernel, crew, &self.memory, carried).is_ok())
    }
}
