//! Spellings from other languages, in English.

use crate::diagnostic::Words;
use crate::syntax::keyword::{self, Concept};
use crate::syntax::spelling::Wrong;
use crate::syntax::text;
use crate::syntax::vocabulary::Vocabulary;

/// What to write instead.
#[expect(clippy::too_many_lines, reason = "one row for each spelling")]
pub(super) fn words(wrong: &Wrong, vocabulary: Vocabulary) -> Words {
    use Concept::{Array, Claim, Each, Else, For, From, If, Index, On, Receive, Then, To, While};
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
    match wrong {
        Wrong::Operator {
            written,
            instead: "==",
        } if written == "=" => Words::new(
            "`=` assigns and is no comparison".to_owned(),
            "a value is expected here, not an assignment".to_owned(),
        )
        .help("write `==` to compare; an assignment is a separate statement"),
        Wrong::Operator { written, .. } if written == "∪" => Words::new(
            "`∪` joins sets, and there are no sets here".to_owned(),
            "of what is this a set?".to_owned(),
        )
        .help(format!(
            "let an array hold the parts, each in its place: `{receive} x {from} j; all[j] \
            = x;`, with the section `all[a {to} b]` where a part has several words"
        ))
        .note("sets of small numbers are the bits of an int: `a OR b`"),
        Wrong::Operator { written, .. } if written == "√" => Words::new(
            "`√` is no operator here".to_owned(),
            "write `sqrt(…)`".to_owned(),
        )
        .help("`floor(sqrt(p))` is an int, as subscripts and numbers of processors have to be"),
        Wrong::Operator { written, instead } => {
            let words = Words::new(
                format!("`{written}` is no operator here"),
                format!("write `{instead}`"),
            );
            match *instead {
                "and" | "or" if matches!(written.as_str(), "&" | "|") => words.note(format!(
                    "the operator on the bits of ints is `{}`",
                    instead.to_uppercase()
                )),
                _ => words,
            }
        }
        Wrong::Relation {
            written,
            is_growth: true,
        } => Words::new(
            format!("`{written}` cannot precede a class of growth"),
            "write `=`".to_owned(),
        )
        .help(
            "`T = O(f)` says that T grows no faster than f, `Omega(f)` no slower, \
            `Theta(f)` as fast",
        ),
        Wrong::Relation { written, .. } => {
            let claims = "a claim says `=`, `<=` or `>=`";
            let (label, help) = match written.as_str() {
                "==" => ("write `=`", "in a claim `=` compares: `T rounds = log n`"),
                "=<" => ("write `<=`", claims),
                "=>" => ("write `>=`", claims),
                "<" => (
                    "write `<=`",
                    "counts are whole: of whole numbers `T < f` says the same as `T <= f - 1`",
                ),
                ">" => (
                    "write `>=`",
                    "counts are whole: of whole numbers `T > f` says the same as `T >= f + 1`",
                ),
                _ => (
                    "write `=`, `<=` or `>=`",
                    "a claim says what a count is, or what it does not exceed or fall below",
                ),
            };
            Words::new(
                format!("`{written}` is no relation of a claim"),
                label.to_owned(),
            )
            .help(help)
        }
        Wrong::RelationOfTurns { written } => relation_of_turns(written, vocabulary),
        Wrong::Assignment { written } => Words::new(
            format!("`{written}` is no assignment here"),
            "write `=`".to_owned(),
        ),
        Wrong::CompoundAssignment { written, instead } => Words::new(
            format!("`{written}` is no assignment here"),
            format!("write `x = x {instead} …`"),
        ),
        Wrong::StepAsValue { written } => Words::new(
            format!("`{written}` is a statement, not a value"),
            "it would change a variable in the middle of an expression".to_owned(),
        )
        .help(format!(
            "write `x{written};` as a separate statement, before or after this one"
        )),
        Wrong::Subscript { array, subscripts } => {
            let words = Words::new(
                "subscripts are in square brackets".to_owned(),
                format!("write `{array}[{subscripts}]`"),
            );
            if subscripts.contains(',') {
                words
            } else {
                words.note(format!("where each processor has one `{array}` of its own, that is a plain name: write \
            `{array}`"))
            }
        }
        Wrong::Mapping { row, column } => Words::new(
            "a processor has one number, and here are two".to_owned(),
            "on which processor?".to_owned(),
        )
        .help(format!(
            "processors of a grid are numbered row by row: with C columns, write `{on} \
            ({row})*C + ({column})`"
        )),
        Wrong::Number { written } => Words::new(
            format!("`{written}` is neither a number nor a name"),
            "a name cannot begin with a digit".to_owned(),
        )
        .help(instead_of_number(written)),
        Wrong::Escape { written } => Words::new(
            format!("`{written}` is not the code of a character"),
            "no escape of a text".to_owned(),
        )
        .help(
            "in a text `\\n` is a line break, `\\t` a tab, `\\\\` a backslash and `\\\"` a \
            quote",
        ),
        Wrong::LineNumber { written } => Words::new(
            format!("`{written}` numbers no line here"),
            "in the middle of a line".to_owned(),
        )
        .help("delete it, or begin a new line before it"),
        Wrong::Announced { announced, ranged } => Words::new(
            format!("`{announced}` is named, and the range is of `{ranged}`"),
            format!("which values does `{announced}` take?"),
        )
        .help("name the same in both places, or the range alone"),
        Wrong::MissingTimes => Words::new(
            "an operator is missing before `log`".to_owned(),
            "write `*` here".to_owned(),
        )
        .note(format!(
            "only the formulas of `{claim}` and of the command line read `n log n` as a \
            product"
        )),
        Wrong::TypeWord {
            written,
            name,
            array,
        } => {
            let words = Words::new(
                format!("declarations have no types such as `{written}`"),
                "the type is inferred".to_owned(),
            );
            if *array {
                words.help(format!("write `{array_word} {name}[…];`"))
            } else {
                words.help(format!(
                    "write `{name} = …` without a type: the first assignment creates the variable"
                ))
            }
        }
        Wrong::Quotes => Words::new(
            "a text needs straight double quotes".to_owned(),
            "write `\"…\"`".to_owned(),
        ),
        Wrong::EachWithoutParallel { head } => each_alone(head.as_deref(), vocabulary),
        Wrong::HeaderWithoutRange { name } => Words::new(
            format!("the header does not say which values `{name}` takes"),
            "its range is missing".to_owned(),
        )
        .help(format!(
            "write `{for_word} {each} {name} {from} a {to} b`, or `{for_word} {each} \
            {index} {name}` for the indices of the arrays in the block"
        )),
        Wrong::HeaderOverArray { index, array } => {
            let element = vocabulary.choose("element polja", "element of array");
            let named = index.as_deref().unwrap_or("i");
            let words = Words::new(
                format!("`{array}` is not a range of processors"),
                "over which indices?".to_owned(),
            );
            match index {
                Some(_) => words,
                None => words.note("every processor has its own index, which the header names"),
            }
            .help(format!(
                "write `{for_word} {each} {element} {array}, {named}`, and {named} runs over \
            the indices of {array}; or give the range: `{for_word} {each} {named} {from} 0 \
            {to} n-1`"
            ))
        }
        Wrong::SeveralIndices { first, second } => Words::new(
            format!("`{index}` names one index, and here are two, `{first}` and `{second}`"),
            "which arrays give the two lengths?".to_owned(),
        )
        .help(format!(
            "give each its range: `{for_word} {each} {first} {from} 0 {to} n-1, {second} \
            {from} 0 {to} m-1`"
        )),
        Wrong::MisspeltEnd { written, instead } => Words::new(
            format!("`{written}` is no end word"),
            "read as the end word that it resembles".to_owned(),
        )
        .help(format!("write `{instead}`")),
        Wrong::ForIn { name, range } => {
            let [first, last] = match range {
                Some([first, last]) => [first.as_str(), last],
                None => ["a", "b"],
            };
            Words::new(
                "a loop counts from one value to another".to_owned(),
                "this is no range".to_owned(),
            )
            .help(format!(
                "write `{for_word} {name} = {first} {to} {last}`; the last value is included"
            ))
        }
        Wrong::Braces { function } => Words::new(
            "values in braces are no arguments".to_owned(),
            format!("write `{function}(a, b)`"),
        )
        .note(format!(
            "of all elements of an array, `{function}` is a loop, or `{function}_reduction` \
            of the library"
        )),
        Wrong::CommaInFor => Words::new(
            format!("the three parts of a `{for_word}` are separated by `;`"),
            "write `;`".to_owned(),
        ),
        Wrong::SurplusIs => Words::new(
            "no `je` precedes a condition".to_owned(),
            "delete it".to_owned(),
        ),
        Wrong::SurplusDo {
            written,
            is_while: true,
        } => {
            let words = surplus_do(written);
            let one = format!("`{while_word} c` takes one statement or a block `{{ … }}`");
            words.help(match written.as_str() {
                "do" => format!("{one}; `while c do`, as in a book, ends with `endwhile`"),
                _ => one,
            })
        }
        Wrong::SurplusDo {
            written,
            is_while: false,
        } => surplus_do(written).note(format!(
            "`{to}` precedes the last value of a range: `{for_word} i = a {to} b`"
        )),
        Wrong::TasksBehindLoop => tasks_behind_loop(vocabulary),
        Wrong::ParallelBehindLoop => parallel_behind_loop(vocabulary),
        Wrong::ElseIf { written } => Words::new(
            format!("`{written}` is two words here"),
            format!("write `{else_word} {if_word}`"),
        ),
        Wrong::VagueEnd { written, construct } => {
            let message = if matches!(written.as_str(), "kraj" | "end") {
                format!("`{written}` does not say what it ends")
            } else {
                format!("`{written}` is no end word here")
            };
            let words = Words::new(message, "every construct has its own end word".to_owned());
            match construct {
                Some(construct) => {
                    let [first, end] = construct.words(vocabulary);
                    words.help(format!("the `{first}` that is open here ends with `{end}`"))
                }
                None => words.help(format!(
                    "`{for_word}`, `{while_word}` and `{if_word}` without `{then}` take one \
            statement or a block `{{ … }}` and need no end word"
                )),
            }
        }
    }
}

