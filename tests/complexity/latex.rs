//! The LaTeX of real reports is LaTeX: its structure is checked here, without TeX.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use pram::pipeline::derive::derive;
use pram::present::derivation::formula::Style;
use pram::present::derivation::latex as derivations;
use pram::present::derivation::rows::shown;
use pram::present::document::formula::{Notation, typeset};
use pram::present::document::latex;
use pram::present::layout::document;
use pram::quantity::Quantity;
use pram::source::Sources;

use super::reports::{created, file, request, text};
use crate::collection;
use crate::files::Disk;

/// A name in which every character means something to LaTeX.
const HOSTILE: &str = "50% & #1_⊕ {x}~^$\\y.pram";

/// Each statement has a row, which names its line.
#[test]
fn derivations() {
    let mut equations = 0;
    for name in [
        "bitonic_sort",
        "maximum_crcw",
        "odd_even_transposition",
        "prescan_p",
        "one_sweep_scan",
        "binary_search",
    ] {
        let (mut sources, stopped) = (Sources::default(), AtomicBool::new(false));
        let all = Quantity::all();
        let derivation = derive(&file(name), &all, &[], &mut sources, &Disk, &stopped);
        let derivation = derivation.unwrap_or_else(|problems| panic!("{}", problems[0].message));
        let measures = shown(&derivation, Style::Typeset(Notation::Latex), &sources);
        let text = derivations::render(&measures, HOSTILE, &derivation.entry);
        check(&text);
        for row in text.lines().filter(|line| line.contains("\\leftskip")) {
            equations += 1;
            let place = row.split(' ').next().unwrap_or_default();
            assert!(place.ends_with(|c: char| c.is_ascii_digit()), "{row}");
        }
    }
    assert!(equations > 100, "only {equations} equations");
}

/// A piece of LaTeX.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    /// `\toprule`, `\%`
    Command(String),
    /// Anything else, comments left out.
    Character(char),
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\\' => {
                let mut name = String::new();
                while let Some(letter) = characters.next_if(char::is_ascii_alphabetic) {
                    name.push(letter);
                }
                if name.is_empty() {
                    name.extend(characters.next());
                }
                tokens.push(Token::Command(name));
            }
            '%' => {
                // A comment hides what follows; the reports only hide the end of a line.
                assert_eq!(characters.next(), Some('\n'), "a comment in {text}");
            }
            _ => tokens.push(Token::Character(c)),
        }
    }
    tokens
}

/// The text of the braces that open at `at`, and where they end.
fn argument(tokens: &[Token], at: usize) -> (&[Token], usize) {
    assert_eq!(tokens.get(at), Some(&Token::Character('{')));
    let mut depth = 0;
    for (index, token) in tokens.iter().enumerate().skip(at) {
        match token {
            Token::Character('{') => depth += 1,
            Token::Character('}') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (&tokens[at + 1..index], index + 1);
        }
    }
    panic!("a brace is never closed");
}

fn name_of(argument: &[Token]) -> String {
    let characters = argument.iter().map(|token| match token {
        Token::Character(c) => *c,
        Token::Command(name) => panic!("\\{name} in a name"),
    });
    characters.collect()
}

/// What each package defines of what reports use.
const PACKAGES: [(&str, &[&str]); 7] = [
    (
        "",
        &[
            "documentclass",
            "usepackage",
            "setlength",
            "parindent",
            "parskip",
            "tabcolsep",
            "title",
            "author",
            "date",
            "begin",
            "end",
            "maketitle",
            "section",
            "item",
            "noindent",
            "hfill",
            "par",
            "emph",
            "texttt",
            "textbackslash",
            "textasciicircum",
            "textasciitilde",
            "textless",
            "textgreater",
            "textbar",
            "textquotedbl",
            "textquotesingle",
            "textasciigrave",
            "textsuperscript",
            "ldots",
            "small",
            "scriptsize",
            "tiny",
            "footnotesize",
            "nobreak",
            "medskip",
            "large",
            "leftskip",
            "renewcommand",
            "arraystretch",
            "displaystyle",
            "llap",
            "quad",
            "vspace",
            "linewidth",
            "raggedright",
            "Large",
            "times",
            "Theta",
            "psi",
            "Sigma",
            "oplus",
            "lceil",
            "rceil",
            "lfloor",
            "rfloor",
            "cdot",
            "div",
            "le",
            "ge",
            "ne",
            "approx",
            "infty",
            "surd",
            "in",
            "to",
            "leftarrow",
            "wedge",
            "vee",
            "neg",
            "log",
            "sqrt",
            "frac",
            "left",
            "right",
            "bmod",
            "max",
            "min",
            "mathit",
            "mathrm",
            "document",
            "itemize",
            "tabular",
            "minipage",
            "\\",
            "%",
            "&",
            "#",
            "_",
            "{",
            "}",
            "$",
            ",",
        ],
    ),
    ("amsmath", &["sum", "text"]),
    ("array", &["arraybackslash"]),
    ("booktabs", &["toprule", "midrule", "bottomrule"]),
    (
        "longtable",
        &[
            "longtable",
            "endhead",
            "endfoot",
            "LTleft",
            "LTpre",
            "LTpost",
        ],
    ),
    ("amssymb", &["checkmark"]),
    // With it comes TikZ, and with that xcolor.
    (
        "pgfplots",
        &[
            "pgfplotsset",
            "tikzpicture",
            "axis",
            "addplot",
            "addlegendentry",
            "closedcycle",
            "definecolor",
            "textcolor",
            "node",
        ],
    ),
];

