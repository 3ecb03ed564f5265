//! Words and marks of other languages that mean nothing here. (`spelling` has those that are understood.)

use super::keyword::Concept;
use crate::quantity::Measure;

/// What a word, a mark or a call means in another language or in a book, and not here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Habit {
    /// `=` in a condition.
    Assigns,
    /// `==` as a statement.
    Compares,
    /// `c ? a : b`
    Conditional,
    /// `a.b`
    Point,
    /// `a..b`
    Dots,
    /// `if c:`
    Colon,
    /// `▷`
    CommentMark,
    /// `∞`
    Infinity,
    /// `|x|`
    Bars,
    /// `n²`, with the exponent.
    Power(char),
    /// `√n`
    SquareRoot,
    /// `⌊x⌋` of which one mark is missing.
    FloorMarks,
    /// `⌈x⌉` of which one mark is missing.
    CeilingMarks,
    /// `i ∈ …`
    Element,
    /// `a := b := 3`
    AssignmentAsValue,
    /// `x'`
    Prime,
    /// A backslash at the end of a line.
    Continued,
    /// `x ↔ y`, `swap`
    Exchange,
    /// `log₂`, `lg`
    Logarithm,
    /// `i` as an operator: and.
    And,
    /// `ili`
    Or,
    /// `ne`
    Not,
    /// `def`, `void`
    Procedure,
    /// `funkcija`
    Function,
    /// `call f(x)`
    Call,
    /// `atomic`
    Atomic,
    /// `__global__`, `blockIdx`
    Kernel,
    /// The `^` of `D^(k)`.
    Superscript,
    /// `switch`
    Switch,
    /// `until`
    Until,
    /// `do … while`
    Do,
    /// `spawn`, `sync`
    Tasks,
    /// `where`
    Where,
    /// `forall`, `pardo`
    ParallelLoop,
    /// `downto`
    CountDown,
    /// `endfor`
    EndFor,
    /// `endwhile`
    EndWhile,
    /// `fi`
    Fi,
    /// `od`
    Od,
    /// `modulo`
    Remainder,
    /// `goto`
    Goto,
    /// `halt`
    Stop,
    /// `loop`
    Endless,
    /// `global`
    Global,
    /// `Σ`
    Sum,
    /// `maximum(a, b)`: the function here is called like this.
    Named(&'static str),
    /// `processor i`; as written, in lower case.
    Processor(String),
    /// `odd(i)`
    Odd,
    /// `even(i)`
    Even,
    /// `CRCW priority`: the rule for concurrent writes.
    Rule(String),
    /// `MPI_Send`: how a message is sent here.
    Send(Concept),
    /// `recv`
    Receive,
    /// `sendrecv`
    SendAndReceive,
    /// `len`
    Length,
    /// `pow`
    PowerFunction,
    /// `rand`
    Random,
    /// `sort`
    Sort,
    /// `my_rank`
    OwnNumber,
    /// `MPI_Comm_rank`
    OwnRank,
    /// `num_procs`
    Processors,
    /// `malloc`
    Allocation,
    /// `printf`
    Print,
    /// `MPI_Bcast`
    Collective {
        /// Its name in Croatian programs.
        croatian: &'static str,
        /// Its name in English ones.
        english: &'static str,
        /// Its arguments.
        arguments: &'static str,
    },
    /// `MPI_Wait`
    Wait,
    /// `MPI_Alltoall`
    OfLibrary,
    /// `MPI_Barrier`
    Barrier,
    /// `MPI_Probe`
    Probe,
    /// `MPI_Init`
    Begin,
    /// `MPI_Type_vector`: another function of MPI.
    OfMpi,
    /// `lock(m)`
    Lock,
    /// `clock()`
    Clock,
    /// `scanf`
    Input,
    /// `div(a, b)`
    Quotient,
    /// `None`
    Null,
    /// `main`
    Main,
    /// `import`
    Import,
    /// `foreach (x in A)`
    ForEach,
    /// `unless`
    Unless,
    /// `ukoliko`: the keyword in its place.
    Keyword(Concept),
}

