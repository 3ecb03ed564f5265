//! The messages of a block: on their way, arrived, or offered by a synchronous sender.
//!
//! Messages lie in slots and form two kinds of lists: those of one sender and receiver in the order
//! of issue, which is also the order in which they arrive; and at each receiver those that have
//! arrived, and those that are offered, in the order in which they came.

use super::hashing::NumberMap;
use super::transit::Transit;

/// The end of a list.
const NONE: u32 = u32::MAX;

/// Where a message is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot(pub u32);

/// How far a message has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Its sender waits until the receiver waits for it.
    Offered,
    /// It has left its sender.
    Travelling,
    /// It lies at its receiver.
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
    pub transit: Transit,
    pub tag: i64,
    /// Its number among all messages, in the order of issue.
    pub order: u64,
    pub payload: Option<P>,
    /// The number of the statement that sends it.
    pub place: u32,
    pub stage: Stage,
    pub sender_waits: SenderWaits,
    next_of_pair: u32,
    before: u32,
    behind: u32,
}

/// What a new message is made of.
pub(super) struct Letter<P> {
    pub transit: Transit,
    pub tag: i64,
    pub order: u64,
    pub payload: P,
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

/// The messages at one receiver.
#[derive(Clone, Copy)]
struct Mailbox {
    arrived: List,
    offered: List,
    /// Words of arrived messages.
    words: u64,
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

fn is_tag(asked: Option<i64>, tag: i64) -> bool {
    asked.is_none_or(|asked| asked == tag)
}

impl<P> Mail<P> {
    pub fn new(processors: u32) -> Self {
        let mailbox = Mailbox {
            arrived: EMPTY,
            offered: EMPTY,
            words: 0,
        };
        Self {
            slots: Vec::new(),
            free: Vec::new(),
            pairs: NumberMap::default(),
            boxes: vec![mailbox; processors as usize],
        }
    }

    pub fn get(&self, slot: Slot) -> &Message<P> {
        &self.slots[slot.0 as usize]
    }

    pub fn get_mut(&mut self, slot: Slot) -> &mut Message<P> {
        &mut self.slots[slot.0 as usize]
    }

