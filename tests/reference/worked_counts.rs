//! The worked counts of machines.md, section 1.

use indexmap::IndexMap;

use super::example::{ints, run_text};
use super::{Config, Datum, Outcome, Value};

const REDUCTION: &str = "
algoritam red(A[], n)
    za d = 0 do log n - 1
        paralelno (za svaki i od 0 do n-1 korak 2^(d+1))
            A[i+2^(d+1)-1] += A[i+2^d-1];
        kraj_paralelno
kraj_algoritma
";

const PRESCAN: &str = "
algoritam prescan(A[], n)
    za d = 0 do log n - 1
        paralelno (za svaki i od 0 do n-1 korak 2^(d+1))
            A[i+2^(d+1)-1] += A[i+2^d-1];
        kraj_paralelno
    A[n-1] = 0;
    za d = log n - 1 do 0 korak -1
        paralelno (za svaki i od 0 do n-1 korak 2^(d+1))
            t = A[i+2^d-1];
            A[i+2^d-1] = A[i+2^(d+1)-1];
            A[i+2^(d+1)-1] += t;
        kraj_paralelno
kraj_algoritma
";

const ONE_SWEEP: &str = "
algoritam scan(A[], n)
    za d = 0 do log n - 1
        paralelno (za svaki i od 2^d do n-1)
            A[i] += A[i-2^d];
        kraj_paralelno
kraj_algoritma
";

fn run_on(text: &str, entry: &str, n: i64) -> Outcome {
    let mut inputs: IndexMap<String, Datum> = IndexMap::new();
    inputs.insert(
        "A".to_owned(),
        ints((0..n).map(|i| [3, 1, 7, 0, 4, 1, 6, 3][i as usize % 8])),
    );
    inputs.insert("n".to_owned(), Datum::Scalar(Some(Value::Int(n))));
    run_text(
        text,
        &inputs,
        &Config {
            entry: Some(entry.to_owned()),
            ..Config::default()
        },
    )
}

#[test]
fn reduction() {
    let eight = run_on(REDUCTION, "red", 8);
    eight.assert_counts((3, 7), (3, 7), (12, 28));
    assert_eq!(eight.legal_on, ("erew", "erew"));
    assert_eq!(eight.processors, 4);
    run_on(REDUCTION, "red", 1024).assert_counts((10, 1023), (10, 1023), (40, 4092));
}

#[test]
fn prescan() {
    let eight = run_on(PRESCAN, "prescan", 8);
    eight.assert_counts((6, 14), (13, 29), (31, 71));
    assert_eq!(eight.output("A"), "[0, 3, 4, 11, 11, 15, 16, 22]");
    assert_eq!((eight.reads, eight.writes), (35, 22));
    assert_eq!(eight.steps.cost, 4 * 13);
    assert_eq!(eight.legal_on, ("erew", "erew"));
    run_on(PRESCAN, "prescan", 1024).assert_counts((20, 2046), (41, 4093), (101, 10231));
}

#[test]
fn one_sweep_scan() {
    let scan = run_on(ONE_SWEEP, "scan", 1024);
    scan.assert_counts((10, 9217), (10, 9217), (40, 36868));
    // A[i] of one processor is A[i-2^d] of another: read by both in one step.
    assert_eq!(scan.legal_on.0, "crew");
}

/// 2(n/p + log p) rounds on p = 4.
#[test]
fn prescan_on_p_processors() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/prescan_p.pram");
    let file = crate::differential::load::load(&path);
    for (n, rounds) in [(100, 54), (1000, 504), (10000, 5004)] {
        let inputs = [("A".to_owned(), ints((0..n).map(|i| i % 10)))].into();
        let config = Config {
            processors: Some(4),
            ..Config::default()
        };
        assert_eq!(super::run(&file, &inputs, &config).rounds.time, rounds);
    }
}

/// T(p) = Σ ⌈a/p⌉: the reduction of 8 on 2 processors has 4, 2, 1 active.
#[test]
fn brent() {
    let mut inputs = IndexMap::new();
    inputs.insert("A".to_owned(), ints(0..8));
    inputs.insert("n".to_owned(), Datum::Scalar(Some(Value::Int(8))));
    let config = Config {
        processors: Some(2),
        ..Config::default()
    };
    let outcome = run_text(REDUCTION, &inputs, &config);
    // ⌈4/2⌉ + ⌈2/2⌉ + ⌈1/2⌉ = 4 steps of 4 instructions each.
    outcome.assert_counts((4, 7), (4, 7), (16, 28));
    assert_eq!(outcome.instructions.cost, 32);
}
