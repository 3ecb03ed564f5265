//! What is compared: results, printed lines, times, traffic, and how a run ended.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use indexmap::IndexMap;
use pram::machine::network::fault::NetworkFault;
use pram::machine::network::waits::{Awaited, NetworkWait};
use pram::pipeline::{Request, execute};
use pram::source::{Sources, Span};

use super::setting::Setting;
use crate::differential::observed::{datum, shown_datum};
use crate::files::NoFiles;
use crate::network::twin::Stuck;
use crate::reference::example::run_text;
use crate::reference::{End, NetworkCost, Outcome};

/// How a run ended.
#[derive(Debug, Clone, PartialEq)]
enum Ending {
    Completed,
    Fault {
        code: String,
        processor: Vec<i64>,
        at: u32,
    },
    /// Who waits for what, and where. The machine names some of them.
    Deadlock(BTreeSet<(u32, String, u32)>),
    /// The first few, and how many more.
    NeverReceived(Vec<Left>, usize),
    Refused(Vec<String>),
}

/// A message that nobody received.
#[derive(Debug, Clone, PartialEq)]
struct Left {
    sender: u32,
    receiver: u32,
    words: u64,
    queue: Option<String>,
    at: u32,
}

/// What a run tells.
#[derive(Debug, Clone, PartialEq)]
struct Observed {
    ending: Ending,
    printed: Vec<String>,
    outputs: BTreeMap<String, String>,
    cost: BTreeMap<&'static str, String>,
}

/// As many messages as the machine names.
const NAMED: usize = 4;

fn of_twin(outcome: &Outcome, setting: &Setting, text: &str) -> Observed {
    let ending = match &outcome.end {
        End::Completed => Ending::Completed,
        End::Fault {
            code,
            span,
            processor,
            ..
        } => Ending::Fault {
            code: (*code).to_owned(),
            processor: processor.clone(),
            at: line(*span, text),
        },
        End::MessageDeadlock(waiting) => {
            let each = waiting.iter().map(|wait| {
                let awaits = match wait.awaits {
                    Stuck::Message(Some(from)) => format!("a message of {from}"),
                    Stuck::Message(None) => "a message of anyone".to_owned(),
                    Stuck::Reception(by) => format!("reception by {by}"),
                    Stuck::Queue(_) => format!("a message in {:?}", wait.queue),
                    Stuck::Meeting(missing) => format!("{missing} at a barrier"),
                };
                (wait.processor, awaits, line(wait.span, text))
            });
            Ending::Deadlock(each.collect())
        }
        End::NeverReceived(left) => {
            let each = left.iter().take(NAMED).map(|message| Left {
                sender: message.sender,
                receiver: message.receiver,
                words: message.words,
                queue: message.queue.clone(),
                at: line(message.span, text),
            });
            Ending::NeverReceived(each.collect(), left.len().saturating_sub(NAMED))
        }
        other => Ending::Refused(vec![format!("{other:?}")]),
    };
    let is_completed = ending == Ending::Completed;
    let outputs = outcome.outputs.iter();
    let outputs = outputs.map(|(name, datum)| (name.clone(), shown_datum(datum)));
    let cost = outcome.network.as_ref().expect("it is a multicomputer");
    Observed {
        printed: printed(&outcome.printed, &ending),
        outputs: if is_completed {
            outputs.collect()
        } else {
            BTreeMap::new()
        },
        cost: if is_completed {
            twin_cost(cost, setting)
        } else {
            BTreeMap::new()
        },
        ending,
    }
}

/// "After a fault the host's order decides how far other processors came."
fn printed(lines: &[String], ending: &Ending) -> Vec<String> {
    match ending {
        Ending::Fault { .. } | Ending::Refused(_) => Vec::new(),
        _ => lines.to_vec(),
    }
}

