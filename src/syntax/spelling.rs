//! Spellings from other languages and from slides that are understood in order to be explained.

use super::keyword::{self, Concept};
use super::piece::Construct;
use super::text::words;
use super::vocabulary::Vocabulary;
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
    /// `tvrdnja prolaza = n`
    RelationOfTurns {
        /// As written.
        written: String,
    },
    /// `<-`
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
    /// `M_{i, j}`
    Subscript {
        /// The array.
        array: String,
        /// As written between the braces.
        subscripts: String,
    },
    /// `na (i, j)` behind tasks.
    Mapping {
        /// The first number.
        row: String,
        /// The second one.
        column: String,
    },
    /// `2n`, `0x1F`
    Number {
        /// As written.
        written: String,
    },
    /// `"C:\q"`
    Escape {
        /// As written.
        written: String,
    },
    /// `x := 1; 7. y := 2`
    LineNumber {
        /// As written.
        written: String,
    },
    /// `for all i, 1 ≤ j ≤ n pardo`
    Announced {
        /// What is named before the range.
        announced: String,
        /// What the range is of.
        ranged: String,
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
    EachWithoutParallel {
        /// All of it, without brackets, where it says which values its index takes.
        head: Option<String>,
    },
    /// `paralelno (za svaki i)`, `(za svaki i in …)`
    HeaderWithoutRange {
        /// The index.
        name: String,
    },
    /// `za svaki A[]`, `za svaki i u A`
    HeaderOverArray {
        /// The index, where there is one.
        index: Option<String>,
        /// The array.
        array: String,
    },
    /// `za svaki indeks i, j`
    SeveralIndices {
        /// The first.
        first: String,
        /// The second.
        second: String,
    },
    /// `kraj_paralelo`
    MisspeltEnd {
        /// As written.
        written: String,
        /// As to be written.
        instead: &'static str,
    },
    /// `for i in …`
    ForIn {
        /// The variable.
        name: String,
    },
    /// `min{a, b}`
    Braces {
        /// The function.
        function: String,
    },
    /// `for (i = 0, i < n, i++)`
    CommaInFor,
    /// `for i = a to b do`, `while (c) do`
    SurplusDo {
        /// Whether it is a loop with a condition.
        is_while: bool,
    },
    /// `for i = 0 to 3 parallel {`: a loop around tasks, or a parallel loop?
    TasksBehindLoop,
    /// `for i = 0 to 3 in parallel for j = …`
    ParallelBehindLoop,
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
    #[expect(clippy::too_many_lines, reason = "one spelling after the other")]
    pub fn diagnostic(&self, span: Span, vocabulary: Vocabulary) -> Diagnostic {
        use Concept::{
            Array, Claim, Each, Else, For, From, If, Index, On, Receive, Then, To, While,
        };
        let [for_word, each, index, from, to] = vocabulary.words([For, Each, Index, From, To]);
        let [
            array_word,
            claim,
            if_word,
            then,
            else_word,
            while_word,
            receive,
            on,
        ] = vocabulary.words([Array, Claim, If, Then, Else, While, Receive, On]);
        let new = |message: String, label: String| {
            Diagnostic::new(Code::LikelySpelling, message, span, label)
        };
        match self {
            Self::Operator { written, instead: "==" } if written == "=" => {
                new("`=` assigns and is no comparison".to_owned(), "a value is expected here, not an assignment".to_owned())
                    .help("write `==` to compare; an assignment is a statement of its own")
            }
            Self::Operator { written, .. } if written == "∪" => {
                new("`∪` joins sets, and there are no sets here".to_owned(), "of what is this a set?".to_owned())
                    .help(format!("let an array hold the parts, each in its place: `{receive} x {from} j; all[j] = x;`, with the section `all[a {to} b]` where a part has several words"))
                    .note("sets of small numbers are the bits of an int: `a OR b`")
            }
            Self::Operator { written, .. } if written == "√" => {
                new("`√` is no operator here".to_owned(), "write `sqrt(…)`".to_owned())
                    .help("`floor(sqrt(p))` is an int, as subscripts and numbers of processors have to be")
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
                    "==" => ("write `=`", "in a claim `=` compares: `T rounds = log n`"),
                    "=<" => ("write `<=`", claims),
                    "=>" => ("write `>=`", claims),
                    "<" => ("write `<=`", "counts are whole: of whole numbers `T < f` says the same as `T <= f - 1`"),
                    ">" => ("write `>=`", "counts are whole: of whole numbers `T > f` says the same as `T >= f + 1`"),
                    _ => ("write `=`, `<=` or `>=`", "a claim says what a count is, or what it does not exceed or fall below"),
                };
                new(format!("`{written}` is no relation of a claim"), label.to_owned()).help(help)
            }
            Self::RelationOfTurns { written } => relation_of_turns(written, span, vocabulary),
            Self::Assignment { written } => new(format!("`{written}` is no assignment here"), "write `=`".to_owned()),
            Self::CompoundAssignment { written, instead } => {
                new(format!("`{written}` is no assignment here"), format!("write `x = x {instead} …`"))
            }
            Self::StepAsValue { written } => new(
                format!("`{written}` is a statement, not a value"),
                "it would change a variable in the middle of an expression".to_owned(),
            )
            .help(format!("write `x{written};` as a statement of its own, before or after this one")),
            Self::Subscript { array, subscripts } => {
                let diagnostic = new("no subscripts stand in braces".to_owned(), format!("write `{array}[{subscripts}]`"));
                if subscripts.contains(',') {
                    diagnostic
                } else {
                    diagnostic.note(format!("where each processor has one `{array}` of its own, that is a plain name: write `{array}`"))
                }
            }
            Self::Mapping { row, column } => {
                new("a processor has one number, and here are two".to_owned(), "on which processor?".to_owned())
                    .help(format!("processors of a grid are numbered row by row: with C columns, write `{on} ({row})*C + ({column})`"))
            }
            Self::Number { written } => new(format!("`{written}` is neither a number nor a name"), "a name cannot begin with a digit".to_owned())
                .help(instead_of_number(written)),
            Self::Escape { written } => new(
                format!("`{written}` stands for no character"),
                "no escape of a text".to_owned(),
            )
            .help("in a text `\\n` is a line break, `\\t` a tab, `\\\\` a backslash and `\\\"` a quote"),
            Self::LineNumber { written } => new(
                format!("`{written}` numbers no line here"),
                "in the middle of a line".to_owned(),
            )
            .help("delete it, or begin a new line before it"),
            Self::Announced { announced, ranged } => new(
                format!("`{announced}` is named, and the range is of `{ranged}`"),
                format!("which values does `{announced}` take?"),
            )
            .help("name the same in both places, or the range alone"),
            Self::MissingTimes => new("an operator is missing before `log`".to_owned(), "write `*` here".to_owned())
                .note(format!("only the formulas of `{claim}` and of the command line read `n log n` as a product")),
            Self::TypeWord { written, name, array } => {
                let diagnostic = new(format!("a declaration does not begin with a type such as `{written}`"), "types are inferred".to_owned());
                if *array {
                    diagnostic.help(format!("write `{array_word} {name}[…];`"))
                } else {
                    diagnostic.help(format!("write `{name} = …;`: the first assignment makes the variable"))
                }
            }
            Self::Quotes => new("these quotes are not the ones of a text".to_owned(), "write straight double quotes: `\"…\"`".to_owned()),
            Self::EachWithoutParallel { head } => each_alone(head.as_deref(), span, vocabulary),
            Self::HeaderWithoutRange { name } => {
                new(format!("the header does not say which values `{name}` takes"), "its range is missing".to_owned())
                    .help(format!("write `{for_word} {each} {name} {from} a {to} b`, or `{for_word} {each} {index} {name}` for the indices of the arrays in the block"))
            }
            Self::HeaderOverArray { index, array } => {
                let element = vocabulary.choose("element polja", "element of array");
                let named = index.as_deref().unwrap_or("i");
                let diagnostic = new(format!("`{array}` is no range of processors"), "over which indices?".to_owned());
                match index {
                    Some(_) => diagnostic,
                    None => diagnostic.note("every processor has an index of its own, which the header names"),
                }
                .help(format!(
                    "write `{for_word} {each} {element} {array}, {named}`, and {named} runs over the indices of {array}; or give the range: `{for_word} {each} {named} {from} 0 {to} n-1`"
                ))
            }
            Self::SeveralIndices { first, second } => {
                new(format!("`{index}` names one index, and here are two, `{first}` and `{second}`"), "which arrays give the two lengths?".to_owned())
                    .help(format!("give each its range: `{for_word} {each} {first} {from} 0 {to} n-1, {second} {from} 0 {to} m-1`"))
            }
            Self::MisspeltEnd { written, instead } => {
                new(format!("`{written}` is no end word"), "read as the end word that it resembles".to_owned())
                    .help(format!("write `{instead}`"))
            }
            Self::ForIn { name } => new("a loop counts from one value to another".to_owned(), "there is no `in`".to_owned())
                .help(format!("write `{for_word} {name} = a {to} b`; the last value is included")),
            Self::Braces { function } => new("values in braces are no arguments".to_owned(), format!("write `{function}(a, b)`"))
                .note(format!("of all elements of an array, `{function}` is a loop, or `{function}_reduction` of the library")),
            Self::CommaInFor => new(format!("the three parts of a `{for_word}` are separated by `;`"), "write `;`".to_owned()),
            Self::SurplusDo { is_while: true } => new("no `do` follows the head of a loop".to_owned(), "delete it".to_owned())
                .help(format!("`{while_word} c` takes one statement or a block `{{ … }}`; `while c do`, as in a book, ends with `endwhile`")),
            Self::SurplusDo { is_while: false } => new("no `do` follows the head of a loop".to_owned(), "delete it".to_owned())
                .note(format!("`{to}` stands before the last value of a range: `{for_word} i = a {to} b`")),
            Self::TasksBehindLoop => tasks_behind_loop(span, vocabulary),
            Self::ParallelBehindLoop => parallel_behind_loop(span, vocabulary),
            Self::ElseIf { written } => new(format!("`{written}` is two words here"), format!("write `{else_word} {if_word}`")),
            Self::VagueEnd { written, construct } => {
                let diagnostic = new(format!("`{written}` does not say what it ends"), "every construct has its own end word".to_owned());
                match construct {
                    Some(construct) => {
                        let [first, end] = construct.words(vocabulary);
                        diagnostic.help(format!("the `{first}` that is open here ends with `{end}`"))
                    }
                    None => diagnostic.help(format!("`{for_word}`, `{while_word}` and `{if_word}` without `{then}` take one statement or a block `{{ … }}` and need no end word")),
                }
            }
        }
    }
}

