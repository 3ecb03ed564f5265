//! What is legal but almost never meant: every warning about a program, and where it is found. Its
//! places are in `places`, its words in a file of each language.
//!
//! Errors end a program; warnings do not, so each must be right about programs that work. Where
//! something may well be meant, there is none.

mod english;
mod fraction;
mod in_place;
mod inputs;
mod names;
mod places;
mod rounding;
mod statements;

use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::language::{Language, Voice};
use crate::source::{Sources, Span};
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;
use crate::syntax::{
    Directive, DirectiveKind, LookAlike, Misbound, Misleading, Misspelt, ReadAs, ast,
};

use super::builtin::UnboundName;
use super::class::Scopes;
use super::constant::Lookup;
use super::names::Names;
use super::problem::Problems;
use super::{Signature, results, unreached};
use crate::program::Program;

/// A warning about a program or about a run of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Warning {
    /// A statement is indented as if a head before it governed it.
    MisleadingIndent(Misleading),
    /// An `inace` is indented like another `ako` than its own.
    MisleadingElse(Misbound),
    /// A comment for pram means nothing.
    UnknownAllow(Misspelt),
    /// A comment is a directive in C.
    Directive(Directive),
    /// A name with letters that look like others.
    LookAlike(LookAlike),
    /// A printed listing was read differently from how it is written.
    ReadAs(ReadAs),
    /// An int quotient where that of reals seems to be meant.
    LostFraction {
        /// The quotient.
        span: Span,
        /// Why it seems so.
        why: LostFraction,
    },
    /// `%d` in a printed text.
    Placeholder {
        /// As written.
        placeholder: String,
        /// Its place.
        span: Span,
    },
    /// A range of constants is empty.
    EmptyRange {
        /// The first value.
        from: i64,
        /// The last.
        to: i64,
        /// The step.
        step: i64,
        /// Whether the program says it.
        is_step_written: bool,
        /// Whose range.
        kind: RangeKind,
        /// From the first value to the last or the step.
        span: Span,
    },
    /// A loop without a step, from what is seldom less than 1 to 0 or 1.
    CountsUp {
        /// The last value.
        to: i64,
        /// Whose range.
        kind: RangeKind,
        /// The first value.
        from: Span,
        /// From the first value to the last.
        span: Span,
    },
    /// A name is never read.
    NeverRead {
        /// The name.
        name: String,
        /// Where it begins to mean something.
        span: Span,
        /// What it is.
        kind: NameKind,
        /// The variable that it may be a misspelling of.
        meant: Option<String>,
    },
    /// A variable is called like an array and the subscript of one of its cells: `A_i`.
    SubscriptInName {
        /// The variable.
        name: String,
        /// The cell that it looks like.
        cell: String,
        /// Where it begins to mean something.
        span: Span,
        /// Where the array does.
        array: Span,
    },
    /// A built-in name that is a variable is read before it has a value.
    ReadUnassigned {
        /// The name.
        name: String,
        /// What it means where no program binds it.
        meaning: UnboundName,
        /// Where it is read.
        read: Span,
        /// What makes it a variable.
        assigned: Span,
    },
    /// An array is read after a call changed it in place, with the result kept elsewhere.
    ChangedInPlace {
        /// The array.
        array: String,
        /// The array that keeps the result.
        kept: String,
        /// Where the array is read.
        read: Span,
        /// The call.
        call: Span,
        /// The name of the algorithm in the call.
        algorithm: Span,
    },
    /// An input is read after a procedure changed it.
    ChangedInput {
        /// The input.
        input: String,
        /// Where it is read.
        read: Span,
        /// The call.
        call: Span,
        /// The name of the procedure in the call.
        procedure: Span,
    },
    /// An int is rounded.
    RoundedInt {
        /// The function.
        function: &'static str,
        /// Whether its argument holds a division.
        divides: bool,
        /// The call.
        span: Span,
    },
    /// Different values were written into one cell, and one of them stays.
    LostWrites {
        /// The cell as written, of the processors who came to it after others.
        place: Span,
        /// The first time.
        first: WrittenTogether,
        /// In how many cells it happened, over all steps.
        cells: u64,
        /// In how many steps.
        steps: u64,
    },
    /// Groups of a kernel whose last warp is not full.
    PartialWarp {
        /// The header of the kernel.
        span: Span,
        /// The items of a group.
        items: u64,
        /// The items of a warp.
        warp: u64,
    },
    /// A message goes from one end of a line or mesh to the other, by a statement that otherwise
    /// reaches neighbours.
    GoesRound {
        /// The statement.
        span: Span,
        /// Who sends.
        sender: u32,
        /// Who receives.
        receiver: u32,
        /// The links between them.
        links: u32,
        /// Whether it is a line.
        is_line: bool,
    },
    /// Many processors updated one cell in one step.
    ManyUpdates {
        /// The cell as written.
        place: Span,
        /// The first time.
        first: WrittenTogether,
        /// Who wrote the cell at other places in that step: the first of each.
        others: Vec<WrittenBy>,
        /// In how many steps.
        steps: u64,
        /// The model, such as `crcw-sum`.
        model: String,
        /// Whether it combines what is written.
        combines: bool,
        /// The statement that writes the part of one processor alone, where that is known: `s = A[i]`.
        instead: Option<String>,
        /// The rule that combines the parts as the updates would, if there is one: `sum`.
        rule: Option<&'static str>,
    },
}

/// Why an int quotient is hardly meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LostFraction {
    /// It is always 0: `1/2`.
    AlwaysZero,
    /// It is 0 unless the divisor is 1: `1/n`.
    OneOver {
        /// The divisor, as written.
        divisor: String,
    },
    /// It is a factor of a real product: `(i/n)*2.0`.
    FactorOfReal {
        /// The product.
        product: Span,
    },
}

