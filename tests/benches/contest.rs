//! The engine and its native twins on the same inputs.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use pram::cost::Ledger;
use pram::machine::event::{Observer, Part, Section};
use pram::machine::value::Value;
use pram::pipeline::inputs::Assignment;
use pram::pipeline::{self, LoadedProgram, Options, ProgramExecution, Request};
use pram::source::Sources;
use pram::syntax::include::{Files, Unreadable};

use crate::setting::Setting;
use crate::shared::{Fault, Reads};
use crate::work::{Arrays, Checked, Unchecked, Work};

/// A work at a size, with everything done that is not to be measured.
pub struct Contest {
    /// The work.
    pub work: &'static Work,
    /// n = 2^exponent.
    pub exponent: u32,
    /// How the engine is set up.
    pub setting: &'static Setting,
    loaded: LoadedProgram,
    inputs: Arrays,
    /// The twins may read together where the program may.
    reads: Reads,
}

/// A native loop.
#[derive(Debug, Clone, Copy)]
pub enum Twin {
    /// Without checks.
    Unchecked(Unchecked),
    /// With exact checks.
    Checked(Checked, Reads),
}

impl Twin {
    /// What it is called in results.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Unchecked(_) => "unchecked twin",
            Self::Checked(..) => "checked twin",
        }
    }

    /// Does the work.
    pub fn run(&self, inputs: Arrays) -> Vec<i64> {
        match self {
            Self::Unchecked(run) => run(inputs),
            Self::Checked(run, reads) => {
                run(inputs, *reads).expect("the first run met nothing illegal")
            }
        }
    }
}

/// Nobody interrupts.
pub static NEVER: AtomicBool = AtomicBool::new(false);

impl Contest {
    /// Reads, checks and lowers the program, and makes its inputs.
    pub fn new(work: &'static Work, exponent: u32, setting: &'static Setting) -> Self {
        let loaded = load(
            work.program,
            work.entry,
            (work.inputs)(1 << exponent),
            (setting.options)(),
        );
        let arrays = loaded.inputs().iter().filter_map(|input| match input {
            Value::Array(array) => Some(array.words.clone()),
            Value::Scalar(_) => None,
        });
        let reads = if loaded.configuration().model.concurrent_read {
            Reads::Concurrent
        } else {
            Reads::Exclusive
        };
        Self {
            work,
            exponent,
            setting,
            inputs: arrays.collect(),
            loaded,
            reads,
        }
    }

    /// The twins.
    pub fn twins(&self) -> Vec<Twin> {
        let checked = self.work.checked;
        let checked = checked.map(|run| Twin::Checked(run, self.reads));
        [Some(Twin::Unchecked(self.work.unchecked)), checked]
            .into_iter()
            .flatten()
            .collect()
    }

    /// Fresh inputs for a twin, which works on them in place.
    pub fn inputs(&self) -> Arrays {
        self.inputs.clone()
    }

    /// Runs the engine.
    pub fn execute(&self) -> ProgramExecution {
        self.loaded.execute(&NEVER)
    }

    /// Runs the engine.
    pub fn time_engine(&self) -> Duration {
        time(&self.loaded)
    }

    /// Runs a twin on fresh inputs.
    pub fn time_twin(&self, twin: Twin) -> Duration {
        let inputs = self.inputs();
        let begin = Instant::now();
        let output = std::hint::black_box(twin.run(std::hint::black_box(inputs)));
        let time = begin.elapsed();
        drop(output);
        time
    }

    /// Makes sure that all compute the same and that the checks see what the engine sees, and
    /// tells how long the engine took.
    pub fn agree(&self) -> Duration {
        let begin = Instant::now();
        let execution = self.execute();
        let time = begin.elapsed();
        let name = self.work.name;
        if let Some(fault) = &execution.ending.fault {
            panic!("{name}: the engine ended with {:?}", fault.kind);
        }
        assert!(execution.ending.violations.is_empty(), "{name} is illegal");
        let output = execution.ending.outputs.get(self.work.output);
        let Some(Value::Array(engine)) = output else {
            panic!("{name} has no array `{}`", self.work.output);
        };
        for twin in self.twins() {
            assert!(
                twin.run(self.inputs()) == engine.words,
                "{name}: the {} and the engine disagree",
                twin.name()
            );
        }
        if let Some(checked) = self.work.checked {
            let meets = checked(self.inputs(), Reads::Exclusive) == Err(Fault::Illegal);
            assert!(
                meets == execution.ending.legal_on.step.concurrent_read,
                "{name}: the checked twin and the engine do not see the same readers meet"
            );
        }
        time
    }
}

/// Runs the engine, which counts as it always does, and tells how long it took from the first
/// instruction to the last: as for a twin, the inputs lie in memory before, and the outputs are
/// still there afterwards.
pub fn time(loaded: &LoadedProgram) -> Duration {
    let (_, stopwatch) = loaded.observe(Stopwatch::default(), &NEVER);
    let (Some(begun), Some(ended)) = (stopwatch.begun, stopwatch.ended) else {
        panic!("the run came to no end");
    };
    ended - begun
}

/// Counts, and looks at the clock when the run begins and ends.
#[derive(Default)]
struct Stopwatch {
    ledger: Ledger,
    begun: Option<Instant>,
    ended: Option<Instant>,
}

impl Observer for Stopwatch {
    fn begun(&mut self) {
        self.begun = Some(Instant::now());
    }

    fn ended(&mut self) {
        self.ended = Some(Instant::now());
    }

    fn step(&mut self, parts: &[Part]) {
        self.ledger.step(parts);
    }

    fn round(&mut self, clock: u64, active: u64) {
        self.ledger.round(clock, active);
    }

    fn settled(&mut self, clock: u64) {
        self.ledger.settled(clock);
    }

    fn section(&mut self, section: Section) {
        self.ledger.section(section);
    }

    fn block(&mut self, processors: u64) {
        self.ledger.block(processors);
    }
}

/// Goes as far as the run.
pub fn load(
    program: &str,
    entry: Option<&str>,
    inputs: Vec<(&'static str, String)>,
    options: Options,
) -> LoadedProgram {
    let folders = ["programs", "tests/benches/programs"];
    let names = folders.map(|folder| format!("{}/{folder}/{program}", env!("CARGO_MANIFEST_DIR")));
    let name = names.into_iter().find(|name| Path::new(name).exists());
    let name = name.unwrap_or_else(|| panic!("there is no {program}"));
    let assignments = inputs.into_iter().map(|(name, value)| Assignment {
        name: name.to_owned(),
        value: value.into(),
    });
    let request = Request {
        bytes: fs::read(&name).expect("the program is there"),
        name,
        entry: entry.map(str::to_owned),
        assignments: assignments.collect(),
        options,
    };
    pipeline::load(&request, &mut Sources::default(), &Disk)
        .unwrap_or_else(|problems| panic!("{program}: {problems:?}"))
}

/// Where included programs are read.
struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path, _: u64) -> Result<Vec<u8>, Unreadable> {
        fs::read(path).map_err(|error| Unreadable::Other(error.to_string()))
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }
}
