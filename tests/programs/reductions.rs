//! Reductions, and what is made of them: sum, maximum, sortedness, broadcast.

use serde_json::json;

use super::account::{Cost, does, nothing, round, statement};
use super::{ANY_SIZE, POWERS_OF_TWO, inputs, list, log, numbers, run};

/// `⊕_reduction`: on level d, n/2^(d+1) processors join two blocks each.
pub fn reduction(n: u64) -> Cost {
    let mut cost = nothing();
    for d in 0..log(n) {
        let nodes = n >> (d + 1);
        cost += round(nodes);
        cost += statement(nodes, does(2, 1, 1)); // A[right] ⊕= A[left];
    }
    let l = log(n);
    cost.equals((l, n - 1), (l, n - 1), (4 * l, 4 * (n - 1)));
    cost.accesses(2 * (n - 1), n - 1);
    cost
}

/// `⊕_reduction_any_n`: on level d, every multiple of 2^(d+1) with a cell 2^d further on.
pub fn reduction_any_n(n: u64) -> Cost {
    let mut cost = nothing();
    for d in 0..log(n) {
        let nodes = (n - (1 << d)).div_ceil(1 << (d + 1));
        cost += round(nodes);
        cost += statement(nodes, does(2, 1, 1)); // A[i] ⊕= A[i+2^d];
    }
    let l = log(n);
    cost.equals((l, n - 1), (l, n - 1), (4 * l, 4 * (n - 1)));
    cost.accesses(2 * (n - 1), n - 1);
    cost
}

#[test]
fn reduction_sums_powers_of_two() {
    for n in POWERS_OF_TWO {
        let a = numbers(n, 100);
        let mut expected = a.clone();
        for d in 0..log(n) {
            let block = 1 << (d + 1);
            for last in (block - 1..a.len()).step_by(block) {
                expected[last] = a[last + 1 - block..=last].iter().sum();
            }
        }
        assert_eq!(expected[a.len() - 1], a.iter().sum::<i64>());
        run("reduction", &inputs(&a), &[])
            .succeeds()
            .gives("A", expected)
            .costs(&reduction(n))
            .legal_on("erew", "erew");
    }
    // The table of the lectures.
    reduction(8).equals((3, 7), (3, 7), (12, 28));
    reduction(1024).equals((10, 1023), (10, 1023), (40, 4092));
}

#[test]
fn reduction_refuses_other_sizes() {
    for n in [3, 5, 6, 7, 100] {
        let run = run("reduction", &inputs(&numbers(n, 100)), &[]).ends(1);
        let error = &run.json["error"];
        assert_eq!(error["code"], json!("E0409"), "{}", run.json);
        let message = error["message"].as_str().unwrap();
        assert!(message.contains("n must be a power of two"), "{message}");
    }
}

#[test]
fn reduction_any_n_sums_every_size() {
    for n in ANY_SIZE {
        let a = numbers(n, 100);
        let mut expected = a.clone();
        for (i, total) in expected.iter_mut().enumerate() {
            // Cell i ends with the 2^k elements from i on, 2^k the largest power dividing i;
            // cell 0 with all of them.
            let own = if i == 0 {
                a.len()
            } else {
                1 << i.trailing_zeros()
            };
            *total = a[i..a.len().min(i + own)].iter().sum();
        }
        run("reduction_any_n", &inputs(&a), &[])
            .succeeds()
            .gives("A", expected)
            .costs(&reduction_any_n(n))
            .legal_on("erew", "erew");
    }
}

/// `tree_sum_tasks` of 2^k numbers: on every level each task tests how long its part is, halves it and
/// opens two; behind them both halves are written, and added.
fn tree_sum_tasks(n: u64) -> Cost {
    let mut cost = nothing();
    for d in 0..log(n) {
        cost += statement(1 << d, does(0, 2, 0)); // ako (iza - od_kud == 1)
        cost += statement(1 << d, does(0, 2, 0)); // sredina = (od_kud + iza) / 2;
        cost += round(2 << d);
        cost += statement(2 << d, does(0, 0, 1)); // lijevo = …; desno = …;
        cost += statement(1 << d, does(2, 1, 0)); // vrati lijevo + desno;
    }
    cost += statement(n, does(0, 2, 0)); // ako (iza - od_kud == 1)
    cost += statement(n, does(1, 0, 0)); // vrati A[od_kud];
    cost += statement(1, does(0, 0, 0)); // sum = …;
    cost
}

#[test]
fn tree_sum_tasks_sums_every_size() {
    for n in ANY_SIZE.into_iter().filter(|n| *n <= 200) {
        let a = numbers(n, 100);
        let ran = run("tree_sum_tasks", &inputs(&a), &[])
            .succeeds()
            .gives("sum", a.iter().sum::<i64>())
            .legal_on("erew", "erew");
        if n.is_power_of_two() {
            ran.costs(&tree_sum_tasks(n));
        }
    }
}

