//! The programs that come with pram, and those of them that are wrong on purpose.

use std::path::{Path, PathBuf};

/// `programs/`.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("programs")
}

/// The files of `programs/` and the folders in it.
pub fn programs() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder()];
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
    assert!(found.len() >= 80, "{found:?}");
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
