//! Faults of a run, and limits that it reached, in English.

mod extent;
mod phrases;

pub(crate) use phrases::bytes;

use phrases::{
    assertion, bracketed, in_a_ring, many, memory_use, never_comes, not_in_part, not_integral,
    over_iterations, over_work,
};

use super::{Fault, FaultKind, Needs};
use crate::diagnostic::Words;
use crate::language::Voice;
use crate::machine::time::deadlock::{WaitReport, by_place};
use crate::program::{SameLength, ScalarClass, WhyShared};
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::{Vocabulary, with_article};

/// The advice where a run reaches its limit of work.
pub(crate) const RAISE_WORK: &str = "if the program is meant to do more, raise the limit with \
                                     --max-work; otherwise use a smaller size";

/// A fault in words.
pub(super) fn words(fault: &Fault, vocabulary: Vocabulary) -> Words {
    let kind = &fault.kind;
    let words = match kind {
        FaultKind::Kernel(kernel) => return kernel.words(vocabulary),
        FaultKind::Network(network) => {
            return network.words(Some(fault.span), Voice::english(vocabulary));
        }
        FaultKind::Deadlock { waits } if !waits.is_empty() => waiting(kind, waits, vocabulary),
        _ => Words::new(message(kind, vocabulary), at_its_place(kind)),
    };
    let words = match kind {
        FaultKind::LengthsDiffer {
            other,
            other_extent,
            other_span,
            why,
            ..
        } => {
            let words = if *other_span == fault.span {
                words
            } else {
                words.label(format!(
                    "{} has {}",
                    extent::operand(other),
                    extent::shown(other_extent)
                ))
            };
            words.help(one_length(why, vocabulary))
        }
        FaultKind::NeverWritten {
            what,
            class: Some(class),
            ..
        } => {
            let words = words.note(class.sentence(what, Voice::english(vocabulary)));
            match class {
                ScalarClass::Shared(WhyShared::Declared(_)) => {
                    let shared = vocabulary.word(Concept::Shared);
                    words.label(format!("`{what}` is declared `{shared}` here"))
                }
                _ => words,
            }
        }
        FaultKind::Assertion { sides, .. } => (sides.iter()).fold(words, |words, (_, value)| {
            words.label(format!("this is {value}"))
        }),
        FaultKind::BarrierNotReached { .. } => {
            words.label("a barrier waits for every processor of this block")
        }
        _ => words,
    };
    match help(kind, vocabulary) {
        Some(help) => words.help(help),
        None => words,
    }
}

/// Processors that wait for each other: where each of them waits, and for which other.
fn waiting(kind: &FaultKind, waits: &[WaitReport], vocabulary: Vocabulary) -> Words {
    let one = |(number, wait): (usize, &WaitReport)| {
        let barrier = match wait.part {
            Some((from, to)) => format!("at the barrier of processors {from} to {to}"),
            None => "at the barrier of all".to_owned(),
        };
        let (who, whom) = (bracketed(&wait.processor), bracketed(&wait.waits_for));
        format!("({number}) {who} waits {barrier} for {whom}")
    };
    let mut words = Words::message(message(kind, vocabulary));
    for (_, waits) in by_place(waits) {
        let texts: Vec<String> = waits.into_iter().map(one).collect();
        words = words.label(texts.join(", "));
    }
    words.note(
        "the rule: no processor passes a barrier before all of its processors have reached it, so none \
         of these can ever go on",
    )
}

/// The text at the place of the fault in the source.
fn at_its_place(kind: &FaultKind) -> String {
    match kind {
        FaultKind::OutOfBounds { computed_from, .. } if !computed_from.is_empty() => {
            let values = computed_from.iter();
            let values = values.map(|(name, value)| format!("{name} = {value}"));
            format!("here {}", values.collect::<Vec<_>>().join(", "))
        }
        _ => String::new(),
    }
}

