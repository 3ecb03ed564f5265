//! The effects of control instructions, given the results of their kernels: assignments, control flow,
//! and output.

use crate::code::control::{CallResult, Control, Instruction, Pc};
use crate::code::kernel::{ArrayRef, Slot};
use crate::engine::handle::Handle;
use crate::engine::kernel::results::Results;
use crate::engine::lanes::column::Column;
use crate::engine::lanes::lane_view::LaneView;
use crate::engine::lanes::selection::{Lane, Selection};
use crate::engine::lanes::shape::RegisterShape;
use crate::engine::lanes::target;
use crate::machine::event::FreeEvent;
use crate::machine::fault::{FaultKind, MemoryUse};
use crate::machine::groups::{Group, GroupArrival};
use crate::machine::limits::BYTES_PER_ELEMENT;
use crate::machine::names::TeamProcessor;
use crate::machine::pram::{EarlyStop, Machine};
use crate::machine::simt::fault::KernelFault;
use crate::machine::value::Value;
use crate::program::Constant;
use crate::source::Span;

impl<'c> Machine<'_, 'c> {
    /// Carries out an instruction whose kernel has been evaluated. Returns the group that continues, or
    /// `None` if it waits or has ended.
    pub(crate) fn apply(
        &mut self,
        mut group: Group,
        instruction: &'c Instruction,
        results: &mut Results,
    ) -> Result<Option<Group>, EarlyStop> {
        let span = instruction.span;
        let next = Pc(group.pc.0 + 1);
        match &instruction.control {
            Control::Assign { slots, .. } => self.keep(&group, slots, results),
            // Written in the write phase; and a warp executes its barriers itself.
            Control::Write { .. } | Control::WarpBarrier => {}
            Control::Branch {
                otherwise, join, ..
            } => {
                let group = self.branch(group, results, *otherwise, *join);
                return Ok(Some(group));
            }
            Control::Join => return Ok(self.arrive(group)),
            Control::EnterLoop { rejoin, exit } => {
                self.state.schedule.enter_loop(&mut group, *rejoin, *exit);
                self.observer
                    .free(|| FreeEvent::LoopBegun(group.lanes.len() as u32));
            }
            Control::LoopTest { .. } => return Ok(self.loop_test(group, results)),
            Control::CountTest {
                variable,
                limit,
                stride,
            } => return Ok(self.count_test(group, *variable, *limit, *stride)),
            Control::Rejoin => {
                let width = self.team(&group).width;
                self.state.schedule.rejoin(&mut group, width);
                self.observer
                    .free(|| FreeEvent::Iteration(group.lanes.len() as u32));
                self.tick(&group, span)?;
            }
            Control::CountNext {
                variable,
                stride,
                head,
            } => {
                self.count_on(&mut group, *variable, *stride, results.scratch());
                if group.lanes.is_empty() {
                    return Ok(self.arrive(group));
                }
                group.pc = *head;
                return Ok(Some(group));
            }
            Control::CheckStride(slot) => self.check_stride(&group, *slot, span)?,
            Control::Jump(to) => {
                group.pc = *to;
                return Ok(Some(group));
            }
            Control::Round => self.round(&mut group),
            Control::Open { block, after, .. } => {
                return self.open(group, *block, *after, &results.outputs, span);
            }
            Control::Close => return Ok(self.arrive(group)),
            Control::Call {
                algorithm,
                arrays,
                result,
                ..
            } => {
                let scalars = &mut results.outputs;
                let inside = self.call(group, *algorithm, arrays, *result, scalars, span)?;
                self.dataflow_of_call(inside.as_ref(), *algorithm);
                return Ok(inside);
            }
            Control::Return { kernel } => {
                self.keep_results(&group, kernel.as_ref(), &results.outputs);
                return Ok(self.vanish(group));
            }
            Control::ReturnArray(slot) => {
                self.keep_array(&group, *slot);
                return Ok(self.vanish(group));
            }
            Control::Leave => return Ok(self.vanish(group)),
            Control::End => return self.end(group),
            Control::Break => {
                let lanes = std::mem::take(&mut group.lanes);
                self.state.schedule.leave_loop(group.region, lanes);
                return Ok(self.vanish(group));
            }
            Control::Continue => {
                let lanes = std::mem::take(&mut group.lanes);
                self.state.schedule.continue_loop(group.region, lanes);
                return Ok(self.vanish(group));
            }
            Control::Barrier { kernel } => {
                // All processors of a synchronous machine are in step at all times.
                if self.state.blocks.contains_key(&group.team) {
                    let ends = if kernel.is_some() {
                        results.outputs.as_slice()
                    } else {
                        &[]
                    };
                    self.park(group, ends, span)?;
                    return Ok(None);
                }
            }
            Control::Atomic { .. } => return Err(self.outside_of_kernels(&group, span)),
            Control::Allocate {
                slot,
                array,
                initial,
                ..
            } => self.allocate(&group, *slot, *array, initial, &results.outputs, span)?,
            Control::Draw { .. } => self.draw(&group, instruction, &results.outputs)?,
            Control::View { .. } => self.view_part(&group, instruction, &results.outputs)?,
            Control::Forget(slot) => self.forget(&group, *slot),
            Control::SameLengths { arrays, why } => self.same_lengths(&group, arrays, why)?,
            Control::SameExtents { operands, .. } => {
                self.same_extents(&group, operands, &results.outputs)?;
            }
            Control::Distribute {
                array,
                distribution,
                ..
            } => self.distribute(&group, *array, *distribution, &results.outputs, span)?,
            Control::Settle { .. }
            | Control::Meet { .. }
            | Control::Send { .. }
            | Control::Receive { .. }
            | Control::Ask { .. } => {
                return Err(self.fault(FaultKind::MessageOutside, span, &group));
            }
            Control::Move { from, to } => self.move_array(&group, *from, *to, span)?,
            Control::Print { parts, .. } => {
                self.print(&mut group, parts, &results.outputs, span)?;
            }
            Control::Assert { asserted, .. } => {
                let holds = &results.outputs[0];
                let mut positions = 0..group.lanes.len();
                if let Some(at) = positions.find(|at| holds.at(&group.lanes, *at) == 0) {
                    let number = |output: usize| results.outputs[output].at(&group.lanes, at);
                    let kind = asserted.failed(number);
                    let processor = TeamProcessor {
                        team: group.team,
                        lane: group.lanes.at(at),
                    };
                    return Err(self.fault_of(kind, span, processor));
                }
            }
            Control::OutputScalar { name, ty, .. } => {
                let constant = Constant::from_word(results.outputs[0].at(&group.lanes, 0), *ty);
                self.keep_output(name, Value::Scalar(constant));
            }
            Control::OutputArray { array, name } => {
                self.output_array(&group, *array, name, span)?;
            }
        }
        group.pc = next;
        Ok(Some(group))
    }

    /// A statement of kernels where no warp executes it.
    fn outside_of_kernels(&self, group: &Group, span: Span) -> EarlyStop {
        let kind = FaultKind::Kernel(Box::new(KernelFault::Outside));
        self.fault(kind, span, group)
    }

    /// The team of a group.
    pub(crate) fn team(&self, group: &Group) -> &crate::engine::lanes::team::Team {
        &self.state.teams[group.team.0 as usize]
    }

    /// The value of a scalar in a lane.
    pub(crate) fn scalar(&self, group: &Group, slot: Slot, lane: Lane) -> i64 {
        self.team(group).scalars[slot.0 as usize].of_lane(lane)
    }

    /// Stores the results of a kernel as scalars of the processors, unless they are stored already.
    fn keep(&mut self, group: &Group, slots: &[Slot], results: &mut Results) {
        if results.is_kept {
            self.note_written(group, slots);
        } else {
            self.assign(group, slots, &mut results.outputs);
        }
    }

    /// Makes a scalar of the processors of a group unwritten.
    fn forget(&mut self, group: &Group, slot: Slot) {
        let team = &mut self.state.teams[group.team.0 as usize];
        if let Some(written) = &mut team.scalars_written[slot.0 as usize] {
            let lanes = group.lanes.iter();
            lanes.for_each(|lane| written[lane as usize] = 0);
        }
    }

    /// Records that scalars have new values, which are in their columns already.
    pub(crate) fn note_written(&mut self, group: &Group, slots: &[Slot]) {
        let team = &mut self.state.teams[group.team.0 as usize];
        for slot in slots {
            team.note_written(slot.0 as usize, &group.lanes, RegisterShape::Unknown);
        }
    }

    pub(crate) fn assign(&mut self, group: &Group, slots: &[Slot], outputs: &mut [Column]) {
        let team = &mut self.state.teams[group.team.0 as usize];
        let spares = &mut self.scratch.spare_results;
        for (slot, output) in slots.iter().zip(outputs) {
            team.note_written(slot.0 as usize, &group.lanes, output.shape);
            let column = &mut team.scalars[slot.0 as usize];
            if let Selection::All(_) = group.lanes {
                column.replace(output);
                continue;
            }
            let mut words = column.take_words(team.width, || spares.take_column());
            let threads = &self.scratch.evaluator.threads;
            target::assign(group.team, *slot, &mut words, &group.lanes, output, threads);
            *column = Column::flat(words);
        }
    }

    /// Begins a round of a group. The observer is told which rounds are settled, that is, which no group
    /// can begin any more.
    pub(crate) fn round(&mut self, group: &mut Group) {
        // Groups at a barrier may be in an earlier round, too.
        let in_sections = !self.state.blocks.is_empty();
        if self.state.waiting.is_empty() && self.scratch.ready == 0 && !in_sections {
            self.observer.settled(group.clock.rounds);
        }
        self.observer
            .round(group.clock.rounds, group.lanes.len() as u64);
        group.clock.rounds += 1;
    }

    /// The group is at the end of its region.
    fn arrive(&mut self, group: Group) -> Option<Group> {
        let mut loops_over = 0;
        let arrival = self.state.schedule.arrive(
            group.region,
            group.lanes,
            group.clock,
            &self.state.teams,
            &mut self.scratch.spare_lists,
            &mut loops_over,
        );
        for _ in 0..loops_over {
            self.observer.free(|| FreeEvent::LoopOver);
        }
        self.follow(arrival)
    }

    /// Removes a group whose processors have left; its region may end as a result.
    pub(crate) fn vanish(&mut self, mut group: Group) -> Option<Group> {
        group.lanes = Selection::none();
        self.arrive(group)
    }

    fn follow(&mut self, arrival: GroupArrival) -> Option<Group> {
        match arrival {
            GroupArrival::Wait => None,
            GroupArrival::Resume(group) => {
                self.observer
                    .free(|| FreeEvent::Joined(group.lanes.len() as u32));
                Some(group)
            }
            GroupArrival::BlockOver(team, group) => {
                self.end_native(team);
                self.dissolve(team);
                self.observer.free(|| FreeEvent::Closed);
                Some(group)
            }
            GroupArrival::CallOver(team, returned, group) => {
                self.hand_over(team, returned, &group);
                self.dissolve(team);
                self.observer.free(|| FreeEvent::Returned);
                Some(group)
            }
            GroupArrival::RunOver(returned) => {
                self.observer.ended();
                self.end_sequential();
                self.keep_entry_outputs(&returned);
                None
            }
        }
    }

    /// A group has reached the end of its algorithm without `vrati`.
    fn end(&mut self, group: Group) -> Result<Option<Group>, EarlyStop> {
        let wanted = self.state.schedule.returned(group.region).wanted;
        if wanted != CallResult::None && !group.lanes.is_empty() {
            let algorithm = &self.code.algorithms[self.team(&group).algorithm.index()];
            let kind = FaultKind::NoResult {
                algorithm: algorithm.name.clone(),
            };
            return Err(self.fault(kind, algorithm.span, &group));
        }
        Ok(self.arrive(group))
    }

    /// The handle of an array in a lane. The semantic analysis guarantees that its declaration precedes
    /// every use, but a branch may have skipped it.
    pub(crate) fn handle(
        &self,
        group: &Group,
        array: ArrayRef,
        lane: Lane,
        span: Span,
    ) -> Result<Handle, EarlyStop> {
        let algorithm = &self.code.algorithms[self.team(group).algorithm.index()];
        let view = LaneView {
            teams: &self.state.teams,
            team: group.team,
            lanes: &group.lanes,
            algorithm,
        };
        view.handle(array, lane).ok_or_else(|| {
            let what = algorithm.arrays[array.id.index()].name.clone();
            let processor = TeamProcessor {
                team: group.team,
                lane,
            };
            let kind = FaultKind::NeverWritten {
                what,
                array: None,
                class: None,
            };
            self.fault_of(kind, span, processor)
        })
    }

    fn output_array(
        &mut self,
        group: &Group,
        array: ArrayRef,
        name: &str,
        span: Span,
    ) -> Result<(), EarlyStop> {
        let code = self.code;
        let algorithm = &code.algorithms[self.team(group).algorithm.index()];
        let info = &algorithm.arrays[array.id.index()];
        let view = LaneView {
            teams: &self.state.teams,
            team: group.team,
            lanes: &group.lanes,
            algorithm,
        };
        let Some(handle) = view.handle(array, group.lanes.at(0)) else {
            return Ok(());
        };
        let copy = handle.cells() as u128 * u128::from(BYTES_PER_ELEMENT);
        self.check_memory(copy, || MemoryUse::Output(name.to_owned()), span, group)?;
        let value = self.array_value(handle, info.rank, info.element);
        let scalar = if info.rank == 0 { value.get(0) } else { None };
        self.keep_output(name, scalar.map_or(Value::Array(value), Value::Scalar));
        Ok(())
    }
}
