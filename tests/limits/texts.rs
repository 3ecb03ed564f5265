//! Large texts and hostile programs by every command: each ends soon, in little memory, with a status
//! that is documented.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use super::process::{finish, folder, said, start};

/// No command takes longer on a computer with nothing else to do; under many tests at once it may
/// take a few times as long.
const SOON: Duration = Duration::from_mins(1);
/// Bytes that no command takes more of.
const MOST: u64 = 1 << 30;

/// Runs a command on `case.pram` in a folder; gives its exit status and what it said.
#[track_caller]
fn ends(folder: &Path, words: &[&str]) -> (i32, String) {
    let started = Instant::now();
    let (status, peak) = finish(&mut start(folder, words));
    let said = said(folder);
    let first: String = said.chars().take(2000).collect();
    assert!(
        started.elapsed() < SOON,
        "{words:?} took {:?}: {first}",
        started.elapsed()
    );
    assert!(peak < MOST, "{words:?} took {peak} bytes: {first}");
    assert!(
        said.len() < 100_000,
        "{words:?} said {} bytes: {first}",
        said.len()
    );
    assert!(!said.contains("panicked"), "{words:?}: {first}");
    (status.expect("no signal ended it"), said)
}

/// So many parts, one for each number.
fn parts(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect()
}

fn program(body: &str) -> String {
    format!("program\n{body}kraj_programa\n")
}

#[test]
fn texts_just_within_the_limits() {
    let folder = folder("large_texts");
    let (all, two) = (&["run", "check", "derive", "fmt"][..], &["run", "fmt"][..]);
    let list =
        |count: usize, one: fn(usize) -> String| (0..count).map(one).collect::<Vec<_>>().join(", ");
    let ranges = list(64, |k| format!("i{k} od 0 do 0"));
    let cases: [(&str, String, &[&str], i32); 11] = [
        // Each of them would be compared with all others.
        (
            "unknown names",
            program(&parts(12_000, |k| format!("x{k} = y{k};\n"))),
            &["run"],
            1,
        ),
        (
            "unknown algorithms",
            parts(5000, |k| format!("algoritam f{k}(n) vrati g{k}(n);\n"))
                + &program("ispisi(f0(1));\n"),
            &["run"],
            1,
        ),
        (
            "variables",
            program(&parts(12_000, |k| format!("x{k} = {k};\n"))),
            two,
            0,
        ),
        (
            "algorithms",
            parts(12_000, |k| format!("algoritam f{k}(n) vrati n;\n"))
                + &program("ispisi(f0(1));\n"),
            two,
            0,
        ),
        (
            "arrays",
            program(&parts(5000, |k| format!("polje a{k}[1] = 0;\n"))),
            two,
            0,
        ),
        (
            "statements in one line",
            program(&("x = 1; ".repeat(20_000) + "izlaz x;\n")),
            two,
            0,
        ),
        (
            "blocks",
            program(&"paralelno (za svaki i od 0 do 1) _y = i; kraj_paralelno\n".repeat(500)),
            all,
            0,
        ),
        (
            "claims",
            "tvrdnja T = O(1);\n".repeat(1000) + &program("izlaz x = 1;\n"),
            &["run", "check", "fmt"],
            0,
        ),
        (
            "inputs",
            parts(1000, |k| format!("ulaz a{k} = {k};\n")) + &program("izlaz x = a0;\n"),
            two,
            0,
        ),
        (
            "parameters and arguments",
            format!(
                "algoritam f({}) vrati a0;\n{}",
                list(1000, |k| format!("a{k}")),
                program(&format!("ispisi(f({}));\n", list(1000, |k| k.to_string())))
            ),
            all,
            0,
        ),
        (
            "ranges",
            program(&format!(
                "paralelno (za svaki {ranges})\n_x = 1;\nkraj_paralelno\n"
            )),
            all,
            0,
        ),
    ];
    for (name, text, commands, status) in cases {
        fs::write(folder.join("case.pram"), text).unwrap();
        for command in commands {
            let (ended, said) = ends(&folder, &[command, "case.pram"]);
            let said: String = said.chars().take(2000).collect();
            assert_eq!(ended, status, "{command} of {name}: {said}");
        }
    }
}

