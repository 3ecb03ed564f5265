//! Messages that remain in a queue at the end of a block, and the text of that error.

use super::party::parties;
use super::waits::for_all_processors;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

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

impl LeftMessage {
    /// The texts that name its sender and its receiver.
    pub(super) fn parties(&self) -> [String; 2] {
        parties([self.sender, self.receiver], self.placed)
    }
}

/// The error's sentence: it names these messages, and says how many more there are.
pub(super) fn never_received(left: &[LeftMessage], more: usize) -> String {
    let one = |message: &LeftMessage| {
        let words = match message.words {
            1 => "1 word".to_owned(),
            words => format!("{words} words"),
        };
        let [sender, receiver] = message.parties();
        match (&message.queue, message.tag) {
            (None, None) => format!("{words} from {sender} to {receiver}"),
            (None, Some(tag)) => format!("{words} from {sender} to {receiver} with the tag {tag}"),
            (Some(queue), _) => format!("{words} from {sender} to {receiver} in {queue}"),
        }
    };
    let mut listed: Vec<String> = left.iter().map(one).collect();
    if more > 0 {
        listed.push(format!("{more} more"));
    }
    let messages = if listed.len() == 1 {
        "a message is"
    } else {
        "messages are"
    };
    format!("{messages} never received: {}", listed.join(", "))
}

/// Adds the statements that sent them, besides that of the first one.
pub(super) fn with_left(left: &[LeftMessage], diagnostic: Diagnostic) -> Diagnostic {
    let first = diagnostic.primary.as_ref().map(|label| label.span);
    let mut places: Vec<Span> = left.iter().map(|message| message.span).collect();
    places.dedup();
    (places.into_iter().filter(|span| Some(*span) != first)).fold(diagnostic, |diagnostic, span| {
        diagnostic.label(span, "sent here")
    })
}

/// The advice, which depends on whether the first one was sent inside this collective communication or
/// by a statement of the program.
pub(super) fn help_for_left(
    left: &[LeftMessage],
    collective: Option<&str>,
    vocabulary: Vocabulary,
) -> String {
    if let (Some(name), Some(first)) = (collective, left.first()) {
        let [sender, _] = first.parties();
        let all = for_all_processors(vocabulary);
        return format!("{sender} sent it inside of `{name}`; {all}");
    }
    let [send, receive] = vocabulary.words([Concept::Send, Concept::Receive]);
    format!(
        "every message that is sent has to be received before the block ends: count the `{send}` and the \
         `{receive}` between these processors"
    )
}
