//! Messages that remain in a queue at the end of a block.

use crate::source::Span;

/// A message that was never received.
#[derive(Debug, Clone, PartialEq)]
pub struct LeftMessage {
    /// Number of its sender.
    pub sender: u32,
    /// The processor to which it was sent.
    pub receiver: u32,
    /// The processors of sender and receiver, if these are tasks.
    pub placed: Option<[u32; 2]>,
    pub queue: Option<String>,
    pub words: u64,
    /// Its tag, if it has one.
    pub tag: Option<i64>,
    /// The statement that sent it.
    pub span: Span,
}

/// The statements that sent them, besides that of the first one.
pub(super) fn further_places(left: &[LeftMessage], first: Option<Span>) -> Vec<Span> {
    let mut places: Vec<Span> = left.iter().map(|message| message.span).collect();
    places.dedup();
    places.retain(|span| Some(*span) != first);
    places
}
