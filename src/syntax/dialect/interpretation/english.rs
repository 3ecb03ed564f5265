//! How the constructs of a listing are read, in English.

use super::Interpretation;

/// What is read as what, to follow `read`.
pub(super) fn words(interpretation: Interpretation) -> &'static str {
    match interpretation {
        Interpretation::Tex => {
            "TeX as what it prints: `$…$`, `\\_`, `\\le`, `\\lceil`, `\\sqrt{n}`"
        }
        Interpretation::RomanNumbers => "`(i)`, `(ii)` before statements as no part of them",
        Interpretation::Product => "`2i`, `2⌊n/2⌋` as products",
        Interpretation::Assignment => "`: =` as `:=`",
        Interpretation::EqualSignAsComparison => "`=` in a condition as `==`",
        Interpretation::Nil => "`NIL`, `null` as -1",
        Interpretation::TruthWords => "`TRUE`, `FALSE`, `modulo` as `true`, `false`, `mod`",
        Interpretation::HalfOpenRange => "`[a .. b)` as a range that ends before b",
        Interpretation::ChainOfComparisons => "`a ≤ i < b` in a condition as `a ≤ i and i < b`",
        Interpretation::CompareExchange => "`compare-exchange(x, y)` as an exchange where x > y",
        Interpretation::ElseIf => "`else if` in a line as one branch",
        Interpretation::Exchange => "`exchange a with b` by way of a third variable",
        Interpretation::Exit => "`exit` as the end of the algorithm",
        Interpretation::Elements => {
            "`for each x in S` as a loop over all elements of the array S, from S[0]"
        }
        Interpretation::CountingDown => "`for h = log n to 0` counting down, as it is printed",
        Interpretation::GlobalReadAndWrite => {
            "`global read(x, y)` as `y = x`, `global write(x, y)` as `y = x`"
        }
        Interpretation::Interval => "`i in [a, b]` as `i = a to b`",
        Interpretation::ParityAfterRange => {
            "`i odd` after a range as a test in the body of the loop"
        }
        Interpretation::LengthOfArray => "`length[A]`, `A.length` as the number of elements of A",
        Interpretation::NewArray => "`let A[1 .. n] be a new array` as `array A[n + 1]`",
        Interpretation::Logarithm => "`lg n`, `log₂ n` as `log n`",
        Interpretation::Extreme => "`max{a, b}` as `max(a, b)`",
        Interpretation::Power => "`n²` as `n^2`, `2^{i+1}` as `2^(i+1)`",
        Interpretation::RoundedDown => "`q := √n`, `r := log n` rounded down, where q counts",
        Interpretation::RepeatUntil => "`repeat … until c` as a loop that ends with a test",
        Interpretation::AssigningWord => "`set x := e`, `compute x = e` as an assignment",
        Interpretation::SpawnedProcessors => {
            "`spawn (P_1, …, P_n)` as no statement: a parallel block brings its own processors"
        }
        Interpretation::SpawnAndSync => "`spawn` … `sync` as tasks side by side",
        Interpretation::ChainedAssignment => "`x := y := e` as two assignments",
        Interpretation::Parity => "`x is odd`, `even(x)` as `x mod 2 == 1`, `x mod 2 == 0`",
        Interpretation::RangeWithStep => "`{1, 3, …, n}` as a range with a step",
        Interpretation::Comprehension => {
            "`{e : i in …}` as a new array, filled by a parallel block"
        }
        Interpretation::LengthInBars => "`|A|` as the length of A",
        Interpretation::Root => "`√n` as `sqrt(n)`",
        Interpretation::RootInSubscript => "`√n` in a subscript rounded down",
        Interpretation::Infinity => "`∞` as 10^15",
        Interpretation::Sign => "`∧`, `∨`, `∗`, `⇐` as `and`, `or`, `*`, `=`",
        Interpretation::Comments => "`▷ …`, `% …`, `{ … }`, `(* … *)` as comments",
        Interpretation::Heading => {
            "a heading as `procedure NAME(…)`, or `function` where its parameters are its own"
        }
        Interpretation::RangeOfArrays => {
            "a parallel loop without a range as one over the indices of its arrays"
        }
        Interpretation::BodiesByIndentation => {
            "bodies by their indentation: what is indented below a head is its body"
        }
        Interpretation::Captions => "captions, and lines such as `Input:`, as comments",
        Interpretation::BodyInLineOfHead => {
            "every statement in the line of a head, and those indented further below it, as its body"
        }
        Interpretation::UnnamedInputs => {
            "inputs that a listing uses and does not name as further parameters"
        }
        Interpretation::OtherLanguages => {
            "keywords in Czech, Slovak or Ukrainian as the English ones"
        }
        Interpretation::NamesOfParts => "names of several parts, such as `ONE-TO-ALL`, as one name",
        Interpretation::NumbersOfLines => "numbers of lines as no part of the statements",
        Interpretation::Primes => {
            "primes and small digits as parts of names: `C′` as `C_prime`, `n₁` as `n_1`"
        }
        Interpretation::SimultaneousAssignment => {
            "several values assigned at once, by way of other variables"
        }
        Interpretation::PlainStatements => {
            "statements that end with their lines, and end words such as `od` and `fi`"
        }
        Interpretation::Subscripts => {
            "subscripts below the line, `a_i`, `a_{i+1}`, as those of an array"
        }
        Interpretation::ParallelHead => "the head of a parallel loop as `for … pardo`",
        Interpretation::UndeclaredArrays => {
            "working arrays and results of blocks that are not declared as if they were, of the length that the loops tell"
        }
    }
}
