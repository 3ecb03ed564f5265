//! What a worker does: it runs, checks and sweeps the judge, and looks at the text. It does not know what is right.

use std::sync::atomic::AtomicBool;

use indexmap::IndexMap;

use super::job::{
    ClaimAnswer, ClaimTrend, FirstFailure, GradeJob, OutputAnswer, ProblemAnswer, ReplayAnswer,
    RunAnswer, RunSpec, Task, TaskAnswer, TextAnswer,
};
use super::shelf::JobFiles;
use super::used_words;
use crate::diagnostic::render::render_all;
use crate::diagnostic::{Code, Diagnostic};
use crate::language::Language;
use crate::machine::configuration::Limits;
use crate::machine::value::{ArrayValue, Value};
use crate::pipeline::inputs::Assignment;
use crate::pipeline::machine::MachineModel;
use crate::pipeline::{self, Options, Request, check};
use crate::present::messages::problems;
use crate::present::replay;
use crate::program::Constant;
use crate::quantity::Unit;
use crate::result::check::Meeting;
use crate::result::claim::Evidence;
use crate::result::claim::sweep::{Says, SweepEvidence};
use crate::result::run::Run;
use crate::result::study::{ClaimReport, FailedSize, FailureReason, OpenTrend, Size};
use crate::session::replay::{RecordingManner, record};
use crate::source::{FileId, Sources};
use crate::study::store::hash;
use crate::study::{self, ReportRequest};
use crate::syntax::ast::Item;
use crate::syntax::keyword::Concept;
use crate::syntax::{self, decode};

/// How much of an output is shown.
const SHOWN_OUTPUT: usize = 400;
/// Lines of one problem, and problems of one run, are no more than this.
const SHOWN_PROBLEMS: usize = 3;
/// Bytes of the trace of a run; of a longer one, steps in its middle are left out.
const LONGEST_TRACE: usize = 512 << 10;
/// Bytes of a problem as it is shown.
const SHOWN_BYTES: usize = 16 << 10;

/// Does a task of a job. Its answer says nothing if it was interrupted.
pub fn perform(job: &GradeJob, task: &Task, interrupt: &AtomicBool) -> TaskAnswer {
    let worker = Worker {
        job,
        files: JobFiles::new(job),
        interrupt,
    };
    match task {
        Task::Text => TaskAnswer::Text(worker.text()),
        Task::Runs {
            runs,
            claims,
            stop_at_failure,
        } => TaskAnswer::Runs(worker.runs(runs, claims, *stop_at_failure)),
        Task::Check { claim, model } => worker.check(claim, model),
        Task::Sweep {
            claims,
            sizes,
            ends,
            add_sizes,
            seed,
        } => worker.sweep(claims, sizes, *ends, *add_sizes, *seed),
        Task::Replay(run) => worker.replay(run),
    }
}

struct Worker<'a> {
    job: &'a GradeJob,
    files: JobFiles<'a>,
    interrupt: &'a AtomicBool,
}

