//! From a request to a program that can be taken step by step.

use std::sync::atomic::AtomicBool;

use crate::diagnostic::{Code, Diagnostic};
use crate::pipeline::{self, Loaded, Request};
use crate::source::Sources;
use crate::syntax::include::Files;

/// Reads and checks a program; what it gives is what a session stands over.
pub fn open(
    request: &Request,
    sources: &mut Sources,
    files: &dyn Files,
    interrupt: &AtomicBool,
) -> Result<Loaded, Vec<Diagnostic>> {
    let mut loaded = pipeline::load(request, sources, files)?;
    if loaded.configuration().multicomputer().is_some() {
        return Err(vec![not_on_multicomputers()]);
    }
    if loaded.configuration().is_asynchronous() {
        // Which way its barriers are reached is known behind a whole run only.
        loaded.execute_to_barriers(interrupt);
    }
    Ok(loaded)
}

fn not_on_multicomputers() -> Diagnostic {
    Diagnostic::without_place(
        Code::BadOption,
        "a PRAM is taken step by step, and a multicomputer has no steps: its processors run by \
         themselves until they wait for messages",
    )
    .help(
        "`pram run --trace` lists every message with its times and lines, and `pram report` draws the \
         strip of time; `--machine pram` runs a program without messages on a PRAM",
    )
}
