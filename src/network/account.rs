//! What is counted for each processor.

use super::Simulation;
use super::clock::{Clock, count_of, sum_of};
use super::parameters::Overflow;

/// What is counted for a processor.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Account {
    pub clock: Clock,
    /// Time of instructions and calls.
    pub computing: i128,
    /// Time of its own sends that it waited for.
    pub sending: i128,
}

/// What is counted for a program: that of a processor, or a task.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Receives {
    /// Messages received.
    pub received: u64,
    /// Receives from anyone that began.
    pub from_anyone: u64,
}

impl Simulation {
    /// Counts the time of a processor up to `clock` as computing. The result is the time before.
    pub(super) fn compute_until(&mut self, processor: u32, clock: Clock) -> Result<i128, Overflow> {
        let account = &mut self.accounts[processor as usize];
        let from = account.clock.time;
        account.computing = sum_of(account.computing, clock.time - from)?;
        account.clock = clock;
        Ok(from)
    }

    /// Counts the start-up and words of a send that its sender waits for.
    pub(super) fn count_sending(
        &mut self,
        processor: u32,
        start: i128,
        done: i128,
    ) -> Result<(), Overflow> {
        let account = &mut self.accounts[processor as usize];
        account.sending = sum_of(account.sending, done - start)?;
        Ok(())
    }

    /// Counts instructions and the request behind them. The result is whether that may be.
    pub(super) fn count_operations(&mut self, instructions: u64) -> bool {
        let operations = instructions.saturating_add(1);
        self.operations = self.operations.saturating_add(operations);
        self.operations <= self.limits.operations
    }

    /// The number of the next message in the order of issue; none beyond the limit.
    pub(super) fn issue(&mut self) -> Result<Option<u64>, Overflow> {
        let order = self.issued;
        if order >= self.limits.messages {
            return Ok(None);
        }
        self.issued = count_of(order, 1)?;
        Ok(Some(order))
    }
}
