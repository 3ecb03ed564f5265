//! Words and marks of other languages that mean nothing here, with what to write instead.
//! (`spelling` has those that are understood.)

use super::keyword::Concept;
use super::vocabulary::Vocabulary;

/// Whether a word means something in another language, and nothing here.
pub fn is_foreign(written: &str) -> bool {
    word(written, Vocabulary::default()).is_some()
}

/// Whether a word means something in another language with what stands behind it, though it could be
/// a name: `sync;`
pub fn is_foreign_before(written: &str, next: &str) -> bool {
    let is_name = next.starts_with(char::is_alphabetic);
    matches!((written, next), ("sync" | "join", ";")) || written == "atomic" && is_name
}

/// Whether a word begins a parallel loop by itself, where its head can be read.
pub fn is_loop(written: &str) -> bool {
    written == "forall"
}

/// Whether a word may begin the head of a parallel loop of a listing, read or not, which `do` or
/// `pardo` ends: `forall …`, `in parallel for …`, `processor i …`.
pub fn begins_loop(written: &str) -> bool {
    matches!(
        written.to_lowercase().as_str(),
        "forall" | "in" | "processor"
    )
}

/// Whether a word divides a head as the language does not: `for i = 1 step 2 until n`
pub fn divides_head(written: &str) -> bool {
    let words = ["step", "korak", "by", "until", "in"];
    let marks = ["≤", "<=", "<", ",", "∈", "..", "...", "…"];
    words.contains(&written) || marks.contains(&written)
}

/// Whether books write a function without parentheses around its argument: `sqrt n`. (`log n` has a
/// meaning of its own.)
pub fn is_function(written: &str) -> bool {
    matches!(
        written,
        "sqrt" | "sin" | "cos" | "tan" | "exp" | "ln" | "abs" | "floor" | "ceil"
    )
}

/// What the heads of loops look like.
pub fn heads_of_loops(vocabulary: Vocabulary) -> String {
    use Concept::{Each, For, From, Parallel, Step, To};
    let [parallel, for_word, each] = vocabulary.words([Parallel, For, Each]);
    let [from, to, step] = vocabulary.words([From, To, Step]);
    format!(
        "a loop is `{for_word} i = a {to} b`, or `{for_word} i = a {to} b {step} c`; a parallel one is \
         `{parallel} ({for_word} {each} i {from} a {to} b) …`, or, as in a book, \
         `for all i = a to b pardo … endfor`"
    )
}

/// Whether a word opens braces in another language: `switch (x) {`, `do {`
pub fn opens_braces(written: &str) -> bool {
    matches!(written, "switch" | "do")
}

const EXCHANGE: &str = "exchange them by hand: `t = x; x = y; y = t;`";
const LOGARITHM: &str = "`log n` is the logarithm to base 2";

/// What to write instead of a mark of another language.
pub fn mark(mark: &str, vocabulary: Vocabulary) -> Option<String> {
    use Concept::{Else, EndIf, For, From, If, Parallel, Then, To};
    let [if_word, then, else_word, end_if] = vocabulary.words([If, Then, Else, EndIf]);
    let [parallel, for_word, from, to] = vocabulary.words([Parallel, For, From, To]);
    Some(match mark {
        "=" => "`=` assigns to a variable or an element; `==` compares".to_owned(),
        "==" => "`==` compares and is part of a condition; `=` assigns".to_owned(),
        "?" => format!("there is no `c ? a : b`; use `{if_word} (c) … {else_word} …`"),
        "." => format!(
            "there are no fields or methods; a range is `a {to} b`, a real number needs digits on \
             both sides of its point"
        ),
        ".." => format!("a range stands in the header of a `{parallel}` or a `{for_word}` only"),
        ":" => format!(
            "no colon is needed: `{if_word} (c) {then} … {end_if}`, `{for_word} i = a {to} b …`"
        ),
        "▷" => "a comment begins with `//`".to_owned(),
        "∞" => "there is no infinite value; take one that is larger than all others".to_owned(),
        "|" => format!(
            "an absolute value is written `abs(x)`, the number of elements of an array `{}(A[])`",
            vocabulary.choose("duljina", "length")
        ),
        "²" => "a power is written `n^2`".to_owned(),
        "³" => "a power is written `n^3`".to_owned(),
        "√" => "a square root is written `sqrt(n)`".to_owned(),
        "⌊" | "⌋" => "`⌊x⌋` is `floor(x)`: both marks stand around one value".to_owned(),
        "⌈" | "⌉" => "`⌈x⌉` is `ceil(x)`: both marks stand around one value".to_owned(),
        "∈" => format!("a range is written `i {from} a {to} b`"),
        ":=" | "←" => "an assignment is no value: write `b := 3; a := b;`".to_owned(),
        "↔" | "⟷" | "⇔" => EXCHANGE.to_owned(),
        "₂" => LOGARITHM.to_owned(),
        "'" | "′" => "a name has letters, digits and `_`: `x_new`, `x1`".to_owned(),
        "\\" => "a command of TeX means nothing here: write what it prints, in letters or as a sign; \
                  a line may simply go on in the next one"
            .to_owned(),
        "^" => "a superscript such as that of `D^(k)` is no part of a name: leave it out, or make it a \
                subscript"
            .to_owned(),
        _ => return None,
    })
}

