//! What the programs compute, against naive computations; and the sizes that they refuse.
//!
//! Those that hand out or collect assert in every processor what has to be there.

use serde_json::json;

use super::{Run, on};

/// Every program that asserts its result in each processor, at sizes that its claims are not about
/// too.
#[test]
fn assertions_hold_at_many_sizes() {
    for p in [1, 2, 3, 5, 8, 13] {
        for source in [0, p - 1] {
            on(
                "network/naive_broadcast",
                p,
                &format!("source={source} m=4"),
                &[],
            )
            .succeeds();
        }
        if p > 1 {
            on("network/ring_all_broadcast", p, "m=4", &[]).succeeds();
        }
        on("network/line_all_broadcast", p, "m=4", &[]).succeeds();
    }
    for p in [2, 4, 8, 16] {
        for source in 0..p {
            let inputs = format!("source={source} m=3");
            on("network/ring_broadcast", p, &inputs, &["--tc", "0"]).succeeds();
            on("network/cube_broadcast", p, &inputs, &[]).succeeds();
        }
    }
    for p in [16, 25] {
        for r in -2..=2 {
            for c in -2..=2 {
                on("network/mesh_shift", p, &format!("r={r} c={c} m=2"), &[]).succeeds();
            }
        }
    }
}

#[test]
fn prefix_sums() {
    for p in [1_u64, 2, 4, 16] {
        for m in [1_usize, 3] {
            let run = on("network/cube_prefix_sums", p, &format!("m={m}"), &[]).succeeds();
            let given = run.ints("inputs", "A");
            let mut sums = given.clone();
            for k in m..sums.len() {
                sums[k] += sums[k - m];
            }
            assert_eq!(run.ints("outputs", "R"), sums);
        }
    }
    // The lecture's ⟨3, 1, 4, 0, 2⟩.
    let run = on("network/cube_prefix_sums", 8, "A=3,1,4,0,2,0,0,0", &[]);
    run.succeeds().gives("R", vec![3, 4, 8, 8, 10, 10, 10, 10]);
}

#[test]
fn what_is_scattered_arrives() {
    for p in [1, 2, 8, 16] {
        for m in [1, 3] {
            let run = on("network/cube_scatter", p, &format!("m={m}"), &[]).succeeds();
            let all: Vec<i64> = (0..p as i64 * m).collect();
            run.gives("R", all);
        }
    }
}

/// Part j of row i is in the end part i of row j.
#[test]
fn total_exchanges_transpose() {
    let all: [(&str, &[u64]); 4] = [
        ("ring", &[1, 2, 3, 5, 8]),
        ("mesh", &[1, 4, 9, 16]),
        ("cube", &[1, 2, 4, 8, 16]),
        ("cube_pairwise", &[1, 2, 4, 8, 16]),
    ];
    for (name, processors) in all {
        let name = match name {
            "cube_pairwise" => "network/cube_pairwise_exchange".to_owned(),
            name => format!("network/{name}_total_exchange"),
        };
        for p in processors {
            for m in [1_usize, 2] {
                let run = on(&name, *p, &format!("m={m}"), &[]).succeeds();
                let (from, to) = (run.matrix("inputs", "M"), run.matrix("outputs", "R"));
                for (i, row) in to.iter().enumerate() {
                    for (j, part) in row.chunks(m).enumerate() {
                        assert_eq!(part, &from[j][i * m..(i + 1) * m], "{name} {p} {i} {j}");
                    }
                }
            }
        }
    }
}

fn product(run: &Run) -> Vec<Vec<i64>> {
    let (a, b) = (run.matrix("inputs", "A"), run.matrix("inputs", "B"));
    let cell = |row: &[i64], y: usize| row.iter().zip(&b).map(|(x, other)| x * other[y]).sum();
    let row = |row: &Vec<i64>| (0..b[0].len()).map(|y| cell(row, y)).collect();
    a.iter().map(row).collect()
}

#[test]
fn matrices_are_multiplied() {
    let blocks: [(&str, &[u64]); 3] = [
        ("network/fox", &[1, 4, 16]),
        ("network/cannon", &[1, 4, 9, 16]),
        ("network/cannon_shifts", &[1, 4, 9, 16]),
    ];
    let strips: [(&str, &[u64]); 2] = [
        ("network/strips_rows", &[1, 2, 3, 4, 6, 12]),
        ("network/strips_columns", &[1, 2, 3, 4, 6, 12]),
    ];
    for (name, processors) in blocks.into_iter().chain(strips) {
        for p in processors {
            for seed in ["1", "2"] {
                let run = on(name, *p, "n=12", &["--seed", seed, "--th", "2"]).succeeds();
                assert_eq!(run.matrix("outputs", "C"), product(&run), "{}", run.command);
            }
        }
    }
}

