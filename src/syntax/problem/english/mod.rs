//! What is wrong with a text, in English.

mod exchange;
mod expected;
pub(super) mod habit;
mod spelling;

use super::Problem;
use crate::diagnostic::Words;
use crate::source::Span;
use crate::syntax::contradiction::Contradiction;
use crate::syntax::habit as foreign;
use crate::syntax::keyword::Concept;
use crate::syntax::operator;
use crate::syntax::piece::Construct;
use crate::syntax::size::Measure;
use crate::syntax::vocabulary::Vocabulary;

/// A problem in words.
#[expect(
    clippy::too_many_lines,
    reason = "one row for each problem: the wording is made in one place"
)]
pub(super) fn words(problem: &Problem, vocabulary: Vocabulary) -> Words {
    use Concept::{
        Algorithm, Assert, Blocks, By, Else, EndIf, EndProgram, From, If, Include, Input, Print,
        Program, Step, Then, To,
    };
    let [algorithm, program, end_program, input, include] =
        vocabulary.words([Algorithm, Program, EndProgram, Input, Include]);
    let [if_word, then, else_word, end_if] = vocabulary.words([If, Then, Else, EndIf]);
    let [by, blocks] = vocabulary.words([By, Blocks]);
    let [print, assert, from, to, step] = vocabulary.words([Print, Assert, From, To, Step]);
    match problem {
        Problem::ControlCharacter { character, .. } => Words::new(
            format!(
                "the text contains the control character U+{:04X}",
                *character as u32
            ),
            "it cannot be seen in an editor, and no program needs it",
        )
        .help("delete it; if the whole file looks like this, it is not a text file"),
        Problem::OpenComment { .. } => Words::new("this comment never ends", "it begins here")
            .help("end it with `*/`; a comment of one line begins with `//`"),
        Problem::OpenString { .. } => Words::new(
            "this text has no closing `\"`",
            "the quote that opens it is not closed in its line",
        )
        .help("end it with `\"` in the same line; write `\\n` for a line break inside"),
        Problem::Prose { .. } => Words::new(
            "this line is prose",
            "it says in words what statements would do",
        )
        .help(
            "write what it does as statements; what only explains is a comment, with `//` \
            before it",
        ),
        Problem::NotNested { .. } => Words::new(
            "this does not fit into its listing",
            "up to here the listing can be read",
        )
        .note(
            "a head says over which values its index runs; `else` and the end words belong to a head \
             that is still open",
        )
        .help("tasks that run side by side are `parallel { …; … }`, one statement each"),
        Problem::Superscript { .. } => Words::new(
            "this superscript may be a power, and may be none",
            "a power, or the number with one bit complemented?",
        )
        .help("with bit l of i complemented it is `i XOR 2^l`; a power is written `i^l`"),
        Problem::Contradiction(contradiction) => contradicted(contradiction, vocabulary),
        Problem::Wrong { wrong, .. } => spelling::words(wrong, vocabulary),
        Problem::ChainedComparison {
            bits: Some(bits), ..
        } => Words::new(
            format!("`{bits}` joins the bits of two ints, before they are compared"),
            "the result of the first comparison would be compared again",
        )
        .label("the first comparison")
        .label("this would have to be compared twice")
        .help(format!(
            "between two conditions write `{}`",
            bits.to_lowercase()
        )),
        Problem::ChainedComparison {
            operators: [one, two],
            bits: None,
            ..
        } => Words::new(
            "two comparisons in a row do not mean what they mean in mathematics",
            "the result of the first comparison would be compared again",
        )
        .label("the first comparison")
        .label("this would have to be compared twice")
        .help(format!(
            "join two comparisons with `and`: `a {one} b and b {two} c`"
        )),
        Problem::TruthInClaim { operator: one, .. } => {
            let claim = vocabulary.word(Concept::Claim);
            let written = operator::spelling(*one);
            let words = if operator::compares(*one) {
                Words::new(
                    "two comparisons in a row do not mean what they mean in mathematics",
                    "the measure would be compared with the result of this: 0 or 1",
                )
                .label("this would have to be compared twice")
            } else {
                Words::new(
                    "a claim compares one measure with one formula",
                    format!("`{written}` would make 0 or 1 of the formula"),
                )
            };
            words.help(format!(
                "write a claim for each comparison: `{claim} T >= …;` and `{claim} T <= …;`"
            ))
        }
        Problem::ExpressionTooDeep { limit, .. } => Words::new(
            format!("this expression has more than {limit} operators inside one another"),
            "too deep to be evaluated",
        )
        .help("compute it in parts, or sum an array in a loop"),
        Problem::PieceTooLong { .. } => {
            Words::new("this statement is too long to be read", "it begins here").help(format!(
                "split it; long data belongs in a file: `{input} A[n];` and `A=@data.csv` on \
            the command line"
            ))
        }
        Problem::BracketsTooDeep { limit, .. } => Words::new(
            format!("more than {limit} brackets are open here"),
            "one bracket too many",
        )
        .help("compute parts of it in variables of their own"),
        Problem::BlocksTooDeep { limit, .. } => Words::new(
            format!("more than {limit} blocks are open here"),
            "one block too many",
        )
        .help("move inner blocks into an algorithm of their own"),
        Problem::TooMuch { measure, .. } => {
            let [what, help] = too_much(*measure);
            Words::new(
                format!("more than {} {what}", measure.limit()),
                "one too many",
            )
            .help(help)
        }
        Problem::NumberTooLarge { real: false, .. } => Words::new(
            "this number does not fit into 64 bits",
            "an int is at most 9223372036854775807",
        )
        .help("write it as a real, `1.0e30`, if it need not be exact"),
        Problem::NumberTooLarge { real: true, .. } => Words::new(
            "this number is too large for a real",
            "a real is at most about 1.8e308",
        ),
        Problem::StringAsValue { .. } => {
            Words::new("a text is not a value", "no variable can hold it").note(format!(
                "texts are parts of `{print}(\"x = \", x)`, separated by commas; `{assert}(c, \"…\")` and \
                 `{include} \"…\"` have one, too"
            ))
        }
        Problem::WrongExchange { wrong, .. } => exchange::words(wrong, vocabulary),
        Problem::InitialBehindPlace { .. } => Words::new(
            "the values of an array come before the words that say where its cells are",
            "these values come first",
        )
        .label("where its cells lie")
        .help(format!("write `A[n] = iota {by} {blocks};`")),
        Problem::RangeAsLength { .. } => Words::new(
            "a dimension has a length, not a range",
            "how many cells are these?",
        )
        .note("the subscripts of an array of n cells run from 0 to n-1")
        .help(format!(
            "write `A[n]`; a section `A[a {to} b]` is written where the array is used"
        )),
        Problem::OtherIndex { announced, ranged } => Words::new(
            format!(
                "the header speaks of `{}` and gives the range of `{}`",
                announced.text, ranged.text
            ),
            "another name",
        )
        .label("the index is announced here")
        .help(format!(
            "use one name for both: `{} {from} … {to} …`; or, if there are two indices, \
            give each its range: `{} {from} … {to} …, {} {from} … {to} …`",
            ranged.text, announced.text, ranged.text
        )),
        Problem::UnevenRange { known, .. } => {
            let (message, label) = if *known {
                (
                    "the values before the dots do not go on by one step",
                    "another step leads here",
                )
            } else {
                (
                    "it is not clear that the values before the dots go on by one step",
                    "which step leads here?",
                )
            };
            Words::new(message, label)
                .label("the value before it")
                .note("a range has one step, the difference of its first two values")
                .help(format!(
                    "write `{from} a {to} b {step} s`; for values such as 1, 2, 4, … let the index \
            count, and compute `2^i` in the body"
                ))
        }
        Problem::Unexpected {
            found,
            expected,
            opened,
            hint,
            ..
        } => {
            let words = expected::words(found, expected, hint.as_deref(), vocabulary);
            match opened {
                Some(_) => words.label("this bracket is still open"),
                None => words,
            }
        }
        Problem::UnknownWord {
            word,
            keyword,
            habit,
            ..
        } => {
            let (message, label) = if foreign::is_loop(word) {
                (
                    format!("the head of this `{word}` cannot be read"),
                    "no range follows it",
                )
            } else {
                (
                    format!("`{word}` is no keyword"),
                    "no statement begins like this",
                )
            };
            let words = Words::new(message, label);
            match keyword {
                Some(keyword) if *keyword == word.to_lowercase() => {
                    words.help(format!("write `{keyword}`: keywords are in lower case"))
                }
                Some(keyword) => words.help(format!("did you mean {}?", vocabulary.named(keyword))),
                None => match habit {
                    Some(habit) => words.help(habit::help(habit, vocabulary)),
                    None => words,
                },
            }
        }
        Problem::RepeatUntil { .. } => {
            let [repeat, end_repeat, while_word] =
                vocabulary.words([Concept::Repeat, Concept::EndRepeat, Concept::While]);
            let [true_word, break_word] = vocabulary.words([Concept::True, Concept::Break]);
            Words::new(
                format!("a `{repeat}` has its condition in its head"),
                "its condition is at its end",
            )
            .label("the condition")
            .help(format!(
                "write `{repeat} {while_word} ({true_word}) … {if_word} (c) {break_word}; \
            {end_repeat}`"
            ))
        }
        Problem::MissingBracket { closer, found, .. } => Words::new(
            format!("a `{closer}` is missing"),
            format!(
                "expected `{closer}` here, before {}",
                expected::found_name(found)
            ),
        )
        .label("the bracket that it should close"),
        Problem::MissingSemicolon { comment, .. } => {
            let words = Words::new("a `;` is missing", "the statement before ends here")
                .note("every simple statement ends in `;`");
            match comment {
                Some(_) => words.label("from here on it is a comment"),
                None => words,
            }
        }
        Problem::MissingEnd {
            construct,
            opened_line,
            vocabulary: own,
            before,
            braces,
            ..
        } => {
            let [first, end] = construct.words(own.unwrap_or(vocabulary));
            let mut words = Words::new(
                format!("the `{first}` of line {opened_line} has no `{end}`"),
                format!("`{end}` must come before this point"),
            )
            .label(format!("this `{first}` runs to its `{end}`"));
            if before.is_some() {
                words = words.label("this is outside of it");
            }
            if *braces {
                words = words.note(format!(
                    "`{{ … }}` is a statement inside it and does not end it; only `{end}` does"
                ));
            }
            words.help(format!("write `{end}` after its last statement"))
        }
        Problem::WrongEnd {
            construct,
            opened_line,
            vocabulary: own,
            written,
            ..
        } => {
            let [first, right] = construct.words(own.unwrap_or(vocabulary));
            Words::new(
                format!("`{written}` cannot end the `{first}` of line {opened_line}"),
                format!("expected `{right}`"),
            )
            .label("this is what is open here")
            .help(format!("write `{right}` instead of `{written}`"))
        }
        Problem::SurplusEnd {
            written,
            construct,
            single,
            ..
        } => surplus_end(written, *construct, *single, vocabulary),
        Problem::MissingBrace { .. } => {
            Words::new("a `}` is missing", "expected `}` before this point")
                .label("the `{` that it should close")
        }
        Problem::UnendedBegin { .. } => {
            Words::new("an `end` is missing", "expected `end` before this point")
                .label("the `begin` that it should end")
        }
        Problem::OtherProcedure { written, name, .. } => Words::new(
            format!("`end {written}` ends the procedure `{name}`"),
            "another name",
        )
        .label("the procedure that is open here")
        .help(format!("write `end {name}`, or `end` alone")),
        Problem::SurplusBrace { block, .. } => {
            let words = Words::new("this `}` closes nothing", "no `{` is open here");
            match block {
                Some((construct, _)) => {
                    let [first, end] = construct.words(vocabulary);
                    words
                        .label(format!("this `{first}` ends in `{end}`, not in `}}`"))
                        .help(format!("write `{end}`"))
                }
                None => words.help("delete it, or look for a `{` that is missing above"),
            }
        }
        Problem::StrayElse { .. } => Words::new(
            format!("this `{else_word}` belongs to no `{if_word}`"),
            format!("the statement before it is not an `{if_word}`"),
        )
        .note(format!(
            "`{if_word} (c)` takes one statement; for more, use `{{ … }}` or `{if_word} (c) \
            {then} … {else_word} … {end_if}`"
        )),
        Problem::NoStatement { .. } => {
            Words::new("a statement is missing", "expected a statement here")
                .label("this governs the one statement that follows it")
                .help("write a statement, a block `{ … }`, or `;` for nothing")
        }
        Problem::NothingFurtherIn { is_end, .. } => {
            let label = if *is_end {
                "no statement is between them"
            } else {
                "this line is not indented further than the head, so it is not inside"
            };
            Words::new(
                "nothing is indented below this head",
                "its end word is missing, so the layout says what is inside",
            )
            .label(label)
            .help(
                "indent what belongs inside it, or write its end word: `endfor`, `endwhile`, \
            `endif`",
            )
        }
        Problem::StatementOutside { .. } => Words::new(
            format!("this statement is outside of `{program}` and `{algorithm}`"),
            "it would never be executed",
        )
        .help(format!(
            "put the statements between `{program}` and `{end_program}`"
        )),
        Problem::ItemInside {
            written,
            root: (root, _),
            ..
        } => {
            let root = vocabulary.word(*root);
            Words::new(
                format!("`{written}` belongs outside of `{root}`"),
                "this describes the file, it is not a statement",
            )
            .label(format!("the `{root}` that is open here"))
            .help(format!("move it before `{root}`"))
        }
        Problem::SeveralResults {
            procedure,
            first,
            second,
        } => {
            let (one, other) = (&first.text, &second.text);
            let message =
                format!("`{procedure}` changes two scalars of its caller, `{one}` and `{other}`");
            Words::new(message, "a procedure returns one scalar")
                .label("it changes this one, too")
                .help(format!(
                    "copy the one that only counts into a local variable: \
                     `k := {one};`; or pass both in an array"
                ))
        }
        Problem::SecondProgram { .. } => Words::new(
            format!("a file has at most one `{program}`"),
            "the second one",
        )
        .label("the first one")
        .help(format!(
            "make one of them an `{algorithm}`; `--entry NAME` runs it"
        )),
    }
}

