//! What prescans are good for: split, radix sort, processor allocation.

use super::account::{Cost, branches, does, round, statement, whole};
use super::scans::prescan;
use super::{POWERS_OF_TWO, list, log, numbers, run};

/// `split`: two prescans, each of an array made for it, and the permutation.
fn split(flags: &[i64]) -> Cost {
    let n = flags.len() as u64;
    let ones = flags.iter().filter(|&&flag| flag == 1).count() as u64;
    let mut cost = whole(n, does(1, 1, 1)); // the argument not(B[])
    cost += prescan(n); // and down[] is its array: moved
    cost += whole(n, does(1, 0, 1)); // the argument unatrag(B[])
    cost += prescan(n);
    cost += whole(n, does(1, 2, 1)); // up[] = n-1 - unatrag(…);
    cost += round(n);
    cost += statement(n, does(1, 0, 0)); // ako (B[i])
    cost += branches(&[
        (ones, does(2, 0, 1)),     // R[up[i]] = A[i];
        (n - ones, does(2, 0, 1)), // R[down[i]] = A[i];
    ]);
    let l = log(n);
    cost.equals(
        (4 * l + 4, 8 * n - 4),
        (8 * l + 7, 13 * n - 6),
        (20 * l + 15, 33 * n - 18),
    );
    cost.accesses(16 * n - 10, 10 * n - 4);
    cost
}

#[test]
fn split_keeps_the_order_within_each_part() {
    for n in POWERS_OF_TWO {
        for flags in [numbers(n, 2), vec![0; n as usize], vec![1; n as usize]] {
            let a = numbers(n, 100);
            let with = |flag| {
                a.iter()
                    .zip(&flags)
                    .filter(move |pair| *pair.1 == flag)
                    .map(|pair| *pair.0)
            };
            let expected: Vec<i64> = with(0).chain(with(1)).collect();
            let inputs = [("n", n.to_string()), ("A", list(&a)), ("B", list(&flags))];
            run("split", &inputs, &[])
                .succeeds()
                .gives("result", expected)
                .gives("A", a.clone())
                .gives("B", flags.clone())
                .costs(&split(&flags))
                .legal_on("erew", "erew");
        }
    }
}

#[test]
fn radix_sort_sorts() {
    for n in POWERS_OF_TWO {
        for b in [1, 3, 7] {
            let a = numbers(n, 1 << b);
            let mut expected = a.clone();
            expected.sort_unstable();

            let mut cost = super::account::nothing();
            for _ in 0..b {
                cost += whole(n, does(1, 1, 1)); // the argument bit(A[], k)
                cost += split(&a.iter().map(|_| 0).collect::<Vec<_>>()); // the same for all flags
                // A[] = … takes over R: moved
            }
            let l = log(n);
            cost.equals(
                (b * (4 * l + 5), b * (9 * n - 4)),
                (b * (8 * l + 8), b * (14 * n - 6)),
                (b * (20 * l + 18), b * (36 * n - 18)),
            );
            cost.accesses(b * (17 * n - 10), b * (11 * n - 4));
            let inputs = [("n", n.to_string()), ("b", b.to_string()), ("A", list(&a))];
            run("radix_sort", &inputs, &[])
                .succeeds()
                .gives("A", expected)
                .costs(&cost)
                .legal_on("erew", "erew");
        }
    }
}

/// `allocation` of the items that the makers make.
fn allocation(makers: &[i64]) -> Cost {
    let m = makers.len() as u64;
    let n: u64 = makers.iter().map(|&items| items as u64).sum();
    let busy = makers.iter().filter(|&&items| items > 0).count() as u64;
    // How far each item is from the first of its maker: it learns its maker on level d, where
    // 2^d <= distance < 2^(d+1).
    let distances: Vec<u64> = makers.iter().flat_map(|&items| 0..items as u64).collect();

    let mut cost = whole(m, does(1, 0, 1)); // first[] = K[];
    cost += prescan(m);
    cost += statement(1, does(2, 1, 0)); // total = first[m-1] + K[m-1];
    cost += round(m); // first contents are free: polje knows[total] = 0;
    cost += statement(m, does(1, 1, 0)); // ako (K[i] > 0)
    cost += statement(busy, does(1, 0, 1)); // owner[first[i]] = i;
    cost += statement(busy, does(1, 0, 1)); // knows[first[i]] = 1;
    for d in 0..log(n.max(1)) {
        let reach = 1 << d;
        let active = n - reach;
        let knows = distances
            .iter()
            .skip(reach as usize)
            .filter(|&&far| far < reach)
            .count() as u64;
        let learns = distances
            .iter()
            .filter(|&&far| far >= reach && far < 2 * reach)
            .count() as u64;
        cost += round(active);
        // ako (not knows[j] and knows[j-2^d]): who knows already does not look at the right side.
        cost += branches(&[(knows, does(1, 2, 0)), (active - knows, does(2, 2, 0))]);
        cost += statement(learns, does(1, 0, 1)); // owner[j] = owner[j-2^d];
        cost += statement(learns, does(0, 0, 1)); // knows[j] = 1;
    }
    cost
}

#[test]
fn allocation_gives_every_item_its_maker() {
    let mut cases = vec![
        vec![0],
        vec![1],
        vec![5],
        vec![0, 0],
        vec![0, 2],
        vec![2, 0, 3, 1],
        vec![0, 0, 0, 0],
        vec![0, 9, 0, 0],
        vec![1; 8],
    ];
    cases.extend([8, 16, 64].map(|m| numbers(m, 5)));
    for makers in cases {
        let expected: Vec<usize> = (0..makers.len())
            .flat_map(|i| vec![i; makers[i] as usize])
            .collect();
        // On level d, flag j - 2^d is read by the processor j that does not know its maker yet,
        // and by processor j - 2^d itself, where that takes part: j >= 2^(d+1).
        let distances: Vec<usize> = makers.iter().flat_map(|&items| 0..items as usize).collect();
        let shared = (0..log(expected.len().max(1) as u64))
            .any(|d| (2 << d..distances.len()).any(|j| distances[j] >= 1 << d));
        let inputs = [("m", makers.len().to_string()), ("K", list(&makers))];
        run("allocation", &inputs, &[])
            .succeeds()
            .gives("result", expected.clone())
            .gives("K", makers.clone())
            .costs(&allocation(&makers))
            .legal_on(if shared { "crew" } else { "erew" }, "erew");

        let mut cost = statement(1, does(0, 0, 0)); // total = 0;
        for _ in &makers {
            cost += round(1) + statement(1, does(1, 1, 0)); // total += K[i];
        }
        cost += statement(1, does(0, 0, 0)); // j = 0;
        for &items in &makers {
            cost += round(1) + statement(1, does(1, 0, 0)); // the header: K[i] puta
            for _ in 0..items {
                cost += round(1);
                cost += statement(1, does(0, 0, 1)); // owner[j] = i;
                cost += statement(1, does(0, 1, 0)); // j++;
            }
        }
        run(
            "allocation",
            &inputs,
            &["--entry", "allocation_in_sequence"],
        )
        .succeeds()
        .gives("result", expected)
        .costs(&cost);
    }
}
