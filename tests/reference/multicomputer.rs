//! The multicomputer: its network and parameters, and what its processors ask of it. Times of
//! messages are those of the slow twin of the network.

use std::collections::{HashMap, HashSet};

use pram::network::{Manner, Meeting, Options, Topology};
use pram::source::Span;

use super::memory::{Cell, StoreId};
use super::value::Value;
use crate::network::script::Op;
use crate::network::twin::{Moment, Stuck, Twin};

/// The machine.
#[derive(Debug, Clone)]
pub struct Multicomputer {
    pub topology: Topology,
    pub options: Options,
    /// `t_s`, `t_w`, `t_h`, `t_c`, `t_o`, all times the same power of ten.
    pub times: [u32; 5],
    /// The time of a barrier, times the same.
    pub barrier: u32,
}

/// A processor that waits when nobody can go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting {
    pub processor: u32,
    pub awaits: Stuck,
    pub span: Span,
}

/// What a run took, in the units of [`Multicomputer::times`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetworkCost {
    /// The latest clock, and how often each parameter enters it.
    pub latest: Moment,
    /// Of each processor: computation, communication, clock at its end.
    pub processors: Vec<[i128; 3]>,
    pub messages: u64,
    pub words: u64,
    pub word_hops: u64,
    pub busiest_link: u64,
    pub link_waits: u64,
    pub port_waits: u64,
    pub largest_buffer: u64,
}

/// What a processor asks for.
#[derive(Debug, Clone)]
pub enum Asked {
    Send {
        to: u32,
        tag: i64,
        manner: Manner,
        words: Vec<Value>,
    },
    Receive {
        from: Option<u32>,
        tag: Option<i64>,
    },
    Probe(Option<u32>),
    Meet(Meeting),
}

/// What the network answers.
#[derive(Debug, Clone)]
pub enum Answer {
    GoOn,
    Message { sender: u32, words: Vec<Value> },
    Found(bool),
}

/// An operation of a processor's script, where it stands in the program, and what it sends.
#[derive(Debug, Clone)]
pub struct Site {
    pub place: u32,
    pub span: Span,
    pub words: Vec<Value>,
}

/// The network in the course of a run.
pub struct Network {
    pub twin: Twin,
    times: [u32; 5],
    /// When the processor in hand went on, and how many instructions it has executed since.
    pub since: i128,
    pub passed: u64,
    pub asked: Option<(Asked, Span)>,
    pub answer: Answer,
    /// Of each processor of the block, its messages so far.
    pub sites: Vec<Vec<Site>>,
    /// The block's ranges: first, last, step.
    pub ranges: Vec<(i64, i64, i64)>,
    /// Which processor owns each cell; nobody those of other arrays.
    pub owners: HashMap<StoreId, Vec<u32>>,
    /// What processors wrote into arrays.
    pub written: HashSet<Cell>,
    /// What processors of the block print, and when.
    pub lines: Vec<(i128, u32, String)>,
    pub words: u64,
}

impl Network {
    pub fn new(machine: &Multicomputer) -> Self {
        let mut twin = Twin::new(&machine.topology, machine.options, machine.times);
        twin.values[5] = machine.barrier.into();
        Self {
            twin,
            times: machine.times,
            since: 0,
            passed: 0,
            asked: None,
            answer: Answer::GoOn,
            sites: Vec::new(),
            ranges: Vec::new(),
            owners: HashMap::new(),
            written: HashSet::new(),
            lines: Vec::new(),
            words: 0,
        }
    }

    /// The clock of the processor in hand.
    pub fn now(&self) -> i128 {
        self.since + i128::from(self.passed) * i128::from(self.times[3])
    }

    pub fn processors(&self) -> u32 {
        self.twin.topology.processors()
    }

    /// What the processor in hand did and asked for, as operations of its script.
    pub fn operations(&mut self, processor: u32, is_at_fault: bool, so_far: usize) -> Vec<Op> {
        // The scripts keep negative tags for themselves.
        let own = |tag: i64| if tag < 0 { -2 * tag - 1 } else { 2 * tag };
        let mut operations = vec![Op::Compute(self.passed)];
        let place = so_far as u32 + 1;
        if is_at_fault {
            operations.push(Op::Fault);
        } else if let Some((asked, span)) = self.asked.take() {
            let mut sent = Vec::new();
            operations.push(match asked {
                Asked::Send {
                    to,
                    tag,
                    manner,
                    words,
                } => {
                    let count = words.len() as u64;
                    self.words += count;
                    sent = words;
                    Op::Send {
                        to,
                        words: count,
                        tag: own(tag),
                        manner,
                    }
                }
                Asked::Receive { from, tag } => Op::Receive {
                    from,
                    tag: tag.map(own),
                },
                Asked::Probe(from) => Op::Probe(from),
                Asked::Meet(meeting) => Op::Meet(meeting),
            });
            self.sites[processor as usize].push(Site {
                place,
                span,
                words: sent,
            });
        }
        operations
    }

    pub fn site(&self, processor: u32, place: u32) -> &Site {
        let own = &self.sites[processor as usize];
        let found = own.iter().find(|site| site.place == place);
        found.expect("an operation stands in the program")
    }

    pub fn cost(&self) -> NetworkCost {
        let twin = &self.twin;
        let numbers = 0..self.processors();
        let mut latest = twin.moment(0);
        for number in numbers.clone() {
            // Among equal ones the first.
            if twin.moment(number).time > latest.time {
                latest = twin.moment(number);
            }
        }
        let each = |number| {
            let (computing, sending) = twin.busy(number);
            [computing, sending, twin.moment(number).time]
        };
        NetworkCost {
            latest,
            processors: numbers.map(each).collect(),
            messages: twin.sent,
            words: self.words,
            word_hops: twin.word_hops,
            busiest_link: twin.loads.values().copied().max().unwrap_or(0),
            link_waits: twin.link_waits,
            port_waits: twin.port_waits,
            largest_buffer: twin.largest_buffer,
        }
    }
}
