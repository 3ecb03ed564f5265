//! Rendezvous: all processors of a block wait for the last one, at a barrier or before a call.

use crate::network::clock::Clock;
use crate::network::ending::BlockEnding;
use crate::network::observer::Activity;
use crate::network::processors::{ProcessorPrograms, Rendezvous, Reply};

use super::block::{BlockSimulation, TaskState};

impl<P: ProcessorPrograms> BlockSimulation<'_, P> {
    /// A processor reaches a rendezvous. If it is the last one, all continue.
    pub fn meet(
        &mut self,
        program: u32,
        meeting: Rendezvous,
        place: u32,
    ) -> Result<(), BlockEnding<P::Stop>> {
        self.states[program as usize] = TaskState::Meeting(meeting, place);
        if self.missing(meeting).is_some() {
            return Ok(());
        }
        let count = self.placement.count();
        let clocks = self.network.accounts[..count as usize].iter();
        let latest = clocks.map(|account| account.clock).reduce(Clock::later);
        let latest = latest.unwrap_or_default();
        for processor in 0..count {
            let account = &mut self.network.accounts[processor as usize];
            let before = account.clock.time;
            let clock = account.clock.later(latest);
            account.clock = match meeting {
                Rendezvous::Barrier => clock.met(&self.network.units)?,
                Rendezvous::Call { .. } => clock,
            };
            let after = account.clock.time;
            self.show_segment(processor, Activity::Wait, before, after);
        }
        for processor in 0..count {
            self.advance(processor, Reply::Nothing)?;
        }
        Ok(())
    }

    /// The first processor of the block that has not reached a rendezvous.
    pub fn missing(&self, meeting: Rendezvous) -> Option<u32> {
        let has_come = |state: &TaskState<_, _>| matches!(state, TaskState::Meeting(own, _) if *own == meeting);
        (0..)
            .zip(&self.states)
            .find_map(|(processor, state)| (!has_come(state)).then_some(processor))
    }
}
