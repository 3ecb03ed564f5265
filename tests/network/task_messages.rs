//! Messages of tasks in their slow twin: those between processors go through the slow twin of the
//! network, others stay in memory.

use super::task_twin::{Does, Next, TaskTwin};
use super::twin::{Message, State, TwinSeen};
use super::twin_mail::Wanted;
use super::twin_routes::route;

impl TaskTwin {
    pub(super) fn issue(
        &mut self,
        (from, to, queue): (u32, u32, Option<u32>),
        (words, tag, place): (u64, i64, u32),
        is_synchronous: bool,
    ) -> usize {
        let [sender, receiver] = [from, to].map(|task| self.on[task as usize]);
        self.net.messages.push(Message {
            from: sender,
            to: receiver,
            sender: from,
            receiver: to,
            queue,
            words,
            tag,
            place,
            is_synchronous,
            state: State::Offered,
            moment: self.net.moment(sender),
            nodes: route(&self.net.topology, sender, receiver),
            hops: 0,
        });
        self.net.messages.len() - 1
    }

    /// A message that its sender does not wait for, but for its port where it `blocks`.
    pub(super) fn send(&mut self, message: usize, blocks: bool, now: i128) {
        if self.stays(message) {
            self.arrival(message, now);
            return;
        }
        let (start, done) = self.net.begin(message);
        if blocks {
            let from = self.net.messages[message].from;
            let own = &mut self.net.processors[from as usize];
            own.sending += done.time - start.time;
            own.moment = done;
        }
    }

    /// Whether a message stays in the memory of a processor.
    fn stays(&self, message: usize) -> bool {
        let message = &self.net.messages[message];
        self.is_in_memory(message.sender, message.receiver)
    }

    pub(super) fn receive(&mut self, task: u32, wanted: Wanted, now: i128) {
        let first = self.net.first(task, wanted);
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
            let ready = self.net.moment(self.on[task as usize]);
            let own = &mut self.net.messages[message].moment;
            if ready.time > own.time {
                *own = ready;
            }
            self.bind(message, now);
        }
    }

    /// Whether the receiver waits for a message that is offered.
    pub(super) fn is_awaited(&self, message: usize) -> bool {
        let to = self.net.messages[message].receiver;
        match self.does[to as usize] {
            Does::Receives(wanted, None) => self.net.firsts(to, wanted).contains(&message),
            _ => false,
        }
    }

    /// A synchronous message begins, which its receiver waits for.
    pub(super) fn bind(&mut self, message: usize, now: i128) {
        let to = self.net.messages[message].receiver;
        if let Does::Receives(_, bound) = &mut self.does[to as usize] {
            *bound = Some(message);
        }
        if self.stays(message) {
            self.arrival(message, now);
            return;
        }
        // "Start-up and words of that message are not counted as sending."
        self.net.begin(message);
    }

    pub(super) fn arrival(&mut self, message: usize, now: i128) {
        self.net.arrivals += 1;
        let own = &mut self.net.messages[message];
        own.state = State::Arrived(self.net.arrivals);
        let (sender, to, processor) = (own.sender, own.receiver, own.to);
        if own.is_synchronous {
            self.could(sender, now, Next::Leaves(message));
        }
        let is_taken = match self.does[to as usize] {
            Does::Receives(_, Some(bound)) => bound == message,
            Does::Receives(wanted, None) => self.net.is_wanted(message, wanted),
            _ => false,
        };
        if is_taken {
            self.net.messages[message].state = State::Received;
            self.could(to, now, Next::Takes(message));
            return;
        }
        let kept = (self.net.messages.iter())
            .filter(|other| other.to == processor && matches!(other.state, State::Arrived(_)));
        let words = kept.map(|other| other.words).sum();
        self.net.largest_buffer = self.net.largest_buffer.max(words);
    }

    /// A task could go on from now on.
    fn could(&mut self, task: u32, now: i128, next: Next) {
        self.does[task as usize] = Does::Could(now, next);
        let processor = self.on[task as usize];
        let own = self.turns[processor as usize];
        if own.in_hand.is_none() && !own.chooses {
            self.call(processor, now);
        }
    }

    pub(super) fn take(&mut self, task: u32, message: usize) {
        let processor = self.on[task as usize];
        let own = self.net.messages[message].clone();
        self.wait_until(processor, own.moment);
        if !self.stays(message) {
            self.compute(processor, 4, 1);
        }
        self.seen[task as usize].push(TwinSeen::Message {
            sender: own.sender,
            place: own.place,
            tag: own.tag,
        });
        self.go_on(task);
    }
}
