//! A program: its text, the files beside it, and how it is run.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use super::{Error, Inputs, ProgramRun, command};
use crate::diagnostic::Diagnostic;
use crate::machine::network::record::Recording;
use crate::pipeline::advice::advice;
use crate::pipeline::machine_warnings::of_given;
use crate::pipeline::options::{NotSet, Setting, find};
use crate::pipeline::progress::{Progress, Watcher};
use crate::pipeline::{MemoryFiles, Options, ProgramText, Request};
use crate::present::messages::problems;
use crate::source::Sources;
use crate::syntax::include::{Files, splice};

/// What messages call a program without a name.
const NAME: &str = "program.pram";

/// A program. It is read once, whatever is asked of it and however often.
#[derive(Clone)]
pub struct Program {
    /// Its text and options; no inputs.
    pub(super) request: Request,
    pub(super) files: Arc<dyn Files + Send + Sync>,
    /// The options that were set by name.
    pub(super) settings: Vec<Setting>,
    interrupt: Arc<AtomicBool>,
    hear: Arc<dyn Fn(Progress) + Send + Sync>,
    read: OnceLock<Arc<ReadProgram>>,
}

/// A program that was read, with its texts.
pub(super) struct ReadProgram {
    pub text: ProgramText,
    pub sources: Sources,
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Program");
        shown.field("name", &self.request.name);
        shown
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

impl Program {
    /// Reads a program. It can include the programs that come with pram, and no others.
    ///
    /// # Errors
    ///
    /// What the text has that the grammar does not allow. What else can be wrong depends on the inputs, and
    /// shows when the program is run.
    pub fn parse(text: &str) -> Result<Self, Error> {
        Self::with_files(text, NAME, MemoryFiles::default())
    }

    /// Reads a program of this name, which is a path relative to which it includes files.
    ///
    /// ```
    /// let double = "algorithm doubled(A[])
    ///     parallel (for each i from 0 to length(A) - 1) A[i] = 2*A[i]; end_parallel
    ///     end_algorithm";
    /// let files = pram::MemoryFiles::default().with("mine/double.pram", double.as_bytes());
    /// let program = pram::Program::with_files(
    ///     "include \"mine/double.pram\";
    ///      input A[4] = iota;
    ///      program doubled(A[]); output A[]; end_program",
    ///     "main.pram",
    ///     files,
    /// )?;
    /// assert_eq!(program.run(&[])?.outputs["A"].to_string(), "[0, 2, 4, 6]");
    /// # Ok::<(), pram::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// What its text, or that of a file which it includes, has that the grammar does not allow, and files that
    /// cannot be included.
    pub fn with_files(
        text: &str,
        name: &str,
        files: impl Files + Send + Sync + 'static,
    ) -> Result<Self, Error> {
        let program = Self::unread(text, name, files);
        if program.read().is_ok() {
            return Ok(program);
        }
        // An entry or a machine that cannot be is no matter of the grammar: other options may mend it.
        let mut sources = Sources::default();
        let main = sources.add(name, text);
        let problems = splice(&mut sources, main, &*program.files).diagnostics;
        if problems.is_empty() {
            Ok(program)
        } else {
            Err(Error::new(problems, &sources, name))
        }
    }

    /// A program whose text is read when something is first asked of it; only then is it known what is wrong with it.
    pub fn unread(text: &str, name: &str, files: impl Files + Send + Sync + 'static) -> Self {
        Self {
            request: Request {
                name: name.to_owned(),
                bytes: text.as_bytes().to_vec(),
                entry: None,
                assignments: Vec::new(),
                options: Options::default(),
            },
            files: Arc::new(files),
            settings: Vec::new(),
            interrupt: Arc::default(),
            hear: Arc::new(|_| {}),
            read: OnceLock::new(),
        }
    }

    /// The same program, run from this algorithm instead of the file's own entry.
    #[must_use]
    pub fn entry(mut self, name: &str) -> Self {
        self.request.entry = Some(name.to_owned());
        self.read = OnceLock::new();
        self
    }

