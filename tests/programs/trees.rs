//! Trees and forests: roots, numbers by an Euler tour, common ancestors, expressions, and list
//! ranking with linear work.

use super::{list, numbers, run};

const SIZES: [u64; 7] = [1, 2, 3, 5, 8, 16, 33];

/// The parents of a forest of at most so many trees, its vertices in a random order.
pub fn forest(n: u64, trees: u64) -> Vec<i64> {
    let names = super::lists::shuffled(n);
    let draws = numbers(n, 1 << 30);
    let mut parent = vec![-1; n as usize];
    for k in trees.max(1) as usize..n as usize {
        parent[names[k]] = names[draws[k] as usize % k] as i64;
    }
    parent
}

/// The children of every vertex, in the order of their numbers.
pub fn children_of(parent: &[i64]) -> Vec<Vec<usize>> {
    let mut children = vec![Vec::new(); parent.len()];
    for (v, &above) in parent.iter().enumerate() {
        if above != -1 {
            children[above as usize].push(v);
        }
    }
    children
}

/// A chain and a star with their root at the end, and forests.
fn forests(n: u64) -> Vec<Vec<i64>> {
    let last = n as i64 - 1;
    let chain = (0..=last)
        .map(|v| if v == last { -1 } else { v + 1 })
        .collect();
    let star = (0..=last)
        .map(|v| if v == last { -1 } else { last })
        .collect();
    vec![
        chain,
        star,
        forest(n, 1),
        forest(n, 3),
        vec![-1; n as usize],
    ]
}

/// The vertex itself and all above it.
fn way_up(parent: &[i64], v: i64) -> Vec<i64> {
    let above = |v: &i64| Some(parent[*v as usize]).filter(|above| *above != -1);
    std::iter::successors(Some(v), above).collect()
}

fn inputs(parent: &[i64]) -> [(&'static str, String); 2] {
    [("n", parent.len().to_string()), ("parent", list(parent))]
}

#[test]
fn every_vertex_finds_its_root() {
    for n in SIZES {
        for parent in forests(n) {
            let root = |v| *way_up(&parent, v).last().unwrap();
            let roots: Vec<i64> = (0..n as i64).map(root).collect();
            for entry in ["forest_roots", "forest_roots_in_sequence"] {
                run("forest_roots", &inputs(&parent), &["--entry", entry])
                    .succeeds()
                    .gives("result", roots.clone());
            }
            run("forest_roots", &inputs(&parent), &[]).succeeds();
        }
    }
}

fn preorder(v: usize, children: &[Vec<usize>], found: &mut Vec<usize>) {
    found.push(v);
    for &child in &children[v] {
        preorder(child, children, found);
    }
}

#[test]
fn an_euler_tour_numbers_the_vertices() {
    for n in SIZES {
        for parent in forests(n) {
            let children = children_of(&parent);
            let mut order = Vec::new();
            for root in (0..n as usize).filter(|v| parent[*v] == -1) {
                preorder(root, &children, &mut order);
            }
            let mut places = vec![0; n as usize];
            for (place, &v) in order.iter().enumerate() {
                places[v] = place as i64;
            }
            let mut descendants = vec![0; n as usize];
            let mut depths = Vec::new();
            for v in 0..n as i64 {
                let way = way_up(&parent, v);
                depths.push(way.len() as i64 - 1);
                for above in way {
                    descendants[above as usize] += 1;
                }
            }
            run("tree_numbers", &inputs(&parent), &[])
                .succeeds()
                .gives("depth", depths)
                .gives("descendants", descendants)
                .gives("preorder", places)
                .legal_on("erew", "erew");
        }
    }
}

#[test]
fn the_lowest_common_ancestor_is_on_both_ways_up() {
    for n in SIZES {
        let draws = numbers(40, n as i64);
        let (x, y) = draws.split_at(20);
        for parent in forests(n).into_iter().take(3) {
            let lowest = |(v, w): (&i64, &i64)| {
                let other = way_up(&parent, *w);
                let mut own = way_up(&parent, *v).into_iter();
                own.find(|u| other.contains(u))
                    .expect("the root is above both")
            };
            let expected: Vec<i64> = x.iter().zip(y).map(lowest).collect();
            let [size, parents] = inputs(&parent);
            let given = [
                size,
                parents,
                ("m", "20".to_owned()),
                ("x", list(x)),
                ("y", list(y)),
            ];
            for options in [&[][..], &["--entry", "ancestors_in_sequence"]] {
                run("common_ancestors", &given, options)
                    .succeeds()
                    .gives("result", expected.clone());
            }
        }
    }
}

/// A full binary tree of so many leaves: vertices appear by splitting a leaf.
fn expression(leaves: u64) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
    let n = 2 * leaves as usize - 1;
    let names = super::lists::shuffled(n as u64);
    let mut parent = vec![-1; n];
    let mut open = vec![names[0]];
    for (k, draw) in numbers(leaves - 1, 1 << 30).into_iter().enumerate() {
        let above = open.swap_remove(draw as usize % open.len());
        for &child in &names[2 * k + 1..2 * k + 3] {
            parent[child] = above as i64;
            open.push(child);
        }
    }
    (
        parent,
        numbers(n as u64, 2),
        numbers(n as u64 + 7, 1000)[..n].to_vec(),
    )
}

