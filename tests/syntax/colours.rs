//! The colours of a text, and the operations of assignments.

use pram::syntax::colour::{Colour, coloured_lines};
use pram::syntax::operation::operation;

/// The coloured parts of each line.
fn coloured(text: &str) -> Vec<Vec<(&str, Colour)>> {
    let lines = coloured_lines(text);
    let whole: Vec<String> = lines
        .iter()
        .map(|parts| parts.iter().map(|part| part.text).collect())
        .collect();
    assert_eq!(whole, text.lines().collect::<Vec<&str>>());
    let coloured = lines.into_iter().map(|parts| {
        let coloured = parts.into_iter();
        coloured
            .filter_map(|part| Some((part.text, part.colour?)))
            .collect()
    });
    coloured.collect()
}

#[test]
fn words_numbers_texts_and_comments_have_colours() {
    use Colour::{Comment, Function, Keyword, Number, Text};
    let text = "// head\nparalelno (za svaki i od 0 do n-1)\n\n    x = max(A[i], 2.5) mod y; print \"za 3\"; /* a\n  b */ +_scan(A[]);\r\n";
    assert_eq!(
        coloured(text),
        [
            vec![("// head", Comment)],
            vec![
                ("paralelno", Keyword),
                ("za", Keyword),
                ("svaki", Keyword),
                ("od", Keyword),
                ("0", Number),
                ("do", Keyword),
                ("1", Number)
            ],
            vec![],
            vec![
                ("max", Function),
                ("2.5", Number),
                ("mod", Keyword),
                ("print", Keyword),
                ("\"za 3\"", Text),
                ("/* a", Comment)
            ],
            vec![("  b */", Comment), ("+", Function), ("_scan", Function)],
        ]
    );
}

#[test]
fn a_keyword_that_is_a_name_has_no_colour() {
    assert_eq!(
        coloured("step = step[0];\narray step[3];")[0],
        [("0", Colour::Number)]
    );
    assert_eq!(coloured("array A[3];")[0][0], ("array", Colour::Keyword));
}

#[test]
fn an_operation_is_what_an_assignment_computes() {
    for (statement, expected) in [
        ("A[i] = A[i] + A[i + 2^d];", Some("+")),
        ("A[i] += A[i - 1]", Some("+")),
        ("A[i+2^d] ⊕= A[i]", Some("⊕")),
        ("x = a + b + C[i]", Some("+")),
        ("x = a + b * c", Some("· + · * ·")),
        ("x = max(A[i], A[f(j)])", Some("max")),
        ("x = max(A[i], 0)", Some("max(·, 0)")),
        ("x = i mod n", Some("mod")),
        ("x ← y + 1", Some("+ 1")),
        ("x = 2*y", Some("2 * ·")),
        ("x *= 2*y", Some("* 2 * ·")),
        ("x = -y", Some("-·")),
        ("x = (a + b) / c", Some("(· + ·) / ·")),
        // A copy, a constant, a test, an access.
        ("A[i] = B[C[j]];", None),
        ("A[i] = 0", None),
        ("A[i] == B[i]", None),
        ("A[i]", None),
        ("send x to 1", None),
    ] {
        assert_eq!(operation(statement).as_deref(), expected, "{statement}");
    }
}
