//! Files with their includes spliced in, without the command line's own loader.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use pram::source::Sources;
use pram::syntax::ast::{File, Item};

/// Reads a program and the algorithms that it includes; each file counts once.
pub fn load(path: &Path) -> File {
    let mut sources = Sources::default();
    let mut items = Vec::new();
    read(path, true, &mut sources, &mut HashSet::new(), &mut items);
    File {
        items,
        ..File::default()
    }
}

/// Of an included file only what it defines takes part: not its program, inputs, claims.
fn read(
    path: &Path,
    is_main: bool,
    sources: &mut Sources,
    seen: &mut HashSet<PathBuf>,
    items: &mut Vec<Item>,
) {
    let path = path.canonicalize().expect("the file exists");
    if !seen.insert(path.clone()) {
        return;
    }
    let text = std::fs::read_to_string(&path).expect("the file can be read");
    let id = sources.add(path.display().to_string(), text);
    let (file, problems) = pram::syntax::parse(sources, id);
    assert!(problems.is_empty(), "{}: {problems:?}", path.display());
    for item in file.items {
        match item {
            Item::Include(include) => {
                let folder = path.parent().expect("a file lies in a folder");
                read(&folder.join(&include.path), false, sources, seen, items);
            }
            item @ (Item::Algorithm(_) | Item::Neutral(_)) => items.push(item),
            item if is_main => items.push(item),
            _ => {}
        }
    }
}
