//! Searching, maxima, products of matrices, recurrences, equations, transforms, numbers at random,
//! and a concurrent write without any.

use serde_json::json;

use super::{ANY_SIZE, Run, inputs, list, numbers, run};

#[test]
fn places_are_found_by_p_processors() {
    for n in ANY_SIZE.into_iter().filter(|n| *n <= 100) {
        let mut a = numbers(n, 50);
        a.sort_unstable();
        for p in [1, 2, 3, 7, 40] {
            for x in [-1, 0, 13, a[n as usize / 2], 49, 50] {
                let on = p.to_string();
                let smaller = a.iter().filter(|own| **own < x).count() as i64;
                let given = [("n", n.to_string()), ("A", list(&a)), ("x", x.to_string())];
                if x == 13 || p == 3 {
                    run("p_ary_search", &given, &["-p", &on])
                        .succeeds()
                        .gives("result", smaller);
                    let erew = run("p_ary_search_erew", &given, &["-p", &on]);
                    if n < p {
                        erew.ends(1);
                    } else {
                        erew.succeeds()
                            .gives("result", smaller)
                            .legal_on("erew", "erew");
                    }
                }
            }
        }
    }
}

#[test]
fn a_doubly_logarithmic_tree_finds_the_largest() {
    for n in ANY_SIZE {
        for bound in [3, 1000] {
            let a = numbers(n, bound);
            run("maximum_doubly_log", &inputs(&a), &[])
                .succeeds()
                .gives("result", *a.iter().max().unwrap());
        }
    }
    // 1024, then by twos 512, by threes 171, by sevens 25, by 41 one: four rounds of three.
    let run = run("maximum_doubly_log", &inputs(&numbers(1024, 1 << 30)), &[]).succeeds();
    assert_eq!(run.json["cost"]["rounds"]["time"], 1 + 3 * 4);
    assert_eq!(run.json["cost"]["processors"], 1024);
    let nobody = [("n", "0".to_owned())];
    super::run("maximum_doubly_log", &nobody, &[]).ends(1);
}

/// A matrix among the inputs or outputs.
fn matrix(run: &Run, group: &str, name: &str) -> Vec<Vec<i64>> {
    let rows = run.json[group][name].as_array().expect("rows");
    let ints = |row: &serde_json::Value| {
        let values = row.as_array().expect("a row").iter();
        values.map(|x| x.as_i64().expect("an int")).collect()
    };
    rows.iter().map(ints).collect()
}

#[test]
fn matrices_are_multiplied_on_every_model() {
    for n in [1, 2, 3, 4, 5, 8, 9] {
        for (name, model) in [
            ("matrix_product_erew", "erew"),
            ("matrix_product_n3", "crew"),
            ("matrix_product_n3_erew", "erew"),
            ("matrix_product_crcw", "crcw-sum"),
        ] {
            for entry in [name, "in sequence"] {
                let options = match (entry, name) {
                    ("in sequence", "matrix_product_erew" | "matrix_product_n3") => {
                        &["--entry", "product_in_sequence"][..]
                    }
                    ("in sequence", _) => &["--entry", "product_in_sequence"],
                    _ => &[],
                };
                let run = run(name, &[("n", n.to_string())], options).succeeds();
                let (x, y) = (matrix(&run, "inputs", "X"), matrix(&run, "inputs", "Y"));
                let cell =
                    |i: usize, j: usize| (0..n as usize).map(|k| x[i][k] * y[k][j]).sum::<i64>();
                let row = |i| (0..n as usize).map(|j| cell(i, j)).collect::<Vec<_>>();
                let product: Vec<_> = (0..n as usize).map(row).collect();
                assert_eq!(matrix(&run, "outputs", "result"), product, "{name} {n}");
                if n > 1 && options.is_empty() {
                    run.legal_on(model, model);
                }
            }
        }
    }
}

#[test]
fn recurrences_are_scanned() {
    for n in ANY_SIZE.into_iter().filter(|n| *n <= 100) {
        for modulus in [97, 1_000_003] {
            let (a, b) = (
                numbers(n, 1000),
                numbers(n + 500, 1000)[..n as usize].to_vec(),
            );
            let mut x = 0;
            let expected: Vec<i64> = (a.iter().zip(&b))
                .map(|(a, b)| {
                    x = (a * x + b) % modulus;
                    x
                })
                .collect();
            // One element has not been counted modulo M.
            let expected: Vec<i64> = expected.iter().map(|x| x % modulus).collect();
            let reduced: Vec<i64> = b.iter().map(|b| b % modulus).collect();
            let given = [
                ("n", n.to_string()),
                ("M", modulus.to_string()),
                ("a", list(&a)),
                ("b", list(&reduced)),
            ];
            run("recurrence", &given, &[])
                .succeeds()
                .gives("b", expected.clone())
                .legal_on("erew", "erew");
            run("recurrence", &given, &["--entry", "recurrence_in_sequence"])
                .succeeds()
                .gives("b", expected);
        }
    }
}

