//! The JSON of `pram check` on a multicomputer, and of other outcomes of receives from anyone.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::value::{ValueJson, values};
use crate::diagnostic::json::{ErrorJson, PlaceJson, WarningJson};
use crate::present::text::messages::limit_text;
use crate::result::asynchronous::named_model;
use crate::result::messages::{
    CheckedMessages, Determinism, MessageExploration, MessageRace, MessageVerdict,
};
use crate::result::run::Run;
use crate::source::{Sources, Span};

/// What a check of messages found; also the JSON of `pram check` on a multicomputer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "pram check --format json, on a multicomputer")]
pub struct MessageCheckJson {
    /// The file as it was named on the command line.
    pub file: String,
    /// The algorithm that was run, or `program`.
    pub entry: String,
    /// The network: `ring(8)`.
    pub model: String,
    /// What is known of its messages.
    pub messages: MessagesJson,
    /// Why the run with buffered sends did not come to its end. Absent where it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buffered: Option<ErrorJson>,
    /// Why the run with synchronous sends and collectives did not come to its end. Absent where it
    /// did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub synchronous: Option<ErrorJson>,
    /// What other outcomes of receives from anyone come to. Absent where there are no such receives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exploration: Option<MessageExplorationJson>,
    /// What is legal but almost never meant; empty with `--no-warnings`.
    pub warnings: Vec<WarningJson>,
}

/// What is known of the messages of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MessagesJson {
    /// On these inputs: `safe`: buffered and synchronous sends end alike; `relies_on_buffering`:
    /// only buffered ones come to this end; `wrong`: not even these come to an end.
    pub verdict: MessageVerdict,
    /// Whether the result is the same whatever the times are: `proved` where no processor receives
    /// from anyone or looks for a message; `observed` where all outcomes that were tried end alike;
    /// `refuted` where two end differently.
    pub deterministic: Determinism,
}

/// Other outcomes of receives from anyone.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MessageExplorationJson {
    /// Outcomes that were tried.
    pub tried: u64,
    /// Whether these are all that there are.
    pub complete: bool,
    /// The limit that left some out, in words; null where none did.
    pub limit: Option<String>,
    /// Whether all end the same.
    pub same: bool,
    /// The receive from which on two outcomes differ; else the first that could have taken another
    /// message; null where there is none.
    pub race: Option<MessageRaceJson>,
    /// Two outcomes that end differently; empty where all end alike.
    pub different: Vec<OutcomeJson>,
}

/// A receive from anyone that could have taken the message of another sender.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MessageRaceJson {
    /// Who receives.
    pub receiver: u32,
    /// Whose message was taken, and whose could have been.
    pub senders: [u32; 2],
    /// The receive, and the two sends.
    pub places: Vec<PlaceJson>,
}

/// How an outcome ends.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct OutcomeJson {
    /// Outputs by name.
    pub outputs: IndexMap<String, ValueJson>,
    /// The lines that it printed.
    pub printed: Vec<String>,
    /// What ended it early; null where nothing did.
    pub fault: Option<String>,
}

impl MessageCheckJson {
    /// What a check of messages found.
    pub fn new(checked: &CheckedMessages, file: &str, sources: &Sources) -> Self {
        let error = |run: &Run| {
            run.error
                .as_ref()
                .map(|error| ErrorJson::new(error, sources))
        };
        let run = &checked.run;
        Self {
            file: file.to_owned(),
            entry: run.entry.clone(),
            model: named_model(&run.configuration),
            messages: MessagesJson {
                verdict: checked.verdict,
                deterministic: checked.determinism,
            },
            buffered: error(run),
            synchronous: error(&checked.synchronous),
            exploration: (checked.exploration.as_ref())
                .map(|exploration| MessageExplorationJson::new(exploration, sources)),
            warnings: WarningJson::all(&run.warnings, sources),
        }
    }
}

impl MessageExplorationJson {
    /// What other outcomes come to.
    pub fn new(exploration: &MessageExploration, sources: &Sources) -> Self {
        let different = exploration.different.as_ref();
        let race = different.map(|different| &different.race);
        let outcome = |run: &Run| OutcomeJson {
            outputs: values(&run.outputs),
            printed: run.printed.clone(),
            fault: run.error.as_ref().map(|error| error.message.clone()),
        };
        Self {
            tried: exploration.tried,
            complete: exploration.is_complete,
            limit: exploration.limit.map(limit_text),
            same: different.is_none(),
            race: (race.or(exploration.race.as_ref()))
                .map(|race| MessageRaceJson::new(race, sources)),
            different: (different.iter())
                .flat_map(|different| different.runs.iter().map(outcome))
                .collect(),
        }
    }
}

impl MessageRaceJson {
    fn new(race: &MessageRace, sources: &Sources) -> Self {
        let place = |span: Span, text: String| {
            let position = sources.position(span);
            PlaceJson {
                file: sources.get(span.file).name.clone(),
                line: position.line,
                column: position.column,
                text,
            }
        };
        let receiver = race.named(race.receiver);
        let mut places = vec![place(race.span, format!("{receiver} receives here"))];
        for (sender, span) in race.senders {
            places.push(place(span, format!("{} sends here", race.named(sender))));
        }
        Self {
            receiver: race.receiver,
            senders: race.senders.map(|(sender, _)| sender),
            places,
        }
    }
}