fn value(v: usize, children: &[Vec<usize>], op: &[i64], values: &[i64], modulus: i64) -> i64 {
    match children[v][..] {
        [one, other] => {
            let x = value(one, children, op, values, modulus);
            let y = value(other, children, op, values, modulus);
            (if op[v] == 1 { x * y } else { x + y }) % modulus
        }
        _ => values[v] % modulus,
    }
}

#[test]
fn an_expression_is_contracted_to_its_value() {
    for leaves in [1, 2, 3, 4, 5, 6, 7, 8, 20, 33] {
        let (parent, op, values) = expression(leaves);
        let root = parent.iter().position(|above| *above == -1).unwrap();
        for modulus in [1_000_003, 97] {
            let given = [
                ("n", parent.len().to_string()),
                ("parent", list(&parent)),
                ("op", list(&op)),
                ("value", list(&values)),
                ("M", modulus.to_string()),
            ];
            let expected = value(root, &children_of(&parent), &op, &values, modulus);
            for options in [&[][..], &["--entry", "expression_in_sequence"]] {
                run("expression_tree", &given, options)
                    .succeeds()
                    .gives("result", expected)
                    .legal_on("erew", "erew");
            }
        }
    }
}

#[test]
fn ranks_do_not_depend_on_the_coins() {
    for n in SIZES {
        let order = super::lists::shuffled(n);
        let mut next = vec![-1; n as usize];
        for pair in order.windows(2) {
            next[pair[0]] = pair[1] as i64;
        }
        let mut ranks = vec![0; n as usize];
        for (rank, &element) in order.iter().rev().enumerate() {
            ranks[element] = rank as i64;
        }
        for seed in ["0", "1", "2"] {
            let given = [("n", n.to_string()), ("next", list(&next))];
            run("list_ranking_optimal", &given, &["--seed", seed])
                .succeeds()
                .gives("result", ranks.clone())
                .legal_on("erew", "erew");
        }
    }
    // Linear: sixteen times the elements take less than 24 times the work. Jumping takes n processors
    // for log n + 1 rounds: 16 * 12/8 = 24 times.
    let work = |name: &str, n: u64| {
        let run = run(name, &[("n", n.to_string())], &[]).succeeds();
        run.json["cost"]["rounds"]["work"]
            .as_f64()
            .expect("a count")
    };
    let growth = |name| work(name, 2048) / work(name, 128);
    assert!(growth("list_ranking_optimal") < 24.0);
    assert!((growth("list_ranking_erew") - 24.0).abs() < 1e-9);
}
