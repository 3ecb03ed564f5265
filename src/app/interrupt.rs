//! What ends a process from outside: Ctrl-C, of which the first one asks the run to end and the second
//! one ends the process, unless it waits for a command; signals, and a terminal that is closed.

use std::io::{self, IsTerminal};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// The exit status that shells give a process ended by Ctrl-C.
const KILLED_BY_INTERRUPT: i32 = 130;

/// The exit status that shells give a process ended with its terminal.
pub const KILLED_BY_HANGUP: i32 = 129;

/// How often it is checked whether the terminal is still there.
const CHECK: Duration = Duration::from_millis(500);

/// Whether a command is waited for: nothing runs that Ctrl-C could end.
static IS_ASKING: AtomicBool = AtomicBool::new(false);

/// Waits for a command, however often Ctrl-C is pressed.
pub fn while_asking<T>(ask: impl FnOnce() -> T) -> T {
    IS_ASKING.store(true, Ordering::Relaxed);
    let answer = ask();
    IS_ASKING.store(false, Ordering::Relaxed);
    answer
}

/// A flag that Ctrl-C sets.
pub fn flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    // Without a handler Ctrl-C ends the process at once, which is all that is lost.
    let _ = ctrlc::set_handler(move || {
        let is_second = set.swap(true, Ordering::Relaxed);
        if is_second && !IS_ASKING.load(Ordering::Relaxed) {
            process::exit(KILLED_BY_INTERRUPT);
        }
    });
    flag
}

/// Ends the process when the terminal that it reads from is closed. The system does so itself, unless
/// the signal is ignored; then reading would neither end nor fail, and long work would go on.
pub fn end_with_terminal() {
    thread::spawn(|| {
        while io::stdin().is_terminal() {
            thread::sleep(CHECK);
        }
        process::exit(KILLED_BY_HANGUP);
    });
}

/// Does something before a signal ends the process.
#[cfg(unix)]
pub fn before_termination(prepare: impl FnOnce() + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGTERM};
    use signal_hook::iterator::Signals;

    // Without a handler the signal ends the process at once.
    let Ok(mut signals) = Signals::new([SIGHUP, SIGTERM]) else {
        return;
    };
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            prepare();
            process::exit(128 + signal);
        }
    });
}

/// There are no such signals.
#[cfg(not(unix))]
pub fn before_termination(_: impl FnOnce() + Send + 'static) {}
