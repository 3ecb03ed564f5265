//! What is checked of a program: its messages on a multicomputer, its accesses on other machines.

use super::check::{self, Checked};
use super::progress::Watcher;
use super::{Request, messages};
use crate::diagnostic::Diagnostic;
use crate::result::messages::CheckedMessages;
use crate::result::run::Run;
use crate::source::Sources;
use crate::syntax::include::Files;

/// What was found of a program.
#[derive(Debug)]
pub enum CheckedProgram {
    /// Of its accesses to shared memory.
    Accesses(Box<Checked>),
    /// Of its messages.
    Messages(Box<CheckedMessages>),
}

/// Checks a program on its machine. `sources` hold its texts afterwards, and no others.
pub fn check<'w>(
    request: &Request,
    sources: &mut Sources,
    files: &dyn Files,
    watcher: impl Into<Watcher<'w>>,
) -> Result<CheckedProgram, Vec<Diagnostic>> {
    let watcher = watcher.into();
    *sources = Sources::default();
    if let Some(found) = messages::check(request, sources, files, watcher)? {
        return Ok(CheckedProgram::Messages(Box::new(found)));
    }
    *sources = Sources::default();
    let found = check::check(request, sources, files, watcher)?;
    Ok(CheckedProgram::Accesses(Box::new(found)))
}

impl CheckedProgram {
    /// The run of the program as it was asked for.
    pub fn run(&self) -> &Run {
        match self {
            Self::Accesses(found) => &found.run,
            Self::Messages(found) => &found.run,
        }
    }

    /// The same, to take warnings from.
    pub fn run_mut(&mut self) -> &mut Run {
        match self {
            Self::Accesses(found) => &mut found.run,
            Self::Messages(found) => &mut found.run,
        }
    }
}
