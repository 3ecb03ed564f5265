//! `pram check`: one run without restriction, the proof, and runs of small sizes where the proof is
//! incomplete.

use std::collections::{BTreeSet, HashSet};

use indexmap::IndexMap;

use super::lost::lost_updates;
use super::marks::NumberMarks;
use super::prepare::{claims_of, is_usual_entry};
use super::progress::{Parts, Progress, Watcher};
use super::small::Small;
use super::small_claims::{self, ClaimedRun};
use super::{
    ExecutedProgram, OnViolation, Options, ProgramText, Request, derive, execute_text, machine,
};
use crate::claims::{self, expression};
use crate::diagnostic::{Diagnostic, Status};
use crate::machine::rules::model::{Model, Simultaneity};
use crate::machine::value::Value;
use crate::pipeline::inputs::{Assignment, formals};
use crate::pipeline::machine::{MachineKind, MachineModel};
use crate::program::Constant;
use crate::program::accesses::{Access, accesses};
use crate::proof::{Findings, Timing, prove};
use crate::quantity::Quantity;
use crate::result::advice::LostUpdates;
use crate::result::check::{Examined, Meeting, TriedSizes};
use crate::result::claim::Evidence;
use crate::result::demand::Demand;
use crate::result::derivation::Derivation;
use crate::result::formulas::DecidedClaim;
use crate::result::run::Run;
use crate::source::Sources;
use crate::syntax::ast::{Claim, ClaimKind};
use crate::syntax::include::Files;

/// The largest of the sizes that are tried one after the other; larger ones follow from numbers in the
/// text.
const LARGEST_SIZE: i64 = 16;
/// Runs of one size, each with a different seed.
const SEEDS: u64 = 2;
/// Steps of one of these runs, and of all together.
const STEPS_OF_A_RUN: u64 = 20_000;
const STEPS_IN_ALL: u64 = 200_000;
/// The work in steps of one of these runs, and of all together.
const WORK_OF_A_RUN: u64 = 1 << 20;
const WORK_IN_ALL: u64 = 1 << 22;
const MEMORY_OF_A_RUN: u64 = 64 << 20;

/// The result of a check.
#[derive(Debug)]
pub struct Checked {
    /// The run without restriction.
    pub run: Run,
    /// Every access of the program.
    pub accesses: Vec<Access>,
    /// The rule that the program has to obey.
    pub demand: Demand,
    /// Whether the file or the command line asks for this rule; otherwise it is the default.
    pub is_asked: bool,
    /// Updates that the run certainly lost, under the rule for concurrent writes of the run.
    pub lost: Option<LostUpdates>,
    /// What is proved.
    pub findings: Findings,
    /// Violations of the rule.
    pub meetings: Vec<Meeting>,
    /// The sizes that were tried to break it.
    pub sizes: TriedSizes,
    /// The derived costs; `None` on machines for which nothing is derived.
    pub derivation: Option<Derivation>,
    /// The claims of the file about the entry.
    pub claims: Vec<Claim>,
    /// Their results in runs.
    pub claimed_runs: Vec<ClaimedRun>,
    /// The machine whose units apply to claims that name none.
    pub machine: MachineKind,
}

