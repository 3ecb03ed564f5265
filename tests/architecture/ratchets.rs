//! Figures of the code that may only become smaller. If one does, its ceiling here is lowered, too, so that it
//! does not grow back.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::imports::{circles, imports_in};
use super::rust_files;

/// How many files of each room import each other, circle by circle.
const CIRCLES: [(&str, &[usize]); 23] = [
    ("app", &[2]),
    ("claims", &[]),
    ("code", &[2]),
    ("complexity", &[]),
    ("cost", &[]),
    ("derivation", &[15, 5, 3, 3]),
    ("diagnostic", &[]),
    ("engine", &[]),
    ("grade", &[]),
    ("library", &[]),
    ("machine", &[]),
    ("network", &[2]),
    ("pipeline", &[3, 2]),
    ("present", &[2, 2]),
    ("program", &[]),
    ("proof", &[3]),
    ("quantity", &[]),
    ("result", &[2, 2]),
    ("semantic", &[2]),
    ("session", &[2]),
    ("study", &[4, 2, 2]),
    ("syntax", &[]),
    ("trace", &[]),
];

/// A type has its methods in at most so many files, unless it is listed below.
const FILES: usize = 4;

/// A type whose methods are in more files than that.
struct Wide {
    /// The room.
    room: &'static str,
    /// Its name.
    name: &'static str,
    /// In how many files of the room its methods are.
    files: usize,
    /// How many fields it has; 0 for an enum.
    fields: usize,
}

const WIDE: [Wide; 15] = [
    wide("derivation", "Facts", 12, 9),
    wide("derivation", "Formula", 7, 1),
    wide("derivation", "Walker", 45, 39),
    // Each of the commands in a file.
    wide("library", "Program", 9, 6),
    wide("machine", "Machine", 31, 8),
    wide("machine", "Running", 9, 21),
    wide("network", "BlockSimulation", 7, 12),
    wide("network", "Topology", 6, 2),
    wide("proof", "Walker", 9, 24),
    wide("semantic", "Checker", 6, 12),
    wide("semantic", "Lowering", 21, 22),
    wide("session", "Dialogue", 16, 11),
    wide("session", "Exchange", 7, 10),
    wide("syntax", "Builder", 8, 5),
    wide("syntax", "Nest", 8, 17),
];

/// How many names belong to several public types: where two of them are met in one file, a reader has to
/// find out which one is meant.
const SHARED_NAMES: usize = 103;

const fn wide(room: &'static str, name: &'static str, files: usize, fields: usize) -> Wide {
    Wide {
        room,
        name,
        files,
        fields,
    }
}

/// The name of the type in the first line of an `impl` that belongs to it and to no trait.
fn own_methods_of(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("impl")?;
    let rest = match rest.strip_prefix('<') {
        Some(_) => rest.split_once("> ")?.1,
        None => rest.strip_prefix(' ')?,
    };
    (!rest.contains(" for ")).then_some(())?;
    let name = rest.split(['<', ' ']).next()?;
    name.rsplit("::").next()
}

/// The types of a room: in how many files each has methods, and how many fields it has.
fn types_of(room: &str) -> BTreeMap<String, (usize, usize)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(room);
    let mut files = Vec::new();
    rust_files(&root, &mut files);
    let mut places: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    let mut fields: BTreeMap<String, usize> = BTreeMap::new();
    for (file, path) in files.iter().enumerate() {
        let text = fs::read_to_string(path).expect("sources are text");
        let mut inside: Option<String> = None;
        for line in text.lines() {
            if let Some(name) = own_methods_of(line) {
                places.entry(name.to_owned()).or_default().insert(file);
            }
            if let Some(name) = struct_begun(line) {
                fields.insert(name.clone(), 0);
                inside = Some(name);
            } else if line == "}" {
                inside = None;
            } else if let Some(name) = &inside
                && is_field(line)
            {
                *fields.entry(name.clone()).or_default() += 1;
            }
        }
    }
    let types = places.into_iter().map(|(name, files)| {
        let fields = fields.get(&name).copied().unwrap_or(0);
        (name, (files.len(), fields))
    });
    types.collect()
}

/// Without `pub` or `pub(…)`.
fn public(line: &str) -> &str {
    match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ").map_or(line, |(_, rest)| rest),
        Some(rest) => rest.trim_start(),
        None => line,
    }
}

