//! A moment of a run on a multicomputer in words.

use super::value::{counted, scalar_text};
use crate::machine::network::history::{Asks, Holding};
use crate::network::Meeting;
use crate::program::Constant;
use crate::result::moments::{Event, Moment, Moments, Passage};
use crate::result::step::cell_name;
use crate::source::Span;

/// Programs of a sentence that are named before the others are only counted.
const NAMED: usize = 4;
/// Values of an array that are written out.
const VALUES_SHOWN: usize = 16;

/// What some programs do at one statement at a moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MomentLine {
    /// The statement, where there is one.
    pub span: Option<Span>,
    /// What they do there: `processor 0 sends 1 word to 4: 7`.
    pub text: String,
    /// Whether it breaks off the run.
    pub is_breach: bool,
}

/// A kind of events that one sentence tells together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Receives,
    Arrives,
    Sends,
    WaitsForMessage,
    WaitsForReceiver,
    Barrier,
    Call,
    Prints,
    Breaks,
    Ends,
}

/// A moment in words: a line for each statement at which programs do the same.
pub fn moment_lines(moments: &Moments, moment: &Moment) -> Vec<MomentLine> {
    let mut groups: Vec<(Kind, Option<Span>, Vec<Event>)> = Vec::new();
    for event in &moment.events {
        let (kind, span) = kind_of(moments, *event);
        let known = groups.iter_mut().find(|(known, at, _)| {
            // Lines that are printed stay apart.
            (*known, *at) == (kind, span) && kind != Kind::Prints
        });
        match known {
            Some((_, _, events)) => events.push(*event),
            None => groups.push((kind, span, vec![*event])),
        }
    }
    let line = |(kind, span, events): (Kind, Option<Span>, Vec<Event>)| MomentLine {
        span,
        text: sentence(moments, kind, &events),
        is_breach: kind == Kind::Breaks,
    };
    groups.into_iter().map(line).collect()
}

fn kind_of(moments: &Moments, event: Event) -> (Kind, Option<Span>) {
    match event {
        Event::Receives(at) => (Kind::Receives, moments.messages[at].received_at),
        Event::Arrives(_) => (Kind::Arrives, None),
        Event::Sends(at) => (Kind::Sends, moments.messages[at].sent_at),
        Event::Waits(at) => {
            let stop = &moments.stops[at];
            let kind = match stop.asks {
                Asks::Send { .. } => Kind::WaitsForReceiver,
                _ => Kind::WaitsForMessage,
            };
            (kind, stop.span)
        }
        Event::Meets(at) => {
            let stop = &moments.stops[at];
            let kind = match stop.asks {
                Asks::Meet(Meeting::Call { .. }) => Kind::Call,
                _ => Kind::Barrier,
            };
            (kind, stop.span)
        }
        Event::Prints(_) => (Kind::Prints, None),
        Event::Breaks(at) => (Kind::Breaks, moments.stops[at].span),
        Event::Ends(_) => (Kind::Ends, None),
    }
}

fn sentence(moments: &Moments, kind: Kind, events: &[Event]) -> String {
    if let [event] = events {
        return one(moments, kind, *event);
    }
    let who = counted(events.len() as u64, noun(moments));
    let shorts: Vec<String> = (events.iter())
        .map(|event| short(moments, *event))
        .collect();
    let separator = match kind {
        Kind::Receives | Kind::Arrives | Kind::Sends => "; ",
        _ => ", ",
    };
    let named = named(&shorts, separator);
    match kind {
        Kind::Receives => format!("{who} receive {named}"),
        Kind::Arrives => {
            let messages = counted(events.len() as u64, "message");
            format!("{messages} arrive before their receivers wait for them, {named}")
        }
        Kind::Sends => format!("{who} send {named}"),
        Kind::WaitsForMessage => format!("{who} begin to wait for messages: {named}"),
        Kind::WaitsForReceiver => format!("{who} begin to wait for their receivers: {named}"),
        Kind::Barrier => format!("{who} have come to the barrier: {named}"),
        Kind::Call => format!("{who} have come to this call: {named}"),
        Kind::Prints => named,
        Kind::Breaks => format!("{who} break off the run: {named}"),
        Kind::Ends => format!("{who} are done: {named}"),
    }
}

