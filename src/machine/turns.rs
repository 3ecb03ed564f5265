//! The turns of a counting loop: where its body is straight-line code, and the same processors
//! execute it several times in the same way, all of that is one passage.
//!
//! Every turn is counted as it always is; but the plans are made once, and a chunk of processors
//! goes through all turns while its cells are in the cache.

use super::event::Observer;
use super::exclusive::Together;
use super::footprint::Coming;
use super::form::Form;
use super::growth::Body;
use super::lanes::Lanes;
use super::passage::Passage;
use super::plan::{Given, Reads};
use super::pram::{Machine, Stop, kernel_of};
use super::schedule::Group;
use super::straight::{MOST_STATEMENTS, is_statement};
use crate::code::control::{Control, Instruction, Pc};
use crate::code::kernel::Slot;
use crate::program::AlgorithmId;

/// A loop whose turns could not be taken together so many times is not tried any more.
const MOST_REFUSALS: u32 = 8;

/// The turns of a loop that a group is about to execute.
#[derive(Debug, Clone, Copy)]
pub struct Ahead {
    /// How many, the next one included.
    pub turns: usize,
    /// Whether each is a round.
    pub has_round: bool,
    /// How many statements the body has.
    statements: usize,
    variable: Slot,
    /// The variable in the next turn.
    first: Form,
    stride: i64,
}

impl Ahead {
    /// The variable in the last turn.
    fn last(&self) -> Form {
        let mut last = self.first;
        if let Form::Uniform(from) | Form::Affine { from, .. } = &mut last {
            *from = from.wrapping_add(self.stride.wrapping_mul(self.turns as i64 - 1));
        }
        last
    }
}

