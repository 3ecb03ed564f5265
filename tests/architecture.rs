//! The layers import one way.

use std::fs;
use std::path::{Path, PathBuf};

const LAYERS: [&str; 17] = [
    "source",
    "diagnostic",
    "syntax",
    "program",
    "semantic",
    "proof",
    "code",
    "engine",
    "machine",
    "cost",
    "complexity",
    "result",
    "present",
    "pipeline",
    "study",
    "library",
    "app",
];

fn layer_of(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| *layer == name)
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
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
