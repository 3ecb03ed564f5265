//! Sends and receives that lack a part or have a wrong one, and how it is said.

use super::keyword::{self, Concept};
use super::vocabulary::Vocabulary;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// What is wrong with a send or a receive; `word` is its keyword as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WrongExchange {
    /// `posalji x;`
    NoDestination { word: String, item: String },
    /// `primi x;`
    NoSource { word: String, item: String },
    /// `posalji voditelju x;`
    ReceiverFirst {
        word: String,
        receiver: String,
        item: String,
    },
    /// `primi x lijevo;`
    NoFrom {
        word: String,
        item: String,
        peer: String,
    },
    /// `posalji x od j;`, `posalji x do j;`
    SendFrom { word: String, written: String },
    /// `primi x prema j;`, `primi x do j;`
    ReceiveTo { word: String, written: String },
    /// `posalji x oznaka t prema j;`; `parts` is the rest of the statement in its order.
    Disordered { word: String, parts: String },
    /// `posalji x prema bilo_koga;`
    ToAnyone { word: String },
}

impl WrongExchange {
    /// What to write instead.
    pub fn diagnostic(&self, span: Span, vocabulary: Vocabulary) -> Diagnostic {
        let [towards, from, anyone] =
            vocabulary.words([Concept::Towards, Concept::From, Concept::Anyone]);
        match self {
            Self::NoDestination { word, item } => Diagnostic::new(
                Code::Syntax,
                format!("this `{word}` does not say where its message goes"),
                span,
                format!("`{towards}` and a processor are missing"),
            )
            .help(format!(
                "write `{word} {item} {towards} j;`, where j is the number of a processor, from 0"
            )),
            Self::NoSource { word, item } => Diagnostic::new(
                Code::Syntax,
                format!("this `{word}` does not say whose message it awaits"),
                span,
                format!("`{from}` and a processor are missing"),
            )
            .help(format!(
                "write `{word} {item} {from} j;`, where j is the number of a processor, or \
                 `{word} {item} {from} {anyone};` for a message of any processor"
            )),
            Self::ReceiverFirst {
                word,
                receiver,
                item,
            } => Diagnostic::new(
                Code::LikelySpelling,
                format!("the receiver of a message stands behind `{towards}`"),
                span,
                "what is sent stands here",
            )
            .note(format!(
                "processors have numbers: where `{receiver}` means processor 0, the message goes \
                 `{towards} 0`"
            ))
            .help(format!(
                "write `{word} {item} {towards} 0;`, or, where `{receiver}` is what is sent, \
                 `{word} {receiver} {towards} {item};`"
            )),
            Self::NoFrom { word, item, peer } => Diagnostic::new(
                Code::LikelySpelling,
                format!("the sender of a message stands behind `{from}`"),
                span,
                format!("`{from}` is missing before it"),
            )
            .help(format!("write `{word} {item} {from} {peer};`")),
            Self::SendFrom { word, written } => Diagnostic::new(
                Code::LikelySpelling,
                format!("a message is sent `{towards}` a processor"),
                span,
                format!("write `{towards}`"),
            )
            .note(format!(
                "`{word}` names a receiver, so `{written}` does not fit it"
            )),
            Self::ReceiveTo { word, written } => Diagnostic::new(
                Code::LikelySpelling,
                format!("a message is received `{from}` a processor"),
                span,
                format!("write `{from}`"),
            )
            .note(format!(
                "`{word}` names a sender, so `{written}` does not fit it"
            )),
            Self::Disordered { word, parts } => {
                let [word_of_sender, tag] = vocabulary.words([Concept::As, Concept::Tag]);
                let is_receive = keyword::find(word) == Some(Concept::Receive);
                let order = if is_receive {
                    format!("{word} … {from} … {word_of_sender} … {tag} …")
                } else {
                    format!("{word} … {towards} … {tag} …")
                };
                Diagnostic::new(
                    Code::LikelySpelling,
                    format!("the parts of this `{word}` stand in another order"),
                    span,
                    format!("their order is `{order}`"),
                )
                .help(format!("write `{word} {parts};`"))
            }
            Self::ToAnyone { word } => Diagnostic::new(
                Code::Syntax,
                "a message goes to one processor",
                span,
                "only a receive may leave its processor open",
            )
            .help(format!(
                "name the receiver: `{word} x {towards} j;`; to reach all, send to each in a loop"
            )),
        }
    }
}
