//! Types that do not fit, in English.

use super::phrases::{an, does_not_fit, named, needs, values};
use super::scalar;
use crate::diagnostic::Words;
use crate::language::Voice;
use crate::program::{ScalarClass, Type};
use crate::semantic::problem::{Defined, Needed, OperandOf};
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// An operand of the wrong type.
pub(super) fn operand(
    what: &OperandOf,
    needed: Needed,
    found: Type,
    vocabulary: Vocabulary,
) -> Words {
    let if_word = vocabulary.word(Concept::If);
    let words = Words::new(
        format!(
            "{} needs {}, but gets {}",
            operand_of(what),
            needs(needed),
            an(found)
        ),
        an(found),
    );
    match (needed, found) {
        (Needed::Truth, _) => words.help(format!("compare it: `{if_word} (a > 0)`")),
        (Needed::Int, Type::Real) => words.help("make it whole with `floor(…)` or `ceil(…)`"),
        (_, Type::Bool) => words.help(
            "there is no conversion from bool to int; keep 0 and 1 where you count \
                 with them",
        ),
        _ => words,
    }
}

/// An operator whose operands do not fit.
pub(super) fn operator(
    symbol: &str,
    needed: Needed,
    (left, right): (Option<Type>, Option<Type>),
    vocabulary: Vocabulary,
) -> Words {
    let if_word = vocabulary.word(Concept::If);
    let found = if needed == Needed::SameKind {
        "these do not fit"
    } else {
        "this"
    };
    let words = Words::new(
        format!("`{symbol}` {}", does_not_fit(needed, left, right)),
        found,
    )
    .label("");
    let bools = left == Some(Type::Bool) || right == Some(Type::Bool);
    match needed {
        Needed::Comparable => words
            .note("`a < b < c` compares the truth of `a < b` with c")
            .help("write `a < b and b < c`"),
        Needed::Int if !bools => words.help("make it whole with `floor(…)` or `ceil(…)`"),
        Needed::Truth => words.help("compare it: `a > 0`"),
        _ if bools => words
            .note("there is no conversion between bool and int")
            .help(format!(
                "a truth value is used as it is: `{if_word} (a > 0)`, `{if_word} (not done)`"
            )),
        _ => words,
    }
}

/// A name that holds values of two types.
pub(super) fn mixed(
    name: &str,
    (known, new): (Type, Type),
    class: Option<ScalarClass>,
    voice: Voice,
) -> Words {
    let [true_word, false_word] = voice.vocabulary.words([Concept::True, Concept::False]);
    let words = Words::new(
        format!("`{name}` holds {} but is given {}", values(known), an(new)),
        an(new),
    )
    .label(format!("`{name}` is {} here", named(known)))
    .note("there is no conversion between bool and int")
    .help(if new == Type::Bool {
        format!(
            "use `{true_word}` and `{false_word}` everywhere, or keep 0 and 1 \
                     everywhere"
        )
    } else {
        format!("use 0 and 1 everywhere, or `{true_word}` and `{false_word}` everywhere")
    });
    scalar::with_class(words, name, class, voice)
}

/// Of what an expression is an operand.
fn operand_of(what: &OperandOf) -> String {
    let text = match what {
        OperandOf::Code(code) => return format!("`{code}`"),
        OperandOf::Condition => "a condition",
        OperandOf::Subscript => "a subscript",
        OperandOf::ArrayLength => "the length of an array",
        OperandOf::LoopBound => "a bound of a loop",
        OperandOf::LoopStep => "the step of a loop",
        OperandOf::Repetitions => "a number of repetitions",
        OperandOf::IterationBound => "a bound on the iterations of a loop",
        OperandOf::BlockBound => "a bound of a block",
        OperandOf::BlockStep => "the step of a block",
        OperandOf::SectionBound => "a bound of a section",
        OperandOf::BarrierRange => "the range of a barrier",
        OperandOf::Processor => "the number of a processor",
        OperandOf::ChannelSubscript => "the subscript of a channel",
        OperandOf::Tag => "a tag",
        OperandOf::Root => "a root",
        OperandOf::HypercubeDimension => "the dimension of a hypercube",
        OperandOf::DistributedBlock => "the length of a block",
    };
    text.to_owned()
}

/// What is defined twice.
pub(super) fn defined(what: Defined) -> &'static str {
    match what {
        Defined::Algorithm => "algorithm",
        Defined::Array => "array",
        Defined::Index => "index",
        Defined::Input => "input",
        Defined::Name => "name",
        Defined::NeutralElement => "neutral element",
        Defined::Parameter => "parameter",
        Defined::Program => "program",
        Defined::Variable => "variable",
    }
}
