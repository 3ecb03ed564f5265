//! What the asynchronous PRAM forbids, and what it says then.

use serde_json::json;

use super::account::Account;
use super::{pram, program, ran, text};

#[test]
fn the_head_of_a_list_needs_a_barrier() {
    // Right: write and read (one run, d + 1); test and write (1 + d); read and test, and the head
    // writes (d + 1 + d); three barriers; then the result is read (d).
    for (n, d, b) in [(8, 3, 8), (2, 2, 2), (100, 4, 16)] {
        let mut account = Account::new(d, b);
        account.section((0..n).map(|_| d + 1));
        let last_writes_not = |i: u64| if i == 0 { 1 } else { 1 + d };
        account.section((0..n).map(last_writes_not));
        let head_writes = |i: u64| if i == 0 { d + 1 + d } else { d + 1 };
        account.section((0..n).map(head_writes)).alone(d);
        assert_eq!(account.time, 5 * d + 3 + 3 * b);
        let [n, d, b] = [n, d, b].map(|value| value.to_string());
        let n = format!("n={n}");
        program("apram_list_head", &[&n, "--d", &d, "--B", &b])
            .costs(&account)
            .legal_on(Some("apram"));
    }
    let list = "next=2,0,-1,1"; // 3 -> 1 -> 0 -> 2
    let right = program("apram_list_head", &[list]).ends(0);
    assert_eq!(right.json["outputs"]["result"], 3);
}

#[test]
fn without_it_the_race_is_shown() {
    let list = "next=2,0,-1,1";
    let wrong = ["--entry", "list_head_race", list];
    // On the synchronous PRAM all have cleared their cells before anyone writes.
    let synchronous = [&wrong[..], &["--machine", "pram", "--model", "erew"]].concat();
    let synchronous = program("apram_list_head", &synchronous).ends(0);
    assert_eq!(synchronous.json["outputs"]["result"], 3);

    let run = program("apram_list_head", &wrong).ends(3);
    assert_eq!(run.json["violations"].as_array().unwrap().len(), 1);
    let race = &run.json["violations"][0];
    assert_eq!(race["code"], "E0504");
    assert_eq!(race["section"], 1);
    assert_eq!(race["cell"], "before[2]");
    assert_eq!(race["reads_only"], false);
    assert_eq!(race["model"], "apram");
    assert_eq!(race["processors"], json!(["i = 2", "i = 0"]));
    assert_eq!(
        race["missing_barrier"]["after_line"],
        race["accesses"][0]["line"]
    );
    let access = |at: usize| {
        let access = &race["accesses"][at];
        json!([access["processor"], access["kind"], access["value"]])
    };
    assert_eq!(access(0), json!(["i = 2", "write", -1]));
    assert_eq!(access(1), json!(["i = 0", "write", 0]));
    let (line, later) = (&race["accesses"][0]["line"], &race["accesses"][1]["line"]);
    assert_eq!(later.as_u64().unwrap(), line.as_u64().unwrap() + 2);

    let file = "programs/apram_list_head.pram";
    let (_, _, stderr) = pram("", &[&["run", file][..], &wrong].concat());
    let expected = [
        "error[E0504]: i = 2 and i = 0 both write `before[2]` in section 1",
        "(1) i = 2 writes -1 into before[2] here",
        "(2) i = 0 writes 0 into before[2] here",
        &format!("an `ograda` after line {line} would order them"),
    ];
    for part in expected {
        assert!(stderr.contains(part), "`{part}` is not in:\n{stderr}");
    }
}

/// A block of four processors around a body.
fn block(body: &str) -> String {
    format!(
        "program
             polje A[8] = {{7, 6, 5, 4, 3, 2, 1, 0}}, R[8];
             paralelno asinkrono (za svaki i od 0 do 3)
                 {body}
             kraj_paralelno
         kraj_programa"
    )
}

#[test]
fn every_meeting_in_a_section_is_judged() {
    // (body, legal on)
    for (body, model) in [
        ("x = A[i];", Some("apram")),
        ("x = A[i]; ograda; x = A[i+1];", Some("apram")),
        ("x = A[i]; x = A[i];  A[i] = 1;", Some("apram")),
        ("x = A[0];", Some("apram-cr")),
        ("x = A[i]; x = A[i+1];", Some("apram-cr")),
        ("x = A[i]; R[i] = A[i+1];", Some("apram-cr")),
        ("R[0] = 1;", None),
        ("A[i] = A[i+1];", None),
        ("A[i] = 1; x = A[i+1];", None),
        ("x = A[0]; ako (i == 3)  A[0] = 1;", None),
        // The same on either side of a barrier.
        ("x = A[i+1]; ograda; A[i] = x;", Some("apram")),
        (
            "x = A[0]; ograda; ako (i == 3)  A[0] = 1;",
            Some("apram-cr"),
        ),
    ] {
        for chosen in ["apram", "apram-cr"] {
            let is_legal = model.is_some_and(|model| model == "apram" || chosen == "apram-cr");
            let ran = text(&block(body), 3, 4, &["--model", chosen]);
            assert_eq!(ran.status, if is_legal { 0 } else { 3 }, "{chosen}: {body}");
            let violations = ran.json["violations"].as_array().unwrap();
            assert_eq!(violations.is_empty(), is_legal, "{chosen}: {body}");
            assert!(
                violations.iter().all(|each| each["code"] == "E0504"),
                "{body}"
            );
            assert_eq!(ran.json["machine"]["kind"], "apram");
            assert_eq!(ran.json["machine"]["model"], chosen);
        }
        let words = ["check", "-", "--machine", "apram", "--d", "3", "--B", "4"];
        ran(&block(body), &words).ends(0).legal_on(model);
        let going_on = text(&block(body), 3, 4, &["--on-violation", "continue"]);
        let count = going_on.json["violation_count"].as_u64().unwrap();
        assert_eq!(count == 0, model == Some("apram"), "{body}");
    }
}

