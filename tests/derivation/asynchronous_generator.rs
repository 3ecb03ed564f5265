//! Random programs of asynchronous blocks, whose processors touch only what is their own: no accesses
//! of theirs race.

use std::fmt::Write;

use super::generator::{Draw, Loops};

/// A program with input arrays A of n elements and M of n rows.
pub fn program(seed: u64, loops: Loops) -> String {
    let mut draw = Draw::new(seed, loops);
    let mut text = "machine apram(d = 3, B = 8);\ninput n = 8;\ninput A[n] = random(0, 3);\n\
        input M[n,4] = random(0, 9);\nalgorithm f(A[], M[,], n)\n"
        .to_owned();
    for _ in 0..=draw.below(2) {
        match draw.below(4) {
            0 => sequential(&mut draw, &mut text),
            1 => {
                let _ = writeln!(text, "for r = 1 to {} {{", draw.one(&["ceil(log n)", "3"]));
                sequential(&mut draw, &mut text);
                block(&mut draw, &mut text);
                text += "}\n";
            }
            _ => block(&mut draw, &mut text),
        }
    }
    text += "end_algorithm\n";
    text
}

/// Runs of accesses that go on from statement to statement, and end in others.
fn sequential(draw: &mut Draw, text: &mut String) {
    for _ in 0..=draw.below(2) {
        *text += draw.one(&[
            "if (n > 0) A[0] = 1;\n",
            "for q = 0 to n-1\nA[q] = q;\n",
            "for q = 0 to n-1\nA[q] += 1;\n",
            "for q = 0 to n-1 {\nv = A[q];\nA[q] = v;\n}\n",
            "for q = 0 to n-1 {\nv = A[q];\nM[q,v mod 4] = q;\n}\n",
            "z = 3;\n",
        ]);
    }
}

fn block(draw: &mut Draw, text: &mut String) {
    let step = draw.one(&["", "", " step 2"]);
    let from = draw.one(&["0", "0", "1"]);
    let _ = writeln!(
        text,
        "parallel async (for each i from {from} to n-1{step})\nx = 0;"
    );
    for _ in 0..=draw.below(3) {
        match draw.below(5) {
            0 => *text += "barrier;\n",
            1 => {
                let _ = writeln!(
                    text,
                    "for t = 1 to {} {{",
                    draw.one(&["ceil(log n)", "n", "2"])
                );
                inside(draw, text, 1);
                *text += "barrier;\n";
                if draw.below(2) == 0 {
                    *text += "x += 1;\n";
                }
                *text += "}\n";
            }
            _ => inside(draw, text, 0),
        }
    }
    *text += "end_parallel\n";
}

fn inside(draw: &mut Draw, text: &mut String, depth: usize) {
    if depth < 3 && draw.wants_claim() {
        let bound = draw.one(&["3", "n + 3", "i + 3"]);
        let head = draw.one(&[
            "for K = 1 to A[i] mod 4 {",
            "K = A[i] mod 4;\nwhile (K > 0) {",
        ]);
        let head = head.replace('K', &format!("k{depth}"));
        let _ = writeln!(text, "{head}\nclaim turns <= {bound};");
        if head.contains("while") {
            let _ = writeln!(text, "k{depth} -= 1;");
        }
        inside(draw, text, depth + 1);
        *text += "}\n";
        return;
    }
    match draw.below(if depth >= 3 { 7 } else { 11 }) {
        0 => *text += "x = A[i];\n",
        1 => *text += "A[i] = x;\n",
        2 => *text += "A[i] += 1;\n",
        3 => *text += "M[i,A[i] mod 4] = x;\n",
        4 => *text += "y = A[i];\nx = M[i,y mod 4];\n",
        5 => *text += "x = A[i] + M[i,1] + M[i,2];\n",
        6 => *text += "x = x + 1;\n",
        7 | 8 => {
            let to = draw.one(&["n-1", "3", "i", "n-1-i", "2*i+1"]);
            let from = draw.one(&["0", "1"]);
            let _ = writeln!(text, "for k{depth} = {from} to {to} {{");
            inside(draw, text, depth + 1);
            *text += "}\n";
        }
        _ => {
            let condition = draw.one(&[
                "i < 2",
                "i >= n/2",
                "i == 1",
                "A[i] > 1",
                "A[i] > 1 and M[i,0] > 4",
                "n > 2",
                "i mod 2 == 0",
                "(i + 1) mod 3 == 0",
                "i mod 3 != 1",
                "i mod 4 < 2",
                "(n - i) mod 2 == 1",
            ]);
            let _ = writeln!(text, "if ({condition}) {{");
            inside(draw, text, depth + 1);
            *text += "}";
            if draw.below(2) == 0 {
                *text += " else {\n";
                inside(draw, text, depth + 1);
                *text += "}";
            }
            *text += "\n";
        }
    }
}
