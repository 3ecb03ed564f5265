//! A look at steps before the current one of a session, without a move.

use std::ops::Range;

use super::Session;
use super::recorder::Recorder;
use crate::machine::view::View;
use crate::trace::Step;

impl Session<'_> {
    /// Passes some steps, all before the current one, in their order to a function, each with the run
    /// after it. For a step that writes shared memory only the cells that its processors access are
    /// given. The session stays where it is. Ctrl-C ends it early.
    pub fn survey(&mut self, steps: Range<u64>, mut look: impl FnMut(&Step, View<'_>)) {
        let Some(in_front) = steps.start.checked_sub(1).filter(|_| !steps.is_empty()) else {
            return;
        };
        let snapshot = self.snapshots.before(in_front).clone();
        let front = self.before.exchange(snapshot);
        self.advance(in_front);
        let begins = self.before.exchange(front);
        let after = self
            .after
            .exchange(begins.observed_by(Recorder::outlining_from));
        let mut is_interrupted = self.was_interrupted();
        for step in steps {
            if is_interrupted {
                break;
            }
            self.after.observer_mut().begin_step();
            self.after.go_to(step);
            is_interrupted = self.was_interrupted();
            if is_interrupted || self.after.steps() < step {
                break;
            }
            self.complete();
            if let Some(record) = &self.after.observer().step {
                look(record, self.after.view());
            }
        }
        self.after.exchange(after);
    }
}
