//! Random blocks whose processors make different turns of loops within each other, with branches on processors
//! and turns in them.

use std::fmt::Write;

use super::generator::{Draw, Loops};

/// How deep loops and branches are within each other.
const DEEPEST: usize = 3;

/// A program with an input array A of n elements.
pub fn program(seed: u64) -> String {
    let mut draw = Draw::new(seed, Loops::Counted);
    let mut text = "machine CREW;\ninput n = 8;\ninput A[n + 1] = iota;\nprogram\n".to_owned();
    let mut names = Vec::new();
    let has_rounds = draw.below(5) == 0;
    if has_rounds {
        text += draw.one(&[
            "for d = 0 to n-1 {\n",
            "for d = 1 to n {\n",
            "for d = 0 to 2 {\n",
        ]);
        names.push("d");
    }
    let low = draw.one(&["0", "0", "0", "1"]);
    let high = draw.one(&["n-1", "n-1", "n-1", "n"]);
    let high = if has_rounds && draw.below(3) == 0 {
        "d"
    } else {
        high
    };
    let _ = write!(text, "parallel (for each i from {low} to {high}");
    names.push("i");
    match draw.below(6) {
        0 | 1 => {
            let range = draw.one(&["0 to n-1", "0 to 2", "1 to n"]);
            let _ = writeln!(text, ", j from {range})\ns = 0;");
            names.push("j");
            statements(&mut draw, &mut text, &mut names, 1);
        }
        2 => {
            let range = draw.one(&["0 to i", "i to n-1", "i+1 to n-1", "0 to n-1", "i to i+1"]);
            let _ = writeln!(
                text,
                ")\ns = 0;\nparallel (for each j from {range})\ns = 0;"
            );
            names.push("j");
            statements(&mut draw, &mut text, &mut names, 1);
            text += "end_parallel\n";
        }
        _ => {
            text += ")\ns = 0;\n";
            statements(&mut draw, &mut text, &mut names, 0);
        }
    }
    text += "end_parallel\n";
    if has_rounds {
        text += "}\n";
    }
    text += "end_program\n";
    text
}

fn statements(draw: &mut Draw, text: &mut String, names: &mut Vec<&str>, depth: usize) {
    for _ in 0..=usize::from(draw.below(4) == 0) {
        match draw.below(7) {
            0..=2 if depth < DEEPEST => {
                let (low, high, step) = range(draw, names);
                let name = ["x", "y", "z"][depth];
                let _ = writeln!(text, "for {name} = {low} to {high}{step} {{");
                names.push(name);
                statements(draw, text, names, depth + 1);
                names.pop();
                text.push_str("}\n");
            }
            3 | 4 if depth < DEEPEST => {
                let condition = condition(draw, names);
                let _ = writeln!(text, "if ({condition}) {{");
                statements(draw, text, names, depth + 1);
                text.push_str("}\n");
                if draw.below(3) == 0 {
                    text.push_str("else {\n");
                    statements(draw, text, names, depth + 1);
                    text.push_str("}\n");
                }
            }
            _ => {
                let one = [
                    "s += 1;\n",
                    "s += 1;\ns += A[0];\n",
                    "s = s + 1;\ns += 2;\n",
                    "s += A[0]*2;\n",
                ];
                text.push_str(draw.one(&one));
            }
        }
    }
}

fn range(draw: &mut Draw, names: &[&str]) -> (String, String, &'static str) {
    let name = names[draw.below(names.len())];
    let of = |low: &str, high: &str, step: &'static str| {
        let with = |bound: &str| bound.replace('@', name);
        (with(low), with(high), step)
    };
    match draw.below(16) {
        0 => of("0", "n-1", ""),
        1 => of("1", "n", ""),
        2 => of("0", "2", ""),
        3 => of("n-1", "0", " step -1"),
        4 => of("@", "n-1", ""),
        5 => of("@", "@+2", ""),
        6 => of("0", "@", ""),
        7 => of("@+1", "n-1", ""),
        8 => of("0", "@-1", ""),
        9 => of("@", "n-1", " step 2"),
        10 => of("0", "@/2", ""),
        11 => of("@/2", "n-1", ""),
        12 => of("n-1", "@", " step -1"),
        13 => of("@", "0", " step -1"),
        14 => of("0", "n-1-@", ""),
        _ => of("@", "2*@", ""),
    }
}

fn condition(draw: &mut Draw, names: &[&str]) -> String {
    let one = names[draw.below(names.len())];
    let other = names[draw.below(names.len())];
    let number = draw.below(4);
    let mut found = match draw.below(16) {
        0 => format!("{one} == {number}"),
        1 => format!("{one} != {number}"),
        2 => format!("{one} mod 2 == 0"),
        3 => format!("{one} < {number}"),
        4 => format!("{one} > {number}"),
        5 => format!("{one} < n/2"),
        6 => format!("{one} != n-1"),
        7 => format!("{one} == {other}"),
        8 => format!("{one} != {other}"),
        9 => format!("{one} < {other}"),
        10 => format!("{one} > {other} + {number}"),
        11 => format!("{one} + {other} < n"),
        12 => format!("{one} + {other} == n-1"),
        13 => format!("{one} == {other} + 1"),
        14 => format!("{one} + {other} >= {number}"),
        _ => format!("({one} + {other}) mod 2 == 0"),
    };
    if draw.below(8) == 0 {
        let joined = draw.one(&["and", "or"]);
        let _ = write!(found, " {joined} {one} != {number}");
    }
    found
}
