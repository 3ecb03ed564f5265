//! Deadlocks: the cycle of processors that wait for each other's messages.

use crate::source::Span;

/// Processors none of which can continue.
#[derive(Debug, Clone, PartialEq)]
pub struct DeadlockReport {
    /// Each waits for the next, the last for the first; or those waiting processors that explain the
    /// deadlock.
    pub waits: Vec<NetworkWait>,
    pub form: WaitForm,
    /// Whether the program would continue if every send returned at once; known if a processor waits for
    /// its receiver and the run was repeated with buffers.
    pub is_hidden_by_buffers: Option<bool>,
    /// The collective communication in which the first one waits, as the program calls it. The pipeline
    /// sets it, as it adds these algorithms to programs.
    pub collective: Option<String>,
}

/// What the waiting processors form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WaitForm {
    /// Each waits for the next, the last for the first.
    Ring,
    /// Some wait for a message from anyone, and no processor that could send one can continue.
    Knot,
    /// One waits for a processor that has ended.
    Ended,
    /// One sends a synchronous message to itself, or waits for one that it has not sent.
    Itself,
}

/// A processor that waits.
#[derive(Debug, Clone, PartialEq)]
pub struct NetworkWait {
    /// Its number, or that of the task.
    pub processor: u32,
    /// For tasks, the processor of this one and that of the one for which it waits.
    pub placed: Option<[u32; 2]>,
    /// The queue that it waits for a message in.
    pub queue: Option<String>,
    pub awaits: Awaited,
    /// The call before which it waits for all others; `None` at a barrier, or if it waits for a single
    /// other one.
    pub call: Option<String>,
    /// The tag that the message must have, and that of one which has arrived instead.
    pub tags: Option<(i64, i64)>,
    pub span: Span,
}

/// What a processor waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Awaited {
    /// A message of this processor.
    MessageOf(u32),
    /// A message of any.
    MessageOfAny,
    /// That this processor receives its synchronous message.
    ReceiptBy(u32),
    /// That all others reach a barrier or make the same call; this one has not.
    ComingOf(u32),
}

impl NetworkWait {
    /// The processor for which it waits; `None` if any would do.
    pub fn partner(&self) -> Option<u32> {
        match self.awaits {
            Awaited::MessageOf(partner)
            | Awaited::ReceiptBy(partner)
            | Awaited::ComingOf(partner) => Some(partner),
            Awaited::MessageOfAny => None,
        }
    }

    /// Whether it waits for all others.
    pub(super) fn is_for_all(&self) -> bool {
        matches!(self.awaits, Awaited::ComingOf(_))
    }

    /// Whether it has sent a message and waits until that is received.
    pub fn is_for_receipt(&self) -> bool {
        matches!(self.awaits, Awaited::ReceiptBy(_))
    }
}

impl DeadlockReport {
    /// Those that wait at other places than the first one, one for each place.
    pub(super) fn elsewhere(&self, first: Option<Span>) -> Vec<&NetworkWait> {
        let mut seen: Vec<Span> = first.into_iter().collect();
        let is_new = |wait: &&NetworkWait| {
            let is_new = !seen.contains(&wait.span);
            if is_new {
                seen.push(wait.span);
            }
            is_new
        };
        self.waits.iter().filter(is_new).collect()
    }
}
