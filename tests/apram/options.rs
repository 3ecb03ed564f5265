//! How the machine is asked for, and what is said where that does not fit.

use super::{pram, ran};

const EMPTY: &str = "program\n _x = 1;\nkraj_programa";

#[test]
fn a_machine_is_named_in_the_file_or_on_the_command_line() {
    let of = |text: &str, words: &[&str]| {
        let machine = ran(text, &[&["run", "-"], words].concat()).ends(0).json["machine"].clone();
        format!("{} {}", machine["kind"], machine["model"]).replace('"', "")
    };
    let file = |name: &str| format!("stroj {name}(d = 2, B = sqrt(p), p = 4);\n{EMPTY}");
    assert_eq!(of(EMPTY, &[]), "pram erew");
    assert_eq!(of(&file("apram"), &[]), "apram apram");
    assert_eq!(of(&file("apram-cr"), &[]), "apram apram-cr");
    assert_eq!(of(&file("aPRAM-CR"), &[]), "apram apram-cr");
    assert_eq!(of(&file("CREW"), &[]), "pram crew");
    assert_eq!(of(&file("CREW"), &["--machine", "apram"]), "apram apram");
    assert_eq!(
        of(&file("apram-cr"), &["--machine", "apram"]),
        "apram apram-cr"
    );
    assert_eq!(of(&file("apram-cr"), &["--machine", "pram"]), "pram erew");
    assert_eq!(of(&file("apram"), &["--model", "crew"]), "pram crew");
    let given = ["--model", "apram-cr", "--d", "2", "--B", "3"];
    assert_eq!(of(EMPTY, &given), "apram apram-cr");
}

#[test]
fn d_and_b_are_whole_and_known_to_programs() {
    let text = "program\n ispisi(d, \" \", B, \" \", p);\nkraj_programa";
    for (words, printed) in [
        (["--d", "3", "--B", "sqrt(p)"], "3 4 10"),
        (["--d", "2^2", "--B", "p/4"], "4 3 10"),
        (["--d", "3", "--B", "7"], "3 7 10"),
    ] {
        let given = ["run", "-", "--machine", "apram", "-p", "10"];
        let run = ran(text, &[&given[..], &words].concat()).ends(0);
        assert_eq!(run.json["printed"][0], printed);
        // The names mean the same on the synchronous machine.
        let given = ["run", "-", "--machine", "pram", "-p", "10"];
        let run = ran(text, &[&given[..], &words].concat()).ends(0);
        assert_eq!(run.json["printed"][0], printed);
    }
    let run = ran(text, &["run", "-", "-p", "10"]).ends(1);
    assert_eq!(run.json["error"]["code"], "E0201");
    let own = "program\n d = 1; B = 2;\n ispisi(d, B);\nkraj_programa";
    ran(own, &["run", "-"]).ends(0);
}

