//! The text of `pram check` on a multicomputer, and of other outcomes of receives from anyone.

use std::fmt::Write as _;

use super::shown::Shown;
use super::style::{BAD, FAINT, GOOD, HEADING, margin};
use super::value::{counted, lines};
use crate::machine::fault::english::bytes;
use crate::result::asynchronous::named_model;
use crate::result::messages::{
    CheckedMessages, Determinism, ExplorationLimit, MessageDifference, MessageExploration,
    MessageRace, MessageVerdict,
};
use crate::result::run::Run;
use crate::source::{Sources, shown_name};

/// What a check of messages found, for people.
pub fn check(checked: &CheckedMessages, file: &str, shown: Shown, sources: &Sources) -> String {
    let run = &checked.run;
    let mut text = format!(
        "{HEADING}{}{HEADING:#} {FAINT}·{FAINT:#} {} {FAINT}·{FAINT:#} {}\n\n",
        shown_name(file),
        run.entry,
        named_model(&run.configuration)
    );
    let verdict = match checked.verdict {
        MessageVerdict::Safe => format!(
            "{GOOD}safe{GOOD:#} on these inputs: the result is the same with buffered and with synchronous sends"
        ),
        MessageVerdict::ReliesOnBuffering => {
            format!(
                "{BAD}relies on buffering{BAD:#}: {}",
                with_synchronous(checked)
            )
        }
        MessageVerdict::Wrong => format!("{BAD}wrong{BAD:#}: {}", message_of(run)),
        MessageVerdict::Open => {
            let cut = if run.error.is_some() {
                format!("not judged: {}", message_of(run))
            } else {
                let cut = message_of(&checked.synchronous);
                format!("not judged: with synchronous sends, {cut}")
            };
            format!("{cut}; a higher limit may show more")
        }
    };
    let _ = writeln!(text, "{}{verdict}", margin("messages"));
    let tried = checked
        .exploration
        .as_ref()
        .map_or(0, |exploration| exploration.tried);
    let limit = checked
        .exploration
        .as_ref()
        .and_then(|exploration| exploration.limit);
    let all = (checked.exploration.as_ref()).is_some_and(|exploration| exploration.is_complete);
    let determinism = match checked.determinism {
        Determinism::Proved if checked.has_channels => format!(
            "{GOOD}does not depend on time{GOOD:#} on these inputs (proved: no processor receives from \
             anyone, and each queue has one sender)"
        ),
        Determinism::Proved => format!(
            "{GOOD}does not depend on time{GOOD:#} for any input (proved: no processor receives from \
             anyone)"
        ),
        Determinism::Observed if all => {
            let all = match tried {
                1 => "in the only outcome".to_owned(),
                _ => format!("in all {tried} outcomes"),
            };
            format!("the same {all} of its receives from anyone, on these inputs")
        }
        Determinism::Observed if limit.is_some() => {
            let outcomes = counted(tried, "outcome");
            let were = if tried == 1 { "was" } else { "were" };
            let limit = limit.map_or_else(String::new, limit_text);
            format!("the same in {outcomes} that {were} tried (not decided: {limit})")
        }
        Determinism::Observed if tried == 0 => {
            "no outcome of its receives from anyone came to its end (inconclusive)".to_owned()
        }
        Determinism::Observed => {
            let outcomes = counted(tried, "outcome");
            let were = if tried == 1 { "was" } else { "were" };
            format!("the same in {outcomes} that {were} tried (inconclusive: there are more)")
        }
        Determinism::Refuted => format!("{BAD}depends on time{BAD:#}"),
    };
    let _ = writeln!(text, "{}{determinism}", margin("result"));
    if let Some(exploration) = &checked.exploration {
        text.push_str(&differences(exploration, shown, sources));
    }
    text
}

/// What happens with synchronous sends, where with buffered ones all is well.
fn with_synchronous(checked: &CheckedMessages) -> String {
    let fault = checked.synchronous.network_fault.as_ref();
    let is_at_collective =
        fault.is_some_and(|fault| fault.waits().iter().any(|wait| wait.call.is_some()));
    let collectives = if is_at_collective {
        " and collectives"
    } else {
        ""
    };
    match &checked.synchronous.error {
        Some(error) => format!("with synchronous sends{collectives}, {}", error.message),
        None => "the result differs with synchronous sends".to_owned(),
    }
}

fn message_of(run: &Run) -> String {
    run.error
        .as_ref()
        .map_or_else(String::new, |error| error.message.clone())
}

/// The limit that leaves outcomes out, as a reason: `the limit of 256 outcomes was reached`.
pub fn limit_text(limit: ExplorationLimit) -> String {
    match limit {
        ExplorationLimit::Outcomes { limit } => {
            format!("the limit of {} was reached", counted(limit, "outcome"))
        }
        ExplorationLimit::Memory { limit } => {
            format!("the limit of {} of memory was reached", bytes(limit.into()))
        }
        ExplorationLimit::Work { limit } => {
            format!("the limit of {limit} instructions, messages and candidates was reached")
        }
        ExplorationLimit::Run => "the limit of a run was reached".to_owned(),
    }
}

/// What was tried beside a run.
pub fn exploration(exploration: &MessageExploration, shown: Shown, sources: &Sources) -> String {
    let how_many = if exploration.is_complete { "all " } else { "" };
    let limit = exploration.limit.map_or_else(String::new, |limit| {
        format!("\n  others: not decided: {}", limit_text(limit))
    });
    let mut text = match &exploration.different {
        None => format!(
            "\n{HEADING}other outcomes{HEADING:#}\n  {how_many}{} of receives from anyone end the \
             same{limit}\n",
            exploration.tried
        ),
        Some(_) => String::new(),
    };
    text.push_str(&differences(exploration, shown, sources));
    text
}

fn differences(exploration: &MessageExploration, shown: Shown, sources: &Sources) -> String {
    let Some(different) = &exploration.different else {
        return String::new();
    };
    let MessageDifference { race, runs } = different.as_ref();
    let mut text = format!(
        "\n{HEADING}two outcomes that end differently{HEADING:#}\n  {}\n",
        race_text(race, sources)
    );
    for (run, (sender, _)) in runs.iter().zip(race.senders) {
        let sender = race.named(sender);
        let _ = writeln!(text, "  {FAINT}with that of {sender} first{FAINT:#}");
        for (name, value) in &run.outputs {
            for line in lines(name, value, shown.indented(4)) {
                let _ = writeln!(text, "    {line}");
            }
        }
        for line in &run.printed {
            let _ = writeln!(text, "    {line}");
        }
        if let Some(error) = &run.error {
            let _ = writeln!(text, "    {}: {}", error.code.id(), error.message);
        }
    }
    text
}

/// `0 receives from anyone on line 7: the message of 1 (line 9), and that of 2 (line 9) could have come
/// first`
fn race_text(race: &MessageRace, sources: &Sources) -> String {
    let line = |span| sources.position(span).line;
    let [(first, sent), (other, other_sent)] = race.senders;
    format!(
        "{} receives from anyone on line {}: the message of {} (line {}), and that of {} (line {}) \
         can come before it",
        race.named(race.receiver),
        line(race.span),
        race.named(first),
        line(sent),
        race.named(other),
        line(other_sent)
    )
}
