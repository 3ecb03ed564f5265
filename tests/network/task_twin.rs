//! The slow twin of tasks: who of a processor's tasks goes on. Their messages are in `task_messages`.

use pram::network::{SendManner, Sending};

use super::script::Op;
use super::twin::{Moment, Passed, State, Stuck, Twin, TwinEnding, TwinSeen, What};
use super::twin_mail::Wanted;

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

/// Which of its tasks a processor executes.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    pub(super) in_hand: Option<u32>,
    /// Whether it will choose a task at an event.
    pub(super) chooses: bool,
    /// Its clock at the beginning of the block.
    begin: i128,
}

/// Tasks on the processors of a network, in one block after the other.
pub struct TaskTwin {
    /// The network; blocks of processors go on where blocks of tasks have ended, and the other way.
    pub net: Twin,
    pub(super) turns: Vec<Turn>,
    /// Of each task, its processor.
    pub(super) on: Vec<u32>,
    pub scripts: Vec<Vec<Op>>,
    pub(super) next: Vec<usize>,
    pub(super) does: Vec<Does>,
    pub(super) seen: Vec<Vec<TwinSeen>>,
    /// A task that goes on, before the next event.
    idle: Option<u32>,
}

impl TaskTwin {
    pub fn new(net: Twin) -> Self {
        Self {
            net,
            turns: Vec::new(),
            on: Vec::new(),
            scripts: Vec::new(),
            next: Vec::new(),
            does: Vec::new(),
            seen: Vec::new(),
            idle: None,
        }
    }

    pub fn seen(&self, task: u32) -> &[TwinSeen] {
        &self.seen[task as usize]
    }

    pub fn run_block(&mut self, scripts: &[Vec<Op>], on: &[u32]) -> TwinEnding {
        self.begin_block(on);
        self.scripts = scripts.to_vec();
        loop {
            while self.idle().is_some() {
                self.tell(&[]);
            }
            match self.pass() {
                Passed::Event => {}
                Passed::Fault(fault) => return TwinEnding::Stopped(fault),
                Passed::Nothing => return self.ending(),
            }
        }
    }

    /// A block of a task on each of these processors; none has done anything yet.
    pub fn begin_block(&mut self, on: &[u32]) {
        let tasks = on.len();
        self.net.begin_block(0);
        let turn = |processor| Turn {
            in_hand: None,
            chooses: false,
            begin: self.net.moment(processor).time,
        };
        self.turns = (0..self.net.topology.processors()).map(turn).collect();
        self.on = on.to_vec();
        self.scripts = vec![Vec::new(); tasks];
        self.next = vec![0; tasks];
        self.does = vec![Does::Nothing; tasks];
        self.seen = vec![Vec::new(); tasks];
        self.idle = None;
        for processor in 0..self.net.topology.processors() {
            if on.contains(&processor) {
                self.call(processor, self.net.moment(processor).time);
            }
        }
    }

    /// A task that goes on now.
    pub fn idle(&self) -> Option<u32> {
        self.idle
    }

    /// What this task does next, behind what its script holds; it ends at the script's end.
    pub fn tell(&mut self, ops: &[Op]) {
        let task = self.idle.take().expect("a task goes on");
        let (own, processor) = (task as usize, self.on[task as usize]);
        self.scripts[own].extend(ops);
        let begin = self.net.moment(processor);
        self.seen[own].push(TwinSeen::Time(begin));
        while let Some(Op::Compute(more)) = self.scripts[own].get(self.next[own]) {
            self.compute(processor, 3, *more);
            self.next[own] += 1;
        }
        let Some(op) = self.scripts[own].get(self.next[own]) else {
            self.does[own] = Does::Ended;
            self.give_way(task, self.net.moment(processor).time);
            return;
        };
        if let Op::Send { to, .. } | Op::Put { to, .. } = *op
            && !self.is_in_memory(task, to)
        {
            self.compute(processor, 4, 1);
        }
        let time = self.net.moment(processor).time;
        let event = (time, 2, processor, 0, What::Operation);
        self.net.events.push(event);
    }