fn twin_cost(cost: &NetworkCost, setting: &Setting) -> BTreeMap<&'static str, String> {
    let time = |time: i128| setting.decimal(time).to_string();
    let p = i128::from(setting.processors());
    let sum = |which: usize| cost.processors.iter().map(|each| each[which]).sum::<i128>();
    let (computation, communication) = (sum(0), sum(1));
    let latest = cost.latest.time;
    let each: Vec<String> = cost
        .processors
        .iter()
        .map(|each| each.map(time).join(" "))
        .collect();
    BTreeMap::from([
        ("time", time(latest)),
        ("path", format!("{:?}", cost.latest.counts)),
        ("computation", time(computation)),
        ("communication", time(communication)),
        ("work", time(computation + communication)),
        ("cost", time(p * latest)),
        ("waiting", time(p * latest - computation - communication)),
        ("messages", cost.messages.to_string()),
        ("words", cost.words.to_string()),
        ("word hops", cost.word_hops.to_string()),
        ("busiest link", cost.busiest_link.to_string()),
        ("link waits", cost.link_waits.to_string()),
        ("port waits", cost.port_waits.to_string()),
        ("largest buffer", cost.largest_buffer.to_string()),
        ("processors", each.join(", ")),
    ])
}

fn machine_cost(cost: &pram::result::network::NetworkCost) -> BTreeMap<&'static str, String> {
    let path = cost.path;
    let each: Vec<String> = cost
        .processors
        .iter()
        .map(|each| each.map(|time| time.to_string()).join(" "))
        .collect();
    let traffic = &cost.traffic;
    BTreeMap::from([
        ("time", cost.time.to_string()),
        ("path", format!("{:?}", path.counts())),
        ("computation", cost.computation.to_string()),
        ("communication", cost.communication.to_string()),
        ("work", cost.work.to_string()),
        ("cost", cost.cost.to_string()),
        ("waiting", cost.waiting.to_string()),
        ("messages", traffic.messages.to_string()),
        ("words", traffic.words.to_string()),
        ("word hops", traffic.word_hops.to_string()),
        (
            "busiest link",
            traffic
                .busiest_link
                .map_or(0, |(_, words)| words)
                .to_string(),
        ),
        ("link waits", traffic.link_waits.to_string()),
        ("port waits", traffic.port_waits.to_string()),
        ("largest buffer", traffic.largest_buffer_words.to_string()),
        ("processors", each.join(", ")),
    ])
}

/// The line of a place; by which part of a statement it is named is a matter of taste.
fn line(span: Span, text: &str) -> u32 {
    text[..span.start as usize].matches('\n').count() as u32 + 1
}

fn waiting(wait: &NetworkWait, text: &str) -> (u32, String, u32) {
    let awaits = match wait.awaits {
        Awaited::MessageOf(from) => format!("a message of {from}"),
        Awaited::MessageOfAny if wait.queue.is_some() => {
            format!("a message in {:?}", wait.queue)
        }
        Awaited::MessageOfAny => "a message of anyone".to_owned(),
        Awaited::ReceiptBy(by) => format!("reception by {by}"),
        Awaited::ComingOf(missing) => format!("{missing} at a barrier"),
    };
    (wait.processor, awaits, line(wait.span, text))
}

