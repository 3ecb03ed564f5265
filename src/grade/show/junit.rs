//! XML in the format of `JUnit`: a suite for each submission, a case for each item.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::ClassResults;
use super::english::points;
use crate::grade::outcome::OutcomeStatus;

/// The results of a class.
pub fn render(class: &ClassResults) -> String {
    let mut report = Report::new(plain(&class.exercise));
    for submission in &class.submissions {
        let mut suite = TestSuite::new(plain(&submission.id));
        for item in &submission.items {
            let status = if submission.status == OutcomeStatus::Ungraded {
                failure(NonSuccessKind::Error, item)
            } else if item.points == item.of && !item.verdict.is_bad() {
                TestCaseStatus::success()
            } else {
                failure(NonSuccessKind::Failure, item)
            };
            let mut case = TestCase::new(plain(&item.name), status);
            case.set_classname(plain(&submission.id));
            suite.add_test_case(case);
        }
        report.add_test_suite(suite);
    }
    let xml = report.to_string().unwrap_or_default();
    // The schemas of Jenkins know this attribute of a suite only, and not of all suites together, which come first.
    xml.replacen(" skipped=\"0\"", "", 1)
}

fn failure(kind: NonSuccessKind, item: &super::ShownItem) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(item.category());
    status.set_message(points(item.points, item.of));
    status.set_description(plain(&item.text));
    status
}

/// A text without the characters that XML does not have.
fn plain(text: &str) -> String {
    let is_fine = |c: &char| !c.is_control() || *c == '\n' || *c == '\t';
    text.chars().filter(is_fine).collect()
}
