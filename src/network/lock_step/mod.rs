//! Blocks in lock step: processors send and receive in rounds, without the event queue.
//!
//! A message that finds its out-port, every link and its in-port free arrives at a time that depends
//! only on its sender. If the times for which a block's messages occupy each resource do not overlap, no
//! message waits in the simulation either: by induction over its events, each request finds its resource
//! free. And if every receive names its sender, which message it takes does not depend on time. Such a
//! block results in the same clocks, accounts and traffic in whatever order its processors are executed,
//! so they are executed in rounds: each up to its next send.
//!
//! For each resource, the end of its last occupation is known. A message that requests it before that
//! time overlaps, or comes out of order; in both cases, and wherever else the order of events could
//! matter, lock step is given up, and the caller executes the block event by event from its beginning.

mod letters;
mod passage;
mod short_clock;

use letters::PendingLetter;
use short_clock::{ClockPart, ShortClock, ShortUnits};

use crate::network::Simulation;
use crate::network::account::Account;
use crate::network::clock::{Clock, Decomposition, count_of};
use crate::network::occupancy::Occupancy;
use crate::network::options::Sending;
use crate::network::parameters::Overflow;
use crate::network::processors::{NetworkRequest, ProcessorPrograms, Reply, SendManner};

/// No message, or no sender.
const NONE: u32 = u32::MAX;

/// Why a block did not reach its end in lock step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// It cannot be executed in lock step.
    GivenUp,
    /// It sends more messages than the limit, whatever the order of its processors.
    TooManyMessages,
}

use Ended::GivenUp;

impl From<Overflow> for Ended {
    fn from(_: Overflow) -> Self {
        GivenUp
    }
}

/// A processor between two rounds.
#[derive(Clone, Copy)]
struct Standing {
    clock: ShortClock,
    /// Time of instructions and calls, and of its own sends.
    computing: i64,
    sending: i64,
    /// Its clock when it began the receive before.
    received_at: i64,
    /// The tag of the message for which it waits or searches, if one is named.
    tag: Option<i64>,
    /// The sender for whose message it waits; [`NONE`] if it does not wait.
    awaits: u32,
    /// The first and last message at it that it has not received.
    first: u32,
    last: u32,
}

/// What a processor does first in its round.
#[derive(Clone, Copy)]
enum FirstAction {
    Begin,
    /// It sends a message.
    Send(u32),
    /// It receives a message.
    Receive(u32),
    /// It searches for a message of this sender with the awaited tag.
    Look(u32),
}

/// A block in lock step.
pub(super) struct LockStep<'a, P: ProcessorPrograms> {
    network: &'a mut Simulation,
    processors: &'a mut P,
    units: ShortUnits,
    letters: Vec<PendingLetter<P::Payload>>,
    free: Vec<u32>,
    /// Of all processors of the topology.
    standings: Vec<Standing>,
    links: Occupancy<ShortClock>,
    out_ports: Occupancy<ShortClock>,
    in_ports: Occupancy<ShortClock>,
    /// The processors that run in the next round.
    next: Vec<(u32, FirstAction)>,
    /// The number of processors of the block, and of those that have not ended.
    count: u32,
    left: u32,
}

impl<'a, P: ProcessorPrograms> LockStep<'a, P> {
    pub fn new(
        network: &'a mut Simulation,
        processors: &'a mut P,
        count: u32,
    ) -> Result<Self, Ended> {
        let mut standings = Vec::with_capacity(network.accounts.len());
        for account in std::mem::take(&mut network.accounts) {
            let short = |time: i128| i64::try_from(time).map_err(|_| Overflow);
            standings.push(Standing {
                clock: ShortClock::of(&account.clock)?,
                computing: short(account.computing)?,
                sending: short(account.sending)?,
                received_at: i64::MIN,
                tag: None,
                awaits: NONE,
                first: NONE,
                last: NONE,
            });
        }
        let units = network.units;
        let short = |until: Decomposition| {
            let time = until.time(&units)?;
            ShortClock::of(&Clock { time, path: until })
        };
        Ok(Self {
            units: ShortUnits::of(&units)?,
            links: network.links.take_as(short)?,
            out_ports: network.out_ports.take_as(short)?,
            in_ports: network.in_ports.take_as(short)?,
            network,
            processors,
            letters: Vec::new(),
            free: Vec::new(),
            standings,
            next: (0..count)
                .map(|processor| (processor, FirstAction::Begin))
                .collect(),
            count,
            left: count,
        })
    }

