//! The lectures' wrong listings: what comes out of each, and that what is right beside it is right.

use serde_json::json;

use super::{Run, on};

impl Run {
    /// The code of its first violation, and what is said about it.
    #[track_caller]
    fn violation(&self) -> (&str, &str) {
        let first = &self.json["violations"][0];
        let text = |what: &str| {
            first[what]
                .as_str()
                .unwrap_or_else(|| panic!("{}", self.command))
        };
        (text("code"), text("message"))
    }

    /// Who waits for whom in a deadlock.
    fn cycle(&self) -> Vec<(u64, u64)> {
        let waits = self.json["violations"][0]["waits"].as_array().unwrap();
        let number = |wait: &serde_json::Value, what: &str| wait[what].as_u64().unwrap();
        (waits.iter())
            .map(|wait| (number(wait, "processor"), number(wait, "waits_for")))
            .collect()
    }
}

/// 0 → 1 → … → p - 1 → 0.
fn circle(p: u64) -> Vec<(u64, u64)> {
    (0..p).map(|i| (i, (i + 1) % p)).collect()
}

#[test]
fn a_reduction_with_its_test_turned_round_adds_up_nothing_in_0() {
    let run = on("faulty/reduce_turned_round", 8, "", &[]).succeeds();
    run.gives("S", vec![1, 3, 4, 7, 6, 11, 12, 15]);
}

#[test]
fn a_ring_that_sends_first_relies_on_buffers() {
    for p in [2, 8] {
        let run = on("faulty/all_broadcast_ring_sync", p, "", &[]).ends(3);
        assert_eq!(run.violation().0, "E0506");
        assert_eq!(run.cycle(), circle(p));
        let buffered = ["--sending", "buffered"];
        on("faulty/all_broadcast_ring_sync", p, "", &buffered).succeeds();
    }
}

#[test]
fn a_mesh_with_wrong_neighbours_reaches_beyond_the_last() {
    let run = on("faulty/all_broadcast_mesh", 16, "", &[]).ends(3);
    let (code, message) = run.violation();
    assert_eq!(code, "E0512");
    assert!(message.contains("no processor 16"), "{message}");
}

#[test]
fn a_total_exchange_of_own_parts_brings_everyone_the_same() {
    for p in [2, 8] {
        let run = on("faulty/personal_own_part", p, "", &[]).succeeds();
        let own: Vec<i64> = (0..p as i64).map(|j| j * p as i64 + j).collect();
        assert_eq!(run.matrix("outputs", "R"), vec![own; p as usize]);
        let right = on("network/cube_pairwise_exchange", p, "m=1", &[]).succeeds();
        assert_eq!(run.counted("time"), right.counted("time"));
    }
}

#[test]
fn a_manager_that_counts_tasks_loses_the_last_results() {
    for p in [3, 5] {
        let run = on("faulty/pool_loses_results", p, "tasks=8", &[]).ends(3);
        let (code, message) = run.violation();
        assert_eq!(code, "E0508");
        for worker in 1..p {
            assert!(
                message.contains(&format!("from {worker} to 0")),
                "{message}"
            );
        }
    }
}

#[test]
fn broadcasts_in_different_order_rely_on_buffers() {
    for (name, p) in [("crossed", 2), ("circular", 3)] {
        let name = format!("faulty/{name}_broadcasts");
        on(&name, p, "", &[]).succeeds();
        let run = on(&name, p, "", &["--sending", "sync"]).ends(3);
        assert_eq!(run.violation().0, "E0506");
        assert_eq!(run.cycle(), circle(p));
    }
}

#[test]
fn who_comes_first_depends_on_time() {
    let run = on("faulty/first_from_anyone", 3, "", &[]).succeeds();
    assert_eq!(run.json["printed"], json!(["2 0"]));
    let run = on("faulty/first_from_anyone", 3, "work=1000", &[]).succeeds();
    assert_eq!(run.json["printed"], json!(["0 2"]));
}

#[test]
fn fox_downwards_is_right_only_where_up_is_down() {
    for (p, is_right) in [(1, true), (4, true), (16, false)] {
        let run = on("faulty/fox_downwards", p, "n=16", &[]).succeeds();
        let right = on("network/fox", p, "n=16", &[]).succeeds();
        assert_eq!(run.json["inputs"], right.json["inputs"]);
        assert_eq!(
            run.json["outputs"] == right.json["outputs"],
            is_right,
            "{p}"
        );
    }
}
