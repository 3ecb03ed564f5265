//! Random numbers that are drawn while the program runs.

use crate::code::control::{Control, Instruction};
use crate::engine::lanes::column::Column;
use crate::engine::lanes::team::Regime;
use crate::machine::fault::FaultKind;
use crate::machine::generator;
use crate::machine::groups::Group;
use crate::machine::names::{TeamNames, TeamProcessor};
use crate::machine::pram::{EarlyStop, Machine};
use crate::program::{Constant, Generator};

impl Machine<'_, '_> {
    /// Draws a number for each processor of a group; the columns are the bounds.
    pub(crate) fn draw(
        &mut self,
        group: &Group,
        instruction: &Instruction,
        bounds: &[Column],
    ) -> Result<(), EarlyStop> {
        let Control::Draw { slot, ty, .. } = instruction.control else {
            return Ok(());
        };
        let span = instruction.span;
        // Steps mean nothing in an asynchronous block, in a kernel and where processors exchange messages:
        // there each processor counts its own draws.
        let is_of_messages = self.configuration.multicomputer().is_some();
        let is_warp = self.team(group).regime == Regime::Warp;
        let step = match self.native_block(group.team) {
            None if !is_of_messages && !is_warp => Some(self.state.steps),
            None | Some(_) => None,
        };
        let mut words = Vec::with_capacity(group.lanes.len());
        for (position, lane) in group.lanes.iter().enumerate() {
            let processor = TeamProcessor {
                team: group.team,
                lane,
            };
            let names = TeamNames {
                teams: &self.state.teams,
                code: self.code,
            };
            let path = names.path(processor);
            let seed = self.configuration.seed;
            let seed = self.state.draws.seed(seed, step, &path);
            let bound = |end: usize| {
                let word = bounds[end].at(&group.lanes, position);
                Constant::from_word(word, ty)
            };
            let bounds = [bound(0), bound(1)];
            match generator::generate(Generator::Random, &bounds, &[1], seed) {
                Ok(value) => words.push(value.words[0]),
                Err(error) => {
                    let kind = FaultKind::Generator { error };
                    return Err(self.fault_of(kind, span, processor));
                }
            }
        }
        self.assign(group, &[slot], &mut [Column::flat(words)]);
        Ok(())
    }
}
