//! How far a command has come: a line on the terminal, once there is something to wait for.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::study::Progress;

/// What takes less time shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the line shows that it is alive.
const TICK: Duration = Duration::from_millis(200);
/// Of what is not known how long it takes.
const OPEN: &str = "{spinner} {msg}, {elapsed} so far (Ctrl-C ends it)";
/// Of sizes, some of which are over.
const SIZES: &str = "{spinner} {bar:20} {msg}, {eta} left (Ctrl-C reports on these)";
/// Parts into which the effort of all sizes is divided.
const PARTS: f64 = 1000.0;

/// A line that appears after a second, on a terminal only, and goes when it is dropped.
pub struct Bar {
    bar: ProgressBar,
    /// Closed when there is nothing to wait for any more.
    _waits: Sender<()>,
}

impl Bar {
    /// Nothing to see yet; then what is being done: `checking sum.pram`.
    pub fn new(doing: String) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        bar.set_message(doing);
        set_layout(&bar, OPEN);
        let (waits, is_over) = mpsc::channel();
        if io::stderr().is_terminal() {
            let later = bar.clone();
            thread::spawn(move || {
                if is_over.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                    later.set_draw_target(ProgressDrawTarget::stderr());
                    later.enable_steady_tick(TICK);
                }
            });
        }
        Self { bar, _waits: waits }
    }

    /// A run is over; after the last one the formulas are looked for, or more sizes run.
    pub fn show(&self, progress: Progress) {
        let Progress { done, total, share } = progress;
        if done == total {
            set_layout(&self.bar, OPEN);
            self.bar.set_message("working out formulas");
            return;
        }
        set_layout(&self.bar, SIZES);
        self.bar.set_length(PARTS as u64);
        self.bar.set_position((share * PARTS) as u64);
        self.bar.set_message(format!("{done} of {total} sizes"));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn set_layout(bar: &ProgressBar, layout: &str) {
    if let Ok(style) = ProgressStyle::with_template(layout) {
        bar.set_style(style);
    }
}
