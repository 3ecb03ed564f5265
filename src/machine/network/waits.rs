//! Deadlocks: the cycle of processors that wait for each other's messages.

use crate::source::Span;

/// Processors of which none can go on.
#[derive(Debug, Clone, PartialEq)]
pub struct Deadlock {
    /// Each waits for the next, the last for the first; or the waiting processors that explain it.
    pub waits: Vec<Wait>,
    /// What they form.
    pub form: Form,
    /// Whether it would go on if every send went on at once: known where one waits for its receiver and
    /// the run was repeated with buffers.
    pub is_hidden_by_buffers: Option<bool>,
    /// The collective communication in which the first one waits, as the program calls it. The
    /// pipeline sets it, which adds these algorithms to programs.
    pub collective: Option<String>,
}

/// What waiting processors form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Each waits for the next, the last for the first.
    Ring,
    /// Some wait for a message of any processor, and none that could send one can go on.
    Knot,
    /// One waits for a processor that has ended.
    Ended,
    /// One sends a synchronous message to itself, or waits for one that it has not sent.
    Itself,
}

/// A processor that waits.
#[derive(Debug, Clone, PartialEq)]
pub struct Wait {
    /// Its number, or that of the task.
    pub processor: u32,
    /// Of tasks: the processor of this one, and that of the one that it waits for.
    pub placed: Option<[u32; 2]>,
    /// The queue that it waits for a message in.
    pub queue: Option<String>,
    /// What it waits for.
    pub awaits: Awaited,
    /// The call before which it waits for all others; none at a barrier, or where it waits for one
    /// other.
    pub call: Option<String>,
    /// The tag that the message has to have, and that of one which is there instead.
    pub tags: Option<(i64, i64)>,
    /// The statement at which it waits.
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
    /// That all others come to a barrier, or make the same call; this one has not.
    ComingOf(u32),
}

impl Wait {
    /// The processor for which it waits; none where any would do.
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

impl Deadlock {
    /// Those that wait at other places than the first one, one for each place.
    pub(super) fn elsewhere(&self, first: Option<Span>) -> Vec<&Wait> {
        let mut seen: Vec<Span> = first.into_iter().collect();
        let is_new = |wait: &&Wait| {
            let is_new = !seen.contains(&wait.span);
            if is_new {
                seen.push(wait.span);
            }
            is_new
        };
        self.waits.iter().filter(is_new).collect()
    }
}
