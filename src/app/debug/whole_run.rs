//! What a session knows of the whole run: how it ends, and its files.

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::app::exports::Kind;
use crate::app::report_files;
use crate::app::screen;
use crate::diagnostic::render::render_all;
use crate::diagnostic::{Code, Diagnostic};
use crate::language::Language;
use crate::machine::network::record::Recording;
use crate::pipeline::advice::advice;
use crate::pipeline::machine_warnings::of_given;
use crate::pipeline::{self, Request};
use crate::present::json::recorded::RecordedJson;
use crate::present::messages::problems;
use crate::present::text;
use crate::present::text::shown::Shown;
use crate::present::text::visible::visible;
use crate::session::conversation::SessionSurroundings;
use crate::session::replay::{RecordingManner, record};
use crate::source::Sources;
use crate::syntax::include::Files;

/// The longest trace of a session, in bytes.
const LONGEST_TRACE: usize = 8 << 20;

/// The run of a session, as the other commands see it.
pub struct WholeRun<'c> {
    request: &'c Request,
    files: &'c dyn Files,
    /// The command that asks for it, by its words after `pram`.
    words: Vec<String>,
    interrupt: &'c AtomicBool,
    /// Whether warnings are wanted.
    warns: bool,
    /// What was said of its end, once it was asked for.
    ending: Option<String>,
    /// Its steps, once they were asked for.
    trace: Option<RecordedJson>,
}

impl<'c> WholeRun<'c> {
    /// Of a request, with warnings or without.
    pub fn new(
        (request, files): (&'c Request, &'c dyn Files),
        words: Vec<String>,
        interrupt: &'c AtomicBool,
        warns: bool,
    ) -> Self {
        Self {
            request,
            files,
            words,
            interrupt,
            warns,
            ending: None,
            trace: None,
        }
    }

    /// What `pram run` says of it: its result, or what was wrong.
    fn end(&self) -> String {
        let mut request = self.request.clone();
        request.options.network.recording = Recording::Times;
        let (request, files, interrupt) = (&request, self.files, self.interrupt);
        let mut sources = Sources::default();
        let run = match pipeline::execute(request, &mut sources, files, interrupt) {
            Ok(executed) => executed.run,
            Err(problems) => return render_all(&problems, &sources),
        };
        let shown = Shown::at_width(screen::width());
        let mut text = text::run::with_printed(&run, &request.name, shown);
        let is_illegal = run.illegal_count() > 0;
        let words = || self.words.clone();
        let advice = is_illegal.then(|| advice(request, &run, words(), files, interrupt));
        let mut found = run.warnings.clone();
        found.extend(of_given(&run, &request.assignments));
        if !self.warns {
            found.clear();
        }
        found.extend(problems::of_run(&run, advice.as_ref(), &sources));
        text.push_str(&render_all(&found, &sources));
        text
    }

    /// Writes a file.
    fn write(&mut self, path: &Path, steps: &RangeInclusive<u64>) -> Result<(), Vec<Diagnostic>> {
        let kind = Kind::of(path).map_err(|problem| vec![problem])?;
        if self.trace.is_none() {
            let mut sources = Sources::default();
            let manner = RecordingManner {
                bytes: LONGEST_TRACE,
                language: Language::English,
                cells: Vec::new(),
                words: self.words.clone(),
            };
            let recorded = record(
                self.request,
                &mut sources,
                self.files,
                self.interrupt,
                manner,
            )?;
            self.trace = Some(recorded.trace);
        }
        let trace = self.trace.as_ref().expect("it was recorded above");
        let text = kind
            .text(trace, Some(steps))
            .map_err(|problem| vec![problem])?;
        report_files::write(path, &text)
    }
}

impl SessionSurroundings for WholeRun<'_> {
    fn ending(&mut self) -> String {
        if self.ending.is_none() {
            self.ending = Some(self.end());
        }
        self.ending.clone().unwrap_or_default()
    }

    fn export(&mut self, file: &str, steps: RangeInclusive<u64>) -> String {
        match self.write(Path::new(file), &steps) {
            Ok(()) => format!("wrote {}\n", visible(file)),
            // In one line: its help names options of commands, which a session has not.
            Err(problems) => match problems.first() {
                Some(problem) if problem.code == Code::CannotWrite => {
                    format!("{}.\n", visible(&problem.message))
                }
                _ => render_all(&problems, &Sources::default()),
            },
        }
    }
}
