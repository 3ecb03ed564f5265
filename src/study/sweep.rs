//! Runs one program over many sizes, in parallel on the host and within its memory.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::option_problem::OptionProblem;
use crate::claims::expression::ExpressionNames;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::threads::thread_pool;
use crate::network::Decimal;
use crate::pipeline::inputs::Assignment;
use crate::pipeline::machine::MachineKind;
use crate::pipeline::prepare::{Prepared, prepare};
use crate::pipeline::progress::{Parts, Progress};
use crate::pipeline::warnings::{self, JudgedRun, TextWarnings};
use crate::pipeline::{OnViolation, Options, Request, engine, machine};
use crate::present::messages::race;
use crate::present::messages::violation;
use crate::result::run::Run;
use crate::result::study::SizeValue;
use crate::semantic::Signature;
use crate::source::Sources;
use crate::study::alone;
use crate::study::growths;
use crate::study::messages::{self, Exchanged};
use crate::study::role::{Role, gpu_number, not_of_gpu};
use crate::study::store::{self, PlannedUnit, StoreShare};
use crate::study::swept::{Asynchronous, Failed, Job, Measured, Swept};
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
    pub beside: &'a TextWarnings,
    pub signature: &'a Signature,
    pub machine: MachineKind,
    /// The `slijedno` algorithm.
    pub sequential: Option<&'a Signature>,
    /// The names that vary.
    pub names: &'a [String],
    /// What each of them stands for.
    pub roles: &'a [Role],
    /// The digits after the point of its values.
    pub decimals: &'a [u32],
    /// Seeds per size, at least 1.
    pub repeat: u32,
    pub sources: &'a Sources,
    pub files: &'a (dyn Files + Sync),
    pub interrupt: &'a AtomicBool,
    /// Where results of single sizes lie, if they outlive the process.
    pub share: Option<StoreShare<'a>>,
    /// What the results in the store depend on besides the size.
    pub subject: String,
    /// How many units come before those of the first plan.
    pub before: usize,
}

/// What is to be done for the sizes of a sweep.
#[derive(Default)]
struct SweepPlan {
    /// The sizes to be run here.
    jobs: Vec<Job>,
    /// The results that are there.
    found: Vec<Result<Measured, Failed>>,
    /// All sizes, if there is a store.
    units: Vec<PlannedUnit>,
}

