//! The data flow of addresses: on the asynchronous machine an access waits for the one from which its
//! address was computed, even if the value has passed through loops, arguments and results in between.

use super::clock::Clocks;
use super::pipeline::{Holder, LoadedHolder, execution};
use crate::code::algorithm::ParameterPassing;
use crate::code::control::Instruction;
use crate::code::kernel::Slot;
use crate::engine::lanes::selection::Selection;
use crate::engine::lanes::team::{Regime, TeamId};
use crate::machine::groups::Group;
use crate::machine::pram::Machine;
use crate::program::AlgorithmId;

impl<'c> Machine<'_, 'c> {
    /// Calls `act` with the clocks that count the time of a group's processors, and their numbers there;
    /// does nothing if no clock counts it.
    fn with_clocks(&mut self, group: &Group, act: impl FnOnce(&mut Clocks<'c>, &Selection)) {
        if !self.configuration.is_asynchronous() || !self.state.is_timed {
            return;
        }
        match self.state.teams[group.team.0 as usize].regime {
            Regime::Synchronous | Regime::Warp => {}
            Regime::Sequential => act(&mut self.state.sequential, &Selection::All(1)),
            Regime::Sections(block) => {
                let numbers = self.numbers_in(block, group);
                if let Some(native) = self.state.blocks.get_mut(&block) {
                    act(&mut native.clocks, &numbers);
                }
            }
        }
    }

    /// Records the data flow of an instruction that has been evaluated and takes no time.
    pub(crate) fn note_dataflow(&mut self, group: &Group, instruction: &'c Instruction) {
        if !self.configuration.is_asynchronous() || instruction.control.kernel().is_none() {
            return;
        }
        let execution = execution(instruction, 0, self.serial(group.team));
        self.with_clocks(group, |clocks, numbers| clocks.keep(numbers, execution));
    }

    /// The serial number of a team: unlike its number it is never reused.
    pub(crate) fn serial(&self, team: TeamId) -> u64 {
        self.state.teams[team.0 as usize].serial
    }

    /// Data flow into a call that has been entered: from the arguments to the parameters.
    pub(crate) fn dataflow_of_call(&mut self, inside: Option<&Group>, callee: AlgorithmId) {
        let Some(inside) = inside.filter(|_| self.configuration.is_asynchronous()) else {
            return;
        };
        let callee_team = self.serial(inside.team);
        let creator = self.state.teams[inside.team.0 as usize].creator;
        let caller_team = self.serial(creator.expect("a call has a caller"));
        let parameters = &self.code.algorithms[callee.index()].parameters;
        let scalars = parameters.iter().filter_map(|parameter| match parameter {
            ParameterPassing::Scalar(slot, _) => Some(Some(*slot)),
            ParameterPassing::SharedScalar(..) => Some(None),
            ParameterPassing::Array(..) => None,
        });
        let passed = (0..).zip(scalars).filter_map(|(output, slot)| {
            let from = LoadedHolder {
                team: caller_team,
                what: Holder::Output(output),
            };
            let to = LoadedHolder {
                team: callee_team,
                what: Holder::Scalar(slot?),
            };
            Some((from, to))
        });
        let passed: Vec<_> = passed.collect();
        self.with_clocks(inside, |clocks, numbers| {
            clocks.move_values(numbers, &passed);
        });
    }

    /// Data flow of a return, whose value has just been evaluated.
    pub(crate) fn dataflow_of_return(&mut self, group: &Group) {
        let team = self.serial(group.team);
        let of = |what| LoadedHolder { team, what };
        let moved = [(of(Holder::Output(0)), of(Holder::Result))];
        self.with_clocks(group, |clocks, numbers| clocks.move_values(numbers, &moved));
    }

    /// Data flow of the result of a call into a scalar of its caller.
    pub(crate) fn dataflow_of_result(&mut self, callee: TeamId, caller: &Group, slot: Slot) {
        let from = LoadedHolder {
            team: self.serial(callee),
            what: Holder::Result,
        };
        let to = LoadedHolder {
            team: self.serial(caller.team),
            what: Holder::Scalar(slot),
        };
        self.with_clocks(caller, |clocks, numbers| {
            clocks.move_values(numbers, &[(from, to)]);
        });
    }
}
