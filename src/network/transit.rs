//! A message in transit: out-port, links, in-port.

use super::Simulation;
use super::clock::{Clock, count_of};
use super::options::{Duplex, Ports, Routing};
use super::parameters::Overflow;
use super::topology::{Link, Node, TopologyShape};

/// With all ports, a message to oneself has a pair of ports of its own: their numbers begin here.
const OWN_PORT: u64 = 1 << 63;

/// The state of a message in the network.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transit {
    /// The sender's clock when offered, the header's in transit, the arrival's when arrived.
    pub clock: Clock,
    /// When it left its sender.
    pub start: i128,
    pub words: u64,
    /// The link that the header took last.
    pub link: u64,
    pub sender: u32,
    pub receiver: u32,
    /// Where the header is.
    pub node: Node,
}

impl Transit {
    /// A message that has not left its sender.
    pub fn new(clock: Clock, words: u64, sender: u32, receiver: u32) -> Self {
        Self {
            clock,
            start: clock.time,
            words,
            link: 0,
            sender,
            receiver,
            node: sender,
        }
    }
}

impl Simulation {
    /// Lets a message leave its sender as soon as the out-port is free, not before the message's clock.
    /// Returns the time at which the out-port is free again. No event comes before `now`, in this and in
    /// the following functions.
    pub(super) fn leave(&mut self, message: &mut Transit, now: i128) -> Result<Clock, Overflow> {
        let port = self.out_port(message.sender, message.receiver);
        self.sweep_out_ports(now);
        let mut start = message.clock;
        let until = self.out_ports.until(port);
        if let Some(free) = until.after(start.time, &self.units) {
            self.traffic.port_waits += 1;
            start = free;
        }
        self.traffic.messages = count_of(self.traffic.messages, 1)?;
        self.traffic.words = count_of(self.traffic.words, message.words)?;
        let header = start.started(&self.units)?;
        let done = header.carried(message.words, &self.units)?;
        *until = done.path;
        message.start = start.time;
        message.clock = header;
        Ok(done)
    }

    /// Whether no message ever waits for a link, so that a header may pass its links when the message
    /// leaves rather than by events.
    ///
    /// On a complete graph with full duplex the link from i to j carries only messages of i to j. They
    /// take an out-port one after the other: if one begins at `s`, the next one begins at
    /// `s' ≥ s + t_s + t_w m`, and its header is before the link at `s' + t_s`, when the link, occupied
    /// until `s + t_s + t_w m`, is free. So headers enter at once, and the event before the link changes
    /// nothing but the time of the event before the in-port, which is the same.
    pub(super) fn has_free_links(&self) -> bool {
        *self.topology.shape() == TopologyShape::Complete && self.options.duplex == Duplex::Full
    }

    /// Lets a header pass the links that it reaches at `until` at the latest. Returns whether it is
    /// before the in-port at that time.
    pub(super) fn pass_links(
        &mut self,
        message: &mut Transit,
        until: i128,
        now: i128,
    ) -> Result<bool, Overflow> {
        let has_free_links = self.has_free_links();
        self.sweep_links(now);
        let units = &self.units;
        while message.clock.time <= until {
            let next = self.topology.next_link(message.node, message.receiver);
            let Some((link, node)) = next else {
                return Ok(true);
            };
            let resource = match self.options.duplex {
                Duplex::Full => link,
                Duplex::Half => self.topology.undirected(link),
            };
            let mut header = message.clock;
            if !has_free_links {
                let until = self.links.until(resource.0);
                if let Some(free) = until.after(header.time, units) {
                    self.traffic.link_waits += 1;
                    header = free;
                }
                *until = header.carried(message.words, units)?.path;
            }
            let hops = count_of(self.traffic.word_hops, message.words)?;
            self.traffic.word_hops = hops;
            self.loads.add(resource, message.words);
            header = header.hopped(units)?;
            if self.options.routing == Routing::StoreAndForward {
                header = header.carried(message.words, units)?;
            }
            message.clock = header;
            message.node = node;
            message.link = link.0;
        }
        Ok(false)
    }

    /// Reserves the in-port; the message's clock is its arrival.
    pub(super) fn enter_port(&mut self, message: &mut Transit, now: i128) -> Result<(), Overflow> {
        let port = self.in_port(message);
        self.sweep_in_ports(now);
        let units = &self.units;
        let header = message.clock;
        let is_stored =
            self.options.routing == Routing::StoreAndForward && message.sender != message.receiver;
        let unhindered = if is_stored {
            header
        } else {
            header.carried(message.words, units)?
        };
        let reception = Clock::default()
            .started(units)?
            .carried(message.words, units)?;
        let begin = unhindered.time - reception.time;
        let until = self.in_ports.until(port);
        let arrival = match until.after(begin, units) {
            None => unhindered,
            Some(free) => {
                self.traffic.port_waits += 1;
                free.started(units)?.carried(message.words, units)?
            }
        };
        *until = arrival.path;
        message.clock = arrival;
        Ok(())
    }

    /// The number of the out-port that a message takes.
    pub(super) fn out_port(&self, sender: u32, receiver: u32) -> u64 {
        let first = match self.options.ports {
            Ports::One => None,
            Ports::All => self.topology.next_link(sender, receiver),
        };
        self.port(sender, first.map(|(link, _)| link))
    }

    /// The number of the in-port that a message takes, when it has passed its links.
    fn in_port(&self, message: &Transit) -> u64 {
        let has_links = message.sender != message.receiver;
        self.port(message.receiver, has_links.then_some(Link(message.link)))
    }

    /// The port of a processor at a link; `None` is for messages to oneself.
    pub(super) fn port(&self, processor: u32, link: Option<Link>) -> u64 {
        match (self.options.ports, link) {
            (Ports::One, _) => u64::from(processor),
            (Ports::All, None) => OWN_PORT | u64::from(processor),
            // All processors share the link, not the port.
            (Ports::All, Some(_)) if *self.topology.shape() == TopologyShape::Bus => {
                u64::from(processor)
            }
            (Ports::All, Some(Link(number))) => number,
        }
    }

    fn sweep_links(&mut self, now: i128) {
        if self.links.is_sweep_due() {
            let time = self.earliest(now);
            self.links.sweep(time, &self.units);
        }
    }

    fn sweep_out_ports(&mut self, now: i128) {
        if self.out_ports.is_sweep_due() {
            let time = self.earliest(now);
            self.out_ports.sweep(time, &self.units);
        }
    }

    /// Whether in-ports may be dropped: with cut-through a reception begins at most `t_s` before its
    /// event, with store-and-forward any time earlier.
    pub(super) fn may_drop_in_ports(&self) -> bool {
        self.options.routing == Routing::CutThrough
    }

    fn sweep_in_ports(&mut self, now: i128) {
        if self.may_drop_in_ports() && self.in_ports.is_sweep_due() {
            let time = self.earliest(now) - self.units.t_s;
            self.in_ports.sweep(time, &self.units);
        }
    }

    /// A time before which nothing is requested any more, in this block or a later one: headers are
    /// events of the present or future, and every other message begins at its sender's clock or later.
    fn earliest(&self, now: i128) -> i128 {
        let clocks = self.accounts.iter().map(|account| account.clock.time);
        clocks.min().map_or(0, |least| least.min(now))
    }
}
