//! Many random programs, and those of the shelf.

use std::collections::BTreeMap;

use pram::network::Topology;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::blocks::Blocks;
use super::compared::agree;
use super::generator::generate;
use super::setting::{Setting, setting};
use crate::cases::{cases, number};
use crate::grammar::corpus::programs;

/// The programs of `tests/cases/messages/` on their torus, event by event and in lock step.
#[test]
fn every_word_of_messages_means_the_same_to_both() {
    for path in programs("tests/cases/messages") {
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        for tries_lock_step in [false, true] {
            let setting = Setting {
                topology: Topology::torus(vec![2, 2]).expect("there is such a torus"),
                travel: pram::network::Options::default(),
                times: [100, 7, 3, 1, 0],
                digits: 0,
                is_declared: true,
                tries_lock_step,
            };
            let way = agree(&text, &setting);
            assert_eq!(way, Ok("completed"), "{}", path.display());
        }
    }
}

/// What becomes of so many random programs: at least so many of them end in each of these ways.
#[track_caller]
fn end_in_every_way(blocks: Blocks, programs: usize, least: &[(&str, usize)]) {
    let mut ways: BTreeMap<&str, usize> = BTreeMap::new();
    let mut runner = TestRunner::deterministic();
    let strategy = (proptest::collection::vec(any::<u16>(), 100..600), setting());
    for _ in 0..programs {
        let tree = strategy.new_tree(&mut runner);
        let (choices, setting) = tree.expect("there are values").current();
        let text = generate(&choices, &setting, blocks);
        let way = agree(&text, &setting).unwrap_or_else(|problem| panic!("{problem}"));
        *ways.entry(way).or_default() += 1;
    }
    for (way, least) in least {
        let count = ways.get(way).copied().unwrap_or(0);
        assert!(count >= *least, "{ways:?}");
    }
    assert_eq!(ways.get("refused"), None, "{ways:?}");
}

#[test]
fn random_programs_with_messages_end_in_every_way() {
    let least = [
        ("completed", 133),
        ("deadlock", 10),
        ("never received", 1),
        ("fault", 5),
    ];
    end_in_every_way(Blocks::Processors, 400, &least);
}

#[test]
fn random_programs_of_tasks_end_in_every_way() {
    let least = [
        ("completed", 150),
        ("deadlock", 20),
        ("never received", 3),
        ("fault", 15),
    ];
    end_in_every_way(Blocks::Tasks, 400, &least);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases("PROPTEST_CASES", 200),
        max_shrink_iters: number("PROPTEST_MAX_SHRINK_ITERS").unwrap_or(2000),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn processors_that_exchange_messages_agree_with_their_twins(
        choices in proptest::collection::vec(any::<u16>(), 0..600),
        setting in setting(),
    ) {
        let text = generate(&choices, &setting, Blocks::Processors);
        agree(&text, &setting).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn tasks_agree_with_their_twins(
        choices in proptest::collection::vec(any::<u16>(), 0..600),
        setting in setting(),
    ) {
        let text = generate(&choices, &setting, Blocks::Tasks);
        agree(&text, &setting).map_err(TestCaseError::fail)?;
    }
}