impl Worker<'_> {
    /// The judge with these claims at its end.
    fn request(&self, claims: &[String], inputs: &[String], seed: u64) -> Request {
        let mut bytes = self.job.judge.bytes().to_vec();
        for claim in claims {
            bytes.extend(format!("\nclaim {claim};").bytes());
        }
        let assignments = inputs.iter().filter_map(|word| word.split_once('='));
        let limits = self.job.limits;
        Request {
            name: self.job.judge.name.clone(),
            bytes,
            entry: None,
            assignments: assignments
                .map(|(name, value)| Assignment {
                    name: name.trim().trim_end_matches("[]").to_owned(),
                    value: value.into(),
                })
                .collect(),
            options: Options {
                seed,
                threads: Some(1),
                limits: Limits {
                    steps: limits.steps,
                    work: limits.work,
                    memory: limits.memory,
                    output: limits.output,
                    processors: limits.processors,
                    ..Limits::default()
                },
                ..Options::default()
            },
        }
    }

    fn execute(&self, request: &Request, sources: &mut Sources) -> Result<Run, ProblemAnswer> {
        let executed = pipeline::execute(request, sources, &self.files, self.interrupt);
        let executed = executed.map_err(|problems| problem(&problems, sources))?;
        Ok(executed.run)
    }

    fn text(&self) -> TextAnswer {
        let Some(file) = self.job.submission.first() else {
            return TextAnswer::default();
        };
        let name = self.files.submission();
        let text = match decode(file.bytes()) {
            Ok(text) => text,
            Err(error) => {
                return TextAnswer {
                    problem: Some(ProblemAnswer {
                        code: Code::NotText.id().to_owned(),
                        message: error.to_string(),
                        shown: format!("{name}: {error}\n"),
                        is_in_judge: false,
                    }),
                    ..TextAnswer::default()
                };
            }
        };
        let mut sources = Sources::default();
        let own = sources.add(name, text.as_str());
        let (tree, problems) = syntax::parse(&sources, own);
        if !problems.is_empty() {
            return TextAnswer {
                problem: Some(problem(&problems, &sources)),
                ..TextAnswer::default()
            };
        }
        let formatted = used_words::formatted(&sources, own);
        let mut answer = TextAnswer {
            is_formatted: formatted.as_ref().map(|formatted| *formatted == text),
            shape: formatted.map(|formatted| hash(used_words::shape(&formatted).as_bytes())),
            words: used_words::used(&text),
            unused: tree
                .items
                .iter()
                .filter_map(unused)
                .map(str::to_owned)
                .collect(),
            ..TextAnswer::default()
        };
        answer.unused.dedup();
        let request = self.request(&[], &[], 0);
        let mut sources = Sources::default();
        match self.execute(&request, &mut sources) {
            Ok(run) => {
                answer.no_run = of_run(&run, &sources);
                let own = |warning: &&Diagnostic| {
                    let label = warning.primary.as_ref();
                    label.is_some_and(|label| sources.get(label.span.file).name == name)
                };
                let warnings = run.warnings.iter().filter(own);
                answer.warnings = warnings
                    .map(|warning| problem(std::slice::from_ref(warning), &sources))
                    .collect();
            }
            Err(problem) => answer.no_run = Some(problem),
        }
        answer
    }

    fn runs(&self, runs: &[RunSpec], claims: &[String], stop_at_failure: bool) -> Vec<RunAnswer> {
        let mut answers = Vec::new();
        for run in runs {
            let answer = self.run(run, claims);
            let ends = answer
                .problem
                .as_ref()
                .is_some_and(|problem| stop_at_failure || problem.code.starts_with("E06"));
            answers.push(answer);
            if ends {
                break;
            }
        }
        answers
    }

    fn run(&self, run: &RunSpec, claims: &[String]) -> RunAnswer {
        let request = self.request(claims, &run.inputs, run.seed);
        let mut sources = Sources::default();
        let run = match self.execute(&request, &mut sources) {
            Ok(run) => run,
            Err(problem) => {
                return RunAnswer {
                    problem: Some(problem),
                    ..RunAnswer::default()
                };
            }
        };
        let own = run.claims.len().saturating_sub(claims.len());
        let broken = met(&run);
        let claims = run.claims[own..].iter().map(|claim| ClaimAnswer {
            // A run that ends at an illegal access broke the model of the judge, not certainly this one.
            holds: claim.holds,
            evidence: claim.evidence.to_string(),
            failure: broken.as_ref().map(failure_of_model),
            ..ClaimAnswer::default()
        });
        RunAnswer {
            claims: claims.collect(),
            problem: of_run(&run, &sources),
            outputs: (run.outputs.iter())
                .map(|(name, value)| (name.clone(), output(value)))
                .collect(),
            work: run.cost.work(Unit::Steps),
            steps: run.cost.steps.time(),
        }
    }

    fn check(&self, claim: &str, model: &str) -> TaskAnswer {
        let mut request = self.request(std::slice::from_ref(&claim.to_owned()), &[], 0);
        request.options.model = MachineModel::parse(model);
        request.options.limits.work = request
            .options
            .limits
            .work
            .min(Limits::USUAL_WORK_OF_A_CHECK);
        let mut sources = Sources::default();
        let checked = check::check(&request, &mut sources, &self.files, self.interrupt);
        let checked = match checked {
            Ok(checked) => checked,
            Err(problems) => return TaskAnswer::Problem(problem(&problems, &sources)),
        };
        if let Some(error) = &checked.run.error {
            // What is proved holds for runs that end early, too.
            if checked.is_proved() {
                return TaskAnswer::Claims(vec![ClaimAnswer {
                    holds: Some(true),
                    is_derived: true,
                    evidence: Evidence::Proved.to_string(),
                    ..ClaimAnswer::default()
                }]);
            }
            return TaskAnswer::Problem(problem(std::slice::from_ref(error), &sources));
        }
        let decided = checked.claims_of_models(&sources);
        let Some(decided) = decided.last() else {
            return TaskAnswer::Claims(vec![ClaimAnswer::default()]);
        };
        let broken = (checked.meetings.first().cloned()).or_else(|| met(&checked.run));
        TaskAnswer::Claims(vec![ClaimAnswer {
            holds: decided.holds,
            is_derived: matches!(decided.evidence, Evidence::Proved),
            trend: is_legal_so_far(&decided.evidence).then_some(ClaimTrend::Consistent),
            evidence: decided.evidence.to_string(),
            failure: broken
                .filter(|_| decided.holds == Some(false))
                .map(|meeting| failure_of_model(&meeting)),
        }])
    }

    fn sweep(
        &self,
        claims: &[String],
        sizes: &(String, String),
        ends: [i64; 2],
        add_sizes: bool,
        seed: u64,
    ) -> TaskAnswer {
        // What never ends would do so at each size: the first and the last one show it.
        for size in ends {
            let request = self.request(&[], &[format!("{}={size}", sizes.0)], seed);
            let mut sources = Sources::default();
            let found = match self.execute(&request, &mut sources) {
                Ok(run) => of_run(&run, &sources),
                Err(problem) => Some(problem),
            };
            if let Some(problem) = found {
                return TaskAnswer::Problem(problem);
            }
        }
        let request = ReportRequest {
            programs: vec![self.request(claims, &[], seed)],
            vary: vec![Assignment {
                name: sizes.0.clone(),
                value: sizes.1.as_str().into(),
            }],
            unit: None,
            efficiency: None,
            sequential: Vec::new(),
            model_formulas: Vec::new(),
            repeat: 1,
            add_sizes,
            threads: Some(1),
        };
        let mut sources = Sources::default();
        let report = study::create(&request, &mut sources, &self.files, self.interrupt, &|_| {});
        let report = match report {
            Ok(report) => report,
            Err(problems) => return TaskAnswer::Problem(problem(&problems, &sources)),
        };
        let study = &report.study;
        if let Some(failed) = study.failed.iter().find(|failed| !failed.held_out) {
            return TaskAnswer::Problem(of_failed_size(failed, &self.job.judge.name));
        }
        let own = study.claims.len().saturating_sub(claims.len());
        let claims = study.claims[own..].iter();
        TaskAnswer::Claims(claims.map(|claim| claim_answer(claim, add_sizes)).collect())
    }

    fn replay(&self, run: &RunSpec) -> TaskAnswer {
        let request = self.request(&[], &run.inputs, run.seed);
        let seed = ["--seed".to_owned(), run.seed.to_string()];
        let words = ["replay".to_owned(), request.name.clone()];
        let manner = RecordingManner {
            bytes: LONGEST_TRACE,
            language: Language::English,
            cells: Vec::new(),
            words: (words.into_iter())
                .chain(run.inputs.iter().cloned())
                .chain(seed)
                .collect(),
        };
        let mut sources = Sources::default();
        match record(&request, &mut sources, &self.files, self.interrupt, manner) {
            Ok(recorded) => TaskAnswer::Replay(ReplayAnswer {
                title: recorded.trace.title(),
                trace: replay::json(&recorded.trace),
            }),
            Err(problems) => TaskAnswer::Problem(problem(&problems, &sources)),
        }
    }
}

