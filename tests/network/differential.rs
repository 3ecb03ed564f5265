//! Random scripts on all topologies, options and parameters: the simulation and the slow twin give
//! the same clocks, decompositions, traffic, messages and endings.

use std::collections::BTreeMap;

use pram::network::{
    Awaits, BlockEnding, Cause, Clock, Deadlock, Duplex, NetworkObserver, Options, Ports,
    Rendezvous, Routing, Segment, SendManner, Sending, Simulation, Topology, Unobserved,
    WatchedEvents,
};

use super::script::{Op, Scripted, Seen, assert_consistent, call, run_in, simulation, topologies};
use super::twin::{Moment, Stuck, Twin, TwinEnding, TwinSeen};

/// The generator `SplitMix64`.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % u64::from(bound)) as u32
    }

    pub fn one_in(&mut self, bound: u32) -> bool {
        self.below(bound) == 0
    }

    pub fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u32) as usize]
    }
}

/// How much of what a set of scripts has.
#[derive(Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "what a set of scripts has and has not"
)]
pub struct Taste {
    pub computing: bool,
    pub wildcards: bool,
    pub probes: bool,
    pub manners: &'static [SendManner],
    pub tags: i64,
    pub longest: u32,
    pub faults: bool,
    pub meetings: bool,
}

const MANNERS: [&[SendManner]; 4] = [
    &[SendManner::Blocking],
    &[SendManner::Blocking, SendManner::Now],
    &[SendManner::Now],
    &[
        SendManner::Blocking,
        SendManner::Now,
        SendManner::Synchronous,
    ],
];

fn taste(random: &mut Random) -> Taste {
    Taste {
        computing: random.one_in(2),
        wildcards: random.one_in(2),
        probes: random.one_in(3),
        manners: random.pick(&MANNERS),
        tags: random.pick(&[1, 1, 2, 3]),
        longest: random.pick(&[0, 1, 2, 9]),
        faults: random.one_in(12),
        meetings: random.one_in(4),
    }
}

fn compute(random: &mut Random, taste: &Taste, script: &mut Vec<Op>) {
    if taste.computing && random.one_in(2) {
        script.push(Op::Compute(u64::from(random.below(30))));
    }
    if taste.faults && random.one_in(40) {
        script.push(Op::Fault);
    }
}

/// Messages are sent in some order and received in an order that is later or the same.
pub fn scripts(random: &mut Random, count: u32, taste: &Taste) -> Vec<Vec<Op>> {
    let mut scripts = vec![Vec::new(); count as usize];
    let mut pending: Vec<(u32, u32, i64)> = Vec::new();
    let is_local = random.one_in(2);
    let patience = random.pick(&[1, 2, 6]);
    for _ in 0..random.below(12 * count) {
        if taste.meetings && random.one_in(10) {
            let op = meeting(random);
            for script in &mut scripts {
                script.push(op);
            }
        }
        if pending.is_empty() || !random.one_in(patience) {
            let from = random.below(count);
            let to = if is_local {
                (from + random.below(3)) % count
            } else {
                random.below(count)
            };
            let mut tag = i64::from(random.below(taste.tags as u32));
            if taste.faults && random.one_in(20) {
                tag = -1;
            }
            let op = Op::Send {
                to,
                words: u64::from(random.below(taste.longest + 1)),
                tag,
                manner: random.pick(taste.manners),
            };
            compute(random, taste, &mut scripts[from as usize]);
            scripts[from as usize].push(op);
            pending.push((from, to, tag));
        } else {
            let at = random.below(pending.len() as u32) as usize;
            receive_at(random, taste, &mut scripts, pending.remove(at));
        }
    }
    let leaves_some = random.one_in(8);
    for message in pending {
        if !(leaves_some && random.one_in(4)) {
            receive_at(random, taste, &mut scripts, message);
        }
    }
    if random.one_in(6) {
        spoil(random, &mut scripts);
    }
    scripts
}

fn meeting(random: &mut Random) -> Op {
    match random.below(3) {
        0 => call(random.below(2), None),
        1 => call(0, Some(random.below(2).into())),
        _ => Op::Meet(Rendezvous::Barrier),
    }
}

fn receive_at(
    random: &mut Random,
    taste: &Taste,
    scripts: &mut [Vec<Op>],
    (from, to, tag): (u32, u32, i64),
) {
    let script = &mut scripts[to as usize];
    compute(random, taste, script);
    let from = (!(taste.wildcards && random.one_in(2))).then_some(from);
    if taste.probes && random.one_in(3) {
        script.push(Op::Probe(from));
    }
    if taste.probes && taste.computing && random.one_in(6) {
        script.push(Op::Compute(1));
        script.push(Op::Probe(None));
    }
    let tag = random.one_in(2).then_some(tag);
    script.push(Op::Receive { from, tag });
}

