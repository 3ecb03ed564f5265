//! Everything that can be wrong with a text, and how it is said.

use super::ast::{BinaryOp, Ident};
use super::contradiction::Contradiction;
use super::exchange::WrongExchange;
use super::found::{Expected, Found, unexpected};
use super::habit;
use super::hint::Hint;
use super::keyword::Concept;
use super::operator;
use super::piece::Construct;
use super::size::Measure;
use super::spelling::Wrong;
use super::vocabulary::Vocabulary;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// What is wrong, with its places.
#[derive(Debug, Clone, PartialEq)]
pub enum Problem {
    /// A character that no program may contain.
    ControlCharacter { span: Span, character: char },
    /// `/*` without `*/`.
    OpenComment { span: Span },
    /// `"` without `"` in its line.
    OpenString { span: Span },
    /// A spelling from another language.
    Wrong { span: Span, wrong: Wrong },
    /// `0 < i < n`
    ChainedComparison {
        first: Span,
        second: Span,
        middle: Span,
        operators: [&'static str; 2],
        /// The operator on bits in the middle.
        bits: Option<&'static str>,
    },
    /// `tvrdnja T <= n <= 5`, `tvrdnja T <= n and W <= n`
    TruthInClaim {
        operator: BinaryOp,
        span: Span,
        middle: Span,
    },
    /// An expression whose tree is too deep.
    ExpressionTooDeep { span: Span, limit: usize },
    /// A statement that takes too long to read.
    PieceTooLong { span: Span },
    /// Brackets nested too deeply.
    BracketsTooDeep { span: Span, limit: usize },
    /// Blocks nested too deeply.
    BlocksTooDeep { span: Span, limit: usize },
    /// More of something than a text may have.
    TooMuch { span: Span, measure: Measure },
    /// A literal that does not fit.
    NumberTooLarge { span: Span, real: bool },
    /// A string where a value is expected.
    StringAsValue { span: Span },
    /// A send or a receive that lacks a part or has a wrong one.
    WrongExchange { span: Span, wrong: WrongExchange },
    /// `polje A[0 do n-1]`
    RangeAsLength { span: Span },
    /// `A[n] po blokovima = iota`
    InitialBehindPlace { span: Span, place: Span },
    /// `procesor i, j = 0, ..., p-1`
    OtherIndex { announced: Ident, ranged: Ident },
    /// `i = 1, 2, 4, ..., n`; `known` where the values can be told apart here.
    UnevenRange {
        before: Span,
        span: Span,
        known: bool,
    },
    /// Something else than what could stand here.
    Unexpected {
        span: Span,
        after: Span,
        found: Found,
        expected: Vec<Expected>,
        opened: Option<Span>,
        hint: Option<Box<Hint>>,
    },
    /// A first word that begins no statement, though it looks like one that does.
    UnknownWord {
        span: Span,
        word: String,
        keyword: Option<&'static str>,
    },
    /// A line of a listing that says in words what to do.
    Prose { span: Span },
    /// A line at which what is nested in what in a listing can no longer be told.
    NotNested { span: Span },
    /// `A(i^(l))` in a listing.
    Superscript { span: Span },
    /// `repeat … until c`
    RepeatUntil { span: Span, until: Span },
    /// A bracket that is not closed.
    MissingBracket {
        after: Span,
        closer: char,
        opened: Span,
        found: Found,
    },
    /// A statement without its `;`.
    MissingSemicolon {
        after: Span,
        /// The comment that begins behind it.
        comment: Option<Span>,
    },
    /// A construct without its end word.
    MissingEnd {
        construct: Construct,
        opened: Span,
        opened_line: usize,
        /// That of its first word, where it says.
        vocabulary: Option<Vocabulary>,
        after: Span,
        before: Option<Span>,
        braces: bool,
    },
    /// A construct closed by the end word of another.
    WrongEnd {
        construct: Construct,
        opened: Span,
        opened_line: usize,
        /// That of its first word, where it says.
        vocabulary: Option<Vocabulary>,
        end: Span,
        written: String,
    },
    /// An end word where nothing is open; perhaps after a construct that takes one statement only.
    SurplusEnd {
        end: Span,
        written: String,
        construct: Construct,
        single: Option<(Span, usize)>,
    },
    /// `{` without `}`.
    MissingBrace { opened: Span, after: Span },
    /// `begin` without `end`.
    UnendedBegin { opened: Span, after: Span },
    /// `end NAME` with the name of another procedure.
    OtherProcedure {
        end: Span,
        written: String,
        name: String,
        opened: Span,
    },
    /// `}` without `{`.
    SurplusBrace {
        span: Span,
        block: Option<(Construct, Span)>,
    },
    /// `inace` without `ako`.
    StrayElse { span: Span },
    /// A head without the statement it governs.
    NoStatement { head: Span, after: Span },
    /// A head of a listing, whose layout puts nothing inside it.
    NothingFurtherIn {
        head: Span,
        next: Span,
        /// That ends or divides something, so it is not meant to be inside.
        is_end: bool,
    },
    /// A statement outside of `program` and `algoritam`.
    StatementOutside { span: Span },
    /// `ulaz` inside `program`.
    ItemInside {
        span: Span,
        written: String,
        /// The word that begins what is open here, and where.
        root: (Concept, Span),
    },
    /// An `inace` whose indentation contradicts its `ako`.
    Contradiction(Contradiction),
    /// A second `program`.
    SecondProgram { span: Span, first: Span },
}

impl Problem {
    /// Whether an end word is missing.
    pub fn is_missing_end(&self) -> bool {
        matches!(self, Self::MissingEnd { .. } | Self::UnendedBegin { .. })
    }

