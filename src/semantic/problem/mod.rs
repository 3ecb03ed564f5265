//! Everything that can be wrong with a program that can be read: as data here, with its code and places in
//! `places`, and with its words in a file of each language.

mod collection;
mod english;
mod fixes;
mod operand;
mod place;
mod places;

use crate::diagnostic::Diagnostic;
use crate::language::{Language, Voice};
use crate::program::{Memory, ScalarClass, Type, WhyShared};
use crate::semantic::arithmetic::Fault;
use crate::semantic::builtin::Row;
use crate::source::Span;
use crate::syntax::habit::{self, Habit};
use crate::syntax::keyword::{self, Concept};
use crate::syntax::vocabulary::Vocabulary;

pub(in crate::semantic) use collection::Problems;
pub(in crate::semantic) use operand::{Defined, OperandOf};
pub use place::NamesNetwork;
pub(in crate::semantic) use place::{KernelPlace, Place};

/// What an operand has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::semantic) enum Needed {
    Int,
    Number,
    Truth,
    SameKind,
    /// A number, where a truth value most probably came of `a < b < c`.
    Comparable,
}

/// A name that means something in a block, and is used where that block is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::semantic) struct Elsewhere {
    /// Where the block gives it its meaning.
    pub span: Span,
    /// The block's header.
    pub header: Span,
    /// What it is there.
    pub kind: ElsewhereKind,
}

/// What a name is in the block that knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::semantic) enum ElsewhereKind {
    /// The block's index.
    Index,
    /// A scalar of its processors: its class, and why.
    Scalar(ScalarClass),
    /// An array of its processors.
    Array,
}

/// What is probably meant by a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::semantic) enum Suggestion {
    /// A name of the program.
    Own(String),
    /// A built-in function.
    Builtin(&'static Row),
    /// A keyword.
    Keyword(Concept),
}

impl Suggestion {
    /// How it is written in a vocabulary.
    pub fn name(&self, vocabulary: Vocabulary) -> &str {
        match self {
            Self::Own(name) => name,
            Self::Builtin(row) => row.name(vocabulary),
            Self::Keyword(concept) => vocabulary.word(*concept),
        }
    }
}

/// How something is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::semantic) enum Usage {
    /// An algorithm, with its parameters.
    Algorithm(String),
    /// A built-in function.
    Builtin(&'static Row),
}

/// A name that nothing declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::semantic) struct UnknownName {
    pub name: String,
    pub span: Span,
    pub array: bool,
    pub input: Option<Span>,
    pub called: Option<CalledLike>,
    pub suggestion: Option<String>,
    pub headless: Option<Span>,
    pub elsewhere: Option<Box<Elsewhere>>,
}

/// What bears the name of a variable and is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::semantic) enum CalledLike {
    Algorithm,
    Function,
}

/// A call of an algorithm that nothing defines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::semantic) struct UnknownAlgorithm {
    pub name: String,
    pub span: Span,
    pub suggestion: Option<Suggestion>,
    pub neutral: Option<String>,
    /// A scalar is called so.
    pub is_number: bool,
    /// What the processors of the machine share.
    pub memory: Memory,
}

