//! How far a command has come: a line on the terminal, once there is something to wait for.

mod english;

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::pipeline::progress::{Parts, Progress};

/// What takes less time shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the line shows that it is alive.
const TICK: Duration = Duration::from_millis(200);
/// Parts into which the effort of the whole work is divided.
const EFFORT: f64 = 1000.0;

/// A line that appears after a second, on a terminal only, and goes when it is dropped.
pub struct Bar {
    line: ProgressBar,
    /// The parts that are shown, if any.
    shown: Mutex<Option<Parts>>,
    /// Closed when there is nothing to wait for any more.
    _waits: Sender<()>,
}

impl Bar {
    /// Nothing to see yet; then what is being done: `checking sum.pram`.
    pub fn new(doing: String) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        bar.set_message(doing);
        bar.set_style(style(english::OPEN));
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
        Self {
            line: bar,
            shown: Mutex::default(),
            _waits: waits,
        }
    }

    /// Some parts of the work are over. After the last size of a report its formulas are looked for, or more
    /// sizes run.
    pub fn show(&self, progress: Progress) {
        let Progress {
            parts,
            done,
            total,
            share,
        } = progress;
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if parts == Parts::Sizes && done == total {
            *shown = None;
            self.line.set_style(style(english::OPEN));
            self.line.set_message(english::FORMULAS);
            return;
        }
        let position = (share * EFFORT) as u64;
        if *shown != Some(parts) || position < self.line.position() {
            *shown = Some(parts);
            // Other work takes another time.
            self.line.reset();
            self.line.set_style(style(english::layout(parts)));
            self.line.set_length(EFFORT as u64);
        }
        self.line.set_position(position);
        self.line.set_message(english::counted(progress));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}

fn style(template: &'static str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).expect("the templates are correct");
    style.with_key("left", left)
}

/// The time that is left if the rest is as fast as what is over: `, 12s left`.
fn left(state: &ProgressState, text: &mut dyn Write) {
    let over = state.pos() as f64 / EFFORT;
    if over > 0.0 {
        let left = state.elapsed().mul_f64((1.0 - over).max(0.0) / over);
        let left = HumanDuration(left.max(Duration::from_secs(1)));
        let _ = text.write_str(&english::left(left));
    }
}
