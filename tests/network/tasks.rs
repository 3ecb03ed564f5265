//! Random scripts as tasks: one on each processor they are what processors are; on other processors
//! they see the same messages and end alike, as long as they name their senders.

use pram::network::{
    Choices, Ending, Manner, Observer, Placement, Simulation, Topology, Unobserved,
};

use super::differential::{Random, Strip, Taste, options, plain, scripts, seen, values};
use super::script::{Op, Scripted, assert_consistent, run_in, simulation, topologies};
use super::twin::{TwinEnding, TwinSeen};

fn run_placed<O: Observer>(
    network: &mut Simulation,
    scripts: Vec<Vec<Op>>,
    processors: Vec<u32>,
    observer: &mut O,
) -> (Scripted, Result<(), Ending<u32>>) {
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

const MANNERS: [&[Manner]; 3] = [
    &[Manner::Blocking],
    &[Manner::Blocking, Manner::Now],
    &[Manner::Blocking, Manner::Now, Manner::Synchronous],
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
