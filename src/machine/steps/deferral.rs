//! Deferred steps: when the queue is executed, and which instructions may be executed before it.

use super::queue::NestQueue;
use crate::code::control::{Control, Instruction, Stride};
use crate::code::kernel::{Kernel, Op, Slot};
use crate::engine::kernel::analysis::{Analysis, GroupCells, Reads};
use crate::engine::lanes::column::Column;
use crate::engine::lanes::team::TeamId;
use crate::engine::nest::nest_run::{Trouble, Work};
use crate::engine::nest::shares::{ScalarWords, ThreadOutcome};
use crate::engine::nest::statements::Nest;
use crate::machine::fault::FaultKind;
use crate::machine::groups::Group;
use crate::machine::names::TeamProcessor;
use crate::machine::pram::{EarlyStop, Machine};

impl Machine<'_, '_> {
    /// Executes the deferred steps.
    pub(crate) fn run_deferred(&mut self) -> Result<(), EarlyStop> {
        if self.scratch.queue.is_empty() {
            return Ok(());
        }
        let tuning = self.configuration.tuning;
        let mut queue = std::mem::replace(&mut self.scratch.queue, NestQueue::new(tuning));
        queue.divide(&self.scratch.evaluator.threads);
        let mut columns: Vec<ScalarWords> = (queue.written().into_iter())
            .map(|(team, slot)| self.take_words(team, slot))
            .collect();
        let works: Vec<Work<'_>> = (queue.nests.iter())
            .map(|nest| {
                let view = Self::view(&self.state.teams, self.code, nest.team, &nest.lanes);
                Work {
                    nest,
                    view,
                    memory: &self.state.memory,
                    interrupt: self.interrupt,
                    chunk: tuning.chunk_lanes,
                }
            })
            .collect();
        let ThreadOutcome { executed, trouble } =
            self.scratch.evaluator.work_off(&works, &mut columns);
        for ScalarWords { team, slot, words } in columns {
            self.state.teams[team.0 as usize].scalars[slot.0 as usize] = Column::flat(words);
        }
        self.state.memory.initialised.settle();
        let (fine, stop) = match trouble {
            None => (queue.steps, None),
            Some((at, trouble)) => {
                let (fine, stop) = self.stop_of(&queue.nests[at], trouble);
                (fine, Some(stop))
            }
        };
        self.observer.run_deferred(&executed, fine);
        for team in std::mem::take(&mut queue.retired) {
            self.vacate(team);
        }
        queue.clear();
        queue.has_failed = stop.is_some();
        self.scratch.queue = queue;
        stop.map_or(Ok(()), Err)
    }

    fn take_words(&mut self, team: TeamId, slot: Slot) -> ScalarWords {
        let held = &mut self.state.teams[team.0 as usize];
        let spares = &mut self.scratch.spare_results;
        let column = &mut held.scalars[slot.0 as usize];
        let words = column.take_words(held.width, || spares.take_column());
        ScalarWords { team, slot, words }
    }

    /// Why the run ends in a nest, and how many of the deferred steps have been executed.
    fn stop_of(&mut self, nest: &Nest, trouble: Trouble) -> (usize, EarlyStop) {
        let algorithm = self.algorithm_of(nest);
        match trouble {
            Trouble::Failure(at, failure) => {
                let kernel = nest.kernel(algorithm, at % nest.statements.len());
                let processor = TeamProcessor {
                    team: nest.team,
                    lane: nest.lanes.at(failure.position),
                };
                self.state.steps = nest.steps_before + at as u64 + 1;
                let stop = self.fault_in_kernel(kernel, processor, &failure);
                (nest.number + at, stop)
            }
            Trouble::Interrupted => {
                let span = nest.instructions(algorithm)[0].span;
                let processor = TeamProcessor {
                    team: nest.team,
                    lane: nest.lanes.at(0),
                };
                self.state.steps = nest.steps_before;
                (0, self.fault_of(FaultKind::Interrupted, span, processor))
            }
        }
    }

