//! Programs made to take long: a proof is given up before it does.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use pram::pipeline::Options;
use pram::program::accesses::accesses;
use pram::proof::Exclusivity;

use super::try_out;

/// Many times what it takes, also on a busy computer.
const LONG: Duration = Duration::from_mins(1);

/// Gives how many of the accesses nothing is known of.
fn open_accesses(text: &str) -> usize {
    accesses_with(text, |known| known == Exclusivity::OPEN)
}

/// Gives how many of the accesses may meet another one of their section.
fn unproved_in_sections(text: &str) -> usize {
    accesses_with(text, |known| !known.per_section)
}

fn accesses_with(text: &str, is_counted: impl Fn(Exclusivity) -> bool) -> usize {
    let tried =
        try_out(text, &[], Options::default()).unwrap_or_else(|problem| panic!("{problem}"));
    let start = Instant::now();
    let findings = tried.findings();
    assert!(start.elapsed() < LONG, "it took {:?}", start.elapsed());
    (accesses(&tried.program).iter())
        .filter(|access| is_counted(findings.of(**access)))
        .count()
}

/// 2^20 calls, each for itself.
#[test]
fn calls_that_double() {
    let mut text = String::from("ulaz n = 2;\nulaz A[n] = iota;\n");
    text.push_str("algoritam f0(X[], k)\n    ako (k > 0) X[0] = 1;\nkraj_algoritma\n");
    for number in 1..=20 {
        let before = number - 1;
        let _ = writeln!(
            text,
            "algoritam f{number}(X[], k)\n    ako (k > 0) {{ f{before}(X[], k); \
             f{before}(X[], k); }}\nkraj_algoritma"
        );
    }
    text.push_str("program\n    f20(A[], 0);\nkraj_programa");
    assert_eq!(open_accesses(&text), 1);
}

/// Every access with every other, and none of the pairs easy.
#[test]
fn a_section_of_many_accesses() {
    let mut text = String::from("stroj apram(d = 2, B = 2);\nulaz n = 2, m = 3;\n");
    text.push_str("ulaz A[5000] = iota;\nprogram\n");
    text.push_str("    paralelno asinkrono (za svaki i od 0 do n-1)\n");
    for number in 0..300 {
        let _ = writeln!(
            text,
            "        A[(i*m + {number}) mod (n+m) + i/m] = {number};"
        );
    }
    text.push_str("    kraj_paralelno\nkraj_programa");
    assert_eq!(unproved_in_sections(&text), 300);
}

/// Each of them is followed several times for every time that the one around it is.
#[test]
fn loops_inside_loops() {
    let mut text = String::from("ulaz n = 2;\nulaz A[500] = iota;\nprogram\n    x = 1;\n");
    for depth in 0..12 {
        let _ = writeln!(text, "za r{depth} = 0 do 0 {{ x = x * 2 - 1;");
    }
    text.push_str("paralelno (za svaki i od 0 do n-1)\n A[i*x] = 1;\n kraj_paralelno\n");
    text.push_str(&"}".repeat(12));
    text.push_str("\nkraj_programa");
    assert_eq!(open_accesses(&text), 1);
}

/// 140 statements one inside the other, and algorithms around them that do the same.
#[test]
fn statements_inside_statements() {
    let mut text = String::from("ulaz n = 2;\nulaz A[n] = iota;\n");
    for number in 0..6 {
        let _ = writeln!(text, "algoritam f{number}(X[], k)");
        text.push_str(&"ako (k > 0) { ".repeat(60));
        if number == 0 {
            text.push_str("X[0] = 1;");
        } else {
            let _ = write!(text, "f{}(X[], k);", number - 1);
        }
        text.push_str(&" }".repeat(60));
        text.push_str("\nkraj_algoritma\n");
    }
    text.push_str("program\n    f5(A[], 1);\nkraj_programa");
    assert_eq!(open_accesses(&text), 1);
}