/// What a file has that the judge does not use, by its keyword.
fn unused(item: &Item) -> Option<&'static str> {
    let concept = match item {
        Item::Machine(_) => Concept::Machine,
        Item::Input(_) => Concept::Input,
        Item::Program(_) => Concept::Program,
        Item::Claim(_) => Concept::Claim,
        Item::Sequential(_) => Concept::Sequential,
        Item::Include(_) | Item::Algorithm(_) | Item::Neutral(_) => return None,
    };
    Some(concept.keyword().english[0])
}

/// What is wrong with a run, apart from claims that do not hold.
fn of_run(run: &Run, sources: &Sources) -> Option<ProblemAnswer> {
    let mut found = problems::of_run(run, None, sources);
    found.retain(|problem| problem.code != Code::ClaimFailed);
    (!found.is_empty()).then(|| problem(&found, sources))
}

/// Problems as they are shown; the first one names the code.
fn problem(found: &[Diagnostic], sources: &Sources) -> ProblemAnswer {
    let Some(first) = found.first() else {
        return ProblemAnswer::default();
    };
    let coloured = render_all(&found[..found.len().min(SHOWN_PROBLEMS)], sources);
    let mut shown = anstream::adapter::strip_str(&coloured).to_string();
    shown.truncate(shown.floor_char_boundary(SHOWN_BYTES));
    ProblemAnswer {
        code: first.code.id().to_owned(),
        message: first.message.clone(),
        shown,
        is_in_judge: (first.primary.as_ref())
            .is_some_and(|label| label.span.file == FileId::default()),
    }
}

/// A size that did not run to its end.
fn of_failed_size(failed: &FailedSize, judge: &str) -> ProblemAnswer {
    let place = match (&failed.file, failed.line) {
        (Some(file), Some(line)) => format!(" ({file}:{line})"),
        _ => String::new(),
    };
    let at = size_words(&failed.inputs);
    ProblemAnswer {
        code: failed.code.clone(),
        message: format!("{at}: {}", failed.message),
        shown: format!("error[{}]: {at}: {}{place}\n", failed.code, failed.message),
        is_in_judge: failed.file.as_deref() == Some(judge) && failed.reason == FailureReason::Input,
    }
}

