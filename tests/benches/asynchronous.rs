//! The asynchronous machine beside the synchronous one: the sum of n elements on both, and one
//! program on both.

use std::time::Duration;

use criterion::Criterion;
use pram::MachineModel;
use pram::machine::value::Value;
use pram::pipeline::{Interleaving, LoadedProgram, Options};

use crate::contest::{self, NEVER};
use crate::ratio::{self, Spread};
use crate::sizes;

/// A program on the asynchronous machine, and one beside it that gives the same.
struct Match {
    name: &'static str,
    asynchronous: &'static str,
    synchronous: (&'static str, Option<&'static str>),
    /// On n / this processors; none: on as many as each block asks for.
    share: Option<u64>,
    /// The order of the accesses, if they are made one by one: then both run on the asynchronous
    /// machine.
    order: Option<Interleaving>,
    usual_largest: u32,
}

/// Sums by trees whose nodes have B = 32 children, over all elements or over the sums of shares; a
/// program of synchronous blocks, adapted to the asynchronous machine; and one of asynchronous
/// blocks, statement by statement and access by access.
const MATCHES: [Match; 6] = [
    Match {
        name: "aPRAM sum",
        asynchronous: "apram_tree_sum_p.pram",
        synchronous: ("reduction_any_n.pram", Some("+_reduction_any_n")),
        share: Some(32),
        order: None,
        usual_largest: 20,
    },
    Match {
        name: "aPRAM sum, n processors",
        asynchronous: "apram_tree_sum.pram",
        synchronous: ("reduction_any_n.pram", Some("+_reduction_any_n")),
        share: Some(1),
        order: None,
        usual_largest: 20,
    },
    Match {
        name: "adapted branches",
        asynchronous: "branches.pram",
        synchronous: ("branches.pram", None),
        share: None,
        order: None,
        usual_largest: 17,
    },
    Match {
        name: "adapted branches, n/32 processors",
        asynchronous: "branches.pram",
        synchronous: ("branches.pram", None),
        share: Some(32),
        order: None,
        usual_largest: 17,
    },
    Match {
        name: "accesses in lockstep",
        asynchronous: "own_cells.pram",
        synchronous: ("own_cells.pram", None),
        share: None,
        order: Some(Interleaving::Lockstep),
        usual_largest: 15,
    },
    Match {
        name: "accesses in a random order",
        asynchronous: "own_cells.pram",
        synchronous: ("own_cells.pram", None),
        share: None,
        order: Some(Interleaving::Random(1)),
        usual_largest: 15,
    },
];

/// Sizes, as powers of two: powers of B = 32 among them.
pub const EXPONENTS: &[u32] = &[10, 15, 17, 20];

/// Both, loaded.
pub struct Pair {
    asynchronous: LoadedProgram,
    synchronous: LoadedProgram,
    exponent: u32,
}

/// What both took.
pub struct Measured {
    /// What was computed.
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
    for one in &MATCHES {
        for exponent in sizes::up_to(EXPONENTS, one.usual_largest) {
            let name = format!("{}/2^{exponent}", one.name);
            if !sizes::is_asked_for(&name) {
                continue;
            }
            let pair = Pair::new(one, exponent);
            pair.agree();
            pair.sample(criterion, &name);
            if for_table {
                measured.push(pair.measure(one.name));
            }
        }
    }
    measured
}

impl Pair {
    fn new(one: &Match, exponent: u32) -> Self {
        let n = 1_u64 << exponent;
        let options = Options {
            model: MachineModel::parse("apram"),
            processors: one.share.map(|share| n / share),
            barrier: Some("32".into()),
            delay: Some(4),
            interleaving: one.order.clone(),
            ..Options::default()
        };
        // An order is measured beside the run without one.
        let beside = match &one.order {
            Some(_) => Options {
                interleaving: None,
                ..options.clone()
            },
            None => Options::default(),
        };
        let inputs = || vec![("n", n.to_string())];
        let (program, entry) = one.synchronous;
        Self {
            asynchronous: contest::load(one.asynchronous, None, inputs(), options),
            synchronous: contest::load(program, entry, inputs(), beside),
            exponent,
        }
    }

    /// Both give the same: their result, or a sum in A[0].
    fn agree(&self) {
        let results = [&self.asynchronous, &self.synchronous].map(|loaded| {
            let execution = loaded.execute(&NEVER);
            let outputs = &execution.ending.outputs;
            match (outputs.get("result"), outputs.get("A")) {
                (Some(Value::Scalar(sum)), _) => vec![sum.word()],
                (Some(Value::Array(array)), _) => array.words.clone(),
                (None, Some(Value::Array(array))) => vec![array.words[0]],
                _ => panic!("there is no result: {execution:?}"),
            }
        });
        assert!(results[0] == results[1], "both machines give the same");
    }

    fn sample(&self, criterion: &mut Criterion, name: &str) {
        let mut group = criterion.benchmark_group(name);
        let machines = [("aPRAM", &self.asynchronous), ("PRAM", &self.synchronous)];
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