/// What to write instead of a word of another language.
pub fn word(word: &str, vocabulary: Vocabulary) -> Option<String> {
    use Concept::{
        Algorithm, Each, Else, EndAlgorithm, EndParallel, EndRepeat, For, From, If, Parallel,
        Repeat, Step, To, While,
    };
    let [algorithm, end_algorithm] = vocabulary.words([Algorithm, EndAlgorithm]);
    let [parallel, end_parallel] = vocabulary.words([Parallel, EndParallel]);
    let [if_word, else_word] = vocabulary.words([If, Else]);
    let [repeat, while_word, end_repeat] = vocabulary.words([Repeat, While, EndRepeat]);
    let [for_word, each, from, to, step] = vocabulary.words([For, Each, From, To, Step]);
    let [true_word, break_word, return_word] =
        vocabulary.words([Concept::True, Concept::Break, Concept::Return]);
    Some(match word.to_lowercase().as_str() {
        "i" => "`i` is a name here; the logical operator is `and`".to_owned(),
        "ili" => "the logical operator is `or`".to_owned(),
        "ne" => "the logical operator is `not`".to_owned(),
        "procedure" | "procedura" | "def" | "void" => {
            format!("write `{algorithm} name(…) … {end_algorithm}`")
        }
        "funkcija" => format!(
            "write `function name(…)` in place of it, as in a printed listing; in the words of this \
             language it is `{algorithm} name(…) … {end_algorithm}`"
        ),
        "call" | "pozovi" => "an algorithm is called by its name alone: `name(…);`".to_owned(),
        "atomic" => {
            "several processors add to one cell at once by `x += e` where the machine combines \
                     their writes: `CRCW-sum`, also `CRCW-max` and others for other operations"
                .to_owned()
        }
        "switch" | "case" => {
            format!("use `{if_word} (c) … {else_word} {if_word} (c) … {else_word} …`")
        }
        "until" => format!(
            "write `{while_word} (not (c))` or `{repeat} {while_word} (not (c)) … {end_repeat}`"
        ),
        "do" => format!(
            "a loop tests its condition first; one that tests it at the end is \
             `{repeat} {while_word} ({true_word}) … {if_word} (not (c)) {break_word}; {end_repeat}`"
        ),
        "spawn" | "sync" | "fork" | "join" => format!(
            "tasks that run side by side are `{parallel} {{ …; … }}`: one statement each, and the \
             block ends when all have ended"
        ),
        "where" => format!(
            "the header has the whole range, `{parallel} ({for_word} {each} i {from} a {to} b)`; a \
             condition stands in the body: `{if_word} (c) …`"
        ),
        "pardo" | "forall" | "parfor" | "pfor" | "doall" => {
            format!("write `{parallel} ({for_word} {each} i {from} a {to} b) … {end_parallel}`")
        }
        "downto" => {
            format!("count down with a negative step: `{for_word} i = b {to} a {step} -1`")
        }
        "endfor" => format!(
            "`{for_word}` takes one statement; a longer body is `{{ … }}`, or \
             `{repeat} {for_word} … {end_repeat}`"
        ),
        "lg" | "ld" | "log2" | "log_2" => LOGARITHM.to_owned(),
        "modulo" => "a remainder is written `a mod b`".to_owned(),
        "exchange" | "swap" | "interchange" | "zamijeni" => EXCHANGE.to_owned(),
        "goto" => format!("there are no jumps: write a loop, and leave it by `{break_word};`"),
        "stop" | "halt" | "exit" => {
            format!("an algorithm ends with `{return_word};`, a loop with `{break_word};`")
        }
        "loop" => format!(
            "write `{repeat} {while_word} ({true_word}) … {if_word} (c) {break_word}; … {end_repeat}`"
        ),
        "fi" => "the end of an `if … then` is written `endif` in a listing".to_owned(),
        "od" => "the end of a `for … do` is written `endfor` in a listing".to_owned(),
        "global" => {
            "the shared memory is read and written by assignments: `x = A[i];`, `B[i] = x;`"
                .to_owned()
        }
        "Σ" | "σ" | "∑" => {
            format!("a sum is a loop that adds up: `s = 0; {for_word} i = a {to} b s += A[i];`")
        }
        "processor" | "procesor" => format!(
            "processors stand in the head of a block: \
             `{parallel} ({for_word} {each} {} i {from} a {to} b) … {end_parallel}`",
            word.to_lowercase()
        ),
        "odd" | "neparan" => "an odd number is tested by `i mod 2 == 1`".to_owned(),
        "even" | "paran" => "an even number is tested by `i mod 2 == 0`".to_owned(),
        "endwhile" => format!(
            "`{while_word}` takes one statement; a longer body is `{{ … }}`, or \
             `{repeat} {while_word} (c) … {end_repeat}`"
        ),
        _ => return None,
    })
}