    /// Whether it is about an end word or a brace that does not stand in the user's text.
    pub fn is_of_inserted_end(&self) -> bool {
        match self {
            Self::SurplusEnd { end, .. } | Self::WrongEnd { end, .. } => end.start == end.end,
            Self::SurplusBrace { span, .. } | Self::StrayElse { span } => span.start == span.end,
            _ => false,
        }
    }

    /// Every place that it names.
    pub fn spans(&self) -> impl Iterator<Item = Span> {
        let diagnostic = self.diagnostic(Vocabulary::English);
        let labels = diagnostic.primary.into_iter().chain(diagnostic.secondary);
        labels.map(|label| label.span)
    }

    /// Whether it is a `do` behind the head of a loop.
    pub fn is_surplus_do(&self) -> bool {
        let wrong = |found: &Wrong| matches!(found, Wrong::SurplusDo { .. });
        matches!(self, Self::Wrong { wrong: found, .. } if wrong(found))
    }

    /// The problem in words.
    #[expect(
        clippy::too_many_lines,
        reason = "one row for each problem: the wording is made in one place"
    )]
    pub fn diagnostic(&self, vocabulary: Vocabulary) -> Diagnostic {
        use Code::{MissingEnd, NumberTooLarge, Syntax, TextTooLarge, TooDeep};
        use Concept::{
            Algorithm, Assert, Blocks, By, Else, EndIf, EndProgram, From, If, Include, Input,
            Print, Program, Step, Then, To,
        };
        let [algorithm, program, end_program, input, include] =
            vocabulary.words([Algorithm, Program, EndProgram, Input, Include]);
        let [if_word, then, else_word, end_if] = vocabulary.words([If, Then, Else, EndIf]);
        let [by, blocks] = vocabulary.words([By, Blocks]);
        let [print, assert, from, to, step] = vocabulary.words([Print, Assert, From, To, Step]);
        let new = |code, message: &str, span: Span, label: &str| {
            Diagnostic::new(code, message, span, label)
        };
        match self {
            Self::ControlCharacter { span, character } => new(
                Syntax,
                &format!("the text contains the control character U+{:04X}", *character as u32),
                *span,
                "it cannot be seen in an editor, and no program needs it",
            )
            .help("delete it; if the whole file looks like this, it is not a text file"),
            Self::OpenComment { span } => new(Syntax, "this comment never ends", *span, "it begins here")
                .help("end it with `*/`; a comment of one line begins with `//`"),
            Self::OpenString { span } => {
                new(Syntax, "this text has no closing `\"`", *span, "the quote that opens it is not closed in its line")
                    .help("end it with `\"` in the same line; write `\\n` for a line break inside")
            }
            Self::Prose { span } => new(Syntax, "this line is prose", *span, "it says in words what statements would do")
                .help("write what it does as statements; what only explains is a comment, with `//` before it"),
            Self::NotNested { span } => new(Syntax, "this does not fit into its listing", *span, "up to here the listing can be read")
                .note("a head says over which values its index runs; `else` and the end words belong to a head that is still open")
                .help("tasks that run side by side are `parallel { …; … }`, one statement each"),
            Self::Superscript { span } => new(Syntax, "this superscript may be a power, and may be none", *span, "a power, or the number with one bit complemented?")
                .help("with bit l of i complemented it is `i XOR 2^l`; a power is written `i^l`"),
            Self::Contradiction(contradiction) => contradiction.diagnostic([if_word, then, else_word, end_if]),
            Self::Wrong { span, wrong } => wrong.diagnostic(*span, vocabulary),
            Self::ChainedComparison { first, second, middle, bits: Some(bits), .. } => new(
                Syntax,
                &format!("`{bits}` joins the bits of two ints, before they are compared"),
                *second,
                "the result of the first comparison would be compared again",
            )
            .label(*first, "the first comparison")
            .label(*middle, "this would have to be compared twice")
            .help(format!("between two conditions write `{}`", bits.to_lowercase())),
            Self::ChainedComparison { first, second, middle, operators: [one, two], bits: None } => new(
                Syntax,
                "two comparisons in a row do not mean what they mean in mathematics",
                *second,
                "the result of the first comparison would be compared again",
            )
            .label(*first, "the first comparison")
            .label(*middle, "this would have to be compared twice")
            .help(format!("join two comparisons with `and`: `a {one} b and b {two} c`")),
            Self::TruthInClaim { operator: one, span, middle } => {
                let claim = vocabulary.word(Concept::Claim);
                let written = operator::spelling(*one);
                let diagnostic = if operator::compares(*one) {
                    new(
                        Syntax,
                        "two comparisons in a row do not mean what they mean in mathematics",
                        *span,
                        "the measure would be compared with the result of this: 0 or 1",
                    )
                    .label(*middle, "this would have to be compared twice")
                } else {
                    new(
                        Syntax,
                        "a claim compares one measure with one formula",
                        *span,
                        &format!("`{written}` would make 0 or 1 of the formula"),
                    )
                };
                diagnostic.help(format!(
                    "write a claim for each comparison: `{claim} T >= …;` and `{claim} T <= …;`"
                ))
            }
            Self::ExpressionTooDeep { span, limit } => new(
                TooDeep,
                &format!("this expression has more than {limit} operators inside one another"),
                *span,
                "too deep to be evaluated",
            )
            .help("compute it in parts, or sum an array in a loop"),
            Self::PieceTooLong { span } => {
                new(TooDeep, "this statement is too long to be read", *span, "it begins here")
                    .help(format!("split it; long data belongs in a file: `{input} A[n];` and `A=@data.csv` on the command line"))
            }
            Self::BracketsTooDeep { span, limit } => {
                new(TooDeep, &format!("more than {limit} brackets are open here"), *span, "one bracket too many")
                    .help("compute parts of it in variables of their own")
            }
            Self::BlocksTooDeep { span, limit } => {
                new(TooDeep, &format!("more than {limit} blocks are open here"), *span, "one block too many")
                    .help("move inner blocks into an algorithm of their own")
            }
            Self::TooMuch { span, measure } => {
                let [what, help] = measure.words();
                new(TextTooLarge, &format!("more than {} {what}", measure.limit()), *span, "one too many")
                    .help(help)
            }
            Self::NumberTooLarge { span, real: false } => {
                new(NumberTooLarge, "this number does not fit into 64 bits", *span, "an int is at most 9223372036854775807")
                    .help("write it as a real, `1.0e30`, if it need not be exact")
            }
            Self::NumberTooLarge { span, real: true } => {
                new(NumberTooLarge, "this number is too large for a real", *span, "a real is at most about 1.8e308")
            }
            Self::StringAsValue { span } => new(Syntax, "a text is not a value", *span, "no variable can hold it")
                .note(format!("texts stand in `{print}(\"…\", x)`, `{assert}(c, \"…\")` and `{include} \"…\"` only")),
            Self::WrongExchange { span, wrong } => wrong.diagnostic(*span, vocabulary),
            Self::InitialBehindPlace { span, place } => new(
                Syntax,
                "the values of an array stand before the words that say where its cells lie",
                *span,
                "these values come first",
            )
            .label(*place, "where its cells lie")
            .help(format!("write `A[n] = iota {by} {blocks};`")),
            Self::RangeAsLength { span } => new(Syntax, "a dimension has a length, not a range", *span, "how many cells are these?")
                .note("the subscripts of an array of n cells run from 0 to n-1")
                .help(format!("write `A[n]`; a section `A[a {to} b]` stands where the array is used")),
            Self::OtherIndex { announced, ranged } => new(
                Syntax,
                &format!("the header speaks of `{}` and gives the range of `{}`", announced.text, ranged.text),
                ranged.span,
                "another name",
            )
            .label(announced.span, "the index is announced here")
            .help(format!("use one name for both: `{} {from} … {to} …`; or, if there are two indices, give each its range: `{} {from} … {to} …, {} {from} … {to} …`", ranged.text, announced.text, ranged.text)),
            Self::UnevenRange { before, span, known } => {
                let (message, label) = if *known {
                    ("the values before the dots do not go on by one step", "another step leads here")
                } else {
                    ("it is not clear that the values before the dots go on by one step", "which step leads here?")
                };
                new(Syntax, message, *span, label)
                    .label(*before, "the value before it")
                    .note("a range has one step, the difference of its first two values")
                    .help(format!("write `{from} a {to} b {step} s`; for values such as 1, 2, 4, … let the index count, and compute `2^i` in the body"))
            }
            Self::Unexpected { span, after, found, expected, opened, hint } => {
                unexpected(*span, *after, found, expected, (*opened, hint.as_deref()), vocabulary)
            }
            Self::UnknownWord { span, word, keyword } => {
                let (message, label) = if habit::is_loop(word) {
                    (format!("the head of this `{word}` cannot be read"), "no range is found behind it")
                } else {
                    (format!("`{word}` is no keyword"), "no statement begins like this")
                };
                let diagnostic = new(Syntax, &message, *span, label);
                match keyword {
                    Some(keyword) if *keyword == word.to_lowercase() => {
                        diagnostic.help(format!("write `{keyword}`: keywords are in lower case"))
                    }
                    Some(keyword) => {
                        diagnostic.help(format!("did you mean {}?", vocabulary.named(keyword)))
                    }
                    None => diagnostic.help(habit::word(word, vocabulary).unwrap_or_default()),
                }
            }
            Self::RepeatUntil { span, until } => {
                let [repeat, end_repeat, while_word] =
                    vocabulary.words([Concept::Repeat, Concept::EndRepeat, Concept::While]);
                let [true_word, break_word] = vocabulary.words([Concept::True, Concept::Break]);
                new(Syntax, &format!("`{repeat}` says in its head how often it goes round"), *span, "its condition cannot stand at its end")
                    .label(*until, "the condition stands here")
                    .help(format!("write `{repeat} {while_word} ({true_word}) … {if_word} (c) {break_word}; {end_repeat}`"))
            }
            Self::MissingBracket { after, closer, opened, found } => new(
                Syntax,
                &format!("a `{closer}` is missing"),
                after.after(),
                &format!("expected `{closer}` here, before {}", found.name()),
            )
            .label(*opened, "the bracket that it should close"),
            Self::MissingSemicolon { after, comment } => {
                let diagnostic = new(Syntax, "a `;` is missing", after.after(), "the statement before ends here")
                    .note("every simple statement ends in `;`");
                match comment {
                    Some(comment) => diagnostic.label(*comment, "from here on it is a comment"),
                    None => diagnostic,
                }
            }
            Self::MissingEnd { construct, opened, opened_line, vocabulary: own, after, before, braces } => {
                let [first, end] = construct.words(own.unwrap_or(vocabulary));
                let mut diagnostic = new(
                    MissingEnd,
                    &format!("the `{first}` of line {opened_line} has no `{end}`"),
                    after.after(),
                    &format!("`{end}` is missing here at the latest"),
                )
                .label(*opened, format!("this `{first}` runs to its `{end}`"));
                if let Some(before) = before {
                    diagnostic = diagnostic.label(*before, "this ends or begins something outside of it");
                }
                if *braces {
                    diagnostic = diagnostic
                        .note(format!("`{{ … }}` is a statement inside it and does not end it; only `{end}` does"));
                }
                diagnostic.help(format!("write `{end}` after its last statement"))
            }
            Self::WrongEnd { construct, opened, opened_line, vocabulary: own, end, written } => {
                let [first, right] = construct.words(own.unwrap_or(vocabulary));
                new(
                    MissingEnd,
                    &format!("`{written}` cannot end the `{first}` of line {opened_line}"),
                    *end,
                    &format!("expected `{right}`"),
                )
                .label(*opened, "this is what is open here")
                .help(format!("write `{right}` instead of `{written}`"))
            }
            Self::SurplusEnd { end, written, construct, single } => surplus_end(*end, written, *construct, *single, vocabulary),
            Self::MissingBrace { opened, after } => new(MissingEnd, "a `}` is missing", after.after(), "expected `}` here at the latest")
                .label(*opened, "the `{` that it should close"),
            Self::UnendedBegin { opened, after } => new(MissingEnd, "an `end` is missing", after.after(), "expected `end` here at the latest")
                .label(*opened, "the `begin` that it should end"),
            Self::OtherProcedure { end, written, name, opened } => new(
                MissingEnd,
                &format!("`end {written}` stands at the end of the procedure `{name}`"),
                *end,
                "another name",
            )
            .label(*opened, "the procedure that is open here")
            .help(format!("write `end {name}`, or `end` alone")),
            Self::SurplusBrace { span, block } => {
                let diagnostic = new(Syntax, "this `}` closes nothing", *span, "no `{` is open here");
                match block {
                    Some((construct, opened)) => {
                        let [first, end] = construct.words(vocabulary);
                        diagnostic
                            .label(*opened, format!("this `{first}` ends in `{end}`, not in `}}`"))
                            .help(format!("write `{end}`"))
                    }
                    None => diagnostic.help("delete it, or look for a `{` that is missing above"),
                }
            }
            Self::StrayElse { span } => new(Syntax, &format!("this `{else_word}` belongs to no `{if_word}`"), *span, &format!("the statement before it is not an `{if_word}`"))
                .note(format!("`{if_word} (c)` takes one statement; for more, use `{{ … }}` or `{if_word} (c) {then} … {else_word} … {end_if}`")),
            Self::NoStatement { head, after } => new(Syntax, "a statement is missing", after.after(), "expected a statement here")
                .label(*head, "this governs the one statement that follows it")
                .help("write a statement, a block `{ … }`, or `;` for nothing"),
            Self::NothingFurtherIn { head, next, is_end } => {
                let label = if *is_end {
                    "no statement stands between"
                } else {
                    "this line stands no further in than the head, so it is not inside"
                };
                new(Syntax, "nothing stands further in than this head", *head, "its end word is missing, so the layout says what is inside")
                    .label(*next, label)
                    .help("indent what belongs inside it, or write its end word: `endfor`, `endwhile`, `endif`")
            }
            Self::StatementOutside { span } => new(
                Syntax,
                &format!("a statement stands outside of `{program}` and `{algorithm}`"),
                *span,
                "nothing would ever execute it",
            )
            .help(format!("put the statements between `{program}` and `{end_program}`")),
            Self::ItemInside { span, written, root: (root, opened) } => {
                let root = vocabulary.word(*root);
                new(
                    Syntax,
                    &format!("`{written}` belongs outside of `{root}`"),
                    *span,
                    "this describes the file, it is not a statement",
                )
                .label(*opened, format!("the `{root}` that is open here"))
                .help(format!("move it before `{root}`"))
            }
            Self::SecondProgram { span, first } => new(
                Code::DefinedTwice,
                &format!("a file has at most one `{program}`"),
                *span,
                "the second one",
            )
            .label(*first, "the first one")
            .help(format!("make one of them an `{algorithm}`; `--entry NAME` runs it")),
        }
    }
}