    /// Executes the block to its end or to the limit of messages, or gives up: then the state of the
    /// simulation and of the processors is invalid.
    pub fn run(mut self) -> Result<(), Ended> {
        let ended = self.run_rounds();
        if ended != Err(GivenUp) {
            self.give_back()?;
        }
        ended
    }

    fn run_rounds(&mut self) -> Result<(), Ended> {
        if self.network.options.sending == Sending::Synchronous {
            return Err(GivenUp);
        }
        let mut current = Vec::new();
        while !self.next.is_empty() {
            std::mem::swap(&mut current, &mut self.next);
            for (processor, first) in current.drain(..) {
                self.run_until_send(processor, first)?;
            }
        }
        if self.left > 0 || self.free.len() < self.letters.len() {
            return Err(GivenUp);
        }
        Ok(())
    }

    /// Transfers clocks, links and ports to the simulation.
    fn give_back(mut self) -> Result<(), Ended> {
        self.sweep();
        let Self {
            network,
            letters,
            standings,
            mut links,
            mut out_ports,
            mut in_ports,
            ..
        } = self;
        // Both representations need memory for a time.
        drop(letters);
        let accounts = standings.into_iter().map(|standing| Account {
            clock: standing.clock.long(),
            computing: standing.computing.into(),
            sending: standing.sending.into(),
        });
        network.accounts = accounts.collect();
        let long = |until: ShortClock| Ok(until.path());
        network.links = links.take_as(long)?;
        network.out_ports = out_ports.take_as(long)?;
        network.in_ports = in_ports.take_as(long)?;
        Ok(())
    }

    /// Executes a processor up to its next send, and from there to the following request, which belongs
    /// to its next round: a message sent in this round may have arrived by then, and processors that
    /// have waited continue in ascending order, with their neighbours close in memory.
    fn run_until_send(&mut self, processor: u32, first: FirstAction) -> Result<(), Ended> {
        let mut has_sent = false;
        let mut received = match first {
            FirstAction::Begin => None,
            FirstAction::Receive(letter) => Some(letter),
            FirstAction::Send(letter) => {
                self.send(letter)?;
                has_sent = true;
                None
            }
            FirstAction::Look(from) => {
                let tag = self.standings[processor as usize].tag;
                let Some(letter) = self.find(processor, from, tag)? else {
                    self.wait(processor, from, tag);
                    return Ok(());
                };
                Some(letter)
            }
        };
        loop {
            let answer = match received.take() {
                None => Reply::Nothing,
                Some(letter) => {
                    self.receive(processor, letter)?;
                    Reply::Message(self.delivered(letter))
                }
            };
            let clock = &self.standings[processor as usize].clock;
            let advance = self.processors.advance(processor, clock, answer);
            let is_send = matches!(advance.request, NetworkRequest::Send { .. });
            self.executed(processor, advance.instructions, is_send)?;
            match advance.request {
                NetworkRequest::Send {
                    to,
                    words,
                    tag,
                    manner,
                    payload,
                    place,
                } => {
                    let letter = self.keep(PendingLetter {
                        clock: self.standings[processor as usize].clock,
                        words: u32::try_from(words).map_err(|_| GivenUp)?,
                        sender: processor,
                        receiver: to,
                        manner,
                        tag,
                        place,
                        payload: Some(payload),
                        next: NONE,
                    });
                    if has_sent {
                        self.next.push((processor, FirstAction::Send(letter)));
                        return Ok(());
                    }
                    self.send(letter)?;
                    has_sent = true;
                }
                NetworkRequest::Receive {
                    from: Some(from),
                    tag,
                    ..
                } => {
                    if has_sent {
                        self.standings[processor as usize].tag = tag;
                        self.next.push((processor, FirstAction::Look(from)));
                        return Ok(());
                    }
                    let Some(letter) = self.find(processor, from, tag)? else {
                        self.wait(processor, from, tag);
                        return Ok(());
                    };
                    received = Some(letter);
                }
                NetworkRequest::End => {
                    self.left -= 1;
                    return Ok(());
                }
                NetworkRequest::Receive { from: None, .. }
                | NetworkRequest::Put { .. }
                | NetworkRequest::Take { .. }
                | NetworkRequest::Meet { .. }
                | NetworkRequest::Probe { .. }
                | NetworkRequest::Stop(_) => return Err(GivenUp),
            }
        }
    }

