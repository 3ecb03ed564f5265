//! What is wrong or odd with a program, in the forms in which it is shown.

use std::ops::Deref;

use super::mark::{ProblemMark, mark};
use super::written;
use crate::diagnostic::json::ErrorsJson;
use crate::diagnostic::render::render_all;
use crate::diagnostic::{Diagnostic, Status};
use crate::source::Sources;

/// Errors and warnings, with the texts that they are about. As a slice, they are their codes and sentences.
#[derive(Debug, Clone)]
pub struct FoundProblems {
    all: Vec<Diagnostic>,
    /// The texts.
    pub(super) sources: Sources,
    /// The name of the program among them.
    pub(super) main: String,
}

impl FoundProblems {
    pub(super) fn new(all: Vec<Diagnostic>, sources: &Sources, main: &str) -> Self {
        Self {
            all,
            sources: sources.clone(),
            main: main.to_owned(),
        }
    }

    /// Those that end with another exit status.
    pub(super) fn without(mut self, status: Status) -> Self {
        self.all.retain(|one| one.code.status() != status);
        self
    }

    /// Each with its places, for an editor.
    pub fn marks(&self) -> Vec<ProblemMark> {
        let all = self.all.iter();
        all.map(|one| mark(one, &self.sources, &self.main))
            .collect()
    }

    /// What the command prints about them, with ANSI styles.
    pub fn styled(&self) -> String {
        render_all(&self.all, &self.sources)
    }

    /// The same without styles.
    pub fn plain(&self) -> String {
        anstream::adapter::strip_str(&self.styled()).to_string()
    }

    /// What the command prints with `--format json` if it has no result; empty if there are none.
    pub fn json(&self) -> String {
        let errors = ErrorsJson::new(&self.all, &self.sources);
        errors.map_or_else(String::new, |errors| written(&errors))
    }

    /// The exit status of a command that ends with them: that of the first one; none if all are warnings.
    pub fn status(&self) -> Option<Status> {
        let mut errors = self.all.iter().filter(|one| !one.code.is_warning());
        errors.next().map(|first| first.code.status())
    }
}

impl Deref for FoundProblems {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        &self.all
    }
}
