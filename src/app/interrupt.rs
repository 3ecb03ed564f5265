//! What ends a process from outside: Ctrl-C, of which the first one asks the run to end and the second
//! one ends the process, unless it waits for a command; signals, and a terminal that is closed.

use std::io::{self, IsTerminal};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError};
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

/// The flag that the first Ctrl-C sets, if the command looks at one.
static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// What is done before a signal ends the process. Whoever ends it holds the lock until it has ended.
static PREPARATIONS: Mutex<Vec<Preparation>> = Mutex::new(Vec::new());

type Preparation = Box<dyn FnOnce() + Send>;

/// Waits for a command, however often Ctrl-C is pressed.
pub fn while_asking<T>(ask: impl FnOnce() -> T) -> T {
    IS_ASKING.store(true, Ordering::Relaxed);
    let answer = ask();
    IS_ASKING.store(false, Ordering::Relaxed);
    answer
}

/// The flag that Ctrl-C sets, one for the whole process.
pub fn flag() -> Arc<AtomicBool> {
    let flag = Arc::clone(FLAG.get_or_init(Arc::default));
    listen_to_ctrl_c();
    flag
}

/// The same flag, which a request to end (SIGTERM) sets, too: what has been done stays.
pub fn flag_of_signals() -> Arc<AtomicBool> {
    let flag = flag();
    // Without a handler the signal ends the process at once.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGTERM, Arc::clone(&flag));
    flag
}

fn listen_to_ctrl_c() {
    static LISTENS: Once = Once::new();
    LISTENS.call_once(|| {
        // Without a handler Ctrl-C ends the process at once.
        let _ = ctrlc::set_handler(|| {
            let Some(flag) = FLAG.get() else {
                end(KILLED_BY_INTERRUPT);
            };
            let is_second = flag.swap(true, Ordering::Relaxed);
            if is_second && !IS_ASKING.load(Ordering::Relaxed) {
                end(KILLED_BY_INTERRUPT);
            }
        });
    });
}

/// Ends the process when the terminal that it reads from is closed. The system does so itself, unless
/// the signal is ignored; then reading would neither end nor fail, and long work would go on.
pub fn end_with_terminal() {
    thread::spawn(|| {
        while io::stdin().is_terminal() {
            thread::sleep(CHECK);
        }
        end(KILLED_BY_HANGUP);
    });
}

/// Does something before Ctrl-C or a signal ends the process.
pub fn before_termination(prepare: impl FnOnce() + Send + 'static) {
    (PREPARATIONS.lock().unwrap_or_else(PoisonError::into_inner)).push(Box::new(prepare));
    listen();
}

/// Ends the process after what has to be done before.
fn end(status: i32) -> ! {
    let mut preparations = PREPARATIONS.lock().unwrap_or_else(PoisonError::into_inner);
    for prepare in preparations.drain(..) {
        prepare();
    }
    process::exit(status);
}

/// Listens to the signals that end a process, other than those that are ignored: a command that `nohup`
/// started goes on after its terminal is closed.
#[cfg(unix)]
fn listen() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    static LISTENS: Once = Once::new();
    LISTENS.call_once(|| {
        if !is_ignored(SIGINT) {
            listen_to_ctrl_c();
        }
        let wanted = [SIGHUP, SIGTERM].into_iter();
        // Without a handler the signal ends the process at once.
        let Ok(mut signals) = Signals::new(wanted.filter(|signal| !is_ignored(*signal))) else {
            return;
        };
        thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                end(128 + signal);
            }
        });
    });
}

/// There are no other signals.
#[cfg(not(unix))]
fn listen() {
    listen_to_ctrl_c();
}

/// Whether the process was started with a signal ignored.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let known = std::fs::read_to_string("/proc/self/status").ok();
    let ignored = known.as_deref().and_then(|status| {
        let mask = status
            .lines()
            .find_map(|line| line.strip_prefix("SigIgn:"))?;
        u64::from_str_radix(mask.trim(), 16).ok()
    });
    match ignored {
        Some(mask) => mask >> (signal - 1) & 1 == 1,
        // Other systems do not say. `nohup` leaves no output on the terminal.
        None => signal == signal_hook::consts::SIGHUP && !io::stdout().is_terminal(),
    }
}

/// Makes a write beyond the largest size of a file (`ulimit -f`) fail, where the system's signal would end
/// the process.
#[cfg(unix)]
pub fn let_large_writes_fail() {
    // Without a handler the process ends.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// There is no such signal.
#[cfg(not(unix))]
pub fn let_large_writes_fail() {}
