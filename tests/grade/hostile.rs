//! Thirty submissions that try to hang, to crash, to read or to cheat, and one honest one that none of them changes.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use pram::grade::exercise::ExerciseFiles;
use serde_json::Value;

use super::{JUDGE, REFERENCE, SEQUENTIAL, WALLS, class_folder, files, pram, said};

const ITEMS: &str = r#"[[test]]
name = "t"
inputs = ["n=2..5"]
points = 2
[[claim]]
text = "T rounds <= ceil(log n)"
sizes = "n=1..16"
points = 3
[[claim]]
text = "model = EREW"
points = { proved = 2, observed = 1 }
[[criterion]]
kind = "format"
points = 1
"#;

fn exercise() -> ExerciseFiles {
    let mut own = files(ITEMS);
    own.programs
        .insert("judge.pram".to_owned(), JUDGE.to_owned() + HELPER);
    own
}

/// An algorithm of the judge's own.
const HELPER: &str = "\nalgorithm of_the_judge(A[], n)\n    A[0] = 1;\nend_algorithm\n";

fn body(body: &str) -> String {
    format!("algorithm maximum(A[], n)\n{body}\nend_algorithm\n")
}

/// The texts: an id, the text, and the verdict of the test.
fn texts() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let text = |id, text: String, verdict| (id, text.into_bytes(), verdict);
    let nested = "{".repeat(10_000) + &"}".repeat(10_000);
    let brackets = "(".repeat(10_000) + "1" + &")".repeat(10_000);
    let asserts = (0..200).fold(String::new(), |text, i| {
        text + &format!("assert(A[0] >= 0, \"number {i}\");\nprint({i});\n")
    });
    vec![
        text("01-honest", REFERENCE.to_owned(), "passes"),
        text("02-endless", body("while (true) A[0] = A[0];"), "limit"),
        text(
            "03-processors",
            body("parallel (for each i from 0 to 2^26)\nx = i;\nend_parallel"),
            "limit",
        ),
        text(
            "04-prints",
            body("for i = 1 to 10^9\nprint(\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\");"),
            "limit",
        ),
        text(
            "05-lines",
            body(&"A[0] = A[0];\n".repeat(40_000)),
            "unreadable",
        ),
        text("06-nested-blocks", body(&nested), "unreadable"),
        text(
            "07-nested-brackets",
            body(&format!("A[0] = {brackets};")),
            "unreadable",
        ),
        text(
            "08-passwd",
            format!("include \"/etc/passwd\";\n{SEQUENTIAL}"),
            "unreadable",
        ),
        text(
            "09-judge",
            format!("include \"judge.pram\";\n{SEQUENTIAL}"),
            "unreadable",
        ),
        text(
            "10-reference",
            "include \"reference.pram\";\n".to_owned(),
            "unreadable",
        ),
        text(
            "11-up",
            format!("include \"../../exercise/reference.pram\";\n{SEQUENTIAL}"),
            "unreadable",
        ),
        text(
            "12-itself",
            format!("include \"maximum.pram\";\n{SEQUENTIAL}"),
            "unreadable",
        ),
        text(
            "13-solutions",
            format!("include \"programs/exercises/counting/reference.pram\";\n{SEQUENTIAL}"),
            "unreadable",
        ),
        (
            "14-nul",
            b"algorithm maximum(A[], n)\n\0\nend_algorithm\n".to_vec(),
            "unreadable",
        ),
        (
            "15-no-text",
            b"algorithm maximum(A[], n)\n\xff\xfe\nend_algorithm\n".to_vec(),
            "unreadable",
        ),
        text(
            "16-own-machine",
            format!("machine CRCW(p = 1);\n{SEQUENTIAL}"),
            "passes",
        ),
        text(
            "17-own-claim",
            format!("claim T rounds = 0;\n{SEQUENTIAL}"),
            "passes",
        ),
        text(
            "18-own-program",
            format!("{SEQUENTIAL}program\n    assert(false);\nend_program\n"),
            "passes",
        ),
        text(
            "19-name-of-judge",
            format!("{SEQUENTIAL}{HELPER}"),
            "unreadable",
        ),
        text(
            "20-asserts",
            body(&format!(
                "{asserts}for i = 1 to n-1\nA[0] = max(A[0], A[i]);"
            )),
            "passes",
        ),
        text("21-memory", body("array B[2^30] = 1;"), "limit"),
        text("22-recursion", body("maximum(A[], n);"), "limit"),
        text(
            "23-work",
            body("for j = 1 to 2000\nparallel (for each i from 0 to 4000)\nx = i;\nend_parallel"),
            "limit",
        ),
        text("24-empty-file", String::new(), "missing"),
        text(
            "25-other-name",
            SEQUENTIAL.replace("maximum", "minimum"),
            "missing",
        ),
        text(
            "26-program-only",
            "program\n    A = 1;\nend_program\n".to_owned(),
            "missing",
        ),
        text("27-bom", format!("\u{feff}{SEQUENTIAL}"), "passes"),
    ]
}

