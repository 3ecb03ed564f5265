//! Prefix sums: exclusive and inclusive, in two sweeps and in one, on n and on p processors.

use serde_json::json;

use super::account::{Cost, does, nothing, round, statement};
use super::reductions::{reduction, shares, sums_of_shares};
use super::{ANY_SIZE, POWERS_OF_TWO, inputs, list, log, numbers, run};

/// Cell i of the result is the combination of everything before it.
fn exclusive(a: &[i64], neutral: i64, operator: impl Fn(i64, i64) -> i64) -> Vec<i64> {
    let prefix = |i| {
        a[..i]
            .iter()
            .fold(neutral, |left, &right| operator(left, right))
    };
    (0..a.len()).map(prefix).collect()
}

/// Cell i of the result is the sum of everything up to it.
fn inclusive(a: &[i64]) -> Vec<i64> {
    (0..a.len()).map(|i| a[..=i].iter().sum()).collect()
}

/// `+_prescan`: the reduction, the zero at the root, and three statements on each level down.
pub fn prescan(n: u64) -> Cost {
    let mut cost = reduction(n);
    cost += statement(1, does(0, 0, 1)); // A[n-1] = 0;
    for d in (0..log(n)).rev() {
        let nodes = n >> (d + 1);
        cost += round(nodes);
        cost += statement(nodes, does(1, 0, 0)); // t = A[left];
        cost += statement(nodes, does(1, 0, 1)); // A[left] = A[right];
        cost += statement(nodes, does(1, 1, 1)); // A[right] += t;
    }
    let l = log(n);
    cost.equals(
        (2 * l, 2 * (n - 1)),
        (4 * l + 1, 4 * n - 3),
        (10 * l + 1, 10 * n - 9),
    );
    cost.accesses(5 * (n - 1), 3 * n - 2);
    cost
}

#[test]
fn prescan_of_the_lectures() {
    let a = [3, 1, 7, 0, 4, 1, 6, 3];
    let run = run("prescan", &[("A", list(&a))], &[])
        .succeeds()
        .gives("A", vec![0, 3, 4, 11, 11, 15, 16, 22]);
    assert_eq!(
        run.json["file"]
            .as_str()
            .map(|file| file.ends_with("prescan.pram")),
        Some(true)
    );
    assert_eq!(run.json["entry"], json!("+_prescan"));
    assert_eq!(run.json["inputs"], json!({"n": 8, "A": a}));
    assert_eq!(run.json["machine"]["kind"], json!("pram"));
    assert_eq!(run.json["machine"]["model"], json!("erew"));
    assert_eq!(run.json["printed"], json!([]));
    let expected = json!({
        "processors": 4,
        "rounds": {"time": 6, "work": 14, "cost": 24},
        "steps": {"time": 13, "work": 29, "cost": 52},
        "instructions": {"time": 31, "work": 71, "cost": 124},
        "reads": 35, "writes": 22,
    });
    assert_eq!(run.json["cost"], expected);
    assert_eq!(prescan(8).on(4), expected);
    prescan(1024).equals((20, 2046), (41, 4093), (101, 10231));
}

#[test]
fn prescan_sums_what_is_before() {
    for n in POWERS_OF_TWO {
        let a = numbers(n, 10);
        let expected = exclusive(&a, 0, |x, y| x + y);
        run("prescan", &inputs(&a), &[])
            .succeeds()
            .gives("A", expected.clone())
            .costs(&prescan(n))
            .legal_on("erew", "erew");

        let mut cost = statement(1, does(0, 0, 0)); // s = 0;
        for _ in 0..n {
            cost += round(1);
            cost += statement(1, does(1, 0, 0)); // t = A[i];
            cost += statement(1, does(0, 0, 1)); // A[i] = s;
            cost += statement(1, does(0, 1, 0)); // s += t;
        }
        cost.equals((n, n), (3 * n + 1, 3 * n + 1), (3 * n + 1, 3 * n + 1));
        run("prescan", &inputs(&a), &["--entry", "prescan_in_sequence"])
            .succeeds()
            .gives("A", expected)
            .costs(&cost);
    }
}

