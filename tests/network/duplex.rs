//! C4 on a line: one port, all ports, full and half duplex.

use pram::network::{Duplex, Options, Ports, Topology};

use super::script::{LECTURE, Op, path, receive, run, send, send_now, time};

/// In each of n − 1 turns a processor passes on to both sides what came from the other side.
fn line_all_to_all(n: u32, words: u64, send: fn(u32, u64) -> Op) -> Vec<Vec<Op>> {
    let turns = 1..n;
    let script = |own: u32| {
        let turns = turns.clone().flat_map(move |turn| {
            let (from_left, from_right) = (turn <= own, turn < n - own);
            let (to_right, to_left) = (turn <= own + 1, turn <= n - own);
            [
                (to_right && own + 1 < n).then(|| send(own + 1, words)),
                (to_left && own > 0).then(|| send(own - 1, words)),
                from_left.then(|| receive(own.wrapping_sub(1))),
                from_right.then(|| receive(own + 1)),
            ]
        });
        turns.flatten().collect()
    };
    (0..n).map(script).collect()
}

fn options(duplex: Duplex) -> Options {
    Options {
        ports: Ports::All,
        duplex,
        ..Options::default()
    }
}

#[test]
fn with_all_ports_a_line_takes_n_less_one_messages() {
    for (n, words) in [(8_u32, 3_u64), (5, 4), (2, 1)] {
        let line = Topology::line(n).unwrap();
        let scripts = line_all_to_all(n, words, send_now);
        let network = run(line, options(Duplex::Full), LECTURE, scripts);
        let one = 100 + 7 * i128::from(words);
        assert_eq!(time(&network), i128::from(n - 1) * one);
    }
}

#[test]
fn with_half_duplex_words_of_both_directions_share_the_links() {
    for (n, words) in [(8_u32, 3_u64), (5, 4), (6, 10), (2, 1)] {
        let line = Topology::line(n).unwrap();
        let scripts = line_all_to_all(n, words, send_now);
        let network = run(line, options(Duplex::Half), LECTURE, scripts);
        let turns = u64::from(n - 1);
        let halves = (3 * turns).div_ceil(2);
        let found = path(&network);
        assert_eq!(
            (found["t_s"], found["t_w"]),
            (turns, halves * words),
            "n = {n}"
        );
    }
}

#[test]
fn with_one_port_the_line_takes_eleven_messages() {
    let line = Topology::line(8).unwrap();
    for words in [3, 10] {
        let scripts = line_all_to_all(8, words, send);
        let network = run(line.clone(), Options::default(), LECTURE, scripts);
        assert_eq!(time(&network), 11 * (100 + 7 * i128::from(words)));
    }
}

#[test]
fn both_directions_of_any_link_are_one_resource() {
    let half = Options {
        duplex: Duplex::Half,
        ..Options::default()
    };
    let two = [
        Topology::complete(2),
        Topology::ring(2),
        Topology::line(2),
        Topology::hypercube(1),
        Topology::star(2),
        Topology::torus(vec![1, 2]),
        Topology::mesh(vec![2, 1]),
    ];
    for topology in two.map(Result::unwrap) {
        let scripts = vec![vec![send(1, 5), receive(1)], vec![send(0, 5), receive(0)]];
        let full = run(
            topology.clone(),
            Options::default(),
            LECTURE,
            scripts.clone(),
        );
        assert_eq!(time(&full), 135);
        let network = run(topology.clone(), half, LECTURE, scripts);
        // Processor 0 is first; the words of processor 1 wait for its words.
        assert_eq!(time(&network), 135 + 35, "{topology:?}");
        assert_eq!(network.traffic().link_waits, 1);
        assert_eq!(network.traffic().busiest_link.unwrap().1, 10);
    }
}

#[test]
fn all_ports_let_messages_over_different_links_overlap() {
    let scripts = vec![
        vec![send_now(1, 5), send_now(3, 5), send_now(0, 5), receive(0)],
        vec![receive(0)],
        vec![],
        vec![receive(0)],
    ];
    let ring = Topology::ring(4).unwrap();
    let one = run(ring.clone(), Options::default(), LECTURE, scripts.clone());
    assert_eq!(
        [0, 1, 3].map(|own| one.clock(own).time),
        [3 * 135, 135, 2 * 135]
    );
    assert_eq!(one.traffic().port_waits, 2);
    let all = run(ring, options(Duplex::Full), LECTURE, scripts);
    assert_eq!([0, 1, 3].map(|own| all.clock(own).time), [135, 135, 135]);
    assert_eq!(all.traffic().port_waits, 0);
}

#[test]
fn a_bus_carries_the_words_of_one_message_at_a_time() {
    let scripts = vec![
        vec![send(1, 5)],
        vec![receive(0)],
        vec![send(3, 5)],
        vec![receive(2)],
    ];
    for ports in [Ports::One, Ports::All] {
        let options = Options {
            ports,
            ..Options::default()
        };
        let network = run(Topology::bus(4).unwrap(), options, LECTURE, scripts.clone());
        assert_eq!([1, 3].map(|own| network.clock(own).time), [135, 135 + 35]);
        assert_eq!(network.traffic().link_waits, 1);
    }
}
