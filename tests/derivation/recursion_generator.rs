//! Random programs that call themselves: for a share of a size or some less of it, for parts of a
//! range, one after the other or by tasks.

use std::fmt::Write;

use super::generator::{Draw, Loops};

/// How the parts of a range, or the size, are handed on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parts {
    /// The size alone.
    Plain,
    /// A start and a size.
    Start,
    /// From one bound up to the other, which is not in it.
    Open,
    /// From one bound to the other.
    Closed,
}

/// A program with an input array A of n elements.
pub fn program(seed: u64) -> String {
    let mut draw = Draw::new(seed, Loops::Counted);
    let parts = [Parts::Plain, Parts::Start, Parts::Open, Parts::Closed][draw.below(4)];
    let size = match parts {
        Parts::Plain | Parts::Start => "n",
        Parts::Open => "(hi - lo)",
        Parts::Closed => "(hi - lo + 1)",
    };
    let (parameters, first) = match parts {
        Parts::Plain => ("A[], n", "A[], n"),
        Parts::Start => ("A[], lo, n", "A[], 0, n"),
        Parts::Open => ("A[], lo, hi", "A[], 0, n"),
        Parts::Closed => ("A[], lo, hi", "A[], 0, n - 1"),
    };
    let low = if parts == Parts::Plain { "0" } else { "lo" };
    let mut text = format!(
        "machine CRCW;\ninput n = 8;\ninput A[n] = random(0, 9);\nalgorithm f({parameters})\n"
    );
    let divides = draw.below(4) > 0;
    let end = draw.one(&["1", "1", "1", "2", "3"]);
    let _ = writeln!(text, "if ({size} > {end}) {{");
    own(&mut draw, &mut text, size, low);
    let (lower, times) = if divides {
        let divisor = 2 + draw.below(3);
        let share = match draw.below(4) {
            0 if divisor == 2 => format!("{size} - {size}/2"),
            _ => format!("{size}/{divisor}"),
        };
        (share, 1 + draw.below(divisor + 1))
    } else {
        // Several calls with little less are many calls.
        let step = 1 + draw.below(2);
        (format!("{size} - {step}"), 1 + draw.below(2))
    };
    let _ = writeln!(text, "m = {lower};");
    let by_tasks = times > 1 && draw.below(3) == 0;
    if by_tasks {
        text += "parallel {\n";
    }
    for call in 0..times {
        let start = match (divides, call) {
            (true, 1..) => format!("lo + {call}*m"),
            _ => "lo".to_owned(),
        };
        let _ = match parts {
            Parts::Plain => writeln!(text, "f(A[], m);"),
            Parts::Start => writeln!(text, "f(A[], {start}, m);"),
            Parts::Open => writeln!(text, "f(A[], {start}, {start} + m);"),
            Parts::Closed => writeln!(text, "f(A[], {start}, {start} + m - 1);"),
        };
        if !by_tasks && draw.below(4) == 0 {
            own(&mut draw, &mut text, size, low);
        }
    }
    if by_tasks {
        text += "}\n";
    }
    own(&mut draw, &mut text, size, low);
    text += "}\n";
    if draw.below(3) == 0 {
        text += "A[0] += 1;\n";
    }
    let _ = write!(text, "end_algorithm\nprogram\nf({first});\nend_program\n");
    text
}

/// What an activation does itself.
fn own(draw: &mut Draw, text: &mut String, size: &str, low: &str) {
    let cell = format!("A[{low} mod length(A)]");
    let _ = match draw.below(9) {
        0 => writeln!(text, "for i = 1 to {size} {cell} += 1;"),
        1 => writeln!(
            text,
            "parallel (for each i from 0 to {size} - 1)\nA[i mod length(A)] = 1;\nend_parallel"
        ),
        2 => writeln!(
            text,
            "parallel (for each i from 0 to {size}/2 - 1)\nx = A[i mod length(A)];\n\
             if (x > 4) x = 3;\nend_parallel"
        ),
        3 => {
            let factor = draw.one(&["2", "3", "4", "6"]);
            writeln!(text, "for (s = 1; s < {size}; s *= {factor}) {cell} = s;")
        }
        4 => writeln!(text, "if ({cell} > 4) {{ x = 1; x = {cell}; }}"),
        5 => writeln!(text, "if ({size} > 4) x = 1; else {{ x = 2; x = {cell}; }}"),
        6 => writeln!(text, "{cell} = {cell} * 2 mod 10;"),
        _ => Ok(()),
    };
}
