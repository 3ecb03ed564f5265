//! Reads along lines, of which it is told without a look at the cells in which cells processors
//! meet: compared with sets of processors, and with the machine that looks at every cell.

use std::collections::{BTreeMap, BTreeSet};

use pram::machine::rules::model::{Model, Simultaneity};
use pram::pipeline::machine::MachineModel;
use pram::pipeline::{OnViolation, Options, Request};
use proptest::prelude::*;

use super::read::Read;
use super::ways::told_alike;
use crate::cases::cases;

/// Elements of the array that is read.
const CELLS: i64 = 420;

/// A statement of a block in which all processors read cells of A.
#[derive(Debug, Clone)]
struct Statement {
    /// The first index, how many there are, and from each to the next.
    first: i64,
    count: i64,
    step: i64,
    /// Whether it stands behind a test that every third processor passes.
    is_tested: bool,
    /// Of each read `A[by·i + from]`.
    reads: Vec<(i64, i64)>,
}

/// What is told of the first step in which processors meet.
#[derive(Debug, PartialEq, Eq)]
struct Told {
    cell: String,
    /// The first eight.
    processors: Vec<i64>,
    processor_count: u64,
    cells: u64,
    processors_in_step: u64,
}

impl Statement {
    fn indices(&self) -> Vec<i64> {
        let indices = (0..self.count).map(|at| self.first + self.step * at);
        indices
            .filter(|index| !self.is_tested || index % 3 == 0)
            .collect()
    }

    /// The program; all its writes are exclusive, as processor i writes B[i].
    fn source(&self) -> String {
        let reads = self.reads.iter();
        let reads: Vec<String> = reads
            .map(|(by, from)| match by {
                0 => format!("A[{from}]"),
                _ => format!("A[{by}*i + {from}]"),
            })
            .collect();
        let test = if self.is_tested {
            "if (i mod 3 == 0) "
        } else {
            ""
        };
        let last = self.first + self.step * (self.count - 1);
        let (first, step) = (self.first, self.step);
        format!(
            "program\n array A[{CELLS}] = 1, B[100];\n \
             parallel (for each i from {first} to {last} step {step})\n  \
             {test}B[i] = {};\n end_parallel\nend_program\n",
            reads.join(" + ")
        )
    }

    /// The first conflict, by the processors that read each cell at each moment.
    fn expected(&self, simultaneity: Simultaneity) -> Option<Told> {
        let mut readers: BTreeMap<(usize, i64), BTreeSet<usize>> = BTreeMap::new();
        let indices = self.indices();
        let moment = |at| match simultaneity {
            Simultaneity::Step => 0,
            Simultaneity::Access => at,
        };
        for (at, (by, from)) in self.reads.iter().enumerate() {
            for (processor, index) in indices.iter().enumerate() {
                let key = (moment(at), by * index + from);
                readers.entry(key).or_default().insert(processor);
            }
        }
        readers.retain(|_, processors| processors.len() > 1);
        let involved: BTreeSet<usize> = readers.values().flatten().copied().collect();
        let lowest = *involved.first()?;
        let own = self.reads.iter().enumerate();
        let mut keys = own.map(|(at, (by, from))| (moment(at), by * indices[lowest] + from));
        let shown = keys
            .find(|key| readers.contains_key(key))
            .expect("it is involved");
        let there = &readers[&shown];
        Some(Told {
            cell: format!("A[{}]", shown.1),
            processors: there.iter().take(8).map(|at| indices[*at]).collect(),
            processor_count: there.len() as u64,
            cells: readers.len() as u64,
            processors_in_step: involved.len() as u64,
        })
    }

    fn options(simultaneity: Simultaneity, on_violation: OnViolation) -> Options {
        Options {
            model: Some(MachineModel::Synchronous(Model::EREW)),
            simultaneity,
            on_violation,
            ..Options::default()
        }
    }

    fn check(&self) {
        let source = self.source();
        for simultaneity in [Simultaneity::Step, Simultaneity::Access] {
            let request = Request {
                name: "program.pram".to_owned(),
                bytes: source.as_bytes().to_vec(),
                entry: None,
                assignments: Vec::new(),
                options: Self::options(simultaneity, OnViolation::Continue),
            };
            let program = Read::new(request.clone()).expect("it is a program");
            let run = program.run(&request).expect("it can be run");
            let told = run.violations.first().map(|violation| Told {
                cell: violation.cell.clone(),
                processors: violation.indices.iter().map(|indices| indices[0]).collect(),
                processor_count: violation.processor_count,
                cells: violation.cells_in_step,
                processors_in_step: violation.processors_in_step,
            });
            assert_eq!(
                told,
                self.expected(simultaneity),
                "{simultaneity:?}\n{source}"
            );
            for on_violation in [OnViolation::Continue, OnViolation::Stop] {
                told_alike(&source, &Self::options(simultaneity, on_violation));
            }
        }
    }
}

#[test]
fn neighbours_read_common_cells_along_a_stretch() {
    // Processors 1 to 9 read A[0..8] and A[1..9]: in common A[1..8], each read by all of them but for
    // A[0], which only processor 1 reads, and A[9].
    let statement = Statement {
        first: 1,
        count: 9,
        step: 1,
        is_tested: false,
        reads: vec![(1, 0), (1, -1)],
    };
    let told = Told {
        cell: "A[1]".to_owned(),
        processors: vec![1, 2],
        processor_count: 2,
        cells: 8,
        processors_in_step: 9,
    };
    assert_eq!(statement.expected(Simultaneity::Step), Some(told));
    assert_eq!(statement.expected(Simultaneity::Access), None);
    statement.check();
}

#[test]
fn a_common_cell_may_lie_on_a_line() {
    // All ten read A[5], processor 5 by its own line too; by access they meet there only.
    let statement = Statement {
        first: 0,
        count: 10,
        step: 1,
        is_tested: false,
        reads: vec![(1, 0), (0, 5), (0, 5), (1, 20), (1, 17)],
    };
    let told = |cells| Told {
        cell: "A[5]".to_owned(),
        processors: (0..8).collect(),
        processor_count: 10,
        cells,
        processors_in_step: 10,
    };
    // A[20..29] and A[17..26] have seven cells in common.
    assert_eq!(statement.expected(Simultaneity::Step), Some(told(8)));
    // At the second moment and at the third one.
    assert_eq!(statement.expected(Simultaneity::Access), Some(told(2)));
    statement.check();
}

proptest! {
    #![proptest_config(crate::cases::config(cases("PROPTEST_CASES", 150)))]

    #[test]
    fn lines_tell_where_processors_meet(
        first in 0..20_i64,
        count in 1..30_i64,
        step in 1..3_i64,
        descends in any::<bool>(),
        is_tested in prop::bool::weighted(0.2),
        by in prop_oneof![Just(1_i64), Just(2), Just(3), Just(-1), Just(-2)],
        reads in prop::collection::vec((prop::bool::weighted(0.8), 0..14_i64), 1..6),
    ) {
        // Indices reach from 0 to 19 + 2·29 = 77, so that 3·i + 13 stays within 244, and 2·i within 154.
        let (first, step) = if descends {
            (first + step * (count - 1), -step)
        } else {
            (first, step)
        };
        let reads = (reads.into_iter())
            .map(|(is_sloped, from)| (if is_sloped { by } else { 0 }, from + 160));
        let statement = Statement { first, count, step, is_tested, reads: reads.collect() };
        statement.check();
    }
}