fn machine(text: &str, setting: &Setting) -> Observed {
    let request = Request {
        name: "generated.pram".to_owned(),
        bytes: text.as_bytes().to_vec(),
        entry: None,
        assignments: Vec::new(),
        options: setting.options(),
    };
    let executed = execute(
        &request,
        &mut Sources::default(),
        &NoFiles,
        &AtomicBool::new(false),
    );
    let run = match executed {
        Ok(executed) => executed.run,
        Err(problems) => {
            let problems = problems
                .iter()
                .map(|each| format!("{} {}", each.code.id(), each.message));
            return Observed {
                ending: Ending::Refused(problems.collect()),
                printed: Vec::new(),
                outputs: BTreeMap::new(),
                cost: BTreeMap::new(),
            };
        }
    };
    let ending = match (&run.network_fault, &run.error) {
        (_, None) => Ending::Completed,
        (Some(NetworkFault::Deadlock(deadlock)), _) => Ending::Deadlock(
            deadlock
                .waits
                .iter()
                .map(|wait| waiting(wait, text))
                .collect(),
        ),
        (Some(NetworkFault::NeverReceived { left, more, .. }), _) => {
            let left = left.iter().map(|message| Left {
                sender: message.sender,
                receiver: message.receiver,
                words: message.words,
                queue: message.queue.clone(),
                at: line(message.span, text),
            });
            Ending::NeverReceived(left.collect(), *more)
        }
        (_, Some(error)) => Ending::Fault {
            code: error.code.id().to_owned(),
            processor: processor(error.processor.as_deref().unwrap_or_default()),
            at: error
                .primary
                .as_ref()
                .map_or(0, |label| line(label.span, text)),
        },
    };
    let is_completed = ending == Ending::Completed;
    let outputs = run.outputs.iter();
    let outputs = outputs.map(|(name, value)| (name.clone(), shown_datum(&datum(value))));
    Observed {
        printed: printed(&run.printed, &ending),
        outputs: if is_completed {
            outputs.collect()
        } else {
            BTreeMap::new()
        },
        cost: match &run.network {
            Some(cost) if is_completed => machine_cost(cost),
            _ => BTreeMap::new(),
        },
        ending,
    }
}

/// `i = 3, j = 0` as values.
fn processor(named: &str) -> Vec<i64> {
    let parts = named.split(',').filter_map(|part| part.split_once('='));
    parts
        .filter_map(|(_, value)| value.trim().parse().ok())
        .collect()
}

/// Runs both; says what differs, or how it ended.
pub fn agree(text: &str, setting: &Setting) -> Result<&'static str, String> {
    let twin = run_text(text, &IndexMap::new(), &setting.config());
    let twin = of_twin(&twin, setting, text);
    let mut machine = machine(text, setting);
    if let (Ending::Deadlock(some), Ending::Deadlock(all)) = (&machine.ending, &twin.ending)
        && !some.is_empty()
        && some.is_subset(all)
    {
        machine.ending = twin.ending.clone();
    }
    if let (Ending::Fault { processor, .. }, Ending::Fault { processor: own, .. }) =
        (&mut machine.ending, &twin.ending)
    {
        // Of a statement about whole arrays the machine also says which element.
        processor.truncate(own.len());
    }
    if machine != twin {
        return Err(differences(&machine, &twin, setting, text));
    }
    Ok(match twin.ending {
        Ending::Completed => "completed",
        Ending::Fault { .. } => "fault",
        Ending::Deadlock(_) => "deadlock",
        Ending::NeverReceived(..) => "never received",
        Ending::Refused(_) => "refused",
    })
}

fn differences(machine: &Observed, twin: &Observed, setting: &Setting, text: &str) -> String {
    let mut told = vec![format!("{setting:?}")];
    if machine.ending != twin.ending {
        told.push(format!("machine: {:?}", machine.ending));
        told.push(format!("twin:    {:?}", twin.ending));
    }
    let mut pairs = machine.printed.iter().zip(&twin.printed);
    if let Some((one, other)) = pairs.find(|(one, other)| one != other) {
        told.push(format!("printed by the machine: {one}"));
        told.push(format!("by the twin: {other}"));
    } else if machine.printed.len() != twin.printed.len() {
        let counts = [machine.printed.len(), twin.printed.len()];
        told.push(format!("lines: {counts:?}"));
    }
    for (name, value) in &machine.outputs {
        let other = twin.outputs.get(name);
        if other != Some(value) {
            told.push(format!("{name}: machine {value}, twin {other:?}"));
        }
    }
    for (name, value) in &machine.cost {
        let other = twin.cost.get(name);
        if other != Some(value) {
            told.push(format!("{name}: machine {value}, twin {other:?}"));
        }
    }
    told.push(text.to_owned());
    told.join("\n")
}