#[test]
fn equations_are_solved() {
    for n in [1_usize, 2, 3, 4, 6, 9] {
        // The solution is chosen; whole numbers with a large diagonal, in an order that needs pivots.
        let solution = numbers(n as u64, 21);
        let draws = numbers((n * n) as u64, 9);
        let row = |i: usize| {
            let turned = (i + 1) % n;
            let mut row: Vec<i64> = draws[i * n..(i + 1) * n].to_vec();
            row[turned] += 100;
            row.push(row.iter().zip(&solution).map(|(a, x)| a * x).sum());
            list(&row)
        };
        let rows: Vec<String> = (0..n).map(row).collect();
        let given = [("n", n.to_string()), ("M", rows.join(";"))];
        for options in [&[][..], &["--entry", "elimination_in_sequence"]] {
            let run = run("gauss_jordan", &given, options).succeeds();
            let x = run.json["outputs"]["result"].as_array().expect("an array");
            for (x, expected) in x.iter().zip(&solution) {
                let error = x.as_f64().expect("a number") - *expected as f64;
                assert!(error.abs() < 1e-9, "n = {n}: {x} is not {expected}");
            }
        }
    }
    let dependent = [("n", "2".to_owned()), ("M", "1,2,3;2,4,6".to_owned())];
    let refused = run("gauss_jordan", &dependent, &[]).ends(1);
    assert_eq!(refused.json["error"]["code"], "E0409");
}

const PRIME: i64 = 998_244_353;

fn power(base: i64, exponent: i64) -> i64 {
    (0..exponent).fold(1, |product, _| product * base % PRIME)
}

#[test]
fn the_transform_over_a_prime_is_a_sum_of_powers() {
    for n in [1_i64, 2, 4, 8, 16, 64] {
        // A root of order 2^23, squared until its order is n.
        let mut w = power(3, 119);
        let mut order = 1_i64 << 23;
        while order > n {
            w = w * w % PRIME;
            order /= 2;
        }
        let a = numbers(n as u64, 1000);
        let sum = |k: i64| {
            let terms = a
                .iter()
                .zip(0..)
                .map(|(x, j)| x * power(w, j * k % n) % PRIME);
            terms.sum::<i64>() % PRIME
        };
        let expected: Vec<i64> = (0..n).map(sum).collect();
        run("number_transform", &inputs(&a), &[])
            .succeeds()
            .gives("result", expected.clone())
            .legal_on("erew", "erew");
        run(
            "number_transform",
            &inputs(&a),
            &["--entry", "transform_in_sequence"],
        )
        .succeeds()
        .gives("result", expected);
    }
    for n in [3, 6, 12] {
        run("number_transform", &inputs(&numbers(n, 10)), &[]).ends(1);
    }
}

#[test]
fn points_are_counted_in_the_circle() {
    for n in [1_usize, 2, 3, 10, 33] {
        // Hundredths, some of them on the circle: 0.6² + 0.8² = 1.
        let mut x: Vec<i64> = numbers(n as u64, 201).iter().map(|x| x - 100).collect();
        let mut y: Vec<i64> = numbers(n as u64 + 9, 201)[..n]
            .iter()
            .map(|y| y - 100)
            .collect();
        (x[0], y[0]) = (0, -100);
        let inside = x
            .iter()
            .zip(&y)
            .filter(|(x, y)| *x * *x + *y * *y <= 10_000);
        let expected = 4.0 * inside.count() as f64 / n as f64;
        let reals = |values: &[i64]| {
            let texts = values.iter().map(|x| format!("{:.2}", *x as f64 / 100.0));
            texts.collect::<Vec<_>>().join(",")
        };
        let given = [("n", n.to_string()), ("x", reals(&x)), ("y", reals(&y))];
        for options in [&[][..], &["--entry", "pi_in_sequence"]] {
            let run = run("pi_at_random", &given, options).succeeds();
            assert_eq!(run.json["outputs"]["result"], json!(expected), "n = {n}");
        }
    }
    // With 10000 points three standard deviations are 0.05.
    let run = run("pi_at_random", &[("n", "10000".to_owned())], &[]).succeeds();
    let pi = run.json["outputs"]["result"].as_f64().unwrap();
    assert!((pi - std::f64::consts::PI).abs() < 0.05, "{pi}");
}

#[test]
fn the_lowest_processor_wins_without_concurrent_writes() {
    for (n, m) in [(1, 1), (1, 8), (2, 5), (8, 8), (5, 33), (40, 13)] {
        let cells: Vec<i64> = numbers(m, i64::from(n) + 1).iter().map(|a| a - 1).collect();
        let values = numbers(m, 1000);
        let mut memory = vec![0; n as usize];
        for (&cell, &value) in cells
            .iter()
            .zip(&values)
            .rev()
            .filter(|(cell, _)| **cell >= 0)
        {
            memory[cell as usize] = value;
        }
        let given = [
            ("n", n.to_string()),
            ("m", m.to_string()),
            ("M", list(&vec![0; n as usize])),
            ("a", list(&cells)),
            ("x", list(&values)),
        ];
        run("concurrent_write_on_erew", &given, &[])
            .succeeds()
            .gives("M", memory.clone())
            .legal_on("erew", "erew");
        let original = ["--entry", "write_at_once", "--model", "crcw-priority"];
        run("concurrent_write_on_erew", &given, &original)
            .succeeds()
            .gives("M", memory);
    }
}
