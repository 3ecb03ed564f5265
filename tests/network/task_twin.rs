//! The slow twin of tasks: who of a processor's tasks goes on. Their messages are in `task_messages`.

use pram::network::{Manner, Options, Sending, Topology};

use super::script::Op;
use super::twin::{Moment, State, Stuck, Twin, TwinEnding, TwinSeen, What};

/// By what a receive knows its messages.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Of a sender, or of anyone; with a tag, or with any.
    Message(Option<u32>, Option<i64>),
    Queue(u32),
}

/// What a task does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Does {
    /// It has not begun.
    Nothing,
    /// It is executed.
    Runs,
    /// It waits for a message; for this one, where it is bound to it.
    Receives(Wanted, Option<usize>),
    /// It waits for the arrival of its message.
    Sends(usize),
    /// What it waits for is there since this time.
    Could(i128, Next),
    Ended,
}

/// How a task goes on at its next turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    Takes(usize),
    Leaves(usize),
}

/// What the network does not know of a message.
pub(super) struct Letter {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) queue: Option<u32>,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Processor {
    pub(super) moment: Moment,
    pub(super) computing: i128,
    pub(super) sending: i128,
    pub(super) in_hand: Option<u32>,
    /// Whether it will choose a task at an event.
    pub(super) chooses: bool,
}

/// Tasks on the processors of a network, for one block.
pub struct TaskTwin {
    pub net: Twin,
    pub(super) processors: Vec<Processor>,
    /// Of each task, its processor.
    pub(super) on: Vec<u32>,
    pub(super) scripts: Vec<Vec<Op>>,
    pub(super) next: Vec<usize>,
    pub(super) does: Vec<Does>,
    pub seen: Vec<Vec<TwinSeen>>,
    pub(super) letters: Vec<Letter>,
    pub(super) arrived: usize,
    pub words: u64,
    pub largest_buffer: u64,
}

impl TaskTwin {
    pub fn new(
        topology: &Topology,
        options: Options,
        values: [u32; 5],
        scripts: &[Vec<Op>],
        on: &[u32],
    ) -> Self {
        Self {
            net: Twin::new(topology, options, values),
            processors: vec![Processor::default(); topology.processors() as usize],
            on: on.to_vec(),
            scripts: scripts.to_vec(),
            next: vec![0; scripts.len()],
            does: vec![Does::Nothing; scripts.len()],
            seen: vec![Vec::new(); scripts.len()],
            letters: Vec::new(),
            arrived: 0,
            words: 0,
            largest_buffer: 0,
        }
    }

    pub fn moment(&self, processor: u32) -> Moment {
        self.processors[processor as usize].moment
    }

    pub fn busy(&self, processor: u32) -> (i128, i128) {
        let own = &self.processors[processor as usize];
        (own.computing, own.sending)
    }

    /// The latest clock; of equal ones the first.
    pub fn latest(&self) -> Moment {
        let mut latest = self.processors[0].moment;
        for own in &self.processors {
            if own.moment.time > latest.time {
                latest = own.moment;
            }
        }
        latest
    }

    pub fn run(&mut self) -> TwinEnding {
        for processor in 0..self.processors.len() as u32 {
            if self.on.contains(&processor) {
                self.call(processor, 0);
            }
        }
        loop {
            let events = &mut self.net.events;
            let Some(least) = (0..events.len()).min_by_key(|at| events[*at]) else {
                return self.ending();
            };
            let (now, _, number, _, what) = events.remove(least);
            match what {
                What::Header(message) => self.net.header(message, now),
                What::Arrival(message) => self.arrival(message, now),
                What::Operation => match self.processors[number as usize].in_hand {
                    Some(task) => self.operation(task, now),
                    None => self.choose(number),
                },
            }
        }
    }

    /// The processor chooses a task at this time.
    pub(super) fn call(&mut self, processor: u32, time: i128) {
        self.processors[processor as usize].chooses = true;
        let event = (time, 2, processor, 0, What::Operation);
        self.net.events.push(event);
    }

    /// "It goes on with the one that could go on earliest, at the arrival of what it waits for; tasks
    /// that have not begun could from the start of the block on. Of several the one with the least
    /// number goes on."
    fn choose(&mut self, processor: u32) {
        self.processors[processor as usize].chooses = false;
        let of_task = |task: u32| match self.does[task as usize] {
            Does::Nothing => Some((0, task)),
            Does::Could(since, _) => Some((since, task)),
            _ => None,
        };
        let tasks = 0..self.on.len() as u32;
        let own = tasks.filter(|task| self.on[*task as usize] == processor);
        let Some((_, task)) = own.filter_map(of_task).min() else {
            return;
        };
        self.processors[processor as usize].in_hand = Some(task);
        match std::mem::replace(&mut self.does[task as usize], Does::Runs) {
            Does::Could(_, Next::Takes(message)) => self.take(task, message),
            Does::Could(_, Next::Leaves(message)) => {
                self.wait_until(processor, self.net.messages[message].moment);
                self.go_on(task);
            }
            _ => self.go_on(task),
        }
    }