/// A problem of this phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::semantic) enum Problem {
    DefinedTwice {
        what: Defined,
        name: String,
        first: Span,
        second: Span,
    },

    /// A name that nothing declares.
    UnknownName(UnknownName),

    /// A call of an algorithm that nothing defines.
    UnknownAlgorithm(UnknownAlgorithm),

    WrongArgumentCount {
        name: String,
        usage: Usage,
        given: usize,
        least: usize,
        most: usize,
        span: Span,
        definition: Option<Span>,
    },

    /// `f(n, A[])` where `f(A[], n)` is defined.
    SwappedArguments {
        name: String,
        usage: String,
        span: Span,
        definition: Span,
    },

    /// `max(A)`
    ArrayAsOperands {
        /// The function.
        name: String,
        /// The array.
        array: String,
        span: Span,
        memory: Memory,
    },

    ScalarArgument {
        callee: String,
        parameter: String,
        span: Span,
        definition: Span,
    },

    ArgumentRank {
        callee: String,
        array: String,
        rank: u8,
        needed: usize,
        span: Span,
        definition: Span,
    },

    EndlessDefault {
        name: String,
        span: Span,
    },

    ValueUnused {
        name: String,
        span: Span,
    },

    Misplaced {
        place: Place,
        span: Span,
    },

    NotGeneric {
        name: String,
        span: Span,
    },

    NoProcessors {
        span: Span,
    },

    NoTime {
        name: &'static str,
        span: Span,
    },

    AssignedIndex {
        name: String,
        index: Span,
        assignment: Span,
    },

    SharedCounter {
        name: String,
        counter: Span,
        why: WhyShared,
    },

    ArrayAsScalar {
        name: String,
        array: Span,
        scalar: Span,
    },

    /// A list is assigned to a name that is no array.
    AssignedList {
        name: String,
        length: usize,
        span: Span,
    },

    AssignedArray {
        name: String,
        array: Span,
        span: Span,
        /// The statement that was probably meant.
        whole: Option<String>,
    },

    ArrayWithoutBrackets {
        name: String,
        span: Span,
    },

    DeclaredWithoutLength {
        name: String,
        span: Span,
    },

    NoLength {
        name: String,
        span: Span,
    },

    NotYetMade {
        name: String,
        span: Span,
    },

    ScalarAsArray {
        name: String,
        span: Span,
        declared: Span,
        class: Option<ScalarClass>,
    },

    ArrayAsValue {
        name: String,
        span: Span,
        declared: Span,
        elementwise: bool,
        /// The variable that it is assigned to.
        into: Option<String>,
    },

    SectionAsValue {
        name: String,
        span: Span,
    },
    WholeArrayAsValue {
        name: String,
        span: Span,
    },

    CellsApart {
        name: String,
        span: Span,
    },

    ArrayResultAsValue {
        name: String,
        span: Span,
    },

    WrongRank {
        name: String,
        rank: u8,
        given: usize,
        span: Span,
    },

    TooManyDimensions {
        name: String,
        given: usize,
        span: Span,
    },

    RanksDiffer {
        name: String,
        other: String,
        span: Span,
        other_span: Span,
    },

    ListRank {
        name: String,
        rank: u8,
        given: u8,
        span: Span,
    },

    UnevenList {
        span: Span,
    },

    ReversedMatrix {
        span: Span,
    },

    MatrixIndices {
        name: String,
        rank: u8,
        span: Span,
    },

    NothingSubscripted {
        index: String,
        span: Span,
    },

    BadDimension {
        rank: Option<u8>,
        span: Span,
    },

    RealSubscript {
        span: Span,
    },

    Operand {
        what: OperandOf,
        needed: Needed,
        found: Type,
        span: Span,
    },

    Operator {
        symbol: &'static str,
        needed: Needed,
        left: Option<Type>,
        right: Option<Type>,
        operand: Span,
        operator: Span,
    },

    Mixed {
        name: String,
        known: Type,
        known_at: Span,
        new: Type,
        span: Span,
        class: Option<ScalarClass>,
    },

    MixedResultTypes {
        name: String,
        known: Type,
        new: Type,
        span: Span,
    },

    MixedResults {
        name: String,
        array: Span,
        scalar: Span,
    },

    NoValue {
        name: String,
        span: Span,
        definition: Span,
    },

    EndlessResult {
        name: String,
        span: Span,
        returned: Span,
    },

    ReturnsNothing {
        name: String,
        span: Span,
        returned: Span,
    },

    TooManyInstances {
        name: String,
        span: Span,
    },

    BadNeutral {
        name: String,
        span: Span,
        definition: Option<Span>,
    },

    UnknownSequential {
        name: String,
        span: Span,
        suggestion: Option<String>,
    },

    SecondSequential {
        first: Span,
        second: Span,
    },

    NothingToRun,

    UnknownEntry {
        name: String,
        known: Vec<String>,
        suggestion: Option<String>,
    },

    NotConstant {
        span: Span,
    },

    NotInFormula {
        span: Span,
    },

    NoFunction {
        name: String,
        span: Span,
    },

    UnknownConstant {
        name: String,
        span: Span,
        known: Vec<String>,
        suggestion: Option<String>,
    },

    ConstantFault {
        fault: Fault,
        span: Span,
    },
}

impl Problem {
    /// What an atomic statement changes is no cell that items share.
    pub fn no_atomic_cell(span: Span) -> Self {
        let place = Place::Kernel(KernelPlace::NoAtomicCell);
        Self::Misplaced { place, span }
    }

    /// An atomic update with an operator whose result depends on the order of the items.
    pub fn no_atomic_operator(span: Span) -> Self {
        let place = Place::Kernel(KernelPlace::NoAtomicOperator);
        Self::Misplaced { place, span }
    }

    /// An atomic comparison of another form than `A[i] == e`.
    pub fn no_atomic_comparison(span: Span) -> Self {
        let place = Place::Kernel(KernelPlace::NoAtomicComparison);
        Self::Misplaced { place, span }
    }

    /// The problem in words.
    pub fn diagnostic(&self, voice: Voice) -> Diagnostic {
        let words = match voice.language {
            Language::English | Language::Croatian => english::words(self, voice.vocabulary),
        };
        let diagnostic = places::of(self).with(words);
        diagnostic.fixed_by(fixes::of(self, voice.vocabulary), voice)
    }
}

impl Elsewhere {
    /// Whether a place is in the header of the block itself, where its names have no value yet.
    fn is_in_header(&self, place: Span) -> bool {
        let header = self.header;
        place.file == header.file && (header.start..header.end).contains(&place.start)
    }
}

/// What an unknown function means in another language, or on the multicomputers of another library.
fn called(name: &str, memory: Memory) -> Option<Habit> {
    match memory {
        Memory::Shared => habit::call(name),
        Memory::Private => habit::call(name).or_else(|| habit::collective(name)),
    }
}

/// The keyword for a truth value that is written in other letters: `True`, `FALSE`.
fn truth_value(name: &str, vocabulary: Vocabulary) -> Option<&'static str> {
    let concept = keyword::find(&name.to_lowercase())?;
    matches!(concept, Concept::True | Concept::False).then(|| vocabulary.word(concept))
}
