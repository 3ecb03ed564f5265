//! Constant expressions: exactly as a program computes them, and over the reals.

use pram::program::Constant;
use pram::semantic::constant::{Lookup, exact, formula};
use pram::source::Sources;
use pram::syntax::parse_expression;

struct Names;

impl Lookup for Names {
    fn scalar(&self, name: &str) -> Option<Constant> {
        match name {
            "n" => Some(Constant::Int(10)),
            "r" => Some(Constant::Real(2.5)),
            _ => None,
        }
    }

    fn length(&self, name: &str, dimension: Option<u8>) -> Option<i64> {
        match (name, dimension) {
            ("A", None | Some(0)) => Some(7),
            _ => None,
        }
    }

    fn names(&self) -> Vec<String> {
        vec!["n".into(), "r".into(), "counter".into()]
    }
}

fn evaluated(text: &str) -> String {
    let mut sources = Sources::default();
    let file = sources.add("<value>", text);
    let expr = parse_expression(&sources, file).unwrap();
    let all = |diagnostics: Vec<pram::diagnostic::Diagnostic>| {
        let lines: Vec<String> = (diagnostics.iter())
            .map(|diagnostic| format!("{} {}", diagnostic.code.id(), diagnostic.message))
            .collect();
        lines.join("; ")
    };
    let exact = match exact(&expr, &Names) {
        Ok(value) => format!("{value:?}"),
        Err(diagnostics) => all(diagnostics),
    };
    let formula = match formula(&expr, &Names) {
        Ok(value) => format!("{value:?}"),
        Err(diagnostics) => all(diagnostics),
    };
    format!("{text} = {exact} | {formula}")
}

#[test]
fn constants_are_evaluated_exactly_and_as_formulas() {
    let cases = [
        "2^20",
        "2^63",
        "-7/2",
        "-7 % 3",
        "7.5 % -2",
        "n/4",
        "log n",
        "sqrt(n^2)",
        "2^-1",
        "r^0.5",
        "1/0",
        "1.0/0",
        "log 0",
        "ceil(log(1000))",
        "floor(-2.5) + round(2.5)",
        "min(n, r, 3)",
        "n > 3 and 1",
        "n > 3 and x",
        "0 and x",
        "not 0",
        "1 << 62",
        "1 << 63",
        "bit(5, 2)",
        "duljina(A) - 1",
        "duljina(A[], 0)",
        "duljina(B)",
        "conuter + m",
        "slucajno(0, 9)",
        "istina + 1",
        "-9223372036854775807 - 2",
        "abs(-3)",
        "n == 10",
        "2 and 1",
        "r and 1",
        "9223372036854775807 * 1.0",
        "floor(1e300)",
        "5 XOR 3",
        "f(3)",
        "A[0]",
    ];
    let listing: Vec<String> = cases.iter().map(|case| evaluated(case)).collect();
    insta::assert_snapshot!(listing.join("\n"));
}
