//! Meetings: all processors of a block wait for the last one, at a barrier or before a call.

use crate::network::clock::Clock;
use crate::network::ending::Ending;
use crate::network::observer::Activity;
use crate::network::processors::{Answer, Meeting, Processors};

use super::block::{Block, State};

impl<P: Processors> Block<'_, P> {
    /// A processor comes to a meeting. If it is the last one, all go on.
    pub fn meet(
        &mut self,
        program: u32,
        meeting: Meeting,
        place: u32,
    ) -> Result<(), Ending<P::Stop>> {
        self.states[program as usize] = State::Meeting(meeting, place);
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
                Meeting::Barrier => clock.met(&self.network.units)?,
                Meeting::Call { .. } => clock,
            };
            let after = account.clock.time;
            self.show_segment(processor, Activity::Wait, before, after);
        }
        for processor in 0..count {
            self.advance(processor, Answer::Nothing)?;
        }
        Ok(())
    }

    /// The first processor of the block that has not come to a meeting.
    pub fn missing(&self, meeting: Meeting) -> Option<u32> {
        let has_come =
            |state: &State<_, _>| matches!(state, State::Meeting(own, _) if *own == meeting);
        (0..)
            .zip(&self.states)
            .find_map(|(processor, state)| (!has_come(state)).then_some(processor))
    }
}
