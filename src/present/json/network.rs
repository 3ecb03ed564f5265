//! The JSON of a run on a multicomputer: what it took, and what its processors did that is illegal.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::json::{ErrorJson, PlaceJson};
use crate::machine::configuration::Configuration;
use crate::machine::network::fault::NetworkFault;
use crate::machine::network::waits::{Awaited, NetworkWait};
use crate::network::{Activity, Decimal};
use crate::result::run::Run;
use crate::result::trace::{activities, traced};
use crate::source::{Sources, Span};

/// An exact decimal, as a number without exponent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DecimalJson(Decimal);

impl DecimalJson {
    /// The nearest real, for drawings.
    pub fn value(self) -> f64 {
        self.0.to_string().parse().unwrap_or(f64::MAX)
    }
}

impl From<Decimal> for DecimalJson {
    fn from(decimal: Decimal) -> Self {
        Self(decimal)
    }
}

impl Serialize for DecimalJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = RawValue::from_string(self.0.to_string());
        number
            .map_err(serde::ser::Error::custom)?
            .serialize(serializer)
    }
}

impl JsonSchema for DecimalJson {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Decimal".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "number"})
    }
}

/// What a run took on a multicomputer, in the machine's unit of time.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MulticomputerCostJson {
    /// T: the latest clock.
    pub time: DecimalJson,
    /// W: what the processors computed and sent, together.
    pub work: DecimalJson,
    /// What they waited up to T, together.
    pub waiting: DecimalJson,
    /// C = p·T = work + waiting.
    pub cost: DecimalJson,
    /// The sends that their processors waited for, together.
    pub communication: DecimalJson,
    /// Instructions, and the overhead of calls, together.
    pub computation: DecimalJson,
    /// Messages sent.
    pub messages: u64,
    /// Words in them.
    pub words: u64,
    /// Words times the links that they took.
    pub word_hops: u64,
    /// The link that most words took; null where none took a link.
    pub busiest_link: Option<BusiestLinkJson>,
    /// Headers that found a link taken.
    pub link_waits: u64,
    /// Receptions that found the in-port taken, and messages that waited for an out-port.
    pub port_waits: u64,
    /// The most words that had arrived at a processor and were not yet received.
    pub largest_buffer: u64,
    /// How often each parameter enters T, along one critical path.
    pub decomposition: DecompositionJson,
    /// The unit of all times: `µs` of a machine that was built. Absent where it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<&'static str>,
    /// The parameters.
    pub parameters: ParametersJson,
}

/// The link that most words took.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct BusiestLinkJson {
    /// Its ends: `3 → 4`.
    pub link: String,
    /// The words.
    pub words: u64,
}

/// How often each parameter enters a time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct DecompositionJson {
    /// Start-ups of messages.
    pub t_s: u64,
    /// Words.
    pub t_w: u64,
    /// Headers at links.
    pub t_h: u64,
    /// Instructions.
    pub t_c: u64,
    /// Calls of sends and receives.
    pub t_o: u64,
    /// Barriers, where their time is given.
    #[serde(rename = "B", skip_serializing_if = "Option::is_none")]
    pub barriers: Option<u64>,
}

/// The parameters of a network, in its unit of time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct ParametersJson {
    /// Start-up of a message.
    pub t_s: DecimalJson,
    /// A word.
    pub t_w: DecimalJson,
    /// A header at a link.
    pub t_h: DecimalJson,
    /// An instruction.
    pub t_c: DecimalJson,
    /// A call of a send or a receive.
    pub t_o: DecimalJson,
    /// A barrier, where it is given.
    #[serde(rename = "B", skip_serializing_if = "Option::is_none")]
    pub barrier: Option<DecimalJson>,
}

impl MulticomputerCostJson {
    /// What a run took; none on other machines.
    pub(super) fn new(run: &Run) -> Option<Self> {
        let machine = run.configuration.multicomputer()?;
        let cost = run.network.as_ref()?;
        let path = &cost.path;
        let parameters = &machine.parameters;
        Some(Self {
            time: DecimalJson(cost.time),
            work: DecimalJson(cost.work),
            waiting: DecimalJson(cost.waiting),
            cost: DecimalJson(cost.cost),
            communication: DecimalJson(cost.communication),
            computation: DecimalJson(cost.computation),
            messages: cost.traffic.messages,
            words: cost.traffic.words,
            word_hops: cost.traffic.word_hops,
            busiest_link: (cost.busiest.clone())
                .map(|(link, words)| BusiestLinkJson { link, words }),
            link_waits: cost.traffic.link_waits,
            port_waits: cost.traffic.port_waits,
            largest_buffer: cost.traffic.largest_buffer_words,
            decomposition: DecompositionJson {
                t_s: path.t_s,
                t_w: path.t_w,
                t_h: path.t_h,
                t_c: path.t_c,
                t_o: path.t_o,
                barriers: parameters.barrier.map(|_| path.barriers),
            },
            unit: machine.unit,
            parameters: ParametersJson {
                t_s: DecimalJson(parameters.t_s),
                t_w: DecimalJson(parameters.t_w),
                t_h: DecimalJson(parameters.t_h),
                t_c: DecimalJson(parameters.t_c),
                t_o: DecimalJson(parameters.t_o),
                barrier: parameters.barrier.map(DecimalJson),
            },
        })
    }
}

