//! Each fix of the corpus is applied, and the text read again: the problem is gone.

use std::collections::BTreeMap;

use pram::diagnostic::{Diagnostic, Fix};
use pram::source::Sources;
use serde_json::{Value, json};

use super::corpus::{Case, machines, programs, said};
use crate::apram::pram;

/// A text with the edits of a fix.
fn applied(fix: &Fix, sources: &Sources) -> String {
    let mut edits: Vec<_> = fix.edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
    let file = edits.first().expect("a fix changes something").span.file;
    let mut text = sources.get(file).text.to_string();
    for edit in edits {
        assert_eq!(edit.span.file, file);
        let range = edit.span.start as usize..edit.span.end as usize;
        text.replace_range(range, &edit.replacement);
    }
    text
}

/// How often each problem is said: by its code and message.
fn counted(said: &[Diagnostic]) -> BTreeMap<(&str, &str), usize> {
    let mut counted = BTreeMap::new();
    for one in said {
        *counted
            .entry((one.code.id(), one.message.as_str()))
            .or_default() += 1;
    }
    counted
}

#[test]
fn a_fixed_problem_is_gone() {
    let options = machines().swap_remove(0);
    let mut fixed: BTreeMap<&str, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for case in programs() {
        let (before, sources) = said(&case, &options);
        for one in &before {
            for fix in &one.fixes {
                let file = fix.edits[0].span.file;
                if Some(file) != sources.files().next() {
                    continue;
                }
                let again = Case {
                    name: case.name.clone(),
                    text: applied(fix, &sources),
                };
                let (after, _) = said(&again, &options);
                let this = (one.code.id(), one.message.as_str());
                let (were, are) = (counted(&before), counted(&after));
                let count = |counted: &BTreeMap<_, usize>| counted.get(&this).copied();
                if count(&are).unwrap_or(0) >= count(&were).unwrap_or(0) {
                    wrong.push(format!(
                        "{}: {}: {}\n{}",
                        case.name, one.message, fix.title, again.text
                    ));
                }
                *fixed.entry(one.code.id()).or_default() += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    let codes: Vec<&str> = fixed.keys().copied().collect();
    assert_eq!(
        codes,
        [
            "E0101", "E0102", "E0107", "E0201", "E0209", "W0106", "W0201"
        ]
    );
    assert!(fixed.values().sum::<usize>() > 60, "{fixed:?}");
}

/// Fixes as JSON have lines and columns; what cannot be fixed so has no key for them.
#[test]
fn fixes_are_in_the_json_of_errors() {
    let error = |text: &str| -> Value {
        let (status, said, _) = pram(text, &["run", "-", "--format", "json"]);
        assert_eq!(status, 1, "{said}");
        serde_json::from_str::<Value>(&said).unwrap()["error"].take()
    };
    let fix = |title: &str, place: [usize; 4], replacement: &str| {
        let [line, column, end_line, end_column] = place;
        json!([{ "title": title, "edits": [{
            "file": "<stdin>",
            "line": line,
            "column": column,
            "end_line": end_line,
            "end_column": end_column,
            "replacement": replacement,
        }] }])
    };
    let said = error("program\n    č = 1; print(č)\nend_program\n");
    assert_eq!(said["fixes"], fix("insert `;`", [2, 20, 2, 20], ";"));
    let said = error("program\n    total = 1;\n    print(totl);\nend_program\n");
    assert_eq!(said["fixes"], fix("write `total`", [3, 11, 3, 15], "total"));
    let said = error("claim model = CREV;\nprogram\n    print(1);\nend_program\n");
    assert_eq!(said["fixes"], fix("write `CREW`", [1, 15, 1, 19], "CREW"));
    let said = error("program\n    print(x);\nend_program\n");
    assert_eq!(said.get("fixes"), None);
}

/// A word that takes the place of a sign does not run into its neighbours.
#[test]
fn words_are_kept_apart() {
    let case = Case {
        name: "case.pram".to_owned(),
        text: "program\n    a = 1;\n    if (a==1&a==1) print(a);\nend_program\n".to_owned(),
    };
    let (problems, sources) = said(&case, &machines()[0]);
    let text = applied(&problems[0].fixes[0], &sources);
    assert!(text.contains("(a==1 and a==1)"), "{text}");
}
