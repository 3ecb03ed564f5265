//! The way of a message: out-port, links, in-port.

use crate::network::clock::{Clock, count_of, sum_of};
use crate::network::ending::Ending;
use crate::network::mail::Slot;
use crate::network::observer::Observer;
use crate::network::options::{Duplex, Ports, Routing};
use crate::network::parameters::Overflow;
use crate::network::processors::Processors;
use crate::network::queue::{Event, Kind};
use crate::network::topology::{Link, Shape};

use super::block::Block;

/// With all ports a message to oneself has a port pair of its own: numbers from here on.
const OWN_PORT: u64 = 1 << 63;

impl<P: Processors, O: Observer> Block<'_, P, O> {
    /// Lets a message leave its sender as soon as the out-port is free, not before the message's
    /// clock. The result is the time at which the out-port is free again.
    pub fn leave(&mut self, slot: Slot) -> Result<Clock, Ending<P::Stop>> {
        let port = self.out_port(slot);
        self.sweep_out_ports();
        let network = &mut *self.network;
        let message = self.mail.get_mut(slot);
        let mut start = message.clock;
        let until = network.out_ports.until(port);
        if let Some(free) = until.after(start.time, &network.units)? {
            network.traffic.port_waits += 1;
            start = free;
        }
        network.traffic.messages = count_of(network.traffic.messages, 1)?;
        network.traffic.words = count_of(network.traffic.words, message.words)?;
        let header = start.started(&network.units)?;
        let done = header.carried(message.words, &network.units)?;
        *until = done.path;
        message.start = start.time;
        message.clock = header;
        if self.has_free_links() {
            self.pass_links(slot, i128::MAX)?;
        }
        self.push(slot, Kind::Header);
        Ok(done)
    }

    /// Whether no message ever waits for a link, so that a header may pass its links when the
    /// message leaves rather than by events.
    ///
    /// On a complete graph with full duplex the link from i to j carries only messages of i to j.
    /// They take an out-port one after the other: if one begins at `s`, the next one begins at
    /// `s' ≥ s + t_s + t_w m`, and its header stands before the link at `s' + t_s`, when the link,
    /// taken until `s + t_s + t_w m`, is free. So headers enter at once, and the event before the
    /// link changes nothing but the time of the event before the in-port, which is the same.
    fn has_free_links(&self) -> bool {
        *self.network.topology.shape() == Shape::Complete
            && self.network.options.duplex == Duplex::Full
    }

    /// The header of a message stands before a link or an in-port.
    ///
    /// It goes on without another event as long as no time passes: that event would have the key of
    /// the present one, which is the least of all.
    pub fn header(&mut self, slot: Slot) -> Result<(), Ending<P::Stop>> {
        if self.pass_links(slot, self.queue.now())? {
            self.enter_port(slot)?;
        } else {
            self.push(slot, Kind::Header);
        }
        Ok(())
    }

    /// Lets a header pass links as long as it stands before them at `until` at the latest. The
    /// result is whether it stands before the in-port at that time.
    fn pass_links(&mut self, slot: Slot, until: i128) -> Result<bool, Overflow> {
        let has_free_links = self.has_free_links();
        self.sweep_links();
        let network = &mut *self.network;
        let units = &network.units;
        let message = self.mail.get_mut(slot);
        while message.clock.time <= until {
            let receiver = self.placement.processor_of(message.receiver);
            let next = network.topology.next_link(message.node, receiver);
            let Some((link, node)) = next else {
                return Ok(true);
            };
            let resource = match network.options.duplex {
                Duplex::Full => link,
                Duplex::Half => network.topology.undirected(link),
            };
            let mut header = message.clock;
            if !has_free_links {
                let until = network.links.until(resource.0);
                if let Some(free) = until.after(header.time, units)? {
                    network.traffic.link_waits += 1;
                    header = free;
                }
                *until = header.carried(message.words, units)?.path;
            }
            let hops = count_of(network.traffic.word_hops, message.words)?;
            network.traffic.word_hops = hops;
            network.loads.add(resource, message.words);
            header = header.hopped(units)?;
            if network.options.routing == Routing::StoreAndForward {
                header = header.carried(message.words, units)?;
            }
            message.clock = header;
            message.node = node;
            message.link = link.0;
        }
        Ok(false)
    }

    /// Reserves the in-port; the arrival becomes an event.
    fn enter_port(&mut self, slot: Slot) -> Result<(), Overflow> {
        let port = self.in_port(slot);
        self.sweep_in_ports();
        let network = &mut *self.network;
        let units = &network.units;
        let message = self.mail.get_mut(slot);
        let header = message.clock;
        let [sender, receiver] =
            [message.sender, message.receiver].map(|one| self.placement.processor_of(one));
        let is_stored = network.options.routing == Routing::StoreAndForward && sender != receiver;
        let unhindered = if is_stored {
            header
        } else {
            header.carried(message.words, units)?
        };
        let reception = Clock::default()
            .started(units)?
            .carried(message.words, units)?;
        let begin = unhindered.time - reception.time;
        let until = network.in_ports.until(port);
        let arrival = match until.after(begin, units)? {
            None => unhindered,
            Some(free) => {
                network.traffic.port_waits += 1;
                free.started(units)?.carried(message.words, units)?
            }
        };
        *until = arrival.path;
        message.clock = arrival;
        self.show_message(slot);
        self.push(slot, Kind::Arrival);
        Ok(())
    }

    /// The next event of a message, at its clock.
    fn push(&mut self, slot: Slot, kind: Kind) {
        let message = self.mail.get(slot);
        let (time, sender) = (message.clock.time, self.processor_of(message.sender));
        let event = Event::of_message(time, kind, sender, message.order, slot.0);
        self.queue.push(event);
    }

    /// Counts the start-up and words of a send that its sender waits for.
    pub fn count_sending(
        &mut self,
        processor: u32,
        start: i128,
        done: i128,
    ) -> Result<(), Ending<P::Stop>> {
        let account = &mut self.network.accounts[processor as usize];
        account.sending = sum_of(account.sending, done - start)?;
        Ok(())
    }

    /// The number of the out-port that a message takes.
    pub fn out_port(&self, slot: Slot) -> u64 {
        let message = self.mail.get(slot);
        let [sender, receiver] =
            [message.sender, message.receiver].map(|one| self.processor_of(one));
        let first = self.network.topology.next_link(sender, receiver);
        self.port(sender, first.map(|(link, _)| link))
    }

    /// The number of the in-port that a message takes, when it has passed its links.
    fn in_port(&self, slot: Slot) -> u64 {
        let message = self.mail.get(slot);
        let [sender, receiver] =
            [message.sender, message.receiver].map(|one| self.processor_of(one));
        self.port(receiver, (sender != receiver).then_some(Link(message.link)))
    }

    /// The port of a processor at a link; at none for messages to oneself.
    fn port(&self, processor: u32, link: Option<Link>) -> u64 {
        match (self.network.options.ports, link) {
            (Ports::One, _) => u64::from(processor),
            (Ports::All, None) => OWN_PORT | u64::from(processor),
            // All processors share the link, not the port.
            (Ports::All, Some(_)) if *self.network.topology.shape() == Shape::Bus => {
                u64::from(processor)
            }
            (Ports::All, Some(Link(number))) => number,
        }
    }

    fn sweep_links(&mut self) {
        if self.network.links.is_sweep_due() {
            let time = self.earliest();
            self.network.links.sweep(time, &self.network.units);
        }
    }

    fn sweep_out_ports(&mut self) {
        if self.network.out_ports.is_sweep_due() {
            let time = self.earliest();
            self.network.out_ports.sweep(time, &self.network.units);
        }
    }

    /// Under cut-through a reception begins at most `t_s` before its event. Under store-and-forward
    /// it may begin any time earlier, so all in-ports are kept.
    fn sweep_in_ports(&mut self) {
        let is_cut_through = self.network.options.routing == Routing::CutThrough;
        if is_cut_through && self.network.in_ports.is_sweep_due() {
            let time = self.earliest() - self.network.units.t_s;
            self.network.in_ports.sweep(time, &self.network.units);
        }
    }

    /// A time before which nothing is requested any more, in this block or a later one: headers are
    /// events of the present or future, and every other message begins at its sender's clock or
    /// later.
    fn earliest(&self) -> i128 {
        let clocks = self
            .network
            .accounts
            .iter()
            .map(|account| account.clock.time);
        clocks.min().map_or(0, |least| least.min(self.queue.now()))
    }
}
