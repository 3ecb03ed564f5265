//! Text to syntax tree: every case of `tests/cases/syntax/` with its tree or its diagnostics.

mod colours;
mod ends;
mod escapes;
mod hostile;
mod keywords;
mod numbered;
mod printed;
pub mod show;
mod spellings;

use std::fmt::Write;
use std::path::Path;

use pram::diagnostic::Diagnostic;
use pram::source::Sources;
use pram::syntax;

/// The tree of a text, then its diagnostics.
fn read(text: &str) -> String {
    let mut sources = Sources::default();
    let file = sources.add("case.pram", text);
    let (tree, diagnostics) = syntax::parse(&sources, file);
    let mut out = show::file(&tree);
    for diagnostic in &diagnostics {
        out.push_str(&told(&sources, diagnostic));
    }
    out
}

/// The tree of a text without problems.
#[track_caller]
fn tree(text: &str) -> String {
    let mut sources = Sources::default();
    let file = sources.add("case.pram", text);
    let (tree, problems) = syntax::parse(&sources, file);
    assert!(problems.is_empty(), "{text}\n{problems:?}");
    show::file(&tree)
}

/// A diagnostic with its places.
pub fn told(sources: &Sources, diagnostic: &Diagnostic) -> String {
    let mut out = format!("{} {}\n", diagnostic.code.id(), diagnostic.message);
    let places = diagnostic
        .primary
        .iter()
        .map(|label| (">", label))
        .chain(diagnostic.secondary.iter().map(|label| ("-", label)));
    for (mark, label) in places {
        let position = sources.position(label.span);
        let under: String = sources.text(label.span).chars().take(60).collect();
        let _ = writeln!(
            out,
            "  {mark} {}:{} `{under}` {}",
            position.line, position.column, label.text
        );
    }
    for note in &diagnostic.notes {
        let _ = writeln!(out, "  note: {note}");
    }
    for help in &diagnostic.help {
        let _ = writeln!(out, "  help: {help}");
    }
    out
}

/// What is wrong with a text, by code and line.
fn codes(text: &str) -> Vec<(&'static str, usize)> {
    let mut sources = Sources::default();
    let file = sources.add("case.pram", text);
    let (_, diagnostics) = syntax::parse(&sources, file);
    let place = |diagnostic: &Diagnostic| {
        diagnostic
            .primary
            .as_ref()
            .map_or(0, |label| sources.position(label.span).line)
    };
    diagnostics
        .iter()
        .map(|diagnostic| (diagnostic.code.id(), place(diagnostic)))
        .collect()
}

#[test]
fn every_case_reads_as_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/syntax");
    let mut cases: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    cases.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "pram")
    });
    cases.sort();
    insta::with_settings!({ snapshot_path => &folder, prepend_module_to_snapshot => false, omit_expression => true }, {
        for case in cases {
            let name = case.file_stem().unwrap().to_string_lossy().into_owned();
            insta::assert_snapshot!(name, read(&std::fs::read_to_string(&case).unwrap()));
        }
    });
}
