//! From the answers of a worker to verdicts and points, item by item.

use super::english;
use super::exercise::{
    CostClaim, Exercise, ExerciseItem, ExpectedResult, ItemDemand, ModelClaim, Test, Visibility,
};
use super::job::{
    ClaimAnswer, ClaimTrend, FirstFailure, ProblemAnswer, RunAnswer, RunSpec, Task, TaskAnswer,
    TextAnswer,
};
use super::outcome::{GradedItem, GradedKind, ItemVerdict, OutcomeStatus, RunTotals};
use super::plan::Plan;
use super::points::Points;
use super::used_words;

/// The answers of a worker, in the order of the plan; none where it gave none.
pub type TaskAnswers = [Option<TaskAnswer>];

/// What the answers mean.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedAnswers {
    /// What each item gave.
    pub items: Vec<GradedItem>,
    /// How far it is graded.
    pub status: OutcomeStatus,
    /// What else there is to say.
    pub notes: Vec<String>,
    /// What the runs used.
    pub used: RunTotals,
    /// The hash of the text without layout and comments.
    pub shape: Option<String>,
    /// The run that the first item fails with, if it ended and can be shown step by step.
    pub failing: Option<RunSpec>,
}

/// Judges the answers about a submission; `reference` are those about the solution.
pub fn judge(
    exercise: &Exercise,
    plan: &Plan,
    answers: &TaskAnswers,
    reference: &TaskAnswers,
) -> JudgedAnswers {
    let judge = Judge {
        exercise,
        plan,
        answers,
        reference,
    };
    let findings: Vec<Finding> = (exercise.items.iter().zip(&plan.of_items))
        .map(|(item, place)| judge.item(item, place.map(|place| (place.task, place.claim))))
        .collect();
    let failing = findings.iter().find_map(|finding| finding.run.clone());
    let items: Vec<GradedItem> = (exercise.items.iter().zip(findings))
        .map(|(item, finding)| graded(item, finding))
        .collect();
    let text = match answers.first() {
        Some(Some(TaskAnswer::Text(text))) => Some(text),
        _ => None,
    };
    let status = if answers.iter().any(Option::is_none) {
        OutcomeStatus::Ungraded
    } else if text.is_some_and(|text| text.problem.is_some()) {
        OutcomeStatus::Unreadable
    } else if items.iter().any(|item| item.verdict == ItemVerdict::Open) {
        OutcomeStatus::Open
    } else {
        OutcomeStatus::Graded
    };
    let unused = text.map_or(&[][..], |text| &text.unused);
    JudgedAnswers {
        items,
        status,
        notes: unused
            .iter()
            .map(|keyword| english::unused(keyword))
            .collect(),
        used: judge.used(),
        shape: text.and_then(|text| text.shape.clone()),
        failing,
    }
}

/// The items of a submission that was not run: nothing was handed in, or what cannot be read.
pub fn not_run(exercise: &Exercise, verdict: ItemVerdict, why: &str) -> Vec<GradedItem> {
    let items = exercise.items.iter();
    items
        .map(|item| match item.asks {
            ItemDemand::Manual => graded(
                item,
                Finding::new(ItemVerdict::Open, Points::ZERO, english::waits()),
            ),
            _ => graded(item, Finding::new(verdict, Points::ZERO, why.to_owned())),
        })
        .collect()
}

struct Judge<'a> {
    exercise: &'a Exercise,
    plan: &'a Plan,
    answers: &'a TaskAnswers,
    reference: &'a TaskAnswers,
}

/// What is found about an item.
struct Finding {
    verdict: ItemVerdict,
    points: Points,
    code: Option<String>,
    passed: Option<[usize; 2]>,
    failure: Option<FirstFailure>,
    /// The run that shows it.
    run: Option<RunSpec>,
    /// What a student reads.
    student: String,
    /// What a teacher reads, if it is more.
    teacher: Option<String>,
}

impl Finding {
    fn new(verdict: ItemVerdict, points: Points, text: String) -> Self {
        Self {
            verdict,
            points,
            code: None,
            passed: None,
            failure: None,
            run: None,
            student: text,
            teacher: None,
        }
    }

    /// Of an item for which something went wrong.
    fn of_problem(problem: &ProblemAnswer) -> Self {
        let verdict = verdict_of(problem);
        Self {
            code: Some(problem.code.clone()),
            ..Self::new(verdict, Points::ZERO, english::problem(verdict, problem))
        }
    }
}

