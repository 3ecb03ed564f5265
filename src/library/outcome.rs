//! A run, and what the command shows of it.

use std::borrow::Cow;
use std::ops::Deref;

use super::{FoundProblems, in_all_units, written};
use crate::diagnostic::{Diagnostic, Status};
use crate::present::json::run::RunJson;
use crate::present::text;
use crate::result::run::Run;
use crate::source::Sources;

/// A run, however it ended.
#[derive(Debug, Clone)]
pub struct ProgramRun {
    /// The run as data.
    pub run: Run,
    /// Its errors, then its warnings.
    pub problems: FoundProblems,
}

impl ProgramRun {
    pub(super) fn new(run: Run, problems: Vec<Diagnostic>, sources: &Sources, main: &str) -> Self {
        Self {
            run,
            problems: FoundProblems::new(problems, sources, main),
        }
    }

    /// What `pram run` prints in lines of this many characters, with ANSI styles: the lines that the program
    /// printed, and the result as far as there is one.
    pub fn text(&self, width: usize) -> String {
        text::run::with_printed(&self.run, &self.problems.main, in_all_units(width))
    }

    /// What `pram run --format json` prints.
    pub fn json(&self) -> String {
        // It has messages only where they are asked for.
        let run = match &self.run.record {
            None => Cow::Borrowed(&self.run),
            Some(_) => Cow::Owned(Run {
                record: None,
                ..self.run.clone()
            }),
        };
        written(&RunJson::new(
            &run,
            &self.problems.main,
            &self.problems.sources,
        ))
    }

    /// The exit status of the command; none if all went well.
    pub fn status(&self) -> Option<Status> {
        self.run.status()
    }
}

impl Deref for ProgramRun {
    type Target = Run;

    fn deref(&self) -> &Run {
        &self.run
    }
}