#[test]
fn ways_out_fit_what_happened() {
    for (body, model, help) in [
        (
            "R[0] = i;",
            "apram",
            "each processor needs its own cell to write",
        ),
        ("x = A[0];", "apram", "its own copy of `A[0]`"),
        ("x = A[0];", "apram", "--model apram-cr"),
        (
            "A[i] = A[i+1];",
            "apram",
            "read into a private variable first",
        ),
        // Reading first would not help: both would write what they had read plus 1.
        (
            "A[0] += 1;",
            "apram",
            "let each processor update its own cell",
        ),
        (
            "A[0] = A[0] + 1;",
            "apram-cr",
            "combine these cells in one processor or in a tree after an `ograda`",
        ),
        ("A[0] = A[1] + 1;", "apram", "its own copy of `A[1]`"),
        // 1 reads A[0] in its second statement, the test of the loop; 0 writes it in its third.
        (
            "ako (i == 0) { R[0] = 7;\n A[0] = 0; }\n inace ako (i == 1) {\n dok (A[0] > 0) _c = 0; }",
            "apram-cr",
            "replace it (line 7) by an `ograda` that all processors of the block reach, after the write in line 5",
        ),
        (
            "ako (i == 0) { R[0] = 7;\n A[0] = 0; }\n inace ako (i == 1) _c = A[0];",
            "apram-cr",
            "the two accesses are in different branches of one `ako`",
        ),
        (
            "ako (i == 0)  A[0] = 1;\n inace  x = A[0];",
            "apram-cr",
            "the two accesses are in different branches of one `ako`",
        ),
        (
            "za k = 0 do 1\n  R[i+k] = 1;",
            "apram",
            "an `ograda` after line 5 in the loop would order them",
        ),
    ] {
        let words = ["run", "-", "--machine", "apram", "--model", model];
        let (status, _, stderr) = pram(
            &block(body),
            &[&words[..], &["--d", "3", "--B", "4"]].concat(),
        );
        assert_eq!(status, 3, "{body}\n{stderr}");
        assert!(stderr.contains(help), "`{help}` is not in:\n{stderr}");
    }
}

/// The reads of `A[0] += 1` meet first, but its writes would meet them where many may read.
#[test]
fn no_model_is_advised_on_which_the_run_races_too() {
    let words = ["run", "-", "--machine", "apram", "--d", "3", "--B", "4"];
    let (status, _, stderr) = pram(&block("A[0] += 1;"), &words);
    assert_eq!(status, 3);
    assert!(stderr.contains("both read `A[0]`"), "{stderr}");
    assert!(
        stderr.contains("under apram-cr, where many may read a cell that nobody writes, this run is illegal too: i = 0 writes"),
        "{stderr}"
    );
    assert!(
        !stderr.contains("allows many processors to read"),
        "{stderr}"
    );
    assert!(!stderr.contains("--model"), "{stderr}");
    // Nothing is tried for JSON, so nothing is said of another model.
    let help = &text(&block("A[0] += 1;"), 3, 4, &[]).json["violations"][0]["help"];
    assert_eq!(help.as_array().map(Vec::len), Some(1), "{help}");
}

#[test]
fn a_barrier_that_some_never_reach_names_them() {
    let ran = text(&block("ako (i > 1)  ograda;"), 3, 4, &[]).ends(1);
    let error = &ran.json["error"];
    assert_eq!(error["code"], "E0414");
    let message = error["message"].as_str().unwrap();
    assert!(
        message.contains("the processors i = 0 and i = 1 never reach"),
        "{message}"
    );
    // The last one is to meet a neighbour that it does not have.
    let ran = text(&block("ograda(od i do i + 1);"), 3, 4, &[]).ends(1);
    assert_eq!(
        ran.json["error"]["message"],
        "processor 3 waits at a barrier of the processors 3 to 4, and the block only has 0 to 3"
    );
    // Both branches come to one each: nobody is missing.
    let both = "ako (i > 1)  ograda;\n inace  ograda;";
    text(&block(both), 3, 4, &[]).ends(0);
}
