//! Sorting by ranks, by networks of comparators, by merging in parallel, and by samples.

use super::sorts::{arrays, sorted};
use super::{ANY_SIZE, POWERS_OF_TWO, inputs, list, log, numbers, run};

#[test]
fn ranks_are_places() {
    for n in ANY_SIZE.into_iter().filter(|n| *n <= 33) {
        for a in arrays(n) {
            let erew = if n == 1 { "erew" } else { "crew" };
            run("rank_sort", &inputs(&a), &[])
                .succeeds()
                .gives("A", sorted(&a))
                .legal_on(erew, erew);
            run("rank_sort_crcw", &inputs(&a), &[])
                .succeeds()
                .gives("A", sorted(&a));
        }
    }
    // 0 and 1 are both written into the cell of the larger one.
    let two = [("n", "2".to_owned()), ("A", "2,1".to_owned())];
    run("rank_sort_crcw", &two, &["--model", "crcw-common"]).ends(3);
}

#[test]
fn a_bitonic_network_sorts() {
    for n in POWERS_OF_TWO.into_iter().filter(|n| *n <= 64) {
        let levels = log(n);
        // Merging to 2^k takes k rounds, each of n/2 comparators.
        let count: u64 = (1..=levels).map(|k| k * n / 2).sum();
        for a in arrays(n) {
            let run = run("bitonic_sort", &inputs(&a), &[]).succeeds();
            let run = run.gives("A", sorted(&a)).legal_on("erew", "erew");
            assert_eq!(run.json["cost"]["rounds"]["work"], count);
        }
    }
    for n in [3, 5, 6, 7, 12, 100] {
        let refused = run("bitonic_sort", &inputs(&numbers(n, 10)), &[]).ends(1);
        assert_eq!(refused.json["error"]["code"], "E0409");
    }
}

/// A network that sorts all zeros and ones sorts everything: all of them for n = 5 and 6.
#[test]
fn an_odd_even_network_sorts_zeros_and_ones() {
    for n in [5, 6] {
        for bits in 0..1_i64 << n {
            let a: Vec<i64> = (0..n).map(|k| bits >> k & 1).collect();
            run("odd_even_merge_sort", &inputs(&a), &[])
                .succeeds()
                .gives("A", sorted(&a));
        }
    }
}

#[test]
fn an_odd_even_network_sorts_every_n() {
    for n in ANY_SIZE.into_iter().filter(|n| *n <= 100) {
        for a in arrays(n) {
            let run = run("odd_even_merge_sort", &inputs(&a), &[]).succeeds();
            let run = run.gives("A", sorted(&a)).legal_on("erew", "erew");
            let l = log(n);
            assert_eq!(
                run.json["cost"]["rounds"]["time"],
                l * (l + 1) / 2,
                "n = {n}"
            );
        }
    }
}

#[test]
fn all_runs_are_merged_at_the_same_time() {
    for n in ANY_SIZE.into_iter().filter(|n| *n <= 100) {
        for a in arrays(n) {
            run("merge_sort_ranking", &inputs(&a), &[])
                .succeeds()
                .gives("A", sorted(&a));
        }
    }
}

#[test]
fn samples_divide_what_is_sorted() {
    for (n, p) in [
        (1, 1),
        (7, 1),
        (4, 2),
        (9, 3),
        (16, 4),
        (17, 4),
        (100, 4),
        (101, 8),
    ] {
        for a in arrays(n) {
            let on = p.to_string();
            run("sample_sort", &inputs(&a), &["-p", &on])
                .succeeds()
                .gives("A", sorted(&a));
        }
    }
    for (n, p) in [(3, 2), (8, 3), (15, 4)] {
        let on = p.to_string();
        let given = [("n", n.to_string()), ("A", list(&numbers(n, 10)))];
        let refused = run("sample_sort", &given, &["-p", &on]).ends(1);
        assert_eq!(refused.json["error"]["code"], "E0409");
    }
}