    /// Adds a message as the last of its pair, not yet in the network.
    pub fn add(&mut self, letter: Letter<P>) -> Slot {
        let key = pair(letter.transit.sender, letter.transit.receiver);
        let message = Message {
            transit: letter.transit,
            tag: letter.tag,
            order: letter.order,
            payload: Some(letter.payload),
            place: letter.place,
            stage: Stage::Travelling,
            sender_waits: letter.sender_waits,
            next_of_pair: NONE,
            before: NONE,
            behind: NONE,
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
        Slot(number)
    }

    /// The first message of a pair with the tag.
    pub fn first_of_pair(&self, sender: u32, receiver: u32, tag: Option<i64>) -> Option<Slot> {
        let mut number = self.pairs.get(&pair(sender, receiver))?.first;
        while number != NONE {
            let message = &self.slots[number as usize];
            if is_tag(tag, message.tag) {
                return Some(Slot(number));
            }
            number = message.next_of_pair;
        }
        None
    }

    /// The message with the tag that arrived first at a receiver.
    ///
    /// It is also the first one of its pair with this tag: those before it have arrived earlier.
    pub fn first_arrived(&self, receiver: u32, tag: Option<i64>) -> Option<Slot> {
        self.listed(self.boxes[receiver as usize].arrived)
            .find(|slot| is_tag(tag, self.get(*slot).tag))
    }

    /// The first message offered to a receiver that has the tag and is the first one of its pair
    /// that has it.
    pub fn first_offered(&self, receiver: u32, tag: Option<i64>) -> Option<Slot> {
        self.listed(self.boxes[receiver as usize].offered)
            .find(|slot| self.is_next(*slot, tag))
    }

    /// Whether a receive with this tag takes the message rather than an earlier one of its pair.
    pub fn is_next(&self, slot: Slot, tag: Option<i64>) -> bool {
        let message = self.get(slot);
        is_tag(tag, message.tag)
            && self.first_of_pair(message.transit.sender, message.transit.receiver, tag)
                == Some(slot)
    }

    /// Marks a message as offered: it waits for its receiver.
    pub fn offer(&mut self, slot: Slot) {
        let receiver = self.get(slot).transit.receiver as usize;
        self.get_mut(slot).stage = Stage::Offered;
        let list = self.append(self.boxes[receiver].offered, slot);
        self.boxes[receiver].offered = list;
    }

    /// Marks a message as being on its way.
    pub fn send_off(&mut self, slot: Slot) {
        let message = self.get(slot);
        if message.stage == Stage::Offered {
            let receiver = message.transit.receiver as usize;
            let list = self.unlink(self.boxes[receiver].offered, slot);
            self.boxes[receiver].offered = list;
        }
        self.get_mut(slot).stage = Stage::Travelling;
    }

    /// Marks a message as arrived.
    pub fn deliver(&mut self, slot: Slot) {
        let message = self.get_mut(slot);
        message.stage = Stage::Arrived;
        let (receiver, words) = (message.transit.receiver as usize, message.transit.words);
        let list = self.append(self.boxes[receiver].arrived, slot);
        self.boxes[receiver].arrived = list;
        // Words that exist at one time have fewer than 2^64 bytes.
        self.boxes[receiver].words = self.boxes[receiver].words.saturating_add(words);
    }

    /// The words of messages that have arrived at a processor and were not received.
    pub fn waiting_words(&self, receiver: u32) -> u64 {
        self.boxes[receiver as usize].words
    }

    /// Removes an arrived message. What it held besides the payload stays readable until the next
    /// one is added.
    pub fn take(&mut self, slot: Slot) -> Option<P> {
        let message = self.get_mut(slot);
        let payload = message.payload.take();
        let (sender, receiver, words) = (
            message.transit.sender,
            message.transit.receiver,
            message.transit.words,
        );
        let mailbox = self.boxes[receiver as usize];
        let arrived = self.unlink(mailbox.arrived, slot);
        let mailbox = &mut self.boxes[receiver as usize];
        mailbox.arrived = arrived;
        mailbox.words = mailbox.words.saturating_sub(words);
        self.remove_from_pair(pair(sender, receiver), slot.0);
        self.free.push(slot.0);
        payload
    }

    /// The messages that nobody has received, by receiver, sender and order of issue.
    pub fn left(&self) -> Vec<&Message<P>> {
        let mut left: Vec<_> = (self.slots.iter())
            .filter(|it| it.payload.is_some())
            .collect();
        left.sort_unstable_by_key(|message| {
            (
                message.transit.receiver,
                message.transit.sender,
                message.order,
            )
        });
        left
    }

    /// The first message of each sender that a receive from anyone with this tag could take, by
    /// sender. Goes through all messages.
    pub fn candidates(&self, receiver: u32, tag: Option<i64>) -> Vec<&Message<P>> {
        let numbers = 0..self.slots.len() as u32;
        let mut found: Vec<_> = numbers
            .filter(|number| {
                let message = &self.slots[*number as usize];
                message.payload.is_some() && message.transit.receiver == receiver
            })
            .filter(|number| self.is_next(Slot(*number), tag))
            .map(|number| &self.slots[number as usize])
            .collect();
        found.sort_unstable_by_key(|message| message.transit.sender);
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
    fn listed(&self, list: List) -> impl Iterator<Item = Slot> + '_ {
        let following = |number: u32| (number != NONE).then_some(Slot(number));
        std::iter::successors(following(list.first), move |slot| {
            following(self.get(*slot).behind)
        })
    }

    fn append(&mut self, mut list: List, slot: Slot) -> List {
        let message = self.get_mut(slot);
        message.before = list.last;
        message.behind = NONE;
        if list.last == NONE {
            list.first = slot.0;
        } else {
            self.slots[list.last as usize].behind = slot.0;
        }
        list.last = slot.0;
        list
    }

    fn unlink(&mut self, mut list: List, slot: Slot) -> List {
        let message = self.get(slot);
        let (before, behind) = (message.before, message.behind);
        if before == NONE {
            list.first = behind;
        } else {
            self.slots[before as usize].behind = behind;
        }
        if behind == NONE {
            list.last = before;
        } else {
            self.slots[behind as usize].before = before;
        }
        list
    }
}
