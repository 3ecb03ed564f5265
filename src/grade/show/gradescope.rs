//! `results.json` of Gradescope, for one submission.

use serde::Serialize;

use super::ShownSubmission;
use super::english;
use crate::grade::exercise::Visibility;
use crate::grade::outcome::OutcomeStatus;
use crate::grade::points::Points;

/// The file.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GradescopeResults {
    /// The points; absent where grading failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Points>,
    /// What is shown above the tests.
    pub output: String,
    /// Each item.
    pub tests: Vec<GradescopeTest>,
}

/// An item.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GradescopeTest {
    /// Its name.
    pub name: String,
    /// The points.
    pub score: Points,
    /// The most points.
    pub max_score: Points,
    /// What it says.
    pub output: String,
    /// `visible`, `hidden` or `after_due_date`
    pub visibility: &'static str,
}

/// The file where there are no results: without a score, and with the reason.
pub fn failed(reason: &str) -> GradescopeResults {
    GradescopeResults {
        score: None,
        output: format!("{}\n{reason}", english::not_graded()),
        tests: Vec::new(),
    }
}

/// The file of a submission that is shown to students: Gradescope itself hides what is hidden, and shows later
/// what is for later.
pub fn results(submission: &ShownSubmission) -> GradescopeResults {
    let tests = submission.items.iter().map(|item| GradescopeTest {
        name: item.name.clone(),
        score: item.points,
        max_score: item.of,
        output: item.text.clone(),
        visibility: match item.visibility {
            // The verdict of a hidden item is shown everywhere else, too; its text says no more than that.
            Visibility::Public | Visibility::Hidden => "visible",
            Visibility::After => "after_due_date",
        },
    });
    let is_graded = submission.status != OutcomeStatus::Ungraded;
    GradescopeResults {
        score: is_graded.then_some(submission.points),
        output: if is_graded {
            submission.notes.join("\n")
        } else {
            english::not_graded()
        },
        tests: tests.collect(),
    }
}