    /// The next event.
    pub fn pass(&mut self) -> Passed {
        let events = &mut self.net.events;
        let Some(least) = (0..events.len()).min_by_key(|at| events[*at]) else {
            return Passed::Nothing;
        };
        let (now, _, number, _, what) = events.remove(least);
        match what {
            What::Header(message) => self.net.header(message, now),
            What::Arrival(message) => self.arrival(message, now),
            What::Operation => match self.turns[number as usize].in_hand {
                Some(task) => return self.operation(task, now),
                None => self.choose(number),
            },
        }
        Passed::Event
    }

    /// The processor chooses a task at this time.
    pub(super) fn call(&mut self, processor: u32, time: i128) {
        self.turns[processor as usize].chooses = true;
        let event = (time, 2, processor, 0, What::Operation);
        self.net.events.push(event);
    }

    /// "It goes on with the one that could go on earliest, at the arrival of what it waits for; tasks
    /// that have not begun could from the start of the block on. Of several the one with the least
    /// number goes on."
    fn choose(&mut self, processor: u32) {
        let turn = &mut self.turns[processor as usize];
        turn.chooses = false;
        let begin = turn.begin;
        let of_task = |task: u32| match self.does[task as usize] {
            Does::Nothing => Some((begin, task)),
            Does::Could(since, _) => Some((since, task)),
            _ => None,
        };
        let tasks = 0..self.on.len() as u32;
        let own = tasks.filter(|task| self.on[*task as usize] == processor);
        let Some((_, task)) = own.filter_map(of_task).min() else {
            return;
        };
        self.turns[processor as usize].in_hand = Some(task);
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
        let own = &mut self.net.processors[processor as usize].moment;
        if moment.time > own.time {
            *own = moment;
        }
    }

    pub(super) fn compute(&mut self, processor: u32, parameter: usize, count: u64) {
        let before = self.net.moment(processor);
        let after = self.net.add(before, parameter, count);
        let own = &mut self.net.processors[processor as usize];
        own.moment = after;
        own.computing += after.time - before.time;
    }

    /// "A message between tasks of one processor stays in its memory."
    pub(super) fn is_in_memory(&self, from: u32, to: u32) -> bool {
        self.on[from as usize] == self.on[to as usize]
    }

    pub(super) fn go_on(&mut self, task: u32) {
        assert_eq!(self.idle, None, "one task goes on at an event");
        self.idle = Some(task);
    }

    fn operation(&mut self, task: u32, now: i128) -> Passed {
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
                let is_synchronous = manner == SendManner::Synchronous
                    || manner == SendManner::Blocking
                        && self.net.options.sending == Sending::Synchronous;
                let message = self.issue((task, to, None), (words, tag, place), is_synchronous);
                if is_synchronous {
                    self.does[own] = Does::Sends(message);
                    self.give_way(task, now);
                    if self.is_awaited(message) {
                        self.bind(message, now);
                    }
                    return Passed::Event;
                }
                self.send(message, manner == SendManner::Blocking, now);
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
                let found = self.net.first(task, Wanted::Message(from, None));
                let found =
                    found.is_some_and(|message| self.net.messages[message].state != State::Sent);
                self.seen[own].push(TwinSeen::Found(found));
                self.go_on(task);
            }
            Op::Fault => return Passed::Fault(task),
            Op::Compute(_) | Op::Poll(_) | Op::Meet(_) => unreachable!("{op:?}"),
        }
        Passed::Event
    }

    pub(super) fn give_way(&mut self, task: u32, now: i128) {
        let processor = self.on[task as usize];
        self.turns[processor as usize].in_hand = None;
        self.call(processor, now);
    }

    /// How a block ended in which nothing happens any more.
    pub fn ending(&self) -> TwinEnding {
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
                    let to = self.net.messages[message].receiver;
                    stuck.push((task, place - 1, Stuck::Reception(to)));
                }
                Does::Ended => {}
                Does::Nothing | Does::Runs | Does::Could(..) => unreachable!("it would go on"),
            }
        }
        if stuck.is_empty() {
            self.net.left()
        } else {
            TwinEnding::Deadlock(stuck)
        }
    }
}
