//! Text, Markdown, HTML, LaTeX, CSV and JSON of one report.

use pram::present::document::markdown::Drawings;
use pram::present::document::{html, latex, markdown, text};
use pram::present::json;
use pram::present::layout::{document, screen};
use pram::present::tables;
use pram::quantity::{Measure, Unit};
use pram::result::study::{IncludedFile, Report};

use super::example;

fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// `PRAM_LOOK=folder cargo test look` writes the formats there, to be looked at.
fn look(name: &str, content: &str) {
    if let Some(folder) = std::env::var_os("PRAM_LOOK") {
        let path = std::path::Path::new(&folder).join(name);
        std::fs::write(path, content).expect("the folder can be written");
    }
}

fn latex_of(report: &Report) -> String {
    latex::render(&document(report))
}

#[test]
fn a_report_as_text() {
    let text = text::render(&document(&example::report()), 100);
    look("report.ansi", &text);
    insta::assert_snapshot!(plain(&text));
}

#[test]
fn a_report_on_one_screen() {
    let shown = |report: &Report| plain(&text::render(&screen::document(report), 80));
    insta::assert_snapshot!(shown(&example::report()));
    insta::assert_snapshot!("two_programs_on_one_screen", shown(&example::comparison()));
}

#[test]
fn a_report_in_a_narrow_terminal() {
    let text = text::render(&document(&example::report()), 60);
    insta::assert_snapshot!(plain(&text));
}

#[test]
fn a_report_as_markdown() {
    let document = document(&example::report());
    let (text, files) = markdown::render(&document, Drawings::Inside);
    assert!(files.is_empty());
    insta::assert_snapshot!(text);
    let (text, files) = markdown::render(&document, Drawings::Beside);
    for (name, _) in &files {
        assert!(text.contains(&format!("]({name})")), "{name} is shown");
    }
    assert!(files.len() > 5);
}

/// Folded below the program, from the first line that is no comment, with their part of the work.
#[test]
fn included_files_are_listed() {
    let mut report = example::report();
    report.study.included.push(IncludedFile {
        name: "library/<b>.pram".to_owned(),
        text: "// One.\n\nx = 1 < 2;\n".to_owned(),
    });
    let page = html::render(&document(&report));
    assert!(page.contains("<summary>&lt;b&gt;.pram, included: 0\u{a0}% of W</summary>"));
    assert!(page.contains(
        "x = <span class=\"code-number\">1</span> &lt; <span class=\"code-number\">2</span>;</span>"
    ));
    assert!(page.contains("<span data-line=\"3\""));
    assert!(!page.contains("// One."));
}

#[test]
fn a_report_as_html() {
    let page = html::render(&document(&example::report()));
    look("report.html", &page);
    assert!(
        !page.contains("http://")
            || page.matches("http").count() == page.matches("http://www.w3.org/2000/svg").count()
    );
    insta::assert_snapshot!(page);
}

#[test]
fn a_report_as_latex() {
    let file = latex_of(&example::report());
    look("report.tex", &file);
    insta::assert_snapshot!(file);
}

#[test]
fn a_report_as_csv() {
    let tables = tables::tables(&example::report());
    let texts: Vec<String> = tables
        .iter()
        .map(|table| {
            look(table.name, &table.text);
            format!("{}\n{}", table.name, table.text)
        })
        .collect();
    insta::assert_snapshot!(texts.join("\n"));
}

#[test]
fn a_report_as_json() {
    let mut json = Vec::new();
    json::write(&mut json, &example::report()).expect("a vector takes every byte");
    let json = String::from_utf8(json).expect("JSON is text");
    look("report.json", &json);
    insta::assert_snapshot!(json);
}

#[test]
fn two_programs_are_laid_out_side_by_side() {
    let document = document(&example::comparison());
    let text = text::render(&document, 100);
    look("comparison.ansi", &text);
    look("comparison.html", &html::render(&document));
    look("comparison.tex", &latex::render(&document));
    look(
        "comparison.md",
        &markdown::render(&document, Drawings::Inside).0,
    );
    let (comparison, _) = plain(&text).split_once("program\n").map_or_else(
        || (plain(&text), String::new()),
        |(before, after)| (before.to_owned(), after.to_owned()),
    );
    insta::assert_snapshot!(comparison);
}

#[test]
fn a_report_on_nothing_says_so() {
    let document = document(&example::empty());
    look("empty.html", &html::render(&document));
    look("empty.tex", &latex::render(&document));
    insta::assert_snapshot!(plain(&text::render(&document, 100)));
}

#[test]
fn names_that_mean_something_to_a_format_are_escaped() {
    let document = document(&example::comparison());
    let page = html::render(&document);
    assert!(!page.contains("<više>") && page.contains("&lt;više&gt;"));
    let file = latex::render(&document);
    assert!(file.contains("50\\% \\& \\textless{}više\\textgreater{}"));
}

/// Every number of the measured series stands in every format.
#[test]
fn every_format_shows_the_same_numbers() {
    let report = example::report();
    let document = document(&report);
    let formats = [
        plain(&text::render(&document, 100)),
        markdown::render(&document, Drawings::Inside).0,
        html::render(&document),
        latex_of(&report),
        tables::tables(&report).remove(0).text,
        serde_json::to_string(&report).expect("a report is JSON"),
    ];
    for row in &report.study.series {
        let counts = [
            row.counts.get(Measure::T).get(Unit::Rounds).units,
            row.counts.get(Measure::W).get(Unit::Instructions).units,
            row.counts.get(Measure::C).get(Unit::Steps).units,
        ];
        for number in counts {
            for (index, format) in formats.iter().enumerate() {
                assert!(
                    format.contains(&number.to_string()),
                    "{number} is missing from format {index}"
                );
            }
        }
    }
}
