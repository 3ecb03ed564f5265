//! What is written down of the messages of a run, where that is asked for.

use super::history::History;
use super::written::Written;
use crate::network::{
    LateCandidate, MessageSeen, NetworkObserver, Receipt, ReceiveDecision, Segment, WatchedEvents,
};
use crate::source::Span;

/// What is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Recording {
    /// Nothing of the messages.
    #[default]
    Nothing,
    /// Through which calls messages are sent, for one that is never received.
    Calls,
    /// What each processor did when, as long as that is not too much.
    Times,
    /// Messages, and what each processor did when.
    Messages,
    /// Besides, which other messages a receive from anyone could have taken.
    Races,
    /// Messages, what each processor did when, and where each program stood and what it held.
    History,
}

/// What was written down.
#[derive(Debug, Clone, Default)]
pub struct NetworkRecord {
    /// The numbers of all messages, which ascend, and their senders.
    pub issued: Vec<(u64, u32)>,
    /// Messages in the order in which their arrival was settled.
    pub messages: Vec<MessageSeen>,
    /// Which of them were received, where and when.
    pub receipts: Vec<Receipt>,
    /// What each processor did when.
    pub segments: Vec<Segment>,
    /// Whether there were too many of these.
    pub is_cut: bool,
    /// How receives from anyone and probes came out.
    pub decisions: Vec<ReceiveDecision>,
    /// Messages that came too late for a receive from anyone, but could have been earlier.
    pub late: Vec<LateCandidate>,
    /// Whether the receivers and probers of these decisions are tasks.
    pub is_of_tasks: bool,
    /// The statements with messages, by the numbers that the others give them.
    pub spans: Vec<Span>,
    /// Where the programs stood, and what they held.
    pub history: Option<History>,
    /// A history is not written down from this time on, in scaled units: there was too much.
    pub cut_at: Option<i128>,
}

impl NetworkRecord {
    /// Notes that something at this time is not written down.
    pub fn cut(&mut self, time: i128) {
        let earlier = self.cut_at.is_none_or(|before| time < before);
        if earlier {
            self.cut_at = Some(time);
        }
    }
}

/// The most segments that are written down where not all were asked for.
const MOST_SEGMENTS: usize = 1 << 14;

/// Writes down what each processor did when, up to a number of segments; beyond it, nothing.
pub struct TimeRecorder<'r>(pub &'r mut NetworkRecord);

impl NetworkObserver for TimeRecorder<'_> {
    fn wants(&self) -> WatchedEvents {
        WatchedEvents::DETAIL
    }

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

/// The most messages, receipts and segments, of each kind, that are written down beside a history.
const MOST_BESIDE_HISTORY: usize = 1 << 20;

/// Writes down messages and what each processor did when, beside a history.
pub struct HistoryRecorder<'r>(pub &'r mut NetworkRecord);

impl HistoryRecorder<'_> {
    /// Whether there is room for one more of a kind; if not, the record ends before this time.
    fn has_room(&mut self, count: usize, time: i128) -> bool {
        if count < MOST_BESIDE_HISTORY {
            return true;
        }
        self.0.cut(time);
        false
    }
}

impl NetworkObserver for HistoryRecorder<'_> {
    fn wants(&self) -> WatchedEvents {
        WatchedEvents::DETAIL
    }

    fn segment(&mut self, segment: Segment) {
        if self.has_room(self.0.segments.len(), segment.from) {
            self.0.segments.push(segment);
        }
    }

    fn issued(&mut self, order: u64, sender: u32) {
        if self.0.issued.len() < MOST_BESIDE_HISTORY {
            self.0.issued.push((order, sender));
        }
    }

    fn message(&mut self, message: &MessageSeen) {
        if self.has_room(self.0.messages.len(), message.start) {
            self.0.messages.push(*message);
        }
    }

    fn received(&mut self, receipt: &Receipt) {
        if self.has_room(self.0.receipts.len(), receipt.time) {
            self.0.receipts.push(*receipt);
        }
    }
}

/// Bytes of a message in a table of all: a text for each of its columns.
const SHOWN_BYTES: usize = 1 << 10;

/// Writes down segments, messages, receipts and decisions; with `RACES`, late candidates, too.
pub struct NetworkRecorder<'r, const RACES: bool> {
    record: &'r mut NetworkRecord,
    written: Written,
}

impl<'r, const RACES: bool> NetworkRecorder<'r, RACES> {
    pub(super) fn new(record: &'r mut NetworkRecord, written: Written) -> Self {
        Self { record, written }
    }
}

/// Adds to a list that may have room for twice as many.
fn note<T>(list: &mut Vec<T>, written: &Written, one: T, bytes_beside: usize) {
    written.add(2 * size_of::<T>() + bytes_beside);
    list.push(one);
}

impl<const RACES: bool> NetworkObserver for NetworkRecorder<'_, RACES> {
    fn wants(&self) -> WatchedEvents {
        WatchedEvents {
            detail: true,
            races: RACES,
        }
    }

    fn segment(&mut self, segment: Segment) {
        note(&mut self.record.segments, &self.written, segment, 0);
    }

    fn message(&mut self, message: &MessageSeen) {
        let shown = if RACES { 0 } else { SHOWN_BYTES };
        note(&mut self.record.messages, &self.written, *message, shown);
    }

    fn received(&mut self, receipt: &Receipt) {
        note(&mut self.record.receipts, &self.written, *receipt, 0);
    }

    fn decided(&mut self, decision: &ReceiveDecision) {
        // The simulation holds a copy as large until no message can come too late for it.
        let others = 2 * size_of_val(decision.others.as_slice());
        let beside = others + size_of::<ReceiveDecision>();
        let decision = decision.clone();
        note(&mut self.record.decisions, &self.written, decision, beside);
    }

    fn competed(&mut self, candidate: &LateCandidate) {
        note(&mut self.record.late, &self.written, *candidate, 0);
    }
}