/// How the rule for concurrent writes is named, where a word is such a rule or a PRAM, and stands
/// apart from the other: `CRCW priority`, `PRIORITY CRCW`.
pub fn machine(word: &str) -> Option<String> {
    let rule = match word.to_lowercase().as_str() {
        rule @ ("common" | "arbitrary" | "priority") => rule.to_owned(),
        "crcw" | "ercw" => "priority".to_owned(),
        _ => return None,
    };
    Some(format!(
        "a machine has one name, with the rule for concurrent writes behind a hyphen, as in \
         `CRCW-{rule}`"
    ))
}

/// What to write instead of a function that other languages have.
pub fn call(name: &str, vocabulary: Vocabulary) -> Option<String> {
    use Concept::{Barrier, From, Receive, Send, SendNow, SendSync, Towards};
    let lower = name.to_lowercase();
    let function = lower.strip_prefix("mpi_").unwrap_or(&lower);
    let [towards, from] = vocabulary.words([Towards, From]);
    let send = |concept| format!("write `{} x {towards} j;`", vocabulary.word(concept));
    let collective = |croatian, english, arguments| {
        let name = vocabulary.choose(croatian, english);
        format!("write `{name}({arguments});`")
    };
    Some(match function {
        "send" | "bsend" => send(Send),
        "isend" => send(SendNow),
        "ssend" => send(SendSync),
        "recv" | "irecv" | "receive" => {
            format!("write `{} x {from} j;`", vocabulary.word(Receive))
        }
        "sendrecv" => format!(
            "write two statements: `{} x {towards} j;` and `{} y {from} k;`",
            vocabulary.word(SendNow),
            vocabulary.word(Receive)
        ),
        "swap" | "exchange" | "zamijeni" | "zamjena" => EXCHANGE.to_owned(),
        "lg" | "ld" | "log2" | "log_2" => LOGARITHM.to_owned(),
        "odd" | "even" | "neparan" | "paran" => word(&lower, vocabulary)?,
        "len" | "size" | "count" | "numel" | "sizeof" => {
            format!("write `{}(A)`", vocabulary.choose("duljina", "length"))
        }
        "pow" | "power" | "potencija" => "write `a^b`".to_owned(),
        "rand" | "randint" | "random_int" | "rnd" => {
            let random = vocabulary.choose("slucajno", "random");
            format!("write `{random}(lo, hi)`: a number from lo to hi, both included")
        }
        "sort" | "sorted" | "qsort" | "sortiraj" => format!(
            "no function sorts: `pram programs` lists algorithms that do; `{} \"programs/bitonic_sort.pram\";` brings \
             one of them",
            vocabulary.word(Concept::Include)
        ),
        "my_num" | "my_rank" | "get_rank" | "myid" | "my_id" | "omp_get_thread_num" => format!(
            "the number of a processor is the index of its block; on a multicomputer also `{}`",
            vocabulary.choose("ja", "me")
        ),
        "num_procs" | "omp_get_num_threads" => "the number of processors is `p`".to_owned(),
        "malloc" | "alloc" | "calloc" | "new" => {
            format!(
                "declare an array with its length: `{} A[n];`",
                vocabulary.word(Concept::Array)
            )
        }
        "write" | "writeln" | "printf" | "println" | "puts" | "echo" => {
            format!("write `{}(x);`", vocabulary.word(Concept::Print))
        }
        _ if function == lower => return None,
        "bcast" => collective("emitiraj", "broadcast", "X[], 0"),
        "reduce" => collective("svedi", "reduce", "X[], 0"),
        "scatter" => collective("razdijeli", "scatter", "X[], Y[], 0"),
        "gather" => collective("skupi", "gather", "X[], Y[], 0"),
        "allreduce" => collective("svedi_svima", "all_reduce", "X[]"),
        "allgather" => collective("skupi_svima", "all_gather", "X[], Y[]"),
        "scan" => collective("prefiks", "prefix", "X[]"),
        "wait" | "waitall" | "test" => format!(
            "leave it out: `{}` waits for its message, and what `{}` sends needs no wait",
            vocabulary.word(Receive),
            vocabulary.word(SendNow)
        ),
        "alltoall" | "exscan" | "reduce_scatter" => {
            "`pram programs` lists algorithms of collective communication; the page on it explains them"
                .to_owned()
        }
        "barrier" => format!("write `{};`", vocabulary.word(Barrier)),
        "iprobe" | "probe" => format!(
            "write `{}(j)`",
            vocabulary.choose("ima_poruke", "has_message")
        ),
        "comm_rank" => format!(
            "the number of a processor is `{}`, or the index of the block",
            vocabulary.choose("ja", "me")
        ),
        "comm_size" => "the number of processors is `p`".to_owned(),
        "init" | "finalize" => "leave it out: a block begins and ends by itself".to_owned(),
        _ => return None,
    })
}
