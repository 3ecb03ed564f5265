//! A run on a multicomputer as data: messages, moments, and what each processor did and held.

use indexmap::IndexSet;

use crate::language::Language;
use crate::machine::network::history::{Asks, Holding};
use crate::network::{Activity, Segment, Topology};
use crate::present::json::moments::{
    ActivityJson, AskedJson, HeldJson, MessageJson, MomentJson, MomentLineJson, PrintedJson,
    StopJson,
};
use crate::present::text::moment::{holding_name, moment_lines};
use crate::present::text::step::places;
use crate::result::moments::{Moments, Passage};
use crate::source::{Sources, Span};
use crate::trace::{Place, Word};

/// The number of values of an array that are written.
const VALUES_TOLD: usize = 64;

/// The parts of a trace.
pub struct TracePart {
    /// The time, in scaled units, from which nothing is written.
    pub cut_at: Option<i128>,
    /// Whether it contains values.
    pub has_values: bool,
    /// Statements, in the order of their numbers.
    pub places: Vec<Place>,
    /// The messages.
    pub messages: Vec<MessageJson>,
    /// The stops of the programs.
    pub stops: Vec<StopJson>,
    /// The activities of the processors.
    pub activities: Vec<ActivityJson>,
    /// The printed lines.
    pub printed: Vec<PrintedJson>,
    /// The moments.
    pub moments: Vec<MomentJson>,
}

/// A whole run in at most `bytes` of JSON: with what programs held if that fits, else without, and if
/// that is too much, too, the moments up to some time.
pub fn trace_part(
    (moments, topology): (&Moments, &Topology),
    sources: &Sources,
    bytes: usize,
    language: Language,
) -> TracePart {
    // A program stays on its processor.
    let mut homes = vec![0; moments.programs as usize];
    for stop in &moments.stops {
        homes[stop.program as usize] = stop.processor;
    }
    let mut builder = PartBuilder {
        moments,
        topology,
        homes,
        sources,
        language,
        has_values: !moments.is_without_values,
        cut_at: moments.cut_at,
    };
    let mut part = builder.build();
    while size(&part) > bytes {
        if builder.has_values {
            builder.has_values = false;
        } else {
            let half = part.moments.len() / 2;
            let Some(moment) = moments.moments.get(half).filter(|_| half > 0) else {
                return part;
            };
            builder.cut_at = Some(moment.time);
        }
        part = builder.build();
    }
    part
}

/// The bytes of all as JSON.
fn size(part: &TracePart) -> usize {
    let bytes = |json: serde_json::Result<Vec<u8>>| json.map_or(usize::MAX / 8, |json| json.len());
    bytes(serde_json::to_vec(&part.places))
        + bytes(serde_json::to_vec(&part.messages))
        + bytes(serde_json::to_vec(&part.stops))
        + bytes(serde_json::to_vec(&part.activities))
        + bytes(serde_json::to_vec(&part.printed))
        + bytes(serde_json::to_vec(&part.moments))
}

struct PartBuilder<'m> {
    moments: &'m Moments,
    topology: &'m Topology,
    /// The processor of each program.
    homes: Vec<u32>,
    sources: &'m Sources,
    language: Language,
    has_values: bool,
    cut_at: Option<i128>,
}

