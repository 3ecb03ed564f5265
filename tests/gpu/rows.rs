//! Programs whose counts are worked out by hand, on a machine with `w = 4, k = 1, l_g = 5, l_s = 1`.

use super::run;

/// A program of `programs/gpu/`, and its counts: issued, lanes, divergent, tests, transactions, passes,
/// conflicts, T.
type Row = (&'static str, [u64; 8]);

/// 2 to 4 lanes in two segments: 4·2 + 4 transactions. In the second reduction the cells of a warp are 2s
/// apart, so at s = 1 two and from s = 2 on four lanes meet in a bank. In the fourth half of the items of the
/// third are gone. A naive transpose writes 4 rows with each warp: 16·(1 + 4). A column of S[4,4] is one
/// bank: 16·(1 + 4) passes. Four atomics at one cell are four rounds.
const ROWS: [Row; 16] = [
    ("copy", [8, 32, 0, 0, 8, 0, 0, 13]),
    ("copy_shifted", [8, 32, 0, 0, 12, 0, 0, 17]),
    ("copy_strided", [8, 32, 0, 0, 12, 0, 0, 17]),
    ("reduction_divergent", [126, 382, 12, 20, 5, 38, 0, 131]),
    ("reduction_strided", [102, 382, 3, 20, 5, 38, 18, 119]),
    ("reduction_halves", [70, 254, 3, 20, 5, 20, 0, 75]),
    ("reduction_first_sum", [38, 126, 3, 8, 5, 12, 0, 48]),
    ("reduction_last_warp", [31, 98, 3, 7, 5, 12, 0, 41]),
    ("transpose", [32, 128, 0, 0, 80, 0, 0, 84]),
    ("transpose_tiled", [80, 320, 0, 0, 32, 80, 48, 117]),
    ("transpose_padded", [80, 320, 0, 0, 32, 32, 0, 84]),
    ("scan", [57, 225, 2, 6, 4, 21, 0, 64]),
    ("prescan", [105, 367, 5, 18, 8, 97, 48, 159]),
    ("prescan_padded", [105, 367, 5, 18, 8, 49, 0, 118]),
    ("histogram", [8, 32, 0, 0, 8, 0, 0, 13]),
    ("histogram_zeros", [8, 32, 0, 0, 20, 0, 0, 25]),
];

const NAMES: [&str; 8] = [
    "issued",
    "lanes",
    "divergent",
    "tests",
    "transactions",
    "passes",
    "conflicts",
    "time",
];

#[test]
fn programs_counted_by_hand() {
    for (name, counts) in ROWS {
        let ran = run(&format!("programs/gpu/{name}.pram"), &[]);
        assert_eq!(ran.status, 0, "{name}: {}", ran.stderr);
        let counted = NAMES.map(|name| ran.count(name));
        assert_eq!(counted, counts, "{name}: {NAMES:?}");
    }
}

#[test]
fn segments_of_the_file_stay_when_an_option_gives_the_warp() {
    let text = "machine gpu(w = 4, s = 2);\ninput A[8] = iota;\nprogram\n    array B[8];\n    \
                parallel (for each group g from 0 to 0, item t from 0 to 7)\n        B[t] = A[t];\n    \
                end_parallel\nend_program\n";
    let mut options = pram::Options::default();
    options.set("w", "8").unwrap();
    let program = pram::Program::parse(text).unwrap().options(options);
    let counts = program.run(&[]).unwrap().run.cost.gpu.unwrap().counts;
    // One warp reads 8 cells in 4 segments of 2, and writes as many.
    assert_eq!((counts.issued(), counts.transactions), (2, 8));
}

/// Every program of `programs/gpu/`, and those that go every way through the grammar: their assertions and
/// claims hold.
#[test]
fn programs_hold_what_they_claim() {
    for folder in ["programs/gpu", "tests/cases/kernels"] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for entry in std::fs::read_dir(path).expect("the folder is there") {
            let name = entry.expect("it can be read").file_name();
            let file = format!("{folder}/{}", name.to_string_lossy());
            let ran = run(&file, &[]);
            assert_eq!(
                ran.status, 0,
                "{file}: {}{}",
                ran.stderr, ran.json["claims"]
            );
        }
    }
}

