//! Loops that end at another time in every processor: binary search and Collatz sequences.

use super::account::{Cost, branches, does, nothing, round, statement};
use super::{ANY_SIZE, inputs, list, numbers, run};

/// `binary_search`: how each key's interval shrinks decides.
fn binary_search(a: &[i64], keys: &[i64]) -> Cost {
    let m = keys.len() as u64;
    let mut cost = round(m);
    cost += statement(m, does(1, 0, 0)); // x = key[j];
    cost += statement(m, does(0, 0, 0)); // low = 0;
    cost += statement(m, does(0, 0, 0)); // high = n;
    let mut searching: Vec<(i64, usize, usize)> =
        keys.iter().map(|&key| (key, 0, a.len())).collect();
    loop {
        cost += statement(searching.len() as u64, does(0, 1, 0)); // low < high
        searching.retain(|(_, low, high)| low < high);
        let active = searching.len() as u64;
        if active == 0 {
            return cost + statement(m, does(0, 0, 1)); // place[j] = low;
        }
        let mut right = 0;
        for (key, low, high) in &mut searching {
            let middle = usize::midpoint(*low, *high);
            if a[middle] < *key {
                right += 1;
                *low = middle + 1;
            } else {
                *high = middle;
            }
        }
        cost += round(active);
        cost += statement(active, does(0, 2, 0)); // middle = (low + high) / 2;
        cost += statement(active, does(1, 1, 0)); // A[middle] < x
        cost += branches(&[
            (right, does(0, 1, 0)),          // low = middle + 1;
            (active - right, does(0, 0, 0)), // high = middle;
        ]);
    }
}

#[test]
fn binary_search_counts_what_is_smaller() {
    for n in ANY_SIZE {
        for m in [1, 2, 9, 40] {
            let mut a = numbers(n, 50);
            a.sort_unstable();
            let keys: Vec<i64> = numbers(m, 54).iter().map(|key| key - 2).collect();
            let smaller = |key: &i64| a.iter().filter(|x| *x < key).count() as i64;
            let expected: Vec<i64> = keys.iter().map(smaller).collect();
            // All begin in the middle.
            let model = if m == 1 { "erew" } else { "crew" };
            let inputs = [
                ("n", n.to_string()),
                ("m", m.to_string()),
                ("A", list(&a)),
                ("key", list(&keys)),
            ];
            run("binary_search", &inputs, &[])
                .succeeds()
                .gives("result", expected.clone())
                .costs(&binary_search(&a, &keys))
                .legal_on(model, model);
            let alone = ["--entry", "binary_search_in_sequence"];
            run("binary_search", &inputs, &alone)
                .succeeds()
                .gives("result", expected);
        }
    }
}

/// The next number of the sequence.
fn next(x: i64) -> i64 {
    if x % 2 == 0 { x / 2 } else { 3 * x + 1 }
}

/// `collatz`: everyone goes on until it comes to 1.
fn collatz(numbers: &[i64]) -> Cost {
    let n = numbers.len() as u64;
    let mut cost = round(n);
    cost += statement(n, does(1, 0, 0)); // x = A[i];
    cost += statement(n, does(0, 0, 0)); // k = 0;
    let mut going = numbers.to_vec();
    while !going.is_empty() {
        cost += statement(going.len() as u64, does(0, 1, 0)); // x != 1
        going.retain(|&x| x != 1);
        let active = going.len() as u64;
        let even = going.iter().filter(|&&x| x % 2 == 0).count() as u64;
        cost += statement(active, does(0, 2, 0)); // x mod 2 == 0
        cost += branches(&[
            (even, does(0, 1, 0)),          // x = x / 2;
            (active - even, does(0, 2, 0)), // x = 3*x + 1;
        ]);
        cost += statement(active, does(0, 1, 0)); // k++;
        for x in &mut going {
            *x = next(*x);
        }
    }
    cost + statement(n, does(0, 0, 1)) // steps[i] = k;
}

#[test]
fn collatz_sequences_come_down_to_one() {
    let length = |x: &i64| {
        std::iter::successors(Some(*x), |&x| (x != 1).then(|| next(x))).count() as i64 - 1
    };
    let of_27 = run("collatz", &[("A", "27,1,2,3".to_owned())], &[]);
    of_27.succeeds().gives("result", vec![111, 0, 1, 7]);
    for n in ANY_SIZE {
        let a: Vec<i64> = numbers(n, 999).iter().map(|x| x + 1).collect();
        let expected: Vec<i64> = a.iter().map(length).collect();
        run("collatz", &inputs(&a), &[])
            .succeeds()
            .gives("result", expected.clone())
            .costs(&collatz(&a))
            .legal_on("erew", "erew");
        run("collatz", &inputs(&a), &["--entry", "collatz_in_sequence"])
            .succeeds()
            .gives("result", expected);
    }
    let mut empty = nothing();
    empty += collatz(&[1]);
    empty.equals((1, 1), (4, 4), (4, 4));
}