/// The verdict on what went wrong. Limits of the engine, faults and illegal accesses are recognised by their codes.
fn verdict_of(problem: &ProblemAnswer) -> ItemVerdict {
    let code = problem.code.as_str();
    match code.get(..3) {
        _ if code == "E0409" => ItemVerdict::Fails,
        // What the judge calls is not there, takes other arguments, or gives no value.
        _ if problem.is_in_judge && ["E0201", "E0203", "E0304"].contains(&code) => {
            ItemVerdict::Missing
        }
        Some("E01" | "E02" | "E03") => ItemVerdict::Unreadable,
        Some("E05") if code == "E0516" => ItemVerdict::Limit,
        Some("E05") => ItemVerdict::Illegal,
        Some("E06") => ItemVerdict::Limit,
        _ => ItemVerdict::Fault,
    }
}

fn graded(item: &ExerciseItem, finding: Finding) -> GradedItem {
    GradedItem {
        name: item.name.clone(),
        kind: match item.asks {
            ItemDemand::Test(_) => GradedKind::Test,
            ItemDemand::Claim(_) | ItemDemand::Model(_) => GradedKind::Claim,
            ItemDemand::Layout | ItemDemand::NoWarnings(_) | ItemDemand::Uses { .. } => {
                GradedKind::Criterion
            }
            ItemDemand::Manual => GradedKind::Manual,
        },
        verdict: finding.verdict,
        code: finding.code,
        points: finding.points,
        of: item.points,
        visibility: item.visibility,
        gate: item.gate,
        passed: finding.passed,
        first_failure: finding.failure,
        teacher: finding.teacher.unwrap_or_else(|| finding.student.clone()),
        student: finding.student,
    }
}

