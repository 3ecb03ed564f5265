//! Runs one program over many sizes, in parallel on the host and within its memory.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use indexmap::IndexMap;
use rayon::prelude::*;

use crate::code::MachineParameters;
use crate::cost::Cost;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::threads::thread_pool;
use crate::machine::configuration::{Kind, Multicomputer};
use crate::machine::rules::model::Model;
use crate::machine::value::Value;
use crate::network::{Decimal, Topology};
use crate::pipeline::expression::{self, Names};
use crate::pipeline::inputs::Assignment;
use crate::pipeline::machine::MachineKind;
use crate::pipeline::prepare::{Prepared, prepare, shapes};
use crate::pipeline::warnings::{self, Beside, Judged};
use crate::pipeline::{Configuration, OnViolation, Options, Request, engine, machine};
use crate::present::messages::race;
use crate::present::messages::violation;
use crate::program::{InputShapes, Program, Shape};
use crate::result::run::Run;
use crate::semantic::{self, KnownMachine, Signature};
use crate::source::Sources;
use crate::study::Progress;
use crate::study::alone;
use crate::study::messages::{self, Exchanged};
use crate::study::role::Role;
use crate::syntax::ast;
use crate::syntax::include::Files;
use crate::syntax::vocabulary::Vocabularies;

/// Sizes at which another seed shows whether counts depend on the data.
const PROBES: usize = 2;

/// What is swept over.
pub(super) struct Sweep<'a> {
    /// The program, without the sizes.
    pub request: &'a Request,
    pub file: &'a ast::File,
    /// What its text says beside.
    pub beside: &'a Beside,
    pub signature: &'a Signature,
    pub machine: MachineKind,
    /// The `slijedno` algorithm.
    pub sequential: Option<&'a Signature>,
    /// The names that vary.
    pub names: &'a [String],
    /// What each of them stands for.
    pub roles: &'a [Role],
    /// Seeds per size, at least 1.
    pub repeat: u32,
    pub sources: &'a Sources,
    pub files: &'a (dyn Files + Sync),
    pub interrupt: &'a AtomicBool,
}

/// One size that ran to its end.
pub(super) struct Measured {
    /// One value per varied name.
    pub at: Vec<i64>,
    pub held_out: bool,
    /// What formulas may use.
    pub names: Names,
    /// The processors of the run.
    pub processors: u64,
    pub cost: Cost,
    /// The weakest synchronous model that allows the steps of the run.
    pub legal_on: Model,
    /// On the asynchronous machine: its times, and the weakest of its models that allows the run.
    pub asynchronous: Option<Asynchronous>,
    /// On a multicomputer: what its clocks, messages and links come to.
    pub network: Option<Exchanged>,
    /// The same with further seeds.
    pub others: Vec<Cost>,
    /// What formulas may use there: a scalar input may be drawn at random.
    pub names_of_others: Vec<Names>,
    /// The sequential algorithm on the same inputs, or why it could not be run.
    pub sequential: Option<Result<Cost, String>>,
    /// About the program and these runs of it.
    pub warnings: Vec<Diagnostic>,
    /// The same with the further seeds, where it could be run with all of them.
    pub sequential_of_others: Vec<Cost>,
}

/// What the asynchronous machine says of a run besides its cost.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asynchronous {
    /// d
    pub delay: u64,
    /// B of all processors.
    pub barrier: u64,
    /// None where neither `apram` nor `apram-cr` allows the run.
    pub legal_on: Option<&'static str>,
}

/// One size that did not.
pub(super) struct Failed {
    pub at: Vec<i64>,
    pub held_out: bool,
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that the diagnostics refer to.
    pub sources: Sources,
}

/// A size to run.
#[derive(Debug, Clone)]
pub(super) struct Job {
    pub at: Vec<i64>,
    pub held_out: bool,
}

/// What came out of a sweep, ascending by size.
#[derive(Default)]
pub(super) struct Swept {
    pub measured: Vec<Measured>,
    pub failed: Vec<Failed>,
    /// Further sizes that formulas of two names are held to, and that no table lists.
    pub beside: Vec<Measured>,
    /// Those of them that did not come to their end.
    pub failed_beside: Vec<Failed>,
    pub interrupted: bool,
}

