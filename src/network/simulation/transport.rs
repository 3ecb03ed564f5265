//! The events of a message on its way.

use crate::network::clock::Clock;
use crate::network::ending::Ending;
use crate::network::mail::Slot;
use crate::network::processors::Processors;
use crate::network::queue::{Event, Kind};

use super::block::Block;

impl<P: Processors> Block<'_, P> {
    /// Lets a message leave its sender as soon as the out-port is free. The result is the time at
    /// which the out-port is free again.
    pub fn leave(&mut self, slot: Slot) -> Result<Clock, Ending<P::Stop>> {
        let now = self.queue.now();
        let message = &mut self.mail.get_mut(slot).transit;
        let done = self.network.leave(message, now)?;
        if self.network.has_free_links() {
            self.network.pass_links(message, i128::MAX, now)?;
        }
        self.push(slot, Kind::Header);
        Ok(done)
    }

    /// The header of a message stands before a link or an in-port.
    ///
    /// It goes on without another event as long as no time passes: that event would have the key of
    /// the present one, which is the least of all.
    pub fn header(&mut self, slot: Slot) -> Result<(), Ending<P::Stop>> {
        let now = self.queue.now();
        let message = &mut self.mail.get_mut(slot).transit;
        if self.network.pass_links(message, now, now)? {
            self.network.enter_port(message, now)?;
            self.show_message(slot);
            self.push(slot, Kind::Arrival);
        } else {
            self.push(slot, Kind::Header);
        }
        Ok(())
    }

    /// The next event of a message, at its clock.
    fn push(&mut self, slot: Slot, kind: Kind) {
        let message = self.mail.get(slot);
        let (time, sender) = (message.transit.clock.time, message.transit.sender);
        let event = Event::of_message(time, kind, sender, message.order, slot.0);
        self.queue.push(event);
    }
}