/// Those that are no text: a file of 1 GiB, a pipe, a link to a device, an empty folder, names.
fn others(folder: &Path) {
    let submissions = folder.join("submissions");
    let large = fs::File::create(submissions.join("28-large.pram")).unwrap();
    // Without a block on the disk.
    large.set_len(1 << 30).unwrap();
    fs::create_dir(submissions.join("29-empty")).unwrap();
    for (id, make) in [("30-pipe", "mkfifo"), ("31-device", "link")] {
        let own = submissions.join(id);
        fs::create_dir(&own).unwrap();
        let path = own.join("maximum.pram");
        if make == "mkfifo" {
            assert!(
                Command::new("mkfifo")
                    .arg(&path)
                    .status()
                    .unwrap()
                    .success()
            );
        } else {
            symlink("/dev/zero", &path).unwrap();
        }
    }
    // A name that would lead out of a folder, if a name was ever used for a path that is written.
    fs::write(submissions.join("..%2f..%2fescaped.pram"), SEQUENTIAL).unwrap();
    fs::write(submissions.join("\u{202e}\u{1b}[31mred.pram"), SEQUENTIAL).unwrap();
    symlink("/etc/passwd", submissions.join("link.pram")).unwrap();
    let deep = submissions.join("32-deep/a/b/c/d/e");
    fs::create_dir_all(&deep).unwrap();
    fs::write(deep.join("maximum.pram"), REFERENCE).unwrap();
}

fn shown(folder: &Path) -> Value {
    let shown = pram(folder, &["grade", "show", "results", "--format", "json"]);
    serde_json::from_slice(&shown.stdout).unwrap_or_else(|_| panic!("{}", said(&shown)))
}

#[test]
fn hostile_submissions_get_their_verdicts_and_change_no_other() {
    let folder = class_folder("hostile", &exercise());
    for (id, text, _) in texts() {
        fs::write(folder.join(format!("submissions/{id}.pram")), text).unwrap();
    }
    others(&folder);
    let began = Instant::now();
    let graded = pram(&folder, &["grade", "exercise", "submissions", WALLS]);
    println!("{} s", began.elapsed().as_secs_f64());
    let text = said(&graded);
    assert_eq!(graded.status.code(), Some(0), "{text}");
    assert!(text.contains("`link.pram` is a link"), "{text}");
    let results = shown(&folder);
    let submissions = results["submissions"].as_array().unwrap();
    let of = |id: &str| {
        let found = submissions.iter().find(|one| one["id"] == id);
        found.unwrap_or_else(|| panic!("{id} is not graded: {text}"))
    };
    let mut wrong = Vec::new();
    for (id, _, verdict) in texts() {
        let item = &of(id)["items"][0];
        if item["verdict"] != verdict {
            wrong.push(format!(
                "{id}: {} {}, not {verdict}\n{}",
                item["verdict"], item["code"], item["text"]
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (id, status) in [
        ("28-large", "unreadable"),
        ("29-empty", "empty"),
        ("30-pipe", "empty"),
        ("31-device", "empty"),
        ("32-deep", "empty"),
        ("..%2f..%2fescaped", "graded"),
    ] {
        assert_eq!(of(id)["status"], status, "{id}");
    }
    for (id, note) in [
        ("30-pipe", "no ordinary file"),
        ("31-device", "link"),
        ("32-deep", "too deep"),
    ] {
        assert!(
            of(id)["notes"].to_string().contains(note),
            "{id}: {}",
            of(id)["notes"]
        );
    }
    // Every item says why it gives what it gives.
    for one in submissions {
        for item in one["items"].as_array().unwrap() {
            assert!(!item["text"].as_str().unwrap().is_empty(), "{}", one["id"]);
        }
    }
    // The honest one alone gets the same.
    let alone = class_folder("hostile-alone", &exercise());
    fs::write(alone.join("submissions/01-honest.pram"), REFERENCE).unwrap();
    let graded = pram(&alone, &["grade", "exercise", "submissions", WALLS]);
    assert_eq!(graded.status.code(), Some(0), "{}", said(&graded));
    let own = &shown(&alone)["submissions"][0];
    let (mut own, mut among) = (own.clone(), of("01-honest").clone());
    for one in [&mut own, &mut among] {
        // What depends on the computer, and is there on this one.
        let used =
            ["milliseconds", "peak_memory"].map(|key| one.as_object_mut().unwrap().remove(key));
        assert!(
            used.iter().flatten().all(|used| used.as_u64() > Some(0)),
            "{used:?}"
        );
        assert_eq!(used[1].is_some(), cfg!(target_os = "linux"));
    }
    assert_eq!(own, among);
    assert_eq!(own["points"], 8);
    // Nothing was written but results.
    let mut names: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["exercise", "results", "submissions"]);
}