impl PartBuilder<'_> {
    fn build(&self) -> TracePart {
        let Moments {
            messages,
            stops,
            of_stops,
            lines,
            moments,
            ..
        } = self.moments;
        let mut statements: IndexSet<Span> = IndexSet::new();
        // The index of each message among those that are written.
        let mut numbers = vec![None; messages.len()];
        let mut told_messages = Vec::new();
        for (message, number) in messages.iter().zip(&mut numbers) {
            if self.is_told(message.asked) {
                *number = Some(told_messages.len());
                told_messages.push(self.message(message, &mut statements));
            }
        }
        let shown_stops = (stops.iter().zip(of_stops)).filter(|(stop, _)| self.is_told(stop.time));
        let stops = shown_stops.map(|(stop, message)| StopJson {
            program: stop.program,
            processor: stop.processor,
            time: self.moments.decimal(stop.time).into(),
            at: stop.span.map(|span| statements.insert_full(span).0),
            asks: match stop.asks {
                Asks::Send { .. } => AskedJson::Send,
                Asks::Receive { from: Some(_) } => AskedJson::Receive,
                Asks::Receive { from: None } | Asks::Take => AskedJson::ReceiveAny,
                Asks::Probe => AskedJson::Probe,
                Asks::Meet(_) => AskedJson::Meet,
                Asks::Stop => AskedJson::Stop,
                Asks::End => AskedJson::End,
            },
            partner: match stop.asks {
                Asks::Send { to, .. } => Some(to),
                Asks::Receive { from } => from,
                Asks::Take | Asks::Probe | Asks::Meet(_) | Asks::Stop | Asks::End => None,
            },
            message: message.and_then(|message| numbers[message]),
            holds: if self.has_values {
                stop.holds.iter().map(held).collect()
            } else {
                Vec::new()
            },
        });
        let stops = stops.collect();
        let segments = self.moments.segments().iter();
        let segments = segments.filter(|segment| self.is_told(segment.from));
        let printed = lines.iter().filter(|line| self.is_told(line.time));
        let moments = moments.iter().filter(|moment| self.is_told(moment.time));
        let moments = moments.map(|moment| MomentJson {
            time: self.moments.decimal(moment.time).into(),
            lines: moment_lines(self.moments, moment, self.language)
                .into_iter()
                .map(|line| MomentLineJson {
                    at: line.span.map(|span| statements.insert_full(span).0),
                    text: line.text,
                    breaks: line.is_breach,
                })
                .collect(),
        });
        let moments = moments.collect();
        TracePart {
            places: places(self.sources, statements.into_iter()),
            cut_at: self.cut_at,
            has_values: self.has_values,
            messages: told_messages,
            stops,
            activities: segments.map(|segment| self.activity(segment)).collect(),
            printed: printed
                .map(|line| PrintedJson {
                    time: self.moments.decimal(line.time).into(),
                    program: line.processor,
                    text: line.text.clone(),
                })
                .collect(),
            moments,
        }
    }

    fn is_told(&self, time: i128) -> bool {
        self.cut_at.is_none_or(|cut| time < cut)
    }

    fn message(&self, message: &Passage, statements: &mut IndexSet<Span>) -> MessageJson {
        let time = |time: i128| self.moments.decimal(time).into();
        let values = message.words.iter().filter(|_| self.has_values);
        let home = |program: u32| self.homes[program as usize];
        MessageJson {
            sender: message.sender,
            receiver: message.receiver,
            words: message.count,
            values: values.map(|word| Word(*word)).collect(),
            tag: message.tag,
            local: message.is_local,
            via: (self.topology).nodes_between(home(message.sender), home(message.receiver)),
            start: message.way.map(|way| time(way[0])),
            arrival: message.way.map(|way| time(way[1])),
            received: message.received.map(time),
            sent_at: message.sent_at.map(|span| statements.insert_full(span).0),
            received_at: message
                .received_at
                .map(|span| statements.insert_full(span).0),
        }
    }

    fn activity(&self, segment: &Segment) -> ActivityJson {
        ActivityJson {
            processor: segment.processor,
            does: match segment.activity {
                Activity::Compute => "compute",
                Activity::Send => "send",
                Activity::Wait => "wait",
            },
            from: self.moments.decimal(segment.from).into(),
            to: self.moments.decimal(segment.to).into(),
        }
    }
}

fn held(held: &Holding) -> HeldJson {
    let values = held.values.iter().take(VALUES_TOLD);
    HeldJson {
        name: holding_name(held),
        values: values.map(|value| value.map(Word)).collect(),
        count: held.values.len(),
    }
}