/// Each processor's own share, its first cell read before the loop: processor j has
/// ⌊(j+1)n/p⌋ - ⌊jn/p⌋ cells.
pub fn shares(n: u64, p: u64) -> Vec<u64> {
    (0..p).map(|j| (j + 1) * n / p - j * n / p).collect()
}

/// The block in which p processors add up their shares, in `reduction_p` and `prescan_p`.
pub fn sums_of_shares(n: u64, p: u64) -> Cost {
    let shares = shares(n, p);
    let mut cost = round(p); // the block's own statements are the first and the last one here
    cost += statement(p, does(1, 0, 0)); // s = A[j*n/p];
    for k in 1..n.div_ceil(p) {
        let active = shares.iter().filter(|&&share| share > k).count() as u64;
        cost += round(active);
        cost += statement(active, does(1, 1, 0)); // s += A[k];
    }
    cost += statement(p, does(0, 0, 1)); // S[j] = s;
    let m = n.div_ceil(p);
    cost.equals((m, n), (m + 1, n + p), (2 * m, 2 * n));
    cost.accesses(n, p);
    cost
}

#[test]
fn reduction_p_sums_on_p_processors() {
    for p in [1, 2, 3, 4, 7, 16] {
        for n in [1, 2, 3, 4, 7, 8, 16, 31, 100, 1000] {
            let a = numbers(n, 100);
            let on = p.to_string();
            let run = run("reduction_p", &inputs(&a), &["-p", &on]);
            if n < p {
                assert_eq!(run.ends(1).json["error"]["code"], json!("E0409"));
                continue;
            }
            let mut cost = sums_of_shares(n, p) + reduction_any_n(p);
            cost += statement(1, does(1, 0, 0)); // vrati S[0];
            let (m, l) = (n.div_ceil(p), log(p));
            cost.equals(
                (m + l, n + p - 1),
                (m + l + 2, n + 2 * p),
                (2 * m + 4 * l + 1, 2 * n + 4 * p - 3),
            );
            cost.accesses(n + 2 * p - 1, 2 * p - 1);
            run.succeeds()
                .gives("result", a.iter().sum::<i64>())
                .gives("A", a)
                .costs_on(p, &cost)
                .legal_on("erew", "erew");
        }
    }
}

#[test]
fn maximum_reduces_with_max() {
    for n in ANY_SIZE {
        let a: Vec<i64> = numbers(n, 1000).iter().map(|x| x - 500).collect();
        let largest = *a.iter().max().unwrap();
        let cost = reduction_any_n(n) + statement(1, does(1, 0, 0)); // vrati A[0];
        let l = log(n);
        cost.equals((l, n - 1), (l + 1, n), (4 * l + 1, 4 * n - 3));
        run("maximum", &inputs(&a), &[])
            .succeeds()
            .gives("result", largest)
            .costs(&cost)
            .legal_on("erew", "erew");

        // One after the other: m = A[0], then n-1 times m = max(m, A[i]); vrati m is free.
        let mut cost = statement(1, does(1, 0, 0));
        for _ in 1..n {
            cost += round(1) + statement(1, does(1, 1, 0));
        }
        cost.equals((n - 1, n - 1), (n, n), (2 * n - 1, 2 * n - 1));
        run("maximum", &inputs(&a), &["--entry", "maximum_in_sequence"])
            .succeeds()
            .gives("result", largest)
            .costs(&cost);
    }
}

#[test]
fn maximum_crcw_takes_constant_time() {
    let cases = [
        vec![5],
        vec![4, 9],
        vec![9, 4],
        vec![6, 6],
        vec![5, 1, 1],
        vec![3, 2, 1],
        vec![7; 6],
        numbers(8, 5),
        numbers(33, 1000),
        numbers(100, 10),
    ];
    for a in cases {
        let n = a.len() as u64;
        let largest = *a.iter().max().unwrap();
        let winners = a.iter().filter(|&&x| x == largest).count() as u64;
        let larger = |x: i64| a.iter().filter(|&&y| x < y).count() as u64;
        let losses: u64 = a.iter().map(|&x| larger(x)).sum();

        let mut cost = round(n * n); // first contents are free: polje u_igri[n] = istina;
        cost += statement(n * n, does(2, 1, 0)); // ako (A[i] < A[j])
        cost += statement(losses, does(0, 0, 1)); // u_igri[i] = laz;
        cost += round(n);
        cost += statement(n, does(1, 0, 0)); // ako (u_igri[i])
        cost += statement(winners, does(1, 0, 1)); // largest = A[i];
        cost += statement(1, does(1, 0, 0)); // vrati largest;
        let lost = u64::from(losses > 0);
        cost.equals(
            (2, n * n + n),
            (4 + lost, n * n + n + losses + winners + 1),
            (7 + lost, 3 * n * n + n + losses + 2 * winners + 1),
        );

        // Written together: a loser's flag by all that beat it, the result by all winners.
        let model = if n == 1 {
            "erew"
        } else if winners > 1 || a.iter().any(|&x| larger(x) > 1) {
            "crcw-common"
        } else {
            "crew"
        };
        run("maximum_crcw", &inputs(&a), &[])
            .succeeds()
            .gives("result", largest)
            .gives("A", a.clone())
            .costs(&cost)
            .legal_on(model, model);
    }
}

