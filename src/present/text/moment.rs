//! A moment of a run on a multicomputer in words.

use super::value::{counted, scalar_text};
use crate::language::Language;
use crate::machine::network::history::{Asks, Holding};
use crate::network::Rendezvous;
use crate::present::agreeing::{Agreeing, MESSAGE, PROCESSOR, TASK, WORD};
use crate::program::Constant;
use crate::result::moments::{Event, Moment, Moments, Passage};
use crate::source::Span;
use crate::trace::cell_name;

/// Programs of a sentence that are named before the others are only counted.
const NAMED: usize = 4;
/// Characters of the words of a message that is one of several.
const SHORT_WORDS: usize = 24;
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
    /// Whether it tells what is printed.
    pub is_printed: bool,
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

/// `so far: 4 messages sent, 1 on the way, 0 arrived and not yet received, 3 received`, of how many had
/// left, had arrived and had been received.
pub fn messages_so_far([sent, arrived, received]: [usize; 3]) -> String {
    format!(
        "so far: {} sent, {} on the way, {} arrived and not yet received, {received} received",
        counted(sent as u64, "message"),
        sent.saturating_sub(arrived),
        arrived.saturating_sub(received),
    )
}

/// A moment in words: a line for each statement at which programs do the same.
pub fn moment_lines(moments: &Moments, moment: &Moment, language: Language) -> Vec<MomentLine> {
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
    let teller = Teller { moments, language };
    let line = |(kind, span, events): (Kind, Option<Span>, Vec<Event>)| MomentLine {
        span,
        text: teller.sentence(kind, &events),
        is_breach: kind == Kind::Breaks,
        is_printed: kind == Kind::Prints,
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
                Asks::Meet(Rendezvous::Call { .. }) => Kind::Call,
                _ => Kind::Barrier,
            };
            (kind, stop.span)
        }
        Event::Prints(_) => (Kind::Prints, None),
        Event::Breaks(at) => (Kind::Breaks, moments.stops[at].span),
        Event::Ends(_) => (Kind::Ends, None),
    }
}

impl Kind {
    /// What a program does, and what several do, whose short forms follow.
    fn verb(self) -> Agreeing {
        let (english, croatian) = match self {
            Self::Receives => (["receives", "receive"], ["prima", "primaju", "prima"]),
            Self::Arrives => (["arrives", "arrive"], ["stiže", "stižu", "stiže"]),
            Self::Sends => (["sends", "send"], ["šalje", "šalju", "šalje"]),
            Self::WaitsForMessage | Self::WaitsForReceiver => (
                ["begins to wait", "begin to wait"],
                ["počinje čekati", "počinju čekati", "počinje čekati"],
            ),
            Self::Barrier | Self::Call => {
                (["has come", "have come"], ["dolazi", "dolaze", "dolazi"])
            }
            Self::Prints => (["prints", "print"], ["ispisuje", "ispisuju", "ispisuje"]),
            Self::Breaks => (
                ["breaks off the run", "break off the run"],
                [
                    "prekida izvođenje",
                    "prekidaju izvođenje",
                    "prekida izvođenje",
                ],
            ),
            Self::Ends => (
                ["is done", "are done"],
                ["završava", "završavaju", "završava"],
            ),
        };
        Agreeing { english, croatian }
    }
}

/// Tells events in a language.
struct Teller<'m> {
    moments: &'m Moments,
    language: Language,
}

