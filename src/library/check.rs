//! What is proved of a program.

use super::{Error, FoundProblems, Inputs, Program, in_all_units, written};
use crate::diagnostic::Status;
use crate::pipeline::Limits;
use crate::pipeline::check::Checked;
use crate::pipeline::checked_program::{CheckedProgram, check};
use crate::present::json::check::Check;
use crate::present::json::messages::MessageCheckJson;
use crate::present::text;
use crate::result::messages::CheckedMessages;
use crate::source::Sources;
use crate::study::claims::checked;

/// What is proved of a program, and what runs show.
#[derive(Debug)]
pub struct ProgramCheck {
    found: FoundOfProgram,
    /// Errors of its run, then warnings.
    pub problems: FoundProblems,
}

/// What was found.
#[derive(Debug)]
enum FoundOfProgram {
    /// Of accesses to shared memory, also as data.
    Accesses(Box<Checked>, Box<Check>),
    /// Of messages.
    Messages(Box<CheckedMessages>),
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
            found: match found {
                CheckedProgram::Accesses(found) => {
                    let check = checked::report(&found, &request.name, &sources);
                    FoundOfProgram::Accesses(found, Box::new(check))
                }
                CheckedProgram::Messages(found) => FoundOfProgram::Messages(found),
            },
        })
    }
}

impl ProgramCheck {
    /// What `pram check` prints in lines of this many characters, with ANSI styles.
    pub fn text(&self, width: usize) -> String {
        let FoundProblems { sources, main, .. } = &self.problems;
        let shown = in_all_units(width);
        match &self.found {
            FoundOfProgram::Accesses(found, check) => checked::text(check, found, shown, sources),
            FoundOfProgram::Messages(found) => text::messages::check(found, main, shown, sources),
        }
    }

    /// What `pram check --format json` prints.
    pub fn json(&self) -> String {
        let FoundProblems { sources, main, .. } = &self.problems;
        match &self.found {
            FoundOfProgram::Accesses(_, check) => written(check),
            FoundOfProgram::Messages(found) => {
                written(&MessageCheckJson::new(found, main, sources))
            }
        }
    }

    /// The exit status of the command; none if nothing was found that is wrong.
    pub fn status(&self) -> Option<Status> {
        match &self.found {
            FoundOfProgram::Accesses(found, check) => checked::status(check, found),
            FoundOfProgram::Messages(_) => self.problems.status(),
        }
    }
}