    /// A processor waits until the message for which it waits is sent.
    fn wait(&mut self, processor: u32, from: u32, tag: Option<i64>) {
        let standing = &mut self.standings[processor as usize];
        (standing.awaits, standing.tag) = (from, tag);
    }

    /// Counts what a processor executed up to a request, and the call of a send.
    fn executed(&mut self, processor: u32, instructions: u64, is_send: bool) -> Result<(), Ended> {
        let network = &mut *self.network;
        let operations = instructions.saturating_add(1);
        network.operations = network.operations.saturating_add(operations);
        if network.operations > network.limits.operations {
            return Err(GivenUp);
        }
        network.work.t_c = count_of(network.work.t_c, instructions)?;
        let standing = &mut self.standings[processor as usize];
        let before = standing.clock.time;
        (standing.clock).pass(ClockPart::Instruction, instructions, &self.units)?;
        if is_send {
            network.work.t_o = count_of(network.work.t_o, 1)?;
            standing.clock.pass(ClockPart::Call, 1, &self.units)?;
        }
        standing.computing += standing.clock.time - before;
        Ok(())
    }

    /// Passes a message through the network to its receiver, if it finds everything free.
    fn send(&mut self, number: u32) -> Result<(), Ended> {
        self.network.issue()?.ok_or(Ended::TooManyMessages)?;
        self.sweep_where_due();
        let letter = &mut self.letters[number as usize];
        let (start, words) = (letter.clock, letter.words.into());
        let (sender, receiver) = (letter.sender, letter.receiver);
        let (done, arrival) = self.carry(start, words, sender, receiver)?;
        let letter = &mut self.letters[number as usize];
        letter.clock = arrival;
        let tag = letter.tag;
        match letter.manner {
            SendManner::Blocking | SendManner::Buffered => {
                let work = &mut self.network.work;
                work.t_s = count_of(work.t_s, 1)?;
                work.t_w = count_of(work.t_w, words)?;
                let standing = &mut self.standings[sender as usize];
                standing.sending += done.time - start.time;
                standing.clock = done;
            }
            SendManner::Now => {}
            SendManner::Synchronous => return Err(GivenUp),
        }
        // A processor outside of the block never receives it.
        if receiver >= self.count {
            return Err(GivenUp);
        }
        let standing = &mut self.standings[receiver as usize];
        // It would have been in the buffer during the previous receive; or it takes no time, and the
        // numbers of processors decide whether its receiver waits for it already.
        if arrival.time <= standing.received_at || arrival.time == start.time {
            return Err(GivenUp);
        }
        let is_awaited = standing.awaits == sender && standing.tag.is_none_or(|own| own == tag);
        if standing.last == NONE {
            standing.first = number;
        } else {
            self.letters[standing.last as usize].next = number;
        }
        standing.last = number;
        if is_awaited {
            standing.awaits = NONE;
            self.next.push((receiver, FirstAction::Receive(number)));
        }
        Ok(())
    }
}