impl Sweep<'_> {
    /// Runs every size. Each thread has its share of the memory; what needs more runs alone
    /// afterwards.
    pub fn run(
        &self,
        mut jobs: Vec<Job>,
        threads: usize,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Swept {
        let total = jobs.len();
        let threads = threads.clamp(1, total.max(1));
        let done = AtomicUsize::new(0);
        // The smallest first: most sizes have run by the time that one waits too long for the
        // largest and interrupts.
        jobs.sort_by_key(|job| job.at.iter().map(|n| i128::from(*n)).sum::<i128>());
        let limit = self.request.options.limits.memory;
        let probes = self.probes(&jobs);
        let attempt = |job: &Job, memory: u64| {
            let result = self.size(job, memory, probes.contains(&job.at));
            let again = memory < limit && result.as_ref().err().is_some_and(is_memory);
            if !again {
                progress(Progress {
                    done: done.fetch_add(1, Ordering::Relaxed) + 1,
                    total,
                });
            }
            result
        };
        let share = limit / threads as u64;
        let run_all = || -> Vec<Result<Measured, Failed>> {
            let in_order = jobs.iter().enumerate().par_bridge();
            let mut results: Vec<(usize, Result<Measured, Failed>)> = in_order
                .map(|(at, job)| (at, attempt(job, share)))
                .collect();
            results.sort_by_key(|(at, _)| *at);
            results.into_iter().map(|(_, result)| result).collect()
        };
        let pool = thread_pool(threads);
        let results = match pool {
            Some(pool) => pool.install(run_all),
            // A host without further threads still has this one.
            None => jobs.iter().map(|job| attempt(job, limit)).collect(),
        };
        let mut swept = Swept::default();
        for (job, mut result) in jobs.iter().zip(results) {
            if share < limit && result.as_ref().err().is_some_and(is_memory) {
                result = attempt(job, limit);
            }
            match result {
                Ok(measured) => swept.measured.push(measured),
                Err(failed) if failed.is(Code::Interrupted) => swept.interrupted = true,
                Err(failed) => swept.failed.push(failed),
            }
        }
        swept.measured.sort_by(|one, two| one.at.cmp(&two.at));
        swept.failed.sort_by(|one, two| one.at.cmp(&two.at));
        swept
    }

    /// The sizes, of those asked for, that another seed is tried on.
    fn probes(&self, jobs: &[Job]) -> Vec<Vec<i64>> {
        if self.repeat > 1 {
            return Vec::new();
        }
        let mut asked: Vec<&Job> = jobs.iter().filter(|job| !job.held_out).collect();
        asked.sort_by(|one, two| one.at.cmp(&two.at));
        let middle = asked.len() / 2;
        asked
            .iter()
            .skip(middle.saturating_sub(PROBES - 1))
            .take(PROBES)
            .map(|job| job.at.clone())
            .collect()
    }

    fn size(&self, job: &Job, memory: u64, probe: bool) -> Result<Measured, Failed> {
        let mut sources = self.sources.clone();
        let fail = |diagnostics, sources| Failed {
            at: job.at.clone(),
            held_out: job.held_out,
            diagnostics,
            sources,
        };
        if self.interrupt.load(Ordering::Relaxed) {
            let interrupted = Diagnostic::without_place(Code::Interrupted, "interrupted");
            return Err(fail(vec![interrupted], sources));
        }
        let seed = self.request.options.seed;
        let request = self.request_for(&job.at, memory, seed);
        let prepared = self.prepared(&request, &mut sources);
        let (run, mut names, mut sequential) = match prepared {
            Ok(prepared) => {
                let sequential = self
                    .sequential
                    .map(|signature| self.sequential_cost(signature, &prepared));
                let names = prepared.names.clone();
                (self.execute(prepared, &sources), names, sequential)
            }
            Err(diagnostics) => return Err(fail(diagnostics, sources)),
        };
        if let Some(problem) = problem(&run, &sources) {
            return Err(fail(vec![problem], sources));
        }
        let mut others = Vec::new();
        let mut warnings = run.warnings.clone();
        let mut names_of_others = Vec::new();
        let mut sequential_of_others = Vec::new();
        let further = if probe {
            1
        } else {
            u64::from(self.repeat.max(1)) - 1
        };
        for repeat in 1..=further {
            let request = self.request_for(&job.at, memory, seed.wrapping_add(repeat));
            let again = self.prepared(&request, &mut sources).map(|again| {
                match (self.sequential).map(|signature| self.sequential_cost(signature, &again)) {
                    Some(Ok(cost)) => sequential_of_others.push(cost),
                    Some(Err(reason)) => sequential = Some(Err(reason)),
                    None => {}
                }
                (again.names.clone(), self.execute(again, &sources))
            });
            match again {
                Ok((names, run)) => match problem(&run, &sources) {
                    None => {
                        others.push(run.cost);
                        warnings.extend(run.warnings);
                        names_of_others.push(names);
                    }
                    Some(problem) => return Err(fail(vec![problem], sources)),
                },
                Err(diagnostics) => return Err(fail(diagnostics, sources)),
            }
        }
        let asynchronous = asynchronous(&run);
        let network = Exchanged::of(&run);
        if let Some(network) = &network {
            for names in std::iter::once(&mut names).chain(&mut names_of_others) {
                names.add_parameters(&network.parameters);
            }
        }
        if let Some(machine) = &asynchronous {
            for names in std::iter::once(&mut names).chain(&mut names_of_others) {
                names.add_times(machine.delay, Some(machine.barrier));
            }
        }
        Ok(Measured {
            at: job.at.clone(),
            held_out: job.held_out,
            names,
            processors: run.processors(),
            legal_on: run.legal_on.step,
            asynchronous,
            network,
            cost: run.cost,
            others,
            names_of_others,
            sequential,
            warnings: self.placed(warnings, &job.at),
            sequential_of_others,
        })
    }

    /// The program at a size.
    pub fn request_for(&self, at: &[i64], memory: u64, seed: u64) -> Request {
        let mut request = Request {
            bytes: Vec::new(),
            ..self.request.clone()
        };
        request.options.seed = seed;
        request.options.limits.memory = memory;
        let options = &mut request.options;
        for ((name, role), value) in self.names.iter().zip(self.roles).zip(at) {
            match role {
                Role::Processors => options.processors = u64::try_from(*value).ok(),
                Role::Delay => options.delay = u64::try_from(*value).ok(),
                Role::Barrier => options.barrier = Some(value.to_string()),
                Role::StartUp => options.network.t_s = time(*value),
                Role::Word => options.network.t_w = time(*value),
                Role::Hop => options.network.t_h = time(*value),
                Role::Instruction => options.network.t_c = time(*value),
                Role::Call => options.network.t_o = time(*value),
                Role::Input => request.assignments.push(Assignment {
                    name: name.clone(),
                    value: value.to_string(),
                }),
            }
        }
        request
    }

    pub fn prepared(
        &self,
        request: &Request,
        sources: &mut Sources,
    ) -> Result<Prepared, Vec<Diagnostic>> {
        let mut prepared = prepare(request, self.file, self.signature, sources, self.files)?;
        // The sizes of the sweep are run side by side already.
        prepared.configuration.threads = 1;
        Ok(prepared)
    }

    fn execute(&self, prepared: Prepared, sources: &Sources) -> Run {
        let mut run = engine::run(
            &prepared.program,
            &self.signature.name,
            prepared.inputs,
            &prepared.configuration,
            prepared.parameters,
            self.interrupt,
        );
        let judged = Judged {
            file: self.file,
            signature: self.signature,
            program: &prepared.program,
            names: &prepared.names,
            run: &run,
            intended: prepared.intended,
        };
        run.warnings = warnings::collect(&judged, self.beside, sources);
        run.cost.network = messages::times(&run);
        run
    }

    /// Whether the second name that varies is `p`, and at most the first.
    pub fn is_bounded(&self) -> bool {
        self.machine != MachineKind::Multicomputer && self.roles[1] == Role::Processors
    }

    /// Warnings about what happened in a run say at which size that was.
    fn placed(&self, warnings: Vec<Diagnostic>, at: &[i64]) -> Vec<Diagnostic> {
        let sizes: Vec<String> = (self.names.iter().zip(at))
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let placed = warnings.into_iter().map(|warning| match warning.step {
            Some(_) => warning.note(format!("first seen at {}", sizes.join(", "))),
            None => warning,
        });
        placed.collect()
    }

    /// Runs the sequential algorithm on the same inputs, alone.
    fn sequential_cost(&self, signature: &Signature, prepared: &Prepared) -> Result<Cost, String> {
        if let Some(machine) = prepared.configuration.multicomputer() {
            return self.sequential_exchange(signature, prepared, machine);
        }
        let same = same_inputs(signature, &prepared.inputs)?;
        let shapes = shapes(&same);
        fits(signature, &shapes)?;
        let known = KnownMachine {
            processors: true,
            ..prepared.known
        };
        let program =
            semantic::check(self.file, signature, &shapes, known).map_err(first_message)?;
        let alone = Configuration {
            processors: Some(1),
            ..prepared.configuration.clone()
        };
        self.run_alone(
            &program,
            &signature.name,
            same,
            (&alone, prepared.parameters),
        )
        .map(|run| run.cost)
    }

    /// The same on a multicomputer of one processor.
    fn sequential_exchange(
        &self,
        signature: &Signature,
        prepared: &Prepared,
        machine: &Multicomputer,
    ) -> Result<Cost, String> {
        let mut sources = self.sources.clone();
        let inputs = &prepared.inputs;
        let file = alone::program(self.file, signature, inputs, &mut sources)?;
        let entry = semantic::signature(&file, None).map_err(first_message)?;
        let is_same = entry
            .inputs
            .iter()
            .map(|input| &input.name.text)
            .eq(inputs.keys());
        if !is_same {
            return Err("the inputs of this entry are not those of the program".to_owned());
        }
        let program = semantic::check(&file, &entry, &shapes(inputs), prepared.known)
            .map_err(first_message)?;
        let topology = Topology::complete(1).map_err(|error| error.to_string())?;
        let alone = Configuration {
            processors: Some(1),
            kind: Kind::Multicomputer(Multicomputer {
                topology,
                ..machine.clone()
            }),
            ..prepared.configuration.clone()
        };
        let parameters = (&alone, prepared.parameters);
        let run = self.run_alone(&program, &entry.name, inputs.clone(), parameters)?;
        let mut cost = run.cost.clone();
        cost.network = messages::times(&run);
        match cost.network {
            Some(_) => Ok(cost),
            None => Err(messages::too_long().message),
        }
    }

    /// Runs a program on one processor, or says why it does not come to its end.
    fn run_alone(
        &self,
        program: &Program,
        entry: &str,
        inputs: IndexMap<String, Value>,
        (alone, parameters): (&Configuration, MachineParameters),
    ) -> Result<Run, String> {
        let parameters = MachineParameters {
            processors: 1,
            ..parameters
        };
        let run = engine::run(program, entry, inputs, alone, parameters, self.interrupt);
        match failure(&run, self.sources) {
            None => Ok(run),
            Some(problem) => Err(problem.message),
        }
    }
}