/// `za svaki` without `paralelno`.
fn each_alone(head: Option<&str>, span: Span, vocabulary: Vocabulary) -> Diagnostic {
    use Concept::{Each, EndParallel, For, From, Parallel, To};
    let [parallel, end_parallel, for_word] = vocabulary.words([Parallel, EndParallel, For]);
    let [each, from, to] = vocabulary.words([Each, From, To]);
    let usual = format!("{for_word} {each} i {from} a {to} b");
    // `for each processor i, in parallel` says of no index which values it takes.
    let has_range = |head: &&str| {
        let is_from = |word: &str| keyword::find(word) == Some(From);
        head.contains(['=', '∈', '≤']) || head.contains("..") || words(head).any(is_from)
    };
    let head = head.filter(has_range).unwrap_or(&usual);
    let message = format!("`{for_word} {each}` stands without `{parallel}`");
    let label = "its processors work at the same time";
    Diagnostic::new(Code::LikelySpelling, message, span, label).help(format!(
        "write `{parallel} ({head}) … {end_parallel}`, or `{for_word} i = a {to} b` for a loop"
    ))
}

/// `for i = 0 to 3 parallel {`
fn tasks_behind_loop(span: Span, vocabulary: Vocabulary) -> Diagnostic {
    use Concept::{Each, EndParallel, For, From, Parallel, To};
    let [parallel, end_parallel, for_word] = vocabulary.words([Parallel, EndParallel, For]);
    let [each, from, to] = vocabulary.words([Each, From, To]);
    let message = format!("a `{parallel}` behind the head of a loop may mean two things");
    let label = "a parallel loop, or tasks in every turn?";
    Diagnostic::new(Code::LikelySpelling, message, span, label)
        .help(format!(
            "for a parallel loop write `{parallel} ({for_word} {each} i {from} a {to} b) … \
             {end_parallel}`"
        ))
        .help(format!(
            "for tasks in every turn put `{parallel}` in a line of its own"
        ))
}

