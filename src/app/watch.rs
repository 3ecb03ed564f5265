//! `pram watch`: runs a program again whenever a file that it read is saved.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use super::arguments::RunArguments;
use super::files::STANDARD_INPUT;
use super::problem::CommandProblem;
use super::{Ended, interrupt, program, run, screen};
use crate::source::{Sources, shown_path};

/// How often the files are looked at.
pub(super) const PERIOD: Duration = Duration::from_millis(100);

/// By which a version of a file is told from another: when it was changed, and how long it is. None
/// where it cannot be read.
pub(super) type Stamp = Option<(SystemTime, u64)>;

/// Runs the program, and again after each change, until Ctrl-C is pressed.
pub fn watch(arguments: &RunArguments) -> Ended {
    let file = &arguments.program.file;
    if file.as_os_str() == STANDARD_INPUT {
        let problem = CommandProblem::WatchedInput.diagnostic();
        return Err(screen::report(&[problem], &Sources::default()));
    }
    let disk = program::disk(&arguments.program.execution)
        .map_err(|problems| screen::report(&problems, &Sources::default()))?;
    let interrupt = interrupt::flag();
    let mut stamps = BTreeMap::from([(file.clone(), stamp(file))]);
    loop {
        let began = Instant::now();
        let status =
            run::on_disk(arguments, &disk, &interrupt).map_or_else(|status| status as u8, |()| 0);
        let seconds = began.elapsed().as_secs_f64();
        screen::say(&format!("\nexit status {status} after {seconds:.2} s\n"));
        for path in disk.paths_read() {
            stamps.entry(path.clone()).or_insert_with(|| stamp(&path));
        }
        screen::say(&format!("watching {}; Ctrl-C ends it\n", told(&stamps)));
        match changed(&mut stamps, &interrupt) {
            Some(path) => screen::say(&format!("\n{} was saved\n\n", shown_path(&path))),
            None => return Ok(()),
        }
    }
}

/// Waits until a file is another one than before, and gives its name; `None` if Ctrl-C is pressed
/// first. A file that cannot be read, as while it is being saved, is waited for.
fn changed(stamps: &mut BTreeMap<PathBuf, Stamp>, interrupt: &AtomicBool) -> Option<PathBuf> {
    let mut found = None;
    loop {
        if interrupt.load(Ordering::Relaxed) {
            return None;
        }
        let mut is_quiet = true;
        for (path, before) in stamps.iter_mut() {
            let now = stamp(path);
            if now.is_some() && now != *before {
                *before = now;
                is_quiet = false;
                found = Some(path.clone());
            }
        }
        // What is still being written is not run.
        if is_quiet && found.is_some() {
            return found;
        }
        thread::sleep(PERIOD);
    }
}

/// The version of a file.
pub(super) fn stamp(path: &Path) -> Stamp {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

/// The files by name.
fn told(stamps: &BTreeMap<PathBuf, Stamp>) -> String {
    let names = stamps.keys().map(|path| shown_path(path));
    names.collect::<Vec<_>>().join(", ")
}