/// Whose range is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RangeKind {
    /// That of a loop.
    Loop,
    /// That of a block of processors.
    Block,
}

/// What a name is that is never read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameKind {
    /// A scalar.
    Variable,
    /// A parameter, scalar or array.
    Parameter,
    /// An array of its own.
    Array,
}

/// Processors that wrote one cell in one step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenTogether {
    /// The cell, such as `A[5]`.
    pub cell: String,
    /// The step, from 1.
    pub step: u64,
    /// How many processors wrote it.
    pub processors: u64,
    /// Whose value stays, where one does.
    pub winner: WrittenBy,
    /// Another of them.
    pub other: WrittenBy,
}

/// What a processor wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenBy {
    /// The cell in the source.
    pub span: Span,
    /// The processor, such as `i = 3`.
    pub processor: String,
    /// The value, as programs print it.
    pub value: String,
}

impl WrittenTogether {
    /// The places in the source, `place` first, with who wrote there, and whether that value stays.
    fn by_place(&self, place: Span) -> Vec<(Span, Vec<(&WrittenBy, bool)>)> {
        let mut places = vec![(place, Vec::new())];
        for (written, stays) in [(&self.winner, true), (&self.other, false)] {
            match places.iter_mut().find(|(span, _)| *span == written.span) {
                Some((_, known)) => known.push((written, stays)),
                None => places.push((written.span, vec![(written, stays)])),
            }
        }
        places
    }
}

/// How updates that many processors make of one cell are done instead. `instead` writes the part of
/// one processor alone; `rule` combines the parts as the updates would.
pub fn ways_to_combine(instead: Option<&str>, rule: Option<&'static str>, voice: Voice) -> String {
    match voice.language {
        Language::English | Language::Croatian => {
            english::to_combine(instead, rule, voice.vocabulary)
        }
    }
}

impl Warning {
    /// The warning in words.
    pub fn diagnostic(&self, sources: &Sources, voice: Voice) -> Diagnostic {
        let words = match voice.language {
            Language::English | Language::Croatian => {
                english::words(self, sources, voice.vocabulary)
            }
        };
        (places::of(self).with(words)).fixed_by(self.fix(voice.vocabulary), voice)
    }

    /// The step of a range that is to count down, or the item that a directive stands for.
    fn fix(&self, vocabulary: Vocabulary) -> Option<Edit> {
        match self {
            Self::EmptyRange {
                is_step_written: false,
                span,
                ..
            }
            | Self::CountsUp { span, .. } => {
                let step = format!(" {} -1", vocabulary.word(Concept::Step));
                Some(Edit::replace(span.after(), step))
            }
            Self::Directive(Directive {
                span,
                kind: DirectiveKind::Include(Some(file)),
            }) => {
                let include = vocabulary.word(Concept::Include);
                Some(Edit::replace(*span, format!("{include} \"{file}\";")))
            }
            _ => None,
        }
    }

    /// The row of the catalogue.
    pub fn code(&self) -> Code {
        match self {
            Self::ReadAs(_) => Code::ReadAs,
            Self::MisleadingIndent(_) | Self::MisleadingElse(_) => Code::MisleadingIndent,
            Self::UnknownAllow(_) => Code::UnknownAllow,
            Self::Directive(_) => Code::Directive,
            Self::LookAlike(_) => Code::LookAlike,
            Self::LostFraction { .. } => Code::LostFraction,
            Self::Placeholder { .. } => Code::Placeholder,
            Self::EmptyRange { .. } | Self::CountsUp { .. } => Code::EmptyRange,
            Self::NeverRead { .. } => Code::NeverRead,
            Self::ReadUnassigned { .. } => Code::ReadUnassigned,
            Self::ChangedInPlace { .. } | Self::ChangedInput { .. } => Code::ChangedInPlace,
            Self::SubscriptInName { .. } => Code::SubscriptInName,
            Self::RoundedInt { .. } => Code::RoundedInt,
            Self::LostWrites { .. } => Code::LostWrites,
            Self::ManyUpdates { .. } => Code::ManyUpdates,
            Self::GoesRound { .. } => Code::GoesRound,
            Self::PartialWarp { .. } => Code::PartialWarp,
        }
    }
}

/// What is odd about a program without errors, apart from how its text is laid out; `inputs` are
/// the values of its inputs.
pub fn warnings(
    file: &ast::File,
    entry: &Signature,
    program: &Program,
    inputs: &dyn Lookup,
    sources: &Sources,
) -> Vec<Warning> {
    let mut warnings = Vec::new();
    // Whatever is wrong with the names has been said.
    let mut said = Problems::new(&program.vocabularies);
    let known = Names::collect(file, &mut said);
    let start = super::find(&known, &entry.entry).map(|(routine, _)| routine);
    let scopes: Vec<Scopes> = (0..known.routines.len())
        .map(|routine| Scopes::of(routine, &known, program.memory, &mut said))
        .collect();
    for (number, (routine, scopes)) in known.routines.iter().zip(&scopes).enumerate() {
        warnings.extend(statements::check(routine, sources));
        let is_entry = start == Some(number) || routine.algorithm.is_none();
        warnings.extend(names::check(routine, scopes, is_entry));
    }
    let kinds = results::kinds(&known, &scopes, &mut said);
    for routine in &known.routines {
        warnings.extend(in_place::check(routine, &known, &scopes, &kinds));
    }
    let unreached = unreached::programs(&known, &scopes, &kinds, program);
    warnings.extend(rounding::check([program].into_iter().chain(&unreached)));
    warnings.extend(fraction::check(
        [program].into_iter().chain(&unreached),
        sources,
    ));
    warnings.extend(inputs::check(file, entry, inputs));
    warnings
}