/// `sortedness`: every pair of neighbours, and a reduction of what came out.
pub fn sortedness(n: u64) -> Cost {
    let mut cost = statement(1, does(0, 0, 1)); // U[0] = istina;
    cost += round(n - 1);
    cost += statement(n - 1, does(1, 0, 0)); // left = A[i-1];
    cost += statement(n - 1, does(1, 1, 1)); // U[i] = left <= A[i];
    cost += reduction_any_n(n);
    cost += statement(1, does(1, 0, 0)); // vrati U[0];
    let (l, block) = (log(n), u64::from(n > 1));
    cost.equals(
        (l + block, 2 * (n - 1)),
        (l + 2 + 2 * block, 3 * n - 1),
        (4 * l + 2 + 4 * block, 8 * n - 6),
    );
    cost
}

#[test]
fn sortedness_sees_every_descent() {
    for n in ANY_SIZE {
        let mut cases = vec![numbers(n, 50), (0..n as i64).collect(), vec![4; n as usize]];
        for descent in [0, n / 2, n.saturating_sub(2)] {
            let mut a: Vec<i64> = (0..n as i64).collect();
            if n > 1 {
                a.swap(descent as usize, (descent + 1).min(n - 1) as usize);
            }
            cases.push(a);
        }
        for a in cases {
            let cost = sortedness(n);
            run("sortedness", &inputs(&a), &[])
                .succeeds()
                .gives("result", a.is_sorted())
                .costs(&cost)
                .legal_on("erew", "erew");

            // One after the other, up to the first descent: 2 reads and a comparison each.
            let descent = a.windows(2).position(|pair| pair[0] > pair[1]);
            let mut cost = nothing();
            for _ in 0..descent.map_or(a.len() - 1, |found| found + 1) {
                cost += round(1) + statement(1, does(2, 1, 0));
            }
            run(
                "sortedness",
                &inputs(&a),
                &["--entry", "sortedness_in_sequence"],
            )
            .succeeds()
            .gives("result", a.is_sorted())
            .costs(&cost);
        }
    }
}

#[test]
fn broadcast_doubles() {
    for n in ANY_SIZE {
        let mut cost = statement(1, does(0, 0, 1)); // A[0] = x;
        for d in 0..log(n) {
            let copies = (1 << d).min(n - (1 << d));
            cost += round(copies);
            cost += statement(copies, does(1, 0, 1)); // A[i+2^d] = A[i];
        }
        let l = log(n);
        cost.equals((l, n - 1), (l + 1, n), (2 * l + 1, 2 * n - 1));
        cost.accesses(n - 1, n);
        run(
            "broadcast_erew",
            &[("n", n.to_string()), ("x", "-3".into())],
            &[],
        )
        .succeeds()
        .gives("result", vec![-3; n as usize])
        .costs(&cost)
        .legal_on("erew", "erew");
    }
}

#[test]
fn broadcast_by_reading_together_takes_one_round() {
    for n in ANY_SIZE {
        let mut cost = statement(1, does(0, 0, 1)); // globalno value = x;
        cost += round(n);
        cost += statement(n, does(1, 0, 1)); // A[i] = value;
        cost.equals((1, n), (2, n + 1), (3, 2 * n + 1));
        let model = if n == 1 { "erew" } else { "crew" };
        let inputs = [("n", n.to_string()), ("x", "-3".into())];
        run("broadcast_crew", &inputs, &[])
            .succeeds()
            .gives("result", vec![-3; n as usize])
            .costs(&cost)
            .legal_on(model, model);
    }
}

#[test]
fn sum_one_after_the_other() {
    for n in ANY_SIZE {
        let a = numbers(n, 100);
        let mut cost = statement(1, does(1, 0, 0)); // s = A[0];
        for _ in 1..n {
            cost += round(1) + statement(1, does(1, 1, 0)); // s += A[i];
        }
        run(
            "reduction",
            &[("A", list(&a))],
            &["--entry", "sum_in_sequence"],
        )
        .succeeds()
        .gives("result", a.iter().sum::<i64>())
        .costs(&cost);
    }
}