/// The message, in one sentence.
pub(super) fn message(kind: &FaultKind, vocabulary: Vocabulary) -> String {
    match kind {
        FaultKind::Overflow { what } => format!("{what} does not fit into 64 bits"),
        FaultKind::NoInt { value } => format!("{value} as an int does not fit into 64 bits"),
        FaultKind::DivisionByZero => "division by zero".to_owned(),
        FaultKind::Domain { what, .. } => format!("{what} is not defined"),
        FaultKind::CombinesReals { rule, array } => {
            format!("the rule `{rule}` combines ints and truth values, and {array} holds reals")
        }
        FaultKind::Generator { error } => error.message(Voice::english(vocabulary)),
        FaultKind::NotIntegral {
            value,
            logarithm_of,
        } => not_integral(*value, *logarithm_of),
        FaultKind::NotTruth { value } => {
            format!("{value} is used as a truth value, and is neither 0 nor 1")
        }
        FaultKind::OutOfBounds {
            array,
            subscripts,
            extent,
            ..
        } => format!(
            "{array}[{subscripts}] lies outside {array}, which has {}",
            extent::shown(extent)
        ),
        FaultKind::SectionOutside {
            section,
            places,
            array,
            extent,
        } => format!(
            "{section} is [{places}] here and leaves {array}, which has {}",
            extent::shown(extent)
        ),
        FaultKind::ReversedSection { section, below } => format!(
            "{section} is reversed: its end lies {} below its start",
            below + 1
        ),
        FaultKind::MessageOutside => "processors exchange messages only inside a block".to_owned(),
        FaultKind::Network(fault) => fault.message(Voice::english(vocabulary)),
        FaultKind::Kernel(fault) => fault.message(vocabulary),
        FaultKind::NeverWritten { what, .. } => {
            format!("{what} is read here, and was never written")
        }
        FaultKind::LengthsDiffer {
            first,
            first_extent,
            other,
            other_extent,
            ..
        } => format!(
            "{first} has {}, {} has {}",
            extent::shown(first_extent),
            extent::operand(other),
            extent::shown(other_extent)
        ),
        FaultKind::Assertion { message, .. } => assertion(message.as_deref()),
        FaultKind::TooManyIterations { iterations, most } => over_iterations(*iterations, *most),
        FaultKind::BadLength { array, length } => {
            format!("{array} cannot have the length {length}")
        }
        FaultKind::ZeroStride => "the step of this range is 0: it would never end".to_owned(),
        FaultKind::NoResult { algorithm } => {
            let return_word = vocabulary.word(Concept::Return);
            format!("`{algorithm}` ended without `{return_word}`, and its value is needed")
        }
        FaultKind::BarrierNotReached { absent, more, .. } => never_comes(absent, *more),
        FaultKind::Deadlock { waits } => format!(
            "processors wait for each other at barriers: {}",
            in_a_ring(waits)
        ),
        FaultKind::NotInPart {
            from,
            to,
            number,
            width,
        } => format!(
            "processor {number} waits at a barrier of the processors {from} to {to}, {}",
            not_in_part(*from, *to, *width)
        ),
        FaultKind::NestedInNative => {
            "a processor of an asynchronous block cannot open another block".to_owned()
        }
        FaultKind::NoBarrierTime { processors } => {
            format!("B has no value, or a negative one, for {processors} processors")
        }
        FaultKind::TooManySteps { limit } => format!("the run reached its limit of {limit} steps"),
        FaultKind::TooMuchWork {
            done,
            active,
            limit,
        } => over_work(*done, *active, *limit),
        FaultKind::TooMuchMemory {
            what,
            needed,
            limit,
        } => format!(
            "{} would take {}, which is over the limit of {}",
            memory_use(what),
            bytes(*needed),
            bytes(u128::from(*limit))
        ),
        FaultKind::MemoryRefused { what, bytes_more } => format!(
            "{} needs {} more, which the system refuses",
            memory_use(what),
            bytes(*bytes_more)
        ),
        FaultKind::TooMuchOutput { limit } => {
            format!("the program prints more than {}", bytes(u128::from(*limit)))
        }
        FaultKind::TooManyProcessors { asked, limit } => format!(
            "this block asks for {} processors, which is over the limit of {limit}",
            many(*asked)
        ),
        FaultKind::TooDeep { limit, .. } => format!("calls are nested {limit} deep here"),
        FaultKind::Interrupted => "interrupted".to_owned(),
    }
}

