//! The transit of a message that finds everything free.

use super::short_clock::{ClockPart, ShortClock};
use super::{Ended, GivenUp, LockStep};
use crate::network::clock::count_of;
use crate::network::options::{Duplex, Routing};
use crate::network::parameters::Overflow;
use crate::network::processors::ProcessorPrograms;

impl<P: ProcessorPrograms> LockStep<'_, P> {
    /// When the sender of a message continues, and when it arrives, if it finds its ports and links
    /// free; [`super::transit`] is the definition, for messages that may have to wait.
    pub fn carry(
        &mut self,
        start: ShortClock,
        words: u64,
        sender: u32,
        receiver: u32,
    ) -> Result<(ShortClock, ShortClock), Ended> {
        let Self { network, units, .. } = self;
        let take = |until: &mut ShortClock, from: i64, to: ShortClock| {
            if until.time > from {
                return Err(GivenUp);
            }
            *until = to;
            Ok(())
        };
        let traffic = &mut network.traffic;
        traffic.messages = count_of(traffic.messages, 1)?;
        traffic.words = count_of(traffic.words, words)?;
        let mut header = start.after(ClockPart::StartUp, 1, units)?;
        let done = header.after(ClockPart::Word, words, units)?;
        let port = network.out_port(sender, receiver);
        take(self.out_ports.until(port), start.time, done)?;
        let (mut node, mut last) = (sender, None);
        let has_free_links = network.has_free_links();
        let is_stored = network.options.routing == Routing::StoreAndForward;
        while let Some((link, next)) = network.topology.next_link(node, receiver) {
            let resource = match network.options.duplex {
                Duplex::Full => link,
                Duplex::Half => network.topology.undirected(link),
            };
            let after = header.after(ClockPart::Word, words, units)?;
            if !has_free_links {
                take(self.links.until(resource.0), header.time, after)?;
            }
            let traffic = &mut network.traffic;
            traffic.word_hops = count_of(traffic.word_hops, words)?;
            network.loads.add(resource, words);
            header = if is_stored { after } else { header };
            header = header.after(ClockPart::Header, 1, units)?;
            (node, last) = (next, Some(link));
        }
        let is_stored = is_stored && sender != receiver;
        let arrival = if is_stored {
            header
        } else {
            header.after(ClockPart::Word, words, units)?
        };
        let reception = units
            .time(ClockPart::StartUp, 1)?
            .checked_add(units.time(ClockPart::Word, words)?);
        let began = arrival.time - reception.ok_or(Overflow)?;
        let port = network.port(receiver, last);
        take(self.in_ports.until(port), began, arrival)?;
        Ok((done, arrival))
    }

    /// Drops links and ports that delay no message any more, if there are many.
    pub fn sweep_where_due(&mut self) {
        let is_due = self.links.is_sweep_due()
            || self.out_ports.is_sweep_due()
            || self.network.may_drop_in_ports() && self.in_ports.is_sweep_due();
        if is_due {
            self.sweep();
        }
    }

    /// Drops links and ports that delay no message any more.
    pub fn sweep(&mut self) {
        let clocks = self.standings.iter().map(|standing| standing.clock.time);
        let time = i128::from(clocks.min().unwrap_or(0));
        let units = &self.network.units;
        self.links.sweep(time, units);
        self.out_ports.sweep(time, units);
        if self.network.may_drop_in_ports() {
            self.in_ports.sweep(time - units.t_s, units);
        }
    }
}
