//! What an observer sees of a run besides its counts, for traces and time lines.

/// Which events an observer receives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WatchedEvents {
    /// Segments, messages and receipts.
    pub detail: bool,
    /// Decisions and late candidates, which together name all messages that a receive from anyone could
    /// have taken with other timing. This costs time in proportion to the messages in the network at
    /// each such receive.
    pub races: bool,
}

impl WatchedEvents {
    /// Segments, messages and receipts.
    pub const DETAIL: Self = Self {
        detail: true,
        races: false,
    };
}

/// Observes a simulation. Events that it does not want are neither reported nor computed.
pub trait NetworkObserver {
    /// The wanted events. The answer stays the same during a block.
    fn wants(&self) -> WatchedEvents;

    /// A processor did one thing for a non-empty interval of time. Segments of one processor come in the
    /// order of time, those of different processors in no order.
    fn segment(&mut self, segment: Segment) {
        let _ = segment;
    }

    /// A program sends a message with this number, which is above all earlier ones.
    fn issued(&mut self, order: u64, sender: u32) {
        let _ = (order, sender);
    }

    /// The arrival of a message is known. Called in the order in which headers reach in-ports.
    fn message(&mut self, message: &MessageSeen) {
        let _ = message;
    }

    /// A message was received.
    fn received(&mut self, receipt: &Receipt) {
        let _ = receipt;
    }

    /// A receive from anyone was decided, or a probe answered.
    fn decided(&mut self, decision: &ReceiveDecision) {
        let _ = decision;
    }

    /// A message was sent that an earlier receive from anyone could have taken.
    fn competed(&mut self, late: &LateCandidate) {
        let _ = late;
    }
}

/// Observes nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl NetworkObserver for Unobserved {
    fn wants(&self) -> WatchedEvents {
        WatchedEvents::default()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Activity {
    /// Instructions, and the overhead of calls.
    Compute,
    /// Start-up and words of a message of its own for which it waits.
    Send,
    /// Waiting for a message, a receiver or the out-port.
    Wait,
}

/// What a processor did from one time to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The processor.
    pub processor: u32,
    pub activity: Activity,
    /// Beginning, in scaled units.
    pub from: i128,
    /// End, in scaled units.
    pub to: i128,
}

/// A message whose arrival is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageSeen {
    /// Its number among all messages of the run, in the order of issue.
    pub order: u64,
    pub sender: u32,
    pub receiver: u32,
    /// Its tag.
    pub tag: i64,
    /// The queue for which it is, if any.
    pub queue: Option<u32>,
    /// The processors of its sender and its receiver.
    pub processors: [u32; 2],
    /// Its length.
    pub words: u64,
    /// When it leaves its sender, in scaled units.
    pub start: i128,
    /// When it arrives, in scaled units.
    pub arrival: i128,
    /// The number of the statement that sends it.
    pub place: u32,
}

/// A message that was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The number of the message among all messages of the run.
    pub order: u64,
    pub receiver: u32,
    /// The number of the statement that received it.
    pub place: u32,
    /// When the receiver had it, in scaled units.
    pub time: i128,
}

/// The result of a receive from anyone, or of a probe, and the alternatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceiveDecision {
    /// The processor that decides.
    pub processor: u32,
    /// The number of its statement.
    pub place: u32,
    /// The number of its receives from anyone before this one.
    pub ordinal: u64,
    /// The messages that it has received before, of whomever.
    pub received: u64,
    pub outcome: ReceiveOutcome,
    /// Messages of other senders that were sent and not received at this time and match as well, by
    /// sender, the first of each. Messages that are sent later are reported as [`LateCandidate`].
    pub others: Vec<Candidate>,
}

/// A message that was sent after a receive from anyone took one of another sender, and that it could
/// have taken: its sending does not depend on this receive. Reported once for each receive and sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateCandidate {
    /// The processor that received.
    pub processor: u32,
    /// The number of its statement.
    pub place: u32,
    /// The number of its receives from anyone before that one.
    pub ordinal: u64,
    /// The message.
    pub candidate: Candidate,
}

/// The result of a receive from anyone or a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReceiveOutcome {
    /// The message was received.
    Taken(Candidate),
    /// The probe found a message, or none.
    Probed(bool),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub sender: u32,
    /// The number of the statement that sent it.
    pub place: u32,
    /// Its number among all messages of the run.
    pub order: u64,
    /// Its tag.
    pub tag: i64,
}
