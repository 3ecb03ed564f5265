//! The multicomputer: its network and parameters, and what its processors, or their tasks, ask of it.
//! Times of messages are those of the slow twins of the network.

use std::collections::{HashMap, HashSet};

use pram::network::{Options, Rendezvous, SendManner, Topology};
use pram::source::Span;

use super::memory::{Cell, StoreId};
use super::value::Value;
use crate::network::script::Op;
use crate::network::task_twin::TaskTwin;
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

/// A processor or task that waits when nobody can go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    pub processor: u32,
    pub awaits: Stuck,
    /// `K[5]`, where it waits for a message in it.
    pub queue: Option<String>,
    pub span: Span,
}

/// A message that nobody received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    pub sender: u32,
    pub receiver: u32,
    pub words: u64,
    /// `K[5]`, where it is in it.
    pub queue: Option<String>,
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

/// What a processor or task asks for.
#[derive(Debug, Clone)]
pub enum Asked {
    Send {
        to: u32,
        tag: i64,
        manner: SendManner,
        words: Vec<Value>,
    },
    Receive {
        from: Option<u32>,
        tag: Option<i64>,
    },
    /// Into a queue of this receiver.
    Put {
        to: u32,
        queue: u32,
        words: Vec<Value>,
    },
    /// Out of a queue.
    Take(u32),
    Probe(Option<u32>),
    Meet(Rendezvous),
}

/// What the network answers.
#[derive(Debug, Clone)]
pub enum Answer {
    GoOn,
    Message { sender: u32, words: Vec<Value> },
    Found(bool),
}

/// An operation of a script, where it stands in the program, and what it sends.
#[derive(Debug, Clone)]
pub struct Site {
    pub place: u32,
    pub span: Span,
    pub words: Vec<Value>,
    /// The queue into which it sends.
    pub queue: Option<u32>,
}

/// The network in the course of a run.
pub struct Network {
    pub(super) twin: TaskTwin,
    /// In a block of tasks, the processor of each.
    pub(super) places: Option<Vec<u32>>,
    times: [u32; 5],
    /// When the processor or task in hand went on, and how many instructions it has executed since.
    pub since: i128,
    pub passed: u64,
    pub asked: Option<(Asked, Span)>,
    pub answer: Answer,
    /// Of each processor or task of the block, its messages so far.
    pub sites: Vec<Vec<Site>>,
    /// The block's ranges: first, last, step.
    pub ranges: Vec<(i64, i64, i64)>,
    /// Which processor owns each cell; nobody those of other arrays.
    pub owners: HashMap<StoreId, Vec<u32>>,
    pub channels: HashSet<StoreId>,
    /// Queues by their numbers, each as a cell of its channel.
    pub(super) queues: Vec<Cell>,
    /// What processors wrote into arrays.
    pub written: HashSet<Cell>,
    /// What processors or tasks of the block print, and when.
    pub lines: Vec<(i128, u32, String)>,
}

impl Network {
    pub fn new(machine: &Multicomputer) -> Self {
        let mut twin = Twin::new(&machine.topology, machine.options, machine.times);
        twin.values[5] = machine.barrier.into();
        Self {
            twin: TaskTwin::new(twin),
            places: None,
            times: machine.times,
            since: 0,
            passed: 0,
            asked: None,
            answer: Answer::GoOn,
            sites: Vec::new(),
            ranges: Vec::new(),
            owners: HashMap::new(),
            channels: HashSet::new(),
            queues: Vec::new(),
            written: HashSet::new(),
            lines: Vec::new(),
        }
    }

    /// The clock of the processor or task in hand.
    pub fn now(&self) -> i128 {
        self.since + i128::from(self.passed) * i128::from(self.times[3])
    }

    pub fn topology(&self) -> &Topology {
        &self.twin.net.topology
    }

    pub fn processors(&self) -> u32 {
        self.topology().processors()
    }

    /// What the processor or task in hand did and asked for, as operations of its script.
    pub fn operations(&mut self, program: u32, is_at_fault: bool) -> Vec<Op> {
        // The scripts keep negative tags for themselves.
        let own = |tag: i64| if tag < 0 { -2 * tag - 1 } else { 2 * tag };
        let mut operations = vec![Op::Compute(self.passed)];
        let place = self.told(program) as u32 + 1;
        if is_at_fault {
            operations.push(Op::Fault);
        } else if let Some((asked, span)) = self.asked.take() {
            let (mut sent, mut into) = (Vec::new(), None);
            operations.push(match asked {
                Asked::Send {
                    to,
                    tag,
                    manner,
                    words,
                } => {
                    sent = words;
                    Op::Send {
                        to,
                        words: sent.len() as u64,
                        tag: own(tag),
                        manner,
                    }
                }
                Asked::Put { to, queue, words } => {
                    (sent, into) = (words, Some(queue));
                    Op::Put {
                        to,
                        queue,
                        words: sent.len() as u64,
                    }
                }
                Asked::Receive { from, tag } => Op::Receive {
                    from,
                    tag: tag.map(own),
                },
                Asked::Take(queue) => Op::Take { queue },
                Asked::Probe(from) => Op::Probe(from),
                Asked::Meet(meeting) => Op::Meet(meeting),
            });
            self.sites[program as usize].push(Site {
                place,
                span,
                words: sent,
                queue: into,
            });
        }
        operations
    }

    pub fn site(&self, program: u32, place: u32) -> &Site {
        let own = &self.sites[program as usize];
        let found = own.iter().find(|site| site.place == place);
        found.expect("an operation stands in the program")
    }

    pub fn cost(&self) -> NetworkCost {
        let twin = &self.twin.net;
        let each = |number| {
            let (computing, sending) = twin.busy(number);
            [computing, sending, twin.moment(number).time]
        };
        NetworkCost {
            latest: twin.latest(),
            processors: (0..self.processors()).map(each).collect(),
            messages: twin.sent,
            words: twin.words,
            word_hops: twin.word_hops,
            busiest_link: twin.loads.values().copied().max().unwrap_or(0),
            link_waits: twin.link_waits,
            port_waits: twin.port_waits,
            largest_buffer: twin.largest_buffer,
        }
    }
}