/// Checks a whole file; says how many rows of tables and how many coordinates it has.
fn check(text: &str) -> (usize, usize) {
    for c in text.chars() {
        let is_known = c.is_ascii_graphic()
            || " \n".contains(c)
            || "čćđšžČĆĐŠŽ".contains(c)
            || ('À'..='ÿ').contains(&c);
        assert!(is_known, "inputenc does not know {c:?}");
    }
    let tokens = tokens(text);
    let mut open: Vec<(String, usize)> = Vec::new();
    let mut depth = 0_usize;
    let mut in_math = false;
    let mut loaded: BTreeSet<String> = BTreeSet::new();
    let mut used: BTreeSet<String> = BTreeSet::new();
    for (index, token) in tokens.iter().enumerate() {
        let is_within =
            |names: &[&str]| open.iter().any(|(name, _)| names.contains(&name.as_str()));
        match token {
            Token::Command(name) => {
                used.insert(name.clone());
                match name.as_str() {
                    "begin" => {
                        let name = name_of(argument(&tokens, index + 1).0);
                        used.insert(name.clone());
                        open.push((name, depth));
                    }
                    "end" => {
                        let name = name_of(argument(&tokens, index + 1).0);
                        assert_eq!(open.pop(), Some((name, depth)), "environments are nested");
                    }
                    "usepackage" => {
                        let names = tokens[index..]
                            .iter()
                            .position(|token| *token == Token::Character('{'));
                        let at = index + names.expect("a package is named");
                        let names = name_of(argument(&tokens, at).0);
                        loaded.extend(names.split(',').map(str::to_owned));
                    }
                    _ => {}
                }
            }
            Token::Character('{') => depth += 1,
            Token::Character('}') => {
                depth = depth.checked_sub(1).expect("a brace closes that opened");
            }
            Token::Character('$') => in_math = !in_math,
            Token::Character('\n') => assert!(!in_math, "formulas end on their line"),
            Token::Character('&') => {
                let is_cell = is_within(&["tabular", "longtable"]);
                assert!(is_cell, "& outside a table");
            }
            Token::Character('_' | '^') => {
                let is_key = is_within(&["axis"]) && !in_math;
                assert!(in_math && !is_key, "a script outside of math near {index}");
            }
            Token::Character('#') => panic!("# is a parameter"),
            Token::Character(_) => {}
        }
    }
    assert_eq!((open.len(), depth, in_math), (0, 0, false));
    for name in used {
        let package = PACKAGES
            .iter()
            .find(|(_, names)| names.contains(&name.as_str()));
        let Some((package, _)) = package else {
            panic!("no package is known to define \\{name}")
        };
        let is_loaded = package.is_empty() || loaded.contains(*package);
        assert!(is_loaded, "{package} is not loaded for \\{name}");
    }
    (rows(&tokens), coordinates(text))
}

/// Every row of every table has as many cells as the table has columns.
fn rows(tokens: &[Token]) -> usize {
    let mut count = 0;
    let mut at = 0;
    while at < tokens.len() {
        let is_begin = tokens[at] == Token::Command("begin".to_owned());
        at += 1;
        if !is_begin {
            continue;
        }
        let (name, after) = argument(tokens, at);
        let name = name_of(name);
        if name != "tabular" && name != "longtable" {
            continue;
        }
        let (columns, after) = argument(tokens, after);
        let columns = columns_of(columns);
        let (mut cells, mut depth) = (1, 0);
        let mut is_first = true;
        at = after;
        loop {
            match &tokens[at] {
                Token::Command(end) if end == "end" => break,
                Token::Command(end) if end == "\\" => {
                    assert_eq!(cells, columns, "cells of a row");
                    count += usize::from(!is_first);
                    is_first = false;
                    cells = 1;
                }
                Token::Character('{') => depth += 1,
                Token::Character('}') => depth -= 1,
                Token::Character('&') => {
                    assert_eq!(depth, 0, "a cell ends within braces");
                    cells += 1;
                }
                _ => {}
            }
            at += 1;
        }
        assert_eq!(cells, 1, "the last row is closed");
    }
    count
}