impl Judge<'_> {
    fn item(&self, item: &ExerciseItem, place: Option<(usize, usize)>) -> Finding {
        let Some((task, claim)) = place else {
            return Finding::new(ItemVerdict::Open, Points::ZERO, english::waits());
        };
        // A file that cannot be read fails all items in the same way, whatever was run.
        if let Some(Some(TaskAnswer::Text(TextAnswer {
            problem: Some(problem),
            ..
        }))) = self.answers.first()
        {
            return Finding {
                code: Some(problem.code.clone()),
                ..Finding::new(
                    ItemVerdict::Unreadable,
                    Points::ZERO,
                    english::problem(ItemVerdict::Unreadable, problem),
                )
            };
        }
        match self.answers.get(task) {
            Some(Some(answer)) => self.finding(item, task, claim, answer),
            _ => Finding::new(ItemVerdict::NotTried, Points::ZERO, english::not_tried()),
        }
    }

    fn finding(
        &self,
        item: &ExerciseItem,
        task: usize,
        claim: usize,
        answer: &TaskAnswer,
    ) -> Finding {
        match (&item.asks, answer) {
            // Runs of tests may have broken the model all the same.
            (ItemDemand::Model(asked), TaskAnswer::Problem(problem)) => {
                self.model_claim(asked, Err(problem))
            }
            (_, TaskAnswer::Problem(problem)) => Finding::of_problem(problem),
            (ItemDemand::Test(test), TaskAnswer::Runs(runs)) => self.test(item, test, task, runs),
            (ItemDemand::Claim(asked), TaskAnswer::Claims(claims)) => match claims.get(claim) {
                Some(found) => cost_claim(asked, found, self.seed(task)),
                None => Finding::new(ItemVerdict::NotTried, Points::ZERO, english::not_tried()),
            },
            (ItemDemand::Model(asked), TaskAnswer::Claims(claims)) => {
                self.model_claim(asked, Ok(claims.first().unwrap_or(&ClaimAnswer::default())))
            }
            (asks, TaskAnswer::Text(text)) => criterion(item, asks, text),
            _ => Finding::new(ItemVerdict::NotTried, Points::ZERO, english::not_tried()),
        }
    }

    /// The seed of the runs of a sweep.
    fn seed(&self, task: usize) -> u64 {
        match self.plan.tasks.get(task) {
            Some(Task::Sweep { seed, .. }) => *seed,
            _ => 0,
        }
    }

    fn specs(&self, task: usize) -> &[RunSpec] {
        match self.plan.tasks.get(task) {
            Some(Task::Runs { runs, .. }) => runs,
            _ => &[],
        }
    }

    fn test(&self, item: &ExerciseItem, test: &Test, task: usize, runs: &[RunAnswer]) -> Finding {
        let specs = self.specs(task);
        let right = match (test.expect, self.reference.get(task)) {
            (ExpectedResult::Reference, Some(Some(TaskAnswer::Runs(right)))) => right.as_slice(),
            _ => &[],
        };
        let differs = |at: usize| {
            let (own, right) = (&runs[at], right.get(at)?);
            right.outputs.iter().find_map(|(name, right)| {
                let own = own.outputs.get(name);
                let is_same = own.is_some_and(|own| own.hash == right.hash);
                (!is_same).then(|| english::other_output(name, own, right))
            })
        };
        let wrong = |at: usize| match &runs[at].problem {
            Some(problem) => Some(Finding::of_problem(problem)),
            None => differs(at).map(|text| Finding::new(ItemVerdict::Fails, Points::ZERO, text)),
        };
        let all = specs.len();
        let mut first = None;
        let mut passed = 0;
        for (at, spec) in specs.iter().enumerate().take(runs.len()) {
            match wrong(at) {
                None => passed += 1,
                Some(finding) if first.is_none() => first = Some((spec, finding)),
                Some(_) => {}
            }
        }
        let points = match test.share {
            true => item.points.share(passed, all),
            false if passed == all => item.points,
            false => Points::ZERO,
        };
        let Some((spec, finding)) = first else {
            let text = english::passes(all);
            return Finding {
                passed: Some([passed, all]),
                ..Finding::new(ItemVerdict::Passes, points, text)
            };
        };
        // Without a run, it has no inputs.
        if matches!(
            finding.verdict,
            ItemVerdict::Missing | ItemVerdict::Unreadable
        ) {
            return Finding {
                points,
                passed: Some([passed, all]),
                ..finding
            };
        }
        let counted = test.share.then_some((passed, all));
        Finding {
            points,
            passed: Some([passed, all]),
            student: english::with_inputs(&spec.inputs, None, counted, &finding.student),
            teacher: Some(english::with_inputs(
                &spec.inputs,
                Some(spec.seed),
                counted,
                &finding.student,
            )),
            failure: Some(FirstFailure {
                inputs: named(&spec.inputs),
                ..FirstFailure::default()
            }),
            run: (finding.verdict != ItemVerdict::Limit).then(|| spec.clone()),
            ..finding
        }
    }

    /// A claim about a model: refuted by a run of a test or by the check, proved, or observed in all runs.
    fn model_claim(
        &self,
        asked: &ModelClaim,
        checked: Result<&ClaimAnswer, &ProblemAnswer>,
    ) -> Finding {
        let models = self
            .exercise
            .items
            .iter()
            .filter_map(|item| match &item.asks {
                ItemDemand::Model(claim) => Some(claim),
                _ => None,
            });
        let own = models.take_while(|claim| *claim != asked).count();
        let mut unfinished = None;
        let mut undecided = None;
        let mut runs_in_all = 0;
        for (item, place) in self.exercise.items.iter().zip(&self.plan.of_items) {
            let (ItemDemand::Test(_), Some(place)) = (&item.asks, place) else {
                continue;
            };
            let Some(Some(TaskAnswer::Runs(runs))) = self.answers.get(place.task) else {
                continue;
            };
            for (run, spec) in runs.iter().zip(self.specs(place.task)) {
                runs_in_all += 1;
                match run.claims.get(own) {
                    Some(claim) if claim.holds == Some(false) => {
                        return refuted(claim, spec, item.visibility);
                    }
                    Some(claim) if claim.holds == Some(true) => {}
                    Some(claim) if run.problem.is_none() => {
                        undecided.get_or_insert(claim.evidence.as_str());
                    }
                    _ => {
                        let problem = || run.problem.clone().map(|it| (it, spec, item));
                        unfinished = unfinished.or_else(problem);
                    }
                }
            }
        }
        let checked = match checked {
            Ok(checked) => checked,
            Err(problem) => return Finding::of_problem(problem),
        };
        if checked.holds == Some(false) {
            let text = english::refuted(None, &checked.evidence, checked.failure.as_ref());
            return Finding {
                failure: checked.failure.clone(),
                run: checked.failure.as_ref().map(|failure| spec(failure, 0)),
                ..Finding::new(ItemVerdict::Refuted, Points::ZERO, text)
            };
        }
        if checked.is_derived {
            return Finding::new(
                ItemVerdict::Proved,
                asked.proved,
                english::proved(&asked.model),
            );
        }
        if let Some((problem, spec, item)) = unfinished {
            let teacher = english::not_observed(Some(&spec.inputs), &problem);
            let is_hidden = item.visibility != Visibility::Public;
            return Finding {
                student: english::not_observed((!is_hidden).then_some(&spec.inputs[..]), &problem),
                teacher: Some(teacher),
                ..Finding::of_problem(&problem)
            };
        }
        let is_legal_so_far = checked.trend == Some(ClaimTrend::Consistent);
        if let Some(evidence) = undecided.or((!is_legal_so_far).then_some(&checked.evidence)) {
            return Finding::new(
                ItemVerdict::Open,
                Points::ZERO,
                english::undecided(evidence),
            );
        }
        Finding::new(
            ItemVerdict::Observed,
            asked.observed,
            english::observed(&asked.model, runs_in_all),
        )
    }

    fn used(&self) -> RunTotals {
        let runs = TaskAnswer::runs(self.answers.iter().flatten());
        runs.fold(RunTotals::default(), |used, run| RunTotals {
            work: used.work.saturating_add(run.work),
            steps: used.steps.saturating_add(run.steps),
        })
    }
}