#[test]
fn finite_differences() {
    for p in [2_usize, 3, 8, 13] {
        for turns in [0, 1, 10] {
            let inputs = format!("K={turns}");
            let run = on("network/finite_differences", p as u64, &inputs, &[]).succeeds();
            let mut x = run.ints("inputs", "X");
            for _ in 0..turns {
                let next =
                    |i: usize| (x[(i + p - 1) % p] + 2 * x[i] + x[(i + 1) % p]).div_euclid(4);
                x = (0..p).map(next).collect();
            }
            let printed: Vec<String> = x.iter().map(i64::to_string).collect();
            assert_eq!(run.json["printed"], json!(printed));
        }
    }
}

#[test]
fn jacobi_s_iteration() {
    for (p, n, turns) in [(1, 4_usize, 3), (4, 4, 2), (4, 6, 5), (9, 9, 4), (16, 8, 5)] {
        let run = on("network/jacobi", p, &format!("n={n} K={turns}"), &[]).succeeds();
        let mut x = run.matrix("inputs", "X");
        for _ in 0..turns {
            let at = |r: usize, s: usize| x[r % n][s % n];
            let around = |r, s| at(r + n - 1, s) + at(r + 1, s) + at(r, s + n - 1) + at(r, s + 1);
            let row = |r| (0..n).map(|s| around(r, s).div_euclid(4)).collect();
            x = (0..n).map(row).collect();
        }
        assert_eq!(run.matrix("outputs", "X"), x);
    }
}

#[test]
fn the_atmosphere() {
    for (p, n, z) in [(1, 8, 1), (2, 7, 2), (3, 8, 2), (4, 18, 2), (5, 13, 1)] {
        let run = on("network/atmosphere", p, &format!("N={n} Z={z}"), &[]).succeeds();
        let x = run.matrix("inputs", "X");
        let at = |r: usize, c: usize| x[r % n][c];
        let mean = |r: usize, c| {
            let around = at(r + n - 2, c) + at(r + n - 1, c) + at(r + 1, c) + at(r + 2, c);
            (around + 2 * at(r, c)).div_euclid(6)
        };
        let y: Vec<Vec<i64>> = (0..n)
            .map(|r| (0..n * z).map(|c| mean(r, c)).collect())
            .collect();
        assert_eq!(run.matrix("outputs", "Y"), y, "{}", run.command);
    }
    for (p, n, z) in [(1, 6, 1), (4, 8, 2), (9, 12, 1), (16, 8, 2)] {
        let run = on("network/atmosphere_2d", p, &format!("N={n} Z={z}"), &[]).succeeds();
        let x = run.matrix("inputs", "X");
        let at = |r: usize, c: usize, k: usize| x[r % n][c % n * z + k];
        let mean = |r: usize, c: usize, k| {
            let near = |d: usize| {
                at(r + n - d, c, k) + at(r + d, c, k) + at(r, c + n - d, k) + at(r, c + d, k)
            };
            (near(1) + near(2)).div_euclid(8)
        };
        let row = |r| (0..n * z).map(|c| mean(r, c / z, c % z)).collect();
        let y: Vec<Vec<i64>> = (0..n).map(row).collect();
        assert_eq!(run.matrix("outputs", "Y"), y, "{}", run.command);
    }
}

#[test]
fn blocks_are_sorted() {
    for (p, n) in [(3, 3), (3, 12), (4, 16), (5, 20), (8, 24)] {
        for seed in ["1", "2", "3"] {
            for generator in ["A=random(0,9)", "A=permutation"] {
                let inputs = format!("n={n} {generator}");
                let run = on("network/odd_even_blocks", p, &inputs, &["--seed", seed]);
                let run = run.keeps_its_claims();
                let mut sorted = run.ints("inputs", "A");
                sorted.sort_unstable();
                assert_eq!(run.ints("outputs", "A"), sorted);
            }
        }
    }
}

