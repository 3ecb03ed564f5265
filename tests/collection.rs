//! The programs that come with pram, and those of them that are wrong on purpose.

use std::path::{Path, PathBuf};

/// `programs/`.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("programs")
}

/// The programs of `programs/` and the folders in it.
pub fn programs() -> Vec<PathBuf> {
    let mut found = programs_in(folder());
    found.retain(|path| !is_for_judging(path));
    assert!(found.len() >= 80, "{found:?}");
    found
}

/// The judges of exercises and the examples of what is handed in: neither runs alone.
pub fn judging() -> Vec<PathBuf> {
    let mut found = programs_in(folder().join("exercises"));
    found.retain(|path| is_for_judging(path));
    assert!(found.len() >= 13 * 3, "{found:?}");
    found
}

fn is_for_judging(path: &Path) -> bool {
    path.ends_with("judge.pram")
        || path
            .parent()
            .is_some_and(|folder| folder.ends_with("examples"))
}

/// The programs in a folder and below.
pub fn programs_in(folder: PathBuf) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "pram")
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The path within `programs/`, without the extension: `network/fox`.
pub fn name(path: &Path) -> String {
    let within = path.strip_prefix(folder()).expect("a path in programs/");
    let parts = within.with_extension("");
    let parts: Vec<_> = parts.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

/// Those that exchange messages.
pub fn has_messages(path: &Path) -> bool {
    ["network/", "collectives/", "faulty/"]
        .iter()
        .any(|folder| name(path).starts_with(folder))
}

/// Those of kernels, which run on a GPU.
pub fn has_kernels(path: &Path) -> bool {
    name(path).starts_with("gpu/")
}

/// What students are given to mend: these fail, and the references do not.
pub fn is_unfinished(path: &Path) -> bool {
    path.ends_with("starter.pram")
}

/// The algorithms of lectures: comparisons of many ways and large reports go through these alone,
/// as each of them takes so long.
const LECTURES: [&str; 35] = [
    "allocation",
    "apram_broadcast",
    "apram_list_head",
    "apram_prescan",
    "apram_tree_sum",
    "apram_tree_sum_p",
    "binary_search",
    "broadcast_crew",
    "broadcast_erew",
    "collatz",
    "inclusive_scan",
    "last_seen",
    "list_head",
    "list_ranking",
    "list_ranking_erew",
    "matrix_matrix",
    "matrix_vector",
    "maximum",
    "maximum_crcw",
    "merge_sort",
    "odd_even_transposition",
    "one_sweep_scan",
    "prescan",
    "prescan_p",
    "quicksort_scans",
    "radix_sort",
    "reduction",
    "reduction_any_n",
    "reduction_p",
    "scan_generic",
    "sortedness",
    "split",
    "sum_by_columns",
    "sum_by_rows",
    "sum_p",
];

/// The paths of the algorithms of lectures.
pub fn lectures() -> Vec<PathBuf> {
    let mut programs = programs();
    programs.retain(|path| LECTURES.contains(&name(path).as_str()));
    assert_eq!(programs.len(), LECTURES.len());
    programs
}