    pub(super) fn wait_until(&mut self, processor: u32, moment: Moment) {
        let own = &mut self.processors[processor as usize].moment;
        if moment.time > own.time {
            *own = moment;
        }
    }

    pub(super) fn compute(&mut self, processor: u32, parameter: usize, count: u64) {
        let before = self.processors[processor as usize].moment;
        let after = self.net.add(before, parameter, count);
        let own = &mut self.processors[processor as usize];
        own.moment = after;
        own.computing += after.time - before.time;
    }

    /// "A message between tasks of one processor stays in its memory."
    pub(super) fn is_in_memory(&self, from: u32, to: u32) -> bool {
        self.on[from as usize] == self.on[to as usize]
    }

    pub(super) fn go_on(&mut self, task: u32) {
        let (own, processor) = (task as usize, self.on[task as usize]);
        let begin = self.moment(processor);
        self.seen[own].push(TwinSeen::Time(begin));
        while let Some(Op::Compute(more)) = self.scripts[own].get(self.next[own]) {
            self.compute(processor, 3, *more);
            self.next[own] += 1;
        }
        match self.scripts[own].get(self.next[own]) {
            None => {
                self.does[own] = Does::Ended;
                self.processors[processor as usize].in_hand = None;
                self.call(processor, self.moment(processor).time);
            }
            Some(op) => {
                if let Op::Send { to, .. } | Op::Put { to, .. } = *op
                    && !self.is_in_memory(task, to)
                {
                    self.compute(processor, 4, 1);
                }
                let time = self.moment(processor).time;
                let event = (time, 2, processor, 0, What::Operation);
                self.net.events.push(event);
            }
        }
    }

    fn operation(&mut self, task: u32, now: i128) {
        let own = task as usize;
        let place = self.next[own] as u32;
        let op = self.scripts[own][self.next[own]];
        self.next[own] += 1;
        match op {
            Op::Send {
                to,
                words,
                tag,
                manner,
            } => {
                let is_synchronous = manner == Manner::Synchronous
                    || manner == Manner::Blocking
                        && self.net.options.sending == Sending::Synchronous;
                let message = self.issue((task, to, None), (words, tag, place), is_synchronous);
                if is_synchronous {
                    self.does[own] = Does::Sends(message);
                    self.give_way(task, now);
                    if self.is_awaited(message) {
                        self.bind(message, now);
                    }
                    return;
                }
                self.send(message, manner == Manner::Blocking, now);
                self.go_on(task);
            }
            Op::Put { to, queue, words } => {
                let message = self.issue((task, to, Some(queue)), (words, 0, place), false);
                self.send(message, false, now);
                self.go_on(task);
            }
            Op::Receive { from, tag } => self.receive(task, Wanted::Message(from, tag), now),
            Op::Take { queue } => self.receive(task, Wanted::Queue(queue), now),
            Op::Probe(from) => {
                let found = self.first(task, Wanted::Message(from, None));
                let found =
                    found.is_some_and(|message| self.net.messages[message].state != State::Sent);
                self.seen[own].push(TwinSeen::Found(found));
                self.go_on(task);
            }
            Op::Compute(_) | Op::Poll(_) | Op::Meet(_) | Op::Fault => unreachable!("{op:?}"),
        }
    }

    pub(super) fn give_way(&mut self, task: u32, now: i128) {
        let processor = self.on[task as usize];
        self.processors[processor as usize].in_hand = None;
        self.call(processor, now);
    }

    fn ending(&self) -> TwinEnding {
        let mut stuck = Vec::new();
        for (task, does) in (0..).zip(&self.does) {
            // The place of the operation that waits.
            let place = self.next[task as usize] as u32;
            match *does {
                Does::Receives(Wanted::Message(from, _), _) => {
                    stuck.push((task, place - 1, Stuck::Message(from)));
                }
                Does::Receives(Wanted::Queue(queue), _) => {
                    stuck.push((task, place - 1, Stuck::Queue(queue)));
                }
                Does::Sends(message) => {
                    let to = self.letters[message].to;
                    stuck.push((task, place - 1, Stuck::Reception(to)));
                }
                Does::Ended => {}
                Does::Nothing | Does::Runs | Does::Could(..) => unreachable!("it would go on"),
            }
        }
        if !stuck.is_empty() {
            return TwinEnding::Deadlock(stuck);
        }
        let all = self.letters.iter().zip(&self.net.messages);
        let left = all.filter(|(_, message)| message.state != State::Received);
        let mut left: Vec<_> = left
            .map(|(letter, message)| (letter.from, letter.to, message.place))
            .collect();
        left.sort_by_key(|(from, to, place)| (*to, *from, *place));
        if left.is_empty() {
            TwinEnding::Fine
        } else {
            TwinEnding::Left(left)
        }
    }
}
