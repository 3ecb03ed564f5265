//! Why there is no result.

use std::fmt;

use super::{FoundProblems, ProgramRun};
use crate::diagnostic::{Diagnostic, Status};
use crate::pipeline::options::NotSet;
use crate::source::Sources;

/// Why there is no result. Displayed, it is what the command prints, without colours.
#[derive(Debug, Clone)]
pub struct Error {
    /// What is wrong, each with its code and its place; at least one.
    pub problems: FoundProblems,
    /// The run that ended with this, as far as it went; none where the program could not be run.
    pub run: Option<Box<ProgramRun>>,
}

impl Error {
    pub(super) fn new(problems: Vec<Diagnostic>, sources: &Sources, main: &str) -> Self {
        Self {
            problems: FoundProblems::new(problems, sources, main),
            run: None,
        }
    }

    /// The exit status of the command.
    pub fn status(&self) -> Status {
        self.problems.status().unwrap_or(Status::Program)
    }
}

/// Options that could not be set.
impl From<Vec<NotSet>> for Error {
    fn from(problems: Vec<NotSet>) -> Self {
        let problems = problems.into_iter().map(Diagnostic::from);
        Self::new(problems.collect(), &Sources::default(), "")
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.problems.plain().trim_end())
    }
}

impl std::error::Error for Error {}