fn first_message(diagnostics: Vec<Diagnostic>) -> String {
    let first = diagnostics.into_iter().next();
    first.map_or_else(String::new, |diagnostic| diagnostic.message)
}

impl Measured {
    /// How much there was to execute: instructions; on a multicomputer also words and messages.
    pub fn effort(&self) -> u64 {
        let network = self
            .network
            .as_ref()
            .map_or(0, |network| network.effort(&self.cost));
        self.cost.instructions.work.max(network)
    }

    /// What formulas may use, `p` among it; an input of that name comes first.
    pub fn names_with_processors(&self) -> Names {
        with_processors(&self.names, self.processors)
    }

    /// A run of this size, 0 that with the first seed: its cost, and what formulas may use.
    pub fn run(&self, run: usize) -> Option<(&Cost, &Names)> {
        match run.checked_sub(1) {
            None => Some((&self.cost, &self.names)),
            Some(at) => Some((self.others.get(at)?, self.names_of_others.get(at)?)),
        }
    }
}

/// The names with `p` among them; an input of that name comes first.
pub(super) fn with_processors(names: &Names, processors: u64) -> Names {
    let mut names = names.clone();
    if !names.scalars.contains_key("p") {
        names.add_processors(processors);
    }
    names
}

/// The counts that formulas are made from.
#[derive(Clone, Copy)]
pub(super) struct Counted<'a> {
    pub measured: &'a [Measured],
    /// Those that no table lists.
    pub beside: &'a [Measured],
    /// The digits of the counts that stand behind the point.
    pub digits: u32,
}