#[test]
fn what_does_not_fit_is_explained() {
    for (stroj, words, status, parts) in [
        ("", "--machine apram", 2, ["E0705", "--d 3 --B 32"]),
        (
            "",
            "--machine apram --d 3",
            2,
            ["E0705", "B, the time of a barrier, is not given"],
        ),
        (
            "",
            "--machine apram --B 3",
            2,
            ["E0705", "d, the time of a global access, is not given"],
        ),
        ("stroj apram;", "", 1, ["E0207", "--d 3 --B 32"]),
        (
            "stroj apram(d = 3);",
            "",
            1,
            ["E0207", "B, the time of a barrier, is not given"],
        ),
        ("stroj apram(d = 0, B = 4);", "", 1, ["E0207", "at least 1"]),
        (
            "stroj apram(d = 2.5, B = 4);",
            "",
            1,
            ["E0207", "whole number"],
        ),
        (
            "stroj apram(d = 3, B = 4, p = 0);",
            "",
            1,
            ["E0207", "at least 1"],
        ),
        (
            "stroj apram(d = 3, B = 2 - p, p = 4);",
            "",
            1,
            ["E0207", "is negative (-2) for p = 4"],
        ),
        (
            "stroj apram(d = 3, B = log(p - 4), p = 4);",
            "",
            1,
            ["E0207", "has no value for p = 4"],
        ),
        (
            "stroj apram(d = 3, B = foo);",
            "",
            1,
            ["E0207", "has no value"],
        ),
        (
            "stroj apram(d = 3, B = sqrt(p));",
            "",
            1,
            ["E0208", "-p 1024"],
        ),
        (
            "stroj apram(d = 3, q = 4);",
            "",
            1,
            ["E0207", "no parameter `q`"],
        ),
        (
            "stroj bpram(d = 3, B = 4);",
            "",
            1,
            ["E0207", "did you mean `apram`?"],
        ),
        (
            "",
            "--machine apram --d 0 --B 4",
            2,
            ["at least one unit of time", ""],
        ),
        (
            "",
            "--machine apram --d 2.5 --B 4",
            2,
            ["not a whole number", ""],
        ),
        ("", "--machine apram --d 3 --B 1+", 2, ["E0705", "--B"]),
        (
            "",
            "--machine apram --d 3 --B -4",
            2,
            ["E0705", "is negative (-4)"],
        ),
        ("", "--machine apram --d 3 --B p", 1, ["E0208", "-p 1024"]),
        (
            "",
            "--machine apram --model crew",
            2,
            ["E0705", "asynchronous"],
        ),
        (
            "",
            "--machine pram --model apram",
            2,
            ["E0705", "asynchronous"],
        ),
    ] {
        let text = format!("{stroj}\n{EMPTY}");
        let words: Vec<&str> = ["run", "-"]
            .into_iter()
            .chain(words.split_whitespace())
            .collect();
        let (ended, _, stderr) = pram(&text, &words);
        assert_eq!(ended, status, "{stroj} {words:?}\n{stderr}");
        for part in parts {
            assert!(
                stderr.contains(part),
                "{stroj} {words:?}: `{part}` is not in\n{stderr}"
            );
        }
    }
}

#[test]
fn parameters_outside_their_range_are_a_warning() {
    for (d, b, p, warning) in [
        ("2", "2", "2", ""),
        ("3", "4", "8", ""),
        ("1", "4", "8", "d = 1 is less than 2"),
        ("5", "4", "8", "d = 5 is more than B = 4"),
        ("3", "9", "8", "B = 9 is more than p = 8"),
    ] {
        let words = [
            "run",
            "-",
            "--machine",
            "apram",
            "--d",
            d,
            "--B",
            b,
            "-p",
            p,
        ];
        let (status, _, stderr) = pram(EMPTY, &words);
        assert_eq!(status, 0);
        assert_eq!(stderr.is_empty(), warning.is_empty(), "{stderr}");
        assert!(stderr.contains(warning), "{stderr}");
        let quiet = [&words[..], &["--quiet"]].concat();
        assert_eq!(pram(EMPTY, &quiet), (0, String::new(), stderr));
        let silent = [&quiet[..], &["--no-warnings"]].concat();
        assert_eq!(pram(EMPTY, &silent), (0, String::new(), String::new()));
    }
}

#[test]
fn sections_are_a_table() {
    let text = "stroj apram(d = 3, B = 4);
program
    polje A[4];
    A[0] = 1;
    paralelno (za svaki i od 1 do 2)
        A[i] = i;
    kraj_paralelno
    paralelno asinkrono (za svaki i od 0 do 1)
        x = A[i];
        ograda;
        ako (i == 1)
            A[i] = x;
    kraj_paralelno
kraj_programa";
    let (status, stdout, _) = pram(text, &["run", "-", "--sections"]);
    assert_eq!(status, 0, "{stdout}");
    let (_, table) = stdout.split_once("\nsections\n").expect(&stdout);
    let rows: Vec<Vec<&str>> = table
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    let expected = [
        vec![
            "section", "kind", "slowest", "time", "barrier", "waiting", "lines",
        ],
        vec!["sequential", "3", "0", "0", "4"],
        vec!["adapted", "step", "3", "4", "0", "6"],
        vec!["1", "asynchronous", "i", "=", "0", "3", "4", "0", "9"],
        vec!["2", "asynchronous", "i", "=", "1", "4", "4", "3", "11-12"],
    ];
    assert_eq!(rows, expected, "{stdout}");
}
