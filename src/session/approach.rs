//! The movement of a session to a step: forward from a snapshot, keeping further snapshots on the way.

use super::Session;

/// Approximate work in steps between two snapshots of a long move, which takes a moment.
const STRETCH: u64 = 1 << 24;

impl Session<'_> {
    /// Restores the run before the step from the nearest snapshot at or before a step.
    pub(super) fn restore(&mut self, step: u64) {
        self.before.restore(self.snapshots.before(step).clone());
    }

    /// Executes the run before the step up to a step, keeping snapshots on the way, at distances that
    /// double.
    pub(super) fn bring_before(&mut self, step: u64) {
        let snapshot = self.snapshots.before(step).steps();
        if self.before.has_ended() || self.before.steps() > step || self.before.steps() < snapshot {
            self.restore(step);
        }
        self.snapshots.keep_if_useful(&self.before, step);
        for distance in (0..64).rev().map(|power| 1_u64 << power) {
            let Some(stop) = step.checked_sub(distance) else {
                continue;
            };
            if stop <= self.before.steps() || self.before.has_ended() {
                continue;
            }
            self.advance(stop);
            if !self.before.has_ended() {
                self.snapshots.keep(&self.before, step);
            }
        }
        self.advance(step);
    }

    /// Executes the run before the step up to a step, with snapshots on the way, so that Ctrl-C loses
    /// little.
    pub(super) fn advance(&mut self, step: u64) {
        let mut stretch = 1024;
        while self.before.steps() < step && !self.before.has_ended() {
            let work = self.before.work();
            let stop = self.before.steps().saturating_add(stretch);
            self.before.go_to(stop.min(step));
            if self.before.has_ended() {
                return;
            }
            self.snapshots.keep_if_useful(&self.before, step);
            if self.before.work() - work < STRETCH {
                stretch = stretch.saturating_mul(2);
            } else {
                stretch = (stretch / 2).max(1);
            }
        }
    }
}
