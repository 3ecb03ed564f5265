//! Ctrl-C: the first one asks the run to end, the second one ends the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit status that shells give a process ended by Ctrl-C.
const KILLED_BY_INTERRUPT: i32 = 130;

/// A flag that Ctrl-C sets.
pub fn flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    // Without a handler Ctrl-C ends the process at once, which is all that is lost.
    let _ = ctrlc::set_handler(move || {
        if set.swap(true, Ordering::Relaxed) {
            std::process::exit(KILLED_BY_INTERRUPT);
        }
    });
    flag
}
