//! The asynchronous machine beside the synchronous one: the sum of n elements on both.

use std::time::Duration;

use criterion::Criterion;
use pram::machine::value::Value;
use pram::pipeline::{Loaded, Options};

use crate::contest::{self, NEVER};
use crate::ratio::{self, Spread};
use crate::sizes;

/// A sum on the asynchronous machine.
struct Sum {
    name: &'static str,
    program: &'static str,
    /// On n / this processors.
    share: u64,
}

/// A tree whose nodes have B = 32 children, over all elements or over the sums of shares.
const SUMS: [Sum; 2] = [
    Sum {
        name: "aPRAM sum",
        program: "apram_tree_sum_p.pram",
        share: 32,
    },
    Sum {
        name: "aPRAM sum, n processors",
        program: "apram_tree_sum.pram",
        share: 1,
    },
];

/// Sizes, as powers of two: powers of B = 32 among them.
pub const EXPONENTS: &[u32] = &[10, 15, 17, 20];
/// Without being asked for larger ones, sizes up to this.
pub const USUAL_LARGEST: u32 = 20;

/// The sum by a tree with B children on the asynchronous PRAM, and by a reduction on the PRAM.
pub struct Pair {
    asynchronous: Loaded,
    synchronous: Loaded,
    exponent: u32,
}

/// What both took.
pub struct Measured {
    /// The sum on the asynchronous machine.
    pub name: &'static str,
    /// n = 2^exponent.
    pub exponent: u32,
    /// Seconds on the asynchronous machine.
    pub asynchronous: Spread,
    /// Seconds on the synchronous one.
    pub synchronous: Spread,
    /// The first / the second.
    pub ratio: Spread,
}

/// Measures all sizes that are asked for.
pub fn measure(criterion: &mut Criterion, for_table: bool) -> Vec<Measured> {
    let mut measured = Vec::new();
    for sum in &SUMS {
        for exponent in sizes::up_to(EXPONENTS, USUAL_LARGEST) {
            let name = format!("{}/2^{exponent}", sum.name);
            if !sizes::is_asked_for(&name) {
                continue;
            }
            let pair = Pair::new(sum, exponent);
            pair.agree();
            pair.sample(criterion, &name);
            if for_table {
                measured.push(pair.measure(sum.name));
            }
        }
    }
    measured
}

impl Pair {
    fn new(sum: &Sum, exponent: u32) -> Self {
        let n = 1_u64 << exponent;
        let processors = Options {
            processors: Some(n / sum.share),
            barrier: Some("32".into()),
            ..Options::default()
        };
        let inputs = || vec![("n", n.to_string())];
        Self {
            asynchronous: contest::load(sum.program, None, inputs(), processors),
            synchronous: contest::load(
                "reduction_any_n.pram",
                Some("+_reduction_any_n"),
                inputs(),
                Options::default(),
            ),
            exponent,
        }
    }

    /// Both give the same sum, as their result or in A[0].
    fn agree(&self) {
        let sums = [&self.asynchronous, &self.synchronous].map(|loaded| {
            let execution = loaded.execute(&NEVER);
            let outputs = &execution.ending.outputs;
            match (outputs.get("result"), outputs.get("A")) {
                (Some(Value::Scalar(sum)), _) => sum.word(),
                (_, Some(Value::Array(array))) => array.words[0],
                _ => panic!("there is no sum: {execution:?}"),
            }
        });
        assert_eq!(sums[0], sums[1], "both machines add up the same numbers");
    }

    fn sample(&self, criterion: &mut Criterion, name: &str) {
        let mut group = criterion.benchmark_group(name);
        let machines = [
            ("aPRAM, tree of B children", &self.asynchronous),
            ("PRAM, reduction", &self.synchronous),
        ];
        for (machine, loaded) in machines {
            group.bench_function(machine, |bencher| {
                bencher.iter_with_large_drop(|| loaded.execute(&NEVER));
            });
        }
        group.finish();
    }

    fn measure(&self, name: &'static str) -> Measured {
        let asynchronous = || contest::time(&self.asynchronous);
        let synchronous = || contest::time(&self.synchronous);
        let runs: [&dyn Fn() -> Duration; 2] = [&asynchronous, &synchronous];
        let times = ratio::by_turns(&runs);
        Measured {
            name,
            exponent: self.exponent,
            ratio: ratio::ratios(&times[0], &times[1]),
            asynchronous: Spread::of(&times[0]),
            synchronous: Spread::of(&times[1]),
        }
    }
}
