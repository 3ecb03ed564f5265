//! Warnings: every case of `tests/cases/warnings/` is run, and warns of exactly what its comments
//! `//~ W0101` say of their lines; and what the command line makes of warnings.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use pram::diagnostic::Diagnostic;
use pram::diagnostic::render::render;
use pram::machine::value::Value;
use pram::pipeline::machine::MachineModel;
use pram::pipeline::{ExecutedProgram, Options, Request, SubscriptTests, check, execute};
use pram::source::Sources;
use pram::syntax::formatter::format;
use serde_json::{Value as Json, json};

use crate::app::plain;
use crate::apram::pram;
use crate::collection;
use crate::files::Disk;

fn request(name: &str, text: &str) -> Request {
    Request {
        name: name.to_owned(),
        bytes: text.as_bytes().to_vec(),
        entry: None,
        assignments: Vec::new(),
        options: Options::default(),
    }
}

/// The warnings of a run, and the texts that they are about.
fn warned(request: &Request) -> (Vec<Diagnostic>, Sources) {
    let mut sources = Sources::default();
    match execute(request, &mut sources, &Disk, &AtomicBool::new(false)) {
        Ok(ExecutedProgram { run, .. }) => (run.warnings, sources),
        Err(problems) => panic!("{}: {problems:?}", request.name),
    }
}

type Said = BTreeSet<(usize, String)>;

fn said(warnings: &[Diagnostic], sources: &Sources) -> Said {
    let line = |warning: &Diagnostic| {
        let place = warning.primary.as_ref().expect("it has a place");
        sources.position(place.span).line
    };
    (warnings.iter())
        .map(|warning| (line(warning), warning.code.id().to_owned()))
        .collect()
}

fn announced(text: &str) -> Said {
    let lines = text.lines().enumerate();
    lines
        .filter_map(|(number, line)| Some((number + 1, line.split_once("//~")?.1)))
        .flat_map(|(number, codes)| {
            codes
                .split_whitespace()
                .map(move |code| (number, code.to_owned()))
        })
        .collect()
}

fn programs_in(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "pram")
    });
    paths.sort();
    paths
}

#[test]
fn every_case_warns_of_what_it_says() {
    let cases = programs_in("tests/cases/warnings");
    assert!(cases.len() > 10);
    for case in cases {
        let text = fs::read_to_string(&case).unwrap();
        let (warnings, sources) = warned(&request(&case.display().to_string(), &text));
        let said = said(&warnings, &sources);
        assert_eq!(said, announced(&text), "{}", case.display());
    }
}

/// A variable that nothing reads may be a misspelling of one that something reads; `x2` is none of `x1`.
#[test]
fn a_misspelt_variable_gets_a_suggestion() {
    let help = |read: &str, unread: &str| {
        let text = format!(
            "program\n    {read} = 0;\n    for i = 1 to 3\n        {unread} = {read} + i;\n    \
             print({read});\nend_program\n"
        );
        let (warnings, _) = warned(&request("case.pram", &text));
        warnings[0].help.clone()
    };
    assert_eq!(help("total", "totl")[0], "did you mean `total`?");
    assert_eq!(help("x1", "x2").len(), 1);
}

/// Every program that comes with pram has the layout and the names that it means.
#[test]
fn no_program_of_the_collection_has_a_warning() {
    let programs = collection::programs().into_iter();
    for case in programs.filter(|path| !collection::is_unfinished(path)) {
        let text = fs::read_to_string(&case).unwrap();
        let mut request = request(&case.display().to_string(), &text);
        if !text.contains("p = ") {
            request.options.processors = Some(4);
        }
        let (warnings, sources) = warned(&request);
        let shown: String = (warnings.iter())
            .map(|warning| plain(&render(warning, &sources)))
            .collect();
        assert!(shown.is_empty(), "{shown}");
    }
}

/// What the formatter lays out is indented as it is read, and it keeps the comments.
#[test]
fn formatted_programs_do_not_mislead() {
    for case in programs_in("tests/cases/warnings") {
        let text = fs::read_to_string(&case).unwrap();
        let mut sources = Sources::default();
        let file = sources.add("case.pram", text.as_str());
        let formatted = format(&sources, file, None).expect("it has no errors");
        let count = |text: &str| text.matches("pram: al").count();
        assert_eq!(count(&text), count(&formatted), "{}", case.display());
        let (warnings, _) = warned(&request("case.pram", &formatted));
        let misleads = |warning: &Diagnostic| warning.code.id() == "W0101";
        assert!(!warnings.iter().any(misleads), "{}", case.display());
    }
}

