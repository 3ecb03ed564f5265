//! Messages of tasks in their slow twin: those between processors go through the slow twin of the
//! network, others stay in memory.

use super::task_twin::{Does, Letter, Next, TaskTwin, Wanted};
use super::twin::{Message, State, TwinSeen};
use super::twin_routes::route;

impl TaskTwin {
    pub(super) fn issue(
        &mut self,
        (from, to, queue): (u32, u32, Option<u32>),
        (words, tag, place): (u64, i64, u32),
        is_synchronous: bool,
    ) -> usize {
        let [sender, receiver] = [from, to].map(|task| self.on[task as usize]);
        self.letters.push(Letter { from, to, queue });
        self.net.messages.push(Message {
            from: sender,
            to: receiver,
            words,
            tag,
            place,
            is_synchronous,
            state: State::Offered,
            moment: self.moment(sender),
            nodes: route(&self.net.topology, sender, receiver),
            hops: 0,
        });
        self.letters.len() - 1
    }

    /// A message that its sender does not wait for, but for its port where it `blocks`.
    pub(super) fn send(&mut self, message: usize, blocks: bool, now: i128) {
        let Letter { from, to, .. } = self.letters[message];
        if self.is_in_memory(from, to) {
            self.arrival(message, now);
            return;
        }
        self.words += self.net.messages[message].words;
        let (start, done) = self.net.begin(message);
        if blocks {
            let own = &mut self.processors[self.on[from as usize] as usize];
            own.sending += done.time - start.time;
            own.moment = done;
        }
    }

    fn is_wanted(&self, message: usize, wanted: Wanted) -> bool {
        let letter = &self.letters[message];
        let tag = self.net.messages[message].tag;
        match (wanted, letter.queue) {
            (Wanted::Queue(wanted), queue) => queue == Some(wanted),
            (Wanted::Message(from, wanted), None) => {
                from.is_none_or(|from| from == letter.from)
                    && wanted.is_none_or(|wanted| wanted == tag)
            }
            (Wanted::Message(..), Some(_)) => false,
        }
    }

    /// The first message of each sender that a task may receive; they do not overtake each other.
    fn firsts(&self, task: u32, wanted: Wanted) -> Vec<usize> {
        let mut firsts: Vec<usize> = Vec::new();
        for (at, letter) in self.letters.iter().enumerate() {
            let is_there = self.net.messages[at].state != State::Received;
            let is_first = !(firsts.iter()).any(|other| self.letters[*other].from == letter.from);
            if letter.to == task && is_there && is_first && self.is_wanted(at, wanted) {
                firsts.push(at);
            }
        }
        firsts
    }

    /// The message that a receive takes or is bound to; of one sender also the one that it awaits.
    pub(super) fn first(&self, task: u32, wanted: Wanted) -> Option<usize> {
        let firsts = self.firsts(task, wanted);
        if let Wanted::Message(Some(_), _) = wanted {
            return firsts.first().copied();
        }
        let arrived = firsts.iter().filter_map(|at| {
            let State::Arrived(rank) = self.net.messages[*at].state else {
                return None;
            };
            Some((rank, *at))
        });
        let offered = |at: &&usize| self.net.messages[**at].state == State::Offered;
        (arrived.min().map(|(_, at)| at)).or_else(|| firsts.iter().find(offered).copied())
    }

    pub(super) fn receive(&mut self, task: u32, wanted: Wanted, now: i128) {
        let first = self.first(task, wanted);
        let state = first.map(|message| self.net.messages[message].state);
        if let (Some(message), Some(State::Arrived(_))) = (first, state) {
            self.net.messages[message].state = State::Received;
            self.take(task, message);
            return;
        }
        self.does[task as usize] = Does::Receives(wanted, None);
        self.give_way(task, now);
        if let (Some(message), Some(State::Offered)) = (first, state) {
            // Its sender has waited for this.
            let ready = self.moment(self.on[task as usize]);
            let own = &mut self.net.messages[message].moment;
            if ready.time > own.time {
                *own = ready;
            }
            self.bind(message, now);
        }
    }

    /// Whether the receiver waits for a message that is offered.
    pub(super) fn is_awaited(&self, message: usize) -> bool {
        let Letter { from, to, .. } = self.letters[message];
        let Does::Receives(wanted, None) = self.does[to as usize] else {
            return false;
        };
        let of_sender = match wanted {
            Wanted::Message(_, tag) => Wanted::Message(Some(from), tag),
            queue @ Wanted::Queue(_) => queue,
        };
        self.is_wanted(message, wanted) && self.firsts(to, of_sender).first() == Some(&message)
    }

    /// A synchronous message begins, which its receiver waits for.
    pub(super) fn bind(&mut self, message: usize, now: i128) {
        let Letter { from, to, .. } = self.letters[message];
        if let Does::Receives(_, bound) = &mut self.does[to as usize] {
            *bound = Some(message);
        }
        if self.is_in_memory(from, to) {
            self.arrival(message, now);
            return;
        }
        // "Start-up and words of that message are not counted as sending."
        self.words += self.net.messages[message].words;
        self.net.begin(message);
    }

    pub(super) fn arrival(&mut self, message: usize, now: i128) {
        self.arrived += 1;
        self.net.messages[message].state = State::Arrived(self.arrived);
        let Letter { from, to, .. } = self.letters[message];
        if self.net.messages[message].is_synchronous {
            self.could(from, now, Next::Leaves(message));
        }
        let is_taken = match self.does[to as usize] {
            Does::Receives(_, Some(bound)) => bound == message,
            Does::Receives(wanted, None) => self.is_wanted(message, wanted),
            _ => false,
        };
        if is_taken {
            self.net.messages[message].state = State::Received;
            self.could(to, now, Next::Takes(message));
            return;
        }
        let processor = self.on[to as usize];
        let kept = self
            .net
            .messages
            .iter()
            .filter(|other| other.to == processor && matches!(other.state, State::Arrived(_)));
        let words = kept.map(|other| other.words).sum();
        self.largest_buffer = self.largest_buffer.max(words);
    }

    /// A task could go on from now on.
    fn could(&mut self, task: u32, now: i128, next: Next) {
        self.does[task as usize] = Does::Could(now, next);
        let processor = self.on[task as usize];
        let own = self.processors[processor as usize];
        if own.in_hand.is_none() && !own.chooses {
            self.call(processor, now);
        }
    }

    pub(super) fn take(&mut self, task: u32, message: usize) {
        let processor = self.on[task as usize];
        let Letter { from, to, .. } = self.letters[message];
        let of_network = self.net.messages[message].clone();
        self.wait_until(processor, of_network.moment);
        if !self.is_in_memory(from, to) {
            self.compute(processor, 4, 1);
        }
        self.seen[task as usize].push(TwinSeen::Message {
            sender: from,
            place: of_network.place,
            tag: of_network.tag,
        });
        self.go_on(task);
    }
}
