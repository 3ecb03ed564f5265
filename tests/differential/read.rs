//! A program that is read once and executed many times: reading takes longer than most runs here.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use pram::diagnostic::Diagnostic;
use pram::pipeline::{Options, ProgramText, Request, Run};
use pram::source::Sources;

use crate::files::Disk;

/// What is asked for, and its text.
pub struct Read {
    pub request: Request,
    sources: Sources,
    text: ProgramText,
}

impl Read {
    pub fn new(request: Request) -> Result<Self, Vec<Diagnostic>> {
        let mut sources = Sources::default();
        let text = ProgramText::read(&request, &mut sources, &Disk)?;
        Ok(Self {
            request,
            sources,
            text,
        })
    }

    /// A program of the shelf, as it stands.
    pub fn file(path: &Path) -> Self {
        let request = Request {
            name: path.display().to_string(),
            bytes: std::fs::read(path).expect("the program can be read"),
            entry: None,
            assignments: Vec::new(),
            options: Options::default(),
        };
        Self::new(request).expect("a program of the shelf is well-formed")
    }

    /// A run of it; none where its inputs or the options are refused.
    pub fn run(&self, request: &Request) -> Option<Run> {
        let mut sources = self.sources.clone();
        let interrupt = AtomicBool::new(false);
        let executed = self.text.execute(request, &mut sources, &Disk, &interrupt);
        executed.ok().map(|executed| executed.run)
    }
}