    /// The same program with these options, and no others. Commands in messages do not name them; they name
    /// those of [`Program::set`].
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.request.options = options;
        self.settings.clear();
        self.read = OnceLock::new();
        self
    }

    /// Sets an option as the command line does: `program.set("model", "CREW")?`.
    ///
    /// # Errors
    ///
    /// There is no such option, or it does not accept the value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), NotSet> {
        self.request.options.set(name, value)?;
        let option = find(name)?;
        self.settings
            .retain(|known| known.option.name != option.name);
        let value = value.to_owned();
        self.settings.push(Setting { option, value });
        self.read = OnceLock::new();
        Ok(())
    }

    /// The same program; whatever is asked of it ends soon after somebody sets this flag, with what was done
    /// by then.
    #[must_use]
    pub fn interrupted_by(mut self, flag: Arc<AtomicBool>) -> Self {
        self.interrupt = flag;
        self
    }

    /// The same program; what takes long says, from any thread, how far it has come.
    #[must_use]
    pub fn heard_by(mut self, hear: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.hear = Arc::new(hear);
        self
    }

    /// Runs the program.
    ///
    /// # Errors
    ///
    /// Why the program cannot be run; or, with the run as far as it went, the fault, the illegal
    /// access, the limit, or the claim that does not hold.
    pub fn run(&self, inputs: impl Into<Inputs>) -> Result<ProgramRun, Error> {
        let mut request = self.request_for(inputs.into());
        // Of what is recorded of messages, a strip of time is drawn.
        let recording = &mut request.options.network.recording;
        if *recording == Recording::Nothing {
            *recording = Recording::Times;
        }
        let read = self.read()?;
        let mut sources = read.sources.clone();
        let executed = read
            .text
            .execute(&request, &mut sources, &*self.files, self.watcher());
        let mut run = match executed {
            Ok(executed) => executed.run,
            Err(problems) => return Err(Error::new(problems, &sources, &request.name)),
        };
        run.warnings.extend(of_given(&run, &request.assignments));
        let is_illegal = run.illegal_count() > 0;
        let advice = is_illegal.then(|| {
            let words = command::words(self, "run", &request.assignments);
            advice(&request, &run, words, &*self.files, &self.interrupt)
        });
        let wrong = problems::of_run(&run, advice.as_ref(), &sources);
        let all = wrong.iter().chain(&run.warnings).cloned().collect();
        let outcome = ProgramRun::new(run, all, &sources, &request.name);
        if wrong.is_empty() {
            return Ok(outcome);
        }
        Err(Error {
            run: Some(Box::new(outcome)),
            ..Error::new(wrong, &sources, &request.name)
        })
    }

    /// The program with values for its inputs.
    pub(super) fn request_for(&self, inputs: Inputs) -> Request {
        Request {
            assignments: inputs.0,
            ..self.request.clone()
        }
    }

    pub(super) fn watcher(&self) -> Watcher<'_> {
        Watcher {
            interrupt: &self.interrupt,
            hear: &*self.hear,
        }
    }

    pub(super) fn interrupt(&self) -> &AtomicBool {
        &self.interrupt
    }

    pub(super) fn hear(&self) -> &(dyn Fn(Progress) + Send + Sync) {
        &*self.hear
    }

    /// The program's text, which is read if it was not.
    pub(super) fn read(&self) -> Result<Arc<ReadProgram>, Error> {
        if let Some(read) = self.read.get() {
            return Ok(Arc::clone(read));
        }
        let mut sources = Sources::default();
        let text = ProgramText::read(&self.request, &mut sources, &*self.files)
            .map_err(|problems| self.error(problems, &sources))?;
        let read = Arc::new(ReadProgram { text, sources });
        Ok(Arc::clone(self.read.get_or_init(|| read)))
    }

    /// Why there is no result.
    pub(super) fn error(&self, problems: Vec<Diagnostic>, sources: &Sources) -> Error {
        Error::new(problems, sources, &self.request.name)
    }
}
