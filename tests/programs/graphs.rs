//! Graphs: components, forests, closures, shortest paths, levels, colours, independent sets.

use serde_json::json;

use super::{Run, list, numbers, run};

/// Numbers of vertices and edges.
const GRAPHS: [(u64, u64); 6] = [(1, 1), (2, 1), (5, 3), (8, 7), (13, 30), (33, 20)];

/// Edges at random, and along a path whose numbers are in order, turned round, and mixed.
fn edges(n: u64, m: u64) -> Vec<(Vec<i64>, Vec<i64>)> {
    let draws = numbers(2 * m, n as i64);
    let (one, other) = draws.split_at(m as usize);
    let path = |order: &[i64]| {
        let pairs = (0..m as usize).map(|j| (order[j % order.len()], order[(j + 1) % order.len()]));
        pairs.unzip()
    };
    let up: Vec<i64> = (0..n as i64).collect();
    let down: Vec<i64> = up.iter().rev().copied().collect();
    let mixed: Vec<i64> = super::lists::shuffled(n)
        .iter()
        .map(|v| *v as i64)
        .collect();
    vec![
        (one.to_vec(), other.to_vec()),
        path(&up),
        path(&down),
        path(&mixed),
    ]
}

fn inputs(n: u64, u: &[i64], v: &[i64]) -> Vec<(&'static str, String)> {
    vec![
        ("n", n.to_string()),
        ("m", u.len().to_string()),
        ("u", list(u)),
        ("v", list(v)),
    ]
}

/// The least number that can be reached from every vertex.
fn least(n: u64, u: &[i64], v: &[i64]) -> Vec<i64> {
    let mut least: Vec<i64> = (0..n as i64).collect();
    for _ in 0..n {
        for (&a, &b) in u.iter().zip(v) {
            let both = least[a as usize].min(least[b as usize]);
            least[a as usize] = both;
            least[b as usize] = both;
        }
    }
    least
}

#[test]
fn components_are_named_by_their_least_vertex() {
    for (n, m) in GRAPHS {
        for (u, v) in edges(n, m) {
            let expected = least(n, &u, &v);
            for options in [&[][..], &["--entry", "components_in_sequence"]] {
                run("components", &inputs(n, &u, &v), options)
                    .succeeds()
                    .gives("result", expected.clone());
            }
        }
    }
}

#[test]
fn the_lightest_forest_spans_every_component() {
    for (n, m) in GRAPHS {
        for (u, v) in edges(n, m) {
            for bound in [1, 100] {
                let w = numbers(m, bound);
                // Kruskal's, with the numbers of edges behind their weights.
                let mut order: Vec<usize> = (0..m as usize).collect();
                order.sort_by_key(|&j| (w[j], j));
                let mut taken = vec![0; m as usize];
                let (mut one, mut other) = (Vec::new(), Vec::new());
                for j in order {
                    let names = least(n, &one, &other);
                    if names[u[j] as usize] != names[v[j] as usize] {
                        taken[j] = 1;
                        one.push(u[j]);
                        other.push(v[j]);
                    }
                }
                let mut given = inputs(n, &u, &v);
                given.push(("w", list(&w)));
                for options in [&[][..], &["--entry", "forest_in_sequence"]] {
                    run("spanning_forest", &given, options)
                        .succeeds()
                        .gives("result", taken.clone());
                }
            }
        }
    }
}

fn rows(values: &[i64], n: u64) -> Vec<Vec<i64>> {
    values.chunks(n as usize).map(<[i64]>::to_vec).collect()
}

fn text(rows: &[Vec<i64>]) -> String {
    rows.iter()
        .map(|row| list(row))
        .collect::<Vec<_>>()
        .join(";")
}

impl Run {
    #[track_caller]
    fn leaves(self, name: &str, expected: &[Vec<i64>]) -> Self {
        assert_eq!(
            self.json["outputs"][name],
            json!(expected),
            "{}",
            self.command
        );
        self
    }
}

#[test]
fn paths_are_closed() {
    for n in [1, 2, 3, 4, 5, 8, 9] {
        // Few edges, so that not everything is reached.
        let draws = numbers(n * n, n as i64 + 1);
        let edges = rows(
            &draws.iter().map(|x| i64::from(*x == 0)).collect::<Vec<_>>(),
            n,
        );
        let mut reached = edges.clone();
        for (i, row) in reached.iter_mut().enumerate() {
            let mut open = vec![i];
            row.fill(0);
            while let Some(v) = open.pop() {
                if row[v] == 0 {
                    row[v] = 1;
                    open.extend((0..n as usize).filter(|w| edges[v][*w] == 1));
                }
            }
        }
        let given = [("n", n.to_string()), ("A", text(&edges))];
        for options in [&[][..], &["--entry", "closure_in_sequence"]] {
            run("transitive_closure", &given, options)
                .succeeds()
                .leaves("A", &reached);
        }
    }
}

