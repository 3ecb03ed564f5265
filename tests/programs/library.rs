//! The blocks to build with: each against a naive computation, at every small size.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use super::trees::{children_of, forest};
use super::{list, numbers, run};

/// Sizes for blocks that take any n, none and one included.
const SIZES: [u64; 14] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 50];

/// Inclusive prefixes within segments; a flag begins one.
fn segmented(a: &[i64], flags: &[i64], operator: impl Fn(i64, i64) -> i64) -> Vec<i64> {
    let mut result: Vec<i64> = Vec::new();
    for (i, &x) in a.iter().enumerate() {
        let begins = i == 0 || flags[i] == 1;
        result.push(if begins {
            x
        } else {
            operator(result[i - 1], x)
        });
    }
    result
}

/// The last value of every segment.
fn totals(within: &[i64], flags: &[i64]) -> Vec<i64> {
    let n = within.len();
    let is_last = |i: &usize| i + 1 == n || flags[i + 1] == 1;
    (0..n).filter(is_last).map(|i| within[i]).collect()
}

/// The elements with this flag, in their order.
fn chosen(a: &[i64], flags: &[i64], flag: i64) -> Vec<i64> {
    let pairs = a.iter().zip(flags).filter(|(_, own)| **own == flag);
    pairs.map(|(x, _)| *x).collect()
}

/// Enters and leaves every vertex, children in the order of their numbers.
fn tour(v: usize, children: &[Vec<usize>], found: &mut Vec<i64>) {
    found.push(v as i64);
    for &child in &children[v] {
        tour(child, children, found);
    }
    found.push((children.len() + v) as i64);
}

#[test]
fn every_block_computes_what_a_loop_does() {
    for n in SIZES {
        let a = numbers(n, 10);
        let flags = numbers(n + 100, 2)[..n as usize].to_vec();
        let order = super::lists::shuffled(n);
        let mut next = vec![-1; n as usize];
        for pair in order.windows(2) {
            next[pair[0]] = pair[1] as i64;
        }
        let parent = forest(n, 1);
        let inputs = [
            ("n", n.to_string()),
            ("A", list(&a)),
            ("F", list(&flags)),
            ("next", list(&next)),
            ("parent", list(&parent)),
        ];
        // An empty list cannot be written; without elements there is nothing to give.
        let given = if n == 0 { &inputs[..1] } else { &inputs[..] };
        let add = |x, y| x + y;
        let scan = segmented(&a, &vec![0; a.len()], add);
        let exclusive = |scan: &[i64]| -> Vec<i64> {
            scan.iter().zip(&a).map(|(sum, own)| sum - own).collect()
        };
        let within = segmented(&a, &flags, add);
        let ones = segmented(&vec![1; a.len()], &flags, add);
        let number: Vec<i64> = ones.iter().map(|x| x - 1).collect();
        let mut halves = chosen(&a, &flags, 0);
        halves.extend(chosen(&a, &flags, 1));
        let mut both = scan.clone();
        both.extend(0..n as i64);
        both.sort_unstable();
        let mut rank = vec![0; n as usize];
        for (distance, &element) in order.iter().rev().enumerate() {
            rank[element] = distance as i64;
        }
        let children = children_of(&parent);
        let mut visits = Vec::new();
        for root in (0..n as usize).filter(|v| parent[*v] == -1) {
            tour(root, &children, &mut visits);
        }
        let mut links = vec![-1; 2 * n as usize];
        for pair in visits.windows(2) {
            links[pair[0] as usize] = pair[1];
        }
        run("library", given, &[])
            .succeeds()
            .gives("total", a.iter().sum::<i64>())
            .gives("before", exclusive(&scan))
            .gives("scan", scan)
            .gives("largest", totals(&segmented(&a, &flags, i64::max), &flags))
            .gives("within", within)
            .gives("number", number)
            .gives("ones", chosen(&a, &flags, 1))
            .gives("halves", halves)
            .gives("both", both)
            .gives("rank", rank)
            .gives("tour", links);
    }
}

/// x -> p*x + q modulo 10, as the digits p and q; first `left`, then `right`. It does not commute.
fn then(left: i64, right: i64) -> i64 {
    let (p, q) = (left / 10, left % 10);
    let (r, s) = (right / 10, right % 10);
    p * r % 10 * 10 + (q * r + s) % 10
}