#[test]
fn prescan_is_scheduled_on_fewer_processors() {
    for n in [8, 64] {
        for p in [1, 2, 3, 5, 8, 100] {
            let on = p.to_string();
            // The status is left open: the file's claims about T are not about p processors.
            run("prescan", &inputs(&numbers(n, 10)), &["-p", &on]).costs_on(p, &prescan(n));
        }
    }
    // On 3 processors the levels of 4, 2, 1 and 1, 2, 4 nodes take 2 + 1 + 1 + 1 + 1 + 2.
    assert_eq!(prescan(8).rounds.time(3), 8);
}

#[test]
fn prescan_refuses_other_sizes() {
    for n in [3, 5, 6, 7, 100] {
        let run = run("prescan", &inputs(&numbers(n, 10)), &[]).ends(1);
        assert_eq!(run.json["error"]["code"], json!("E0409"), "{}", run.json);
    }
}

#[test]
fn generic_prescan_takes_the_maximum() {
    for n in POWERS_OF_TWO {
        let a = numbers(n, 1000);
        // A[right] = A[left] ⊕ A[right] costs what A[right] ⊕= A[left] does: 2 reads, 1 operator,
        // 1 write; and neutralni(⊕) is a constant as 0 is. So the whole costs what prescan does.
        run("scan_generic", &inputs(&a), &[])
            .succeeds()
            .gives("A", exclusive(&a, i64::MIN, i64::max))
            .costs(&prescan(n))
            .legal_on("erew", "erew");
    }
}

#[test]
fn own_operator_keeps_its_sides() {
    for n in POWERS_OF_TWO {
        for bound in [2, 3, 100] {
            let a = numbers(n, bound);
            let run = run("last_seen", &inputs(&a), &[])
                .succeeds()
                .gives("A", exclusive(&a, 0, |x, y| if y == 0 { x } else { y }))
                .legal_on("erew", "erew");
            let rounds = &run.json["cost"]["rounds"];
            assert_eq!(
                (&rounds["time"], &rounds["work"]),
                (&json!(2 * log(n)), &json!(2 * (n - 1)))
            );
        }
    }
}

#[test]
fn inclusive_scan_sums_up_to_here() {
    for n in POWERS_OF_TWO {
        let a = numbers(n, 10);
        let mut cost = reduction(n);
        for d in (0..log(n).saturating_sub(1)).rev() {
            // i = 2^(d+1) - 1, 2·2^(d+1) - 1, … as long as i + 2^d < n: all blocks but the last.
            let blocks = (n >> (d + 1)) - 1;
            cost += round(blocks);
            cost += statement(blocks, does(2, 1, 1)); // A[i+2^d] += A[i];
        }
        let l = log(n);
        let (time, work) = ((2 * l).saturating_sub(1), 2 * n - 2 - l);
        cost.equals((time, work), (time, work), (4 * time, 4 * work));
        cost.accesses(2 * work, work);
        run("inclusive_scan", &inputs(&a), &[])
            .succeeds()
            .gives("A", inclusive(&a))
            .costs(&cost)
            .legal_on("erew", "erew");
    }
}

/// The one-sweep scan: in step d all but the first 2^d elements.
fn one_sweep(n: u64) -> Cost {
    let mut cost = nothing();
    for d in 0..log(n) {
        let active = n - (1 << d);
        cost += round(active);
        cost += statement(active, does(2, 1, 1)); // A[i] += A[i-2^d];
    }
    let l = log(n);
    let work = n * l + 1 - (1 << l);
    cost.equals((l, work), (l, work), (4 * l, 4 * work));
    cost.accesses(2 * work, work);
    cost
}

