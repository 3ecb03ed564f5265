//! The record of the messages of a run, where one is wanted.

use super::history::History;
use super::written::Written;
use crate::network::{
    LateCandidate, MessageSeen, NetworkObserver, Receipt, ReceiveDecision, Segment, WatchedEvents,
};
use crate::source::Span;

/// What is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Recording {
    /// No messages.
    #[default]
    Nothing,
    /// The calls through which messages are sent, to report one that is never received.
    Calls,
    /// The activity of each processor over time, unless that is too much.
    Times,
    /// Messages, and the activity of each processor over time.
    Messages,
    /// In addition, which other messages a receive from anyone could have taken.
    Races,
    /// Messages, the activity of each processor over time, and the state of each program at its
    /// requests.
    History,
}

/// The record of the messages of a run.
#[derive(Debug, Clone, Default)]
pub struct NetworkRecord {
    /// The numbers of all messages, ascending, and their senders.
    pub issued: Vec<(u64, u32)>,
    /// Messages in the order in which their arrival was decided.
    pub messages: Vec<MessageSeen>,
    /// Which of them were received, where and when.
    pub receipts: Vec<Receipt>,
    /// The activity of each processor over time.
    pub segments: Vec<Segment>,
    /// Whether there were too many segments.
    pub is_cut: bool,
    /// The results of receives from anyone and of probes.
    pub decisions: Vec<ReceiveDecision>,
    /// Messages that came too late for a receive from anyone, but could have been earlier.
    pub late: Vec<LateCandidate>,
    /// Whether the receivers and probers of these decisions are tasks.
    pub is_of_tasks: bool,
    /// The statements with messages, by the numbers that the other fields use.
    pub spans: Vec<Span>,
    /// Where the programs were, and what they held.
    pub history: Option<History>,
    /// The time, in scaled units, from which the history is not recorded, as it became too long.
    pub cut_at: Option<i128>,
}

impl NetworkRecord {
    /// Notes that an event at this time is not recorded.
    pub fn cut(&mut self, time: i128) {
        let earlier = self.cut_at.is_none_or(|before| time < before);
        if earlier {
            self.cut_at = Some(time);
        }
    }
}

/// The most segments that are recorded if not all are wanted.
const MOST_SEGMENTS: usize = 1 << 14;

/// Records the activity of each processor, up to a number of segments; beyond it, nothing.
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

/// The most messages, receipts and segments, of each kind, that are recorded together with a history.
const MOST_BESIDE_HISTORY: usize = 1 << 20;

/// Records messages and the activity of each processor, together with a history.
pub struct HistoryRecorder<'r>(pub &'r mut NetworkRecord);

impl HistoryRecorder<'_> {
    /// Whether one more of a kind can be recorded; if not, the record ends before this time.
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

/// Records segments, messages, receipts and decisions; with `RACES`, late candidates, too.
pub struct NetworkRecorder<'r, const RACES: bool> {
    record: &'r mut NetworkRecord,
    written: Written,
}

impl<'r, const RACES: bool> NetworkRecorder<'r, RACES> {
    pub(super) fn new(record: &'r mut NetworkRecord, written: Written) -> Self {
        Self { record, written }
    }
}

/// Appends to a list, whose capacity may be twice its length.
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
        // The simulation holds a copy of the same size until no message can come too late for it.
        let others = 2 * size_of_val(decision.others.as_slice());
        let beside = others + size_of::<ReceiveDecision>();
        let decision = decision.clone();
        note(&mut self.record.decisions, &self.written, decision, beside);
    }

    fn competed(&mut self, candidate: &LateCandidate) {
        note(&mut self.record.late, &self.written, *candidate, 0);
    }
}
