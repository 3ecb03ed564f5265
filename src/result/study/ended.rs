//! The exit status of a report.

use super::{FailedSize, FailureReason, Report, Study};
use crate::diagnostic::Status;

impl Report {
    /// The exit status, if it is not 0. A claim that fails or a size with a fault is an error of the
    /// program; sizes that the tool added, and sizes that the program rejects, are none.
    pub fn status(&self) -> Option<Status> {
        self.studies().flat_map(statuses).min()
    }
}

impl FailedSize {
    /// The exit status of the report because of it; `None` if the tool added it, or the program rejects
    /// it.
    pub fn status(&self) -> Option<Status> {
        match self.reason {
            _ if self.held_out => None,
            FailureReason::Rejected | FailureReason::Refused => None,
            FailureReason::Fault => Some(Status::Program),
            FailureReason::Input => Some(Status::CommandLine),
            FailureReason::IllegalAccess => Some(Status::Access),
            FailureReason::Limit => Some(Status::Limit),
        }
    }
}

fn statuses(study: &Study) -> Vec<Status> {
    let mut statuses = Vec::new();
    let nothing_ran = study.series.is_empty() && !study.interrupted;
    let claim_fails = study.claims.iter().any(|claim| claim.holds == Some(false));
    if nothing_ran || claim_fails {
        statuses.push(Status::Program);
    }
    statuses.extend(study.failed.iter().filter_map(FailedSize::status));
    if study.interrupted {
        statuses.push(Status::Limit);
    }
    statuses
}
