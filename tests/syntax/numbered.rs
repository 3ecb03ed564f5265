//! Listings with numbered lines: the numbers mean nothing, however they are written.
use super::{codes, tree};

/// A way to number lines.
type Style = fn(usize) -> String;

const STYLES: [Style; 5] = [
    |number| format!("{number}. "),
    |number| format!("({number}) "),
    |number| format!("({number}.1)   "),
    |number| format!("{number}.1. "),
    |number| format!("Step {number}: "),
];

/// Lines that end with a name, a cell or a number, below which a number in brackets would be an
/// argument or a factor.
const LISTING: [&str; 15] = [
    "procedure COPY(msg, result)",
    "begin",
    "result := msg",
    "x := A[1]",
    "y := x",
    "for i := 0 to y do",
    "z := msg",
    "endfor",
    "if x = y then",
    "z := x * y",
    "else",
    "return",
    "endif",
    "x := y",
    "end COPY",
];

/// Statements with semicolons, as in the body of a program.
const BODY: [&str; 5] = [
    "program",
    "x = 3;",
    "y = x;",
    "z = (x) + y;",
    "kraj_programa",
];

#[test]
fn numbers_of_lines_mean_nothing() {
    for lines in [&LISTING[..], &BODY] {
        let plain = tree(&(lines.join("\n") + "\n"));
        for style in STYLES {
            let number = |(at, line): (usize, &&str)| style(at + 1) + line + "\n";
            let numbered: String = lines.iter().enumerate().map(number).collect();
            assert_eq!(tree(&numbered), plain, "{numbered}");
            // The head has no number.
            let (_, below) = numbered
                .split_once(lines[0])
                .expect("the head is the first line");
            let below = lines[0].to_owned() + below;
            assert_eq!(tree(&below), plain, "{below}");
        }
    }
}

#[test]
fn a_number_is_no_argument_of_the_line_above() {
    // Without its semicolon the first statement is not one that goes on with `(2)`.
    let text = "program\n(1) x = y\n(2) z = 3;\nkraj_programa\n";
    assert_eq!(codes(text), [("E0101", 2)]);
    // What stands alone behind the number of a line is no statement.
    let text = "procedure P(x)\n(1) x := 3 *\n(2) y\nend P\n";
    assert_eq!(codes(text).first().map(|(code, _)| *code), Some("E0101"));
}

#[test]
fn brackets_below_a_name_are_arguments_where_no_line_is_numbered() {
    let call = tree("program\nx = f\n(2);\nkraj_programa\n");
    assert_eq!(call, tree("program\nx = f(2);\nkraj_programa\n"));
    let sum = tree("program\nx = 3 *\n(2) + 4;\nkraj_programa\n");
    assert_eq!(sum, tree("program\nx = 3 * (2) + 4;\nkraj_programa\n"));
}
