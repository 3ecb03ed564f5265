//! What stands where something else was expected, in English.

use super::habit;
use crate::diagnostic::Words;
use crate::language::Language;
use crate::quantity::Measure;
use crate::syntax::found::{Expected, Found, SyntaxAdvice, advice, named};
use crate::syntax::hint::Hint;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// What does not fit, what would, and what to do about it.
pub(super) fn words(
    found: &Found,
    expected: &[Expected],
    hint: Option<&Hint>,
    vocabulary: Vocabulary,
) -> Words {
    let list = named(expected).iter();
    let list: Vec<String> = list.map(|expected| name(expected, vocabulary)).collect();
    let label = match list.as_slice() {
        [] => "unexpected".to_owned(),
        several => format!("expected {}", Language::English.alternatives(several)),
    };
    let message = match found {
        Found::End => "the file ends too early".to_owned(),
        _ => format!("{} does not fit here", found_name(found)),
    };
    let words = Words::new(message, label);
    match advice(found, expected, hint) {
        Some(advice) => words.help(help(&advice, vocabulary)),
        None => words,
    }
}

/// The text that was found: `` `x` ``.
pub(super) fn found_name(found: &Found) -> String {
    match found {
        Found::End => "the end of the text".to_owned(),
        Found::Keyword(word) | Found::Word(word) | Found::LineNumber(word) => format!("`{word}`"),
        Found::Mark(mark) => format!("`{mark}`"),
    }
}

fn name(expected: &Expected, vocabulary: Vocabulary) -> String {
    let plain = match expected {
        Expected::Mark(mark) => return format!("`{mark}`"),
        Expected::ThreeParts => "`(start; condition; change)`",
        Expected::Measure => "a measure (`T`, `W`, `C`), `model`",
        Expected::Name => "a name",
        Expected::NameToDeclare => "a name to declare",
        Expected::Setting => "a setting, such as `p = 4`",
        Expected::Statement => "a statement",
        Expected::Text => "a text in double quotes",
        Expected::Unit => "a unit (`rounds`, `steps` or `instructions`)",
        Expected::Value => "a value",
        Expected::Assignment => "an assignment",
        Expected::Operator => "an operator",
        Expected::OperatorName => "an operator's name, such as `+` or `⊕`",
        Expected::End => "the end",
        Expected::MachineName => "the name of a machine, such as `CREW`",
        Expected::AlgorithmName => "the name of an algorithm",
        Expected::Keyword(concept) => return format!("`{}`", vocabulary.word(*concept)),
        Expected::ForEach => {
            let [for_word, each] = vocabulary.words([Concept::For, Concept::Each]);
            return format!("`{for_word} {each}`");
        }
        Expected::IndexRange => {
            let [from, to] = vocabulary.words([Concept::From, Concept::To]);
            return format!("an index with its range, such as `i {from} 0 {to} n-1`");
        }
        Expected::Item => {
            let items = [Concept::Algorithm, Concept::Program, Concept::Input];
            let [algorithm, program, input] = vocabulary.words(items);
            return format!(
                "`{algorithm}`, `{program}`, `{input}` or another word that begins an item"
            );
        }
    };
    plain.to_owned()
}

fn help(advice: &SyntaxAdvice, vocabulary: Vocabulary) -> String {
    match advice {
        SyntaxAdvice::Hint(hint) => hinted(hint, vocabulary),
        SyntaxAdvice::Habit(habit) => habit::help(habit, vocabulary),
        SyntaxAdvice::Numbered => "a line number is followed by a dot or a colon and a blank: \
                             `1. x = 0;`"
            .to_owned(),
        SyntaxAdvice::Unit(unit) => format!("did you mean `{}`?", unit.key()),
        SyntaxAdvice::Keyword(near) => format!("did you mean {}?", vocabulary.named(near)),
        SyntaxAdvice::IsKeyword(word) => format!(
            "`{word}` is a keyword; the text before it is not complete, or it is in the \
            wrong place"
        ),
        SyntaxAdvice::OneVariable => {
            "a statement assigns to one variable: `x = 1; y = 2;`; an exchange is \
             `t = x; x = y; y = t;`"
                .to_owned()
        }
        SyntaxAdvice::Measure(measure) => {
            let name = match measure {
                Measure::T => "time",
                Measure::W => "work",
                _ => "cost",
            };
            let claim = vocabulary.word(Concept::Claim);
            format!("the {name} is called `{measure:?}`: `{claim} {measure:?} rounds = …`")
        }
    }
}

/// What the words around it tell.
fn hinted(hint: &Hint, vocabulary: Vocabulary) -> String {
    match hint {
        Hint::Word(habit) => habit::help(habit, vocabulary),
        Hint::Taken(word) => {
            format!("`{word}` is a word of the language; take another name, such as `my_{word}`")
        }
        Hint::Prose => "a line of prose is a comment: put `//` before it".to_owned(),
        Hint::Comment => "a comment is written `// …` or `/* … */`".to_owned(),
        Hint::HeadOfLoop => habit::heads_of_loops(vocabulary),
        Hint::By => {
            let [to, step] = vocabulary.words([Concept::To, Concept::Step]);
            format!("write `{step}` for `by`: `{to} b {step} c`")
        }
        Hint::LengthInParentheses => {
            "the length of an array is in square brackets: `A[n]`".to_owned()
        }
        Hint::Each => {
            let [for_word, each] = vocabulary.words([Concept::For, Concept::Each]);
            format!("write `{for_word} {each}`: one processor for each index of the range")
        }
        Hint::UnitBehindFormula { measure, unit } => format!(
            "the unit follows the measure: `{} {measure} {unit} = …`",
            vocabulary.word(Concept::Claim)
        ),
        Hint::InputArray(word) => format!(
            "leave `{word}` out: an input with a length is an array, `{} A[n];`",
            vocabulary.word(Concept::Input)
        ),
        Hint::DecimalComma(number) => {
            format!("a real number is written with a point: `{number}`")
        }
        Hint::SectionWithColon => {
            let to = vocabulary.word(Concept::To);
            format!(
                "a section is written `A[a {to} b]`, from a to b, both included: A[0:4] of Python is \
                 `A[0 {to} 3]`"
            )
        }
        Hint::TypeOfParameter(name) => {
            format!(
                "a parameter has no type: write its name alone, `{name}`, or `{name}[]` for an array"
            )
        }
        Hint::TypeOfResult => {
            "the result of an algorithm has no type: leave out the colon and what follows it"
                .to_owned()
        }
        Hint::ParametersWithoutParentheses {
            algorithm,
            parameter,
        } => format!(
            "parameters are in parentheses: `{} {algorithm}({parameter})`",
            vocabulary.word(Concept::Algorithm)
        ),
        Hint::MachineWithColon => {
            format!(
                "no colon is needed: `{} CREW;`",
                vocabulary.word(Concept::Machine)
            )
        }
        Hint::ClaimAboutValue(name) => {
            let [claim, assert] = vocabulary.words([Concept::Claim, Concept::Assert]);
            format!(
                "`{claim}` is about the cost of a run; a condition on values is a statement of the \
                 program, `{assert}({name} == …);`"
            )
        }
        Hint::ClassWithoutMeasure(class) => format!(
            "name the measure first: `{} T = {class}(…);`",
            vocabulary.word(Concept::Claim)
        ),
        Hint::Call { function, argument } => {
            format!("the argument of a function is in parentheses: `{function}({argument})`")
        }
        Hint::Product { number, factor } => {
            format!("a product is written with its operator: `{number}*{factor}`")
        }
    }
}