/// Runs, proves and searches for counterexamples. The texts are added to `sources`.
pub fn check<'w>(
    request: &Request,
    sources: &mut Sources,
    files: &dyn Files,
    watcher: impl Into<Watcher<'w>>,
) -> Result<Checked, Vec<Diagnostic>> {
    let watcher = watcher.into();
    let options = Options {
        unrestricted: true,
        on_violation: OnViolation::Continue,
        ..request.options.clone()
    };
    let free = Request {
        options,
        ..request.clone()
    };
    let text = ProgramText::read(&free, sources, files)?;
    let (executed, _) = execute_text(&text, &free, sources, files, watcher)?;
    let ExecutedProgram { program, run } = executed;
    let (demand, sizes) = asked(request, &text, &run)?;
    let timing = match demand {
        Demand::Synchronous(..) | Demand::Gpu(_) => Timing::Synchronous,
        Demand::Asynchronous { .. } => Timing::Asynchronous,
    };
    let accesses = accesses(&program);
    let mut marks = NumberMarks::of(&program);
    marks.add(run.inputs.iter().filter_map(|(name, value)| match value {
        Value::Scalar(Constant::Int(value)) if !sizes.contains(name) => Some(*value),
        _ => None,
    }));
    let declared = machine::declared(&text.file)?;
    let mut checked = Checked {
        findings: prove(&program, timing),
        lost: lost_updates(&program, &run, sources).filter(|lost| lost.certain.is_some()),
        is_asked: machine::is_asked(&request.options, declared),
        run,
        accesses,
        demand,
        meetings: Vec::new(),
        sizes: TriedSizes {
            names: sizes.clone(),
            ..TriedSizes::default()
        },
        derivation: None,
        claims: Vec::new(),
        claimed_runs: Vec::new(),
        machine: machine::kind(&request.options, declared, text.signature.voice)?,
    };
    if checked.run.error.is_none() {
        let tried = (1..=LARGEST_SIZE).chain(marks.sizes_above(LARGEST_SIZE));
        let tried: Vec<i64> = tried.collect();
        let mut small = Small::new(&text, files, watcher.interrupt);
        checked.search(request, &mut small, (&sizes, &tried), watcher);
        checked.meetings_of_the_run();
        // `pram derive` reports why nothing is derived.
        let all = Quantity::all();
        let derivation = derive::derive_text(&text, request, &all, &[], sources, files, watcher);
        checked.derivation = derivation.ok();
        if is_usual_entry(&text.file, &text.signature) {
            checked.claims = claims_of(&text.file).into_iter().cloned().collect();
            if !checked.claims.is_empty() {
                let asked = (&checked.run, &sizes[..]);
                let runs = small_claims::runs(request, &text, asked, sources, files, watcher);
                checked.claimed_runs = runs;
            }
        }
    }
    Ok(checked)
}

/// The rule that a program has to obey, and which inputs are its sizes.
fn asked(
    request: &Request,
    ProgramText {
        file, signature, ..
    }: &ProgramText,
    run: &Run,
) -> Result<(Demand, Vec<String>), Vec<Diagnostic>> {
    let demand = match machine::model(&request.options, machine::declared(file)?, signature.voice)?
    {
        MachineModel::Synchronous(model) => {
            Demand::Synchronous(model, request.options.simultaneity)
        }
        MachineModel::Asynchronous { concurrent_read } => Demand::Asynchronous { concurrent_read },
        gpu @ MachineModel::Gpu(_) => Demand::Gpu(match gpu.of_steps(request.options.model) {
            MachineModel::Synchronous(model) => model,
            _ => Model::UNRESTRICTED,
        }),
        MachineModel::Multicomputer(_) => {
            Demand::Synchronous(Model::UNRESTRICTED, request.options.simultaneity)
        }
    };
    let formals = formals(signature, file);
    let mut named: BTreeSet<&str> = BTreeSet::new();
    let lengths = (formals.iter()).flat_map(|formal| formal.dimensions.iter().flatten().flatten());
    for length in lengths {
        named.extend(expression::names_in(length));
    }
    let is_int =
        |name: &String| matches!(run.inputs.get(name), Some(Value::Scalar(Constant::Int(_))));
    let ints: Vec<String> = (formals.iter())
        .filter(|formal| formal.dimensions.is_none())
        .map(|formal| formal.name.clone())
        .filter(is_int)
        .collect();
    let sizes: Vec<String> = (ints.iter())
        .filter(|name| named.contains(name.as_str()))
        .cloned()
        .collect();
    Ok((demand, if sizes.is_empty() { ints } else { sizes }))
}