#[test]
fn shortest_paths_are_as_long_as_bellman_and_ford_say() {
    for n in [1, 2, 3, 4, 6, 9, 12] {
        let far = 1000;
        let draws = numbers(n * n, 40);
        let lengths: Vec<i64> = draws
            .iter()
            .map(|x| if *x > 20 { far } else { *x })
            .collect();
        let mut lengths = rows(&lengths, n);
        for (i, row) in lengths.iter_mut().enumerate() {
            row[i] = 0;
        }
        let mut ways = lengths.clone();
        for row in &mut ways {
            for _ in 0..n {
                let old = row.clone();
                for (j, way) in row.iter_mut().enumerate() {
                    let over = |k: usize| old[k] + lengths[k][j];
                    *way = (0..n as usize).map(over).min().unwrap();
                }
            }
        }
        let given = [("n", n.to_string()), ("D", text(&lengths))];
        for options in [&[][..], &["--entry", "paths_in_sequence"]] {
            run("floyd_warshall", &given, options)
                .succeeds()
                .leaves("D", &ways);
        }
    }
}

#[test]
fn levels_are_distances() {
    for (n, m) in GRAPHS {
        for (u, v) in edges(n, m) {
            let s = n / 2;
            let mut level = vec![-1; n as usize];
            level[s as usize] = 0;
            let mut queue = vec![s as i64];
            let mut at = 0;
            while at < queue.len() {
                let a = queue[at];
                at += 1;
                let both = u.iter().zip(&v).chain(v.iter().zip(&u));
                for (_, &b) in both.filter(|(from, _)| **from == a) {
                    if level[b as usize] == -1 {
                        level[b as usize] = level[a as usize] + 1;
                        queue.push(b);
                    }
                }
            }
            let mut given = inputs(n, &u, &v);
            given.push(("s", s.to_string()));
            for options in [&[][..], &["--entry", "levels_in_sequence"]] {
                run("breadth_first", &given, options)
                    .succeeds()
                    .gives("result", level.clone());
            }
        }
    }
}

/// An output that is an array of ints.
fn output(run: &Run, name: &str) -> Vec<i64> {
    let values = run.json["outputs"][name].as_array().expect("an array");
    values.iter().map(|x| x.as_i64().expect("an int")).collect()
}

#[test]
fn neighbours_on_a_ring_have_different_colours() {
    for n in [2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 33, 64, 65, 257, 1000] {
        let up: Vec<i64> = (0..n as i64).collect();
        let mixed: Vec<i64> = super::lists::shuffled(n)
            .iter()
            .map(|v| *v as i64)
            .collect();
        for order in [up, mixed] {
            let given = [("n", n.to_string()), ("order", list(&order))];
            let run = run("three_colouring", &given, &[]).succeeds();
            let run = run.legal_on("erew", "erew");
            let colours = output(&run, "colour");
            for (k, &v) in order.iter().enumerate() {
                let next = order[(k + 1) % order.len()];
                assert_ne!(colours[v as usize], colours[next as usize], "n = {n}");
                assert!((0..3).contains(&colours[v as usize]), "n = {n}");
            }
        }
    }
}

#[test]
fn independent_sets_are_independent_and_maximal() {
    for (n, m) in GRAPHS {
        for (u, v) in edges(n, m) {
            for seed in ["0", "1"] {
                let run = run("independent_set", &inputs(n, &u, &v), &["--seed", seed]);
                let run = run.succeeds();
                let chosen = output(&run, "in_set");
                let mut beside = vec![false; n as usize];
                for (&a, &b) in u.iter().zip(&v).filter(|(a, b)| a != b) {
                    assert!(chosen[a as usize] + chosen[b as usize] < 2);
                    beside[a as usize] |= chosen[b as usize] == 1;
                    beside[b as usize] |= chosen[a as usize] == 1;
                }
                for (own, beside) in chosen.iter().zip(beside) {
                    assert!(*own == 1 || beside);
                }
            }
        }
    }
}
