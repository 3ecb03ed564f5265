//! What is proved of a program.

use super::{Error, FoundProblems, Inputs, Program, in_all_units, written};
use crate::diagnostic::Status;
use crate::pipeline::Limits;
use crate::pipeline::check::Checked;
use crate::pipeline::checked_program::{CheckedProgram, check};
use crate::present::json::messages::MessageCheckJson;
use crate::present::text;
use crate::source::Sources;
use crate::study::claims::checked::{Told, told};

/// Characters of a line where no text is asked for.
const ANY_WIDTH: usize = 100;

/// What is proved of a program, and what runs show.
#[derive(Debug)]
pub struct ProgramCheck {
    found: CheckedProgram,
    /// Errors of its run, then warnings.
    pub problems: FoundProblems,
}

impl Program {
    /// Proves what can be proved of the program, and runs it.
    ///
    /// # Errors
    ///
    /// Why the program cannot be run, or, on machines with shared memory, the fault or limit by which its run
    /// ended.
    pub fn check(&self, inputs: impl Into<Inputs>) -> Result<ProgramCheck, Error> {
        let mut request = self.request_for(inputs.into());
        let work = &mut request.options.limits.work;
        if *work == Limits::USUAL_WORK {
            *work = Limits::USUAL_WORK_OF_A_CHECK;
        }
        let mut sources = Sources::default();
        let found = check(&request, &mut sources, &*self.files, self.watcher())
            .map_err(|problems| self.error(problems, &sources))?;
        let run = found.run();
        if let (CheckedProgram::Accesses(_), Some(error)) = (&found, &run.error) {
            return Err(self.error(vec![error.clone()], &sources));
        }
        let problems = run.error.iter().chain(&run.warnings).cloned().collect();
        Ok(ProgramCheck {
            problems: FoundProblems::new(problems, &sources, &request.name),
            found,
        })
    }
}

impl ProgramCheck {
    /// What `pram check` prints in lines of this many characters, with ANSI styles.
    pub fn text(&self, width: usize) -> String {
        let FoundProblems { sources, main, .. } = &self.problems;
        match &self.found {
            CheckedProgram::Accesses(found) => self.told(found, width).text,
            CheckedProgram::Messages(found) => {
                text::messages::check(found, main, in_all_units(width), sources)
            }
        }
    }

    /// What `pram check --format json` prints.
    pub fn json(&self) -> String {
        let FoundProblems { sources, main, .. } = &self.problems;
        match &self.found {
            CheckedProgram::Accesses(found) => written(&self.told(found, ANY_WIDTH).check),
            CheckedProgram::Messages(found) => {
                written(&MessageCheckJson::new(found, main, sources))
            }
        }
    }

    /// The exit status of the command; none if nothing was found that is wrong.
    pub fn status(&self) -> Option<Status> {
        match &self.found {
            CheckedProgram::Accesses(found) if found.breaks_rule() => Some(Status::Access),
            CheckedProgram::Accesses(found) => {
                let is_refuted = self.told(found, ANY_WIDTH).refutes();
                is_refuted.then_some(Status::Program)
            }
            CheckedProgram::Messages(_) => self.problems.status(),
        }
    }

    fn told(&self, found: &Checked, width: usize) -> Told {
        let FoundProblems { sources, main, .. } = &self.problems;
        told(found, main, in_all_units(width), sources)
    }
}