fn size_words(size: &Size) -> String {
    let words: Vec<String> = size
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    words.join(" ")
}

/// What was found about a claim; `is_growth` says whether it is about growth.
fn claim_answer(claim: &ClaimReport, is_growth: bool) -> ClaimAnswer {
    let failure = claim.first_failure.as_ref().map(|size| {
        let ratio = claim.ratios.iter().find(|ratio| ratio.inputs == *size);
        FirstFailure {
            inputs: size
                .iter()
                .map(|(name, value)| (name.clone(), value.to_string()))
                .collect(),
            claimed: ratio.map(|ratio| ratio.claimed),
            measured: ratio.map(|ratio| ratio.measured),
            ..FirstFailure::default()
        }
    });
    // A bound is asked for the sizes that ran: where it fails beyond them, it holds at each of these.
    let is_beyond = !is_growth && failure.is_none() && fails_elsewhere(&claim.evidence);
    ClaimAnswer {
        holds: if is_beyond { Some(true) } else { claim.holds },
        is_derived: claim.derived.is_some() && !is_beyond && !is_for_some(&claim.evidence),
        trend: claim.trend.map(|trend| match trend {
            OpenTrend::ConsistentWith => ClaimTrend::Consistent,
            OpenTrend::SpeaksAgainst => ClaimTrend::Against,
            OpenTrend::Unclear => ClaimTrend::Unclear,
        }),
        evidence: claim.evidence.to_string(),
        failure,
    }
}

/// Whether a derived formula decides for some sizes only.
fn is_for_some(evidence: &Evidence) -> bool {
    match evidence {
        Evidence::Swept(swept) => matches!(**swept, SweepEvidence::DerivedForSome(..)),
        Evidence::All(all) => all.iter().any(is_for_some),
        _ => false,
    }
}

/// Whether a derived formula shows a size at which a claim fails.
fn fails_elsewhere(evidence: &Evidence) -> bool {
    let fails = |says: &Says| matches!(says, Says::FailsAt(_));
    match evidence {
        Evidence::Swept(swept) => {
            matches!(&**swept, SweepEvidence::Derived(formula) if formula.says.iter().any(fails))
        }
        Evidence::All(all) => all.iter().any(fails_elsewhere),
        _ => false,
    }
}

/// The accesses by which a run breaks its model.
fn met(run: &Run) -> Option<Meeting> {
    let nothing = IndexMap::new();
    let mut violations = run.breaks.iter().chain(&run.violations);
    let violation = violations.next();
    let meeting = violation.map(|violation| Meeting::of_violation(violation, &nothing));
    meeting.or_else(|| Some(Meeting::of_race(run.race.as_ref()?, &nothing)))
}

/// Whether the run was legal, and other inputs are open.
fn is_legal_so_far(evidence: &Evidence) -> bool {
    match evidence {
        Evidence::All(all) => all.iter().any(is_legal_so_far),
        evidence => matches!(evidence, Evidence::OtherInputsOpen),
    }
}

fn failure_of_model(meeting: &Meeting) -> FirstFailure {
    FirstFailure {
        inputs: (meeting.inputs.iter())
            .map(|(name, value)| (name.clone(), value.to_string()))
            .collect(),
        step: meeting.step,
        cell: Some(meeting.cell.clone()),
        processors: meeting.processors.clone(),
        ..FirstFailure::default()
    }
}

/// An output in the form in which outputs are compared: a real that is a whole number equals the int.
fn output(value: &Value) -> OutputAnswer {
    let plain = match value {
        Value::Scalar(constant) => Value::Scalar(whole(*constant)),
        Value::Array(array) => Value::Array(whole_array(array)),
    };
    let mut text = plain.to_string();
    let hash = hash(text.as_bytes());
    if text.len() > SHOWN_OUTPUT {
        text.truncate(text.floor_char_boundary(SHOWN_OUTPUT));
        text.push('…');
    }
    OutputAnswer { text, hash }
}

/// An int where a real has no fraction.
fn whole(constant: Constant) -> Constant {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match constant {
        Constant::Real(real) if real.fract() == 0.0 && real.abs() <= EXACT => {
            Constant::Int(real as i64)
        }
        other => other,
    }
}

/// An array of ints where all its reals have no fraction.
fn whole_array(array: &ArrayValue) -> ArrayValue {
    let cells: Option<Vec<i64>> = (0..array.len())
        .map(|at| match array.get(at).map(whole) {
            None => Some(0),
            Some(Constant::Int(value)) => Some(value),
            Some(_) => None,
        })
        .collect();
    match cells {
        Some(words) => ArrayValue {
            element: crate::program::Type::Int,
            words,
            ..array.clone()
        },
        None => array.clone(),
    }
}
