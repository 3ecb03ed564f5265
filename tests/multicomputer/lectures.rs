//! Examples 1, 2 and 3 of a lecture on message passing: "a correct program must not rely on buffers".

use pram::pipeline::Options;
use pram::pipeline::network::NetworkOptions;

use super::{block, prints, run_with};

fn sending(sending: pram::network::Sending) -> Options {
    Options {
        network: NetworkOptions {
            sending: Some(sending),
            ..NetworkOptions::default()
        },
        ..Options::default()
    }
}

const PAIR: &str = "potpuni(p = 2, t_s = 100, t_w = 7)";

/// Both send first.
const FIRST: &str = "posalji i prema 1 - i; primi x od 1 - i; ispisi(x);";
/// One sends and receives two messages in the other order.
const SECOND: &str = "ako (i == 0) { posalji 1 prema 1 oznaka 1; posalji 2 prema 1 oznaka 2; }
inace { primi x od 0 oznaka 2; primi y od 0 oznaka 1; ispisi(x, y); }";

#[test]
fn the_first_and_the_second_rely_on_buffers() {
    prints(&block(PAIR, FIRST), &["1", "0"]);
    prints(&block(PAIR, SECOND), &["21"]);
    for (body, waits) in [
        (
            FIRST,
            ["0 waits until 1 receives", "1 waits until 0 receives"],
        ),
        (
            SECOND,
            ["0 waits until 1 receives", "1 waits for a message of 0"],
        ),
    ] {
        let told = run_with(
            &block(PAIR, body),
            sending(pram::network::Sending::Synchronous),
            &[],
        );
        let told = told.ends_in("E0506");
        for wait in waits {
            assert!(told.problems.contains(wait), "{}", told.problems);
        }
    }
}

/// Two senders and a receive from anyone.
#[test]
fn the_third_depends_on_time_alone() {
    let third = |slow: u32| {
        let body = format!(
            "ako (i == {slow}) {{ ponovi 9 puta y = 1; kraj_ponovi }}
ako (i == 1) {{ primi x od bilo_koga; primi z od bilo_koga; ispisi(x, z); }} inace posalji i prema 1;"
        );
        block("potpuni(p = 3, t_s = 100, t_w = 7)", &body)
    };
    prints(&third(0), &["20"]);
    prints(&third(2), &["02"]);
    for slow in [0, 2] {
        run_with(
            &third(slow),
            sending(pram::network::Sending::Synchronous),
            &[],
        )
        .ends_well();
    }
}