/// An `inace` whose indentation contradicts its `ako`: both readings, and how each is written.
fn contradicted(contradiction: &Contradiction, vocabulary: Vocabulary) -> Words {
    let [if_word, then, else_word, end_if] =
        vocabulary.words([Concept::If, Concept::Then, Concept::Else, Concept::EndIf]);
    let ((_, inner_line), (_, outer_line)) = (contradiction.inner, contradiction.outer);
    Words::new(format!("this `{else_word}` is indented like one `{if_word}`, and belongs to another"), format!("of line {inner_line} or of line {outer_line}?"))
    .label(format!("the innermost `{if_word}` without an `{else_word}`"))
    .label(format!("the `{if_word}` that it is indented like"))
    .note(format!(
        "by the rule it runs where the condition in line {inner_line} is false, by its indentation \
         where that in line {outer_line} is"
    ))
    .help(format!(
        "for line {outer_line} put the inner `{if_word}` in braces, `{{ {if_word} (…) … }}`, or end \
         it: `{if_word} (…) {then} … {end_if}`"
    ))
    .help(format!("for line {inner_line} indent `{else_word}` like that `{if_word}`"))
}

/// What there is too much of, and a way out.
fn too_much(measure: Measure) -> [&'static str; 2] {
    match measure {
        Measure::Pieces => [
            "statements and end words in this text",
            "use loops, or divide the text into files that are included",
        ],
        Measure::Inputs => [
            "inputs in this text",
            "use the cells of an array as inputs that are alike",
        ],
        Measure::Claims => ["claims in this text", "keep the claims that say the most"],
        Measure::Parameters => ["parameters", "pass an array"],
        Measure::Arguments => ["arguments in this call", "pass an array"],
        Measure::Ranges => [
            "ranges in this block",
            "compute several indices from one: `i / m` and `i mod m`",
        ],
    }
}