/// A way out.
fn help(kind: &FaultKind, vocabulary: Vocabulary) -> Option<String> {
    use Concept::{Array, Barrier, From, If, Return, To};
    let [if_word, return_word, array, barrier] = vocabulary.words([If, Return, Array, Barrier]);
    let [from, to] = vocabulary.words([From, To]);
    let text = match kind {
        FaultKind::NoResult { .. } => {
            return Some(format!("end every path through it with `{return_word} …;`"));
        }
        FaultKind::DivisionByZero => {
            return Some(format!(
                "guard the division, for example `{if_word} (d != 0)`"
            ));
        }
        FaultKind::TooManyIterations { .. } => {
            let while_word = vocabulary.word(Concept::While);
            return Some(format!(
                "the bound was evaluated when the loop was entered: raise it, for example by a \
                 constant or to the next power, or find out why the loop does not end \
                 (the condition of `{while_word}`, the step of its variables)"
            ));
        }
        FaultKind::OutOfBounds { subscripts, .. } => {
            let is_before = subscripts.starts_with('-') || subscripts.contains(", -");
            let end = if is_before { "first" } else { "last" };
            return Some(format!(
                "subscripts begin at 0; check the {end} index of the range, or guard the access \
                 with `{if_word}`"
            ));
        }
        FaultKind::NeverWritten { class: None, .. } => {
            return Some(format!(
                "give it a value first; {} starts unwritten unless it has an initialiser",
                with_article(array)
            ));
        }
        FaultKind::BarrierNotReached { .. } => {
            return Some(format!(
                "every processor of the block has to reach the same number of barriers: put \
                 the `{barrier}` where all of them pass, outside of `{if_word}`"
            ));
        }
        FaultKind::NotInPart { .. } => {
            return Some(format!(
                "`{barrier}({from} a {to} b)` is for the processors a to b of the block, \
                 numbered from 0, and each of them has to name the same a and b"
            ));
        }
        FaultKind::NotIntegral { value, .. } => {
            let (below, above) = (value.floor(), value.ceil());
            return Some(format!(
                "say which whole number is meant: floor(…) gives {below}, ceil(…) gives {above}"
            ));
        }
        FaultKind::SectionOutside { .. } => {
            return Some(
                "a section lies inside of its array; an empty one may lie anywhere".to_owned(),
            );
        }
        FaultKind::ReversedSection { .. } => {
            return Some(format!(
                "`A[a {to} b]` holds the elements a, a + 1, …, b; it is empty where b = a - 1, and \
                 must not end earlier"
            ));
        }
        FaultKind::MessageOutside => {
            let parallel = vocabulary.word(Concept::Parallel);
            return Some(format!(
                "code outside of every `{parallel}` prepares the run and belongs to no processor: \
                 send and receive inside the block"
            ));
        }
        FaultKind::Overflow { .. } | FaultKind::NoInt { .. } => {
            "ints have 64 bits; compute with reals (1.0 instead of 1) where values grow \
            larger"
        }
        FaultKind::Domain { needs, .. } => match needs {
            Needs::NotNegative => "sqrt(x) needs x >= 0",
            Needs::Positive => "log(x) and ln(x) need x > 0",
            Needs::NoNegativePower => "an int has no negative powers; a real has: `2.0^k`",
            Needs::WholePower => "a negative number has whole powers only",
            Needs::BitNumber => "bits are numbered 0 to 63",
        },
        FaultKind::BadLength { .. } => "a length is 0 or more: check what it is computed from",
        FaultKind::CombinesReals { .. } => "reals are combined by `sum`, `prod`, `max` or `min`",
        FaultKind::NotTruth { .. } => "compare it, for example `x != 0`",
        FaultKind::NeverWritten { .. } => "assign it on every path to this line",
        FaultKind::Deadlock { .. } => {
            return Some(format!(
                "let the processors reach their barriers in one order, for example first all \
                 pairs that begin with an even number and then the others, or use one `{barrier}` \
                 of all"
            ));
        }
        FaultKind::NestedInNative => {
            "write the inner work as a loop of each processor, or run the program on the \
            synchronous PRAM"
        }
        FaultKind::TooManySteps { .. } => {
            "if the program is meant to run longer, raise it with --max-steps; otherwise \
            look for a loop that does not end"
        }
        FaultKind::TooMuchWork { .. } => RAISE_WORK,
        FaultKind::MemoryRefused { .. } => {
            "use a smaller size or fewer threads (--threads 1), or give the process more \
            memory (`ulimit -v`)"
        }
        FaultKind::TooMuchMemory { .. } => "raise it with --max-memory, or use a smaller size",
        FaultKind::TooMuchOutput { .. } => {
            "print less, or if all of it is wanted, raise the limit with --max-output"
        }
        FaultKind::TooManyProcessors { .. } => {
            "raise it with --max-processors, or use a smaller size"
        }
        FaultKind::TooDeep { .. } => {
            "does the recursion reach its end? If it is meant to go deeper, raise the limit \
            with --max-depth"
        }
        FaultKind::Kernel(_)
        | FaultKind::Network(_)
        | FaultKind::Generator { .. }
        | FaultKind::LengthsDiffer { .. }
        | FaultKind::Assertion { .. }
        | FaultKind::ZeroStride
        | FaultKind::NoBarrierTime { .. }
        | FaultKind::Interrupted => return None,
    };
    Some(text.to_owned())
}

fn one_length(why: &SameLength, vocabulary: Vocabulary) -> String {
    match why {
        SameLength::Whole => "whole arrays in one statement need the same length".to_owned(),
        SameLength::List => "give the list as many values as the array has elements".to_owned(),
        SameLength::Index(index) => {
            let words = [Concept::Index, Concept::From, Concept::To];
            let [index_word, from, to] = vocabulary.words(words);
            format!(
                "`{index_word} {index}` runs over the arrays that the block subscripts with plain \
                 `{index}`, and these must all have one length; where they have not, say the \
                 range: `{index} {from} 0 {to} n-1`"
            )
        }
    }
}