#[test]
fn texts_beyond_the_limits_are_refused() {
    let folder = folder("larger_texts");
    let list =
        |count: usize, one: fn(usize) -> String| (0..count).map(one).collect::<Vec<_>>().join(", ");
    let ranges = |count| list(count, |k| format!("i{k} od 0 do 0"));
    let cases = [
        ("60000 statements", program(&"x = 1;\n".repeat(60_001))),
        (
            "60000 statements",
            parts(30_001, |k| format!("algoritam f{k}(n) vrati n;\n")),
        ),
        (
            "1000 claims",
            "tvrdnja T = O(1);\n".repeat(1001) + &program("izlaz x = 1;\n"),
        ),
        (
            "1000 inputs",
            parts(1001, |k| format!("ulaz a{k} = {k};\n")) + &program("izlaz x = a0;\n"),
        ),
        (
            "1000 parameters",
            format!(
                "algoritam f({}) vrati a0;\n",
                list(1001, |k| format!("a{k}"))
            ),
        ),
        (
            "1000 arguments",
            format!(
                "algoritam f(a) vrati a;\nprogram\nx = f({});\nkraj_programa\n",
                list(100_000, |_| "1".to_owned())
            ),
        ),
        (
            "64 ranges",
            program(&format!(
                "paralelno (za svaki {})\n_x = 1;\nkraj_paralelno\n",
                ranges(65)
            )),
        ),
        (
            "64 ranges",
            program(&format!(
                "paralelno (za svaki {})\n_x = 1;\nkraj_paralelno\n",
                ranges(10_000)
            )),
        ),
        (
            "64 ranges",
            program(&format!(
                "for {} pardo _x := 1;\n",
                list(65, |k| format!("0 ≤ i{k} ≤ 1"))
            )),
        ),
    ];
    for (what, text) in cases {
        fs::write(folder.join("case.pram"), text).unwrap();
        for words in [
            &["run", "case.pram"][..],
            &["check", "case.pram"],
            &["derive", "case.pram"],
            &["fmt", "case.pram"],
            &["replay", "case.pram", "-o", "page.html"],
            &["debug", "case.pram"],
        ] {
            let (ended, said) = ends(&folder, words);
            let said: String = said.chars().take(2000).collect();
            assert_eq!(ended, 4, "{words:?}, {what}: {said}");
            assert!(
                said.contains("E0608") && said.contains(&format!("more than {what}")),
                "{words:?}, {what}: {said}"
            );
        }
    }
}

/// Programs that go on without an end, or ask for more than there is.
const ENDLESS: [(&str, &str); 9] = [
    (
        "loop",
        "program\nx = 0;\ndok (x == 0) x = 0;\nkraj_programa\n",
    ),
    ("loop without a step", "program\ndok (1) ;\nkraj_programa\n"),
    (
        "loop in a block",
        "program\nparalelno (za svaki i od 0 do 9)\ndok (1) _x = i;\nkraj_paralelno\nkraj_programa\n",
    ),
    (
        "recursion",
        "algoritam f(n) {\nako (n < 0) vrati 0;\nvrati f(n + 1);\n}\nprogram\nispisi(f(0));\nkraj_programa\n",
    ),
    (
        "array",
        "program\npolje A[2^40] = 0;\nizlaz x = A[0];\nkraj_programa\n",
    ),
    (
        "block",
        "program\nparalelno (za svaki i od 0 do 2^40)\n_x = i;\nkraj_paralelno\nkraj_programa\n",
    ),
    (
        "printing",
        "program\ndok (1) ispisi(\"again\");\nkraj_programa\n",
    ),
    (
        "growing array",
        "program\nn = 1;\ndok (1) {\npolje A[n] = 0;\nn = 2*n;\n}\nkraj_programa\n",
    ),
    (
        "messages",
        "stroj ring(p = 4, t_s = 1, t_w = 1, t_c = 0);\nprogram\nparalelno (za svaki procesor i, i = 0, ..., p-1)\n\
         dok (1) {\nposalji 1 prema desno;\nprimi _x od lijevo;\n}\nkraj_paralelno\nkraj_programa\n",
    ),
];

#[test]
fn programs_without_an_end_meet_a_limit() {
    let folder = folder("endless");
    let limits = [
        "--max-steps",
        "100000",
        "--max-memory",
        "64MiB",
        "--max-output",
        "1MiB",
    ];
    for (name, text) in ENDLESS {
        fs::write(folder.join("case.pram"), text).unwrap();
        for (words, statuses) in [
            (&["run", "case.pram"][..], &[4][..]),
            (&["check", "case.pram"], &[4]),
            // A page of a run that ends at a limit is written, and says so.
            (&["replay", "case.pram", "-o", "page.html"], &[0, 4]),
            // Formulas of programs that exchange messages are not derived.
            (&["derive", "case.pram"], &[0, 2, 4]),
            (&["debug", "case.pram"], &[0, 4]),
        ] {
            let (ended, said) = ends(&folder, &[words, &limits].concat());
            let said: String = said.chars().take(2000).collect();
            assert!(
                statuses.contains(&ended),
                "{words:?} of {name} ended with {ended}: {said}"
            );
            if words[0] == "replay" && ended == 0 {
                let page = fs::read_to_string(folder.join("page.html")).unwrap();
                assert!(page.contains("E060"), "{name}");
            }
        }
        let (ended, said) = ends(&folder, &["fmt", "case.pram"]);
        assert_eq!(ended, 0, "{name}: {said}");
        // A report needs an input to vary.
        fs::write(folder.join("case.pram"), format!("ulaz n = 1;\n{text}")).unwrap();
        let report = ["report", "case.pram", "--vary", "n=1..4"];
        let (ended, said) = ends(&folder, &[&report[..], &limits].concat());
        assert_eq!(ended, 4, "a report on {name}: {said}");
    }
}