/// The name of a struct whose fields begin in the next line.
fn struct_begun(line: &str) -> Option<String> {
    let rest = public(line).strip_prefix("struct ")?;
    let name = |rest: &str| rest.split(['<', ' ']).next().map(str::to_owned);
    line.ends_with('{').then(|| name(rest)).flatten()
}

/// Whether a line inside of a struct begins a field.
fn is_field(line: &str) -> bool {
    let Some(line) = line.strip_prefix("    ") else {
        return false;
    };
    let name = public(line).split(": ").next().unwrap_or_default();
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    !name.is_empty() && public(line).contains(": ") && name.chars().all(is_name)
}

#[test]
fn circles_of_imports_do_not_grow() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let entries = fs::read_dir(root).expect("src is readable");
    let entries = entries.map(|entry| entry.expect("src is readable").path());
    let mut rooms: Vec<String> = (entries.filter(|path| path.is_dir()))
        .filter_map(|path| {
            path.file_name()
                .map(|name| name.to_string_lossy().into_owned())
        })
        .collect();
    rooms.sort();
    assert_eq!(rooms, CIRCLES.map(|(room, _)| room));
    for (room, ceiling) in CIRCLES {
        let found = circles(&imports_in(room));
        let sizes: Vec<usize> = found.iter().map(BTreeSet::len).collect();
        assert_eq!(
            sizes, ceiling,
            "files of {room} that import each other: {found:?}"
        );
    }
}

#[test]
fn types_do_not_become_wider() {
    for (room, _) in CIRCLES {
        let found = types_of(room);
        let found: BTreeMap<&str, (usize, usize)> = (found.iter())
            .filter(|(_, (files, _))| *files > FILES)
            .map(|(name, figures)| (name.as_str(), *figures))
            .collect();
        let known: BTreeMap<&str, (usize, usize)> = (WIDE.iter())
            .filter(|wide| wide.room == room)
            .map(|wide| (wide.name, (wide.files, wide.fields)))
            .collect();
        assert_eq!(
            found, known,
            "files with methods of a type of {room}, and its fields"
        );
    }
}

/// The name of the public type that a line defines.
fn public_type(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let rest = line.starts_with("pub").then(|| public(line))?;
    let rest = (["struct ", "enum ", "trait ", "type "].iter())
        .find_map(|keyword| rest.strip_prefix(keyword))?;
    let name = rest.split(|c: char| !c.is_alphanumeric()).next()?;
    (!name.is_empty()).then_some(name)
}

#[test]
fn names_of_types_do_not_become_more_ambiguous() {
    let mut files = Vec::new();
    rust_files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut files,
    );
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for path in files {
        let text = fs::read_to_string(path).expect("sources are text");
        for name in text.lines().filter_map(public_type) {
            *counts.entry(name.to_owned()).or_default() += 1;
        }
    }
    let shared: Vec<&String> = (counts.iter())
        .filter(|(_, count)| **count > 1)
        .map(|(name, _)| name)
        .collect();
    assert_eq!(
        shared.len(),
        SHARED_NAMES,
        "names of several public types: {shared:?}"
    );
}

#[test]
fn methods_and_fields_are_recognized() {
    assert_eq!(own_methods_of("impl Walker {"), Some("Walker"));
    assert_eq!(
        own_methods_of("impl<'c, O: Observer> Machine<'c, O> {"),
        Some("Machine")
    );
    assert_eq!(
        own_methods_of("impl super::Dialogue<'_> {"),
        Some("Dialogue")
    );
    assert_eq!(own_methods_of("impl<T> From<T> for Walker {"), None);
    assert_eq!(own_methods_of("    impl Walker {"), None);
    assert_eq!(
        struct_begun("pub(crate) struct Walker<'a> {"),
        Some("Walker".to_owned())
    );
    assert_eq!(struct_begun("pub struct Lane(u32);"), None);
    assert_eq!(
        public_type("    pub(super) enum Place<'a> {"),
        Some("Place")
    );
    assert_eq!(public_type("struct Place {"), None);
    assert!(is_field("    pub(super) turns: Vec<usize>,"));
    assert!(is_field("    at: usize,"));
    assert!(!is_field("    /// Which one: the first."));
    assert!(!is_field("        inner: usize,"));
}
