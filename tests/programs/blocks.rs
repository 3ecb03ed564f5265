//! What reductions and scans are good for: words, terrains, polynomials, digits, brackets, primes,
//! cells that live, common subsequences.

use serde_json::json;

use super::{inputs, list, numbers, run};

const SIZES: [u64; 8] = [1, 2, 3, 4, 5, 8, 13, 33];

#[test]
fn words_are_compared_as_in_a_dictionary() {
    for n in [1_u64, 2, 3, 5, 8, 33] {
        for m in [n, n + 1, n.div_ceil(2)] {
            // A common beginning, then a difference or none.
            for common in [0, n.min(m) / 2, n.min(m)] {
                let mut x = numbers(n, 3);
                let mut y = numbers(m, 3);
                y[..common as usize].fill(1);
                x[..common as usize].fill(1);
                let expected = x.cmp(&y) as i64;
                let given = [
                    ("n", n.to_string()),
                    ("m", m.to_string()),
                    ("x", list(&x)),
                    ("y", list(&y)),
                ];
                for options in [&[][..], &["--entry", "compare_in_sequence"]] {
                    run("word_comparison", &given, options)
                        .succeeds()
                        .gives("result", expected)
                        .legal_on("erew", "erew");
                }
            }
        }
    }
}

#[test]
fn a_point_is_seen_over_all_before_it() {
    for n in SIZES {
        for bound in [3, 1000] {
            let h = numbers(n, bound);
            // h[i] over h[j] as seen from h[0]: cross products instead of slopes.
            let is_above = |i: usize, j: usize| (h[i] - h[0]) * j as i64 > (h[j] - h[0]) * i as i64;
            let is_seen = |i: usize| (1..i).all(|j| is_above(i, j));
            let seen: Vec<bool> = (0..n as usize).map(is_seen).collect();
            let given = [("n", n.to_string()), ("h", list(&h))];
            for options in [&[][..], &["--entry", "line_of_sight_in_sequence"]] {
                run("line_of_sight", &given, options)
                    .succeeds()
                    .gives("result", seen.clone());
            }
        }
    }
    let nobody = [("n", "0".to_owned())];
    run("line_of_sight", &nobody, &[]).ends(1);
}

#[test]
fn polynomials_are_evaluated() {
    for n in SIZES {
        for x in [-1, 0, 1, 2] {
            let c: Vec<i64> = numbers(n, 19).iter().map(|c| c - 9).collect();
            let given = [("n", n.to_string()), ("c", list(&c)), ("x", x.to_string())];
            let expected = c.iter().rev().fold(0, |sum, c| sum * x + c);
            run("polynomial", &given, &[])
                .succeeds()
                .gives("result", expected)
                .legal_on("erew", "erew");
            run("polynomial", &given, &["--entry", "horner"])
                .succeeds()
                .gives("result", expected);
        }
    }
    // 3^63 fits into no int.
    let large = [("n", "65".to_owned()), ("x", "3".to_owned())];
    let run = run("polynomial", &large, &[]).ends(1);
    assert_eq!(run.json["error"]["code"], "E0401");
}

#[test]
fn numbers_of_many_digits_are_added() {
    for n in SIZES {
        for base in [2, 10] {
            let full = vec![base - 1; n as usize];
            let mut one = vec![0; n as usize];
            one[0] = 1;
            for (x, y) in [
                (
                    numbers(n, base),
                    numbers(n + 50, base)[..n as usize].to_vec(),
                ),
                (full.clone(), one),
                (full.clone(), full),
            ] {
                let mut carry = 0;
                let mut sum: Vec<i64> = (x.iter().zip(&y))
                    .map(|(x, y)| {
                        let digit = x + y + carry;
                        carry = i64::from(digit >= base);
                        digit % base
                    })
                    .collect();
                sum.push(carry);
                let given = [
                    ("n", n.to_string()),
                    ("base", base.to_string()),
                    ("x", list(&x)),
                    ("y", list(&y)),
                ];
                run("big_addition", &given, &[])
                    .succeeds()
                    .gives("result", sum)
                    .legal_on("erew", "erew");
            }
        }
    }
}

/// A balanced sequence of `n` signs.
fn balanced(n: u64) -> Vec<i64> {
    let mut depth = 0;
    let mut signs = Vec::new();
    for (i, draw) in numbers(n, 3).into_iter().enumerate() {
        let left = n as i64 - i as i64;
        let sign = if depth == left || (draw == 0 && depth > 0) {
            -1
        } else {
            i64::from(!(draw == 1 || depth + 2 > left))
        };
        depth += sign;
        signs.push(sign);
    }
    assert_eq!(depth, 0);
    signs
}

