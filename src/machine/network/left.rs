//! Messages that are in a queue at the end of a block.

use crate::source::Span;

/// A message that is in a queue at the end of a block, as it was never received.
#[derive(Debug, Clone, PartialEq)]
pub struct LeftMessage {
    /// Number of its sender.
    pub sender: u32,
    /// Number of the processor to which it went.
    pub receiver: u32,
    /// The processors of both, where they are tasks.
    pub placed: Option<[u32; 2]>,
    /// The queue in which it is.
    pub queue: Option<String>,
    /// How many words it has.
    pub words: u64,
    /// Its tag, where it is given one.
    pub tag: Option<i64>,
    /// The statement that sent it.
    pub span: Span,
}

/// The statements that sent them, beside that of the first one.
pub(super) fn further_places(left: &[LeftMessage], first: Option<Span>) -> Vec<Span> {
    let mut places: Vec<Span> = left.iter().map(|message| message.span).collect();
    places.dedup();
    places.retain(|span| Some(*span) != first);
    places
}
