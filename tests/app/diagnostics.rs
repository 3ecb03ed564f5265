//! Diagnostics drawn as text and written as JSON.

use pram::diagnostic::json::ErrorsJson;
use pram::diagnostic::render::render;
use pram::diagnostic::{Code, Places, Words};
use pram::source::{FileId, Sources, Span};

use super::plain;

fn span(file: FileId, start: usize, end: usize) -> Span {
    Span {
        file,
        start: start as u32,
        end: end as u32,
    }
}

/// The span of the first occurrence of some words.
fn at(sources: &Sources, file: FileId, words: &str) -> Span {
    let start = sources.get(file).text.find(words).expect("the words occur");
    span(file, start, start + words.len())
}

fn drawn(text: &str, start: usize, end: usize) -> String {
    let mut sources = Sources::default();
    let file = sources.add("a.pram", text);
    let places = Places::at(Code::Syntax, span(file, start, end));
    let diagnostic = places.with(Words::new("a problem", "here"));
    plain(&render(&diagnostic, &sources))
}

#[test]
fn a_diagnostic_shows_places_notes_and_ways_out() {
    let mut sources = Sources::default();
    let file = sources.add(
        "zbroj.pram",
        "algoritam zbroj(A[], n)\n    s = 0;\n    paralelno (za svaki i od 0 do n-1)\n        s += A[i];\n    kraj_paralelno\n",
    );
    let other = sources.add("lib/alati.pram", "algoritam zbroj(B[])\n");
    let places = Places::at(Code::DefinedTwice, at(&sources, file, "zbroj"))
        .and([at(&sources, file, "s +="), at(&sources, other, "zbroj")]);
    let words = Words::new("`zbroj` is defined twice", "first here")
        .label("used here")
        .label("and here")
        .note("an included file adds its algorithms to those of the file that includes it")
        .help("rename one of them");
    let diagnostic = places.with(words);
    insta::assert_snapshot!(plain(&render(&diagnostic, &sources)));
    insta::assert_json_snapshot!(ErrorsJson::new(&[diagnostic], &sources));
}

#[test]
fn a_diagnostic_without_a_place_is_a_title_with_notes() {
    let words = Words::message("there is no input `m`").help("did you mean `n=8`?");
    let diagnostic = Places::nowhere(Code::UnknownInput).with(words);
    insta::assert_snapshot!(plain(&render(&diagnostic, &Sources::default())));
}

#[test]
fn odd_texts_are_drawn_without_a_panic() {
    let empty = drawn("", 0, 0);
    let end = drawn("x = 1", 5, 5);
    let newline_at_end = drawn("x = 1;\n", 7, 7);
    let line_feed = drawn("x = 1\r\ny = 2\r\n", 5, 7);
    let tabs = drawn("\t\tx = 1\n", 2, 3);
    let wide = drawn("// 並列計算 č\nx = 並列;\n", 20, 23);
    let beyond = drawn("x", 5, 9);
    let several_lines = drawn("ako (x)\n  y = 1;\nkraj_ako\n", 0, 20);
    insta::assert_snapshot!(
        [
            empty,
            end,
            newline_at_end,
            line_feed,
            tabs,
            wide,
            beyond,
            several_lines
        ]
        .join("\n~~~\n")
    );
}

#[test]
fn an_endless_line_is_cut_around_what_is_marked() {
    let text = "a+".repeat(5 << 20) + "$" + &"+b".repeat(1000);
    let start = text.find('$').expect("it was put there");
    insta::assert_snapshot!(drawn(&text, start, start + 1));
}

#[test]
fn many_lines_are_folded() {
    let mut sources = Sources::default();
    let text = "x = 1;\n".repeat(200_000);
    let file = sources.add("long.pram", text);
    let places = Places::at(Code::Syntax, span(file, 0, 1))
        .and([span(file, 1_399_993, 1_399_994), span(file, 21, 22)]);
    let words = Words::new("far apart", "here")
        .label("and there")
        .label("and near");
    let diagnostic = places.with(words);
    insta::assert_snapshot!(plain(&render(&diagnostic, &sources)));
}