const COLLISION: &str = "ulaz n = 5000;
ulaz K[n] = slucajno(0, 700);
program
    polje H[701];
    paralelno (za svaki i od 0 do n-1)
        H[K[i]] = i;
        ako (i % 3 == 0)
            H[K[i]] = 7;
        inace
            H[K[i]] = K[i];
    kraj_paralelno
    izlaz H[], K[];
kraj_programa";

fn collision(threads: usize, subscript_tests: SubscriptTests) -> Request {
    let mut request = request("collision.pram", COLLISION);
    request.options.model = Some(MachineModel::parse("crcw-arbitrary").unwrap());
    request.options.threads = Some(threads);
    request.options.subscript_tests = subscript_tests;
    request
}

/// Counted here from the keys alone: in the first statement a cell loses values where a key comes
/// twice, for every processor writes its own number. In the second step those of the two branches
/// meet: 7 by some, the key itself by others, told of at the branch whose processor came later.
#[test]
fn lost_values_are_counted_whole_however_the_run_is_executed() {
    let mut sources = Sources::default();
    let request = collision(1, SubscriptTests::On);
    let stopped = AtomicBool::new(false);
    let ExecutedProgram { run, .. } = execute(&request, &mut sources, &Disk, &stopped).unwrap();
    let Value::Array(keys) = &run.outputs["K"] else {
        panic!("K is an array")
    };
    let (mut twice, mut met) = (0_u64, [0_u64; 2]);
    for key in 0..=700 {
        let writers: Vec<usize> = (0..5000).filter(|i| keys.words[*i] == key).collect();
        twice += u64::from(writers.len() > 1);
        let value = |i: usize| if i.is_multiple_of(3) { 7 } else { key };
        let differing = (writers.iter()).find(|i| value(**i) != value(writers[0]));
        if let Some(i) = differing {
            met[usize::from(!i.is_multiple_of(3))] += 1;
        }
    }
    let mut lost: Vec<(usize, u64, u64)> = (run.merged.iter())
        .filter(|(_, merging)| merging.differed.cells > 0)
        .map(|(place, merging)| {
            let line = sources.position(*place).line;
            (line, merging.differed.cells, merging.differed.steps)
        })
        .collect();
    lost.sort_unstable();
    assert_eq!(lost, [(6, twice, 1), (8, met[0], 1), (10, met[1], 1)]);
    let (once, _) = warned(&collision(1, SubscriptTests::On));
    assert_eq!(once.len(), 3);
    for (threads, subscript_tests) in [
        (2, SubscriptTests::On),
        (5, SubscriptTests::On),
        (3, SubscriptTests::Off),
    ] {
        assert_eq!(once, warned(&collision(threads, subscript_tests)).0);
    }
}

const EIGHT: &str = "stroj CRCW;
program
    s = 0;
    paralelno (za svaki i od 0 do 7)
        s = i + 10;
    kraj_paralelno
    izlaz s;
kraj_programa";

#[test]
fn the_winner_is_named_and_is_the_one_whose_value_stays() {
    for seed in 0..6 {
        let mut request = request("eight.pram", EIGHT);
        request.options.seed = seed;
        let mut sources = Sources::default();
        let stopped = AtomicBool::new(false);
        let ExecutedProgram { run, .. } = execute(&request, &mut sources, &Disk, &stopped).unwrap();
        let left = run.outputs["s"].clone();
        let Value::Scalar(pram::program::Constant::Int(left)) = left else {
            panic!("s is an int")
        };
        let winner = left - 10;
        let expected = format!("8 processors wrote different values into `s`, i = {winner} won");
        assert_eq!(run.warnings[0].message, expected);
        // Among those who lose, the lowest is told of.
        let loser = i64::from(winner == 0);
        let label = &run.warnings[0].primary.as_ref().unwrap().text;
        let told = format!("i = {loser} wrote {}, which is lost", loser + 10);
        assert!(label.contains(&told), "{label}");
    }
}

/// What a check observes under the arbitrary rule is no warning where the program keeps another.
#[test]
fn a_check_warns_by_the_rule_that_the_program_is_to_keep() {
    let codes = |model: &str| -> Vec<&'static str> {
        let mut request = request("eight.pram", EIGHT);
        request.options.model = Some(MachineModel::parse(model).unwrap());
        let mut sources = Sources::default();
        let stopped = AtomicBool::new(false);
        let checked = check::check(&request, &mut sources, &Disk, &stopped).unwrap();
        let warnings = checked.run.warnings.iter();
        warnings.map(|warning| warning.code.id()).collect()
    };
    assert_eq!(codes("crcw-arbitrary"), ["W0501"]);
    for model in ["erew", "crew", "crcw-common", "crcw-priority", "crcw-max"] {
        assert_eq!(codes(model), [""; 0], "{model}");
    }
}

