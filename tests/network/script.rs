//! Processors that follow a list of operations, and what a run of them comes to.

use std::collections::BTreeMap;

use pram::network::{
    Advance, BlockEnding, Choices, Clock, Decimal, NetworkLimits, NetworkObserver, NetworkRequest,
    Now, Options, Parameters, ProcessorPrograms, Rendezvous, Reply, SendManner, Simulation,
    Topology, Unobserved,
};

use super::lock_step::both_ways;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Compute(u64),
    Send {
        to: u32,
        words: u64,
        tag: i64,
        manner: SendManner,
    },
    Receive {
        from: Option<u32>,
        tag: Option<i64>,
    },
    /// Into a queue of this receiver.
    Put {
        to: u32,
        queue: u32,
        words: u64,
    },
    /// Out of a queue.
    Take {
        queue: u32,
    },
    Probe(Option<u32>),
    /// Probes, one instruction each time, until a message is there.
    Poll(Option<u32>),
    Meet(Rendezvous),
    Fault,
}

/// All processors of the block call this procedure, or meet where they do.
pub fn call(procedure: u32, argument: Option<i64>) -> Op {
    Op::Meet(Rendezvous::Call {
        procedure,
        argument,
    })
}

pub fn send(to: u32, words: u64) -> Op {
    Op::Send {
        to,
        words,
        tag: 0,
        manner: SendManner::Blocking,
    }
}

pub fn send_now(to: u32, words: u64) -> Op {
    Op::Send {
        to,
        words,
        tag: 0,
        manner: SendManner::Now,
    }
}

pub fn send_sync(to: u32, words: u64) -> Op {
    Op::Send {
        to,
        words,
        tag: 0,
        manner: SendManner::Synchronous,
    }
}

pub fn tagged(op: Op, own: i64) -> Op {
    match op {
        Op::Send {
            to, words, manner, ..
        } => Op::Send {
            to,
            words,
            tag: own,
            manner,
        },
        Op::Receive { from, .. } => Op::Receive {
            from,
            tag: Some(own),
        },
        other => other,
    }
}

pub fn receive(from: u32) -> Op {
    Op::Receive {
        from: Some(from),
        tag: None,
    }
}

pub fn receive_any() -> Op {
    Op::Receive {
        from: None,
        tag: None,
    }
}

/// What a processor saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Its clock when it went on.
    Time(Clock),
    /// A message of this sender, sent by its so-manieth operation.
    Message {
        sender: u32,
        place: u32,
        tag: i64,
    },
    Found(bool),
}

/// The scripts of all processors. The place of a statement is its position in the script.
pub struct Scripted {
    pub scripts: Vec<Vec<Op>>,
    pub next: Vec<usize>,
    pub polling: Vec<bool>,
    pub seen: Vec<Vec<Seen>>,
}

impl Scripted {
    pub fn new(scripts: Vec<Vec<Op>>) -> Self {
        let count = scripts.len();
        Self {
            scripts,
            next: vec![0; count],
            polling: vec![false; count],
            seen: vec![Vec::new(); count],
        }
    }
}

impl ProcessorPrograms for Scripted {
    type Payload = (u32, u32);
    type Stop = u32;

    fn advance(
        &mut self,
        processor: u32,
        now: &dyn Now,
        answer: Reply<(u32, u32)>,
    ) -> Advance<(u32, u32), u32> {
        let own = processor as usize;
        match answer {
            Reply::Nothing => {}
            Reply::Message(message) => {
                let (sender, place) = message.payload;
                assert_eq!((sender, place), (message.sender, message.place));
                // Negative tags stand for messages of a wrong length.
                if message.tag < 0 {
                    return Advance {
                        instructions: 0,
                        request: NetworkRequest::Stop(1000 + processor),
                    };
                }
                let tag = message.tag;
                self.seen[own].push(Seen::Message { sender, place, tag });
            }
            Reply::Probed(found) => {
                self.seen[own].push(Seen::Found(found));
                if self.polling[own] && !found {
                    self.next[own] -= 1;
                }
                self.polling[own] = false;
            }
        }
        self.seen[own].push(Seen::Time(now.clock()));
        let mut instructions = 0;
        loop {
            let place = self.next[own] as u32;
            let op = self.scripts[own].get(self.next[own]).copied();
            self.next[own] += 1;
            let request = match op {
                None => NetworkRequest::End,
                Some(Op::Compute(more)) => {
                    instructions += more;
                    continue;
                }
                Some(Op::Meet(meeting)) => NetworkRequest::Meet { meeting, place },
                Some(Op::Fault) => NetworkRequest::Stop(processor),
                Some(Op::Receive { from, tag }) => NetworkRequest::Receive { from, tag, place },
                Some(Op::Put { to, queue, words }) => NetworkRequest::Put {
                    to,
                    queue,
                    words,
                    payload: (processor, place),
                    place,
                },
                Some(Op::Take { queue }) => NetworkRequest::Take { queue, place },
                Some(Op::Probe(from)) => NetworkRequest::Probe { from, place },
                Some(Op::Poll(from)) => {
                    instructions += 1;
                    self.polling[own] = true;
                    NetworkRequest::Probe { from, place }
                }
                Some(Op::Send {
                    to,
                    words,
                    tag,
                    manner,
                }) => NetworkRequest::Send {
                    to,
                    words,
                    tag,
                    manner,
                    payload: (processor, place),
                    place,
                },
            };
            return Advance {
                instructions,
                request,
            };
        }
    }
}