#[test]
fn the_used_part_of_a_transaction() {
    // Four reads of 4 words and a write of 1, in 5 transactions of 4 words.
    let ran = run("programs/gpu/reduction_halves.pram", &[]);
    let used = ran.json["cost"]["gpu"]["used"]
        .as_f64()
        .expect("there are transactions");
    assert!((used - 17.0 / 20.0).abs() < 1e-9, "{used}");
    // 25 operators and tests, 5 accesses of global and 20 of group memory, 20 barriers.
    let kinds = ["compute", "global", "group", "barrier"].map(|kind| ran.count(kind));
    assert_eq!(kinds, [25, 5, 20, 20]);
    // T = 75, of which 70 units issue something; the longest warp alone takes 7 + 4·6 + 7.
    let bounds = &ran.json["cost"]["gpu"]["bounds"];
    assert_eq!(
        bounds,
        &serde_json::json!({"issue": 70, "memory": 5, "warp": 38})
    );
    assert_eq!(ran.count("idle"), 5);
}

/// One group at a time: the second group begins when the first has ended.
#[test]
fn groups_wait_for_a_unit() {
    let text = |n: u64, machine: &str| {
        format!(
            "machine gpu(w = 4, l_g = 5{machine});\ninput A[{n}] = iota;\nprogram\n    array B[{n}];\n    \
             parallel (for each group g from 0 to {}, item t from 0 to 3)\n        \
             B[4*g + t] = A[4*g + t];\n    end_parallel\nend_program\n",
            n / 4 - 1
        )
    };
    // The read is back at 5, the write at 10; then the second group.
    assert_eq!(time(&text(8, ", G_u = 1")), 20);
    // Both units read at 0 and 1, in the order of their numbers, as far as memory lets them: 6 + 7.
    let halves =
        text(16, ", k = 2").replace("to 3, item t from 0 to 3", "to 1, item t from 0 to 7");
    let halves = halves.replace("4*g + t", "8*g + t");
    assert_eq!(time(&halves), 13);
    assert_eq!(time(&halves.replace("k = 2", "k = 2, q = 2")), 11);
}

/// T of a program by the library.
fn time(text: &str) -> u64 {
    let program = pram::Program::parse(text).unwrap_or_else(|error| panic!("{text}\n{error:?}"));
    let run = program
        .run(&[])
        .unwrap_or_else(|error| panic!("{text}\n{error:?}"));
    run.run.cost.gpu.expect("a kernel was launched").time
}

/// The closed form of the unified memory machine: r accesses of n words by n' = n/w warps take
/// (r - 1)·max(n', l) + n' + l - 1, if each access is one transaction.
#[test]
fn contiguous_access_has_the_closed_form() {
    for warps in [1, 2, 4, 8, 16] {
        for latency in [1, 3, 8, 20] {
            let n = 4 * warps;
            let text = format!(
                "machine gpu(w = 4, l_g = {latency});\ninput A[{n}] = iota;\nprogram\n    \
                 array B[{n}];\n    parallel (for each group g from 0 to {}, item t from 0 to 3)\n        \
                 B[4*g + t] = A[4*g + t];\n    end_parallel\nend_program\n",
                warps - 1
            );
            assert_eq!(
                time(&text),
                u64::max(warps, latency) + warps + latency - 1,
                "{warps} warps, latency {latency}"
            );
        }
    }
}

/// The discrete memory machine: n' warps that access with stride d have gcd(d, w) passes each, one after
/// the other; with latency l the last one is served at n'·gcd + l - 1.
#[test]
fn strided_access_of_group_memory_has_the_closed_form() {
    for (stride, passes) in [(1, 1), (2, 2), (3, 1), (4, 4), (6, 2), (8, 4)] {
        for latency in [1, 5] {
            let text = format!(
                "machine gpu(w = 4, l_s = {latency}, k = 1);\nprogram\n    parallel (for each group g from 0 \
                 to 0, item t from 0 to 15)\n        group S[{}];\n        S[{stride}*t] = t;\n    \
                 end_parallel\nend_program\n",
                16 * stride
            );
            assert_eq!(time(&text), 4 * passes + latency - 1, "stride {stride}");
        }
    }
}