/// `@{}lr>{…}p{0.48\linewidth}@{}` are three.
fn columns_of(specification: &[Token]) -> usize {
    let mut columns = 0;
    let mut at = 0;
    while at < specification.len() {
        match &specification[at] {
            Token::Character('l' | 'r') => columns += 1,
            Token::Character('@' | '>') => at = argument(specification, at + 1).1 - 1,
            Token::Character('p') => {
                columns += 1;
                at = argument(specification, at + 1).1 - 1;
            }
            other => panic!("{other:?} is no column"),
        }
        at += 1;
    }
    columns
}

/// Every coordinate is a pair of finite numbers.
fn coordinates(text: &str) -> usize {
    let mut count = 0;
    for plot in text.split("coordinates {").skip(1) {
        let (points, _) = plot.split_once('}').expect("coordinates end");
        for point in points.split_whitespace() {
            let inside = point
                .strip_prefix('(')
                .and_then(|point| point.strip_suffix(')'))
                .unwrap_or_else(|| panic!("{point} is no point"));
            let (x, y) = inside.split_once(',').expect("a point is a pair");
            for number in [x, y] {
                let value: f64 = number.parse().unwrap_or_else(|_| panic!("{number}"));
                assert!(value.is_finite(), "{point}");
            }
            count += 1;
        }
    }
    count
}

#[test]
fn the_checker_finds_what_latex_would_not_take() {
    let broken = [
        "a & b",
        "100 % sure",
        "a_b",
        "x^2",
        "$x",
        "#",
        "{",
        "}",
        "\\begin{itemize}",
        "\\begin{itemize}{\\end{itemize}}",
        "\\toprule",
        "\\unknown",
        "⊕",
        "\\begin{tabular}{lr}a\\\\\\end{tabular}",
        "\\begin{tabular}{lr}a & b\\end{tabular}",
        "coordinates {(1,inf)}",
        "coordinates {(1,NaN)}",
    ];
    for text in broken {
        let result = std::panic::catch_unwind(|| check(text));
        assert!(result.is_err(), "{text} passes");
    }
    assert_eq!(
        check("\\begin{tabular}{@{}lr@{}}a & b\\\\c & $x_1$\\\\\\end{tabular}"),
        (1, 0)
    );
}

#[test]
fn reports_on_every_program_are_well_formed_whatever_its_name() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/programs");
    let mut reported = 0;
    for path in collection::lectures() {
        let Some(name) = path.file_stem().and_then(|name| name.to_str()) else {
            continue;
        };
        let mut program = file(name);
        program.name = format!("{folder}/{HOSTILE}");
        program
            .bytes
            .extend(b"\ntvrdnja T steps = 2^10 % 7 + 1;\ntvrdnja W = O(2^3 % 5);\n");
        // Sums on the 16 processors of a file need an element for each.
        let sizes = match name {
            "apram_tree_sum_p" => "n=2^4..2^7",
            _ => "n=2^2..2^5",
        };
        let Ok(report) = created(&request(program, &[sizes])) else {
            // Not every program has an input n.
            continue;
        };
        reported += 1;
        let (rows, coordinates) = check(&latex::render(&document(&report)));
        assert!(
            rows > 40 && coordinates >= 30,
            "{name}: {rows} {coordinates}"
        );
    }
    assert!(reported > 15);
}

#[test]
fn comparisons_repetitions_and_failures_are_well_formed() {
    let data = "
        ulaz n = 8;
        ulaz A[n] = slucajno(0, 99);
        program
            tvrdi n != 16, \"50% & #1 _ {} ~ ^ \\\\ šest\";
            x = 100 / (n - 32);
            dok (x < n and A[x] > 50) x = x + 1;
        kraj_programa
    ";
    let mut asked = request(text(data), &["n=2^3..2^8"]);
    asked.programs.push(text(data));
    asked.programs[1].name = HOSTILE.to_owned();
    asked.repeat = 3;
    let report = created(&asked).expect("most sizes run");
    assert!(report.study.failed.len() >= 2);
    check(&latex::render(&document(&report)));
}

/// A number behind a factor needs a sign of multiplication; letters that math fonts lack are text; brackets
/// are as high as a fraction in them.
#[test]
fn formulas() {
    for (expression, expected) in [
        ("2*3^k", "2 \\cdot 3^{k}"),
        ("n*2", "n \\cdot 2"),
        ("2*n", "2\\,n"),
        ("λ + Ω*ϕ", "\\lambda + \\Omega\\,\\phi"),
        ("log λ", "\\log \\lambda"),
        ("broj*šest", "\\mathit{broj}\\,\\textit{šest}"),
        ("ceil(n/2)", "\\left\\lceil \\frac{n}{2}\\right\\rceil "),
        ("floor(log n)", "\\lfloor \\log n\\rfloor "),
    ] {
        let text = typeset(expression, Notation::Latex);
        assert_eq!(text.as_deref(), Some(expected), "{expression}");
    }
}
