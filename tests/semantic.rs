//! Syntax tree to checked program: every case of `tests/cases/semantic/` with its listing or its
//! diagnostics.
//!
//! A case may begin with `// entry: NAME`, `// processors`, and `// real: A x` (inputs whose values
//! are reals; the others are ints).

mod constants;
mod hostile;
mod show;

use std::path::{Path, PathBuf};

use pram::diagnostic::Diagnostic;
use pram::program::{InputShapes, Memory, Shape, Type};
use pram::semantic::{KernelSupport, KnownMachine, NamesNetwork, check, signature};
use pram::source::Sources;
use pram::syntax::ast::{File, Item};
use pram::syntax::parse;
use pram::syntax::vocabulary::Vocabularies;

use crate::collection;
use crate::syntax::told;

/// The tree of a text, whose messages are in its own vocabulary, and what is wrong with its syntax.
fn read(text: &str) -> (Sources, File, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let file = sources.add("case.pram", text);
    let (mut tree, diagnostics) = parse(&sources, file);
    tree.vocabularies = Vocabularies::of(&sources);
    (sources, tree, diagnostics)
}

/// The listing of a text, or what is wrong with it.
fn checked(text: &str) -> String {
    let (sources, tree, diagnostics) = read(text);
    if !diagnostics.is_empty() {
        return all(&sources, &diagnostics);
    }
    listed(&sources, &tree, text)
}

/// Checks a text as far as it could be read.
fn checked_whatever_the_syntax(text: &str) {
    let (sources, tree, _) = read(text);
    listed(&sources, &tree, text);
}

/// Every diagnostic with its places.
fn all(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    diagnostics
        .iter()
        .map(|diagnostic| told(sources, diagnostic))
        .collect()
}

/// The listing of a tree, or what is wrong with it; `text` has the directives.
fn listed(sources: &Sources, tree: &File, text: &str) -> String {
    let directive = |name: &str| {
        let prefix = format!("// {name}");
        text.lines()
            .find_map(|line| Some(line.strip_prefix(&prefix)?.trim_start_matches(':').trim()))
    };
    let entry = match signature(tree, directive("entry")) {
        Ok(entry) => entry,
        Err(diagnostics) => return all(sources, &diagnostics),
    };
    let reals: Vec<&str> = directive("real").unwrap_or("").split_whitespace().collect();
    let shapes: InputShapes = (entry.inputs.iter())
        .map(|input| {
            let name = input.name.text.clone();
            let ty = if reals.contains(&name.as_str()) {
                Type::Real
            } else {
                Type::Int
            };
            let shape = match &input.dimensions {
                None => Shape::Scalar(ty),
                Some(dimensions) => Shape::Array {
                    element: ty,
                    rank: dimensions.len() as u8,
                },
            };
            (name, shape)
        })
        .collect();
    let machine = KnownMachine {
        processors: directive("processors").is_some(),
        delay: true,
        barrier: true,
        memory: if directive("messages").is_some() {
            Memory::Private
        } else {
            Memory::Shared
        },
        names_network: NamesNetwork::No,
        kernels: match directive("kernels") {
            Some(_) => KernelSupport::Runs,
            None => KernelSupport::Lacks,
        },
    };
    match check(tree, &entry, &shapes, machine) {
        Ok(program) => show::program(&program),
        Err(diagnostics) => all(sources, &diagnostics),
    }
}

fn programs(folder: &Path) -> Vec<PathBuf> {
    let mut cases: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    cases.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "pram")
    });
    cases.sort();
    cases
}

#[test]
fn every_case_checks_as_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/semantic");
    insta::with_settings!({ snapshot_path => &folder, prepend_module_to_snapshot => false, omit_expression => true }, {
        for case in programs(&folder) {
            let text = std::fs::read_to_string(&case).unwrap();
            let name = case.file_stem().unwrap().to_str().unwrap().to_owned();
            insta::assert_snapshot!(name, checked(&text));
        }
    });
}

/// Puts the items of included files in the place of the `ukljuci`.
fn splice(sources: &mut Sources, path: &Path, text: &str, seen: &mut Vec<PathBuf>) -> File {
    let file = sources.add(path.display().to_string(), text);
    let (tree, diagnostics) = parse(sources, file);
    assert!(
        diagnostics.is_empty(),
        "{}: {diagnostics:?}",
        path.display()
    );
    let mut items = Vec::new();
    for item in tree.items {
        let Item::Include(include) = item else {
            items.push(item);
            continue;
        };
        let near = path.parent().unwrap().join(&include.path);
        // `programs/prescan.pram` is meant from everywhere.
        let shipped = collection::folder().with_file_name(&include.path);
        let included = near.canonicalize().or_else(|_| shipped.canonicalize());
        let included = included.unwrap();
        if !seen.contains(&included) {
            seen.push(included.clone());
            let text = std::fs::read_to_string(&included).unwrap();
            // What an included file runs and is given is its own affair.
            let more = splice(sources, &included, &text, seen).items;
            items.extend(
                more.into_iter()
                    .filter(|item| matches!(item, Item::Algorithm(_) | Item::Neutral(_))),
            );
        }
    }
    File {
        items,
        ..File::default()
    }
}

#[test]
fn every_program_of_the_collection_checks() {
    for case in collection::programs() {
        let text = std::fs::read_to_string(&case).unwrap();
        let mut sources = Sources::default();
        let tree = splice(&mut sources, &case, &text, &mut Vec::new());
        let messages = if collection::has_messages(&case) {
            "// messages\n"
        } else if collection::has_kernels(&case) {
            "// kernels\n"
        } else {
            ""
        };
        let listing = listed(&sources, &tree, &format!("// processors\n{messages}{text}"));
        assert!(!listing.starts_with('E'), "{}\n{listing}", case.display());
    }
}
