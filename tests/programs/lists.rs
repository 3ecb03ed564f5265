//! Linked lists: ranking by pointer jumping, and the heads of several lists.

use super::account::{Cost, branches, does, nothing, round, statement};
use super::{ANY_SIZE, list, log, numbers, run};

/// The successors of lists that hold the elements in these orders.
fn successors(lists: &[Vec<usize>]) -> Vec<i64> {
    let mut next = vec![-1; lists.iter().map(Vec::len).sum()];
    for pair in lists.iter().flat_map(|elements| elements.windows(2)) {
        next[pair[0]] = pair[1] as i64;
    }
    next
}

/// The elements 0 … n-1 in some order.
pub fn shuffled(n: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n as usize).collect();
    for (i, draw) in numbers(n, 1 << 30).into_iter().enumerate() {
        order.swap(i, draw as usize % (i + 1));
    }
    order
}

/// The inputs of a list program.
fn inputs(next: &[i64]) -> [(&'static str, String); 2] {
    [("n", next.len().to_string()), ("next", list(next))]
}

/// Ranks and successors at the start: one element is last.
fn initial_ranks(n: u64) -> Cost {
    round(n)
        + statement(n, does(1, 1, 0)) // next[i] == -1
        + branches(&[(1, does(0, 0, 1)), (n - 1, does(0, 0, 1))]) // rank[i] = 0; rank[i] = 1;
}

/// In round r = 0, 1, … everyone at least 2^r from the end still jumps.
fn jumping(n: u64) -> impl Iterator<Item = u64> {
    (0..log(n)).map(move |r| n - (1 << r))
}

/// How many jumps that makes.
fn jumps(n: u64) -> u64 {
    n * log(n) + 1 - (1 << log(n))
}

#[test]
fn list_ranking_measures_the_way_to_the_end() {
    for n in ANY_SIZE {
        let order = shuffled(n);
        let next = successors(std::slice::from_ref(&order));
        let mut ranks = vec![0; order.len()];
        for (rank, &element) in order.iter().rev().enumerate() {
            ranks[element] = rank as i64;
        }

        let mut cost = initial_ranks(n);
        for active in jumping(n) {
            cost += round(n);
            cost += statement(n, does(1, 1, 0)); // next[i] != -1
            cost += statement(active, does(3, 1, 1)); // rank[i] += rank[next[i]];
            cost += statement(active, does(2, 0, 1)); // next[i] = next[next[i]];
        }
        let (l, j) = (log(n), jumps(n));
        cost.equals(
            (l + 1, n * (l + 1)),
            (3 * l + 2, n * (l + 2) + 2 * j),
            (10 * l + 3, n * (2 * l + 3) + 8 * j),
        );
        cost.accesses(n * (l + 1) + 5 * j, n + 2 * j);

        // From three elements on, a middle one's rank is read by itself and its predecessor.
        let step = if n < 3 { "erew" } else { "crew" };
        run("list_ranking", &inputs(&next), &[])
            .succeeds()
            .gives("result", ranks.clone())
            .gives("next", vec![-1; order.len()])
            .costs(&cost)
            .legal_on(step, "erew");
        let erew = ["--model", "erew"];
        run("list_ranking", &inputs(&next), &erew).ends(if n < 3 { 0 } else { 3 });
        let each_access = ["--model", "erew", "--simultaneity", "access"];
        run("list_ranking", &inputs(&next), &each_access).ends(0);

        let mut cost = initial_ranks(n);
        for active in jumping(n) {
            cost += round(n);
            cost += statement(n, does(1, 0, 0)); // s = next[i];
            cost += statement(n, does(0, 1, 0)); // s != -1
            cost += statement(active, does(1, 0, 0)); // r = rank[s];
            cost += statement(active, does(1, 1, 1)); // rank[i] += r;
            cost += statement(active, does(1, 0, 1)); // next[i] = next[s];
        }
        cost.equals(
            (l + 1, n * (l + 1)),
            (5 * l + 2, n * (2 * l + 2) + 3 * j),
            (8 * l + 3, n * (2 * l + 3) + 6 * j),
        );
        cost.accesses(n * (l + 1) + 3 * j, n + 2 * j);
        run("list_ranking_erew", &inputs(&next), &[])
            .succeeds()
            .gives("result", ranks.clone())
            .costs(&cost)
            .legal_on("erew", "erew");

        let mut cost = nothing();
        for i in 0..n {
            cost += round(1) + statement(1, does(1, 1, 0)); // next[i] == -1
            let last = next[i as usize] == -1;
            // last = i; or previous[next[i]] = i;
            cost += statement(1, if last { does(0, 0, 0) } else { does(1, 0, 1) });
        }
        cost += statement(1, does(0, 0, 0)); // j = last;
        for r in 0..n {
            cost += round(1);
            cost += statement(1, does(0, 0, 1)); // rank[j] = r;
            cost += statement(1, does(0, 2, 0)); // r < n-1
            cost += statement(u64::from(r < n - 1), does(1, 0, 0)); // j = previous[j];
        }
        run(
            "list_ranking",
            &inputs(&next),
            &["--entry", "list_ranking_in_sequence"],
        )
        .succeeds()
        .gives("result", ranks)
        .costs(&cost);
    }
}

/// `list_head`: how many lists of which lengths decides.
fn list_head(lists: &[Vec<usize>]) -> Cost {
    let n: u64 = lists.iter().map(|elements| elements.len() as u64).sum();
    let links = n - lists.len() as u64;
    let mut cost = round(n);
    cost += statement(n, does(0, 0, 1)); // glava[i] = i;
    cost += statement(n, does(1, 1, 0)); // next[i] != -1
    cost += statement(links, does(1, 0, 1)); // glava[next[i]] = i;

    // An element at distance D from the head points min(D, 2^t) back after t jumps, and has
    // done when that is D: after 0 jumps at the head itself, after ⌈log D⌉ elsewhere.
    let distances = lists.iter().flat_map(|elements| 0..elements.len() as u64);
    let jumps: Vec<u64> = distances.map(|far| log(far.max(1))).collect();
    let most = jumps.iter().copied().max().unwrap_or(0);
    let at_least = |t: u64| jumps.iter().filter(|&&own| own >= t).count() as u64;
    for t in 0..=most {
        cost += statement(at_least(t), does(3, 1, 0)); // glava[i] != glava[glava[i]]
        let jumping = at_least(t + 1);
        cost += round(jumping);
        cost += statement(jumping, does(2, 0, 1)); // glava[i] = glava[glava[i]];
    }
    cost
}

#[test]
fn list_head_is_found_by_all() {
    let mut cases: Vec<Vec<Vec<usize>>> = ANY_SIZE.map(|n| vec![shuffled(n)]).into_iter().collect();
    cases.push(vec![vec![2], vec![0], vec![1]]);
    cases.push(vec![vec![2, 0], vec![1]]);
    cases.push(vec![vec![6, 1, 4], vec![0], vec![3, 5, 2, 8, 7]]);
    let order = shuffled(100);
    cases.push(vec![
        order[..64].to_vec(),
        order[64..65].to_vec(),
        order[65..].to_vec(),
    ]);
    for lists in cases {
        let next = successors(&lists);
        let mut heads = vec![0; next.len()];
        for elements in &lists {
            for &element in elements {
                heads[element] = elements[0] as i64;
            }
        }
        // The head's cell is read by the head and by its successor, in the third read of both.
        let model = if lists.iter().all(|elements| elements.len() == 1) {
            "erew"
        } else {
            "crew"
        };
        run("list_head", &inputs(&next), &[])
            .succeeds()
            .gives("result", heads)
            .gives("next", next.clone())
            .costs(&list_head(&lists))
            .legal_on(model, model);
    }
    // One list of n > 2 elements: K = ⌈log(n-1)⌉ jumps for the last one, 9 + 7K instructions.
    let cost = list_head(&[(0..100).collect()]);
    let k = log(99);
    assert_eq!(
        (cost.rounds.time(100), cost.steps.time(100)),
        (1 + k, 4 + 2 * k)
    );
    assert_eq!(cost.instructions.time(100), 9 + 7 * k);
}
