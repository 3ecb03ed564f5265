//! Deadlocks, in English: who waits for whom, and what would help.

use super::party::parties;
use crate::machine::network::waits::{Awaited, DeadlockReport, NetworkWait, WaitForm};
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// Waiting processors that a sentence names.
const NAMED: usize = 8;

/// What one of them waits for.
pub(super) fn phrase(wait: &NetworkWait) -> String {
    let [own, other] = parties_of(wait);
    let tag = wait.tags.map_or_else(String::new, |(awaited, _)| {
        format!(" with the tag {awaited}")
    });
    match (wait.awaits, &wait.queue) {
        (Awaited::MessageOf(_), _) => format!("{own} waits for a message of {other}{tag}"),
        (Awaited::MessageOfAny, None) => format!("{own} waits for a message of anyone{tag}"),
        (Awaited::MessageOfAny, Some(queue)) => {
            format!("{own} waits for a message in {queue}")
        }
        (Awaited::ReceiptBy(_), _) => {
            format!("{own} waits until {other} receives its message")
        }
        (Awaited::ComingOf(_), _) => match &wait.call {
            None => format!("{own} waits at the barrier until {other} reaches it"),
            Some(call) => format!("{own} waits at `{call}` until {other} reaches it"),
        },
    }
}

/// The texts that name the waiting party and the party that it waits for.
fn parties_of(wait: &NetworkWait) -> [String; 2] {
    let partner = wait.partner().unwrap_or(wait.processor);
    parties([wait.processor, partner], wait.placed)
}

/// The message, in one sentence.
pub(super) fn sentence(deadlock: &DeadlockReport) -> String {
    let mut phrases: Vec<String> = deadlock.waits.iter().take(NAMED).map(phrase).collect();
    let more = deadlock.waits.len().saturating_sub(NAMED);
    if more > 0 {
        phrases.push(format!("… and {more} more"));
    }
    let waits = phrases.join(", ");
    match deadlock.form {
        WaitForm::Ring => format!("no processor can go on: {waits}"),
        WaitForm::Knot => {
            format!(
                "no processor can continue, and none is left that could send a message: {waits}"
            )
        }
        WaitForm::Ended => match deadlock.waits.first() {
            Some(wait) if wait.partner().is_some() => {
                format!("{waits}, and {} has ended", parties_of(wait)[1])
            }
            _ => format!("{waits}, and all others have ended"),
        },
        WaitForm::Itself => match deadlock.waits.first().map(|wait| wait.awaits) {
            Some(Awaited::ReceiptBy(_)) => {
                format!("{waits}: a synchronous message to oneself never leaves")
            }
            _ => format!("{waits}, and sends none while it waits"),
        },
    }
}

/// Advice for the deadlock.
pub(super) fn help(deadlock: &DeadlockReport, vocabulary: Vocabulary) -> String {
    let [send, receive, tag] = vocabulary.words([Concept::Send, Concept::Receive, Concept::Tag]);
    // A message that has arrived with another tag is more likely than a wrong order.
    if let Some((wait, (_, other))) =
        (deadlock.waits.iter()).find_map(|wait| wait.tags.map(|tags| (wait, tags)))
    {
        return format!(
            "a message with the tag {other} is there for {}: give `{send}` and `{receive}` the \
             same `{tag}`, or let `{receive}` take any message by omitting its tag",
            wait.processor
        );
    }
    let buffers = match deadlock.is_hidden_by_buffers {
        Some(true) => "with buffered sends the run would finish, but a program must not \
                       rely on buffers; "
            .to_owned(),
        Some(false) => "buffered sends would not help; ".to_owned(),
        None => String::new(),
    };
    let inside = match (&deadlock.collective, deadlock.waits.first()) {
        (Some(name), Some(wait)) => {
            format!("{} is inside of `{name}`; ", parties_of(wait)[0])
        }
        _ => String::new(),
    };
    if deadlock.collective.is_some() || deadlock.waits.iter().any(NetworkWait::is_for_all) {
        return format!("{inside}{buffers}{}", for_all_processors(vocabulary));
    }
    match deadlock.form {
        WaitForm::Ring if deadlock.waits.iter().any(NetworkWait::is_for_receipt) => {
            format!(
                "{buffers}let some of them receive first, for example those with an odd number: \
                 `{receive} …;` and then `{send} …;`"
            )
        }
        WaitForm::Ring => {
            format!("{buffers}each of them waits before it sends: let one of them `{send}` first")
        }
        WaitForm::Knot => format!(
            "{buffers}every `{receive}` needs a `{send}` by a processor that still executes it: \
             count both"
        ),
        WaitForm::Ended => format!(
            "{buffers}for every `{receive}` there has to be a `{send}` to this processor: is one \
             missing, or is one `{receive}` too many?"
        ),
        WaitForm::Itself => {
            format!("{buffers}a processor needs no message from itself: it has the value already")
        }
    }
}

/// What collective communication requires.
pub(super) fn for_all_processors(vocabulary: Vocabulary) -> String {
    format!(
        "`{}` and collective communication are for all processors of a block: let all reach the \
         same ones, in the same order",
        vocabulary.word(Concept::Barrier)
    )
}