/// `za svaki` without `paralelno`.
fn surplus_do(written: &str) -> Words {
    Words::new(
        format!("no `{written}` follows the head of a loop"),
        "delete it".to_owned(),
    )
}

fn each_alone(head: Option<&str>, vocabulary: Vocabulary) -> Words {
    use Concept::{Each, EndParallel, For, From, Parallel, To};
    let [parallel, end_parallel, for_word] = vocabulary.words([Parallel, EndParallel, For]);
    let [each, from, to] = vocabulary.words([Each, From, To]);
    let usual = format!("{for_word} {each} i {from} a {to} b");
    // `for each processor i, in parallel` says of no index which values it takes.
    let has_range = |head: &&str| {
        let is_from = |word: &str| keyword::find(word) == Some(From);
        head.contains(['=', '∈', '≤']) || head.contains("..") || text::words(head).any(is_from)
    };
    let head = head.filter(has_range).unwrap_or(&usual);
    let message = format!("`{for_word} {each}` needs `{parallel}` before it");
    let label = "its processors work at the same time";
    Words::new(message, label).help(format!(
        "write `{parallel} ({head}) … {end_parallel}`, or `{for_word} i = a {to} b` for \
            a loop"
    ))
}

/// `for i = 0 to 3 parallel {`
fn tasks_behind_loop(vocabulary: Vocabulary) -> Words {
    use Concept::{Each, EndParallel, For, From, Parallel, To};
    let [parallel, end_parallel, for_word] = vocabulary.words([Parallel, EndParallel, For]);
    let [each, from, to] = vocabulary.words([Each, From, To]);
    let message = format!("a `{parallel}` after the head of a loop may mean two things");
    let label = "a parallel loop, or tasks in every iteration?";
    Words::new(message, label)
        .help(format!(
            "for a parallel loop write `{parallel} ({for_word} {each} i {from} a {to} b) … \
             {end_parallel}`"
        ))
        .help(format!(
            "for tasks in every iteration, put `{parallel}` on the next line"
        ))
}

/// `for i = 0 to 3 in parallel for j = 0 to 3`
fn parallel_behind_loop(vocabulary: Vocabulary) -> Words {
    let [for_word] = vocabulary.words([Concept::For]);
    let message = "`in parallel` between two loops may mean two things".to_owned();
    let label = "is the first loop parallel, or the second?";
    Words::new(message, label)
        .help(format!(
            "if the first loop is meant, write `pardo` after its range: `{for_word} i \
            = a to b pardo`"
        ))
        .help("if the second loop is meant, begin a new line with `in parallel`")
}

/// `tvrdnja prolaza = n`
fn relation_of_turns(written: &str, vocabulary: Vocabulary) -> Words {
    let [claim, passes] = vocabulary.words([Concept::Claim, Concept::Passes]);
    let message = format!("`{written}` does not bound the iterations of a loop");
    Words::new(message, "write `<=`").help(format!(
        "`{claim} {passes} <= f;` says that the loop makes at most f iterations"
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