/// A model that a run of a test breaks. A hidden test does not say with which inputs.
fn refuted(claim: &ClaimAnswer, spec: &RunSpec, visibility: Visibility) -> Finding {
    let failure = FirstFailure {
        inputs: named(&spec.inputs),
        ..claim.failure.clone().unwrap_or_default()
    };
    let teacher = english::refuted(Some(&spec.inputs), &claim.evidence, Some(&failure));
    let is_public = visibility == Visibility::Public;
    Finding {
        student: if is_public {
            teacher.clone()
        } else {
            english::refuted_in_hidden()
        },
        teacher: Some(teacher),
        failure: is_public.then_some(failure),
        run: Some(spec.clone()),
        ..Finding::new(ItemVerdict::Refuted, Points::ZERO, String::new())
    }
}

/// The run in which a claim fails.
fn spec(failure: &FirstFailure, seed: u64) -> RunSpec {
    let inputs = failure.inputs.iter();
    RunSpec {
        inputs: inputs
            .map(|(name, value)| format!("{name}={value}"))
            .collect(),
        seed,
    }
}

/// A claim about a cost; `seed` is that of its runs.
fn cost_claim(asked: &CostClaim, found: &ClaimAnswer, seed: u64) -> Finding {
    let (verdict, points) = match (found.holds, found.trend) {
        (Some(true), _) if found.is_derived => (ItemVerdict::Derived, asked.derived),
        (Some(true), _) => (ItemVerdict::Measured, asked.measured),
        (Some(false), _) => (ItemVerdict::Fails, Points::ZERO),
        (None, Some(ClaimTrend::Consistent)) if asked.is_growth => {
            (ItemVerdict::Growth, asked.growth)
        }
        (None, Some(ClaimTrend::Against)) if asked.is_growth => (ItemVerdict::Fails, Points::ZERO),
        (None, _) => (ItemVerdict::Open, Points::ZERO),
    };
    let failure = found
        .failure
        .clone()
        .filter(|_| verdict == ItemVerdict::Fails);
    let text = english::cost_claim(verdict, &found.evidence, failure.as_ref());
    Finding {
        run: failure.as_ref().map(|failure| spec(failure, seed)),
        failure,
        ..Finding::new(verdict, points, text)
    }
}

fn criterion(item: &ExerciseItem, asks: &ItemDemand, text: &TextAnswer) -> Finding {
    let wrong = match asks {
        ItemDemand::Layout => (text.is_formatted != Some(true)).then(english::not_formatted),
        ItemDemand::NoWarnings(denied) => {
            if let Some(problem) = &text.no_run {
                return Finding::of_problem(problem);
            }
            let is_denied = |code: &str| {
                denied
                    .as_ref()
                    .is_none_or(|codes| codes.iter().any(|denied| denied.id() == code))
            };
            let warnings = text
                .warnings
                .iter()
                .filter(|warning| is_denied(&warning.code));
            let shown: Vec<&str> = warnings.map(|warning| warning.shown.as_str()).collect();
            (!shown.is_empty()).then(|| english::has_warnings(&shown))
        }
        ItemDemand::Uses { require, forbid } => {
            let missing = require
                .iter()
                .find(|word| !used_words::has(&text.words, word));
            let forbidden = forbid
                .iter()
                .find(|word| used_words::has(&text.words, word));
            (missing.map(|word| english::word_missing(word)))
                .or_else(|| forbidden.map(|word| english::word_forbidden(word)))
        }
        ItemDemand::Test(_) | ItemDemand::Claim(_) | ItemDemand::Model(_) | ItemDemand::Manual => {
            None
        }
    };
    match wrong {
        Some(text) => Finding::new(ItemVerdict::Fails, Points::ZERO, text),
        None => Finding::new(
            ItemVerdict::Passes,
            item.points,
            english::criterion_passes(),
        ),
    }
}

/// Words `NAME=VALUE` by their names.
fn named(inputs: &[String]) -> indexmap::IndexMap<String, String> {
    let pairs = inputs.iter().filter_map(|word| word.split_once('='));
    pairs
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}
