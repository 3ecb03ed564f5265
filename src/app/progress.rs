//! The progress of a sweep: a bar on the terminal, once there is something to wait for.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::study::Progress;

/// Shorter sweeps show no bar.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the bar shows that it is alive.
const TICK: Duration = Duration::from_millis(200);
const LAYOUT: &str = "{spinner} {bar:30} {pos} of {len} sizes, {elapsed} so far (Ctrl-C reports \
                      on the sizes that ran)";

/// A bar that appears after a second, on a terminal only.
pub struct Bar {
    started: Instant,
    bar: ProgressBar,
}

impl Bar {
    /// Nothing to see yet.
    pub fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        Self {
            started: Instant::now(),
            bar,
        }
    }

    /// A run is over.
    pub fn show(&self, progress: Progress) {
        self.bar.set_length(progress.total as u64);
        self.bar.set_position(progress.done as u64);
        if self.bar.is_hidden() && self.started.elapsed() >= PATIENCE {
            if let Ok(style) = ProgressStyle::with_template(LAYOUT) {
                self.bar.set_style(style);
            }
            // Draws nothing where standard error is no terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.bar.enable_steady_tick(TICK);
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
