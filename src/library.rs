//! The interface for other programs: a program as text, run on inputs.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::render::render_all;
use crate::pipeline::inputs::Assignment;
use crate::pipeline::{self, Options, Request};
use crate::present::messages::problems;
use crate::result::run::Run;
use crate::source::{Sources, shown_path};
use crate::syntax::include::{Files, Unreadable};
use crate::syntax::{self};

/// A program whose text follows the grammar. What else can be wrong with it depends on its inputs
/// and shows when it is run.
#[derive(Debug, Clone)]
pub struct Program {
    request: Request,
}

impl Program {
    /// Reads a program. It cannot include files.
    ///
    /// # Errors
    ///
    /// What the text has that the grammar does not allow.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let mut sources = Sources::default();
        let file = sources.add(NAME, text);
        let (_, problems) = syntax::parse(&sources, file);
        if !problems.is_empty() {
            return Err(Error::new(problems, &sources, None));
        }
        Ok(Self {
            request: Request {
                name: NAME.to_owned(),
                bytes: text.as_bytes().to_vec(),
                entry: None,
                assignments: Vec::new(),
                options: Options::default(),
            },
        })
    }

    /// The same program, run from this algorithm instead of the file's own entry.
    #[must_use]
    pub fn entry(mut self, name: &str) -> Self {
        self.request.entry = Some(name.to_owned());
        self
    }

    /// The same program on another machine, or with other limits.
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.request.options = options;
        self
    }

    /// Runs the program. Inputs are written as on the command line: `("n", "16")`,
    /// `("A", "3,1,7")`, `("A", "random(0,99)")`; those that are not named have their defaults.
    ///
    /// # Errors
    ///
    /// Why the program cannot be run; or, with the run as far as it went, the fault, the illegal
    /// access, the limit, or the claim that does not hold.
    pub fn run(&self, inputs: &[(&str, &str)]) -> Result<Run, Error> {
        let mut request = self.request.clone();
        request.assignments = (inputs.iter())
            .map(|(name, value)| Assignment {
                name: (*name).to_owned(),
                value: (*value).to_owned(),
            })
            .collect();
        let mut sources = Sources::default();
        let executed = pipeline::execute(&request, &mut sources, &Alone, &AtomicBool::new(false));
        let run = match executed {
            Ok(executed) => executed.run,
            Err(problems) => return Err(Error::new(problems, &sources, None)),
        };
        let problems = problems::of_run(&run, None, &sources);
        if problems.is_empty() {
            Ok(run)
        } else {
            Err(Error::new(problems, &sources, Some(Box::new(run))))
        }
    }
}

/// What messages call the program.
const NAME: &str = "program.pram";

/// Why there is no result. Displayed, it is what the command prints, without colours.
#[derive(Debug, Clone)]
pub struct Error {
    /// What is wrong, each with its code and its place; at least one.
    pub problems: Vec<Diagnostic>,
    /// The run that ended with this, as far as it went; `None` if the program could not be run.
    pub run: Option<Box<Run>>,
    text: String,
}

impl Error {
    fn new(problems: Vec<Diagnostic>, sources: &Sources, run: Option<Box<Run>>) -> Self {
        let coloured = render_all(&problems, sources);
        Self {
            text: anstream::adapter::strip_str(&coloured).to_string(),
            problems,
            run,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.trim_end())
    }
}

impl std::error::Error for Error {}

/// No files beside the program.
struct Alone;

impl Files for Alone {
    fn read(&self, path: &Path, _: u64) -> Result<Vec<u8>, Unreadable> {
        Err(Unreadable::Other(format!(
            "{}: a program that is given as text has no files beside it",
            shown_path(path)
        )))
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }
}