impl<O: Observer> Machine<'_, O> {
    /// The turns of the loop in whose body a group stands that can be taken together, if that is
    /// worth it. What was put off is executed first if it leaves no room for them.
    pub(super) fn turns_ahead(&mut self, group: &Group) -> Result<Option<Ahead>, Stop> {
        let Some(mut ahead) = self.loop_ahead(group) else {
            return Ok(None);
        };
        let lanes = group.lanes.len();
        let least = self.configuration.tuning.min_executions_to_join_turns;
        let is_worth_it = |turns: usize| turns > 1 && lanes.saturating_mul(turns) >= least;
        if !is_worth_it(ahead.turns) {
            return Ok(None);
        }
        // What happens in a turn is held back while its steps are put off.
        let reports = ahead.statements + 2;
        if ahead.turns > self.observer.room() / reports {
            self.catch_up()?;
        }
        ahead.turns = ahead.turns.min(self.observer.room() / reports);
        Ok(is_worth_it(ahead.turns).then_some(ahead))
    }

    /// The loop in whose body a group stands at the first statement, where the body is nothing but
    /// statements and its turns may be taken together.
    fn loop_ahead(&self, group: &Group) -> Option<Ahead> {
        let instructions = self.instructions(group);
        let first = group.pc.0 as usize;
        let before = first.checked_sub(1)?;
        let has_round = matches!(instructions[before].control, Control::Round);
        let head = before.checked_sub(usize::from(has_round))?;
        let Control::CountTest { limit, stride, .. } = &instructions[head].control else {
            return None;
        };
        let body = instructions[first..].iter().take(MOST_STATEMENTS);
        let statements = body.take_while(|next| is_statement(next)).count();
        let end = instructions.get(first + statements..first + statements + 2)?;
        let [Control::Rejoin, Control::CountNext { variable, .. }] =
            [&end[0].control, &end[1].control]
        else {
            return None;
        };
        if statements == 0 || self.scratch.refusals.get(&self.place(group)) == Some(&MOST_REFUSALS)
        {
            return None;
        }
        let stride = self.stride(group, *stride)?;
        let value = self.form_of(group, *variable)?;
        let turns = self.turns_left(group, value, *limit, stride)?;
        let turns = usize::try_from(turns).unwrap_or(usize::MAX);
        Some(Ahead {
            turns: turns.min(self.turns_within_limits(statements, group.lanes.len())),
            has_round,
            statements,
            variable: *variable,
            first: value,
            stride,
        })
    }

    fn place(&self, group: &Group) -> (AlgorithmId, Pc) {
        (self.team(group).algorithm, group.pc)
    }

    /// How many turns all processors of a group have still to go, the next one included.
    fn turns_left(&self, group: &Group, value: Form, limit: Slot, stride: i64) -> Option<i128> {
        let turns = |lane, limit: i64| {
            let value = value.at(lane)?;
            Some((i128::from(limit) - i128::from(value)).div_euclid(i128::from(stride)) + 1)
        };
        let lanes: &Lanes = &group.lanes;
        if let Some(limit) = self.form_of(group, limit) {
            let span = lanes.span();
            let ends = [span.first, span.last].map(|lane| turns(lane, limit.at(lane)?));
            return Some(ends[0]?.min(ends[1]?));
        }
        let limits = &self.team(group).scalars[limit.0 as usize];
        let all = lanes.iter().map(|lane| turns(lane, limits.at(lane)));
        all.min().flatten()
    }

    /// Prepares turns of a loop; false where they cannot be taken together. What is refused too often
    /// is not tried any more.
    pub(super) fn take_turns(
        &mut self,
        group: &Group,
        ahead: Ahead,
        passage: &mut Passage,
    ) -> Result<bool, Stop> {
        let place = self.place(group);
        let is_taken = self.prepare_turns(group, ahead, passage)?;
        if is_taken {
            self.scratch.refusals.swap_remove(&place);
        } else {
            *self.scratch.refusals.entry(place).or_default() += 1;
        }
        Ok(is_taken)
    }

    fn prepare_turns(
        &mut self,
        group: &Group,
        ahead: Ahead,
        passage: &mut Passage,
    ) -> Result<bool, Stop> {
        let instructions = &self.instructions(group)[group.pc.0 as usize..][..ahead.statements];
        passage.begin(group, ahead.turns);
        let mut body = Body::new(ahead.variable, instructions);
        let team = self.team(group);
        let lacks = |slot: &Slot| {
            let mut lanes = group.lanes.iter();
            !lanes.all(|lane| team.has_written(slot.0 as usize, lane))
        };
        if body.handed_on.iter().any(lacks) {
            return Ok(false);
        }
        // Each processor looks for it in its own place, turn by turn.
        let own = |slot: &Slot| match group.lanes {
            Lanes::All(_) => (*slot, Form::Held(*slot)),
            Lanes::Some(_) => (*slot, Form::Varying),
        };
        passage.carried.push((ahead.variable, ahead.first));
        passage.carried.extend(body.handed_on.iter().map(own));
        let mut last_carried = vec![(ahead.variable, ahead.last())];
        last_carried.extend(body.handed_on.iter().map(own));
        for (at, instruction) in instructions.iter().enumerate() {
            let kernel = kernel_of(instruction);
            let (plan, last_plan, carried) = passage.next_plans();
            let given = |carried| Given {
                carried,
                reads: Reads::InTurn,
            };
            if !self.plan_behind(group, kernel, plan, given(carried))?
                || !self.plan_behind(group, kernel, last_plan, given(&last_carried))?
            {
                return Ok(false);
            }
            let plans = [&*plan, &*last_plan];
            let Some((advances, growths)) = body.advances(kernel, plans, ahead.turns) else {
                return Ok(false);
            };
            passage.advances.push(advances);
            if !self.settle_reads(passage) {
                return Ok(false);
            }
            passage.add(instruction);
            if let Control::Assign { slots, .. } = &instruction.control {
                let output = kernel.outputs[0];
                let last = passage.last_plans[at].form(output);
                last_carried.extend(
                    passage
                        .carried
                        .last()
                        .map(|(slot, form)| (*slot, if form.is_told() { last } else { *form })),
                );
                body.assigns(slots[0], growths[output.0 as usize]);
            }
        }
        if !body.is_closed(&last_carried) || !self.is_apart_in_turns(group, passage, instructions) {
            return Ok(false);
        }
        passage.carried = last_carried;
        Ok(true)
    }

    /// Whether no processor touches, in any turn, what another one writes in any turn; where that
    /// is so in an asynchronous block, the accesses are written down.
    fn is_apart_in_turns(
        &mut self,
        group: &Group,
        passage: &Passage,
        instructions: &[Instruction],
    ) -> bool {
        let block = self.native_block(group.team);
        let watching = self.watching_reads(block);
        let mut together = Together::new(group.team, group.lanes.span());
        let mut coming = Vec::new();
        for (at, instruction) in instructions.iter().enumerate() {
            let (kernel, plan) = (kernel_of(instruction), &passage.plans[at]);
            let turns = passage.turns_of(at);
            if !together.admits((kernel, plan), turns, &instruction.control, watching) {
                return false;
            }
            coming.push(Coming {
                group,
                kernel,
                plan,
                turns,
                writes: matches!(instruction.control, Control::Write { shared: true, .. }),
            });
        }
        block.is_none_or(|block| self.take_in(block, &coming))
    }
}
