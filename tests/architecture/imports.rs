//! Which files of a room import which, and the circles among them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::rust_files;

/// What each module imports.
pub type Imports = BTreeMap<String, BTreeSet<String>>;

/// The modules of a room (`crate::room::…`) that each of its files imports, by its own module.
pub fn imports_in(room: &str) -> Imports {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&root.join(room), &mut files);
    let module = |path: &Path| {
        let inside = path.strip_prefix(&root).expect("found below src");
        let parts = inside.with_extension("");
        let parts = parts.iter().map(|part| part.to_string_lossy().into_owned());
        let mut parts: Vec<String> = parts.collect();
        if parts.last().is_some_and(|last| last == "mod") {
            parts.pop();
        }
        parts
    };
    let modules: BTreeSet<String> = files.iter().map(|path| module(path).join("::")).collect();
    let mut imports = Imports::new();
    for path in &files {
        let own = module(path);
        let text = fs::read_to_string(path).expect("sources are text");
        let code = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        let code: String = code.collect::<Vec<_>>().join("\n");
        let folder = if path.ends_with("mod.rs") {
            own.clone()
        } else {
            own[..own.len() - 1].to_vec()
        };
        let mut found = BTreeSet::new();
        for (name, base) in [("crate::", Vec::new()), ("super::", folder)] {
            for import in code.split(name).skip(1) {
                let rest = import.chars();
                let rest: String = rest
                    .take_while(|c| c.is_alphanumeric() || "_:".contains(*c))
                    .collect();
                let mut full = base.clone();
                full.extend(rest.split("::").map(str::to_owned));
                // The longest beginning that is a module.
                let module = (1..=full.len())
                    .rev()
                    .map(|length| full[..length].join("::"))
                    .find(|module| modules.contains(module));
                found.extend(module.filter(|module| *module != own.join("::") && module != room));
            }
        }
        imports.insert(own.join("::"), found);
    }
    imports
}

/// The groups of modules that import each other, directly or through others; the largest first.
pub fn circles(imports: &Imports) -> Vec<BTreeSet<String>> {
    let reached: Imports = (imports.keys())
        .map(|module| (module.clone(), reached_from(module, imports)))
        .collect();
    let mut circles: Vec<BTreeSet<String>> = Vec::new();
    for (module, others) in &reached {
        if circles.iter().any(|circle| circle.contains(module)) || !others.contains(module) {
            continue;
        }
        let is_mutual =
            |other: &&String| (reached.get(*other)).is_some_and(|back| back.contains(module));
        circles.push(others.iter().filter(is_mutual).cloned().collect());
    }
    circles.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
    circles
}

/// The modules that a module imports, directly or through others.
fn reached_from(module: &str, imports: &Imports) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut open = vec![module];
    while let Some(next) = open.pop() {
        for imported in imports.get(next).into_iter().flatten() {
            if reached.insert(imported.clone()) {
                open.push(imported);
            }
        }
    }
    reached
}

#[test]
fn folders_of_the_engine_and_of_the_machines_form_no_circle() {
    for room in ["engine", "machine"] {
        let imports = imports_in(room);
        let count: usize = imports.values().map(BTreeSet::len).sum();
        assert!(count > 50, "only {count} imports were found in {room}");
        // Folders side by side. Files of the room itself belong to none.
        let mut folders = Imports::new();
        let folder = |module: &str| {
            let parts: Vec<&str> = module.split("::").collect();
            (parts.len() > 2).then(|| parts[..2].join("::"))
        };
        for (module, imported) in &imports {
            let Some(own) = folder(module) else { continue };
            let others = imported.iter().filter_map(|module| folder(module));
            let others = others.filter(|other| *other != own);
            folders.entry(own.clone()).or_default().extend(others);
        }
        assert!(
            circles(&folders).is_empty(),
            "{room}: {:?}",
            circles(&folders)
        );
    }
}

#[test]
fn circles_are_found() {
    let of = |pairs: &[(&str, &str)]| {
        let mut imports = Imports::new();
        for (from, to) in pairs {
            imports
                .entry((*from).into())
                .or_default()
                .insert((*to).into());
        }
        circles(&imports)
    };
    let circle = |modules: &str| modules.split(' ').map(str::to_owned).collect();
    assert!(of(&[("a", "b"), ("a", "c"), ("b", "c")]).is_empty());
    // `a` leads into the circle and is not in it.
    let one = of(&[("a", "b"), ("b", "c"), ("c", "b")]);
    assert_eq!(one, [circle("b c")]);
    let two = of(&[
        ("a", "b"),
        ("b", "a"),
        ("b", "c"),
        ("c", "d"),
        ("d", "e"),
        ("e", "c"),
    ]);
    assert_eq!(two, [circle("c d e"), circle("a b")]);
}
