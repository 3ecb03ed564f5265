//! What is measured: one row per work.

use crate::shared::{Fault, Reads};
use crate::{
    binary_search, collatz, concurrent, list_ranking, merge_sort, messages, one_sweep_scan,
    ordinary, prescan, quicksort_scans, reduction,
};

/// The array inputs of a program, in the order of its parameters.
pub type Arrays = Vec<Vec<i64>>;

/// A loop without checks.
pub type Unchecked = fn(Arrays) -> Vec<i64>;

/// A loop with exact checks under a model.
pub type Checked = fn(Arrays, Reads) -> Result<Vec<i64>, Fault>;

/// A program, and native loops that do the same.
#[derive(Debug)]
pub struct Work {
    /// What it is called in results.
    pub name: &'static str,
    /// The file in programs/, or in tests/benches/programs/.
    pub program: &'static str,
    /// The algorithm, where it is not the file's own entry.
    pub entry: Option<&'static str>,
    /// The inputs for size n that are not the file's defaults, and the names that stand for n.
    pub inputs: fn(n: u64) -> Vec<(&'static str, String)>,
    /// The output that the twins compute too.
    pub output: &'static str,
    /// A loop without checks, in the way in which one writes it by hand.
    pub unchecked: Unchecked,
    /// The steps of the program one by one, with exact checks.
    pub checked: Option<Checked>,
    /// How many bytes the loop without checks moves where nothing stays in a cache; none where
    /// memory is not what it waits for.
    pub bytes: Option<fn(n: u64) -> u64>,
    /// Sizes are powers of two; these.
    pub exponents: &'static [u32],
    /// Without being asked for larger ones, sizes up to this.
    pub usual_largest: u32,
}

/// Bytes of a value.
pub const WORD: u64 = 8;
/// Bytes of a cache line.
pub const LINE: u64 = 64;

/// The sizes of most works.
const SIZES: &[u32] = &[14, 17, 20, 22, 24];

/// The sizes of works that are there for their ratio alone.
const FEW_SIZES: &[u32] = &[14, 17, 20];

/// A work that is there for its ratio alone: no checked twin, no memory to wait for.
const fn ratio(
    name: &'static str,
    program: &'static str,
    output: &'static str,
    inputs: fn(n: u64) -> Vec<(&'static str, String)>,
    unchecked: Unchecked,
) -> Work {
    Work {
        name,
        program,
        entry: None,
        inputs,
        output,
        unchecked,
        checked: None,
        bytes: None,
        exponents: FEW_SIZES,
        usual_largest: 17,
    }
}

/// All of them.
pub const WORKS: &[Work] = &[
    Work {
        name: "reduction",
        program: "reduction.pram",
        entry: Some("+_reduction"),
        inputs: length,
        output: "A",
        unchecked: reduction::unchecked,
        checked: Some(reduction::checked),
        bytes: Some(reduction::bytes),
        exponents: SIZES,
        usual_largest: 20,
    },
    Work {
        name: "prescan",
        program: "prescan.pram",
        entry: None,
        inputs: length,
        output: "A",
        unchecked: prescan::unchecked,
        checked: Some(prescan::checked),
        bytes: Some(prescan::bytes),
        exponents: SIZES,
        usual_largest: 20,
    },
    Work {
        name: "one-sweep scan",
        program: "one_sweep_scan.pram",
        entry: None,
        inputs: length,
        output: "A",
        unchecked: one_sweep_scan::unchecked,
        checked: Some(one_sweep_scan::checked),
        bytes: Some(one_sweep_scan::bytes),
        exponents: SIZES,
        usual_largest: 20,
    },
    Work {
        name: "list ranking",
        program: "list_ranking.pram",
        entry: None,
        inputs: length,
        output: "result",
        unchecked: list_ranking::unchecked,
        checked: Some(list_ranking::checked),
        bytes: None,
        exponents: SIZES,
        usual_largest: 20,
    },
    Work {
        name: "collatz",
        program: "collatz.pram",
        entry: None,
        inputs: |n| with("A", format!("random(1,{n})"), n),
        output: "result",
        unchecked: collatz::unchecked,
        checked: None,
        bytes: None,
        exponents: &[14, 17, 20],
        usual_largest: 17,
    },
    Work {
        name: "binary search",
        program: "binary_search.pram",
        entry: None,
        inputs: |n| {
            vec![
                ("n", n.to_string()),
                ("m", n.to_string()),
                ("A", "sorted(0,10^9)".to_owned()),
                ("key", "random(0,10^9)".to_owned()),
            ]
        },
        output: "result",
        unchecked: binary_search::unchecked,
        checked: None,
        bytes: None,
        exponents: &[14, 17, 20],
        usual_largest: 17,
    },
    Work {
        name: "quicksort by scans",
        program: "quicksort_scans.pram",
        entry: None,
        inputs: |n| with("A", "random(0,10^9)".to_owned(), n),
        output: "A",
        unchecked: quicksort_scans::unchecked,
        checked: None,
        bytes: None,
        exponents: &[14, 17, 20],
        usual_largest: 14,
    },
    Work {
        name: "merge sort",
        program: "merge_sort.pram",
        entry: None,
        inputs: |n| with("A", "random(0,10^9)".to_owned(), n),
        output: "A",
        unchecked: merge_sort::unchecked,
        checked: None,
        bytes: None,
        exponents: &[14, 17, 20],
        usual_largest: 17,
    },
    ratio(
        "one cell read by all",
        "one_read.pram",
        "A",
        length,
        concurrent::one_read,
    ),
    ratio(
        "scattered reads",
        "scattered_reads.pram",
        "result",
        length,
        concurrent::scattered_reads,
    ),
    ratio(
        "writes into 16 cells, sum",
        "writes_sum.pram",
        "result",
        length,
        concurrent::sums_in_few,
    ),
    ratio(
        "writes into 16 cells, priority",
        "writes_priority.pram",
        "result",
        length,
        concurrent::priority_in_few,
    ),
    ratio(
        "writes into n cells, sum",
        "writes_sum.pram",
        "result",
        |n| vec![("n", n.to_string()), ("cells", n.to_string())],
        concurrent::sums_in_many,
    ),
    ratio(
        "exclusive writes",
        "exclusive_writes.pram",
        "result",
        length,
        concurrent::exclusive_writes,
    ),
    ratio("loop", "loop.pram", "A", length, ordinary::sequential_loop),
    ratio("calls", "calls.pram", "A", length, ordinary::calls),
    ratio(
        "blocks of 16",
        "small_blocks.pram",
        "A",
        length,
        ordinary::small_blocks,
    ),
    ratio(
        "transposition",
        "transposition.pram",
        "result",
        length,
        ordinary::transposition,
    ),
    ratio(
        "branches",
        "branches.pram",
        "result",
        length,
        ordinary::branches,
    ),
    ratio(
        "messages to a neighbour",
        "neighbours.pram",
        "B",
        length,
        messages::neighbours,
    ),
    ratio(
        "messages, broadcast",
        "broadcast.pram",
        "B",
        length,
        messages::broadcast,
    ),
    ratio(
        "messages, all-reduce",
        "all_reduce.pram",
        "B",
        length,
        messages::all_reduce,
    ),
];

/// Besides n an array that is not the file's default.
fn with(array: &'static str, value: String, n: u64) -> Vec<(&'static str, String)> {
    vec![("n", n.to_string()), (array, value)]
}

fn length(n: u64) -> Vec<(&'static str, String)> {
    vec![("n", n.to_string())]
}

/// The arrays one by one.
pub fn take<const COUNT: usize>(arrays: Arrays) -> [Vec<i64>; COUNT] {
    arrays
        .try_into()
        .expect("the entry of the program has as many arrays as its twins")
}
