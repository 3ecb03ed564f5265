//! Spellings from other languages and from slides that are understood in order to be explained.

use super::piece::Construct;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A spelling from another language or from a slide, understood and explained.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong {
    /// `a ** b`, `a = b` where a value stands, …
    Operator {
        /// As written.
        written: String,
        /// As to be written.
        instead: &'static str,
    },
    /// `tvrdnja T < n`, `tvrdnja T <= O(n)`
    Relation {
        /// As written.
        written: String,
        /// Before `O(…)`, `Theta(…)` or `Omega(…)`.
        is_growth: bool,
    },
    /// `:=`, `<-`
    Assignment {
        /// As written.
        written: String,
    },
    /// `&=`, `**=`, `<<=`
    CompoundAssignment {
        /// As written.
        written: String,
        /// The operator to write.
        instead: &'static str,
    },
    /// `i++` as a value.
    StepAsValue {
        /// `++` or `--`.
        written: String,
    },
    /// `2n`, `0x1F`
    Number {
        /// As written.
        written: String,
    },
    /// `n log n` in a program.
    MissingTimes,
    /// `int x = 5`
    TypeWord {
        /// The type.
        written: String,
        /// The first name.
        name: String,
        /// Whether an array is declared.
        array: bool,
    },
    /// `“text”`
    Quotes,
    /// `za svaki` without `paralelno`.
    EachWithoutParallel,
    /// `paralelno (za svaki i)`, `(za svaki i in …)`
    HeaderWithoutRange {
        /// The index.
        name: String,
    },
    /// `for i in …`
    ForIn {
        /// The variable.
        name: String,
    },
    /// `for (i = 0, i < n, i++)`
    CommaInFor,
    /// `while (c) do`
    SurplusDo,
    /// `elif`
    ElseIf {
        /// As written.
        written: String,
    },
    /// `kraj;`, `end`, `kraj_za`
    VagueEnd {
        /// As written.
        written: String,
        /// What it seems to end.
        construct: Option<Construct>,
    },
}

impl Wrong {
    /// What to write instead.
    pub fn diagnostic(&self, span: Span) -> Diagnostic {
        let new = |message: String, label: String| {
            Diagnostic::new(Code::LikelySpelling, message, span, label)
        };
        match self {
            Self::Operator { written, instead: "==" } if written == "=" => {
                new("`=` assigns and is no comparison".to_owned(), "a value is expected here, not an assignment".to_owned())
                    .help("write `==` to compare; an assignment is a statement of its own")
            }
            Self::Operator { written, instead } => {
                let diagnostic = new(format!("`{written}` is no operator here"), format!("write `{instead}`"));
                match *instead {
                    "and" | "or" if matches!(written.as_str(), "&" | "|") => diagnostic
                        .note(format!("the operator on the bits of ints is `{}`", instead.to_uppercase())),
                    _ => diagnostic,
                }
            }
            Self::Relation { written, is_growth: true } => {
                new(format!("`{written}` does not stand before a class of growth"), "write `=`".to_owned())
                    .help("`T = O(f)` says that T grows no faster than f, `Omega(f)` no slower, `Theta(f)` as fast")
            }
            Self::Relation { written, .. } => {
                let claims = "a claim says `=`, `<=` or `>=`";
                let (label, help) = match written.as_str() {
                    "==" => ("write `=`", "in a claim `=` compares: `tvrdnja T rounds = log n;`"),
                    "=<" => ("write `<=`", claims),
                    "=>" => ("write `>=`", claims),
                    "<" => ("write `<=`", "counts are whole: of whole numbers `T < f` says the same as `T <= f - 1`"),
                    ">" => ("write `>=`", "counts are whole: of whole numbers `T > f` says the same as `T >= f + 1`"),
                    _ => ("write `=`, `<=` or `>=`", "a claim says what a count is, or what it does not exceed or fall below"),
                };
                new(format!("`{written}` is no relation of a claim"), label.to_owned()).help(help)
            }
            Self::Assignment { written } => new(format!("`{written}` is no assignment here"), "write `=`".to_owned()),
            Self::CompoundAssignment { written, instead } => {
                new(format!("`{written}` is no assignment here"), format!("write `x = x {instead} …`"))
            }
            Self::StepAsValue { written } => new(
                format!("`{written}` is a statement, not a value"),
                "it would change a variable in the middle of an expression".to_owned(),
            )
            .help(format!("write `x{written};` as a statement of its own, before or after this one")),
            Self::Number { written } => {
                let digits = written.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(written.len());
                let (number, rest) = written.split_at(digits);
                new(format!("`{written}` is neither a number nor a name"), "a name cannot begin with a digit".to_owned())
                    .help(format!("a product is written with its operator: `{number}*{rest}`"))
            }
            Self::MissingTimes => new("an operator is missing before `log`".to_owned(), "write `*` here".to_owned())
                .note("only the formulas of `tvrdnja` and of the command line read `n log n` as a product"),
            Self::TypeWord { written, name, array } => {
                let diagnostic = new(format!("a declaration does not begin with a type such as `{written}`"), "types are inferred".to_owned());
                if *array {
                    diagnostic.help(format!("write `polje {name}[…];` (`array`)"))
                } else {
                    diagnostic.help(format!("write `{name} = …;`: the first assignment makes the variable"))
                }
            }
            Self::Quotes => new("these quotes are not the ones of a text".to_owned(), "write straight double quotes: `\"…\"`".to_owned()),
            Self::EachWithoutParallel => {
                new("`za svaki` (`for each`) stands without `paralelno`".to_owned(), "its processors work at the same time".to_owned())
                    .help("write `paralelno (za svaki i od a do b) … kraj_paralelno`, or `za i = a do b` for a loop")
            }
            Self::HeaderWithoutRange { name } => {
                new(format!("the header does not say which values `{name}` takes"), "its range is missing".to_owned())
                    .help(format!("write `za svaki {name} od a do b`, or `za svaki indeks {name}` for the indices of the arrays in the block"))
            }
            Self::ForIn { name } => new("a loop counts from one value to another".to_owned(), "there is no `in`".to_owned())
                .help(format!("write `za {name} = a do b` (`for {name} = a to b`); the last value is included")),
            Self::CommaInFor => new("the three parts of a `za` are separated by `;`".to_owned(), "write `;`".to_owned()),
            Self::SurplusDo => new("no `do` follows the head of a loop".to_owned(), "delete it".to_owned())
                .note("`do` (`to`) stands before the last value of a range: `za i = a do b`"),
            Self::ElseIf { written } => new(format!("`{written}` is two words here"), "write `inace ako` (`else if`)".to_owned()),
            Self::VagueEnd { written, construct } => {
                let diagnostic = new(format!("`{written}` does not say what it ends"), "every construct has its own end word".to_owned());
                match construct {
                    Some(construct) => {
                        let [[first, croatian], [_, english]] = construct.words();
                        diagnostic.help(format!("the `{first}` that is open here ends with `{croatian}` (`{english}`)"))
                    }
                    None => diagnostic.help("`za`, `dok` and `ako` without `onda` take one statement or a block `{ … }` and need no end word"),
                }
            }
        }
    }
}
