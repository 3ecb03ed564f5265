//! How a construct of a listing is read that the language writes differently.

mod english;

use crate::language::{Language, Voice};

/// One way in which something of a listing is read, in the order in which W0105 lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Interpretation {
    /// TeX as what it prints: `$…$`, `\_`, `\le`, `\lceil`, `\sqrt{n}`
    Tex,
    /// `(i)`, `(ii)` before statements as no part of them
    RomanNumbers,
    /// `2i`, `2⌊n/2⌋` as products
    Product,
    /// `: =` as `:=`
    Assignment,
    /// `=` in a condition as `==`
    EqualSignAsComparison,
    /// `NIL`, `null` as -1
    Nil,
    /// `TRUE`, `FALSE`, `modulo` as `true`, `false`, `mod`
    TruthWords,
    /// `[a .. b)` as a range that ends before b
    HalfOpenRange,
    /// `a ≤ i < b` in a condition as `a ≤ i and i < b`
    ChainOfComparisons,
    /// `compare-exchange(x, y)` as an exchange where x > y
    CompareExchange,
    /// `else if` in a line as one branch
    ElseIf,
    /// `exchange a with b` by way of a third variable
    Exchange,
    /// `exit` as the end of the algorithm
    Exit,
    /// `for each x in S` as a loop over all elements of the array S, from S[0]
    Elements,
    /// `for h = log n to 0` counting down, as it is printed
    CountingDown,
    /// `global read(x, y)` as `y = x`, `global write(x, y)` as `y = x`
    GlobalReadAndWrite,
    /// `i in [a, b]` as `i = a to b`
    Interval,
    /// `i odd` after a range as a test in the body of the loop
    ParityAfterRange,
    /// `length[A]`, `A.length` as the number of elements of A
    LengthOfArray,
    /// `let A[1 .. n] be a new array` as `array A[n + 1]`
    NewArray,
    /// `lg n`, `log₂ n` as `log n`
    Logarithm,
    /// `max{a, b}` as `max(a, b)`
    Extreme,
    /// `n²` as `n^2`, `2^{i+1}` as `2^(i+1)`
    Power,
    /// `q := √n`, `r := log n` rounded down, where q counts
    RoundedDown,
    /// `repeat … until c` as a loop that ends with a test
    RepeatUntil,
    /// `set x := e`, `compute x = e` as an assignment
    AssigningWord,
    /// `spawn (P_1, …, P_n)` as no statement: a parallel block brings its own processors
    SpawnedProcessors,
    /// `spawn` … `sync` as tasks side by side
    SpawnAndSync,
    /// `x := y := e` as two assignments
    ChainedAssignment,
    /// `x is odd`, `even(x)` as `x mod 2 == 1`, `x mod 2 == 0`
    Parity,
    /// `{1, 3, …, n}` as a range with a step
    RangeWithStep,
    /// `{e : i in …}` as a new array, filled by a parallel block
    Comprehension,
    /// `|A|` as the length of A
    LengthInBars,
    /// `√n` as `sqrt(n)`
    Root,
    /// `√n` in a subscript rounded down
    RootInSubscript,
    /// `∞` as 10^15
    Infinity,
    /// `∧`, `∨`, `∗`, `⇐` as `and`, `or`, `*`, `=`
    Sign,
    /// `▷ …`, `% …`, `{ … }`, `(* … *)` as comments
    Comments,
    /// a heading as `procedure NAME(…)`, or `function` where its parameters are its own
    Heading,
    /// a parallel loop without a range as one over the indices of its arrays
    RangeOfArrays,
    /// bodies by their indentation: what is indented below a head is its body
    BodiesByIndentation,
    /// captions, and lines such as `Input:`, as comments
    Captions,
    /// every statement in the line of a head, and those indented further below it, as its body
    BodyInLineOfHead,
    /// inputs that a listing uses and does not name as further parameters
    UnnamedInputs,
    /// keywords in Czech, Slovak or Ukrainian as the English ones
    OtherLanguages,
    /// names of several parts, such as `ONE-TO-ALL`, as one name
    NamesOfParts,
    /// numbers of lines as no part of the statements
    NumbersOfLines,
    /// primes and small digits as parts of names: `C′` as `C_prime`, `n₁` as `n_1`
    Primes,
    /// several values assigned at once, by way of other variables
    SimultaneousAssignment,
    /// statements that end with their lines, and end words such as `od` and `fi`
    PlainStatements,
    /// subscripts below the line, `a_i`, `a_{i+1}`, as those of an array
    Subscripts,
    /// the head of a parallel loop as `for … pardo`
    ParallelHead,
    /// working arrays and results of blocks that are not declared as if they were, of the length that the loops tell
    UndeclaredArrays,
}

impl Interpretation {
    /// What is read as what, to follow `read`.
    pub fn words(self, voice: Voice) -> &'static str {
        match voice.language {
            Language::English | Language::Croatian => english::words(self),
        }
    }
}
