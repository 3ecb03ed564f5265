//! The slow twin: the network's definition once more, as plainly as possible. Events lie in a list
//! that is searched, messages are never removed, resources are found by the names of their ends.

use std::collections::BTreeMap;

use pram::network::{Options, Rendezvous, SendManner, Sending, Topology};

use super::script::{BARRIER, Op};
use super::twin_mail::Wanted;

/// A time and how often each parameter enters it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Moment {
    pub time: i128,
    pub counts: [u64; 6],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Offered,
    Sent,
    /// The so-manieth arrival.
    Arrived(usize),
    Received,
}

#[derive(Clone, Debug)]
pub struct Message {
    /// The processors.
    pub from: u32,
    pub to: u32,
    /// The programs: on processors their numbers, else tasks.
    pub sender: u32,
    pub receiver: u32,
    pub queue: Option<u32>,
    pub words: u64,
    pub tag: i64,
    pub place: u32,
    pub is_synchronous: bool,
    pub state: State,
    pub moment: Moment,
    pub nodes: Vec<u32>,
    pub hops: usize,
}

/// What a processor waits for at the end: a message (of whom), or the reception by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    Message(Option<u32>),
    Reception(u32),
    /// A message in this queue.
    Queue(u32),
    /// A meeting to which this one has not come.
    Meeting(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TwinSeen {
    Time(Moment),
    Message { sender: u32, place: u32, tag: i64 },
    Found(bool),
}

#[derive(Clone, Debug, Default)]
pub struct Processor {
    pub(super) next: usize,
    pub moment: Moment,
    pub computing: i128,
    pub sending: i128,
    /// For what, and the message to which it is bound.
    pub(super) waits: Option<(Wanted, Option<usize>)>,
    pub(super) sends: Option<usize>,
    meets: Option<Rendezvous>,
    has_ended: bool,
    place: u32,
    pub(super) seen: Vec<TwinSeen>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    Header(usize),
    Arrival(usize),
    Operation,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TwinEnding {
    Fine,
    /// Sender, receiver, place.
    Left(Vec<(u32, u32, u32)>),
    /// Processor, place, what for.
    Deadlock(Vec<(u32, u32, Stuck)>),
    Stopped(u32),
}

/// What happened at an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    Event,
    Fault(u32),
    /// There is none any more.
    Nothing,
}

pub struct Twin {
    pub topology: Topology,
    pub options: Options,
    /// With the time of a barrier.
    pub values: [i128; 6],
    pub processors: Vec<Processor>,
    pub scripts: Vec<Vec<Op>>,
    pub messages: Vec<Message>,
    pub events: Vec<(i128, u8, u32, usize, What)>,
    pub links: BTreeMap<(u32, u32), Moment>,
    pub out_ports: BTreeMap<(u32, u32), Moment>,
    pub in_ports: BTreeMap<(u32, u32), Moment>,
    pub loads: BTreeMap<(u32, u32), u64>,
    pub link_waits: u64,
    pub port_waits: u64,
    pub word_hops: u64,
    pub largest_buffer: u64,
    pub sent: u64,
    pub words: u64,
    pub arrivals: usize,
    /// Processors that go on, before the next event.
    pub(super) idle: Vec<usize>,
}

impl Twin {
    pub fn new(topology: &Topology, options: Options, values: [u32; 5]) -> Self {
        Self {
            processors: vec![Processor::default(); topology.processors() as usize],
            topology: topology.clone(),
            options,
            values: [
                values[0], values[1], values[2], values[3], values[4], BARRIER,
            ]
            .map(i128::from),
            scripts: Vec::new(),
            messages: Vec::new(),
            events: Vec::new(),
            links: BTreeMap::new(),
            out_ports: BTreeMap::new(),
            in_ports: BTreeMap::new(),
            loads: BTreeMap::new(),
            link_waits: 0,
            port_waits: 0,
            word_hops: 0,
            largest_buffer: 0,
            sent: 0,
            words: 0,
            arrivals: 0,
            idle: Vec::new(),
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
        let mut latest = self.moment(0);
        for own in &self.processors {
            if own.moment.time > latest.time {
                latest = own.moment;
            }
        }
        latest
    }

    pub fn seen(&self, processor: u32) -> &[TwinSeen] {
        &self.processors[processor as usize].seen
    }

    pub fn add(&self, mut moment: Moment, parameter: usize, count: u64) -> Moment {
        moment.time += self.values[parameter] * i128::from(count);
        moment.counts[parameter] += count;
        moment
    }

    pub fn transfer(&self, moment: Moment, words: u64) -> Moment {
        self.add(self.add(moment, 0, 1), 1, words)
    }

    pub fn run_block(&mut self, scripts: &[Vec<Op>]) -> TwinEnding {
        self.begin_block(scripts.len());
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

    /// A block of so many processors, which have done nothing yet.
    pub fn begin_block(&mut self, count: usize) {
        self.scripts = vec![Vec::new(); count];
        self.messages.clear();
        self.events.clear();
        for own in &mut self.processors {
            own.next = 0;
            own.has_ended = true;
            own.waits = None;
            own.sends = None;
            own.meets = None;
            own.seen.clear();
        }
        self.idle = (0..count).collect();
        for processor in 0..count {
            self.processors[processor].has_ended = false;
        }
    }

    /// A processor that goes on now.
    pub fn idle(&self) -> Option<u32> {
        self.idle.first().map(|processor| *processor as u32)
    }

    /// What this processor does next, behind what its script holds; it ends at the script's end.
    pub fn tell(&mut self, ops: &[Op]) {
        let processor = self.idle.remove(0);
        self.scripts[processor].extend(ops);
        self.go_on(processor);
    }

    /// The next event.
    pub fn pass(&mut self) -> Passed {
        let Some(least) = (0..self.events.len()).min_by_key(|at| self.events[*at]) else {
            return Passed::Nothing;
        };
        let (now, _, number, _, what) = self.events.remove(least);
        match what {
            What::Header(message) => self.header(message, now),
            What::Arrival(message) => self.arrival(message),
            What::Operation => {
                if let Some(fault) = self.operation(number as usize) {
                    return Passed::Fault(fault);
                }
            }
        }
        Passed::Event
    }

    /// Computes up to the next operation that is no computation.
    fn go_on(&mut self, processor: usize) {
        let mut own = self.processors[processor].clone();
        own.seen.push(TwinSeen::Time(own.moment));
        let before = own.moment.time;
        while let Some(Op::Compute(more)) = self.scripts[processor].get(own.next) {
            own.moment = self.add(own.moment, 3, *more);
            own.next += 1;
        }
        own.place = own.next as u32;
        match self.scripts[processor].get(own.next) {
            None => own.has_ended = true,
            Some(op) => {
                match op {
                    Op::Send { .. } | Op::Put { .. } => own.moment = self.add(own.moment, 4, 1),
                    Op::Poll(_) => own.moment = self.add(own.moment, 3, 1),
                    _ => {}
                }
                let at = (own.moment.time, 2, processor as u32, 0, What::Operation);
                self.events.push(at);
            }
        }
        own.computing += own.moment.time - before;
        self.processors[processor] = own;
    }

    fn operation(&mut self, processor: usize) -> Option<u32> {
        let op = self.scripts[processor][self.processors[processor].next];
        let number = processor as u32;
        match op {
            Op::Compute(_) => unreachable!(),
            Op::Fault => return Some(number),
            // A fault in what was received.
            _ if self.processors[processor].waits.is_some() => return Some(1000 + number),
            Op::Probe(from) | Op::Poll(from) => {
                let found = match self.first(number, Wanted::Message(from, None)) {
                    Some(message) => self.messages[message].state != State::Sent,
                    None => false,
                };
                self.processors[processor].seen.push(TwinSeen::Found(found));
                if found || matches!(op, Op::Probe(_)) {
                    self.processors[processor].next += 1;
                }
                self.idle.push(processor);
            }
            Op::Meet(meeting) => {
                self.processors[processor].meets = Some(meeting);
                if self.missing(meeting).is_none() {
                    self.part(meeting);
                }
            }
            Op::Receive { from, tag } => self.receive(number, Wanted::Message(from, tag)),
            Op::Take { queue } => self.receive(number, Wanted::Queue(queue)),
            Op::Send {
                to,
                words,
                tag,
                manner,
            } => {
                let is_synchronous = manner == SendManner::Synchronous
                    || manner == SendManner::Blocking
                        && self.options.sending == Sending::Synchronous;
                let message = self.issue([number, to], None, (words, tag), is_synchronous);
                if is_synchronous {
                    self.processors[processor].sends = Some(message);
                    if let Some((wanted, None)) = self.processors[to as usize].waits
                        && self.firsts(to, wanted).contains(&message)
                    {
                        self.begin_bound(message);
                    }
                } else {
                    let (start, done) = self.begin(message);
                    if manner == SendManner::Blocking {
                        self.processors[processor].sending += done.time - start.time;
                        self.processors[processor].moment = done;
                    }
                    self.idle.push(processor);
                }
            }
            Op::Put { to, queue, words } => {
                let message = self.issue([number, to], Some(queue), (words, 0), false);
                self.begin(message);
                self.idle.push(processor);
            }
        }
        None
    }

    /// The first processor of the block that has not come to a meeting.
    fn missing(&self, meeting: Rendezvous) -> Option<u32> {
        let count = self.scripts.len() as u32;
        (0..count).find(|own| self.processors[*own as usize].meets != Some(meeting))
    }

    /// All have come to a meeting.
    fn part(&mut self, meeting: Rendezvous) {
        let count = self.scripts.len();
        let mut latest = self.processors[0].moment;
        for own in &self.processors[..count] {
            if own.moment.time > latest.time {
                latest = own.moment;
            }
        }
        for processor in 0..count {
            let mut own = self.processors[processor].clone();
            if latest.time > own.moment.time {
                own.moment = latest;
            }
            if meeting == Rendezvous::Barrier {
                own.moment = self.add(own.moment, 5, 1);
            }
            own.meets = None;
            own.next += 1;
            self.processors[processor] = own;
            self.idle.push(processor);
        }
    }

    /// How a block ended in which nothing happens any more.
    pub fn ending(&self) -> TwinEnding {
        let mut stuck = Vec::new();
        for (number, own) in (0..).zip(&self.processors) {
            if let Some((wanted, _)) = own.waits {
                let awaits = match wanted {
                    Wanted::Message(from, _) => Stuck::Message(from),
                    Wanted::Queue(queue) => Stuck::Queue(queue),
                };
                stuck.push((number, own.next as u32, awaits));
            } else if let Some(meeting) = own.meets {
                let missing = self.missing(meeting).unwrap();
                stuck.push((number, own.next as u32, Stuck::Meeting(missing)));
            } else if let Some(message) = own.sends {
                let message = &self.messages[message];
                stuck.push((number, message.place, Stuck::Reception(message.to)));
            } else {
                assert!(own.has_ended);
            }
        }
        if !stuck.is_empty() {
            return TwinEnding::Deadlock(stuck);
        }
        self.left()
    }
}