/// Swaps or drops an operation.
fn spoil(random: &mut Random, scripts: &mut [Vec<Op>]) {
    let own = random.below(scripts.len() as u32) as usize;
    let script = &mut scripts[own];
    if script.len() >= 2 {
        let at = random.below(script.len() as u32 - 1) as usize;
        if random.one_in(2) {
            script.swap(at, at + 1);
        } else {
            script.remove(at);
        }
    }
}

pub fn options(random: &mut Random) -> Options {
    Options {
        routing: random.pick(&[Routing::CutThrough, Routing::StoreAndForward]),
        ports: random.pick(&[Ports::One, Ports::All]),
        duplex: random.pick(&[Duplex::Full, Duplex::Half]),
        sending: random.pick(&[Sending::Buffered, Sending::Buffered, Sending::Synchronous]),
    }
}

/// Small values, so that many times are equal; zeros; and the lectures'.
pub fn values(random: &mut Random) -> [u32; 5] {
    match random.below(4) {
        0 => [random.below(3), random.below(3), 0, 0, 0],
        1 => [1, 1, random.below(2), 1, random.below(2)],
        2 => [100, 7, random.pick(&[0, 3]), 1, random.pick(&[0, 2])],
        _ => std::array::from_fn(|_| random.below(6)),
    }
}

pub fn moment(clock: &Clock) -> Moment {
    let path = clock.path;
    Moment {
        time: clock.time,
        counts: path.counts(),
    }
}

/// The segments of each processor, which follow each other without gap.
#[derive(Default)]
pub struct Strip {
    pub until: BTreeMap<u32, i128>,
    messages: u64,
    received: u64,
}

impl NetworkObserver for Strip {
    fn wants(&self) -> WatchedEvents {
        WatchedEvents {
            detail: true,
            races: true,
        }
    }

    fn segment(&mut self, segment: Segment) {
        let until = self.until.entry(segment.processor).or_default();
        assert_eq!(*until, segment.from, "a gap of {}", segment.processor);
        assert!(segment.from < segment.to);
        *until = segment.to;
    }

    fn message(&mut self, message: &pram::network::MessageSeen) {
        assert!(message.start <= message.arrival);
        self.messages += 1;
    }

    fn received(&mut self, _: &pram::network::Receipt) {
        self.received += 1;
    }
}

pub fn seen(processors: &Scripted, own: usize) -> Vec<TwinSeen> {
    let seen = processors.seen[own].iter().map(|seen| match *seen {
        Seen::Time(clock) => TwinSeen::Time(moment(&clock)),
        Seen::Message { sender, place, tag } => TwinSeen::Message { sender, place, tag },
        Seen::Found(found) => TwinSeen::Found(found),
    });
    seen.collect()
}

/// The ending as the twin tells it.
pub fn plain(ending: &Result<(), BlockEnding<u32>>) -> TwinEnding {
    match ending {
        Ok(()) => TwinEnding::Fine,
        Err(BlockEnding::Stopped(fault)) => TwinEnding::Stopped(*fault),
        Err(BlockEnding::NeverReceived(left)) => {
            let mut left: Vec<_> = left
                .iter()
                .map(|it| (it.sender, it.receiver, it.place))
                .collect();
            assert!(left.is_sorted_by_key(|(sender, receiver, _)| (*receiver, *sender)));
            left.sort_by_key(|(from, to, place)| (*to, *from, *place));
            TwinEnding::Left(left)
        }
        Err(BlockEnding::Deadlock(deadlock)) => {
            let stuck = deadlock.blocked.iter().map(|blocked| {
                let what = match blocked.awaits {
                    Awaits::Message { from, .. } => Stuck::Message(Some(from)),
                    Awaits::MessageOfAnyone { .. } => Stuck::Message(None),
                    Awaits::Reception { by, .. } => Stuck::Reception(by),
                    Awaits::Meeting { missing, .. } => Stuck::Meeting(missing),
                    Awaits::MessageInQueue { queue } => Stuck::Queue(queue),
                };
                (blocked.processor, blocked.place, what)
            });
            TwinEnding::Deadlock(stuck.collect())
        }
        Err(other) => panic!("{other:?}"),
    }
}

