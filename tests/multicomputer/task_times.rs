//! T of random programs of tasks is that of the slow twin, for instructions that are counted here by
//! hand.

use super::run;
use super::tasks_at_random::{MACHINES, MAPPINGS, Message, Plan, Random, Way};
use crate::network::script::Op;
use crate::network::task_twin::TaskTwin;
use crate::network::twin::{Twin, TwinEnding};
use pram::network::{Duplex, Options, Ports, Routing, SendManner, Topology};

/// A program as instructions and messages. A formula has three operators, the three cells of L are
/// three moves, and every task tests every condition.
fn scripts_of(plan: &Plan) -> Vec<Vec<Op>> {
    // `h = i + 1`
    let mut scripts = vec![vec![Op::Compute(1)]; plan.tasks as usize];
    for (is_send, message) in plan.steps() {
        for script in &mut scripts {
            script.push(Op::Compute(1));
        }
        let Message {
            from,
            to,
            work: [before, behind],
            ..
        } = *message;
        let words = u64::from(message.words);
        if is_send {
            let (tag, manner) = match message.way {
                Way::Plain | Way::Queue => (0, SendManner::Blocking),
                Way::Tagged(tag) => (tag.into(), SendManner::Blocking),
                Way::Now => (0, SendManner::Now),
            };
            let script = &mut scripts[from as usize];
            script.push(Op::Compute(3 * u64::from(before) + 3));
            script.push(match message.way {
                Way::Queue => Op::Put {
                    to,
                    queue: to,
                    words,
                },
                _ => Op::Send {
                    to,
                    words,
                    tag,
                    manner,
                },
            });
        } else {
            let tag = match message.way {
                Way::Tagged(tag) => tag.into(),
                _ => 0,
            };
            let script = &mut scripts[to as usize];
            script.push(match message.way {
                Way::Queue => Op::Take { queue: to },
                _ => Op::Receive {
                    from: Some(from),
                    tag: Some(tag),
                },
            });
            script.push(Op::Compute(3 + 3 * u64::from(behind)));
        }
    }
    let tag = 9;
    for script in &mut scripts {
        script.push(Op::Compute(1));
    }
    for script in &mut scripts[1..] {
        script.push(Op::Send {
            to: 0,
            words: 1,
            tag,
            manner: SendManner::Blocking,
        });
    }
    for script in &mut scripts {
        script.push(Op::Compute(1));
    }
    let receives = (1..plan.tasks).map(|from| Op::Receive {
        from: Some(from),
        tag: Some(tag),
    });
    scripts[0].extend(receives);
    scripts
}

/// The machines of [`MACHINES`]: `t_s`, `t_w`, `t_h`, `t_c` and `t_o`.
fn machine(number: usize) -> (Topology, Options, [u32; 5]) {
    let usual = Options::default();
    let (topology, options, values) = match number {
        0 => (Topology::ring(1), usual, [100, 7, 0, 1, 0]),
        1 => (Topology::ring(3), usual, [100, 7, 2, 1, 0]),
        2 => {
            let routing = Routing::StoreAndForward;
            let options = Options { routing, ..usual };
            (Topology::mesh(vec![2, 2]), options, [10, 3, 0, 1, 0])
        }
        3 => {
            let ports = Ports::All;
            let options = Options { ports, ..usual };
            (Topology::hypercube(2), options, [0, 1, 0, 1, 0])
        }
        4 => {
            let duplex = Duplex::Half;
            let options = Options { duplex, ..usual };
            (Topology::tree(4), options, [5, 0, 0, 1, 0])
        }
        5 => (Topology::bus(5), usual, [50, 9, 0, 0, 0]),
        6 => (Topology::star(3), usual, [0, 0, 0, 0, 0]),
        _ => (Topology::complete(6), usual, [30, 7, 0, 1, 4]),
    };
    (topology.expect("it is one"), options, values)
}

/// The processor of task i of n by each of [`MAPPINGS`]; without one by blocks.
fn mapped(mapping: usize, i: u32, n: u32, p: u32) -> u32 {
    match mapping {
        0 => ((i + 1) * p - 1) / n,
        1 => i % p,
        2 => 0,
        3 => (7 * i * i + 3) % p,
        _ => p - 1 - i % p,
    }
}

#[test]
fn times_are_those_of_the_slow_twin() {
    let mut random = Random(4);
    for number in 0..5 {
        let plan = Plan::new(&mut random, true);
        let scripts = scripts_of(&plan);
        for (which, text) in MACHINES.iter().enumerate() {
            let (topology, options, values) = machine(which);
            let p = topology.processors();
            for (mapping, clause) in MAPPINGS.iter().enumerate() {
                let text = plan.program(text, "zadaci", clause);
                let run = run(&text).ends_well();
                let cost = run.network.as_ref().expect("it is a multicomputer");
                let tasks = 0..plan.tasks;
                let on: Vec<u32> = tasks.map(|i| mapped(mapping, i, plan.tasks, p)).collect();
                let mut twin = TaskTwin::new(Twin::new(&topology, options, values));
                assert_eq!(twin.run_block(&scripts, &on), TwinEnding::Fine);
                let latest = twin.net.latest();
                assert_eq!(
                    (cost.time.to_string(), cost.path.counts()),
                    (latest.time.to_string(), latest.counts),
                    "program {number}\n{text}"
                );
                let traffic = &cost.traffic;
                let found = [traffic.messages, traffic.words, traffic.word_hops];
                let expected = [twin.net.sent, twin.net.words, twin.net.word_hops];
                assert_eq!(found, expected, "program {number}\n{text}");
                let found = [traffic.link_waits, traffic.port_waits];
                let expected = [twin.net.link_waits, twin.net.port_waits];
                assert_eq!(found, expected, "program {number}\n{text}");
                assert_eq!(
                    traffic.largest_buffer_words, twin.net.largest_buffer,
                    "{text}"
                );
            }
        }
    }
}
