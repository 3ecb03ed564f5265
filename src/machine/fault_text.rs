//! The messages of faults and limits, and the advice for them.

use super::fault::{Fault, FaultKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::time::deadlock::with_waits;
use crate::program::{ArrayId, SameLength, ScalarClass, WhyShared};
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::{Vocabulary, with_article};

/// The advice where a run reaches its limit of work.
pub(super) const RAISE_WORK: &str = "if the program is meant to do more, raise the limit with \
                                     --max-work; otherwise use a smaller size";

impl FaultKind {
    pub(crate) fn code(&self) -> Code {
        match self {
            Self::Overflow { .. } => Code::Overflow,
            Self::DivisionByZero => Code::DivisionByZero,
            Self::Domain { .. } | Self::CombinesReals { .. } | Self::Generator { .. } => {
                Code::OutsideDomain
            }
            Self::NotIntegral { .. } => Code::NotIntegral,
            Self::NotTruth { .. } => Code::NotTruth,
            Self::OutOfBounds { .. }
            | Self::SectionOutside { .. }
            | Self::ReversedSection { .. } => Code::OutOfBounds,
            Self::MessageOutside => Code::Misplaced,
            Self::Network(fault) => fault.code(),
            Self::NeverWritten { .. } => Code::NeverWritten,
            Self::LengthsDiffer { .. } => Code::LengthsDiffer,
            Self::Assertion { .. } => Code::AssertionFailed,
            Self::TooManyIterations { .. } => Code::ClaimFailed,
            Self::BadLength { .. } => Code::BadLength,
            Self::ZeroStride => Code::ZeroStride,
            Self::NoResult { .. } => Code::NoResult,
            Self::BarrierNotReached { .. } | Self::NotInPart { .. } => Code::BarrierNotReached,
            Self::Deadlock { .. } => Code::Deadlock,
            Self::NestedInNative => Code::Misplaced,
            Self::NoBarrierTime { .. } => Code::BadOption,
            Self::TooManySteps { .. } => Code::TooManySteps,
            Self::TooMuchWork { .. } => Code::TooMuchWork,
            Self::TooMuchMemory { .. } | Self::MemoryRefused { .. } => Code::TooMuchMemory,
            Self::TooMuchOutput { .. } => Code::TooMuchOutput,
            Self::TooManyProcessors { .. } => Code::TooManyProcessors,
            Self::TooDeep { .. } => Code::RecursionTooDeep,
            Self::Interrupted => Code::Interrupted,
        }
    }

    /// The text at the place of the fault in the source.
    fn at_its_place(&self) -> String {
        match self {
            Self::OutOfBounds { computed_from, .. } if !computed_from.is_empty() => {
                let values = computed_from.iter();
                let values = values.map(|(name, value)| format!("{name} = {value}"));
                format!("here {}", values.collect::<Vec<_>>().join(", "))
            }
            _ => String::new(),
        }
    }

    /// The cell that it is about, with the array in its algorithm.
    pub(crate) fn cell(&self) -> Option<(ArrayId, String)> {
        match self {
            Self::OutOfBounds {
                array,
                id,
                subscripts,
                ..
            } => Some((*id, format!("{array}[{subscripts}]"))),
            Self::NeverWritten { what, array, .. } => Some(((*array)?, what.clone())),
            _ => None,
        }
    }

    /// The message, in one sentence.
    fn message(&self, vocabulary: Vocabulary) -> String {
        match self {
            Self::Generator { error } => error.message(vocabulary),
            Self::NoResult { algorithm } => {
                let return_word = vocabulary.word(Concept::Return);
                format!("`{algorithm}` ended without `{return_word}`, and its value is needed")
            }
            kind => kind.to_string(),
        }
    }

    fn help(&self, vocabulary: Vocabulary) -> Option<String> {
        use Concept::{Array, Barrier, From, If, Return, To};
        let [if_word, return_word, array, barrier] = vocabulary.words([If, Return, Array, Barrier]);
        let [from, to] = vocabulary.words([From, To]);
        let text = match self {
            Self::NoResult { .. } => {
                return Some(format!("end every way through it with `{return_word} …;`"));
            }
            Self::DivisionByZero => {
                return Some(format!(
                    "guard the division, for example `{if_word} (d != 0)`"
                ));
            }
            Self::TooManyIterations { .. } => {
                let while_word = vocabulary.word(Concept::While);
                return Some(format!(
                    "the bound was evaluated when the loop was entered: raise it, for example by a \
                     constant or to the next power, or look for what keeps the loop from ending \
                     (the condition of `{while_word}`, the step of its variables)"
                ));
            }
            Self::OutOfBounds { subscripts, .. } => {
                let is_before = subscripts.starts_with('-') || subscripts.contains(", -");
                let end = if is_before { "first" } else { "last" };
                return Some(format!(
                    "subscripts begin at 0; check the {end} index of the range, or guard the access \
                     with `{if_word}`"
                ));
            }
            Self::NeverWritten { class: None, .. } => {
                return Some(format!(
                    "give it a value first; {} starts unwritten unless it has an initialiser",
                    with_article(array)
                ));
            }
            Self::BarrierNotReached { .. } => {
                return Some(format!(
                    "every processor of the block has to come to the same number of barriers: put \
                     the `{barrier}` where all of them pass, outside of `{if_word}`"
                ));
            }
            Self::NotInPart { .. } => {
                return Some(format!(
                    "`{barrier}({from} a {to} b)` is for the processors a to b of the block, \
                     numbered from 0, and each of them has to name the same a and b"
                ));
            }
            Self::NotIntegral { value, .. } => {
                let (below, above) = (value.floor(), value.ceil());
                return Some(format!(
                    "say which whole number is meant: floor(…) gives {below}, ceil(…) gives {above}"
                ));
            }
            Self::SectionOutside { .. } => {
                return Some(
                    "a section lies inside of its array; an empty one may lie anywhere".to_owned(),
                );
            }
            Self::ReversedSection { .. } => {
                return Some(format!(
                    "`A[a {to} b]` holds the elements a, a + 1, …, b; it is empty where b = a - 1, and \
                     must not end earlier"
                ));
            }
            Self::MessageOutside => {
                let parallel = vocabulary.word(Concept::Parallel);
                return Some(format!(
                    "code outside of every `{parallel}` prepares the run and belongs to no processor: \
                     send and receive inside the block"
                ));
            }
            Self::Network(fault) => return fault.help(vocabulary),
            Self::Overflow { .. } => {
                "ints have 64 bits; compute with reals (1.0 instead of 1) where values grow larger"
            }
            Self::Domain { .. } => {
                "sqrt(x) needs x >= 0, and log(x), ln(x) need x > 0; an int has no negative powers (a real has: `2.0^k`); bits are numbered 0 to 63"
            }
            Self::BadLength { .. } => "a length is 0 or more: check what it is computed from",
            Self::CombinesReals { .. } => "reals are combined by `sum`, `prod`, `max` or `min`",
            Self::NotTruth { .. } => "compare it, for example `x != 0`",
            Self::NeverWritten { .. } => "give it a value on every way that leads here",
            Self::Deadlock { .. } => {
                return Some(format!(
                    "let the processors come to their barriers in one order, for example first all \
                     pairs that begin with an even number and then the others, or use one `{barrier}` \
                     of all"
                ));
            }
            Self::NestedInNative => {
                "write the inner work as a loop of each processor, or run the program on the synchronous PRAM"
            }
            Self::TooManySteps { .. } => {
                "if the program is meant to run longer, raise it with --max-steps; otherwise look for a loop that does not end"
            }
            Self::TooMuchWork { .. } => RAISE_WORK,
            Self::MemoryRefused { .. } => {
                "use a smaller size or fewer threads (--threads 1), or give the process more memory (`ulimit -v`)"
            }
            Self::TooMuchMemory { .. } => "raise it with --max-memory, or use a smaller size",
            Self::TooMuchOutput { .. } => {
                "print less, or if all of it is wanted, raise the limit with --max-output"
            }
            Self::TooManyProcessors { .. } => {
                "raise it with --max-processors, or use a smaller size"
            }
            Self::TooDeep { .. } => {
                "does the recursion reach its end? If it is meant to go deeper, raise the limit with --max-depth"
            }
            _ => return None,
        };
        Some(text.to_owned())
    }
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

impl Fault {
    /// The fault in words.
    pub fn diagnostic(&self, vocabulary: Vocabulary) -> Diagnostic {
        let message = self.kind.message(vocabulary);
        let label = self.kind.at_its_place();
        let mut diagnostic = Diagnostic::new(self.kind.code(), message, self.span, label);
        match &self.kind {
            FaultKind::LengthsDiffer {
                other,
                other_extent,
                other_span,
                why,
                ..
            } => {
                if *other_span != self.span {
                    let text = format!("{other} has {other_extent}");
                    diagnostic = diagnostic.label(*other_span, text);
                }
                diagnostic.help.push(one_length(why, vocabulary));
            }
            FaultKind::NeverWritten {
                what,
                class: Some(class),
                ..
            } => {
                diagnostic = diagnostic.note(class.sentence(what, vocabulary));
                if let ScalarClass::Shared(WhyShared::Declared(declared)) = class {
                    let shared = vocabulary.word(Concept::Shared);
                    let text = format!("`{what}` is declared `{shared}` here");
                    diagnostic = diagnostic.label(*declared, text);
                }
            }
            FaultKind::Assertion { sides, .. } => {
                for (side, value) in sides {
                    diagnostic = diagnostic.label(*side, format!("this is {value}"));
                }
            }
            FaultKind::Deadlock { waits } => diagnostic = with_waits(diagnostic, waits),
            FaultKind::Network(fault) => diagnostic = fault.with_places(diagnostic),
            FaultKind::BarrierNotReached { block, .. } => {
                diagnostic =
                    diagnostic.label(*block, "a barrier waits for every processor of this block");
            }
            _ => {}
        }
        let cell = self.kind.cell().map(|(_, cell)| cell);
        diagnostic = self.trace.shown_in(diagnostic, cell.as_deref());
        diagnostic.help.extend(self.kind.help(vocabulary));
        diagnostic.processor.clone_from(&self.processor);
        diagnostic.step = self.step;
        diagnostic
    }
}