/// What processors of a multicomputer did that is illegal.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MessageFaultJson {
    /// `E0506` to `E0512`.
    pub code: String,
    /// What happened, in words.
    pub message: String,
    /// The machine, as the file spells its network in English.
    pub model: String,
    /// The processor that met it; null where it concerns several.
    pub processor: Option<String>,
    /// The file; null for what lies outside every file.
    pub file: Option<String>,
    /// Line, from 1.
    pub line: Option<usize>,
    /// Column in characters, from 1.
    pub column: Option<usize>,
    /// Further places, each with what is to be said about it.
    pub places: Vec<PlaceJson>,
    /// Of a deadlock: who waits for whom.
    pub waits: Vec<MessageWaitJson>,
    /// Ways out, in words.
    pub help: Vec<String>,
}

/// A processor that waits for a message, or for the receipt of one.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MessageWaitJson {
    /// Its number; in a block of tasks that of the task.
    pub processor: u32,
    /// The processor or task that it waits for, at a meeting the first that has not come; null:
    /// anyone, or a queue of a channel.
    pub waits_for: Option<u32>,
    /// `message`, `receipt`, or `meeting`: that all come to a barrier or make the same call.
    pub awaits: &'static str,
    /// The queue of a channel in which it waits for a message, as written; null elsewhere.
    pub queue: Option<String>,
    /// Of tasks: the processor of this one, and that of the one that it waits for; null elsewhere.
    pub placed: Option<[u32; 2]>,
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl MessageFaultJson {
    /// The fault with which a run ended.
    pub(super) fn new(
        fault: &NetworkFault,
        diagnostic: &Diagnostic,
        run: &Run,
        sources: &Sources,
    ) -> Self {
        let error = ErrorJson::new(diagnostic, sources);
        let wait = |wait: &NetworkWait| {
            let position = sources.position(wait.span);
            MessageWaitJson {
                processor: wait.processor,
                waits_for: wait.partner(),
                awaits: match wait.awaits {
                    Awaited::MessageOf(_) | Awaited::MessageOfAny => "message",
                    Awaited::ReceiptBy(_) => "receipt",
                    Awaited::ComingOf(_) => "meeting",
                },
                queue: wait.queue.clone(),
                placed: wait.placed,
                file: sources.get(wait.span.file).name.clone(),
                line: position.line,
                column: position.column,
            }
        };
        Self {
            code: error.code,
            message: error.message,
            model: crate::result::asynchronous::named_model(&run.configuration),
            processor: error.processor,
            file: error.file,
            line: error.line,
            column: error.column,
            places: error.places,
            waits: fault.waits().iter().map(wait).collect(),
            help: error.help,
        }
    }
}

/// What the network of a multicomputer is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NetworkJson {
    /// The most links of a processor or switch.
    pub degree: u32,
    /// The longest route between two processors, in links.
    pub diameter: u32,
    /// Links; both directions are one.
    pub links: u64,
    /// The fewest links between two halves of the processors.
    pub bisection: u64,
}

impl NetworkJson {
    /// The network of a run; none on machines that share their memory.
    pub(super) fn new(configuration: &Configuration) -> Option<Self> {
        let topology = &configuration.multicomputer()?.topology;
        Some(Self {
            degree: topology.degree(),
            diameter: topology.diameter(),
            links: topology.links(),
            bisection: topology.bisection_width(),
        })
    }
}

/// A message.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TracedMessageJson {
    /// Number of the sender: a processor, or a task.
    pub sender: u32,
    /// Number of the receiver.
    pub receiver: u32,
    /// The processors of both; the same two numbers where they are no tasks.
    pub processors: [u32; 2],
    /// Its tag; null in a queue of a channel.
    pub tag: Option<i64>,
    /// How many words it has.
    pub words: u64,
    /// When it left its sender.
    pub start: DecimalJson,
    /// When it arrived.
    pub arrival: DecimalJson,
    /// When it was received; null where no receive took it.
    pub received: Option<DecimalJson>,
    /// The line of the statement that sent it, from 1.
    pub sent_on: usize,
    /// The line of the statement that received it; null where no receive took it.
    pub received_on: Option<usize>,
}

/// Every message of a run, where they were written down.
pub(super) fn trace(run: &Run, sources: &Sources) -> Option<Vec<TracedMessageJson>> {
    let record = run
        .record
        .as_ref()
        .filter(|record| !record.messages.is_empty())?;
    let line = |span: Span| sources.position(span).line;
    let messages = traced(run, record)
        .into_iter()
        .map(|message| TracedMessageJson {
            sender: message.sender,
            receiver: message.receiver,
            processors: message.processors,
            tag: (!message.is_in_queue).then_some(message.tag),
            words: message.words,
            start: DecimalJson(message.start),
            arrival: DecimalJson(message.arrival),
            received: message.received.map(DecimalJson),
            sent_on: line(message.sent_at),
            received_on: message.received_at.map(line),
        });
    Some(messages.collect())
}

/// What a processor did from one time to another, which are not the same.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ActivityJson {
    /// The processor.
    pub processor: u32,
    /// `compute`, `send` or `wait`.
    pub activity: &'static str,
    /// Beginning.
    pub from: DecimalJson,
    /// End.
    pub to: DecimalJson,
}

/// What each processor did when, where it was written down.
pub(super) fn timeline(run: &Run) -> Option<Vec<ActivityJson>> {
    let record = run
        .record
        .as_ref()
        .filter(|record| !record.segments.is_empty())?;
    let activities = activities(run, record).into_iter();
    let shown = activities.map(|timed| ActivityJson {
        processor: timed.processor,
        activity: match timed.activity {
            Activity::Compute => "compute",
            Activity::Send => "send",
            Activity::Wait => "wait",
        },
        from: DecimalJson(timed.from),
        to: DecimalJson(timed.to),
    });
    Some(shown.collect())
}
