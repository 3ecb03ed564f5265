//! Synchronous messages: when they leave, and who goes on when.

use pram::network::{BlockEnding, Cause, Options, Routing, Sending, Topology};

use super::script::{
    LECTURE, Op, failed, path, receive, receive_any, run, send, send_now, send_sync, tagged, time,
};

fn complete(p: u32) -> Topology {
    Topology::complete(p).unwrap()
}

const SYNCHRONOUS: Options = Options {
    routing: Routing::CutThrough,
    ports: pram::network::Ports::One,
    duplex: pram::network::Duplex::Full,
    sending: Sending::Synchronous,
};

#[test]
fn it_leaves_at_the_later_of_both_clocks() {
    for (sender, receiver) in [(0, 50), (50, 0), (30, 30)] {
        let scripts = vec![
            vec![Op::Compute(sender), send_sync(1, 5), Op::Compute(1)],
            vec![Op::Compute(receiver), receive(0)],
        ];
        let network = run(complete(2), Options::default(), LECTURE, scripts);
        let arrival = i128::from(sender.max(receiver)) + 135;
        assert_eq!(network.clock(0).time, arrival + 1);
        assert_eq!(network.clock(1).time, arrival);
        assert_eq!(network.sending(0), 135);
        assert_eq!(network.clock(1).path.t_c, sender.max(receiver));
        assert_eq!(network.traffic().largest_buffer_words, 0);
    }
}

#[test]
fn the_sender_goes_on_at_the_arrival_wherever_the_receiver_is() {
    let scripts = vec![vec![send_sync(2, 5)], vec![], vec![receive(0)]];
    let ring = Topology::ring(5).unwrap();
    let network = run(
        ring.clone(),
        Options::default(),
        [100, 7, 3, 1, 0],
        scripts.clone(),
    );
    assert_eq!([0, 2].map(|own| network.clock(own).time), [141, 141]);
    let stored = Options {
        routing: Routing::StoreAndForward,
        ..Options::default()
    };
    let network = run(ring, stored, [100, 7, 3, 1, 0], scripts);
    assert_eq!([0, 2].map(|own| network.clock(own).time), [176, 176]);
    assert_eq!(network.sending(0), 135);
}

#[test]
fn plain_sends_are_synchronous_under_the_option_alone() {
    let scripts = vec![vec![send(1, 5)], vec![Op::Compute(1000), receive(0)]];
    let network = run(complete(2), Options::default(), LECTURE, scripts.clone());
    assert_eq!([0, 1].map(|own| network.clock(own).time), [135, 1000]);
    let network = run(complete(2), SYNCHRONOUS, LECTURE, scripts);
    assert_eq!([0, 1].map(|own| network.clock(own).time), [1135, 1135]);
    // Sends that do not wait stay as they are.
    let scripts = vec![vec![send_now(1, 5)], vec![Op::Compute(1000), receive(0)]];
    let network = run(complete(2), SYNCHRONOUS, LECTURE, scripts);
    assert_eq!([0, 1].map(|own| network.clock(own).time), [0, 1000]);
}

#[test]
fn it_waits_for_the_out_port() {
    let scripts = vec![
        vec![send_now(2, 5), send_sync(1, 5)],
        vec![receive(0)],
        vec![receive(0)],
    ];
    let network = run(complete(3), Options::default(), LECTURE, scripts);
    assert_eq!(
        [0, 1, 2].map(|own| network.clock(own).time),
        [270, 270, 135]
    );
    assert_eq!(network.traffic().port_waits, 1);
}

#[test]
fn earlier_messages_of_the_pair_and_tag_come_first() {
    let scripts = |tag| {
        vec![
            vec![send_now(1, 1), tagged(send_sync(1, 2), tag)],
            vec![
                tagged(receive(0), 0),
                Op::Compute(1000),
                tagged(receive(0), tag),
            ],
        ]
    };
    for tag in [0, 4] {
        let network = run(complete(2), Options::default(), LECTURE, scripts(tag));
        assert_eq!(time(&network), 107 + 1000 + 114);
    }
    // Another tag may be received before.
    let scripts = vec![
        vec![send_now(1, 1), tagged(send_sync(1, 2), 4)],
        vec![tagged(receive(0), 4), tagged(receive(0), 0)],
    ];
    let network = run(complete(2), Options::default(), LECTURE, scripts);
    assert_eq!(time(&network), 107 + 114);
}

#[test]
fn a_receive_from_anyone_is_bound_to_the_first_that_offers() {
    // Processor 1 offers at 10, a message of processor 2 is on its way and arrives at 107.
    let scripts = vec![
        vec![receive_any(), receive_any()],
        vec![Op::Compute(10), send_sync(0, 5)],
        vec![send(0, 1)],
    ];
    let network = run(complete(3), Options::default(), LECTURE, scripts.clone());
    // The offered message leaves at 10, but its reception waits for the in-port until 107.
    assert_eq!(network.clock(0).time, 107 + 135);
    assert_eq!(network.clock(1).time, 107 + 135);
    // One that has arrived is taken before one that is offered.
    let mut scripts = scripts;
    scripts[0] = vec![
        Op::Compute(500),
        receive_any(),
        Op::Compute(500),
        receive_any(),
    ];
    let network = run(complete(3), Options::default(), LECTURE, scripts);
    assert_eq!(network.clock(0).time, 1000 + 135);
}

#[test]
fn exchanges_that_send_first_hold_each_other() {
    let scripts = vec![vec![send(1, 1), receive(1)], vec![send(0, 1), receive(0)]];
    let network = run(complete(2), Options::default(), LECTURE, scripts.clone());
    assert_eq!(time(&network), 107);
    let BlockEnding::Deadlock(deadlock) = failed(complete(2), SYNCHRONOUS, LECTURE, scripts) else {
        panic!("the exchange relies on buffering");
    };
    assert!(matches!(deadlock.cause, Cause::Cycle(_)));
}

#[test]
fn in_turns_they_pass() {
    // Even processors send first, odd ones receive first.
    let p = 6;
    let script = |own: u32| {
        let (next, last) = ((own + 1) % p, (own + p - 1) % p);
        if own.is_multiple_of(2) {
            vec![send(next, 3), receive(last)]
        } else {
            vec![receive(last), send(next, 3)]
        }
    };
    let ring = Topology::ring(p).unwrap();
    let network = run(ring, SYNCHRONOUS, LECTURE, (0..p).map(script).collect());
    assert_eq!(time(&network), 2 * 121);
    let found = path(&network);
    assert_eq!((found["t_s"], found["t_w"]), (2, 6));
}
