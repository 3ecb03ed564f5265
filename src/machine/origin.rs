//! Where values come from: on the asynchronous machine an access waits for the one that its address
//! was made from, also where the value has gone through loops, arguments and results meanwhile.

use super::clock::Clocks;
use super::event::Observer;
use super::lanes::Lane;
use super::naming::Processor;
use super::pram::Machine;
use super::schedule::Group;
use super::section::goes_into;
use super::team::Inside;
use crate::code::control::{Instruction, Parameter};
use crate::code::kernel::Kernel;
use crate::semantic::program::AlgorithmId;

/// By output and processor of a group, the run of accesses that a value comes from.
pub(super) type Origins = Vec<Vec<u32>>;

impl<O: Observer> Machine<'_, O> {
    /// What the processors of a group are to the clocks that count their time: their numbers there.
    fn clocked(&self, group: &Group) -> Option<(&Clocks, Vec<Lane>)> {
        self.configuration.asynchronous.as_ref()?;
        match self.teams[group.team.0 as usize].inside {
            Inside::Synchronous => None,
            Inside::Sequential => Some((&self.sequential, vec![0])),
            Inside::Native(block) => {
                let native = self.teams[block.0 as usize].native.as_ref()?;
                let number = |lane| {
                    let team = group.team;
                    self.number_in(block, Processor { team, lane })
                };
                Some((&native.clocks, group.lanes.iter().map(number).collect()))
            }
        }
    }

    /// An instruction that takes no time has been evaluated: its values still come from somewhere.
    pub(super) fn note_origins(&mut self, group: &Group, instruction: &Instruction) {
        let Some(kernel) = instruction.control.kernel() else {
            return;
        };
        if self.configuration.asynchronous.is_none() {
            return;
        }
        let own = group.team.0 as usize;
        let mut loaded = std::mem::take(&mut self.teams[own].loaded);
        if let Some((clocks, numbers)) = self.clocked(group) {
            let into = goes_into(&instruction.control);
            for (number, lane) in numbers.into_iter().zip(group.lanes.iter()) {
                clocks.keep(number, lane, &kernel.timeline, into, &mut loaded);
            }
        }
        self.teams[own].loaded = loaded;
    }

    /// Where the outputs of a kernel that a group has just evaluated come from; empty where no
    /// clock counts.
    pub(super) fn origins(&self, group: &Group, kernel: &Kernel) -> Origins {
        let Some((clocks, numbers)) = self.clocked(group) else {
            return Vec::new();
        };
        let loaded = &self.teams[group.team.0 as usize].loaded;
        let of_output = |made_from: &Vec<_>| {
            let each = numbers.iter().zip(group.lanes.iter());
            each.map(|(number, lane)| clocks.run_of(*number, lane, made_from, loaded))
                .collect()
        };
        kernel.timeline.values.iter().map(of_output).collect()
    }

    /// The parameters of a call that has been entered come from where the arguments do.
    pub(super) fn pass_origins(
        &mut self,
        inside: Option<&Group>,
        callee: AlgorithmId,
        origins: &Origins,
    ) {
        let Some(inside) = inside else { return };
        let parameters = &self.code.algorithms[callee.index()].parameters;
        let scalars = parameters.iter().filter_map(|parameter| match parameter {
            Parameter::Scalar(slot, _) => Some(Some(*slot)),
            Parameter::SharedScalar(..) => Some(None),
            Parameter::Array(..) => None,
        });
        let loaded = &mut self.teams[inside.team.0 as usize].loaded;
        for (slot, runs) in scalars.zip(origins) {
            let Some(slot) = slot else { continue };
            for (lane, run) in runs.iter().enumerate() {
                loaded.set_scalar(slot, lane as Lane, *run);
            }
        }
    }

    /// Processors return a value of this kernel.
    pub(super) fn return_origins(&mut self, group: &Group, kernel: &Kernel) {
        let origins = self.origins(group, kernel);
        let width = self.teams[group.team.0 as usize].width as usize;
        let returned = self.schedule.returned(group.region);
        if let Some(runs) = origins.first() {
            returned.runs.resize(width, 0);
            for (lane, run) in group.lanes.iter().zip(runs) {
                returned.runs[lane as usize] = *run;
            }
        }
    }
}
