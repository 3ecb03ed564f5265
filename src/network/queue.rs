//! The event queue: a radix heap over times, with the defined order among events at one time.
//!
//! Times of events never decrease, so an event is put into the bucket of the highest bit in which its
//! time differs from the current time. Once the events of the current time are used up, the lowest
//! non-empty bucket is redistributed around its smallest time. Each event moves down at most once per
//! bit, in sequential memory; events at one time, which are many in regular algorithms, are sorted
//! together.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::topology::MAX_PROCESSORS;

/// Buckets with more events than this free their memory when they are redistributed.
const KEPT_CAPACITY: usize = 1 << 12;

/// The kind of an event, in the order of events at one time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EventKind {
    /// The header of a message is before a link or an in-port.
    Header,
    /// A message has arrived.
    Arrival,
    /// A processor's request begins.
    Operation,
}

/// The bits of a rank that hold a processor's number.
const NUMBER_BITS: u32 = 30;
const _: () = assert!(MAX_PROCESSORS <= 1 << NUMBER_BITS);

/// An event. At one time headers come first, then arrivals, then operations; then the lower number of
/// sender or processor; then the message that was issued earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NetworkEvent {
    time: i128,
    /// The kind in the upper bits, below it the number of the message's sender or of the processor.
    rank: u32,
    /// The number of the message among all messages, in the order of issue, in two halves.
    order: [u32; 2],
    /// The slot of the message.
    slot: u32,
}

impl NetworkEvent {
    /// A processor's request begins.
    pub fn operation(time: i128, processor: u32) -> Self {
        Self::of_message(time, EventKind::Operation, processor, 0, 0)
    }

    /// An event of a message, with its number in the order of issue and its slot.
    pub fn of_message(time: i128, kind: EventKind, number: u32, order: u64, slot: u32) -> Self {
        Self {
            time,
            rank: (kind as u32) << NUMBER_BITS | number,
            order: [(order >> 32) as u32, order as u32],
            slot,
        }
    }

    pub fn kind(&self) -> EventKind {
        match self.rank >> NUMBER_BITS {
            0 => EventKind::Header,
            1 => EventKind::Arrival,
            _ => EventKind::Operation,
        }
    }

    /// The number of the message's sender, or of the processor.
    pub fn number(&self) -> u32 {
        self.rank & ((1 << NUMBER_BITS) - 1)
    }

    /// The slot of the message.
    pub fn slot(&self) -> u32 {
        self.slot
    }
}

/// The pending events.
pub(super) struct EventQueue {
    /// The time of the event taken last.
    now: i128,
    /// Events at the current time that were added before it was reached, in descending order.
    present: Vec<NetworkEvent>,
    /// Events at the present time that were added since.
    added: BinaryHeap<Reverse<NetworkEvent>>,
    /// Bucket b holds events whose time differs from the current time in bit b, and in no higher one.
    buckets: Vec<Vec<NetworkEvent>>,
    /// The bits of filled buckets.
    filled: u128,
}

impl EventQueue {
    pub fn new() -> Self {
        Self {
            now: 0,
            present: Vec::new(),
            added: BinaryHeap::new(),
            buckets: (0..i128::BITS).map(|_| Vec::new()).collect(),
            filled: 0,
        }
    }

    /// The time of the event taken last.
    pub fn now(&self) -> i128 {
        self.now
    }

    /// Adds an event, not before the present time.
    pub fn push(&mut self, event: NetworkEvent) {
        debug_assert!(event.time >= self.now, "an event lies in the past");
        if event.time == self.now {
            self.added.push(Reverse(event));
        } else {
            self.file(event);
        }
    }

    /// Removes the smallest event.
    pub fn pop(&mut self) -> Option<NetworkEvent> {
        if self.present.is_empty() && self.added.is_empty() {
            self.advance()?;
        }
        match (self.present.last(), self.added.peek()) {
            (Some(present), Some(Reverse(added))) if added < present => {}
            (Some(_), _) => return self.present.pop(),
            (None, _) => {}
        }
        self.added.pop().map(|Reverse(event)| event)
    }

    fn file(&mut self, event: NetworkEvent) {
        let bit = (event.time ^ self.now).ilog2();
        self.filled |= 1 << bit;
        self.buckets[bit as usize].push(event);
    }

    /// Advances to the next time at which there are events.
    fn advance(&mut self) -> Option<()> {
        if self.filled == 0 {
            return None;
        }
        let bit = self.filled.trailing_zeros();
        self.filled &= !(1 << bit);
        let mut bucket = std::mem::take(&mut self.buckets[bit as usize]);
        self.now = bucket.iter().map(|event| event.time).min()?;
        for event in bucket.drain(..) {
            if event.time == self.now {
                self.present.push(event);
            } else {
                self.file(event);
            }
        }
        self.present.sort_unstable_by(|one, other| other.cmp(one));
        if bucket.capacity() <= KEPT_CAPACITY {
            self.buckets[bit as usize] = bucket;
        }
        Some(())
    }
}