/// One event as a sentence.
fn one(moments: &Moments, kind: Kind, event: Event) -> String {
    let program = |number: u32| format!("{} {number}", noun(moments));
    match event {
        Event::Receives(at) => {
            let message = &moments.messages[at];
            let words = words_phrase(message);
            let receiver = program(message.receiver);
            format!("{receiver} receives {words} from {}", message.sender) + &values_of(message)
        }
        Event::Arrives(at) => {
            let message = &moments.messages[at];
            let (words, sender) = (words_phrase(message), message.sender);
            let receiver = program(message.receiver);
            let (arrive, them) = if message.count == 1 {
                ("arrives", "it")
            } else {
                ("arrive", "them")
            };
            format!(
                "{words} from {sender} {arrive} at {receiver}, which does not wait for {them} yet"
            )
        }
        Event::Sends(at) => {
            let message = &moments.messages[at];
            let words = words_phrase(message);
            let sender = program(message.sender);
            format!("{sender} sends {words} to {}", message.receiver) + &values_of(message)
        }
        Event::Waits(at) => {
            let stop = &moments.stops[at];
            let own = program(stop.program);
            match &stop.asks {
                Asks::Send { to, .. } => format!("{own} begins to wait until {to} receives"),
                Asks::Receive { from: Some(from) } => {
                    format!("{own} begins to wait for a message of {from}")
                }
                _ => format!("{own} begins to wait for a message"),
            }
        }
        Event::Meets(at) if kind == Kind::Call => {
            let own = program(moments.stops[at].program);
            format!("{own} has come to this call, which all make together")
        }
        Event::Meets(at) => format!(
            "{} has come to the barrier",
            program(moments.stops[at].program)
        ),
        Event::Prints(at) => {
            let line = &moments.lines[at];
            format!("{} prints: {}", program(line.processor), line.text)
        }
        Event::Breaks(at) => {
            format!(
                "{} breaks off the run here",
                program(moments.stops[at].program)
            )
        }
        Event::Ends(at) => format!("{} is done", program(moments.stops[at].program)),
    }
}

/// One of several events: `0 → 4: 7`.
fn short(moments: &Moments, event: Event) -> String {
    match event {
        Event::Receives(at) | Event::Arrives(at) | Event::Sends(at) => {
            let message = &moments.messages[at];
            let what = match message.words.as_slice() {
                [word] if message.count == 1 => scalar_text(*word),
                _ => words_phrase(message),
            };
            format!("{} → {}: {what}", message.sender, message.receiver)
        }
        Event::Waits(at) => {
            let stop = &moments.stops[at];
            match &stop.asks {
                Asks::Send { to, .. } => format!("{} for {to}", stop.program),
                Asks::Receive { from: Some(from) } => format!("{} for {from}", stop.program),
                _ => format!("{} for anyone", stop.program),
            }
        }
        Event::Meets(at) | Event::Breaks(at) | Event::Ends(at) => {
            moments.stops[at].program.to_string()
        }
        Event::Prints(at) => moments.lines[at].text.clone(),
    }
}

/// `processor`, or `task` where the programs are tasks.
pub fn noun(moments: &Moments) -> &'static str {
    if moments.is_of_tasks {
        "task"
    } else {
        "processor"
    }
}

/// `a, b, c, d, … z`
fn named(shorts: &[String], separator: &str) -> String {
    match shorts {
        [first @ .., last] if shorts.len() > NAMED + 1 => {
            format!("{}{separator}… {last}", first[..NAMED].join(separator))
        }
        all => all.join(separator),
    }
}

/// `1 word`, `3 words`
pub fn words_phrase(message: &Passage) -> String {
    counted(message.count, "word")
}

/// `: 5 6 7`; nothing for a message without words.
fn values_of(message: &Passage) -> String {
    match values_text(&message.words, message.count as usize) {
        text if text.is_empty() => text,
        text => format!(": {text}"),
    }
}

/// `5 6 7`, cut where there are more.
fn values_text(words: &[Constant], count: usize) -> String {
    let shown = words.iter().take(VALUES_SHOWN);
    let mut texts: Vec<String> = shown.map(|word| scalar_text(*word)).collect();
    if count > texts.len() {
        texts.push("…".to_owned());
    }
    texts.join(" ")
}

/// What is in a message: `5 6 7`, cut where there are more.
pub fn contents(message: &Passage) -> String {
    values_text(&message.words, message.count as usize)
}

/// `s`, `A[4]`, `A[4] to A[7]`.
pub fn holding_name(held: &Holding) -> String {
    let Some((dimensions, first)) = &held.cells else {
        return held.name.clone();
    };
    let cell = |place: usize| cell_text(&held.name, dimensions, place);
    match held.values.len() {
        1 => cell(*first),
        many => format!("{} to {}", cell(*first), cell(first + many - 1)),
    }
}

/// `s = 5`, `A[4] to A[7] = 1 2 3 _`.
pub fn holding_text(held: &Holding) -> String {
    let name = holding_name(held);
    let shown = held.values.iter().take(VALUES_SHOWN);
    let mut texts: Vec<String> = shown
        .map(|value| value.map_or_else(|| "_".to_owned(), scalar_text))
        .collect();
    if held.values.len() > texts.len() {
        texts.push("…".to_owned());
    }
    format!("{name} = {}", texts.join(" "))
}

/// `M[2,3]`, of a place counted row by row.
pub fn cell_text(array: &str, dimensions: &[usize], place: usize) -> String {
    let inner: Vec<i64> = dimensions.iter().skip(1).map(|one| *one as i64).collect();
    cell_name(array, dimensions.len() as u8, place as i64, &inner)
}
