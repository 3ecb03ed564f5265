//! The text of a deadlock: the cycle of processors that wait for each other's messages.

use super::party::parties;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// Waiting processors that a sentence names.
const NAMED: usize = 8;

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
    fn is_for_all(&self) -> bool {
        matches!(self.awaits, Awaited::ComingOf(_))
    }

    /// Whether it has sent a message and waits until that is received.
    pub fn is_for_receipt(&self) -> bool {
        matches!(self.awaits, Awaited::ReceiptBy(_))
    }

    fn phrase(&self) -> String {
        let [own, other] = self.parties();
        let tag = self.tags.map_or_else(String::new, |(awaited, _)| {
            format!(" with the tag {awaited}")
        });
        match (self.awaits, &self.queue) {
            (Awaited::MessageOf(_), _) => format!("{own} waits for a message of {other}{tag}"),
            (Awaited::MessageOfAny, None) => format!("{own} waits for a message of anyone{tag}"),
            (Awaited::MessageOfAny, Some(queue)) => {
                format!("{own} waits for a message in {queue}")
            }
            (Awaited::ReceiptBy(_), _) => {
                format!("{own} waits until {other} receives its message")
            }
            (Awaited::ComingOf(_), _) => match &self.call {
                None => format!("{own} waits at the barrier until {other} comes to it"),
                Some(call) => format!("{own} waits at `{call}` until {other} comes to it"),
            },
        }
    }

    /// The texts that name the waiting party and the party that it waits for.
    fn parties(&self) -> [String; 2] {
        let partner = self.partner().unwrap_or(self.processor);
        parties([self.processor, partner], self.placed)
    }
}

impl DeadlockReport {
    /// The message, in one sentence.
    pub fn sentence(&self) -> String {
        let mut phrases: Vec<String> = self
            .waits
            .iter()
            .take(NAMED)
            .map(NetworkWait::phrase)
            .collect();
        let more = self.waits.len().saturating_sub(NAMED);
        if more > 0 {
            phrases.push(format!("… and {more} more"));
        }
        let waits = phrases.join(", ");
        match self.form {
            WaitForm::Ring => format!("no processor can go on: {waits}"),
            WaitForm::Knot => format!(
                "no processor can go on, and nobody is left who could send a message: {waits}"
            ),
            WaitForm::Ended => match self.waits.first() {
                Some(wait) if wait.partner().is_some() => {
                    format!("{waits}, and {} has ended", wait.parties()[1])
                }
                _ => format!("{waits}, and all others have ended"),
            },
            WaitForm::Itself => match self.waits.first().map(|wait| wait.awaits) {
                Some(Awaited::ReceiptBy(_)) => {
                    format!("{waits}: a synchronous message to oneself never leaves")
                }
                _ => format!("{waits}, and sends none while it waits"),
            },
        }
    }

    /// Adds the places at which the others wait.
    pub fn with_places(&self, diagnostic: Diagnostic) -> Diagnostic {
        let mut seen: Vec<Span> = diagnostic.primary.iter().map(|label| label.span).collect();
        self.waits.iter().fold(diagnostic, |diagnostic, wait| {
            if seen.contains(&wait.span) {
                return diagnostic;
            }
            seen.push(wait.span);
            diagnostic.label(wait.span, wait.phrase())
        })
    }

    /// Advice for the deadlock.
    pub fn help(&self, vocabulary: Vocabulary) -> String {
        let [send, receive, tag] =
            vocabulary.words([Concept::Send, Concept::Receive, Concept::Tag]);
        // A message that has arrived with another tag is more likely than a wrong order.
        if let Some((wait, (_, other))) =
            (self.waits.iter()).find_map(|wait| wait.tags.map(|tags| (wait, tags)))
        {
            return format!(
                "a message with the tag {other} is there for {}: give `{send}` and `{receive}` the \
                 same `{tag}`, or let `{receive}` take any by leaving its tag away",
                wait.processor
            );
        }
        let buffers = match self.is_hidden_by_buffers {
            Some(true) => {
                "with buffered sends the run would come to its end, but a program must not \
                           rely on buffers; "
                    .to_owned()
            }
            Some(false) => "buffered sends would not help; ".to_owned(),
            None => String::new(),
        };
        let inside = match (&self.collective, self.waits.first()) {
            (Some(name), Some(wait)) => {
                format!("{} is inside of `{name}`; ", wait.parties()[0])
            }
            _ => String::new(),
        };
        if self.collective.is_some() || self.waits.iter().any(NetworkWait::is_for_all) {
            return format!("{inside}{buffers}{}", for_all_processors(vocabulary));
        }
        match self.form {
            WaitForm::Ring if self.waits.iter().any(NetworkWait::is_for_receipt) => {
                format!(
                    "{buffers}let some of them receive first, for example those with an odd number: \
                     `{receive} …;` and then `{send} …;`"
                )
            }
            WaitForm::Ring => format!(
                "{buffers}each of them waits before it sends: let one of them `{send}` first"
            ),
            WaitForm::Knot => format!(
                "{buffers}every `{receive}` needs a `{send}` by a processor that still comes to it: \
                 count both"
            ),
            WaitForm::Ended => format!(
                "{buffers}for every `{receive}` there has to be a `{send}` to this processor: is one \
                 missing, or is one `{receive}` too many?"
            ),
            WaitForm::Itself => format!(
                "{buffers}a processor needs no message for what it has already: leave itself out"
            ),
        }
    }
}

/// What collective communication requires.
pub(super) fn for_all_processors(vocabulary: Vocabulary) -> String {
    format!(
        "`{}` and collective communication are for all processors of a block: let all come to the \
         same ones, in the same order",
        vocabulary.word(Concept::Barrier)
    )
}
