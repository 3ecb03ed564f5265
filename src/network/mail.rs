//! The messages of a block: in transit, arrived, or offered by a synchronous sender.
//!
//! Messages are in slots and form two kinds of lists: those of one sender and receiver in the order of
//! issue, which is also the order in which they arrive; and at each receiver those that have arrived,
//! and those that are offered, each in their order.

use super::hashing::NumberMap;
use super::label::{MessageLabel, MessageSelector};
use super::transit::Transit;

/// The end of a list.
const NONE: u32 = u32::MAX;

/// The index of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MailSlot(pub u32);

/// The state of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Its sender waits until the receiver waits for it.
    Offered,
    /// It has left its sender.
    Travelling,
    /// It has arrived at its receiver.
    Arrived,
}

/// Whether the sender waits for the arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SenderWaits {
    Yes,
    No,
}

/// A message.
pub(super) struct Message<P> {
    /// Its passage between processors.
    pub transit: Transit,
    pub label: MessageLabel,
    /// Its number among all messages, in the order of issue.
    pub order: u64,
    pub payload: Option<P>,
    /// The program that sends it, and the one that is to receive it.
    pub sender: u32,
    pub receiver: u32,
    /// The number of the statement that sends it.
    pub place: u32,
    pub stage: Stage,
    pub sender_waits: SenderWaits,
    next_of_pair: u32,
    before: u32,
    next: u32,
}

/// The initial fields of a message.
pub(super) struct NewMessage<P> {
    pub transit: Transit,
    pub label: MessageLabel,
    pub order: u64,
    pub payload: P,
    pub sender: u32,
    pub receiver: u32,
    pub place: u32,
    pub sender_waits: SenderWaits,
}

/// First and last of a list of messages.
#[derive(Clone, Copy)]
struct List {
    first: u32,
    last: u32,
}

const EMPTY: List = List {
    first: NONE,
    last: NONE,
};

#[derive(Clone, Copy)]
struct Mailbox {
    arrived: List,
    offered: List,
}

/// The messages of a block.
pub(super) struct Mail<P> {
    slots: Vec<Message<P>>,
    free: Vec<u32>,
    pairs: NumberMap<List>,
    boxes: Vec<Mailbox>,
}

/// The number of a pair. The difference of sender and receiver is the same for many pairs of regular
/// algorithms, whose numbers are then successive.
fn pair(sender: u32, receiver: u32) -> u64 {
    u64::from(sender.wrapping_sub(receiver)) << 32 | u64::from(receiver)
}

impl<P> Mail<P> {
    /// Empty mailboxes, one for each of `receivers`.
    pub fn new(receivers: u32) -> Self {
        let mailbox = Mailbox {
            arrived: EMPTY,
            offered: EMPTY,
        };
        Self {
            slots: Vec::new(),
            free: Vec::new(),
            pairs: NumberMap::default(),
            boxes: vec![mailbox; receivers as usize],
        }
    }

    pub fn get(&self, slot: MailSlot) -> &Message<P> {
        &self.slots[slot.0 as usize]
    }

    pub fn get_mut(&mut self, slot: MailSlot) -> &mut Message<P> {
        &mut self.slots[slot.0 as usize]
    }

    /// Adds a message as the last of its pair, not yet in the network.
    pub fn add(&mut self, letter: NewMessage<P>) -> MailSlot {
        let key = pair(letter.sender, letter.receiver);
        let message = Message {
            transit: letter.transit,
            label: letter.label,
            order: letter.order,
            payload: Some(letter.payload),
            sender: letter.sender,
            receiver: letter.receiver,
            place: letter.place,
            stage: Stage::Travelling,
            sender_waits: letter.sender_waits,
            next_of_pair: NONE,
            before: NONE,
            next: NONE,
        };
        let number = if let Some(number) = self.free.pop() {
            self.slots[number as usize] = message;
            number
        } else {
            self.slots.push(message);
            self.slots.len() as u32 - 1
        };
        let list = self.pairs.entry(key).or_insert(EMPTY);
        if list.last == NONE {
            list.first = number;
        } else {
            self.slots[list.last as usize].next_of_pair = number;
        }
        list.last = number;
        MailSlot(number)
    }

    /// The first message of a pair that is wanted.
    pub fn first_of_pair(
        &self,
        sender: u32,
        receiver: u32,
        wanted: MessageSelector,
    ) -> Option<MailSlot> {
        let mut number = self.pairs.get(&pair(sender, receiver))?.first;
        while number != NONE {
            let message = &self.slots[number as usize];
            if wanted.takes(message.label) {
                return Some(MailSlot(number));
            }
            number = message.next_of_pair;
        }
        None
    }

    /// The wanted message that arrived first at a receiver.
    ///
    /// It is also the first wanted one of its pair: earlier ones would have arrived earlier.
    pub fn first_arrived(&self, receiver: u32, wanted: MessageSelector) -> Option<MailSlot> {
        self.listed(self.boxes[receiver as usize].arrived)
            .find(|slot| wanted.takes(self.get(*slot).label))
    }

