//! A name of a file with a line break or another control character stays on its line wherever it is shown, and is in
//! JSON what it is.

use std::fs;
use std::process::{Command, Stdio};

use crate::files::fresh_folder;

/// A line of its own in a message, a colour, a character that turns the direction of writing, and a quote.
const NAME: &str = "a\nerror: b\u{1b}[31m\u{202e}'.pram";
const SHOWN: &str = "a\\nerror: b\\u{1b}[31m\\u{202e}'.pram";

const GOOD: &str = "ulaz n = 4;\nulaz A[n] = iota;\nprogram\n    paralelno (za svaki i od 0 do n-1)\n        A[i] = 1;\n    kraj_paralelno\nkraj_programa\n";
const CROOKED: &str = "program\nx=1;\nkraj_programa\n";
const FAILS: &str = "program\n    tvrdi(1 == 2);\nkraj_programa\n";
const ILLEGAL: &str = "stroj EREW;\nprogram\n    polje A[4];\n    paralelno (za svaki i od 0 do 3)\n        A[0] = i;\n    kraj_paralelno\nkraj_programa\n";
const RACE: &str = "stroj apram(p = 2, d = 1, B = 1);\nprogram\n    x = 0;\n    paralelno (za svaki procesor i, i = 0, ..., p-1)\n        x = i;\n    kraj_paralelno\nkraj_programa\n";
const RING: &str = "stroj prsten(p = 4, t_s = 1, t_w = 1);\nprogram\n    paralelno (za svaki procesor i, i = 0, ..., p-1)\n        posalji i prema (i + 1) mod p;\n        primi x od (i + p - 1) mod p;\n    kraj_paralelno\nkraj_programa\n";
const INCLUDES: &str = "ukljuci \"none.pram\";\nprogram\nkraj_programa\n";

/// The words of a command line, with `NAME` for the name, behind a text of the file.
const LINES: [(&str, &[&str]); 21] = [
    (GOOD, &["run", "NAME"]),
    (GOOD, &["run", "NAME", "A=@NAME"]),
    (GOOD, &["run", "missing.pram/NAME"]),
    (GOOD, &["check", "NAME"]),
    (GOOD, &["derive", "NAME"]),
    (GOOD, &["report", "NAME", "--vary", "n=1..4"]),
    (GOOD, &["report", "NAME", "--vary", "n=1..4", "-o", "NAME"]),
    (
        GOOD,
        &["report", "NAME", "--vary", "n=1..4", "-o", "NAME.txt"],
    ),
    (GOOD, &["replay", "NAME", "-o", "NAME.html"]),
    (GOOD, &["replay", "NAME", "-o", "NAME"]),
    (CROOKED, &["fmt", "--check", "NAME"]),
    (GOOD, &["debug", "NAME", "--script", "missing NAME"]),
    (GOOD, &["learn", "NAME"]),
    (GOOD, &["run", "NAME", "--include-dir", "missing NAME"]),
    (FAILS, &["run", "NAME"]),
    (FAILS, &["report", "NAME", "--vary", "p=1,2"]),
    (ILLEGAL, &["run", "NAME"]),
    (RACE, &["run", "NAME", "--explore", "2"]),
    (INCLUDES, &["run", "NAME"]),
    (RING, &["run", "NAME"]),
    (RING, &["check", "NAME"]),
];

#[test]
fn a_line_break_in_a_name_is_written_out() {
    let folder = fresh_folder("shown_names", "texts");
    for (text, words) in LINES {
        fs::write(folder.join(NAME), text).unwrap();
        let words: Vec<String> = words
            .iter()
            .map(|word| word.replace("NAME", NAME))
            .collect();
        let mut command = Command::new(env!("CARGO_BIN_EXE_pram"));
        command
            .args(&words)
            .current_dir(&folder)
            .stdin(Stdio::null());
        let ran = command.output().unwrap();
        let shown = [ran.stdout, ran.stderr].concat();
        let shown = String::from_utf8(shown).unwrap();
        let own = |c: &char| c.is_control() && *c != '\n' || *c == '\u{202e}';
        assert_eq!(shown.chars().find(own), None, "{words:?}: {shown}");
        // No message is made up by the name.
        let made_up = shown.lines().any(|line| line.starts_with("error: b"));
        assert!(!made_up, "{words:?}: {shown}");
        assert!(
            shown.contains(SHOWN) || shown.contains(&SHOWN.replace('\'', "\\'")),
            "{words:?}: {shown}"
        );
    }
}

#[test]
fn in_json_a_name_is_what_it_is() {
    let folder = fresh_folder("shown_names", "json");
    for (text, words, place) in [
        (GOOD, &["run", NAME][..], "/file"),
        (GOOD, &["check", NAME], "/file"),
        (GOOD, &["report", NAME, "--vary", "n=1..4"], "/file"),
        (
            "program\n    x = ;\nkraj_programa\n",
            &["run", NAME],
            "/error/file",
        ),
    ] {
        fs::write(folder.join(NAME), text).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_pram"));
        command
            .args(words)
            .args(["--format", "json"])
            .current_dir(&folder);
        let ran = command.stdin(Stdio::null()).output().unwrap();
        let value: serde_json::Value = serde_json::from_slice(&ran.stdout).unwrap();
        assert_eq!(
            value.pointer(place).and_then(|file| file.as_str()),
            Some(NAME),
            "{words:?}"
        );
    }
}
