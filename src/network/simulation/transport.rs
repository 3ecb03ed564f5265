//! The events of a message in transit.

use crate::network::clock::Clock;
use crate::network::ending::BlockEnding;
use crate::network::mail::MailSlot;
use crate::network::processors::ProcessorPrograms;
use crate::network::queue::{EventKind, NetworkEvent};

use super::block::BlockSimulation;

impl<P: ProcessorPrograms> BlockSimulation<'_, P> {
    /// Lets a message leave its sender as soon as the out-port is free. Returns the time at which the
    /// out-port is free again.
    pub fn leave(&mut self, slot: MailSlot) -> Result<Clock, BlockEnding<P::Stop>> {
        let now = self.queue.now();
        let message = &mut self.mail.get_mut(slot).transit;
        let done = self.network.leave(message, now)?;
        if self.network.has_free_links() {
            self.network.pass_links(message, i128::MAX, now)?;
        }
        self.push(slot, EventKind::Header);
        Ok(done)
    }

    /// The header of a message is before a link or an in-port.
    ///
    /// It continues without another event as long as no time passes: that event would have the key of
    /// the current one, which is the smallest of all.
    pub fn header(&mut self, slot: MailSlot) -> Result<(), BlockEnding<P::Stop>> {
        let now = self.queue.now();
        let message = &mut self.mail.get_mut(slot).transit;
        if self.network.pass_links(message, now, now)? {
            self.network.enter_port(message, now)?;
            self.show_message(slot);
            self.push(slot, EventKind::Arrival);
        } else {
            self.push(slot, EventKind::Header);
        }
        Ok(())
    }

    /// The next event of a message, at its clock.
    fn push(&mut self, slot: MailSlot, kind: EventKind) {
        let message = self.mail.get(slot);
        let (time, sender) = (message.transit.clock.time, message.transit.sender);
        let event = NetworkEvent::of_message(time, kind, sender, message.order, slot.0);
        self.queue.push(event);
    }
}
