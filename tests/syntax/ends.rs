//! Where compound statements, programs and algorithms end.

use std::path::{Path, PathBuf};

use pram::source::{Sources, Span};
use pram::syntax;
use pram::syntax::ast::{Item, Stmt, StmtKind};

use crate::collection::programs;

/// What stands inside a statement, body by body.
fn bodies(statement: &Stmt) -> Vec<&[Stmt]> {
    match &statement.kind {
        StmtKind::If {
            then, otherwise, ..
        } => vec![then, otherwise],
        StmtKind::While { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::CFor { body, .. }
        | StmtKind::Repeat { body, .. }
        | StmtKind::Block(body) => vec![body],
        StmtKind::Parallel(parallel) => vec![&parallel.body],
        _ => Vec::new(),
    }
}

/// The bodies of a file, with the bytes they lie in.
fn roots(item: &Item) -> Option<(Span, &[Stmt])> {
    let whole = |header: Span, end| Span { end, ..header };
    match item {
        Item::Algorithm(algorithm) => {
            Some((whole(algorithm.header, algorithm.end), &algorithm.body))
        }
        Item::Program(program) => Some((whole(program.header, program.end), &program.body)),
        _ => None,
    }
}

/// Every statement with the text that it ends with, from its last line.
fn ends(text: &str) -> Vec<(String, String)> {
    fn note(body: &[Stmt], sources: &Sources, found: &mut Vec<(String, String)>) {
        for statement in body {
            let whole = sources.text(statement.whole());
            let words = |line: Option<&str>| line.unwrap_or_default().trim().to_owned();
            found.push((words(whole.lines().next()), words(whole.lines().last())));
            for body in bodies(statement) {
                note(body, sources, found);
            }
        }
    }
    let mut sources = Sources::default();
    let file = sources.add("case.pram", text);
    let (tree, problems) = syntax::parse(&sources, file);
    assert!(problems.is_empty(), "{problems:?}");
    let mut found = Vec::new();
    for (whole, body) in tree.items.iter().filter_map(roots) {
        let last = sources.text(whole).lines().last().unwrap_or_default();
        found.push(("root".to_owned(), last.trim().to_owned()));
        note(body, &sources, &mut found);
    }
    found
}

#[test]
fn every_construct_ends_with_its_last_word() {
    let text = "\
algorithm f(x)
    x = 1; // a comment
end_algorithm
procedure g(x)
begin
    for k := 0 to 3 do
        x := k
    endfor
end g
program
    if (a) x = 1;
    if (a) then
        x = 2;
    else if (b) then
        x = 3;
    end_if
    if (c) { x = 4; } else { x = 5; }
    while (a)
        x = 6;
    repeat 3 times
        x = 7;
    end_repeat
    for i = 0 to 3 {
        x = 8;
    } // behind the brace
    parallel (for each i from 0 to 3)
        x = 9;
    end_parallel;
    for i in 0..3 pardo
        y[i] = 10;
    x = 11;
end_program
";
    let expected = [
        ("root", "end_algorithm"),
        ("x = 1;", "x = 1;"),
        ("root", "end g"),
        ("begin", "end g"),
        ("for k := 0 to 3 do", "endfor"),
        ("x := k", "x := k"),
        ("root", "end_program"),
        ("if (a) x = 1;", "if (a) x = 1;"),
        ("x = 1;", "x = 1;"),
        ("if (a) then", "end_if"),
        ("x = 2;", "x = 2;"),
        ("if (b) then", "end_if"),
        ("x = 3;", "x = 3;"),
        (
            "if (c) { x = 4; } else { x = 5; }",
            "if (c) { x = 4; } else { x = 5; }",
        ),
        ("x = 4;", "x = 4;"),
        ("x = 5;", "x = 5;"),
        ("while (a)", "x = 6;"),
        ("x = 6;", "x = 6;"),
        ("repeat 3 times", "end_repeat"),
        ("x = 7;", "x = 7;"),
        ("for i = 0 to 3 {", "}"),
        ("x = 8;", "x = 8;"),
        ("parallel (for each i from 0 to 3)", "end_parallel;"),
        ("x = 9;", "x = 9;"),
        ("for i in 0..3 pardo", "y[i] = 10;"),
        ("y[i] = 10;", "y[i] = 10;"),
        ("x = 11;", "x = 11;"),
    ];
    let expected = expected.map(|(first, last)| (first.to_owned(), last.to_owned()));
    assert_eq!(ends(text), expected);
}

/// Statements lie one after the other, and inside of what holds them.
#[track_caller]
fn lie_inside(body: &[Stmt], whole: Span, text: &str) {
    let mut from = whole.start;
    for statement in body {
        let own = statement.whole();
        assert!(
            from <= own.start && own.start < own.end && own.end <= whole.end,
            "{own:?} in {whole:?}\n{text}"
        );
        let mut inside = own;
        for body in bodies(statement) {
            lie_inside(body, inside, text);
            inside.start = body.last().map_or(inside.start, |last| last.end);
        }
        from = own.end;
    }
}

#[test]
fn statements_lie_inside_of_what_holds_them() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/syntax");
    let cases = std::fs::read_dir(cases)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let is_case = |path: &PathBuf| {
        path.extension()
            .is_some_and(|extension| extension == "pram")
    };
    for path in programs().into_iter().chain(cases.filter(is_case)) {
        let text = std::fs::read_to_string(path).unwrap();
        let mut sources = Sources::default();
        let file = sources.add("case.pram", text.as_str());
        let (tree, problems) = syntax::parse(&sources, file);
        for (whole, body) in tree
            .items
            .iter()
            .filter_map(roots)
            .filter(|_| problems.is_empty())
        {
            lie_inside(body, whole, &text);
        }
    }
}
