//! What is written down of the messages of a run, where somebody wants to see them.

use crate::network::{Decision, LateCandidate, MessageSeen, Observer, Receipt, Segment};
use crate::source::Span;

/// What is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Recording {
    /// Nothing.
    #[default]
    Nothing,
    /// What each processor did when, as long as that is not too much.
    Times,
    /// Messages, and what each processor did when.
    Messages,
    /// Besides, which other messages a receive from anyone could have taken.
    Races,
}

/// What was written down.
#[derive(Debug, Clone, Default)]
pub struct Record {
    /// Messages in the order in which their arrival was settled.
    pub messages: Vec<MessageSeen>,
    /// Which of them were received, where and when.
    pub receipts: Vec<Receipt>,
    /// What each processor did when.
    pub segments: Vec<Segment>,
    /// Whether there were too many of these.
    pub is_cut: bool,
    /// How receives from anyone and probes came out.
    pub decisions: Vec<Decision>,
    /// Messages that came too late for a receive from anyone, but could have been earlier.
    pub late: Vec<LateCandidate>,
    /// Whether the receivers and probers of these decisions are tasks.
    pub is_of_tasks: bool,
    /// The statements with messages, by the numbers that the others give them.
    pub spans: Vec<Span>,
}

/// Segments that are written down where nobody asked for all.
const MOST_SEGMENTS: usize = 1 << 14;

/// Writes down what each processor did when, up to a number of segments; beyond it, nothing.
pub struct TimeRecorder<'r>(pub &'r mut Record);

impl Observer for TimeRecorder<'_> {
    const DETAIL: bool = true;

    fn segment(&mut self, segment: Segment) {
        if self.0.is_cut {
            return;
        }
        if self.0.segments.len() == MOST_SEGMENTS {
            self.0.segments = Vec::new();
            self.0.is_cut = true;
            return;
        }
        self.0.segments.push(segment);
    }
}

/// Writes down, races too where this is asked for.
pub struct Recorder<'r, const RACES: bool>(pub &'r mut Record);

impl<const RACES: bool> Observer for Recorder<'_, RACES> {
    const DETAIL: bool = true;
    const RACES: bool = RACES;

    fn segment(&mut self, segment: Segment) {
        self.0.segments.push(segment);
    }

    fn message(&mut self, message: &MessageSeen) {
        self.0.messages.push(*message);
    }

    fn received(&mut self, receipt: &Receipt) {
        self.0.receipts.push(*receipt);
    }

    fn decided(&mut self, decision: &Decision) {
        self.0.decisions.push(decision.clone());
    }

    fn competed(&mut self, candidate: &LateCandidate) {
        self.0.late.push(*candidate);
    }
}
