//! The evaluation of a kernel for a group: where its outputs go, and what a failure means.

use crate::code::control::Instruction;
use crate::code::effect::Effect;
use crate::code::kernel::{Kernel, Slot};
use crate::engine::kernel::job::KernelFailure;
use crate::engine::kernel::reads::ReadLog;
use crate::engine::kernel::results::{Results, Sink};
use crate::engine::lanes::column::Column;
use crate::engine::lanes::selection::Selection;
use crate::machine::cause::cause;
use crate::machine::groups::Group;
use crate::machine::names::TeamProcessor;
use crate::machine::pram::{EarlyStop, Machine};

impl Machine<'_, '_> {
    /// Evaluates an instruction's analysed kernel. Returns whether two processors accessed the same
    /// marked cell; a fault comes with its processor.
    pub(crate) fn run_kernel(
        &mut self,
        group: &Group,
        instruction: &Instruction,
        log: Option<&mut ReadLog>,
        results: &mut Results,
    ) -> Result<bool, (TeamProcessor, EarlyStop)> {
        let kernel = instruction.kernel();
        let is_known = results.analysis.knows_outputs(kernel);
        // Such an evaluation writes only columns, so the words of a scalar stay where the kernel reads
        // them.
        let is_noted = log.is_some() || self.scratch.evaluator.keeps_guards_of(kernel);
        let scalar = if is_known || is_noted {
            None
        } else {
            assigned(instruction, kernel)
        };
        let run = if let Some(slot) = scalar {
            let at = slot.0 as usize;
            let team = &mut self.state.teams[group.team.0 as usize];
            let spares = &mut self.scratch.spare_results;
            let mut words = team.scalars[at].take_words(team.width, || spares.take_column());
            let view = Self::view(&self.state.teams, self.code, group.team, &group.lanes);
            let sink = Sink::Scalar(slot, &mut words);
            let run = (self.scratch.evaluator).run(kernel, view, &self.state.memory, sink, results);
            self.state.teams[group.team.0 as usize].scalars[at] = Column::flat(words);
            run
        } else {
            let view = Self::view(&self.state.teams, self.code, group.team, &group.lanes);
            let (evaluator, memory) = (&mut self.scratch.evaluator, &self.state.memory);
            let lists = &mut self.scratch.spare_lists;
            if is_noted {
                evaluator.run_noting(kernel, view, memory, log, results)
            } else if !is_known && matches!(instruction.control.effect(), Effect::Divides) {
                evaluator.registers[0].division.reuse(lists);
                evaluator.run(kernel, view, memory, Sink::Division, results)
            } else {
                evaluator.run(kernel, view, memory, Sink::Columns, results)
            }
        };
        run.map_err(|failure| {
            let lane = group.lanes.at(failure.position);
            let processor = TeamProcessor {
                team: group.team,
                lane,
            };
            (processor, self.fault_in_kernel(kernel, processor, &failure))
        })
    }

    /// The fault of a processor that failed in a kernel.
    pub(crate) fn fault_in_kernel(
        &self,
        kernel: &Kernel,
        processor: TeamProcessor,
        failure: &KernelFailure,
    ) -> EarlyStop {
        let lanes = Selection::All(self.state.teams[processor.team.0 as usize].width);
        let view = Self::view(&self.state.teams, self.code, processor.team, &lanes);
        let kind = cause(kernel, view, processor.lane, (failure.op, &failure.words));
        self.fault_of(kind, kernel.spans[failure.op], processor)
    }
}

/// The scalar that an instruction assigns, if the value may be stored before the end of the step: to
/// name the processors of a conflict, a kernel with reads is evaluated again.
fn assigned(instruction: &Instruction, kernel: &Kernel) -> Option<Slot> {
    let [slot] = instruction.control.assigned_scalars() else {
        return None;
    };
    (kernel.read_sites == 0 || !kernel.loads(*slot)).then_some(*slot)
}
