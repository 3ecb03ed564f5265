//! Random scripts as tasks: one on each processor they are what processors are; on other processors
//! they see the same messages and end alike, as long as they name their senders. Wherever they are,
//! times are those of their slow twin.

use pram::network::{
    BlockEnding, Choices, NetworkObserver, Placement, SendManner, Simulation, Topology, Unobserved,
};

use super::differential::{Random, Strip, Taste, moment, options, plain, scripts, seen, values};
use super::script::{Op, Scripted, assert_consistent, run_in, simulation, topologies};
use super::task_twin::TaskTwin;
use super::twin::{Twin, TwinEnding, TwinSeen};

fn run_placed<O: NetworkObserver>(
    network: &mut Simulation,
    scripts: Vec<Vec<Op>>,
    processors: Vec<u32>,
    observer: &mut O,
) -> (Scripted, Result<(), BlockEnding<u32>>) {
    let mut tasks = Scripted::new(scripts);
    let placement = Placement::Tasks(processors);
    let ending = network.run_placed(&mut tasks, &placement, &Choices::machine(), observer);
    (tasks, ending)
}

/// A processor's message to itself costs what others cost, a task's stays in memory.
fn without_messages_to_oneself(mut scripts: Vec<Vec<Op>>) -> Vec<Vec<Op>> {
    for (own, script) in (0..).zip(&mut scripts) {
        script.retain(|op| match op {
            Op::Send { to, .. } => *to != own,
            Op::Receive { from, .. } => *from != Some(own),
            _ => true,
        });
    }
    scripts
}

const MANNERS: [&[SendManner]; 3] = [
    &[SendManner::Blocking],
    &[SendManner::Blocking, SendManner::Now],
    &[
        SendManner::Blocking,
        SendManner::Now,
        SendManner::Synchronous,
    ],
];

fn taste(random: &mut Random, may_race: bool) -> Taste {
    Taste {
        computing: !random.one_in(4),
        wildcards: may_race && random.one_in(2),
        probes: may_race && random.one_in(3),
        manners: random.pick(&MANNERS),
        tags: random.pick(&[1, 2, 3]),
        longest: random.pick(&[0, 1, 9]),
        faults: false,
        meetings: false,
    }
}

/// Time spent on sending is that of the port where a task sends synchronously, so it is not compared.
fn one_on_each(seed: u64, topology: &Topology) -> TwinEnding {
    let mut random = Random(seed);
    let (options, values) = (options(&mut random), values(&mut random));
    let count = 1 + random.below(topology.processors());
    let taste = taste(&mut random, true);
    let scripts = without_messages_to_oneself(scripts(&mut random, count, &taste));
    let [mut alone, mut placed] = [(); 2].map(|()| simulation(topology.clone(), options, values));
    let (processors, ended) = run_in(&mut alone, scripts.clone(), &mut Unobserved);
    let (tasks, also) = run_placed(&mut placed, scripts, (0..count).collect(), &mut Unobserved);
    assert_eq!(plain(&ended), plain(&also));
    for own in 0..count {
        assert_eq!(alone.clock(own), placed.clock(own), "clock of {own}");
        assert_eq!(alone.computing(own), placed.computing(own));
        let own = own as usize;
        assert_eq!(seen(&processors, own), seen(&tasks, own), "seen by {own}");
    }
    assert_eq!(alone.traffic(), placed.traffic());
    plain(&ended)
}

fn messages_seen(tasks: &Scripted) -> Vec<Vec<TwinSeen>> {
    let of_task = |own| {
        let all = seen(tasks, own);
        let messages = all
            .into_iter()
            .filter(|one| !matches!(one, TwinSeen::Time(_)));
        messages.collect()
    };
    (0..tasks.scripts.len()).map(of_task).collect()
}

fn anywhere(seed: u64, topology: &Topology) -> TwinEnding {
    let mut random = Random(seed);
    let options = options(&mut random);
    let count = 1 + random.below(12);
    let taste = taste(&mut random, false);
    let scripts = scripts(&mut random, count, &taste);
    let mut first = None;
    for _ in 0..4 {
        let values = values(&mut random);
        let p = topology.processors();
        let processors: Vec<u32> = (0..count).map(|_| random.below(p)).collect();
        let mut network = simulation(topology.clone(), options, values);
        let mut strip = Strip::default();
        let (tasks, ended) = run_placed(&mut network, scripts.clone(), processors, &mut strip);
        let ended = plain(&ended);
        if ended == TwinEnding::Fine {
            assert_consistent(&network, values);
            for own in 0..p {
                let until = strip.until.get(&own).copied().unwrap_or_default();
                assert_eq!(until, network.clock(own).time);
            }
        }
        let came_to = (messages_seen(&tasks), ended);
        match &first {
            None => first = Some(came_to),
            Some(first) => assert_eq!(&came_to, first),
        }
    }
    first.expect("there were runs").1
}

