//! The algorithms in `programs/`: which of them are proved, and that no run refutes a proof.

use serde_json::Value;
use std::process::Command;

fn check(arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_pram"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .arg("check")
        .args(arguments)
        .args(["--format", "json"])
        .output()
        .expect("the binary runs");
    let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    serde_json::from_str(&text).unwrap_or_else(|problem| panic!("{problem}\n{text}"))
}

/// Everything but the programs whose subscripts come out of memory.
const PROVED: [&str; 24] = [
    "apram_broadcast",
    "apram_prescan",
    "apram_tree_sum",
    "apram_tree_sum_p",
    "binary_search",
    "broadcast_crew",
    "broadcast_erew",
    "collatz",
    "inclusive_scan",
    "last_seen",
    "list_ranking",
    "matrix_matrix",
    "matrix_vector",
    "maximum",
    "merge_sort",
    "odd_even_transposition",
    "one_sweep_scan",
    "prescan",
    "prescan_p",
    "reduction",
    "reduction_any_n",
    "reduction_p",
    "scan_generic",
    "sortedness",
];

#[test]
fn the_algorithms_of_lectures_are_proved_whole() {
    for name in PROVED {
        let found = check(&[&format!("programs/{name}.pram")]);
        assert_eq!(found["verdict"], "proved", "{name}: {found:#}");
    }
}

/// Kernels whose subscripts are sums, products with numbers and quotients. Open stay those of a prescan, which divide
/// by the counter of a loop, those that come out of memory, and what only the lockstep of a warp orders.
#[test]
fn kernels_are_proved_free_of_races() {
    let open = [
        "compaction",
        "prescan",
        "prescan_padded",
        "reduction_last_warp",
    ];
    let folder = std::fs::read_dir("programs/gpu").expect("the folder is there");
    for entry in folder {
        let path = entry.expect("it can be read").path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let found = check(&[&path.to_string_lossy()]);
        let wanted = if open.contains(&name.as_str()) {
            "observed"
        } else {
            "proved"
        };
        assert_eq!(found["verdict"], wanted, "{name}: {found:#}");
    }
}

/// Where they write depends on what they read.
#[test]
fn subscripts_out_of_memory_are_left_open() {
    for name in ["list_head", "list_ranking_erew", "allocation", "split"] {
        let found = check(&[&format!("programs/{name}.pram")]);
        assert_eq!(found["verdict"], "observed", "{name}: {found:#}");
    }
}

#[test]
fn one_sweep_is_crew_per_step_and_erew_per_access() {
    let found = check(&["programs/one_sweep_scan.pram"]);
    assert_eq!(found["legal_on"]["step"], "crew");
    assert_eq!(found["legal_on"]["access"], "erew");
    assert_eq!(found["legal_on_verdict"]["step"], "proved");
    assert_eq!(found["legal_on_verdict"]["access"], "proved");
    let per_access = check(&[
        "programs/one_sweep_scan.pram",
        "--model",
        "erew",
        "--simultaneity",
        "access",
    ]);
    assert_eq!(per_access["verdict"], "proved");
}

/// With n = 1 nobody has a left neighbour, with n = 2 one has; with n = 3 cell 1 has two readers.
#[test]
fn the_smallest_counterexample_is_shown() {
    let found = check(&["programs/one_sweep_scan.pram", "--model", "erew", "n=100"]);
    assert_eq!(found["verdict"], "refuted");
    let read = &found["accesses"][0];
    assert_eq!(read["verdict"], "refuted");
    assert_eq!(read["counterexample"]["inputs"]["n"], 3);
    assert_eq!(read["counterexample"]["cell"], "A[1]");
}

/// Asynchronous programs on the synchronous machine and the other way round.
#[test]
fn other_machines() {
    for (name, machine) in [
        ("prescan_p", "apram"),
        ("reduction_p", "apram"),
        ("apram_prescan", "pram"),
    ] {
        let file = format!("programs/{name}.pram");
        let found = check(&[&file, "--machine", machine, "--d", "2", "--B", "3"]);
        assert_eq!(found["verdict"], "proved", "{name}: {found:#}");
    }
}
