//! Messages in the slow twin: who sends and receives which.

use super::twin::{Message, State, Twin, TwinEnding, TwinSeen, What};
use super::twin_routes::route;

/// By what a receive knows its messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Of a sender, or of anyone; with a tag, or with any.
    Message(Option<u32>, Option<i64>),
    Queue(u32),
}

impl Twin {
    pub fn is_wanted(&self, at: usize, wanted: Wanted) -> bool {
        let message = &self.messages[at];
        match (wanted, message.queue) {
            (Wanted::Queue(wanted), queue) => queue == Some(wanted),
            (Wanted::Message(from, tag), None) => {
                from.is_none_or(|from| from == message.sender)
                    && tag.is_none_or(|tag| tag == message.tag)
            }
            (Wanted::Message(..), Some(_)) => false,
        }
    }

    /// The first message of each sender that a program may receive; they do not overtake each other.
    pub fn firsts(&self, receiver: u32, wanted: Wanted) -> Vec<usize> {
        let mut firsts: Vec<usize> = Vec::new();
        for (at, message) in self.messages.iter().enumerate() {
            let is_there = message.receiver == receiver && message.state != State::Received;
            let is_first =
                !(firsts.iter()).any(|other| self.messages[*other].sender == message.sender);
            if is_there && is_first && self.is_wanted(at, wanted) {
                firsts.push(at);
            }
        }
        firsts
    }

    /// The message that a receive takes or is bound to; of one sender also the one that it awaits.
    pub fn first(&self, receiver: u32, wanted: Wanted) -> Option<usize> {
        let firsts = self.firsts(receiver, wanted);
        if let Wanted::Message(Some(_), _) = wanted {
            return firsts.first().copied();
        }
        let arrived = firsts.iter().filter_map(|at| {
            let State::Arrived(rank) = self.messages[*at].state else {
                return None;
            };
            Some((rank, *at))
        });
        let offered = |at: &&usize| self.messages[**at].state == State::Offered;
        (arrived.min().map(|(_, at)| at)).or_else(|| firsts.iter().find(offered).copied())
    }

    /// A message of a processor to a processor.
    pub(super) fn issue(
        &mut self,
        [from, to]: [u32; 2],
        queue: Option<u32>,
        (words, tag): (u64, i64),
        is_synchronous: bool,
    ) -> usize {
        let sender = &mut self.processors[from as usize];
        let (place, moment) = (sender.next as u32, sender.moment);
        sender.next += 1;
        self.messages.push(Message {
            from,
            to,
            sender: from,
            receiver: to,
            queue,
            words,
            tag,
            place,
            is_synchronous,
            state: State::Offered,
            moment,
            nodes: route(&self.topology, from, to),
            hops: 0,
        });
        self.messages.len() - 1
    }

    pub(super) fn receive(&mut self, processor: u32, wanted: Wanted) {
        self.processors[processor as usize].waits = Some((wanted, None));
        if let Some(message) = self.first(processor, wanted) {
            match self.messages[message].state {
                State::Arrived(_) => self.hand_over(message),
                State::Offered => self.begin_bound(message),
                _ => {}
            }
        }
    }

    pub(super) fn begin_bound(&mut self, message: usize) {
        let (from, to) = (self.messages[message].from, self.messages[message].to);
        let receiver = &mut self.processors[to as usize];
        receiver.waits.as_mut().unwrap().1 = Some(message);
        let ready = receiver.moment;
        if ready.time > self.messages[message].moment.time {
            self.messages[message].moment = ready;
        }
        let (start, done) = self.begin(message);
        self.processors[from as usize].sending += done.time - start.time;
    }

    pub(super) fn arrival(&mut self, at: usize) {
        self.arrivals += 1;
        self.messages[at].state = State::Arrived(self.arrivals);
        let message = self.messages[at].clone();
        if message.is_synchronous {
            let sender = &mut self.processors[message.from as usize];
            sender.sends = None;
            if message.moment.time > sender.moment.time {
                sender.moment = message.moment;
            }
        }
        let receiver = &self.processors[message.to as usize];
        let is_awaited = match receiver.waits {
            None => false,
            Some((_, Some(bound))) => bound == at,
            Some((wanted, None)) => self.first(message.to, wanted) == Some(at),
        };
        if is_awaited {
            self.hand_over(at);
        } else {
            let kept = (self.messages.iter())
                .filter(|other| other.to == message.to && matches!(other.state, State::Arrived(_)));
            self.largest_buffer = self.largest_buffer.max(kept.map(|other| other.words).sum());
        }
        if message.is_synchronous {
            self.idle.push(message.from as usize);
        }
    }

    fn hand_over(&mut self, at: usize) {
        let message = self.messages[at].clone();
        self.messages[at].state = State::Received;
        let mut own = self.processors[message.to as usize].clone();
        if message.moment.time > own.moment.time {
            own.moment = message.moment;
        }
        own.moment = self.add(own.moment, 4, 1);
        own.computing += self.values[4];
        if message.tag < 0 {
            // Its next operation is the fault: it still waits.
            let event = (own.moment.time, 2, message.to, 0, What::Operation);
            self.events.push(event);
            own.waits = Some((Wanted::Message(None, None), Some(at)));
            self.processors[message.to as usize] = own;
            return;
        }
        own.waits = None;
        own.next += 1;
        own.seen.push(TwinSeen::Message {
            sender: message.from,
            place: message.place,
            tag: message.tag,
        });
        self.processors[message.to as usize] = own;
        self.idle.push(message.to as usize);
    }

    /// How a block ended that came to its end: what was never received.
    pub fn left(&self) -> TwinEnding {
        let left = (self.messages.iter()).filter(|message| message.state != State::Received);
        let mut left: Vec<_> = left.map(|it| (it.sender, it.receiver, it.place)).collect();
        left.sort_by_key(|(from, to, place)| (*to, *from, *place));
        if left.is_empty() {
            TwinEnding::Fine
        } else {
            TwinEnding::Left(left)
        }
    }
}
