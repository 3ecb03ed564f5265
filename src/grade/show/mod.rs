//! The results of a class in the formats that people and programs read.

pub mod csv;
mod english;
pub mod gradescope;
pub mod html;
pub mod junit;
pub mod moodle;
pub mod text;

use schemars::JsonSchema;
use serde::Serialize;

use super::exercise::{Exercise, Late, Visibility};
use super::job::FirstFailure;
use super::lists::{ManualPoints, Roster};
use super::outcome::{GradeOutcome, GradedItem, GradedKind, ItemVerdict, OutcomeStatus};
use super::points::Points;
use crate::grade::english as words;

/// For whom results are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Everything is shown.
    Teacher,
    /// Of hidden items only names, points and verdicts are shown.
    Student {
        /// Whether items of visibility `after` are shown.
        is_after_deadline: bool,
    },
}

/// The results of a class; also the JSON of `pram grade show`.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "pram grade show --format json")]
pub struct ClassResults {
    /// The id of the exercise.
    pub exercise: String,
    /// Its title.
    pub title: String,
    /// The most points.
    pub of: Points,
    /// The submissions, in the order of their ids.
    pub submissions: Vec<ShownSubmission>,
}

/// A submission as it is shown.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ShownSubmission {
    /// Who handed it in.
    pub id: String,
    /// The name, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The points, after lateness and rounding.
    pub points: Points,
    /// The most points.
    pub of: Points,
    /// Points that are not decided.
    pub open: Points,
    /// How far it is graded.
    pub status: OutcomeStatus,
    /// How many days late it is, if times are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days_late: Option<u32>,
    /// What else there is to say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What each item gave.
    pub items: Vec<ShownItem>,
    /// For teachers: the hash of the text formatted and without comments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// For teachers: processor time in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milliseconds: Option<u64>,
    /// For teachers: the most memory at a time, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub peak_memory: Option<u64>,
}

/// An item as it is shown.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ShownItem {
    /// Its name.
    pub name: String,
    /// What kind of item it is.
    pub kind: GradedKind,
    /// How it was decided.
    pub verdict: ItemVerdict,
    /// The code of what went wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The points.
    pub points: Points,
    /// The most points.
    pub of: Points,
    /// Who sees everything.
    pub visibility: Visibility,
    /// How many runs passed, and of how many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passed: Option<[usize; 2]>,
    /// Where it fails first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_failure: Option<FirstFailure>,
    /// What it says.
    pub text: String,
}

/// A submission as it was graded, with what depends on its id.
#[derive(Debug, Clone, PartialEq)]
pub struct GradedSubmission {
    /// Who handed it in.
    pub id: String,
    /// The name that the folder gave.
    pub name: Option<String>,
    /// What depends on the folder.
    pub notes: Vec<String>,
    /// What was graded.
    pub outcome: GradeOutcome,
    /// Processor time in milliseconds.
    pub milliseconds: Option<u64>,
    /// The most memory at a time, in bytes.
    pub peak_memory: Option<u64>,
}

/// The results of a class for an audience.
pub fn class(
    exercise: &Exercise,
    graded: &[GradedSubmission],
    roster: &Roster,
    manual: &ManualPoints,
    audience: Audience,
) -> ClassResults {
    let shown = graded
        .iter()
        .map(|one| submission(exercise, one, roster, manual, audience));
    ClassResults {
        exercise: exercise.id.clone(),
        title: exercise.title("en").to_owned(),
        of: exercise.of(),
        submissions: shown.collect(),
    }
}

/// What a student sees of an outcome before the deadline.
pub fn to_student(
    exercise: &Exercise,
    outcome: GradeOutcome,
    notes: Vec<String>,
) -> ShownSubmission {
    let graded = GradedSubmission {
        id: String::new(),
        name: None,
        notes,
        outcome,
        milliseconds: None,
        peak_memory: None,
    };
    let audience = Audience::Student {
        is_after_deadline: false,
    };
    submission(
        exercise,
        &graded,
        &Roster::default(),
        &ManualPoints::default(),
        audience,
    )
}

