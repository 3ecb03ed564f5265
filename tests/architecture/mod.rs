//! The layers import one way, and what is to become simpler does not grow again.

mod imports;
mod ratchets;

use std::fs;
use std::path::{Path, PathBuf};

use imports::imports_in;

const LAYERS: [&str; 25] = [
    "source",
    "language",
    "quantity",
    "diagnostic",
    "syntax",
    "network",
    "program",
    "semantic",
    "proof",
    "derivation",
    "code",
    "engine",
    "machine",
    "cost",
    "trace",
    "complexity",
    "result",
    "claims",
    "present",
    "pipeline",
    "session",
    "study",
    "grade",
    "library",
    "app",
];

fn layer_of(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| *layer == name)
}

/// The files of Rust in a folder and below.
pub fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("src is readable") {
        let path = entry.expect("src is readable").path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_layer_imports_only_from_those_before_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&root, &mut files);
    let mut checked = 0;
    for path in files {
        let inside = path.strip_prefix(&root).expect("found below src");
        let first = inside.components().next().expect("a file has a name");
        let own = first.as_os_str().to_string_lossy().replace(".rs", "");
        let Some(own_layer) = layer_of(&own) else {
            assert!(["main", "lib"].contains(&own.as_str()), "{own} is no layer");
            continue;
        };
        let text = fs::read_to_string(&path).expect("sources are text");
        for (number, line) in text.lines().enumerate() {
            for import in line.split("crate::").skip(1) {
                let name: String = import
                    .chars()
                    .take_while(|c| c.is_alphanumeric() || *c == '_')
                    .collect();
                let Some(layer) = layer_of(&name) else {
                    continue;
                };
                checked += 1;
                assert!(
                    layer <= own_layer,
                    "{}:{}: {own} must not import {name}",
                    inside.display(),
                    number + 1
                );
            }
        }
    }
    assert!(
        checked > 50,
        "only {checked} imports were found: does this test still see them?"
    );
}

/// A file of the engine or of the machines that grows beyond this holds a second concept.
#[test]
fn files_of_the_engine_and_of_the_machines_have_at_most_400_lines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    for room in ["engine", "machine"] {
        rust_files(&root.join(room), &mut files);
    }
    assert!(files.len() > 100, "only {} files were found", files.len());
    for path in files {
        let text = fs::read_to_string(&path).expect("sources are text");
        let lines = text.lines().count();
        assert!(lines <= 400, "{} has {lines} lines", path.display());
    }
}

/// Both maps of the layers, the library's front page and the guide for contributors, name all of them in
/// their order; `main.rs` and `lib.rs` are none.
#[test]
fn the_maps_name_every_layer_in_order() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (file, mark) in [("src/lib.rs", "//! | `"), ("docs/contributing.md", "| `")] {
        let text = fs::read_to_string(root.join(file)).expect("it is text");
        let rows = text.lines().filter_map(|line| line.strip_prefix(mark));
        let names = rows.filter_map(|row| row.split(['/', '.', '`']).next());
        let named: Vec<&str> = names.filter(|name| layer_of(name).is_some()).collect();
        // Tables behind the map name folders inside of some layers.
        let map = named.get(..LAYERS.len()).unwrap_or(&named);
        assert_eq!(map, LAYERS, "{file}");
    }
}

/// Cargo packs only the files that `include` in Cargo.toml names.
#[test]
fn the_crate_holds_every_file_that_is_compiled_in() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("it is text");
    let (_, list) = manifest.split_once("\ninclude = [").expect("it is there");
    let (list, _) = list.split_once(']').expect("it ends");
    let included: Vec<&str> = (list.split('"').skip(1).step_by(2))
        .map(|pattern| pattern.trim_start_matches('/').trim_end_matches("**"))
        .collect();
    let mut files = Vec::new();
    rust_files(&root.join("src"), &mut files);
    let mut checked = 0;
    for path in files {
        let text = fs::read_to_string(&path).expect("sources are text");
        for line in text.lines().filter(|line| line.contains("include_str!")) {
            let Some((_, outside)) = line.split_once("\"../") else {
                continue;
            };
            let outside = outside.trim_start_matches("../");
            checked += 1;
            assert!(
                included.iter().any(|prefix| outside.starts_with(prefix)),
                "{}: {outside}",
                path.display()
            );
        }
    }
    assert!(
        checked >= 3,
        "only {checked} files outside of src were found"
    );
}

#[test]
fn formulas_that_are_derived_know_nothing_of_programs() {
    let algebra = "derivation::algebra";
    let imports = imports_in("derivation");
    let own = imports.iter().filter(|(own, _)| own.starts_with(algebra));
    let mut files = 0;
    for (own, imported) in own {
        files += 1;
        let mut others = imported
            .iter()
            .filter(|module| !module.starts_with(algebra));
        assert_eq!(others.next(), None, "{own}");
    }
    assert!(
        files > 5,
        "only {files} files were found: does this test still see them?"
    );
}

/// The lines with an arm `_ =>` in a `match` that has arms for variants of these enums. The text is
/// formatted: arms of one `match` are equally far to the right.
fn default_arms(text: &str, enums: &[&str]) -> Vec<usize> {
    let lines: Vec<&str> = text.lines().collect();
    let depth = |line: &str| line.len() - line.trim_start().len();
    let names = |line: &str| {
        let pattern = line.trim_start().trim_start_matches("| ");
        enums.iter().any(|name| pattern.starts_with(name))
    };
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if !line.trim_start().starts_with("_ =>") {
            continue;
        }
        let own = depth(line);
        let before = lines[..at].iter().rev();
        let inside = before.take_while(|line| line.is_empty() || depth(line) >= own);
        if inside.clone().any(|line| depth(line) == own && names(line)) {
            found.push(at + 1);
        }
    }
    found
}

#[test]
fn a_default_arm_is_found() {
    let text = "\
match op {
    Op::Read { .. } => match shape {
        Shape::Constant(_) => 1,
        _ => 2,
    },

    Op::Copy {
        ..
    } => 3,
    _ => 4,
}
match count {
    0 => Op::End,
    _ => Op::Read,
}
";
    assert_eq!(default_arms(text, &["Op::"]), [10]);
    assert_eq!(default_arms(text, &["Shape::"]), [4]);
}

/// A new instruction is looked at wherever instructions are told apart.
#[test]
fn no_instruction_is_covered_by_a_default_arm() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    for room in ["code", "engine", "machine"] {
        rust_files(&root.join(room), &mut files);
    }
    for path in files {
        let text = fs::read_to_string(&path).expect("sources are text");
        let found = default_arms(&text, &["Op::", "Control::"]);
        assert!(found.is_empty(), "{}:{found:?}", path.display());
    }
}

/// Cargo does not run tests of the library (`test = false`): they are in `tests/`.
#[test]
fn the_sources_hold_no_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&root, &mut files);
    for path in files {
        let text = fs::read_to_string(&path).expect("sources are text");
        assert!(!text.contains("#[test]"), "{}", path.display());
        assert!(!text.contains("cfg(test)"), "{}", path.display());
    }
}
