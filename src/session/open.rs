//! From a request to a program or a recorded run for a debugger.

use std::sync::atomic::AtomicBool;

use crate::diagnostic::Diagnostic;
use crate::machine::network::record::Recording;
use crate::machine::simt::configuration::Gpu;
use crate::machine::simt::history::KernelHistory;
use crate::pipeline::{self, LoadedProgram, Request};
use crate::result::moments::Moments;
use crate::result::run::Run;
use crate::source::Sources;
use crate::syntax::include::Files;

/// What a session can run on.
pub enum Opened {
    /// A program, which is executed step by step.
    Steps(Box<LoadedProgram>),
    /// A run on a multicomputer, which has no steps, and its moments.
    Moments(Box<Run>, Box<Moments>),
    /// A run on a GPU, and the instructions of its warps.
    Warps(Box<Run>, Box<KernelHistory>, Gpu),
}

/// Reads and checks a program; the result is what a session runs on.
pub fn open(
    request: &Request,
    sources: &mut Sources,
    files: &dyn Files,
    interrupt: &AtomicBool,
) -> Result<Opened, Vec<Diagnostic>> {
    let mut request = request.clone();
    request.options.tracks_scalars = true;
    let mut loaded = pipeline::load(&request, sources, files)?;
    if let Some(gpu) = loaded.configuration().gpu().copied() {
        request.options.gpu.records = true;
        // As below.
        let executed = pipeline::execute(&request, &mut Sources::default(), files, interrupt)?;
        let mut run = executed.run;
        let history = run.kernel_history.take().unwrap_or_default();
        return Ok(Opened::Warps(Box::new(run), history, gpu));
    }
    if loaded.configuration().multicomputer().is_some() {
        request.options.network.recording = Recording::History;
        // The same texts in the same order, so that spans are the same.
        let executed = pipeline::execute(&request, &mut Sources::default(), files, interrupt)?;
        let mut run = executed.run;
        let moments = Moments::take(&mut run).expect("it is a run on a multicomputer");
        return Ok(Opened::Moments(Box::new(run), Box::new(moments)));
    }
    if loaded.configuration().is_asynchronous() {
        // In which direction its barriers are reached is known only after a whole run.
        loaded.execute_to_barriers(interrupt);
    }
    Ok(Opened::Steps(Box::new(loaded)))
}