#[test]
fn brackets_find_their_partners() {
    for n in SIZES {
        let mut turned = balanced(n);
        turned.reverse();
        for s in [
            balanced(n),
            turned,
            numbers(n, 3).iter().map(|x| x - 1).collect(),
        ] {
            let mut open = Vec::new();
            let mut partner = vec![-1; s.len()];
            let mut is_balanced = true;
            for (i, sign) in s.iter().enumerate() {
                match sign {
                    1 => open.push(i),
                    -1 => match open.pop() {
                        Some(begin) => {
                            partner[begin] = i as i64;
                            partner[i] = begin as i64;
                        }
                        None => is_balanced = false,
                    },
                    _ => {}
                }
            }
            is_balanced &= open.is_empty();
            let given = [("n", n.to_string()), ("s", list(&s))];
            run("brackets", &given, &[])
                .succeeds()
                .gives("result", is_balanced)
                .legal_on("erew", "erew");
            let matching = run("bracket_matching", &given, &[]);
            if is_balanced {
                matching.succeeds().gives("result", partner.clone());
                let alone = ["--entry", "matching_in_sequence"];
                run("bracket_matching", &given, &alone).gives("result", partner);
            } else {
                assert_eq!(matching.ends(1).json["error"]["code"], "E0409");
            }
        }
    }
}

#[test]
fn the_sieve_leaves_the_primes() {
    for n in [1_u64, 2, 3, 4, 9, 10, 24, 25, 26, 48, 49, 50, 121, 300] {
        let is_prime = |k: u64| k > 1 && (2..k).all(|d| !k.is_multiple_of(d));
        let primes: Vec<bool> = (0..=n).map(is_prime).collect();
        run("sieve", &[("n", n.to_string())], &[])
            .succeeds()
            .gives("result", primes)
            .legal_on("erew", "erew");
    }
}

#[test]
fn cells_live_and_die_on_a_torus() {
    for (n, m, generations) in [
        (1, 1, 1),
        (1, 4, 2),
        (2, 3, 2),
        (3, 3, 3),
        (5, 6, 4),
        (8, 7, 5),
    ] {
        let cells = numbers(n * m, 2);
        let mut rows: Vec<Vec<i64>> = cells.chunks(m as usize).map(<[i64]>::to_vec).collect();
        let text = rows
            .iter()
            .map(|row| list(row))
            .collect::<Vec<_>>()
            .join(";");
        for _ in 0..generations {
            let old = rows.clone();
            for (i, row) in rows.iter_mut().enumerate() {
                for (j, cell) in row.iter_mut().enumerate() {
                    let mut around = -old[i][j];
                    for (u, v) in (0..3).flat_map(|u| (0..3).map(move |v| (u, v))) {
                        let above = (i + u + n as usize - 1) % n as usize;
                        let left = (j + v + m as usize - 1) % m as usize;
                        around += old[above][left];
                    }
                    *cell = i64::from(around == 3 || around == 2 && old[i][j] == 1);
                }
            }
        }
        let given = [
            ("n", n.to_string()),
            ("m", m.to_string()),
            ("K", generations.to_string()),
            ("A", text),
        ];
        let run = run("game_of_life", &given, &[]).succeeds();
        assert_eq!(run.json["outputs"]["A"], json!(rows), "{n} {m}");
    }
}

#[test]
fn common_subsequences_are_as_long_as_a_search_finds() {
    // From the definition: drop the first letter of one of them, or take it in both.
    fn longest(x: &[i64], y: &[i64]) -> i64 {
        match (x, y) {
            ([a, x @ ..], [b, y @ ..]) if a == b => 1 + longest(x, y),
            ([_, one @ ..], [_, other @ ..]) => longest(one, y).max(longest(x, other)),
            _ => 0,
        }
    }
    for n in [1, 2, 3, 5, 8, 9] {
        for m in [1, 2, 4, 7] {
            for letters in [2, 4] {
                let (x, y) = (numbers(n, letters), numbers(m + 20, letters));
                let y = &y[..m as usize];
                let given = [
                    ("n", n.to_string()),
                    ("m", m.to_string()),
                    ("x", list(&x)),
                    ("y", list(y)),
                ];
                run("lcs", &given, &[])
                    .succeeds()
                    .gives("result", longest(&x, y))
                    .legal_on("erew", "erew");
            }
        }
    }
}

#[test]
fn the_or_of_bits_in_one_step_and_in_a_tree() {
    for n in SIZES {
        let mut last = vec![0; n as usize];
        last[n as usize - 1] = 1;
        for a in [
            vec![0; n as usize],
            vec![1; n as usize],
            last,
            numbers(n, 2),
        ] {
            let or = *a.iter().max().unwrap();
            run("or_crcw", &inputs(&a), &[])
                .succeeds()
                .gives("result", or);
            run("or_erew", &inputs(&a), &[])
                .succeeds()
                .gives("result", or)
                .legal_on("erew", "erew");
            let exclusive = if a.iter().sum::<i64>() > 1 { 3 } else { 0 };
            run("or_crcw", &inputs(&a), &["--model", "crew"]).ends(exclusive);
        }
    }
}