/// Whether a word means something in another language with what follows it, though it could be
/// a name: `sync;`, `ukoliko (c)`
pub fn is_foreign_before(written: &str, next: &str) -> bool {
    match next {
        ";" => {
            matches!(written, "sync" | "join") || matches!(word(written), Some(Habit::Keyword(_)))
        }
        "(" => matches!(
            word(written),
            Some(Habit::Keyword(_) | Habit::ForEach | Habit::Unless)
        ),
        _ => {
            matches!(written, "atomic" | "private" | "privatno")
                && next.starts_with(char::is_alphabetic)
        }
    }
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

/// Whether a word opens braces in another language: `switch (x) {`, `do {`
pub fn opens_braces(written: &str) -> bool {
    matches!(written, "switch" | "do")
}

/// What a mark means in another language.
pub fn mark(mark: &str) -> Option<Habit> {
    Some(match mark {
        "=" => Habit::Assigns,
        "==" => Habit::Compares,
        "?" => Habit::Conditional,
        "." => Habit::Point,
        ".." => Habit::Dots,
        ":" => Habit::Colon,
        "▷" => Habit::CommentMark,
        "∞" => Habit::Infinity,
        "|" => Habit::Bars,
        "²" => Habit::Power('2'),
        "³" => Habit::Power('3'),
        "√" => Habit::SquareRoot,
        "⌊" | "⌋" => Habit::FloorMarks,
        "⌈" | "⌉" => Habit::CeilingMarks,
        "∈" => Habit::Element,
        ":=" | "←" => Habit::AssignmentAsValue,
        "↔" | "⟷" | "⇔" => Habit::Exchange,
        "₂" => Habit::Logarithm,
        "'" | "′" => Habit::Prime,
        "\\" => Habit::Continued,
        "^" => Habit::Superscript,
        _ => return None,
    })
}

/// What a word means in another language.
pub fn word(word: &str) -> Option<Habit> {
    let lower = word.to_lowercase();
    Some(match lower.as_str() {
        "i" => Habit::And,
        "ili" => Habit::Or,
        "ne" => Habit::Not,
        "procedure" | "procedura" | "def" | "void" => Habit::Procedure,
        "funkcija" => Habit::Function,
        "call" | "pozovi" => Habit::Call,
        "atomic" => Habit::Atomic,
        "switch" | "case" => Habit::Switch,
        "until" => Habit::Until,
        "do" => Habit::Do,
        "spawn" | "sync" | "fork" | "join" => Habit::Tasks,
        "where" => Habit::Where,
        "pardo" | "forall" | "parfor" | "pfor" | "doall" => Habit::ParallelLoop,
        "downto" => Habit::CountDown,
        "endfor" => Habit::EndFor,
        "endwhile" => Habit::EndWhile,
        "lg" | "ld" | "log2" | "log_2" => Habit::Logarithm,
        "modulo" => Habit::Remainder,
        "exchange" | "swap" | "interchange" | "zamijeni" => Habit::Exchange,
        "goto" => Habit::Goto,
        "stop" | "halt" | "exit" => Habit::Stop,
        "loop" => Habit::Endless,
        "fi" => Habit::Fi,
        "od" => Habit::Od,
        "global" => Habit::Global,
        "Σ" | "σ" | "∑" => Habit::Sum,
        "processor" | "procesor" => Habit::Processor(lower),
        "odd" | "neparan" => Habit::Odd,
        "even" | "paran" => Habit::Even,
        "import" | "using" | "require" => Habit::Import,
        "main" => Habit::Main,
        "foreach" => Habit::ForEach,
        "unless" => Habit::Unless,
        "ukoliko" => Habit::Keyword(Concept::If),
        "dokle" => Habit::Keyword(Concept::While),
        "otherwise" => Habit::Keyword(Concept::Else),
        "barijera" | "sinkroniziraj" => Habit::Keyword(Concept::Barrier),
        "private" | "privatno" => Habit::Keyword(Concept::Local),
        "__shared__" | "__local" => Habit::Keyword(Concept::Group),
        "__global__" | "__kernel" => Habit::Kernel,
        _ => return None,
    })
}

/// The keyword that a word of another language or book stands for.
pub fn keyword(written: &str) -> Option<Concept> {
    match word(written)? {
        Habit::Keyword(concept) => Some(concept),
        Habit::ForEach => Some(Concept::For),
        Habit::Unless => Some(Concept::If),
        _ => None,
    }
}

impl Habit {
    /// Whether other languages write what it is about before a word, without parentheses: `read n`.
    pub fn stands_before_words(&self) -> bool {
        matches!(self, Self::Print | Self::Input | Self::Allocation)
    }
}

/// The rule for concurrent writes, where a word is such a rule or a PRAM, and stands apart from the other:
/// `CRCW priority`, `PRIORITY CRCW`.
pub fn machine(word: &str) -> Option<Habit> {
    Some(match word.to_lowercase().as_str() {
        rule @ ("common" | "arbitrary" | "priority") => Habit::Rule(rule.to_owned()),
        "crcw" | "ercw" => Habit::Rule("priority".to_owned()),
        _ => return None,
    })
}

/// What a function means that other languages have.
pub fn call(name: &str) -> Option<Habit> {
    let lower = name.to_lowercase();
    let function = lower.strip_prefix("mpi_").unwrap_or(&lower);
    let collective = |croatian, english, arguments| Habit::Collective {
        croatian,
        english,
        arguments,
    };
    Some(match function {
        "send" | "bsend" => Habit::Send(Concept::Send),
        "isend" => Habit::Send(Concept::SendNow),
        "ssend" => Habit::Send(Concept::SendSync),
        "recv" | "irecv" | "receive" => Habit::Receive,
        "sendrecv" => Habit::SendAndReceive,
        "swap" | "exchange" | "zamijeni" | "zamjena" => Habit::Exchange,
        "lg" | "ld" | "log2" | "log_2" => Habit::Logarithm,
        "odd" | "even" | "neparan" | "paran" => word(&lower)?,
        "len" | "length" | "size" | "count" | "numel" | "sizeof" => Habit::Length,
        "pow" | "power" | "potencija" => Habit::PowerFunction,
        "rand" | "randint" | "random_int" | "rnd" => Habit::Random,
        "sum" | "suma" | "zbroj" => Habit::Sum,
        "sort" | "sorted" | "qsort" | "sortiraj" => Habit::Sort,
        "my_num" | "my_rank" | "get_rank" | "myid" | "my_id" | "omp_get_thread_num" => {
            Habit::OwnNumber
        }
        "num_procs" | "omp_get_num_threads" | "omp_get_max_threads" => Habit::Processors,
        "__syncthreads" | "syncthreads" | "sync_threads" | "barrier_wait" | "barijera" => {
            Habit::Barrier
        }
        "atomicadd" | "atomic_add" | "fetch_and_add" | "atomicmax" | "atomicmin" => Habit::Atomic,
        "lock"
        | "unlock"
        | "acquire"
        | "omp_set_lock"
        | "omp_unset_lock"
        | "pthread_mutex_lock"
        | "pthread_mutex_unlock"
        | "zakljucaj"
        | "otkljucaj" => Habit::Lock,
        "clock" | "time" | "omp_get_wtime" | "wtime" => Habit::Clock,
        "scanf" | "cin" | "read" | "readln" | "input" | "ucitaj" | "učitaj" | "unesi" => {
            Habit::Input
        }
        "maximum" | "maksimum" => Habit::Named("max(a, b)"),
        "minimum" | "minimalno" => Habit::Named("min(a, b)"),
        "fabs" | "apsolutno" => Habit::Named("abs(x)"),
        "ceiling" => Habit::Named("ceil(x)"),
        "squareroot" | "square_root" | "korijen" => Habit::Named("sqrt(x)"),
        "mod" => Habit::Remainder,
        "div" => Habit::Quotient,
        "main" => Habit::Main,
        "malloc" | "alloc" | "calloc" | "new" => Habit::Allocation,
        "write" | "writeln" | "printf" | "println" | "puts" | "echo" | "cout" => Habit::Print,
        _ if function == lower => return None,
        "bcast" => collective("emitiraj", "broadcast", "X[], 0"),
        "reduce" => collective("svedi", "reduce", "X[], 0"),
        "scatter" => collective("razdijeli", "scatter", "X[], Y[], 0"),
        "gather" => collective("skupi", "gather", "X[], Y[], 0"),
        "allreduce" => collective("svedi_svima", "all_reduce", "X[]"),
        "allgather" => collective("skupi_svima", "all_gather", "X[], Y[]"),
        "scan" => collective("prefiks", "prefix", "X[]"),
        "wait" | "waitall" | "test" => Habit::Wait,
        "alltoall" | "exscan" | "reduce_scatter" => Habit::OfLibrary,
        "barrier" => Habit::Barrier,
        "iprobe" | "probe" => Habit::Probe,
        "comm_rank" => Habit::OwnRank,
        "comm_size" => Habit::Processors,
        "init" | "finalize" => Habit::Begin,
        _ => Habit::OfMpi,
    })
}

/// What a name of another language means that nothing declares here: `None`, `tid`, `nprocs`.
pub fn name(written: &str) -> Option<Habit> {
    Some(match written.to_lowercase().as_str() {
        "none" | "null" | "nil" | "nullptr" => Habit::Null,
        "inf" | "infinity" | "int_max" | "maxint" | "beskonacno" => Habit::Infinity,
        "threadidx" | "blockidx" | "blockdim" | "griddim" => Habit::Kernel,
        "tid" | "thread_id" | "threadid" | "rank" | "my_rank" | "myrank" | "my_id" | "myid"
        | "pid" => Habit::OwnNumber,
        "nprocs" | "num_procs" | "numprocs" | "num_threads" | "nthreads" | "world_size" => {
            Habit::Processors
        }
        _ => return None,
    })
}

/// What a function of collective communication means that is written without `MPI_`: `bcast`.
pub fn collective(name: &str) -> Option<Habit> {
    call(&format!("mpi_{name}")).filter(|habit| {
        matches!(
            habit,
            Habit::Collective { .. }
                | Habit::Barrier
                | Habit::OfLibrary
                | Habit::OwnRank
                | Habit::Processors
        )
    })
}

/// The measure that a word means, in either language.
pub fn measure(word: &str) -> Option<Measure> {
    Some(match word.to_lowercase().as_str() {
        "t" | "time" | "vrijeme" => Measure::T,
        "w" | "work" | "rad" | "posao" => Measure::W,
        "c" | "cost" | "cijena" | "trosak" | "trošak" => Measure::C,
        _ => return None,
    })
}