impl Sweep<'_> {
    /// Runs every size. Each thread has its share of the memory; what needs more runs alone
    /// afterwards.
    pub fn run(
        &self,
        jobs: Vec<Job>,
        threads: usize,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Swept {
        let probes = self.probes(&jobs);
        let SweepPlan {
            mut jobs,
            found,
            mut units,
        } = self.plan(jobs, &probes);
        let total = jobs.len();
        let threads = threads.clamp(1, total.max(1));
        let done = AtomicU64::new(0);
        let effort = |job: &Job| {
            job.at.iter().fold(1_u64, |effort, n| {
                effort.saturating_mul(n.unsigned_abs().max(1))
            })
        };
        let whole = jobs.iter().map(effort).fold(0, u64::saturating_add);
        let passed = AtomicU64::new(0);
        // The smallest first: most sizes have run by the time that one waits too long for the
        // largest and interrupts.
        jobs.sort_by_key(|job| job.at.iter().map(|n| i128::from(*n)).sum::<i128>());
        let limit = self.request.options.limits.memory;
        let attempt = |job: &Job, memory: u64| {
            let probe = probes.contains(&job.at);
            let result = self.size(job, memory, probe);
            let again = memory < limit && result.as_ref().err().is_some_and(is_memory);
            if !again {
                store::keep(self, job, probe, &result);
                let passed =
                    effort(job).saturating_add(passed.fetch_add(effort(job), Ordering::Relaxed));
                progress(Progress {
                    parts: Parts::Sizes,
                    done: done.fetch_add(1, Ordering::Relaxed) + 1,
                    total: total as u64,
                    share: passed as f64 / whole as f64,
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
        for result in found {
            swept.take(result);
        }
        for (job, mut result) in jobs.iter().zip(results) {
            if share < limit && result.as_ref().err().is_some_and(is_memory) {
                result = attempt(job, limit);
            }
            swept.take(result);
        }
        let measured = swept.measured.iter().map(|one| &one.at);
        let ran = measured.chain(swept.failed.iter().map(|one| &one.at));
        let ran: HashSet<String> = ran.map(|at| self.shown(at)).collect();
        for unit in &mut units {
            unit.is_done |= ran.contains(&unit.size);
        }
        swept.units = units;
        swept.measured.sort_by(|one, two| one.at.cmp(&two.at));
        swept.failed.sort_by(|one, two| one.at.cmp(&two.at));
        swept
    }

    /// The plan of these jobs, the largest first. Without a store all of them are run here.
    fn plan(&self, mut jobs: Vec<Job>, probes: &[Vec<i64>]) -> SweepPlan {
        let mut plan = SweepPlan::default();
        let Some(StoreShare { owns, .. }) = self.share else {
            plan.jobs = jobs;
            return plan;
        };
        let size = |job: &Job| job.at.iter().map(|n| i128::from(*n)).sum::<i128>();
        jobs.sort_by(|one, two| (size(two).cmp(&size(one))).then_with(|| one.at.cmp(&two.at)));
        for (place, job) in (self.before..).zip(jobs) {
            let found = store::stored(self, &job, probes.contains(&job.at));
            let is_own = owns.is_none_or(|owns| owns(place));
            plan.units.push(PlannedUnit {
                program: self.request.name.clone(),
                size: self.shown(&job.at),
                is_own,
                is_done: found.is_some(),
            });
            match found {
                Some(result) => plan.found.push(result),
                None if is_own => plan.jobs.push(job),
                None => {}
            }
        }
        plan
    }

    /// A size, `n = 16, p = 4`.
    fn shown(&self, at: &[i64]) -> String {
        let values =
            (at.iter().zip(self.decimals)).map(|(value, digits)| SizeValue::new(*value, *digits));
        let sizes: Vec<String> = (self.names.iter().zip(values))
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        sizes.join(", ")
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
            return Err(fail(OptionProblem::RunInterrupted.refused(), sources));
        }
        if let Some(problem) = self.not_of_machine(&job.at) {
            return Err(fail(problem.refused(), sources));
        }
        let seed = self.request.options.seed;
        let work = job.work();
        let request_for = |seed| {
            let mut request = self.request_for(&job.at, memory, seed);
            let limit = &mut request.options.limits.work;
            *limit = work.map_or(*limit, |work| work.min(*limit));
            request
        };
        let request = request_for(seed);
        let prepared = self.prepared(&request, &mut sources);
        let (run, mut names, mut sequential) = match prepared {
            Ok(prepared) => {
                let sequential = self
                    .sequential
                    .map(|signature| alone::cost(self, signature, &prepared));
                let names = prepared.names.clone();
                (self.execute(prepared, &sources), names, sequential)
            }
            Err(diagnostics) => return Err(fail(diagnostics, sources)),
        };
        if let Some(problem) = self.problem(&run, &sources) {
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
            let request = request_for(seed.wrapping_add(repeat));
            let again = self.prepared(&request, &mut sources).map(|again| {
                match (self.sequential).map(|signature| alone::cost(self, signature, &again)) {
                    Some(Ok(cost)) => sequential_of_others.push(cost),
                    Some(Err(reason)) => sequential = Some(Err(reason)),
                    None => {}
                }
                (again.names.clone(), self.execute(again, &sources))
            });
            match again {
                Ok((names, run)) => match self.problem(&run, &sources) {
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
        if let Some(gpu) = run.configuration.gpu() {
            for names in std::iter::once(&mut names).chain(&mut names_of_others) {
                names.add_gpu(gpu);
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

    /// Why there is no machine of a size: those that are added need not be powers of two.
    fn not_of_machine(&self, at: &[i64]) -> Option<OptionProblem> {
        let mut sizes = self.names.iter().zip(at);
        sizes.find_map(|(name, value)| {
            let number = gpu_number(name, self.signature, self.machine)?;
            not_of_gpu(number, *value)
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
        let values = at.iter().zip(self.decimals);
        for ((name, role), (value, digits)) in self.names.iter().zip(self.roles).zip(values) {
            let time = Decimal::new((*value).into(), *digits).ok();
            match role {
                Role::Processors => options.processors = u64::try_from(*value).ok(),
                Role::Delay => options.delay = u64::try_from(*value).ok(),
                Role::Barrier => options.barrier = Some(value.to_string()),
                Role::StartUp => options.network.t_s = time,
                Role::Word => options.network.t_w = time,
                Role::Hop => options.network.t_h = time,
                Role::Instruction => options.network.t_c = time,
                Role::Call => options.network.t_o = time,
                Role::Input => match gpu_number(name, self.signature, self.machine) {
                    Some(number) => {
                        // A size with another value does not run.
                        let value = u64::try_from(*value).unwrap_or(0);
                        options.gpu.set(number, value).ok();
                    }
                    None => request.assignments.push(Assignment {
                        name: name.clone(),
                        value: value.to_string().into(),
                    }),
                },
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

    pub fn execute(&self, prepared: Prepared, sources: &Sources) -> Run {
        let mut run = engine::run(
            &prepared.program,
            &self.signature.name,
            prepared.inputs,
            &prepared.configuration,
            prepared.parameters,
            self.interrupt,
        );
        let judged = JudgedRun {
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

    /// Why a run is no measurement.
    fn problem(&self, run: &Run, sources: &Sources) -> Option<Diagnostic> {
        let is_too_long = || messages::is_too_long(run).then(messages::too_long);
        let is_beyond = || growths::is_beyond_series(run, self.repeat);
        failure(run, sources)
            .or_else(is_too_long)
            .or_else(|| is_beyond().then(growths::beyond_series))
    }

    /// Warnings about what happened in a run say at which size that was.
    fn placed(&self, mut warnings: Vec<Diagnostic>, at: &[i64]) -> Vec<Diagnostic> {
        for warning in warnings.iter_mut().filter(|one| one.step.is_some()) {
            (warning.notes).push(format!("first seen at {}", self.shown(at)));
        }
        warnings
    }
}

fn is_memory(failed: &Failed) -> bool {
    failed.is(Code::TooMuchMemory)
}

/// Why a run did not end well.
pub(super) fn failure(run: &Run, sources: &Sources) -> Option<Diagnostic> {
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

/// The machine's processors, where the options or the file fix them for every size.
pub(super) fn fixed_processors(options: &Options, file: &ast::File) -> Option<u64> {
    let declared = machine::declared(file).ok().flatten();
    options.processors.or_else(|| {
        machine::processors(declared, &ExpressionNames::default())
            .ok()
            .flatten()
    })
}