    /// The first message offered to a receiver that is wanted and is the first such one of its pair.
    pub fn first_offered(&self, receiver: u32, wanted: MessageSelector) -> Option<MailSlot> {
        self.listed(self.boxes[receiver as usize].offered)
            .find(|slot| self.is_next(*slot, wanted))
    }

    /// Whether a receive takes the message rather than an earlier one of its pair.
    pub fn is_next(&self, slot: MailSlot, wanted: MessageSelector) -> bool {
        let message = self.get(slot);
        wanted.takes(message.label)
            && self.first_of_pair(message.sender, message.receiver, wanted) == Some(slot)
    }

    /// Marks a message as offered: it waits for its receiver.
    pub fn offer(&mut self, slot: MailSlot) {
        let receiver = self.get(slot).receiver as usize;
        self.get_mut(slot).stage = Stage::Offered;
        let list = self.append(self.boxes[receiver].offered, slot);
        self.boxes[receiver].offered = list;
    }

    /// Marks a message as being in transit.
    pub fn send_off(&mut self, slot: MailSlot) {
        let message = self.get(slot);
        if message.stage == Stage::Offered {
            let receiver = message.receiver as usize;
            let list = self.unlink(self.boxes[receiver].offered, slot);
            self.boxes[receiver].offered = list;
        }
        self.get_mut(slot).stage = Stage::Travelling;
    }

    /// Marks a message as arrived.
    pub fn deliver(&mut self, slot: MailSlot) {
        let message = self.get_mut(slot);
        message.stage = Stage::Arrived;
        let receiver = message.receiver as usize;
        let list = self.append(self.boxes[receiver].arrived, slot);
        self.boxes[receiver].arrived = list;
    }

    /// Removes an arrived message. Its fields besides the payload remain readable until the next one is
    /// added.
    pub fn take(&mut self, slot: MailSlot) -> Option<P> {
        let message = self.get_mut(slot);
        let payload = message.payload.take();
        let (sender, receiver) = (message.sender, message.receiver);
        let mailbox = self.boxes[receiver as usize];
        let arrived = self.unlink(mailbox.arrived, slot);
        self.boxes[receiver as usize].arrived = arrived;
        self.remove_from_pair(pair(sender, receiver), slot.0);
        self.free.push(slot.0);
        payload
    }

    /// The messages that were not received, by receiver, sender and order of issue.
    pub fn left(&self) -> Vec<&Message<P>> {
        let mut left: Vec<_> = (self.slots.iter())
            .filter(|it| it.payload.is_some())
            .collect();
        left.sort_unstable_by_key(|message| (message.receiver, message.sender, message.order));
        left
    }

    /// The first message of each sender that a receive from anyone could take, by sender. Searches all
    /// messages.
    pub fn candidates(&self, receiver: u32, wanted: MessageSelector) -> Vec<&Message<P>> {
        let numbers = 0..self.slots.len() as u32;
        let mut found: Vec<_> = numbers
            .filter(|number| {
                let message = &self.slots[*number as usize];
                message.payload.is_some() && message.receiver == receiver
            })
            .filter(|number| self.is_next(MailSlot(*number), wanted))
            .map(|number| &self.slots[number as usize])
            .collect();
        found.sort_unstable_by_key(|message| message.sender);
        found
    }

    fn remove_from_pair(&mut self, key: u64, number: u32) {
        let list = (self.pairs.get_mut(&key)).expect("the pair of a message has a list");
        let next = self.slots[number as usize].next_of_pair;
        if list.first == number {
            list.first = next;
            if next == NONE {
                self.pairs.remove(&key);
            }
            return;
        }
        let mut before = list.first;
        while self.slots[before as usize].next_of_pair != number {
            before = self.slots[before as usize].next_of_pair;
        }
        self.slots[before as usize].next_of_pair = next;
        if list.last == number {
            list.last = before;
        }
    }

    /// The messages of a receiver's list in order.
    fn listed(&self, list: List) -> impl Iterator<Item = MailSlot> + '_ {
        let following = |number: u32| (number != NONE).then_some(MailSlot(number));
        std::iter::successors(following(list.first), move |slot| {
            following(self.get(*slot).next)
        })
    }

    fn append(&mut self, mut list: List, slot: MailSlot) -> List {
        let message = self.get_mut(slot);
        message.before = list.last;
        message.next = NONE;
        if list.last == NONE {
            list.first = slot.0;
        } else {
            self.slots[list.last as usize].next = slot.0;
        }
        list.last = slot.0;
        list
    }

    fn unlink(&mut self, mut list: List, slot: MailSlot) -> List {
        let message = self.get(slot);
        let (before, next) = (message.before, message.next);
        if before == NONE {
            list.first = next;
        } else {
            self.slots[before as usize].next = next;
        }
        if next == NONE {
            list.last = before;
        } else {
            self.slots[next as usize].before = before;
        }
        list
    }
}