impl Counted<'_> {
    /// The same of counts with so many digits behind the point.
    pub fn with_digits(self, digits: u32) -> Self {
        Self { digits, ..self }
    }
}

impl Swept {
    /// All that was counted.
    pub fn counted(&self) -> Counted<'_> {
        Counted {
            measured: &self.measured,
            beside: &self.beside,
            digits: 0,
        }
    }

    /// Sizes that no table lists.
    pub fn add_beside(&mut self, other: Self) {
        self.beside.extend(other.measured);
        self.failed_beside.extend(other.failed);
        self.interrupted |= other.interrupted;
    }

    /// What came out of a further sweep of the same program.
    pub fn add(&mut self, other: Self) {
        self.measured.extend(other.measured);
        self.failed.extend(other.failed);
        self.interrupted |= other.interrupted;
        self.measured.sort_by(|one, two| one.at.cmp(&two.at));
        self.failed.sort_by(|one, two| one.at.cmp(&two.at));
    }
}

impl Failed {
    fn is(&self, code: Code) -> bool {
        self.diagnostics.iter().any(|problem| problem.code == code)
    }
}

fn is_memory(failed: &Failed) -> bool {
    failed.is(Code::TooMuchMemory)
}

/// Why a run is no measurement.
fn problem(run: &Run, sources: &Sources) -> Option<Diagnostic> {
    let is_too_long = || messages::is_too_long(run).then(messages::too_long);
    failure(run, sources).or_else(is_too_long)
}