/// Parameters that are integers: `t_s`, `t_w`, `t_h`, `t_c`, `t_o`.
pub fn parameters(values: [u32; 5]) -> Parameters {
    let [t_s, t_w, t_h, t_c, t_o] = values.map(Decimal::from);
    Parameters {
        t_s,
        t_w,
        t_h,
        t_c,
        t_o,
        barrier: Some(BARRIER.into()),
    }
}

/// The time of a barrier.
pub const BARRIER: u32 = 50;

/// The parameters of most examples of the lectures.
pub const LECTURE: [u32; 5] = [100, 7, 0, 1, 0];
/// The same with a time for each hop.
pub const HOPS: [u32; 5] = [100, 7, 3, 1, 0];

pub fn simulation(topology: Topology, options: Options, values: [u32; 5]) -> Simulation {
    let limits = NetworkLimits {
        messages: 10_000_000,
        operations: 100_000_000,
    };
    Simulation::new(topology, options, &parameters(values), limits).unwrap()
}

pub fn run_in<O: NetworkObserver>(
    network: &mut Simulation,
    scripts: Vec<Vec<Op>>,
    observer: &mut O,
) -> (Scripted, Result<(), BlockEnding<u32>>) {
    let count = scripts.len() as u32;
    let mut processors = Scripted::new(scripts);
    let ending = network.run_block(&mut processors, count, &Choices::machine(), observer);
    (processors, ending)
}

/// Runs scripts that end well.
pub fn run(
    topology: Topology,
    options: Options,
    values: [u32; 5],
    scripts: Vec<Vec<Op>>,
) -> Simulation {
    let mut network = simulation(topology, options, values);
    let (_, ending, _) = both_ways(&mut network, scripts);
    assert_eq!(ending, Ok(()));
    assert_consistent(&network, values);
    network
}

/// Runs scripts that do not end well.
pub fn failed(
    topology: Topology,
    options: Options,
    values: [u32; 5],
    scripts: Vec<Vec<Op>>,
) -> BlockEnding<u32> {
    let mut network = simulation(topology, options, values);
    let (_, ending) = run_in(&mut network, scripts, &mut Unobserved);
    ending.unwrap_err()
}

/// The decomposition of each clock gives its time; nobody computes and sends longer than its clock.
pub fn assert_consistent(network: &Simulation, values: [u32; 5]) {
    let mut sum = 0;
    for processor in 0..network.topology().processors() {
        let clock = network.clock(processor);
        let path = clock.path;
        let units = values.into_iter().chain([BARRIER]);
        let time: i128 = (path.counts().iter().zip(units))
            .map(|(count, value)| i128::from(*count) * i128::from(value))
            .sum();
        assert_eq!(time, clock.time, "processor {processor}");
        let busy = network.computing(processor) + network.sending(processor);
        assert!(busy <= clock.time, "processor {processor}");
        sum += busy;
    }
    let p = i128::from(network.topology().processors());
    let all = p * network.latest_clock().time;
    assert_eq!(network.total_waiting().unwrap(), all - sum);
}

/// The time of a run.
pub fn time(network: &Simulation) -> i128 {
    network.latest_clock().time
}

/// The counts along the critical path by name, without those that are 0.
pub fn path(network: &Simulation) -> BTreeMap<&'static str, u64> {
    let path = network.latest_clock().path;
    let counts = [
        ("t_s", path.t_s),
        ("t_w", path.t_w),
        ("t_h", path.t_h),
        ("t_c", path.t_c),
        ("t_o", path.t_o),
        ("B", path.barriers),
    ];
    counts.into_iter().filter(|(_, count)| *count > 0).collect()
}

/// All topologies with 8 or so processors, and smaller ones where they differ.
pub fn topologies() -> Vec<Topology> {
    let mut all = Vec::new();
    for p in [1, 2, 3, 4, 5, 8] {
        all.push(Topology::complete(p));
        all.push(Topology::ring(p));
        all.push(Topology::line(p));
        all.push(Topology::star(p));
        all.push(Topology::bus(p));
    }
    for d in 0..4 {
        all.push(Topology::hypercube(d));
        all.push(Topology::tree(1 << d));
    }
    let sides = [
        [1, 1],
        [1, 4],
        [2, 2],
        [2, 3],
        [3, 3],
        [4, 2],
        [3, 4],
        [5, 1],
    ];
    for sides in sides {
        all.push(Topology::mesh(sides.to_vec()));
        all.push(Topology::torus(sides.to_vec()));
    }
    all.push(Topology::mesh(vec![2, 3, 2]));
    all.push(Topology::torus(vec![2, 3, 2]));
    all.push(Topology::torus(vec![3, 1, 4]));
    all.into_iter().map(Result::unwrap).collect()
}