/// 2^24 processors in each of 600 turns: over 10^10 steps together. None of them holds anything of its
/// own, so that the steps themselves take little time.
#[test]
fn a_run_has_a_limit_of_work_of_its_own() {
    let folder = folder("usual_work");
    let text = "program\nparalelno (za svaki i od 0 do 2^24 - 1)\nponovi 600 puta\n_x = 1;\nkraj_ponovi\n\
                kraj_paralelno\nkraj_programa\n";
    fs::write(folder.join("case.pram"), text).unwrap();
    let names_the_limit = |said: &str| {
        assert!(
            said.contains("E0607") && said.contains("10000000000") && said.contains("--max-work"),
            "{said}"
        );
    };
    let (ended, said) = ends(&folder, &["run", "case.pram"]);
    assert_eq!(ended, 4, "{said}");
    names_the_limit(&said);
    // The page shows the first steps and the last ones, and how the run ended.
    let (ended, said) = ends(&folder, &["replay", "case.pram", "-o", "page.html"]);
    assert_eq!(ended, 0, "{said}");
    assert!(said.contains("in the middle left out"), "{said}");
    names_the_limit(&fs::read_to_string(folder.join("page.html")).unwrap());
}

/// Each of 4 processors sends and receives without an end, so that the limit of work ends the run before
/// that of steps does.
#[test]
fn the_work_of_messages_is_limited() {
    let folder = folder("work_of_messages");
    let (_, text) = ENDLESS[ENDLESS.len() - 1];
    fs::write(folder.join("case.pram"), text).unwrap();
    for command in ["run", "check"] {
        let (ended, said) = ends(&folder, &[command, "case.pram", "--max-work", "1000"]);
        assert_eq!(ended, 4, "{said}");
        assert!(
            said.contains("E0607") && said.contains("1000") && said.contains("--max-work"),
            "{said}"
        );
    }
    let (_, said) = ends(
        &folder,
        &[
            "run",
            "case.pram",
            "--max-work",
            "1000",
            "--max-steps",
            "999",
        ],
    );
    assert!(said.contains("E0601"), "{said}");
}

/// Each of 300 processors receives 40 messages from anyone, and each time many are there: choices for
/// one receive alone are thousands, each as long as the run.
#[test]
fn exploring_ends_at_a_limit() {
    let folder = folder("outcomes");
    let text = "stroj potpuni(p = 100, t_s = 1, t_w = 1, t_c = 0);\nprogram\n\
                paralelno (za svaki procesor i, i = 0, ..., p-1)\nza r = 1 do 30 {\n\
                posalji r prema (i + 7*r) mod p;\nprimi _x od bilo_koga;\n}\nkraj_paralelno\nkraj_programa\n";
    fs::write(folder.join("case.pram"), text).unwrap();
    for memory in ["24MiB", "64MiB"] {
        let words = [
            "check",
            "case.pram",
            "--max-memory",
            memory,
            "--format",
            "json",
        ];
        let (ended, said) = ends(&folder, &words);
        assert_eq!(ended, 0, "{said}");
        let json: serde_json::Value = serde_json::from_str(&super::process::gave(&folder)).unwrap();
        let exploration = &json["exploration"];
        assert_eq!(exploration["complete"], false, "{json}");
        let limit = exploration["limit"].as_str().unwrap_or_default();
        assert!(
            limit.contains("the limit of") && limit.contains("was reached"),
            "{json}"
        );
    }
    let words = [
        "run",
        "case.pram",
        "--explore",
        "3",
        "--max-memory",
        "64MiB",
    ];
    let (ended, said) = ends(&folder, &words);
    assert_eq!(ended, 0, "{said}");
    let text = super::process::gave(&folder);
    assert!(text.contains("not decided: the limit of"), "{text}");
}
