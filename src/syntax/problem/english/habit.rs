//! What to write instead of words and marks of other languages, in English.

use crate::syntax::habit::Habit;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// What the heads of loops look like.
pub(super) fn heads_of_loops(vocabulary: Vocabulary) -> String {
    use Concept::{Each, For, From, Parallel, Step, To};
    let [parallel, for_word, each] = vocabulary.words([Parallel, For, Each]);
    let [from, to, step] = vocabulary.words([From, To, Step]);
    format!(
        "a loop is `{for_word} i = a {to} b`, or `{for_word} i = a {to} b {step} c`; a parallel one is \
         `{parallel} ({for_word} {each} i {from} a {to} b) …`, or, as in a book, \
         `for all i = a to b pardo … endfor`"
    )
}

/// What to write instead.
#[expect(clippy::too_many_lines, reason = "one habit after the other")]
pub(in crate::syntax::problem) fn help(habit: &Habit, vocabulary: Vocabulary) -> String {
    use Concept::{
        Algorithm, Array, Barrier, Break, Each, Else, EndAlgorithm, EndIf, EndParallel, EndRepeat,
        For, From, If, Include, Parallel, Print, Receive, Repeat, Return, SendNow, Step, Then, To,
        Towards, True, While,
    };
    let [algorithm, end_algorithm] = vocabulary.words([Algorithm, EndAlgorithm]);
    let [parallel, end_parallel] = vocabulary.words([Parallel, EndParallel]);
    let [if_word, then, else_word, end_if] = vocabulary.words([If, Then, Else, EndIf]);
    let [repeat, while_word, end_repeat] = vocabulary.words([Repeat, While, EndRepeat]);
    let [for_word, each, from, to, step] = vocabulary.words([For, Each, From, To, Step]);
    let [true_word, break_word, return_word] = vocabulary.words([True, Break, Return]);
    let [towards, receive, send_now] = vocabulary.words([Towards, Receive, SendNow]);
    match habit {
        Habit::Assigns => "`=` assigns to a variable or an element; `==` compares".to_owned(),
        Habit::Compares => "`==` compares and is part of a condition; `=` assigns".to_owned(),
        Habit::Conditional => {
            format!("there is no `c ? a : b`; use `{if_word} (c) … {else_word} …`")
        }
        Habit::Point => format!(
            "there are no fields, methods or modules: write `sqrt(x)` or `{}(A)`; a range is \
             `a {to} b`, and a real number needs digits on both sides of its point",
            vocabulary.choose("duljina", "length")
        ),
        Habit::Dots => {
            format!("a range is allowed in the header of a `{parallel}` or a `{for_word}` only")
        }
        Habit::Colon => format!(
            "no colon is needed: `{if_word} (c) {then} … {end_if}`, `{for_word} i = a {to} \
            b …`"
        ),
        Habit::CommentMark => "a comment begins with `//`".to_owned(),
        Habit::Infinity => {
            "there is no infinite value; take one that is larger than all others".to_owned()
        }
        Habit::Bars => format!(
            "an absolute value is written `abs(x)`, the number of elements of an array \
            `{}(A[])`",
            vocabulary.choose("duljina", "length")
        ),
        Habit::Power(exponent) => format!("a power is written `n^{exponent}`"),
        Habit::SquareRoot => "a square root is written `sqrt(n)`".to_owned(),
        Habit::FloorMarks => "`⌊x⌋` is `floor(x)`: both marks enclose one value".to_owned(),
        Habit::CeilingMarks => "`⌈x⌉` is `ceil(x)`: both marks enclose one value".to_owned(),
        Habit::Element => format!("a range is written `i {from} a {to} b`"),
        Habit::AssignmentAsValue => "an assignment is no value: write `b := 3; a := b;`".to_owned(),
        Habit::Exchange => "exchange them by hand: `t = x; x = y; y = t;`".to_owned(),
        Habit::Logarithm => "`log n` is the logarithm to base 2".to_owned(),
        Habit::Prime => "a name has letters, digits and `_`: `x_new`, `x1`".to_owned(),
        Habit::Continued => {
            "a command of TeX means nothing here: write what it prints, in letters or as a \
                             sign; a line may simply go on in the next one"
                .to_owned()
        }
        Habit::Superscript => {
            "a superscript such as that of `D^(k)` is no part of a name: leave it out, or \
                               make it a subscript"
                .to_owned()
        }
        Habit::Atomic => {
            format!(
                "in a kernel of a GPU write `{} A[i] += x;`; on a PRAM a machine can combine concurrent \
                 writes: on `CRCW-sum`, `s = A[i];` by many processors stores the sum of their values",
                vocabulary.word(Concept::Atomic)
            )
        }
        Habit::Kernel => format!(
            "a kernel names its groups and items in its head: `{parallel} ({for_word} {each} {} g {from} 0 {to} \
             G-1, {} t {from} 0 {to} L-1) … {end_parallel}`",
            vocabulary.choose("grupu", "group"),
            vocabulary.choose("dretvu", "item")
        ),
        Habit::And => "`i` is a name here; the logical operator is `and`".to_owned(),
        Habit::Or => "the logical operator is `or`".to_owned(),
        Habit::Not => "the logical operator is `not`".to_owned(),
        Habit::Procedure => {
            format!("write `{algorithm} name(…) … {end_algorithm}`")
        }
        Habit::Function => format!(
            "write `function name(…)` in place of it, as in a printed listing; in the words of this \
             language it is `{algorithm} name(…) … {end_algorithm}`"
        ),
        Habit::Call => "an algorithm is called by its name alone: `name(…);`".to_owned(),
        Habit::Switch => {
            format!("use `{if_word} (c) … {else_word} {if_word} (c) … {else_word} …`")
        }
        Habit::Until => format!(
            "write `{while_word} (not (c))` or `{repeat} {while_word} (not (c)) … \
            {end_repeat}`"
        ),
        Habit::Do => format!(
            "a loop tests its condition first; one that tests it at the end is \
             `{repeat} {while_word} ({true_word}) … {if_word} (not (c)) {break_word}; {end_repeat}`"
        ),
        Habit::Tasks => format!(
            "tasks that run side by side are `{parallel} {{ …; … }}`: one statement each, and the \
             block ends when all have ended"
        ),
        Habit::Where => format!(
            "the header has the whole range, `{parallel} ({for_word} {each} i {from} a {to} b)`; a \
             condition belongs in the body: `{if_word} (c) …`"
        ),
        Habit::ParallelLoop => {
            format!("write `{parallel} ({for_word} {each} i {from} a {to} b) … {end_parallel}`")
        }
        Habit::CountDown => {
            format!("count down with a negative step: `{for_word} i = b {to} a {step} -1`")
        }
        Habit::EndFor => format!(
            "`{for_word}` takes one statement; a longer body is `{{ … }}`, or \
             `{repeat} {for_word} … {end_repeat}`"
        ),
        Habit::Remainder => "a remainder is written `a mod b`".to_owned(),
        Habit::Goto => format!("there are no jumps: write a loop, and leave it by `{break_word};`"),
        Habit::Stop => {
            format!("an algorithm ends with `{return_word};`, a loop with `{break_word};`")
        }
        Habit::Endless => format!(
            "write `{repeat} {while_word} ({true_word}) … {if_word} (c) {break_word}; … \
            {end_repeat}`"
        ),
        Habit::Fi => "the end of an `if … then` is written `endif` in a listing".to_owned(),
        Habit::Od => "the end of a `for … do` is written `endfor` in a listing".to_owned(),
        Habit::Global => {
            "the shared memory is read and written by assignments: `x = A[i];`, `B[i] = x;`"
                .to_owned()
        }
        Habit::Sum => {
            format!("a sum is a loop that adds up: `s = 0; {for_word} i = a {to} b s += A[i];`")
        }
        Habit::Processor(word) => format!(
            "processors are named in the head of a block: \
             `{parallel} ({for_word} {each} {word} i {from} a {to} b) … {end_parallel}`"
        ),
        Habit::Rule(rule) => format!(
            "a machine has one name, with the rule for concurrent writes after a hyphen, as in \
             `CRCW-{rule}`"
        ),
        Habit::Odd => "an odd number is tested by `i mod 2 == 1`".to_owned(),
        Habit::Even => "an even number is tested by `i mod 2 == 0`".to_owned(),
        Habit::EndWhile => format!(
            "`{while_word}` takes one statement; a longer body is `{{ … }}`, or \
             `{repeat} {while_word} (c) … {end_repeat}`"
        ),
        Habit::Send(send) => format!("write `{} x {towards} j;`", vocabulary.word(*send)),
        Habit::Receive => format!("write `{receive} x {from} j;`"),
        Habit::SendAndReceive => {
            format!("write two statements: `{send_now} x {towards} j;` and `{receive} y {from} k;`")
        }
        Habit::Length => {
            format!("write `{}(A)`", vocabulary.choose("duljina", "length"))
        }
        Habit::PowerFunction => "write `a^b`".to_owned(),
        Habit::Named(call) => format!("write `{call}`"),
        Habit::Random => {
            let random = vocabulary.choose("slucajno", "random");
            format!("write `{random}(lo, hi)`: a number from lo to hi, both included")
        }
        Habit::Sort => format!(
            "no function sorts: `pram programs` lists algorithms that do; `{} \"programs/bitonic_sort.pram\";` brings \
             one of them",
            vocabulary.word(Include)
        ),
        Habit::OwnNumber => format!(
            "the number of a processor is the index of its block; on a multicomputer also \
            `{}`",
            vocabulary.choose("ja", "me")
        ),
        Habit::Processors => "the number of processors is `p`".to_owned(),
        Habit::Allocation => {
            format!(
                "declare an array with its length: `{} A[n];`",
                vocabulary.word(Array)
            )
        }
        Habit::Print => {
            format!("write `{}(x);`", vocabulary.word(Print))
        }
        Habit::Collective {
            croatian,
            english,
            arguments,
        } => {
            let name = vocabulary.choose(croatian, english);
            format!("write `{name}({arguments});`")
        }
        Habit::Wait => format!(
            "leave it out: `{receive}` waits for its message, and what `{send_now}` sends needs no \
             wait"
        ),
        Habit::OfLibrary => {
            "`pram programs` lists algorithms of collective communication; the page on it \
            explains them"
                .to_owned()
        }
        Habit::Barrier => format!("write `{};`", vocabulary.word(Barrier)),
        Habit::Probe => format!(
            "write `{}(j)`",
            vocabulary.choose("ima_poruke", "has_message")
        ),
        Habit::OwnRank => format!(
            "the number of a processor is `{}`, or the index of the block",
            vocabulary.choose("ja", "me")
        ),
        Habit::Begin => "leave it out: nothing has to be initialised or finished".to_owned(),
        Habit::OfMpi => format!(
            "messages are sent by `{} x {towards} j;` and received by `{receive} x {from} j;`; \
             collective communication is `{}(X[], 0);` and others",
            vocabulary.word(Concept::Send),
            vocabulary.choose("emitiraj", "broadcast")
        ),
        Habit::Lock => "there are no locks: let each processor write its own cell and combine \
                        the cells in a tree, or run it on a machine that combines concurrent writes, \
                        such as `CRCW-sum`"
            .to_owned(),
        Habit::Clock => {
            "leave it out: a run counts its steps, and `pram run` shows the time T".to_owned()
        }
        Habit::Input => {
            let input = vocabulary.word(Concept::Input);
            format!(
                "declare the input before the algorithms: `{input} n = 8;`; `n=16` on the command line \
                 gives it another value"
            )
        }
        Habit::Null => "there is no null value; programs often take -1 for \"none\"".to_owned(),
        Habit::Quotient => "a quotient of ints is written `a / b`; it is rounded down".to_owned(),
        Habit::Main => {
            let [program, end_program] = vocabulary.words([Concept::Program, Concept::EndProgram]);
            format!("a program is `{program} … {end_program}`, without a name or a type")
        }
        Habit::Import => format!(
            "functions such as `sqrt` and `max` need no import; another file of pram is included by \
             `{} \"file.pram\";`",
            vocabulary.word(Include)
        ),
        Habit::ForEach => format!(
            "a loop counts the elements: `{for_word} i = 0 {to} {}(A) - 1 … A[i] …`",
            vocabulary.choose("duljina", "length")
        ),
        Habit::Unless => format!("write `{if_word} (not (c)) …`"),
        Habit::Keyword(concept) => format!("write `{}`", vocabulary.word(*concept)),
    }
}
