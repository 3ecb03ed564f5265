//! The accounts of the processors: their clocks and times.

use super::Simulation;
use super::clock::{Clock, count_of, sum_of};
use super::parameters::Overflow;

/// The account of a processor.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Account {
    pub clock: Clock,
    /// Time of instructions and calls.
    pub computing: i128,
    /// Time of its own sends for which it waited.
    pub sending: i128,
}

/// The receives of a program: that of a processor, or a task.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Receives {
    /// Messages received.
    pub received: u64,
    /// Receives from anyone that began.
    pub from_anyone: u64,
}

impl Simulation {
    /// Counts the time of a processor up to `clock` as computing. Returns the time before.
    fn compute_until(&mut self, processor: u32, clock: Clock) -> Result<i128, Overflow> {
        let account = &mut self.accounts[processor as usize];
        let from = account.clock.time;
        account.computing = sum_of(account.computing, clock.time - from)?;
        account.clock = clock;
        Ok(from)
    }

    /// Counts what a processor executed up to a request, and the call that it begins if it `calls`.
    /// Returns the time before; `None` if all processors together exceed their limit.
    pub(super) fn executed(
        &mut self,
        processor: u32,
        instructions: u64,
        calls: bool,
    ) -> Result<Option<i128>, Overflow> {
        let operations = instructions.saturating_add(1);
        self.operations = self.operations.saturating_add(operations);
        if self.operations > self.limits.operations {
            return Ok(None);
        }
        let before = self.accounts[processor as usize].clock;
        let mut clock = before.computed(instructions, &self.units)?;
        self.work.t_c = count_of(self.work.t_c, instructions)?;
        if calls {
            clock = self.called(clock)?;
        }
        self.compute_until(processor, clock).map(Some)
    }

    /// The program `receiver` on `processor` receives a message that arrived at a time; if it `calls`, a
    /// call begins afterwards. Returns when that call began.
    pub(super) fn received(
        &mut self,
        receiver: u32,
        processor: u32,
        arrival: Clock,
        calls: bool,
    ) -> Result<i128, Overflow> {
        self.receives[receiver as usize].received += 1;
        let account = &mut self.accounts[processor as usize];
        account.clock = account.clock.later(arrival);
        let mut clock = account.clock;
        if calls {
            clock = self.called(clock)?;
        }
        self.compute_until(processor, clock)
    }

    /// A clock after the overhead of a call, which counts as work.
    fn called(&mut self, clock: Clock) -> Result<Clock, Overflow> {
        self.work.t_o = count_of(self.work.t_o, 1)?;
        clock.called(&self.units)
    }

    /// Counts the start-up and words of a send for which its sender waits.
    pub(super) fn count_sending(
        &mut self,
        processor: u32,
        words: u64,
        (start, done): (i128, i128),
    ) -> Result<(), Overflow> {
        self.work.t_s = count_of(self.work.t_s, 1)?;
        self.work.t_w = count_of(self.work.t_w, words)?;
        let account = &mut self.accounts[processor as usize];
        account.sending = sum_of(account.sending, done - start)?;
        Ok(())
    }

    /// The number of the next message in the order of issue; `None` beyond the limit.
    pub(super) fn issue(&mut self) -> Result<Option<u64>, Overflow> {
        let order = self.issued;
        if order >= self.limits.messages {
            return Ok(None);
        }
        self.issued = count_of(order, 1)?;
        Ok(Some(order))
    }
}
