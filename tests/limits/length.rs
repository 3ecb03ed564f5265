//! The time that a command takes grows with the length of a program, not with its square.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::process::folder;

/// Programs of about so many lines: blocks, statements, algorithms, arrays, inputs; and a quarter of
/// it in one block whose accesses are not proved, or in one section.
fn programs(lines: usize) -> [(&'static str, String); 8] {
    let mut blocks = String::from("program\npolje A[100] = 0;\n");
    for at in 0..lines / 5 {
        let _ = write!(
            blocks,
            "paralelno (za svaki i od 0 do 9)\n    A[i] = A[i] + {};\n    t = i * 2;\n    A[i + {}] = \
             t;\nkraj_paralelno\n",
            at % 7,
            at % 50
        );
    }
    blocks.push_str("kraj_programa\n");
    let mut statements = String::from("program\nx = 0;\n");
    for at in 0..lines {
        let _ = writeln!(statements, "x = x + {};", at % 7);
    }
    statements.push_str("kraj_programa\n");
    let (mut algorithms, mut calls) = (String::new(), String::new());
    for at in 0..lines / 5 {
        let _ = write!(
            algorithms,
            "algoritam f{at}(A[], n)\nparalelno (za svaki i od 0 do n-1)\nA[i] = A[i] + 1;\n\
             kraj_paralelno\nkraj_algoritma\n"
        );
        let _ = writeln!(calls, "f{at}(A[], 10);");
    }
    let algorithms = format!("{algorithms}program\npolje A[10] = 1;\n{calls}kraj_programa\n");
    let mut arrays = String::from("program\n");
    for at in 0..lines / 2 {
        let _ = writeln!(arrays, "polje A{at}[4];\nA{at}[0] = 1;");
    }
    arrays.push_str("kraj_programa\n");
    let mut inputs = String::new();
    for at in 0..lines {
        let _ = writeln!(inputs, "ulaz a{at} = {at};");
    }
    inputs.push_str("program\nizlaz a1;\nkraj_programa\n");
    let one_block = |machine: &str, header: &str, statement: &str| {
        let mut text = format!(
            "stroj {machine};\nulaz n = 8;\nulaz P[n] = permutacija;\nprogram\n\
             polje A[n] = 0;\npolje R[n] = 0;\nparalelno {header}(za svaki i od 0 do n-1)\n"
        );
        for at in 0..lines / 4 {
            let _ = writeln!(text, "{statement} + {at};");
        }
        text + "kraj_paralelno\nkraj_programa\n"
    };
    [
        ("blocks.pram", blocks),
        ("statements.pram", statements),
        ("algorithms.pram", algorithms),
        ("arrays.pram", arrays),
        ("inputs.pram", inputs),
        ("unproved.pram", one_block("CREW", "", "R[P[i]] = A[P[i]]")),
        (
            "section.pram",
            one_block("apram(d = 2, B = 2)", "asinkrono ", "R[i] = A[i]"),
        ),
        (
            "unproved_section.pram",
            one_block("apram-cr(d = 2, B = 2)", "asinkrono ", "R[P[i]] = A[P[i]]"),
        ),
    ]
}

/// Seconds of a processor that a command takes: others on the computer do not count.
fn seconds(folder: &Path, words: &str) -> f64 {
    let line = format!("$PRAM {words} >stdout 2>stderr; times");
    let output = Command::new("sh")
        .args(["-c", &line])
        .env("PRAM", env!("CARGO_BIN_EXE_pram"))
        .current_dir(folder)
        .output()
        .unwrap();
    // The second line is about the children: `0m1.230000s 0m0.010000s`.
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let user = text.lines().nth(1).unwrap().split(' ').next().unwrap();
    let (minutes, seconds) = user.trim_end_matches('s').split_once('m').unwrap();
    minutes.parse::<f64>().unwrap() * 60.0 + seconds.parse::<f64>().unwrap()
}

#[test]
fn four_times_the_lines_take_four_times_as_long() {
    let folder = folder("length");
    for words in ["check", "run", "fmt --check"] {
        let mut times = Vec::new();
        for lines in [5_000, 20_000] {
            for (name, text) in programs(lines) {
                fs::write(folder.join(name), text).unwrap();
                times.push(seconds(&folder, &format!("{words} {name}")));
            }
        }
        let (short, long) = times.split_at(8);
        for (at, (short, long)) in short.iter().zip(long).enumerate() {
            // Square growth would be sixteen times; a tenth of a second is noise.
            assert!(
                *long < 9.0 * (short + 0.1),
                "{words}, program {at}: {short} s for 5000 lines, {long} s for 20000"
            );
        }
    }
}

/// Barriers of two neighbours: every processor waits at one or two of them. In the last program all
/// but the first wait for the one before them, and nobody for them.
#[test]
fn four_times_the_processors_at_barriers_of_parts_take_four_times_as_long() {
    let folder = folder("parts");
    let bodies = [
        (
            "pairs",
            "ograda(od i - i % 2 do i - i % 2 + 1);\nx = A[i - i % 2 + (i + 1) % 2];",
        ),
        (
            "chain",
            "ako (i > 0) ograda(od i-1 do i);\nako (i + 1 < n) ograda(od i do i+1);\n\
             ako (i > 0) x = A[i-1];",
        ),
        (
            "deadlock",
            "ako (i + 1 < n) ograda(od i do i+1);\nako (i > 0) ograda(od i-1 do i);",
        ),
    ];
    for (name, body) in bodies {
        let text = format!(
            "stroj apram(d = 2, B = 3);\nulaz n = 16;\nprogram\npolje A[n] = 0;\n\
             paralelno asinkrono (za svaki i od 0 do n-1)\nA[i] = i;\n{body}\n\
             kraj_paralelno\nkraj_programa\n"
        );
        fs::write(folder.join("case.pram"), text).unwrap();
        for order in ["", "--schedule random:1"] {
            let [short, long] = [5_000, 20_000]
                .map(|n| seconds(&folder, &format!("run case.pram n={n} --quiet {order}")));
            assert!(
                long < 9.0 * (short + 0.1),
                "{name} {order}: {short} s for 5000 processors, {long} s for 20000"
            );
        }
    }
}
