//! A run with every step, or every moment on a multicomputer.

use super::{Error, FoundProblems, Inputs, Program, command};
use crate::diagnostic::Status;
use crate::language::Language;
use crate::present::json::recorded::RecordedJson;
use crate::present::replay as pages;
use crate::session::replay::{RecordedRun, RecordingManner, record};
use crate::source::Sources;

/// A run that was recorded.
#[derive(Debug)]
pub struct ProgramReplay {
    trace: RecordedJson,
    status: Option<Status>,
    /// What is wrong with the run.
    pub problems: FoundProblems,
}

impl Program {
    /// Runs the program and records its steps, told in a language. Of a trace of more than `bytes`, steps in its
    /// middle are left out.
    ///
    /// # Errors
    ///
    /// Why the program cannot be run. A run that fails is recorded up to there.
    pub fn replay(
        &self,
        inputs: impl Into<Inputs>,
        language: Language,
        bytes: usize,
    ) -> Result<ProgramReplay, Error> {
        let inputs = inputs.into();
        let mut words = command::words(self, "replay", &inputs.0);
        words.extend(["-o".to_owned(), "replay.html".to_owned()]);
        let manner = RecordingManner {
            bytes,
            language,
            cells: Vec::new(),
            words,
        };
        let request = self.request_for(inputs);
        let mut sources = Sources::default();
        let recorded = record(&request, &mut sources, &*self.files, self.watcher(), manner);
        let RecordedRun {
            trace,
            problems,
            status,
        } = recorded.map_err(|problems| self.error(problems, &sources))?;
        Ok(ProgramReplay {
            trace,
            status,
            problems: FoundProblems::new(problems, &sources, &request.name),
        })
    }
}

impl ProgramReplay {
    /// The page that `pram replay` writes: one file that asks for nothing else.
    pub fn html(&self) -> String {
        pages::html(&self.trace)
    }

    /// The trace.
    pub fn json(&self) -> String {
        pages::json(&self.trace)
    }

    /// The exit status of the run; none if all went well.
    pub fn status(&self) -> Option<Status> {
        self.status
    }
}