/// Its text in the language; 10 is x -> 1*x + 0.
const THEN: &str = "include \"programs/library.pram\";
machine EREW;
neutral after = 10;

algorithm after(x, y)
    r = y / 10;
    return (x/10*r mod 10)*10 + (x mod 10*r + y mod 10) mod 10;
end_algorithm
";

/// Runs a program that includes the library; its outputs.
fn including(name: &str, text: &str) -> Value {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("library_{name}.pram"));
    fs::write(&path, text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_pram"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .arg("run")
        .arg(&path)
        .args(["--format", "json"])
        .output()
        .expect("the binary runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}\n{text}");
    serde_json::from_slice::<Value>(&output.stdout).unwrap()["outputs"].take()
}

#[test]
fn operators_of_ones_own_keep_their_sides() {
    for n in SIZES {
        let a = numbers(n, 100);
        let flags = numbers(n + 100, 2)[..n as usize].to_vec();
        let mut text = THEN.to_owned();
        let all = |values: &[i64]| format!("{{{}}}", list(values));
        let (given, marks) = if n == 0 {
            (String::new(), String::new())
        } else {
            (format!(" = {}", all(&a)), format!(" = {}", all(&flags)))
        };
        let _ = write!(
            text,
            "program
    array A[{n}]{given}, F[{n}]{marks};
    scan[] = A[];
    after_scan(scan[]);
    before[] = A[];
    after_prescan(before[]);
    within[] = A[];
    after_segmented_scan(within[], F[]);
    until[] = A[];
    after_segmented_prescan(until[], F[]);
    totals[] = after_segmented_reduction(A[], F[]);
    all = after_reduction(A[]);
    output scan[], before[], within[], until[], totals[], all;
end_program
"
        );
        let outputs = including(&format!("own_{n}"), &text);
        let scan = segmented(&a, &vec![0; a.len()], then);
        let within = segmented(&a, &flags, then);
        let moved = |scan: &[i64], begins: &dyn Fn(usize) -> bool| -> Vec<i64> {
            let at = |i: usize| if i == 0 || begins(i) { 10 } else { scan[i - 1] };
            (0..scan.len()).map(at).collect()
        };
        let ints = |name: &str| -> Vec<i64> {
            let values = outputs[name].as_array().expect("an array");
            values.iter().map(|x| x.as_i64().expect("an int")).collect()
        };
        assert_eq!(ints("before"), moved(&scan, &|_| false), "n = {n}");
        assert_eq!(ints("until"), moved(&within, &|i| flags[i] == 1), "n = {n}");
        assert_eq!(ints("totals"), totals(&within, &flags), "n = {n}");
        assert_eq!(outputs["all"], *scan.last().unwrap_or(&10), "n = {n}");
        assert_eq!(ints("scan"), scan, "n = {n}");
        assert_eq!(ints("within"), within, "n = {n}");
    }
}

/// Each file of the library claims what its block costs, and the run compares.
#[test]
fn every_block_costs_what_it_claims() {
    for name in [
        "broadcast",
        "euler_tour",
        "list_ranking",
        "merge",
        "pack",
        "prescan",
        "reduction",
        "scan",
        "segmented_prescan",
        "segmented_reduction",
        "segmented_scan",
        "split",
    ] {
        for n in [1, 2, 3, 4, 7, 12, 33] {
            let run = run(
                &format!("library/{name}"),
                &[("n", n.to_string())],
                &["--seed", "3"],
            );
            let run = run.succeeds();
            let model = if name == "merge" { "crew" } else { "erew" };
            let observed = run.json["legal_on"]["step"].as_str();
            assert!(
                observed == Some(model) || observed == Some("erew"),
                "{name}"
            );
        }
    }
}

/// 3 · 2^k elements are where the sweep down begins one level higher: n = 5 and 6, 11 and 12.
#[test]
fn rounds_of_a_scan_counted_by_hand() {
    // Up to distance 2^(⌊log n⌋ - 1); down from the largest d with 3·2^d <= n.
    for (n, rounds) in [
        (1, 0),
        (2, 1),
        (3, 2),
        (4, 3),
        (5, 3),
        (6, 4),
        (11, 5),
        (12, 6),
    ] {
        let run = run("library/scan", &[("n", n.to_string())], &[]).succeeds();
        assert_eq!(run.json["cost"]["rounds"]["time"], rounds, "n = {n}");
    }
}