/// An end word where nothing of its kind is open.
fn surplus_end(
    end: Span,
    written: &str,
    construct: Construct,
    single: Option<(Span, usize)>,
    vocabulary: Vocabulary,
) -> Diagnostic {
    let [first, own_end] = construct.words(vocabulary);
    let [if_word, then, repeat] = vocabulary.words([Concept::If, Concept::Then, Concept::Repeat]);
    let diagnostic = Diagnostic::new(
        Code::MissingEnd,
        format!("`{written}` ends nothing"),
        end,
        format!("no `{first}` is open here"),
    );
    match (construct, single) {
        (Construct::If, Some((opened, line))) => diagnostic
            .label(opened, format!("this `{if_word}` of line {line} took one statement, because no `{then}` follows its condition"))
            .help(format!("write `{then}` after the condition, so that `{if_word}` runs to its `{own_end}`")),
        (Construct::Repeat, Some((opened, line))) => diagnostic
            .label(opened, format!("this loop of line {line} took one statement, because it does not begin with `{repeat}`"))
            .help(format!("write `{repeat}` before it, so that it runs to its `{own_end}`")),
        (Construct::ForDo | Construct::WhileDo, Some((opened, line))) => diagnostic
            .label(opened, format!("this loop of line {line} took one statement, because no `do` follows its head"))
            .help(format!("write `do` at the end of its head, so that it runs to its `{own_end}`")),
        _ => diagnostic.help("delete it, or look above for an end word too many"),
    }
}
