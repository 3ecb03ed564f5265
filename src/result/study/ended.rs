//! With which exit status a report ends.

use super::{FailureReason, Report, Study};
use crate::diagnostic::Status;

impl Report {
    /// The exit status, where it is not 0: a claim that fails or a size that faults is the program's
    /// fault. What the tool added by itself, and what the program rejects, is nobody's.
    pub fn status(&self) -> Option<Status> {
        self.studies().flat_map(statuses).min()
    }
}

fn statuses(study: &Study) -> Vec<Status> {
    let mut statuses = Vec::new();
    let nothing_ran = study.series.is_empty() && !study.interrupted;
    let claim_fails = study.claims.iter().any(|claim| claim.holds == Some(false));
    if nothing_ran || claim_fails {
        statuses.push(Status::Program);
    }
    for failure in study.failed.iter().filter(|failure| !failure.held_out) {
        match failure.reason {
            FailureReason::Rejected | FailureReason::Refused => {}
            FailureReason::Fault => statuses.push(Status::Program),
            FailureReason::Input => statuses.push(Status::CommandLine),
            FailureReason::IllegalAccess => statuses.push(Status::Access),
            FailureReason::Limit => statuses.push(Status::Limit),
        }
    }
    if study.interrupted {
        statuses.push(Status::Limit);
    }
    statuses
}
