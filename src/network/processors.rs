//! The processors as the network sees them: their requests, and its replies.

use super::clock::Clock;

/// The programs of all processors, each with its private memory; or several tasks for each of them. If
/// they are tasks, all numbers of processors are numbers of tasks.
///
/// A processor may compute ahead of others in the order of the host, as it shares nothing with them; its
/// requests enter the network in the order of time.
pub trait ProcessorPrograms {
    /// The words of a message, copied when the send is requested.
    type Payload;
    /// A fault of the program, which ends the run.
    type Stop;

    /// Passes the reply to the processor, which computes up to its next request. `now` is the
    /// processor's clock.
    fn advance(
        &mut self,
        processor: u32,
        now: &dyn Now,
        answer: Reply<Self::Payload>,
    ) -> Advance<Self::Payload, Self::Stop>;
}

/// The reading of a clock, independent of its representation.
pub trait Now {
    /// The time.
    fn time(&self) -> i128;
    /// The time, and how often each parameter enters it.
    fn clock(&self) -> Clock;
}

impl Now for Clock {
    fn time(&self) -> i128 {
        self.time
    }

    fn clock(&self) -> Clock {
        *self
    }
}

/// The reply to a processor's request.
#[derive(Clone, Debug)]
pub enum Reply<P> {
    /// The request was none, or a message that was sent.
    Nothing,
    /// The awaited message has arrived.
    Message(Delivered<P>),
    /// Whether the probe found a message.
    Probed(bool),
}

/// What a processor did up to its next request.
#[derive(Clone, Debug)]
pub struct Advance<P, S> {
    /// Instructions that it executed.
    pub instructions: u64,
    /// The request after them.
    pub request: NetworkRequest<P, S>,
}

/// A request of a processor. The processors named in it exist in the topology.
#[derive(Clone, Debug)]
pub enum NetworkRequest<P, S> {
    /// Sends a message.
    Send {
        /// The receiver.
        to: u32,
        /// Its length.
        words: u64,
        /// Its tag.
        tag: i64,
        /// When the sender continues.
        manner: SendManner,
        /// Its words.
        payload: P,
        /// The number of the statement, for reports.
        place: u32,
    },
    /// Puts a message into a queue, from which only its reader takes it, and continues at once.
    Put {
        /// The reader.
        to: u32,
        /// The queue.
        queue: u32,
        /// The message's length.
        words: u64,
        /// Its words.
        payload: P,
        /// The number of the statement, for reports.
        place: u32,
    },
    /// Waits for the next message in a queue of its own and takes it.
    Take {
        /// The queue.
        queue: u32,
        /// The number of the statement, for reports.
        place: u32,
    },
    /// Waits for a message and takes it.
    Receive {
        /// The sender; `None` for anyone.
        from: Option<u32>,
        /// The tag; `None` for any.
        tag: Option<i64>,
        /// The number of the statement, for reports.
        place: u32,
    },
    /// Waits until all processors of the block have reached the same rendezvous.
    Meet {
        /// The meeting.
        meeting: Rendezvous,
        /// The number of the statement, for reports.
        place: u32,
    },
    /// Asks whether a receive in its place would find a message that has arrived, or that a synchronous
    /// sender offers.
    Probe {
        /// The sender; `None` for anyone.
        from: Option<u32>,
        /// The number of the statement, for reports.
        place: u32,
    },
    /// A fault of the program. Of several the one at the earliest time ends the run; at the same time
    /// that of the processor with the lowest number.
    Stop(S),
    /// The end of the block.
    End,
}

/// A point that all processors of a block reach before any of them continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rendezvous {
    /// A barrier, with its time.
    Barrier,
    /// A call, which takes no time: of the same procedure with the same argument for all.
    Call {
        /// The number of the procedure.
        procedure: u32,
        argument: Option<i64>,
    },
}

/// When the sender of a message continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SendManner {
    /// When the out-port is free again; with synchronous sending as for [`SendManner::Synchronous`].
    Blocking,
    /// At once: the message leaves when the out-port is free.
    Now,
    /// When the message has arrived; it leaves when the receiver waits for it.
    Synchronous,
    /// As [`SendManner::Blocking`] with buffered sending, whatever the machine's is.
    Buffered,
}

/// A message that is received.
#[derive(Clone, Debug)]
pub struct Delivered<P> {
    pub sender: u32,
    /// Its tag.
    pub tag: i64,
    /// Its length.
    pub words: u64,
    /// The number of the statement that sent it.
    pub place: u32,
    /// Its words.
    pub payload: P,
}