/// Why a run did not end well.
fn failure(run: &Run, sources: &Sources) -> Option<Diagnostic> {
    if let Some(error) = &run.error {
        return Some(error.clone());
    }
    if run.configuration.on_violation == OnViolation::Continue {
        return None;
    }
    if let Some(violation) = run.violations.first() {
        return Some(violation::diagnostic(
            violation,
            None,
            &Vocabularies::of(sources),
        ));
    }
    let race = run.race.as_ref().filter(|_| run.illegal_count() > 0)?;
    Some(race::diagnostic(race, run, sources, None))
}

fn asynchronous(run: &Run) -> Option<Asynchronous> {
    let machine = run.configuration.asynchronous()?;
    Some(Asynchronous {
        delay: machine.delay,
        barrier: machine.barrier.time(run.processors())?,
        legal_on: run.section_model(),
    })
}

fn time(value: i64) -> Option<Decimal> {
    Decimal::new(value.into(), 0).ok()
}

/// The inputs of the sequential algorithm: those of the same name, else those in the same place,
/// else its own defaults.
fn same_inputs(
    signature: &Signature,
    inputs: &IndexMap<String, Value>,
) -> Result<IndexMap<String, Value>, String> {
    let mut same: IndexMap<String, Value> = IndexMap::new();
    for (place, input) in signature.inputs.iter().enumerate() {
        let name = &input.name.text;
        let is_array = input.dimensions.is_some();
        let is_kind = |value: &&Value| matches!(value, Value::Array(_)) == is_array;
        let named = inputs.get(name).filter(is_kind);
        let default = || {
            let names = Names::of_inputs(&same);
            let value = expression::evaluate(input.default.as_ref()?, &names).ok()?;
            (!is_array).then_some(Value::Scalar(value))
        };
        let value = named
            .cloned()
            .or_else(default)
            .or_else(|| Some(inputs.get_index(place)?.1).filter(is_kind).cloned())
            .ok_or_else(|| format!("its parameter `{name}` is no input of this run"))?;
        same.insert(name.clone(), value);
    }
    Ok(same)
}

/// Arrays must have as many dimensions as the parameters that they are passed to.
fn fits(signature: &Signature, shapes: &InputShapes) -> Result<(), String> {
    for input in &signature.inputs {
        let wanted = input.dimensions.as_ref().map_or(0, Vec::len);
        let name = &input.name.text;
        if let Some(Shape::Array { rank, .. }) = shapes.get(name)
            && usize::from(*rank) != wanted
        {
            return Err(format!("its parameter `{name}` has {wanted} dimensions"));
        }
    }
    Ok(())
}

/// The machine's processors, where the options or the file fix them for every size.
pub(super) fn fixed_processors(options: &Options, file: &ast::File) -> Option<u64> {
    let declared = machine::declared(file).ok().flatten();
    options.processors.or_else(|| {
        machine::processors(declared, &Names::default())
            .ok()
            .flatten()
    })
}
