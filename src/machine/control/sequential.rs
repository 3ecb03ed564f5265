//! Sequential code of the synchronous machine and of the multicomputer: the engine's scalar
//! interpreter executes it, up to an instruction that the machine has to execute itself.
//!
//! The interpreter has its own call frames, and needs no regions for loops and branches. When it
//! stops, its frames are turned into teams and regions, as if the machine had executed every
//! instruction: the code says which loops and branches enclose an instruction.

use std::sync::atomic::Ordering;

use crate::code::control::{Control, Pc};
use crate::engine::lanes::column::Column;
use crate::engine::lanes::selection::Selection;
use crate::engine::lanes::team::{Ancestry, ArrayColumn, Regime, TeamId};
use crate::engine::scalar::reach::{Everywhere, Preparation};
use crate::engine::scalar::{
    self, DecodedRoutine, FrameContents, Interpreter, InterpreterLimits, InterpreterPause,
};
use crate::engine::tuning::SubscriptTests;
use crate::machine::event::{Repeated, Stretch};
use crate::machine::groups::{CallResults, Group, GroupClock, RegionId};
use crate::machine::pram::{EarlyStop, Machine};
use crate::program::BlockId;

/// Steps, or executions of loop bodies, between two checks for Ctrl-C.
const SLICE: u64 = 1 << 22;

impl Machine<'_, '_> {
    /// Whether a group is the single processor of sequential code, with no other group waiting.
    pub(crate) fn is_sequential(&self, group: &Group) -> bool {
        let team = self.team(group);
        // Only the interpreter detects uses of what the processors of a multicomputer have written.
        let is_needed = self.configuration.multicomputer().is_some();
        !self.observer.is_detailed()
            && self.state.waiting.is_empty()
            && self.scratch.ready == 0
            && self.scratch.queue.is_empty()
            && !self.configuration.is_asynchronous()
            && self.configuration.subscript_tests == SubscriptTests::On
            && (is_needed || !self.configuration.tuning.plain)
            && team.regime == Regime::Sequential
            && team.block == BlockId(0)
            && team.width == 1
    }

    /// Executes sequential code up to an instruction that needs other processors or a message.
    pub(crate) fn run_sequential(&mut self, group: Group) -> Result<Group, EarlyStop> {
        let mut interpreter = match self.state.sequential_code.take() {
            Some(interpreter) => interpreter,
            None => Box::new(Interpreter::new(scalar::decode(self.code, self.purpose()))),
        };
        let algorithm = self.team(&group).algorithm;
        let routine = interpreter.program().routines[algorithm.index()].as_ref();
        let group = match routine {
            Some(routine) if !routine.is_out(group.pc) => self.run_frames(group, &mut interpreter),
            _ => Ok(group),
        };
        self.state.sequential_code = Some(interpreter);
        group
    }

    fn run_frames(
        &mut self,
        mut group: Group,
        interpreter: &mut Interpreter,
    ) -> Result<Group, EarlyStop> {
        self.print_kept();
        self.enter_frame(&group, interpreter);
        let first_round = group.clock.rounds;
        let foreign = loop {
            let limits = self.limits_of_slice(&group);
            let memory = &mut self.state.memory;
            let pause = match self.state.network.as_mut() {
                None => interpreter.run(memory, &limits, &mut Everywhere),
                Some(network) => {
                    let owners = &mut network.owners;
                    interpreter.run(memory, &limits, &mut Preparation { owners })
                }
            };
            let passed = interpreter.take_passed();
            // One processor is active in each step.
            self.state.steps += passed.steps;
            self.state.work += passed.steps;
            self.state.ticks += passed.ticks;
            group.clock.rounds += passed.rounds;
            let has_passed = passed.steps > 0 || passed.ticks > 0;
            if let InterpreterPause::Foreign(cell, _) = pause {
                break Some(cell);
            }
            if pause != InterpreterPause::Limit
                || !has_passed
                || self.interrupt.load(Ordering::Relaxed)
            {
                break None;
            }
        };
        interpreter.rewind();
        let statements: Vec<Repeated> = (interpreter.take_executed())
            .map(|executed| Repeated {
                span: executed.statement.span,
                times: executed.times,
                instructions: executed.instructions,
                reads: executed.reads,
                writes: u64::from(executed.statement.writes) * executed.times,
            })
            .collect();
        let rounds = group.clock.rounds - first_round;
        if !statements.is_empty() || rounds > 0 {
            self.observer.stretch(Stretch {
                statements: &statements,
                first_round,
                rounds,
            });
        }
        let group = self.leave_frames(&group, interpreter);
        interpreter.frames.clear();
        match foreign {
            None => Ok(group),
            Some(cell) => Err(self.used_outside(cell, &group)),
        }
    }