#[test]
fn keywords_are_named_in_the_words_of_the_file() {
    let help = |text: &str| warned(&request("range.pram", text)).0[0].help.clone();
    let croatian = help("program\n    za d = 3 do 0\n        ispisi(d);\nkraj_programa");
    assert!(croatian[0].contains("`korak -1`"), "{croatian:?}");
    let english = help("program\n    for d = 3 to 0\n        print(d);\nend_program");
    assert!(english[0].contains("`step -1`"), "{english:?}");
}

fn json_of(text: &str, words: &[&str]) -> (i32, Json) {
    let words = [words, &["--format", "json"]].concat();
    let (status, stdout, stderr) = pram(text, &words);
    let object = serde_json::from_str(&stdout);
    (
        status,
        object.unwrap_or_else(|error| panic!("{error}\n{stdout}{stderr}")),
    )
}

const UNREAD: &str = "ulaz n = 4;
program
    x = n;
    ispisi(n);
kraj_programa";

#[test]
fn json_of_every_command_carries_the_warnings() {
    let expected = json!([{
        "code": "W0202",
        "message": "the value of `x` is never read",
        "file": "<stdin>",
        "line": 3,
        "column": 5,
    }]);
    let vary = ["--vary", "n=4,8,16"];
    for words in [
        vec!["run", "-"],
        vec!["check", "-"],
        [&["report", "-"], &vary[..]].concat(),
    ] {
        let (status, object) = json_of(UNREAD, &words);
        assert_eq!((status, &object["warnings"]), (0, &expected), "{words:?}");
        let denied = [&words[..], &["--deny-warnings"]].concat();
        let (status, denied) = json_of(UNREAD, &denied);
        assert_eq!((status, denied), (1, object), "{words:?}");
        for options in [
            &["--no-warnings"][..],
            &["--no-warnings", "--deny-warnings"],
        ] {
            let (status, object) = json_of(UNREAD, &[&words[..], options].concat());
            assert_eq!((status, &object["warnings"]), (0, &json!([])), "{words:?}");
        }
    }
}

#[test]
fn text_writes_warnings_to_standard_error_also_where_it_is_quiet() {
    for words in [&["run", "-"][..], &["run", "-", "--quiet"], &["check", "-"]] {
        let (status, stdout, stderr) = pram(UNREAD, words);
        assert_eq!(status, 0);
        assert!(stderr.starts_with("warning[W0202]: "), "{stderr}");
        assert!(
            stderr.ends_with("More about this: `pram explain W0202 --vocabulary hr`\n"),
            "{stderr}"
        );
        let (status, denied, _) = pram(UNREAD, &[words, &["--deny-warnings"]].concat());
        assert_eq!((status, denied), (1, stdout));
        let (status, _, stderr) = pram(UNREAD, &[words, &["--no-warnings"]].concat());
        assert_eq!((status, stderr.as_str()), (0, ""));
    }
}

/// A denied warning does not hide why a program fails.
#[test]
fn a_denied_warning_changes_only_a_status_of_0() {
    let text = "program\n    polje A[1];\n    x = 1;\n    paralelno (za svaki i od 0 do 1)\n        A[0] = i;\n    kraj_paralelno\nkraj_programa";
    let (status, _, stderr) = pram(text, &["run", "-", "--deny-warnings"]);
    assert_eq!(status, 3);
    assert!(
        stderr.contains("warning[W0202]") && stderr.contains("error[E0502]"),
        "{stderr}"
    );
}

#[test]
fn a_report_says_each_warning_once() {
    let text = "stroj CRCW;
ulaz n = 4;
program
    s = 0;
    x = 1;
    paralelno (za svaki i od 0 do n-1)
        s = i;
    kraj_paralelno
    izlaz s;
kraj_programa";
    let words = ["report", "-", "--vary", "n=2^2..2^6", "--repeat", "3"];
    let (_, object) = json_of(text, &words);
    let codes: Vec<&Json> = (object["warnings"].as_array().unwrap().iter())
        .map(|warning| &warning["code"])
        .collect();
    assert_eq!(codes, ["W0202", "W0501"]);
    let (_, _, stderr) = pram(text, &words);
    assert_eq!(stderr.matches("warning[").count(), 2, "{stderr}");
    assert!(stderr.contains("first seen at n = 4"), "{stderr}");
}
