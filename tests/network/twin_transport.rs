//! The way of a message in the slow twin: out-port, links, in-port.

use pram::network::{Duplex, Ports, Routing, TopologyShape};

use super::twin::{Moment, State, Twin, What};

/// A number that no node has.
const ALL: u32 = u32::MAX;

impl Twin {
    pub fn begin(&mut self, at: usize) -> (Moment, Moment) {
        let message = self.messages[at].clone();
        let port = self.port(message.from, message.nodes.get(1).copied());
        let mut start = message.moment;
        let free = self.out_ports.get(&port).copied().unwrap_or_default();
        if free.time > start.time {
            start = free;
            self.port_waits += 1;
        }
        let done = self.transfer(start, message.words);
        self.out_ports.insert(port, done);
        self.sent += 1;
        self.words += message.words;
        self.messages[at].state = State::Sent;
        self.messages[at].moment = self.add(start, 0, 1);
        self.push(at, 0, What::Header(at));
        (start, done)
    }

    fn push(&mut self, at: usize, kind: u8, what: What) {
        let message = &self.messages[at];
        self.events
            .push((message.moment.time, kind, message.from, at, what));
    }

    /// A processor's port towards a neighbour, or for messages to itself.
    fn port(&self, processor: u32, neighbour: Option<u32>) -> (u32, u32) {
        match (self.options.ports, self.topology.shape(), neighbour) {
            (Ports::One, _, _) | (Ports::All, TopologyShape::Bus, Some(_)) => (processor, ALL),
            (Ports::All, _, Some(neighbour)) => (processor, neighbour),
            (Ports::All, _, None) => (processor, ALL - 1),
        }
    }

    pub fn header(&mut self, at: usize, now: i128) {
        let mut message = self.messages[at].clone();
        let is_stored = self.options.routing == Routing::StoreAndForward;
        assert_eq!(now, message.moment.time);
        if message.hops + 1 < message.nodes.len() {
            let (one, other) = (message.nodes[message.hops], message.nodes[message.hops + 1]);
            let link = match (self.topology.shape(), self.options.duplex) {
                (TopologyShape::Bus, _) => (ALL, ALL),
                (_, Duplex::Full) => (one, other),
                (_, Duplex::Half) => (one.min(other), one.max(other)),
            };
            let free = self.links.get(&link).copied().unwrap_or_default();
            if free.time > message.moment.time {
                message.moment = free;
                self.link_waits += 1;
            }
            self.links
                .insert(link, self.add(message.moment, 1, message.words));
            *self.loads.entry(link).or_default() += message.words;
            self.word_hops += message.words;
            message.moment = self.add(message.moment, 2, 1);
            if is_stored {
                message.moment = self.add(message.moment, 1, message.words);
            }
            message.hops += 1;
            self.messages[at] = message;
            self.push(at, 0, What::Header(at));
            return;
        }
        let before = match message.nodes.len() {
            1 => None,
            count => Some(message.nodes[count - 2]),
        };
        let port = self.port(message.to, before);
        let free = self.in_ports.get(&port).copied().unwrap_or_default();
        let mut begin = message.moment.time - self.values[0];
        let is_stored = is_stored && message.nodes.len() > 1;
        if is_stored {
            begin -= self.values[1] * i128::from(message.words);
        }
        message.moment = if free.time > begin {
            self.port_waits += 1;
            self.transfer(free, message.words)
        } else if is_stored {
            message.moment
        } else {
            self.add(message.moment, 1, message.words)
        };
        self.in_ports.insert(port, message.moment);
        self.messages[at] = message;
        self.push(at, 1, What::Arrival(at));
    }
}
