//! From a request to a program that can be looked at step by step, or moment by moment.

use std::sync::atomic::AtomicBool;

use crate::diagnostic::Diagnostic;
use crate::machine::network::record::Recording;
use crate::pipeline::{self, LoadedProgram, Request};
use crate::result::moments::Moments;
use crate::result::run::Run;
use crate::source::Sources;
use crate::syntax::include::Files;

/// What can be looked at.
pub enum Opened {
    /// A program whose steps can be taken.
    Steps(Box<LoadedProgram>),
    /// A run on a multicomputer, which has no steps, and its moments.
    Moments(Box<Run>, Box<Moments>),
}

/// Reads and checks a program; what it gives is what a session stands over.
pub fn open(
    request: &Request,
    sources: &mut Sources,
    files: &dyn Files,
    interrupt: &AtomicBool,
) -> Result<Opened, Vec<Diagnostic>> {
    let mut request = request.clone();
    request.options.tracks_scalars = true;
    let mut loaded = pipeline::load(&request, sources, files)?;
    if loaded.configuration().multicomputer().is_some() {
        request.options.network.recording = Recording::History;
        // The same texts in the same order: places in them are the same.
        let executed = pipeline::execute(&request, &mut Sources::default(), files, interrupt)?;
        let mut run = executed.run;
        let moments = Moments::take(&mut run).expect("it is a run on a multicomputer");
        return Ok(Opened::Moments(Box::new(run), Box::new(moments)));
    }
    if loaded.configuration().is_asynchronous() {
        // Which way its barriers are reached is known behind a whole run only.
        loaded.execute_to_barriers(interrupt);
    }
    Ok(Opened::Steps(Box::new(loaded)))
}
