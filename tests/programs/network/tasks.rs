//! The programs of tasks: their claims, and the same results under all mappings.

use super::{PARAMETERS, on};

/// The lectures' numbers with `t_c` = 0 and 1 and with headers, and decimals: messages take longer
/// than what a processor computes meanwhile.
#[test]
fn claims_are_exact_where_messages_take_longer_than_the_points() {
    for (name, p, inputs) in [
        ("tasks_by_blocks", 2, "n=4 K=1"),
        ("tasks_by_blocks", 2, "n=12 K=3"),
        ("tasks_by_blocks", 5, "n=40 K=7"),
        ("tasks_by_blocks", 8, "n=16"),
        ("tasks_by_turns", 2, "n=12 K=3"),
        ("tasks_by_turns", 3, "n=6 K=1"),
        ("tasks_by_turns", 5, "n=40 K=4"),
        ("tasks_jacobi", 4, "n=4 K=3"),
        ("tasks_jacobi", 4, "n=12 K=1"),
        ("tasks_jacobi", 9, "n=9 K=2"),
        ("tasks_jacobi", 16, "n=8 K=5"),
    ] {
        for parameters in &PARAMETERS[..4] {
            on(&format!("network/{name}"), p, inputs, parameters).keeps_its_claims();
        }
    }
    for p in [1, 2, 7] {
        for parameters in &PARAMETERS {
            on("network/tasks_on_one", p, "n=7 K=3", parameters).keeps_its_claims();
        }
    }
}

#[test]
fn results_are_the_same_under_each_mapping() {
    for (p, inputs) in [(2, "n=4 K=3"), (4, "n=16 K=9"), (5, "n=40 K=2")] {
        let [blocks, turns, one] = ["by_blocks", "by_turns", "on_one"].map(|mapping| {
            let run = on(&format!("network/tasks_{mapping}"), p, inputs, &[]);
            run.succeeds().ints("outputs", "X")
        });
        assert_eq!(blocks, turns);
        assert_eq!(blocks, one);
    }
}

#[test]
fn jacobi_computes_what_its_blocks_do() {
    for (p, inputs) in [(4, "n=8 K=3"), (16, "n=8 K=5"), (9, "n=12 K=1")] {
        let [tasks, blocks] = ["tasks_jacobi", "jacobi"].map(|name| {
            let run = on(&format!("network/{name}"), p, inputs, &[]);
            run.succeeds().matrix("outputs", "X")
        });
        assert_eq!(tasks, blocks);
    }
}