/// The cause of a deadlock is what it says.
fn assert_cause(deadlock: &Deadlock) {
    let is_blocked = |other: u32| deadlock.blocked.iter().any(|it| it.processor == other);
    for blocked in &deadlock.blocked {
        let is_for_ended = blocked.awaited().is_some_and(|other| !is_blocked(other));
        assert_eq!(blocked.is_for_ended, is_for_ended);
    }
    match &deadlock.cause {
        Cause::Itself(alone) => assert_eq!(alone.awaited(), Some(alone.processor)),
        Cause::Cycle(cycle) => {
            assert!(cycle.len() > 1);
            for (at, blocked) in cycle.iter().enumerate() {
                let next = &cycle[(at + 1) % cycle.len()];
                assert_eq!(blocked.awaited(), Some(next.processor));
                assert!(cycle[0].processor <= blocked.processor);
            }
        }
        Cause::Ended(waiting) => assert!(waiting.is_for_ended),
        Cause::Knot { waiting, others } => {
            assert_eq!(waiting.awaited(), None);
            assert_eq!(others.len() + 1, deadlock.blocked.len());
            assert!(others.iter().all(|other| !other.is_for_ended));
        }
    }
}

fn same_run(network: &Simulation, twin: &Twin, processors: &Scripted, is_stopped: bool) {
    if is_stopped {
        // After a fault the host's order decides how far other processors came.
        return;
    }
    for own in 0..network.topology().processors() {
        assert_eq!(
            moment(network.clock(own)),
            twin.moment(own),
            "clock of {own}"
        );
        let busy = (network.computing(own), network.sending(own));
        assert_eq!(busy, twin.busy(own), "work of {own}");
    }
    for own in 0..processors.scripts.len() {
        assert_eq!(
            seen(processors, own),
            twin.seen(own as u32),
            "seen by {own}"
        );
    }
    let traffic = network.traffic();
    assert_eq!(traffic.messages, twin.sent);
    assert_eq!(traffic.word_hops, twin.word_hops, "word hops");
    assert_eq!(traffic.link_waits, twin.link_waits, "link waits");
    assert_eq!(traffic.port_waits, twin.port_waits, "port waits");
    assert_eq!(traffic.largest_buffer_words, twin.largest_buffer, "buffer");
    let most = twin.loads.values().copied().max().unwrap_or(0);
    assert_eq!(traffic.busiest_link.map_or(0, |(_, words)| words), most);
}

/// Runs a case on both, one to three blocks. The result is how it ended.
fn compare(seed: u64, topology: &Topology) -> TwinEnding {
    let mut random = Random(seed);
    let (options, values) = (options(&mut random), values(&mut random));
    let mut network = simulation(topology.clone(), options, values);
    let mut observed = simulation(topology.clone(), options, values);
    let mut twin = Twin::new(topology, options, values);
    let mut strip = Strip::default();
    for _ in 0..random.pick(&[1, 1, 2, 3]) {
        let taste = taste(&mut random);
        let count = 1 + random.below(topology.processors());
        let scripts = scripts(&mut random, count, &taste);
        let (processors, ending) = run_in(&mut network, scripts.clone(), &mut Unobserved);
        let (_, also) = run_in(&mut observed, scripts.clone(), &mut strip);
        assert_eq!(ending, also);
        let expected = twin.run_block(&scripts);
        assert_eq!(plain(&ending), expected);
        if let Err(BlockEnding::Deadlock(deadlock)) = &ending {
            assert_cause(deadlock);
        }
        let is_stopped = matches!(expected, TwinEnding::Stopped(_));
        same_run(&network, &twin, &processors, is_stopped);
        if expected != TwinEnding::Fine {
            return expected;
        }
        assert_consistent(&network, values);
        assert_eq!(network.traffic(), observed.traffic());
        assert_eq!(strip.messages, strip.received);
        assert_eq!(strip.messages, network.traffic().messages);
        for own in 0..topology.processors() {
            assert_eq!(network.clock(own), observed.clock(own));
            let until = strip.until.get(&own).copied().unwrap_or_default();
            assert_eq!(until, network.clock(own).time);
        }
    }
    TwinEnding::Fine
}

#[test]
fn random_scripts_end_as_those_of_the_slow_twin() {
    let rounds = std::env::var("NETWORK_ROUNDS").map_or(60, |text| text.parse().unwrap());
    let mut endings: BTreeMap<&str, u32> = BTreeMap::new();
    for round in 0..rounds {
        for (at, topology) in topologies().iter().enumerate() {
            let seed = round * 1000 + at as u64;
            let result = std::panic::catch_unwind(|| compare(seed, topology));
            let ending = result.unwrap_or_else(|_| panic!("seed {seed} on {topology:?}"));
            let name = match ending {
                TwinEnding::Fine => "fine",
                TwinEnding::Left(_) => "left",
                TwinEnding::Deadlock(_) => "deadlock",
                TwinEnding::Stopped(_) => "stopped",
            };
            *endings.entry(name).or_default() += 1;
        }
    }
    println!("{endings:?}");
    // Each ending was met, most runs end well.
    assert_eq!(endings.len(), 4, "{endings:?}");
    let all: u32 = endings.values().sum();
    assert!(endings["fine"] > all / 3, "{endings:?}");
    assert!(endings["deadlock"] > all / 20, "{endings:?}");
}