    /// Whether a group can execute a free instruction although steps are deferred.
    pub(crate) fn goes_ahead(&self, group: &Group, instruction: &Instruction) -> bool {
        let queue = &self.scratch.queue;
        let team = self.team(group);
        let is_free = |slot: &Slot| !queue.touches_column(group.team, *slot);
        let stride_is_free = |stride: &Stride| match stride {
            Stride::Constant(_) => true,
            Stride::Slot(slot) => is_free(slot),
        };
        let goes_ahead = match &instruction.control {
            Control::Jump(_)
            | Control::Round
            | Control::EnterLoop { .. }
            | Control::Rejoin
            | Control::Join
            | Control::Branch { .. }
            | Control::LoopTest { .. }
            | Control::Open { .. }
            | Control::Barrier { kernel: None }
            | Control::WarpBarrier => true,
            Control::Assign { slots, .. } => slots.iter().all(is_free),
            Control::CountTest {
                variable,
                limit,
                stride,
            } => is_free(variable) && is_free(limit) && stride_is_free(stride),
            Control::CountNext {
                variable, stride, ..
            } => is_free(variable) && stride_is_free(stride),
            // What a team holds is kept for the queue, so it must not be much.
            Control::Close => {
                let is_words = |column: &Column| !column.shape.is_known();
                team.owned.is_empty() && !team.scalars.iter().any(is_words)
            }
            Control::Write { .. }
            | Control::CheckStride(_)
            | Control::Call { .. }
            | Control::Return { .. }
            | Control::ReturnArray(_)
            | Control::Leave
            | Control::End
            | Control::Break
            | Control::Continue
            | Control::Barrier { kernel: Some(_) }
            | Control::Atomic { .. }
            | Control::Allocate { .. }
            | Control::View { .. }
            | Control::Forget(_)
            | Control::SameLengths { .. }
            | Control::SameExtents { .. }
            | Control::Distribute { .. }
            | Control::Settle { .. }
            | Control::Meet { .. }
            | Control::Send { .. }
            | Control::Receive { .. }
            | Control::Ask { .. }
            | Control::Draw { .. }
            | Control::Move { .. }
            | Control::Print { .. }
            | Control::Assert { .. }
            | Control::OutputScalar { .. }
            | Control::OutputArray { .. } => false,
        };
        let asks = |kernel: &Kernel| {
            kernel.read_addresses().next().is_some() || self.loads_what_comes(kernel, group.team, 0)
        };
        goes_ahead && self.observer.room() > 0 && !instruction.control.kernel().is_some_and(asks)
    }

    /// Whether an analysis was made from values that deferred steps still change.
    pub(crate) fn is_made_early(
        &self,
        kernel: &Kernel,
        analysis: &Analysis,
        group: &Group,
        reads: Reads,
    ) -> bool {
        let is_one = |address| matches!(analysis.cells(address), GroupCells::One(_));
        let has_read = reads == Reads::Now && kernel.read_addresses().any(is_one);
        // What a single processor holds is treated as known.
        let out = u32::from(group.lanes.len() > 1);
        has_read || self.loads_what_comes(kernel, group.team, out)
    }

    /// Whether a kernel, if a team's processors evaluate it, loads a scalar that is assigned in the
    /// queue and belongs to a block at least `out` blocks further out; 0 is their own.
    fn loads_what_comes(&self, kernel: &Kernel, team: TeamId, out: u32) -> bool {
        let tiling = &self.scratch.queue.tiling;
        let outer = |team: TeamId| self.state.teams[team.0 as usize].creator;
        tiling.writes_columns()
            && (kernel.ops.iter().filter_map(Op::loaded_scalar)).any(|(up, slot)| {
                let holder = (0..up).try_fold(team, |team, _| outer(team));
                up >= out && holder.is_none_or(|holder| tiling.writes_column(holder, slot))
            })
    }
}
