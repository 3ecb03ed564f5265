//! The search for a step, forward and back.

use super::Session;
use super::question::StepQuestion;
use super::recorder::{GroupPlace, Recorder};
use crate::cost::Ledger;
use crate::machine::view::View;

/// A run after a step.
pub struct RunAfter<'r> {
    /// Its state.
    pub view: View<'r>,
    /// Its costs.
    pub ledger: &'r Ledger,
    /// The processors that took part in the step, if requested.
    pub acting: &'r [GroupPlace],
}

/// A condition on a run after a step.
pub type Condition<'t> = dyn Fn(&RunAfter<'_>) -> bool + 't;

/// The goal of a search: a step to which a question or condition applies.
#[derive(Default)]
pub struct SearchGoal<'t> {
    /// About the actions of the step.
    pub questions: Vec<StepQuestion>,
    /// About the state after it.
    pub conditions: Vec<Box<Condition<'t>>>,
    /// Whether a condition depends on the processors that took part in the step.
    pub asks_processors: bool,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SearchResult {
    /// A step, and the indices of what applied, ascending: questions first, then conditions.
    At(u64, Vec<usize>),
    /// The beginning or the end of the run.
    Nothing,
    /// Ctrl-C was pressed at this step.
    Interrupted(u64),
}

impl Session<'_> {
    /// The first step after the current one that reaches the goal. The session stays where it is.
    pub fn find_next(&mut self, wanted: &SearchGoal<'_>) -> SearchResult {
        if self.is_broken() {
            return SearchResult::Nothing;
        }
        self.find_decisive((self.at, u64::MAX), wanted, |_, _| true)
    }

    /// The first step after `from` and up to `last` that reaches the goal and for which `decides`, given
    /// what applied, ends the search. The session stays where it is.
    pub fn find_decisive(
        &mut self,
        (from, last): (u64, u64),
        wanted: &SearchGoal<'_>,
        mut decides: impl FnMut(u64, &[usize]) -> bool,
    ) -> SearchResult {
        let here = self.at;
        self.begin_search(from, wanted);
        let found = loop {
            match self.look_ahead(last, wanted) {
                SearchResult::At(step, which) if !decides(step, &which) => {}
                found => break found,
            }
        };
        self.end_search(here);
        found
    }

    /// The last step before the current one that reaches the goal.
    pub fn find_previous(&mut self, wanted: &SearchGoal<'_>) -> SearchResult {
        let here = self.at;
        let mut until = here.saturating_sub(1);
        let mut found = SearchResult::Nothing;
        for start in self.snapshots.steps_below(here.max(1)) {
            self.begin_search(start, wanted);
            loop {
                match self.look_ahead(until, wanted) {
                    SearchResult::Nothing => break,
                    SearchResult::At(step, which) => found = SearchResult::At(step, which),
                    SearchResult::Interrupted(step) => {
                        self.end_search(here);
                        return SearchResult::Interrupted(step);
                    }
                }
            }
            if found != SearchResult::Nothing {
                break;
            }
            until = start;
        }
        self.end_search(here);
        found
    }

    /// Makes the run after the step one that searches, from a step on.
    fn begin_search(&mut self, step: u64, wanted: &SearchGoal<'_>) {
        let snapshot = self.snapshots.before(step).clone();
        let asked = (wanted.questions.clone(), wanted.asks_processors);
        self.after
            .restore(snapshot.observed_by(|ledger| Recorder::searching_from(ledger, asked)));
        self.after.go_to(step);
    }

    /// The next step that reaches the goal, up to a last one.
    fn look_ahead(&mut self, last: u64, wanted: &SearchGoal<'_>) -> SearchResult {
        while self.after.steps() < last && !self.after.has_ended() {
            let step = self.after.steps() + 1;
            self.after.observer_mut().begin_step();
            self.after.go_to(step);
            if self.was_interrupted() {
                return SearchResult::Interrupted(step - 1);
            }
            if self.after.steps() < step {
                break;
            }
            let mut which = self.after.observer().hit().to_vec();
            if !self.after.has_ended() {
                let after = self.after();
                let conditions = (wanted.questions.len()..).zip(&wanted.conditions);
                let holding = conditions.filter(|(_, condition)| condition(&after));
                which.extend(holding.map(|(place, _)| place));
            }
            if !which.is_empty() {
                return SearchResult::At(self.after.steps(), which);
            }
        }
        SearchResult::Nothing
    }

    /// The state of the run after the step at which it is.
    pub fn after(&self) -> RunAfter<'_> {
        let recorder = self.after.observer();
        RunAfter {
            view: self.after.view(),
            ledger: &recorder.ledger,
            acting: &recorder.acting,
        }
    }

    /// Restores the run after the current step.
    fn end_search(&mut self, step: u64) {
        let snapshot = self.before.snapshot();
        self.after
            .restore(snapshot.observed_by(Recorder::counting_from));
        self.after.go_to(step);
        self.complete();
    }
}
