//! Spellings from other languages and from slides that are understood in order to be explained.

use super::piece::Construct;

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
        /// The first and the last value, if it is a `range(…)`.
        range: Option<[String; 2]>,
    },
    /// `min{a, b}`
    Braces {
        /// The function.
        function: String,
    },
    /// `for (i = 0, i < n, i++)`
    CommaInFor,
    /// `dok je x > 0`
    SurplusIs,
    /// `for i = a to b do`, `while (c) do`, `dok (c) radi`
    SurplusDo {
        /// As written.
        written: String,
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