impl Checked {
    /// What is shown of it.
    pub fn examined(&self) -> Examined<'_> {
        Examined {
            run: &self.run,
            accesses: &self.accesses,
            demand: self.demand,
            is_asked: self.is_asked,
            lost: self.lost.as_ref(),
            findings: &self.findings,
            meetings: &self.meetings,
            sizes: &self.sizes,
        }
    }

    /// Whether every run obeys the rule, whatever the inputs.
    pub fn is_proved(&self) -> bool {
        self.demand.is_proved(&self.accesses, &self.findings)
    }

    /// Whether a run violates the rule that the program is asked to obey.
    pub fn breaks_rule(&self) -> bool {
        self.is_asked && !self.meetings.is_empty()
    }

    /// The results of the claims that name a model: that every run is legal there, that this run is not,
    /// or neither.
    pub fn claims_of_models(&self, sources: &Sources) -> Vec<DecidedClaim> {
        let decided = |claim: &Claim| match &claim.kind {
            ClaimKind::Model(name) => Some(self.claim_of_model(claim, &name.text, sources)),
            _ => None,
        };
        self.claims.iter().filter_map(decided).collect()
    }

    fn claim_of_model(&self, claim: &Claim, model: &str, sources: &Sources) -> DecidedClaim {
        let (holds, evidence) = claims::run::verify_model(model, &self.run);
        let demand = match (MachineModel::parse(model), self.demand) {
            (Some(MachineModel::Synchronous(model)), Demand::Synchronous(_, simultaneity)) => {
                Some(Demand::Synchronous(model, simultaneity))
            }
            (Some(MachineModel::Asynchronous { concurrent_read }), Demand::Asynchronous { .. }) => {
                Some(Demand::Asynchronous { concurrent_read })
            }
            _ => None,
        };
        let is_proved =
            demand.is_some_and(|demand| demand.is_proved(&self.accesses, &self.findings));
        let (holds, evidence) = match (holds, is_proved) {
            (Some(true), true) => (holds, Evidence::Proved),
            (Some(true), false)
                if demand == Some(self.demand)
                    && let Some(meeting) = self.meetings.first()
                    && let Some(step) = meeting.step =>
            {
                let broken = Evidence::BrokenFor {
                    step,
                    cell: meeting.cell.clone(),
                    inputs: meeting.inputs.clone(),
                };
                (Some(false), broken)
            }
            (Some(true), false) => (None, evidence.and(Evidence::OtherInputsOpen)),
            _ => (holds, evidence),
        };
        let text = sources.text(claim.span);
        DecidedClaim {
            claim: text.split_whitespace().collect::<Vec<_>>().join(" "),
            line: sources.position(claim.span).line,
            holds,
            evidence,
        }
    }

    /// The accesses for which the rule is not proved, and for which no violation was found.
    fn open(&self) -> HashSet<Access> {
        let met: HashSet<&Access> =
            (self.meetings.iter().flat_map(|meeting| &meeting.accesses)).collect();
        (self.accesses.iter().copied())
            .filter(|access| !self.demand.is_kept(self.findings.of(*access), access.kind))
            .filter(|access| !met.contains(access))
            .collect()
    }

    /// Runs small sizes, in ascending order, until a violation is found for everything that is open.
    fn search(
        &mut self,
        request: &Request,
        small: &mut Small<'_>,
        (sizes, tried): (&[String], &[i64]),
        watcher: Watcher<'_>,
    ) {
        if sizes.is_empty() {
            return;
        }
        let mut open = self.open();
        let (mut steps, mut work) = (0, 0);
        for (done, &size) in (0..).zip(tried) {
            watcher.tell(Progress {
                parts: Parts::SmallSizes,
                done,
                total: tried.len() as u64,
                // Its limits end the search if it does not come to its end.
                share: (steps as f64 / STEPS_IN_ALL as f64)
                    .max(work as f64 / WORK_IN_ALL as f64)
                    .max(done as f64 / tried.len() as f64)
                    .min(1.0),
            });
            for seed in 0..SEEDS {
                if open.is_empty() || watcher.interrupts() {
                    return;
                }
                if steps >= STEPS_IN_ALL || work >= WORK_IN_ALL {
                    self.sizes.cut(size);
                    continue;
                }
                let Some(run) = small.run(&smaller(request, sizes, size, seed)) else {
                    // The program does not accept this size.
                    continue;
                };
                steps += run.cost.steps.time().max(1);
                let lanes = run.cost.gpu.as_ref().map_or(0, |cost| cost.counts.lanes);
                work += run.cost.steps.work + lanes;
                match &run.error {
                    Some(error) if error.code.status() == Status::Limit => {
                        self.sizes.cut(size);
                        continue;
                    }
                    Some(_) => continue,
                    None => self.sizes.tried(size),
                }
                let inputs = sizes.iter().map(|name| (name.clone(), size)).collect();
                self.meetings_in(&run, &inputs, &mut open);
            }
        }
    }

    /// Violations of the rule in a run, if none is known yet for their accesses.
    fn meetings_in(
        &mut self,
        run: &Run,
        inputs: &IndexMap<String, i64>,
        open: &mut HashSet<Access>,
    ) {
        let found = (run.violations.iter())
            .map(|violation| Meeting::of_violation(violation, inputs))
            .chain(run.race.iter().map(|race| Meeting::of_race(race, inputs)))
            .chain(
                (run.kernel_races.found.iter()).map(|race| Meeting::of_kernel_race(race, inputs)),
            );
        for meeting in found {
            if meeting.accesses.iter().any(|access| open.contains(access)) {
                for access in &meeting.accesses {
                    open.remove(access);
                }
                self.meetings.push(meeting);
            }
        }
    }

    /// The violations of the rule in the requested run.
    fn meetings_of_the_run(&mut self) {
        let nothing = IndexMap::new();
        let (model, simultaneity) = match self.demand {
            Demand::Synchronous(_, simultaneity) => (self.demand.classified(), simultaneity),
            Demand::Gpu(_) => (self.demand.classified(), Simultaneity::Step),
            Demand::Asynchronous { concurrent_read } => {
                let model = if concurrent_read {
                    Model::CREW
                } else {
                    Model::EREW
                };
                (Some(model), Simultaneity::Step)
            }
        };
        let broken = (self.run.breaks.iter())
            .filter(|violation| {
                Some(violation.model) == model && violation.simultaneity == simultaneity
            })
            .map(|violation| Meeting::of_violation(violation, &nothing));
        let allows_reads = matches!(
            self.demand,
            Demand::Asynchronous {
                concurrent_read: true
            }
        );
        let raced = (self.run.race.iter())
            .filter(|race| !(allows_reads && race.reads_only))
            .map(|race| Meeting::of_race(race, &nothing));
        let kernels = self.run.kernel_races.found.iter();
        let kernels = kernels.map(|race| Meeting::of_kernel_race(race, &nothing));
        let all: Vec<Meeting> = broken.chain(raced).chain(kernels).collect();
        for meeting in all {
            let is_known = |access: &Access| {
                self.meetings
                    .iter()
                    .any(|known| known.accesses.contains(access))
            };
            if !meeting.accesses.iter().all(is_known) {
                self.meetings.push(meeting);
            }
        }
    }
}

/// The same program at a small size, with another seed, and within the limits of a short run.
pub(super) fn smaller(request: &Request, sizes: &[String], size: i64, seed: u64) -> Request {
    let mut assignments: Vec<Assignment> = (request.assignments.iter())
        .filter(|assignment| !sizes.contains(&assignment.name))
        .cloned()
        .collect();
    assignments.extend(sizes.iter().map(|name| Assignment {
        name: name.clone(),
        value: size.to_string().into(),
    }));
    let mut options = Options {
        on_violation: OnViolation::Continue,
        seed: request.options.seed.wrapping_add(seed),
        explore: 0,
        ..request.options.clone()
    };
    options.limits.steps = options.limits.steps.min(STEPS_OF_A_RUN);
    options.limits.work = options.limits.work.min(WORK_OF_A_RUN);
    options.limits.memory = options.limits.memory.min(MEMORY_OF_A_RUN);
    Request {
        assignments,
        options,
        ..request.clone()
    }
}