    /// What the interpreter may use before it has to return.
    fn limits_of_slice(&self, group: &Group) -> InterpreterLimits {
        let limits = &self.configuration.limits;
        let depth = self.team(group).depth;
        let others = self.state.held_bytes() - u128::from(self.state.memory.bytes_with(0));
        let others = u64::try_from(others).unwrap_or(u64::MAX);
        InterpreterLimits {
            steps: self.steps_left().min(self.work_left()).min(SLICE),
            ticks: limits.steps.saturating_sub(self.state.ticks).min(SLICE),
            depth: limits.depth.saturating_sub(depth) as usize + 1,
            bytes: limits.memory.saturating_sub(others),
        }
    }

    /// Turns the processor of a team into a frame.
    fn enter_frame(&self, group: &Group, interpreter: &mut Interpreter) {
        let team = self.team(group);
        let scalars = team.scalars.iter().enumerate();
        let scalars = scalars.map(|(slot, column)| (column.of_lane(0), team.has_written(slot, 0)));
        let arrays = team.arrays.iter();
        let arrays = arrays.map(|column| column.as_ref().map(|column| column.at(0)));
        interpreter.enter(team.algorithm, group.pc, scalars, arrays, &team.owned);
    }

    /// Turns the frames into teams again, with their regions.
    pub(crate) fn leave_frames(&mut self, group: &Group, interpreter: &Interpreter) -> Group {
        let Group {
            mut team,
            region,
            clock,
            ..
        } = *group;
        let mut region = self.state.schedule.leave_constructs(region);
        let mut pc = group.pc;
        for number in 0..interpreter.frames.depth() {
            let held = interpreter.held(number);
            if number > 0 {
                let caller = Group {
                    team,
                    lanes: Selection::All(1),
                    pc,
                    region,
                    clock,
                };
                let origin = Ancestry::One(0);
                team = self.assemble(held.algorithm, BlockId(0), 1, Some(team), origin);
                self.state.teams[team.0 as usize].called = Some(pc);
                let returned = CallResults::new(held.wanted);
                region = (self.state.schedule).enter_call(caller, Pc(pc.0 + 1), team, returned);
            }
            self.fill_team(team, &held);
            pc = held.pc;
            region = self.enter_constructs(team, pc, region, held.routine);
        }
        Group {
            team,
            lanes: Selection::All(1),
            pc,
            region,
            clock,
        }
    }

    pub(crate) fn fill_team(&mut self, team: TeamId, held: &FrameContents<'_>) {
        let team = &mut self.state.teams[team.0 as usize];
        for (slot, (from, is_written)) in held.scalars().enumerate() {
            team.scalars[slot] = Column::constant(from);
            if let Some(written) = &mut team.scalars_written[slot] {
                written.fill(is_written.into());
            }
        }
        let arrays = held.arrays.iter();
        team.arrays.clear();
        team.arrays
            .extend(arrays.map(|handle| handle.map(ArrayColumn::Uniform)));
        team.owned.clear();
        team.owned.extend_from_slice(held.owned);
    }

    /// Regions for the loops and branches around an instruction of a call.
    fn enter_constructs(
        &mut self,
        team: TeamId,
        pc: Pc,
        region: RegionId,
        routine: &DecodedRoutine,
    ) -> RegionId {
        let algorithm = self.state.teams[team.0 as usize].algorithm;
        let instructions = &self.code.algorithms[algorithm.index()].instructions;
        let mut heads = std::mem::take(&mut self.scratch.heads);
        let mut around = routine.inside[pc.0 as usize];
        while let Some(head) = around {
            heads.push(head);
            around = routine.inside[head.0 as usize];
        }
        let mut group = Group {
            team,
            lanes: Selection::All(1),
            pc,
            region,
            clock: GroupClock::default(),
        };
        for head in heads.drain(..).rev() {
            let control = &instructions[head.0 as usize].control;
            if let Control::EnterLoop { rejoin, exit } = *control {
                self.state.schedule.enter_loop(&mut group, rejoin, exit);
            } else if let Control::Branch { join, .. } = *control {
                let whole = Selection::All(1);
                let none = Selection::none();
                group.region = (self.state.schedule).enter_branch(&group, whole, join, 1, none);
            } else {
                unreachable!("only loops and branches are around an instruction");
            }
        }
        self.scratch.heads = heads;
        group.region
    }
}
