//! Blocks in lock step: processors send and receive in turns, without the event queue.
//!
//! A message that finds its out-port, every link and its in-port free arrives at a time that depends
//! on its sender alone. If the times for which a block's messages take each resource do not overlap,
//! no message waits in the simulation either: by induction over its events, each request finds its
//! resource free. And where every receive names its sender, which message it takes depends on no
//! time. Such a block comes to the same clocks, accounts and traffic in whatever order its
//! processors are executed, so they are executed in turns: each up to its next send.
//!
//! Of a resource it is known until when it was taken last. A message that wants it before that time
//! overlaps, or comes out of order; in both cases, and wherever else the order of events could
//! matter, the block is given up, and the caller executes it event by event from its beginning.

use super::Simulation;
use super::options::Sending;
use super::parameters::Overflow;
use super::processors::{Answer, Delivered, Manner, Processors, Request};
use super::transit::Transit;

/// No message, or no sender.
const NONE: u32 = u32::MAX;
/// Among more messages at one receiver none is looked for.
const MOST_LOOKED_AT: usize = 64;

/// The block cannot be executed in lock step.
pub(super) struct GivenUp;

impl From<Overflow> for GivenUp {
    fn from(_: Overflow) -> Self {
        Self
    }
}

/// A message that was sent and not received.
struct Letter<P> {
    transit: Transit,
    tag: i64,
    place: u32,
    payload: Option<P>,
    /// The next one at this receiver, in the order in which they were sent.
    behind: u32,
}

/// A processor between two turns.
#[derive(Clone, Copy)]
struct Standing {
    /// Whose message it waits for; [`NONE`] if it waits for none.
    awaits: u32,
    tag: Option<i64>,
    /// The first and last message at it that it has not received.
    first: u32,
    last: u32,
    /// Its clock when it began the receive before.
    received_at: i128,
}

impl Simulation {
    /// How often a message waited for a link or a port.
    fn waits(&self) -> u64 {
        self.traffic.link_waits + self.traffic.port_waits
    }
}

/// A block in lock step.
pub(super) struct LockStep<'a, P: Processors> {
    network: &'a mut Simulation,
    processors: &'a mut P,
    letters: Vec<Letter<P::Payload>>,
    free: Vec<u32>,
    standings: Vec<Standing>,
    /// Who has another turn, each with the message that it receives first.
    next: Vec<(u32, u32)>,
    /// Processors that have not ended.
    left: u32,
    /// Waits for links and ports before this block.
    waits: u64,
}

impl<'a, P: Processors> LockStep<'a, P> {
    pub fn new(network: &'a mut Simulation, processors: &'a mut P, count: u32) -> Self {
        let standing = Standing {
            awaits: NONE,
            tag: None,
            first: NONE,
            last: NONE,
            received_at: i128::MIN,
        };
        Self {
            waits: network.waits(),
            network,
            processors,
            letters: Vec::new(),
            free: Vec::new(),
            standings: vec![standing; count as usize],
            next: (0..count).map(|processor| (processor, NONE)).collect(),
            left: count,
        }
    }

    /// Executes the block to its end, or gives it up: then neither the simulation nor the processors
    /// are what they were.
    pub fn run(mut self) -> Result<(), GivenUp> {
        if self.network.options.sending == Sending::Synchronous {
            return Err(GivenUp);
        }
        let mut current = Vec::new();
        while !self.next.is_empty() {
            std::mem::swap(&mut current, &mut self.next);
            for (processor, letter) in current.drain(..) {
                self.turn(processor, letter)?;
            }
        }
        let is_over = self.left == 0 && self.free.len() == self.letters.len();
        is_over.then_some(()).ok_or(GivenUp)
    }

    /// Lets a processor go on, after it has received a message if one is given, until it sends a
    /// message, waits for one or ends.
    fn turn(&mut self, processor: u32, letter: u32) -> Result<(), GivenUp> {
        let mut answer = match letter {
            NONE => Answer::Nothing,
            letter => self.receive(processor, letter)?,
        };
        loop {
            let before = self.network.accounts[processor as usize].clock;
            let advance = self.processors.advance(processor, &before, answer);
            let is_send = matches!(advance.request, Request::Send { .. });
            (self
                .network
                .executed(processor, advance.instructions, is_send)?)
            .ok_or(GivenUp)?;
            match advance.request {
                Request::Send {
                    to,
                    words,
                    tag,
                    manner,
                    payload,
                    place,
                } => {
                    let letter = Letter {
                        transit: Transit::new(*self.network.clock(processor), words, processor, to),
                        tag,
                        place,
                        payload: Some(payload),
                        behind: NONE,
                    };
                    self.send(letter, manner)?;
                    self.next.push((processor, NONE));
                    return Ok(());
                }
                Request::Receive {
                    from: Some(from),
                    tag,
                    ..
                } => {
                    let Some(letter) = self.find(processor, from, tag)? else {
                        let standing = &mut self.standings[processor as usize];
                        (standing.awaits, standing.tag) = (from, tag);
                        return Ok(());
                    };
                    answer = self.receive(processor, letter)?;
                }
                Request::End => {
                    self.left -= 1;
                    return Ok(());
                }
                Request::Receive { from: None, .. }
                | Request::Put { .. }
                | Request::Take { .. }
                | Request::Meet { .. }
                | Request::Probe { .. }
                | Request::Stop(_) => return Err(GivenUp),
            }
        }
    }