fn submission(
    exercise: &Exercise,
    graded: &GradedSubmission,
    roster: &Roster,
    manual: &ManualPoints,
    audience: Audience,
) -> ShownSubmission {
    let GradedSubmission { id, outcome, .. } = graded;
    let row = roster.0.get(id);
    let mut items = outcome.items.clone();
    let given = manual.0.get(id);
    for item in items
        .iter_mut()
        .filter(|item| item.kind == GradedKind::Manual)
    {
        if let Some(points) = given.and_then(|given| given.get(&item.name)) {
            by_hand(item, *points);
        }
    }
    let days_late = row.and_then(|row| row.days_late);
    let left = left(exercise.late, days_late.unwrap_or(0));
    let mut notes: Vec<String> = outcome.notes.iter().chain(&graded.notes).cloned().collect();
    if left < 100 {
        notes.push(words::late(days_late.unwrap_or(0), left));
    }
    let sum: Points = items.iter().map(|item| item.points).sum();
    let gates = items.iter().filter(|item| item.closes_gate());
    let gates = gates.filter_map(|item| Some((item, item.gate.filter(|gate| *gate < sum)?)));
    notes.extend(gates.map(|(item, gate)| words::gate_closed(&item.name, gate, sum)));
    let is_open = items.iter().any(|item| item.verdict == ItemVerdict::Open);
    let is_teacher = audience == Audience::Teacher;
    ShownSubmission {
        id: id.clone(),
        name: row
            .and_then(|row| row.name.clone())
            .or_else(|| graded.name.clone()),
        points: GradeOutcome::total(&items, Points::per_cent(left), exercise.rounding),
        of: outcome.of,
        open: GradeOutcome::open(&items),
        status: match outcome.status {
            OutcomeStatus::Open if !is_open => OutcomeStatus::Graded,
            status => status,
        },
        days_late,
        notes,
        items: items
            .iter()
            .map(|item| shown_item(item, audience))
            .collect(),
        shape: outcome.shape.clone().filter(|_| is_teacher),
        milliseconds: graded.milliseconds.filter(|_| is_teacher),
        peak_memory: graded.peak_memory.filter(|_| is_teacher),
    }
}

/// The points that a person gives.
fn by_hand(item: &mut GradedItem, points: Points) {
    item.points = points;
    item.verdict = if points > Points::ZERO {
        ItemVerdict::Passes
    } else {
        ItemVerdict::Fails
    };
    item.student = words::given_by_hand();
    item.teacher.clone_from(&item.student);
}

/// How many per cent of the points lateness leaves.
fn left(late: Option<Late>, days: u32) -> u32 {
    match late {
        Some(late) if days > late.days => 0,
        Some(late) => 100_u32.saturating_sub(late.percent_per_day.saturating_mul(days)),
        None => 100,
    }
}

fn shown_item(item: &GradedItem, audience: Audience) -> ShownItem {
    let is_whole = match (audience, item.visibility) {
        (Audience::Teacher, _) | (_, Visibility::Public) => true,
        (Audience::Student { is_after_deadline }, Visibility::After) => is_after_deadline,
        (Audience::Student { .. }, Visibility::Hidden) => false,
    };
    ShownItem {
        name: item.name.clone(),
        kind: item.kind,
        verdict: item.verdict,
        code: item.code.clone(),
        points: item.points,
        of: item.of,
        visibility: item.visibility,
        passed: item.passed.filter(|_| is_whole),
        first_failure: item.first_failure.clone().filter(|_| is_whole),
        text: match audience {
            Audience::Teacher => item.teacher.clone(),
            Audience::Student { .. } if is_whole => item.student.clone(),
            Audience::Student { .. } => words::hidden(item),
        },
    }
}

impl ShownItem {
    /// `✓` if it gave all its points, `~` some, `✗` none, and `?` if it is open.
    pub fn mark(&self) -> &'static str {
        english::mark(self)
    }

    /// The verdict with its code.
    pub fn category(&self) -> String {
        words::category_of(self.verdict, self.code.as_deref())
    }
}

impl ShownSubmission {
    /// How many items students do not see.
    pub fn hidden(&self) -> usize {
        self.items
            .iter()
            .filter(|item| item.visibility == Visibility::Hidden)
            .count()
    }

    /// Whether every item gave all its points.
    pub fn is_whole(&self) -> bool {
        let mut items = self.items.iter();
        items.all(|item| item.points == item.of && !item.verdict.is_bad())
    }

    /// What a student reads, as plain text: the points, then each item with what it says.
    pub fn feedback(&self) -> String {
        english::feedback(self)
    }
}