impl Teller<'_> {
    fn sentence(&self, kind: Kind, events: &[Event]) -> String {
        if let [event] = events {
            return self.one(kind, *event);
        }
        let (language, count) = (self.language, events.len() as u64);
        let shorts: Vec<String> = events.iter().map(|event| self.short(*event)).collect();
        let separator = match kind {
            Kind::Receives | Kind::Arrives | Kind::Sends => "; ",
            _ => ", ",
        };
        let named = named(&shorts, separator);
        let who = program_noun(self.moments).counted(count, language);
        let verb = kind.verb().with(count, language);
        match kind {
            Kind::Arrives => {
                let messages = MESSAGE.counted(count, language);
                let early = language.choose(
                    "before their receivers wait for them",
                    "prije nego što ih primatelji čekaju",
                );
                format!("{messages} {verb} {early}, {named}")
            }
            Kind::Receives | Kind::Sends => format!("{who} {verb} {named}"),
            Kind::WaitsForMessage => {
                let what = language.choose("for messages", "poruke");
                format!("{who} {verb} {what}: {named}")
            }
            Kind::WaitsForReceiver => {
                let what = language.choose("for their receivers", "svoje primatelje");
                format!("{who} {verb} {what}: {named}")
            }
            Kind::Barrier => {
                let place = language.choose("to the barrier", "do ograde");
                format!("{who} {verb} {place}: {named}")
            }
            Kind::Call => {
                let place = language.choose("to this call", "do ovog poziva");
                format!("{who} {verb} {place}: {named}")
            }
            Kind::Prints => named,
            Kind::Breaks | Kind::Ends => format!("{who} {verb}: {named}"),
        }
    }

    /// One event as a sentence.
    fn one(&self, kind: Kind, event: Event) -> String {
        let Self { moments, language } = self;
        let verb = kind.verb().with(1, *language);
        let program =
            |number: u32| format!("{} {number}", program_noun(moments).with(1, *language));
        match event {
            Event::Receives(at) => {
                let message = &moments.messages[at];
                let words = words_phrase(message, *language);
                let from = language.choose("from", "od");
                let (receiver, sender) = (program(message.receiver), message.sender);
                format!("{receiver} {verb} {words} {from} {sender}") + &values_of(message)
            }
            Event::Arrives(at) => self.arrival(&moments.messages[at]),
            Event::Sends(at) => {
                let message = &moments.messages[at];
                let words = words_phrase(message, *language);
                let to = language.choose("to", "za");
                let (sender, receiver) = (program(message.sender), message.receiver);
                format!("{sender} {verb} {words} {to} {receiver}") + &values_of(message)
            }
            Event::Waits(at) => {
                let stop = &moments.stops[at];
                let own = program(stop.program);
                let what = match &stop.asks {
                    Asks::Send { to, .. } => {
                        language.choose(format!("until {to} receives"), format!("da {to} primi"))
                    }
                    Asks::Receive { from: Some(from) } => language.choose(
                        format!("for a message of {from}"),
                        format!("poruku od {from}"),
                    ),
                    _ => language.choose("for a message", "poruku").to_owned(),
                };
                format!("{own} {verb} {what}")
            }
            Event::Meets(at) => {
                let own = program(moments.stops[at].program);
                let place = if kind == Kind::Call {
                    language.choose(
                        "to this call, which all make together",
                        "do ovog poziva, koji svi izvode zajedno",
                    )
                } else {
                    language.choose("to the barrier", "do ograde")
                };
                format!("{own} {verb} {place}")
            }
            Event::Prints(at) => {
                let line = &moments.lines[at];
                let own = line.processor.map(program).unwrap_or_default();
                format!("{own} {verb}: {}", line.text)
            }
            Event::Breaks(at) => {
                let own = program(moments.stops[at].program);
                format!("{own} {verb} {}", language.choose("here", "ovdje"))
            }
            Event::Ends(at) => format!("{} {verb}", program(moments.stops[at].program)),
        }
    }

    /// The sentence for a message that arrives before its receiver waits for it.
    fn arrival(&self, message: &Passage) -> String {
        let Self { moments, language } = self;
        let verb = Kind::Arrives.verb().with(message.count, *language);
        let words = words_phrase(message, *language);
        let (sender, receiver) = (message.sender, message.receiver);
        let is_one = message.count == 1;
        match language {
            Language::English => {
                let noun = program_noun(moments).with(1, *language);
                let them = if is_one { "it" } else { "them" };
                format!(
                    "{words} from {sender} {verb} at {noun} {receiver}, which does not wait for \
                     {them} yet"
                )
            }
            Language::Croatian => {
                let noun = if moments.is_of_tasks {
                    "zadatku"
                } else {
                    "procesoru"
                };
                let them = if is_one { "je" } else { "ih" };
                format!("{words} od {sender} {verb} {noun} {receiver}, koji {them} još ne čeka")
            }
        }
    }

    /// One of several events: `0 → 4: 7`.
    fn short(&self, event: Event) -> String {
        let Self { moments, language } = self;
        match event {
            Event::Receives(at) | Event::Arrives(at) | Event::Sends(at) => {
                let message = &moments.messages[at];
                let what = match contents(message) {
                    words if words.is_empty() || words.chars().count() > SHORT_WORDS => {
                        words_phrase(message, *language)
                    }
                    words => words,
                };
                format!("{} → {}: {what}", message.sender, message.receiver)
            }
            Event::Waits(at) => {
                let stop = &moments.stops[at];
                let whom = match &stop.asks {
                    Asks::Send { to, .. } => {
                        language.choose(format!("for {to}"), format!("na {to}"))
                    }
                    Asks::Receive { from: Some(from) } => {
                        language.choose(format!("for {from}"), format!("od {from}"))
                    }
                    _ => language.choose("for anyone", "od bilo koga").to_owned(),
                };
                format!("{} {whom}", stop.program)
            }
            Event::Meets(at) | Event::Breaks(at) | Event::Ends(at) => {
                moments.stops[at].program.to_string()
            }
            Event::Prints(at) => moments.lines[at].text.clone(),
        }
    }
}

/// What the programs of a run are.
fn program_noun(moments: &Moments) -> Agreeing {
    if moments.is_of_tasks { TASK } else { PROCESSOR }
}

/// `processor`, or `task` where the programs are tasks.
pub fn noun(moments: &Moments) -> &'static str {
    program_noun(moments).with(1, Language::English)
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
pub fn words_phrase(message: &Passage, language: Language) -> String {
    WORD.counted(message.count, language)
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