#[test]
fn one_sweep_scan_sums_every_size() {
    one_sweep(1024).equals((10, 9217), (10, 9217), (40, 36868));
    for n in ANY_SIZE {
        let a = numbers(n, 10);
        // A[1] is read by processors 1 and 2, once there are three elements: as the first
        // read of one and the second of the other.
        let step = if n < 3 { "erew" } else { "crew" };
        run("one_sweep_scan", &inputs(&a), &[])
            .succeeds()
            .gives("A", inclusive(&a))
            .costs(&one_sweep(n))
            .legal_on(step, "erew");
        run("one_sweep_scan", &inputs(&a), &["-p", "3"]).costs_on(3, &one_sweep(n));
        run("one_sweep_scan", &inputs(&a), &["--model", "erew"]).ends(if n < 3 { 0 } else { 3 });
        run(
            "one_sweep_scan",
            &inputs(&a),
            &["--model", "erew", "--simultaneity", "access"],
        )
        .ends(0);

        let mut cost = nothing();
        for _ in 1..n {
            cost += round(1) + statement(1, does(2, 1, 1)); // A[i] += A[i-1];
        }
        for (program, entry) in [
            ("one_sweep_scan", "scan_in_sequence"),
            ("inclusive_scan", "scan_in_sequence"),
        ] {
            run(program, &inputs(&a), &["--entry", entry])
                .succeeds()
                .gives("A", inclusive(&a))
                .costs(&cost);
        }
    }
}

/// `+_prescan_p`: sums of the shares, their prescan, and each share on its own.
fn prescan_p(n: u64, p: u64) -> Cost {
    let mut cost = sums_of_shares(n, p) + prescan(p);
    let shares = shares(n, p);
    cost += round(p); // the block's own statements are the first and the last one here
    cost += statement(p, does(1, 0, 0)); // s = S[j];
    for k in 1..n.div_ceil(p) {
        let active = shares.iter().filter(|&&share| share > k).count() as u64;
        cost += round(active);
        cost += statement(active, does(1, 0, 0)); // t = A[k];
        cost += statement(active, does(0, 0, 1)); // A[k] = s;
        cost += statement(active, does(0, 1, 0)); // s += t;
    }
    cost += statement(p, does(0, 0, 1)); // A[(j+1)*n/p - 1] = s;
    let (m, l) = (n.div_ceil(p), log(p));
    cost.equals(
        (2 * (m + l), 2 * n + 2 * (p - 1)),
        (4 * m + 4 * l + 1, 4 * n + 4 * p - 3),
        (5 * m + 10 * l, 5 * n + 9 * p - 9),
    );
    cost.accesses(2 * n + 5 * (p - 1), n + 4 * p - 2);
    cost
}

#[test]
fn prescan_p_takes_two_rounds_per_element_and_level() {
    for (n, rounds) in [(100, 54), (1000, 504), (10000, 5004)] {
        let run = run("prescan_p", &[("n", n.to_string())], &[]).succeeds();
        assert_eq!(run.json["cost"]["rounds"]["time"], json!(rounds));
        assert_eq!(prescan_p(n, 4).rounds.time(4), rounds);
    }
    for p in [1, 2, 4, 16] {
        for n in [1, 2, 3, 4, 5, 7, 8, 16, 31, 100, 1000] {
            let a = numbers(n, 10);
            let on = p.to_string();
            let run = run("prescan_p", &inputs(&a), &["-p", &on]);
            if n < p {
                assert_eq!(run.ends(1).json["error"]["code"], json!("E0409"));
                continue;
            }
            run.succeeds()
                .gives("A", exclusive(&a, 0, |x, y| x + y))
                .costs_on(p, &prescan_p(n, p))
                .legal_on("erew", "erew");
        }
    }
}

#[test]
fn prescan_p_needs_a_power_of_two_of_processors() {
    let run = run("prescan_p", &[], &["-p", "3"]).ends(1);
    assert_eq!(run.json["error"]["code"], json!("E0409"), "{}", run.json);
}
