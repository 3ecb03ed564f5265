//! Messages that were sent and not received, in a list for each receiver.

use super::short_clock::{ClockPart, ShortClock};
use super::{Ended, GivenUp, LockStep, NONE};
use crate::network::clock::count_of;
use crate::network::processors::{Delivered, ProcessorPrograms, SendManner};

/// If a receiver has more messages than this, none is searched for.
const MOST_LOOKED_AT: usize = 64;

/// A message that is to be sent, or was sent and not received.
pub struct PendingLetter<P> {
    /// The sender's clock before it is sent; then that of the arrival.
    pub clock: ShortClock,
    pub words: u32,
    pub sender: u32,
    pub receiver: u32,
    pub manner: SendManner,
    pub tag: i64,
    pub place: u32,
    pub payload: Option<P>,
    /// The next one at this receiver, in the order in which they were sent.
    pub next: u32,
}

impl<P: ProcessorPrograms> LockStep<'_, P> {
    /// Keeps a message; returns its number.
    pub fn keep(&mut self, letter: PendingLetter<P::Payload>) -> u32 {
        if let Some(number) = self.free.pop() {
            self.letters[number as usize] = letter;
            return number;
        }
        self.letters.push(letter);
        self.letters.len() as u32 - 1
    }

    /// The first message of this sender with this tag at a receiver.
    pub fn find(&self, receiver: u32, from: u32, tag: Option<i64>) -> Result<Option<u32>, Ended> {
        for (looked_at, number) in self.at(receiver).enumerate() {
            let letter = &self.letters[number as usize];
            if letter.sender == from && tag.is_none_or(|tag| tag == letter.tag) {
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
            following(self.letters[*number as usize].next)
        })
    }

    /// A receiver takes a message, and its clock advances.
    pub fn receive(&mut self, receiver: u32, number: u32) -> Result<(), Ended> {
        let began = self.standings[receiver as usize].clock.time;
        self.count_buffered(receiver, began)?;
        self.unlink(receiver, number);
        let work = &mut self.network.work;
        work.t_o = count_of(work.t_o, 1)?;
        self.network.receives[receiver as usize].received += 1;
        let arrival = self.letters[number as usize].clock;
        let standing = &mut self.standings[receiver as usize];
        if arrival.time > began {
            standing.clock = arrival;
        }
        standing.received_at = began;
        standing.clock.pass(ClockPart::Call, 1, &self.units)?;
        standing.computing += self.units.time(ClockPart::Call, 1)?;
        self.free.push(number);
        Ok(())
    }

    /// The message that was received last, with its words.
    #[inline]
    pub fn delivered(&mut self, number: u32) -> Delivered<P::Payload> {
        let letter = &mut self.letters[number as usize];
        Delivered {
            sender: letter.sender,
            tag: letter.tag,
            words: letter.words.into(),
            place: letter.place,
            payload: letter.payload.take().expect("a message is received once"),
        }
    }

    /// The words that have arrived at a receiver when it begins to receive: their number was never
    /// higher since its previous receive, and nothing that has arrived by then is sent in a later round.
    fn count_buffered(&mut self, receiver: u32, began: i64) -> Result<(), Ended> {
        let mut words = 0_u64;
        for (looked_at, number) in self.at(receiver).enumerate() {
            let letter = &self.letters[number as usize];
            if letter.clock.time <= began {
                words = words.saturating_add(letter.words.into());
            }
            if looked_at >= MOST_LOOKED_AT {
                return Err(GivenUp);
            }
        }
        let largest = &mut self.network.traffic.largest_buffer_words;
        *largest = words.max(*largest);
        Ok(())
    }

    /// Removes a message from the list of its receiver.
    fn unlink(&mut self, receiver: u32, number: u32) {
        let next = self.letters[number as usize].next;
        let mut before = NONE;
        for other in self.at(receiver) {
            if other == number {
                break;
            }
            before = other;
        }
        let standing = &mut self.standings[receiver as usize];
        if before == NONE {
            standing.first = next;
        } else {
            self.letters[before as usize].next = next;
        }
        if standing.last == number {
            standing.last = before;
        }
    }
}
