//! Sends and receives that lack a part or have a wrong one, in English.

use crate::diagnostic::Words;
use crate::syntax::exchange::WrongExchange;
use crate::syntax::keyword::{self, Concept};
use crate::syntax::vocabulary::Vocabulary;

/// What to write instead.
pub(super) fn words(wrong: &WrongExchange, vocabulary: Vocabulary) -> Words {
    let [towards, from, anyone] =
        vocabulary.words([Concept::Towards, Concept::From, Concept::Anyone]);
    match wrong {
        WrongExchange::NoDestination { word, item } => Words::new(
            format!("this `{word}` does not say where its message goes"),
            format!("`{towards}` and a processor are missing"),
        )
        .help(format!(
            "write `{word} {item} {towards} j;`, where j is the number of a processor, from 0"
        )),
        WrongExchange::NoSource { word, item } => Words::new(
            format!("this `{word}` does not say from which processor"),
            format!("`{from}` and a processor are missing"),
        )
        .help(format!(
            "write `{word} {item} {from} j;`, where j is the number of a processor, or \
             `{word} {item} {from} {anyone};` for a message of any processor"
        )),
        WrongExchange::ReceiverFirst {
            word,
            receiver,
            item,
        } => Words::new(
            format!("the receiver of a message follows `{towards}`"),
            "this is read as what is sent",
        )
        .note(format!(
            "processors have numbers: if `{receiver}` means processor 0, the message goes \
             `{towards} 0`"
        ))
        .help(format!(
            "write `{word} {item} {towards} 0;`, or, if `{receiver}` is what is sent, \
             `{word} {receiver} {towards} {item};`"
        )),
        WrongExchange::NoFrom { word, item, peer } => Words::new(
            format!("the sender of a message follows `{from}`"),
            format!("`{from}` is missing before it"),
        )
        .help(format!("write `{word} {item} {from} {peer};`")),
        WrongExchange::SendFrom { word, written } => Words::new(
            format!("a message is sent `{towards}` a processor"),
            format!("write `{towards}`"),
        )
        .note(format!(
            "`{word}` names a receiver, so `{written}` does not fit it"
        )),
        WrongExchange::ReceiveTo { word, written } => Words::new(
            format!("a message is received `{from}` a processor"),
            format!("write `{from}`"),
        )
        .note(format!(
            "`{word}` names a sender, so `{written}` does not fit it"
        )),
        WrongExchange::Disordered { word, parts } => {
            let [word_of_sender, tag] = vocabulary.words([Concept::As, Concept::Tag]);
            let is_receive = keyword::find(word) == Some(Concept::Receive);
            let order = if is_receive {
                format!("{word} … {from} … {word_of_sender} … {tag} …")
            } else {
                format!("{word} … {towards} … {tag} …")
            };
            Words::new(
                format!("the parts of this `{word}` are in the wrong order"),
                format!("their order is `{order}`"),
            )
            .help(format!("write `{word} {parts};`"))
        }
        WrongExchange::ToAnyone { word } => Words::new(
            "a message goes to one processor",
            "only a receive may name any processor",
        )
        .help(format!(
            "name the receiver: `{word} x {towards} j;`; to reach all, send to each in a loop"
        )),
    }
}