/// `for i = 0 to 3 in parallel for j = 0 to 3`
fn parallel_behind_loop(span: Span, vocabulary: Vocabulary) -> Diagnostic {
    let [for_word] = vocabulary.words([Concept::For]);
    let message = "`in parallel` between two loops may mean two things".to_owned();
    let label = "is it the loop in front that is parallel, or the one behind?";
    Diagnostic::new(Code::LikelySpelling, message, span, label)
        .help(format!(
            "where the one in front is meant, write `pardo` behind its range: `{for_word} i = a to b pardo`"
        ))
        .help("where the one behind is meant, begin a line with `in parallel`")
}

/// `tvrdnja prolaza = n`
fn relation_of_turns(written: &str, span: Span, vocabulary: Vocabulary) -> Diagnostic {
    let [claim, passes] = vocabulary.words([Concept::Claim, Concept::Passes]);
    let message = format!("`{written}` does not bound the turns of a loop");
    Diagnostic::new(Code::LikelySpelling, message, span, "write `<=`").help(format!(
        "`{claim} {passes} <= f;` says that the loop makes at most f turns"
    ))
}

/// What to write instead of `2n` and `2ⁿ`.
fn instead_of_number(written: &str) -> String {
    let digits = written.find(|c: char| !(c.is_ascii_digit() || c == '.'));
    let (number, rest) = written.split_at(digits.unwrap_or(written.len()));
    match from_superscript(rest) {
        Some(exponent) => format!("a power is written `{number}^{exponent}`"),
        None => format!("a product is written with its operator: `{number}*{rest}`"),
    }
}

/// `i` of `ⁱ`, `n` of `ⁿ`: letters that stand above the line.
fn from_superscript(written: &str) -> Option<String> {
    let letters = [
        ('ⁱ', 'i'),
        ('ⁿ', 'n'),
        ('ʲ', 'j'),
        ('ᵏ', 'k'),
        ('ᵈ', 'd'),
        ('ᵐ', 'm'),
        ('ʰ', 'h'),
    ];
    let plain = |c: char| {
        letters
            .iter()
            .find(|(above, _)| *above == c)
            .map(|(_, plain)| *plain)
    };
    written.chars().map(plain).collect()
}
