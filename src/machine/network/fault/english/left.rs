//! Messages that are never received, in English.

use super::party::parties;
use super::waits::for_all_processors;
use crate::machine::network::left::LeftMessage;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// The error's sentence: it names these messages, and says how many more there are.
pub(super) fn never_received(left: &[LeftMessage], more: usize) -> String {
    let one = |message: &LeftMessage| {
        let words = match message.words {
            1 => "1 word".to_owned(),
            words => format!("{words} words"),
        };
        let [sender, receiver] = parties_of(message);
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

/// The advice, which depends on whether the first one was sent inside this collective communication or
/// by a statement of the program.
pub(super) fn help(
    left: &[LeftMessage],
    collective: Option<&str>,
    vocabulary: Vocabulary,
) -> String {
    if let (Some(name), Some(first)) = (collective, left.first()) {
        let [sender, _] = parties_of(first);
        let all = for_all_processors(vocabulary);
        return format!("{sender} sent it inside of `{name}`; {all}");
    }
    let [send, receive] = vocabulary.words([Concept::Send, Concept::Receive]);
    format!(
        "every message that is sent has to be received before the block ends: count the `{send}` and the \
         `{receive}` between these processors"
    )
}

/// The texts that name its sender and its receiver.
fn parties_of(message: &LeftMessage) -> [String; 2] {
    parties([message.sender, message.receiver], message.placed)
}