/// Some messages go through a queue of their receiver, where all its receives name their senders:
/// through one of all senders, or one of each.
fn with_queues(random: &mut Random, mut scripts: Vec<Vec<Op>>) -> Vec<Vec<Op>> {
    let count = scripts.len() as u32;
    let chosen: Vec<Option<bool>> = (0..count)
        .map(|_| random.one_in(2).then(|| random.one_in(2)))
        .collect();
    let queue_of = |from: u32, to: u32, is_shared: bool| {
        let of_sender = if is_shared { 0 } else { 1 + from };
        to * (count + 1) + of_sender
    };
    for (own, script) in (0..).zip(&mut scripts) {
        for op in script.iter_mut() {
            *op = match *op {
                Op::Send { to, words, .. } => match chosen[to as usize] {
                    None => *op,
                    Some(is_shared) => Op::Put {
                        to,
                        queue: queue_of(own, to, is_shared),
                        words,
                    },
                },
                Op::Receive {
                    from: Some(from), ..
                } => match chosen[own as usize] {
                    None => *op,
                    Some(is_shared) => Op::Take {
                        queue: queue_of(from, own, is_shared),
                    },
                },
                other => other,
            };
        }
    }
    scripts
}

/// On all processors and some of them: clocks, decompositions, traffic, what tasks see and how they
/// end are those of the slow twin.
fn as_the_twin(seed: u64, topology: &Topology) -> TwinEnding {
    let mut random = Random(seed);
    let (options, values) = (options(&mut random), values(&mut random));
    let count = 1 + random.below(12);
    let taste = Taste {
        wildcards: random.one_in(3),
        probes: random.one_in(3),
        ..taste(&mut random, false)
    };
    let mut scripts = scripts(&mut random, count, &taste);
    if !taste.wildcards && random.one_in(2) {
        scripts = with_queues(&mut random, scripts);
    }
    let p = 1 + random.below(topology.processors());
    let on: Vec<u32> = (0..count).map(|_| random.below(p)).collect();
    let mut network = simulation(topology.clone(), options, values);
    let (tasks, ended) = run_placed(&mut network, scripts.clone(), on.clone(), &mut Unobserved);
    let mut twin = TaskTwin::new(Twin::new(topology, options, values));
    let ending = twin.run_block(&scripts, &on);
    assert_eq!(plain(&ended), ending);
    for own in 0..topology.processors() {
        assert_eq!(
            moment(network.clock(own)),
            twin.net.moment(own),
            "clock of {own}"
        );
        let busy = (network.computing(own), network.sending(own));
        assert_eq!(busy, twin.net.busy(own), "work of {own}");
    }
    assert_eq!(moment(&network.latest_clock()), twin.net.latest());
    for own in 0..count {
        assert_eq!(seen(&tasks, own as usize), twin.seen(own), "seen by {own}");
    }
    let traffic = network.traffic();
    assert_eq!(
        (traffic.messages, traffic.words),
        (twin.net.sent, twin.net.words)
    );
    assert_eq!(traffic.word_hops, twin.net.word_hops, "word hops");
    assert_eq!(traffic.link_waits, twin.net.link_waits, "link waits");
    assert_eq!(traffic.port_waits, twin.net.port_waits, "port waits");
    assert_eq!(
        traffic.largest_buffer_words, twin.net.largest_buffer,
        "buffer"
    );
    ending
}

#[track_caller]
fn on_all(case: fn(u64, &Topology) -> TwinEnding) {
    let mut fine = 0;
    let mut stuck = 0;
    for round in 0..12 {
        for (at, topology) in topologies().iter().enumerate() {
            let seed = round * 1000 + at as u64;
            let result = std::panic::catch_unwind(|| case(seed, topology));
            match result.unwrap_or_else(|_| panic!("seed {seed} on {topology:?}")) {
                TwinEnding::Fine => fine += 1,
                TwinEnding::Deadlock(_) => stuck += 1,
                _ => {}
            }
        }
    }
    assert!(fine > 100 && stuck > 10, "{fine} {stuck}");
}

#[test]
fn a_task_on_each_processor_is_a_processor() {
    on_all(one_on_each);
}

#[test]
fn tasks_see_the_same_wherever_they_are() {
    on_all(anywhere);
}

#[test]
fn random_tasks_end_as_those_of_the_slow_twin() {
    on_all(as_the_twin);
}
