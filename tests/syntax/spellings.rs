//! The two vocabularies, keywords as names, numbers, expressions on their own.

use pram::source::Sources;
use pram::syntax::keyword::{KEYWORDS, Keyword, Standing};
use pram::syntax::{self, ast::ExprKind};

use super::{codes, read, show, told};

/// A formula as a tree, or why it is none.
fn expression(text: &str) -> String {
    let mut sources = Sources::default();
    let file = sources.add("<value>", text);
    match syntax::parse_expression(&sources, file) {
        Ok(expression) => show::expr(&expression),
        Err(diagnostic) => told(&sources, &diagnostic),
    }
}

#[test]
fn keywords_are_names_where_no_statement_of_theirs_follows() {
    let others = [
        "n", "p", "d", "i", "B", "min", "max", "log", "length", "random", "reverse", "in", "end",
        "kraj", "krajnji", "T", "W", "model", "int", "list",
    ];
    let free = KEYWORDS.iter().filter(|row| row.standing == Standing::Free);
    for name in others.into_iter().chain(free.flat_map(Keyword::spellings)) {
        let text = format!(
            "program\n {name} = 1;\n x = {name} + {name};\n {name}++;\n A[{name}] = f({name}, {name});\n {name}[0] = 2;\nkraj_programa\n"
        );
        assert_eq!(codes(&text), [], "{name}\n{}", read(&text));
    }
}

#[test]
fn operators_bind_as_documented() {
    let cases = [
        ("-2^2", "(Negate (Power 2 2))"),
        ("-2", "-2"),
        ("- 2 * 3", "(Multiply -2 3)"),
        ("2^-1", "(Power 2 -1)"),
        ("2^-n^2", "(Power 2 (Negate (Power n 2)))"),
        ("2^3^4", "(Power 2 (Power 3 4))"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("a - 1", "(Subtract a 1)"),
        ("a-1", "(Subtract a 1)"),
        ("a - -1", "(Subtract a -1)"),
        ("1 - 2 - 3", "(Subtract (Subtract 1 2) 3)"),
        ("a or b and not c == d", "(Or a (And b (Not (Equal c d))))"),
        ("not a and b", "(And (Not a) b)"),
        ("!a == b", "(Equal (Not a) b)"),
        (
            "a < b OR c XOR d AND e << 1 + 2",
            "(Less a (BitOr b (BitXor c (BitAnd d (ShiftLeft e (Add 1 2))))))",
        ),
        ("NOT a AND b", "(BitAnd (BitNot a) b)"),
        ("a ⊕ b * c", "(Generic a (Multiply b c))"),
        ("a + b @ c", "(Generic (Add a b) c)"),
        ("a·b×c", "(Multiply (Multiply a b) c)"),
        ("a−b", "(Subtract a b)"),
        ("a ≤ b", "(LessEqual a b)"),
        ("(i-1) mod p % 2", "(Modulo (Modulo (Subtract i 1) p) 2)"),
        ("log n", "log(n)"),
        ("2*log n", "(Multiply 2 log(n))"),
        ("log n^2", "(Power log(n) 2)"),
        ("log log n - 1", "(Subtract log(log(n)) 1)"),
        ("log A[0]", "log(A[0])"),
        ("n log n", "(Multiply n log(n))"),
        (
            "3 n",
            "E0101 `n` does not fit here\n  > 1:3 `n` expected an operator or the end\n  \
             help: a product is written with its operator: `3*n`\n",
        ),
        (
            "n log n / p + log(p)",
            "(Add (Divide (Multiply n log(n)) p) log(p))",
        ),
        ("log", "log"),
        ("2^20", "(Power 2 20)"),
        ("sqrt(p)", "sqrt(p)"),
        ("1e3", "1000.0"),
        ("2.5e-1", "0.25"),
        ("{1, 2, 3}", "{1, 2, 3}"),
        ("random(0,99)", "random(0, 99)"),
        ("permutacija", "permutacija()"),
        ("n-+_prescan(B[])", "(Subtract n Plus_prescan(B[]))"),
        (
            "n - 1 - unatrag(+_scan(not(B[])))",
            "(Subtract (Subtract n 1) unatrag(Plus_scan((Not B[]))))",
        ),
        ("a+*_scan(B[])", "(Add a Times_scan(B[]))"),
        ("a++_scan(B[])", "(Add a Plus_scan(B[]))"),
        (
            "max-par(A, n) + max_par(A)",
            "(Add Max_par(A, n) Max_par(A))",
        ),
        ("max - par(A)", "(Subtract max par(A))"),
        (
            "⊕_par(A) ⊕ @_par(A)",
            "(Generic Generic_par(A) Generic_par(A))",
        ),
        ("f_par(A)", "f_par(A)"),
        (
            "neutralni(⊕) + neutral(max)",
            "(Add neutral Generic neutral Max)",
        ),
        ("M[i][j] + M[i,j] + M[]", "(Add (Add M[i, j] M[i, j]) M[])"),
        (
            "i+1 < n and A[i+1] > 0",
            "(And (Less (Add i 1) n) (Greater A[(Add i 1)] 0))",
        ),
        (
            "istina and true or laž and false",
            "(Or (And true true) (And false false))",
        ),
    ];
    for (text, tree) in cases {
        assert_eq!(expression(text), tree, "{text}");
    }
}

#[test]
fn values_of_the_command_line_are_whole_expressions() {
    let cases = [
        "",
        "  ",
        "2^",
        "1,2",
        "3;",
        "a = 3",
        "9223372036854775808",
        "-9223372036854775808^2",
        "1e999",
        "\"a\"",
        "2n",
        "0 < i < n",
    ];
    let told: Vec<String> = cases
        .iter()
        .map(|text| format!("[{text}]\n{}", expression(text)))
        .collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn numbers_keep_their_value() {
    let mut sources = Sources::default();
    let file = sources.add("<value>", "9223372036854775807");
    let expression = syntax::parse_expression(&sources, file).unwrap();
    assert_eq!(expression.kind, ExprKind::Int(i64::MAX));
}