#[test]
fn sums_and_interactions() {
    for p in [1, 2, 4, 8] {
        for n in [8, 9, 31, 64] {
            let run = on("network/unit_time_sum", p, &format!("n={n}"), &[]).succeeds();
            let sum: i64 = run.ints("inputs", "A").iter().sum();
            assert_eq!(run.json["printed"], json!([sum.to_string()]));
        }
    }
    for p in [2, 3, 7, 8] {
        let run = on("network/pairwise_interactions", p, "", &[]).succeeds();
        let x = run.ints("inputs", "X");
        let force = |a: &i64| x.iter().map(|b| (a - b).abs()).sum();
        let forces: Vec<i64> = x.iter().map(force).collect();
        run.gives("F", forces);
    }
}

/// The hits among so many points of the generator that begins with a seed.
fn hits(seed: i64, points: i64) -> i64 {
    let mut z = seed;
    let mut next = || {
        z = (1_103_515_245 * z + 12345) % (1 << 30);
        z
    };
    (0..points)
        .filter(|_| {
            let (x, y) = (next(), next());
            x * x + y * y < 1 << 60
        })
        .count() as i64
}

#[test]
fn pi_three_ways() {
    for (p, points) in [(2, 1000), (4, 4000), (8, 800)] {
        let all: i64 = (1..=p).map(|seed| hits(seed, points / p)).sum();
        let pi = 4.0 * all as f64 / points as f64;
        for name in ["network/pi_collected", "network/pi_reduced"] {
            let run = on(name, p as u64, &format!("points={points}"), &[]).succeeds();
            let printed: f64 = run.json["printed"][0].as_str().unwrap().parse().unwrap();
            assert!((printed - pi).abs() < 1e-9, "{name}: {printed} {pi}");
        }
    }
    for (p, tasks, points) in [(2, 3, 500), (3, 4, 1000), (5, 7, 300)] {
        let inputs = format!("tasks={tasks} points={points}");
        let run = on("network/pi_pool", p, &inputs, &[]);
        let all: i64 = (1..=tasks).map(|task| hits(task, points)).sum();
        assert_eq!(run.json["printed"], json!([all.to_string()]));
    }
}

/// Every task is done once, whatever the number of workers; with few long tasks T is not the claim's.
#[test]
fn pools_do_every_task() {
    for p in [2, 3, 5, 8] {
        for tasks in [1, 2, 5, 9] {
            let run = on(
                "network/pool_of_tasks",
                p,
                &format!("tasks={tasks} load=7"),
                &[],
            );
            assert_eq!(run.json["violations"], json!([]), "{}", run.stderr);
            assert!(run.json["error"].is_null(), "{}", run.json);
            assert_eq!(*run.counted("messages"), json!(2 * (tasks + p as i64 - 1)));
        }
    }
}

#[test]
fn sizes_that_make_no_sense_are_refused() {
    // By the program.
    for (name, p, inputs) in [
        ("ring_broadcast", 6, ""),
        ("ring_reduction", 6, ""),
        ("tree_reduction", 6, ""),
        ("naive_reduction", 1, ""),
        ("chain_reduction", 2, ""),
        ("cube_scatter_broadcast", 8, "m=12"),
        ("mesh_broadcast", 9, ""),
        ("mesh_reduction", 9, ""),
        ("fox", 9, "n=18"),
        ("fox", 16, "n=18"),
        ("cannon", 9, "n=16"),
        ("cannon_shifts", 9, "n=16"),
        ("strips_rows", 3, "n=8"),
        ("strips_columns", 3, "n=8"),
        ("jacobi", 9, "n=8"),
        ("atmosphere", 5, "N=9"),
        ("atmosphere_2d", 16, "N=4"),
        ("odd_even_blocks", 3, "n=16"),
        ("odd_even_blocks", 2, "n=16"),
        ("unit_time_sum", 6, ""),
        ("unit_time_sum", 16, "n=8"),
        ("pi_collected", 3, "points=1000"),
        ("pi_reduced", 3, "points=1000"),
        ("cube_shift_gray", 8, "shift=8"),
    ] {
        let run = on(&format!("network/{name}"), p, inputs, &[]);
        run.ends(1).refuses("E0409");
    }
    // By the network.
    for (name, p) in [
        ("mesh_broadcast", 8),
        ("jacobi", 8),
        ("cube_broadcast", 6),
        ("tree_broadcast", 6),
    ] {
        on(&format!("network/{name}"), p, "", &[])
            .ends(1)
            .refuses("E0207");
    }
}