/// An end word where nothing of its kind is open.
fn surplus_end(
    written: &str,
    construct: Construct,
    single: Option<(Span, usize)>,
    vocabulary: Vocabulary,
) -> Words {
    let [first, own_end] = construct.words(vocabulary);
    let [if_word, then, repeat] = vocabulary.words([Concept::If, Concept::Then, Concept::Repeat]);
    let words = Words::new(
        format!("`{written}` ends nothing"),
        format!("no `{first}` is open here"),
    );
    match (construct, single) {
        (Construct::If, Some((_, line))) => words
            .label(format!(
                "this `{if_word}` of line {line} took one statement, because no `{then}` \
            follows its condition"
            ))
            .help(format!(
                "write `{then}` after the condition, so that `{if_word}` runs to its \
            `{own_end}`"
            )),
        (Construct::Repeat, Some((_, line))) => words
            .label(format!(
                "this loop of line {line} took one statement, because it does not begin with \
            `{repeat}`"
            ))
            .help(format!(
                "write `{repeat}` before it, so that it runs to its `{own_end}`"
            )),
        (Construct::ForDo | Construct::WhileDo, Some((_, line))) => words
            .label(format!(
                "this loop of line {line} took one statement, because no `do` follows its head"
            ))
            .help(format!(
                "write `do` at the end of its head, so that it runs to its `{own_end}`"
            )),
        _ => words.help("delete it, or look above for an end word too many"),
    }
}
