//! What is hidden stays hidden: marker numbers of hidden inputs are in nothing that students see.

use std::fs;

use serde_json::Value;

use super::{JUDGE, REFERENCE, WALLS, class_folder, files, pram, said};

/// In no program and no sentence.
const MARKERS: [&str; 3] = ["734001", "734002", "734003"];

const ITEMS: &str = r#"[[test]]
name = "public"
inputs = ["n=2..3"]
points = 1
[[test]]
name = "hidden"
inputs = ["n=3 A=734001,734002,734003"]
points = 2
visibility = "hidden"
[[test]]
name = "later"
inputs = ["n=3 A=734001,734002,734003"]
expect = "reference"
points = 2
visibility = "after"
[[claim]]
text = "model = EREW"
points = { proved = 2, observed = 1 }
[[criterion]]
kind = "no-warnings"
points = 1
"#;

/// Submissions that would tell what they see.
fn telling() -> Vec<(&'static str, String)> {
    let body = |body: &str| format!("algorithm maximum(A[], n)\n{body}\nend_algorithm\n");
    vec![
        (
            "prints",
            body("print(A[0], \" \", A[1], \" \", A[n-1]);\nA[0] = 1;"),
        ),
        (
            "asserts",
            body("assert(A[0] < 1000, A[0], \" is large\");\nA[0] = 1;"),
        ),
        (
            "subscripts",
            body("array B[2] = 0;\nA[0] = B[min(A[0], 10^6)];"),
        ),
        (
            "divides",
            body("if (A[0] > 1000)\nA[0] = A[0] / (n - n);\nA[0] = 1;"),
        ),
        (
            "lengths",
            body("array B[A[0]] = 1;\nassert(B[0] > A[0], B[0]);"),
        ),
        ("many", body("for i = 1 to A[0]\nprint(i);")),
        ("steps", body("for i = 1 to A[0]\nA[1] = i;")),
        // Illegal for large values alone: the cell is named by a value.
        (
            "cells",
            body(
                "array B[10^6] = 0;\nif (A[0] > 1000)\nparallel (for each i from 0 to 1)\nB[A[0]] = i;\nend_parallel",
            ),
        ),
        ("right", REFERENCE.to_owned()),
    ]
}

/// What a student sees of `results.json` before the deadline.
fn gradescope(results: &str) -> String {
    let mut results: Value = serde_json::from_str(results).unwrap();
    let tests = results["tests"].as_array_mut().unwrap();
    tests.retain(|test| test["visibility"] == "visible");
    assert!(!tests.is_empty());
    results.to_string()
}

#[test]
fn no_output_for_students_holds_a_hidden_input() {
    let mut own = files(ITEMS);
    own.programs
        .insert("judge.pram".to_owned(), JUDGE.to_owned());
    let folder = class_folder("canary", &own);
    for (name, text) in telling() {
        fs::write(folder.join(format!("submissions/{name}.pram")), text).unwrap();
    }
    let graded = pram(&folder, &["grade", "exercise", "submissions", WALLS]);
    assert_eq!(graded.status.code(), Some(0), "{}", said(&graded));
    let show = |more: &[&str]| {
        let words = [&["grade", "show", "results", "--audience", "student"], more].concat();
        let shown = pram(&folder, &words);
        assert_eq!(shown.status.code(), Some(0), "{}", said(&shown));
        said(&shown)
    };
    let worksheet = "Identifier,Grade,Feedback comments\n";
    let sheet = (telling().iter()).fold(worksheet.to_owned(), |sheet, (name, _)| {
        sheet + &format!("Participant {name},,\n")
    });
    fs::write(folder.join("sheet.csv"), sheet).unwrap();
    let mut all = String::new();
    for format in ["text", "csv", "junit", "json"] {
        all += &show(&["--format", format]);
    }
    all += &show(&["--format", "moodle", "--worksheet", "sheet.csv"]);
    for (name, _) in telling() {
        all += &show(&["--only", name]);
        all += &gradescope(&show(&["--format", "gradescope", "--only", name]));
        let tried = pram(
            &folder,
            &[
                "grade",
                "one",
                "exercise",
                &format!("submissions/{name}.pram"),
            ],
        );
        all += &said(&tried);
    }
    show(&["--format", "html", "--output", "pages"]);
    show(&["--format", "gradescope", "--output", "scope"]);
    let written = |folder_of: &str| {
        let files = fs::read_dir(folder.join(folder_of)).unwrap();
        let texts: Vec<String> = files
            .map(|file| fs::read_to_string(file.unwrap().path()).unwrap())
            .collect();
        assert_eq!(texts.len(), telling().len(), "{folder_of}");
        texts
    };
    all += &written("pages").concat();
    for results in written("scope") {
        // Gradescope keeps what is for later until then.
        assert!(results.contains("after_due_date"), "{results}");
        all += &gradescope(&results);
    }
    let several = pram(
        &folder,
        &["grade", "show", "results", "--format", "gradescope"],
    );
    assert_eq!(several.status.code(), Some(2), "{}", said(&several));
    for marker in MARKERS {
        let at = all.find(marker);
        let around = at.map(|at| &all[all.floor_char_boundary(at.saturating_sub(300))..at + 20]);
        assert_eq!(around, None, "{marker}");
    }
    // The names and verdicts are there, and so are the public items with all that they say.
    assert!(all.contains("hidden: 0 of 2 (fails"), "{all}");
    assert!(all.contains("1 item is hidden."));
    // A teacher sees them, and so does a student what is for later, after the deadline.
    let teacher = said(&pram(
        &folder,
        &["grade", "show", "results", "--format", "json"],
    ));
    assert!(teacher.contains(MARKERS[0]));
    let later = show(&["--format", "json", "--after-deadline"]);
    assert!(later.contains(MARKERS[0]));
}
