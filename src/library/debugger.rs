//! A run that is taken step by step.

use std::ops::RangeInclusive;

use super::english;
use super::{Error, Inputs, Program};
use crate::language::Voice;
use crate::session::Session;
use crate::session::conversation::{Conversation, SessionSurroundings};
use crate::session::dialogue::Dialogue;
use crate::session::exchange::Exchange;
use crate::session::open::{Opened, open};
use crate::session::warps::Warps;
use crate::source::Sources;
use crate::syntax::vocabulary::Vocabularies;

/// A run to be taken step by step, forward and back.
pub struct DebuggedProgram<'p> {
    program: &'p Program,
    inputs: Inputs,
    opened: Opened,
    sources: Sources,
    voice: Voice,
}

impl Program {
    /// The run with these inputs, before its first step.
    ///
    /// # Errors
    ///
    /// Why the program cannot be run.
    pub fn debug(&self, inputs: impl Into<Inputs>) -> Result<DebuggedProgram<'_>, Error> {
        let inputs = inputs.into();
        let mut sources = Sources::default();
        let request = self.request_for(inputs.clone());
        let opened = open(&request, &mut sources, &*self.files, self.interrupt())
            .map_err(|problems| self.error(problems, &sources))?;
        Ok(DebuggedProgram {
            program: self,
            inputs,
            opened,
            voice: Vocabularies::of(&sources).main_voice(),
            sources,
        })
    }
}

impl DebuggedProgram<'_> {
    /// A conversation about the run: `next`, `back`, `goto 3`, `why A[7]`, and what else `help` lists.
    ///
    /// ```
    /// let program = pram::Program::parse("program s = 2; s = 3; output s; end_program")?;
    /// let debugger = program.debug(&[])?;
    /// let mut conversation = debugger.conversation();
    /// conversation.answer("next");
    /// assert!(conversation.answer("print s").text.contains('2'));
    /// # Ok::<(), pram::Error>(())
    /// ```
    pub fn conversation(&self) -> Conversation<'_> {
        let whole = Box::new(WholeRun(self));
        match &self.opened {
            Opened::Steps(loaded) => {
                let session = Session::new(loaded, self.program.interrupt());
                Conversation::new(Dialogue::new(session, &self.sources, self.voice, whole))
            }
            Opened::Moments(run, moments) => {
                let parts = (&**run, &**moments);
                Conversation::new(Exchange::new(parts, &self.sources, self.voice, whole))
            }
            Opened::Warps(run, history, gpu) => {
                let parts = (&**run, &**history, *gpu);
                Conversation::new(Warps::new(parts, &self.sources, whole))
            }
        }
    }
}

/// Characters of a line in which the result of the whole run is told.
const WIDTH: usize = 100;

struct WholeRun<'d>(&'d DebuggedProgram<'d>);

impl SessionSurroundings for WholeRun<'_> {
    fn ending(&mut self) -> String {
        let DebuggedProgram {
            program, inputs, ..
        } = self.0;
        match program.run(inputs.clone()) {
            Ok(outcome) => outcome.text(WIDTH) + &outcome.problems.styled(),
            Err(Error {
                run: Some(outcome), ..
            }) => outcome.text(WIDTH) + &outcome.problems.styled(),
            Err(error) => error.problems.styled(),
        }
    }

    fn export(&mut self, _: &str, _: RangeInclusive<u64>) -> String {
        english::NO_FILES.to_owned()
    }
}