    /// Takes a message through the network to its receiver, if it finds everything free.
    fn send(&mut self, mut letter: Letter<P::Payload>, manner: Manner) -> Result<(), GivenUp> {
        self.network.issue()?.ok_or(GivenUp)?;
        let transit = &mut letter.transit;
        let (sender, start) = (transit.sender, transit.start);
        let done = self.network.leave(transit, i128::MAX)?;
        self.network.pass_links(transit, i128::MAX, i128::MAX)?;
        self.network.enter_port(transit, i128::MAX)?;
        if self.network.waits() > self.waits {
            return Err(GivenUp);
        }
        match manner {
            Manner::Blocking | Manner::Buffered => {
                self.network
                    .count_sending(sender, letter.transit.words, (start, done.time))?;
                self.network.accounts[sender as usize].clock = done;
            }
            Manner::Now => {}
            Manner::Synchronous => return Err(GivenUp),
        }
        let receiver = letter.transit.receiver;
        // A processor outside of the block never receives it.
        let standing = self.standings.get_mut(receiver as usize).ok_or(GivenUp)?;
        // It would have lain there during the receive before; or it takes no time, and the numbers
        // of processors decide whether its receiver waits for it already.
        let arrival = letter.transit.clock.time;
        if arrival <= standing.received_at || arrival == letter.transit.start {
            return Err(GivenUp);
        }
        let is_awaited =
            standing.awaits == sender && standing.tag.is_none_or(|tag| tag == letter.tag);
        let number = if let Some(number) = self.free.pop() {
            self.letters[number as usize] = letter;
            number
        } else {
            self.letters.push(letter);
            self.letters.len() as u32 - 1
        };
        if standing.last == NONE {
            standing.first = number;
        } else {
            self.letters[standing.last as usize].behind = number;
        }
        standing.last = number;
        if is_awaited {
            standing.awaits = NONE;
            self.next.push((receiver, number));
        }
        Ok(())
    }

    /// The first message of this sender with this tag at a receiver.
    fn find(&self, receiver: u32, from: u32, tag: Option<i64>) -> Result<Option<u32>, GivenUp> {
        for (looked_at, number) in self.at(receiver).enumerate() {
            let letter = &self.letters[number as usize];
            if letter.transit.sender == from && tag.is_none_or(|tag| tag == letter.tag) {
                return Ok(Some(number));
            }
            if looked_at >= MOST_LOOKED_AT {
                return Err(GivenUp);
            }
        }
        Ok(None)
    }

    /// The messages at a receiver that it has not received.
    fn at(&self, receiver: u32) -> impl Iterator<Item = u32> + '_ {
        let following = |number: u32| (number != NONE).then_some(number);
        let first = following(self.standings[receiver as usize].first);
        std::iter::successors(first, move |number| {
            following(self.letters[*number as usize].behind)
        })
    }

    /// Takes a message for its receiver, whose clock goes on.
    fn receive(&mut self, receiver: u32, number: u32) -> Result<Answer<P::Payload>, GivenUp> {
        let account = &self.network.accounts[receiver as usize];
        let began = account.clock.time;
        self.count_buffered(receiver, began)?;
        self.standings[receiver as usize].received_at = began;
        self.unlink(receiver, number);
        let letter = &mut self.letters[number as usize];
        let delivered = Delivered {
            sender: letter.transit.sender,
            tag: letter.tag,
            words: letter.transit.words,
            place: letter.place,
            payload: letter.payload.take().ok_or(GivenUp)?,
        };
        let calls = true;
        self.network
            .received(receiver, receiver, letter.transit.clock, calls)?;
        self.free.push(number);
        Ok(Answer::Message(delivered))
    }

    /// The words that have arrived at a receiver when it begins to receive. They are the most since
    /// it received before, and nothing that arrives by then is sent in a later turn.
    fn count_buffered(&mut self, receiver: u32, began: i128) -> Result<(), GivenUp> {
        let mut words = 0_u64;
        for (looked_at, number) in self.at(receiver).enumerate() {
            let transit = &self.letters[number as usize].transit;
            if transit.clock.time <= began {
                words = words.saturating_add(transit.words);
            }
            if looked_at >= MOST_LOOKED_AT {
                return Err(GivenUp);
            }
        }
        let largest = &mut self.network.traffic.largest_buffer_words;
        *largest = words.max(*largest);
        Ok(())
    }

    /// Takes a message out of the list of its receiver.
    fn unlink(&mut self, receiver: u32, number: u32) {
        let behind = self.letters[number as usize].behind;
        let mut before = NONE;
        for other in self.at(receiver) {
            if other == number {
                break;
            }
            before = other;
        }
        let standing = &mut self.standings[receiver as usize];
        if before == NONE {
            standing.first = behind;
        } else {
            self.letters[before as usize].behind = behind;
        }
        if standing.last == number {
            standing.last = before;
        }
    }
}
