//! The programs that are built in.

use std::path::Path;

use pram::pipeline::shipped::programs;

#[test]
fn every_shipped_program_is_built_in() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let mut shipped = Vec::new();
    collect(&folder, &folder, &mut shipped);
    shipped.sort();
    let built_in: Vec<&str> = programs().map(|(name, _)| name).collect();
    assert_eq!(built_in, shipped);
}

/// The programs in a folder and in the folders in it, as paths from `root`.
fn collect(root: &Path, folder: &Path, programs: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, programs);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "pram")
        {
            let name = path.strip_prefix(root).unwrap();
            programs.push(name.to_str().unwrap().to_owned());
        }
    }
}
