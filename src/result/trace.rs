//! The record of a run on a multicomputer: every message, and the activity of each processor.

use std::collections::HashMap;

use super::run::Run;
use super::strip::ProcessorTimeline;
use crate::machine::network::record::NetworkRecord;
use crate::network::{Activity, Decimal, MessageSeen, Receipt, Units};
use crate::source::Span;

/// A message of a run, for a trace.
#[derive(Debug, Clone, PartialEq)]
pub struct TracedMessage {
    /// The sender: a processor, or a task.
    pub sender: u32,
    /// The receiver: a processor, or a task.
    pub receiver: u32,
    /// The processors of both.
    pub processors: [u32; 2],
    /// Its tag.
    pub tag: i64,
    /// Whether it went through a queue of a channel.
    pub is_in_queue: bool,
    /// The number of its words.
    pub words: u64,
    /// When it left its sender.
    pub start: Decimal,
    /// When it arrived.
    pub arrival: Decimal,
    /// The receiver's clock when it was received; `None` if no receive took it.
    pub received: Option<Decimal>,
    /// The statement that sent it.
    pub sent_at: Span,
    /// The statement that received it; `None` if no receive took it.
    pub received_at: Option<Span>,
}

/// What a processor did from one time to another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TimedActivity {
    /// The processor.
    pub processor: u32,
    /// The activity of the processor.
    pub activity: Activity,
    /// Beginning.
    pub from: Decimal,
    /// End.
    pub to: Decimal,
}

/// The scale of the times in a record; `None` if the run was on another machine.
fn units_of(run: &Run) -> Option<Units> {
    run.configuration.multicomputer()?.parameters.scaled().ok()
}

/// The messages of a run in the order of their starts, then of their senders.
pub fn traced(run: &Run, record: &NetworkRecord) -> Vec<TracedMessage> {
    let Some(units) = units_of(run) else {
        return Vec::new();
    };
    let receipts: HashMap<u64, &Receipt> = (record.receipts.iter())
        .map(|receipt| (receipt.order, receipt))
        .collect();
    let mut messages: Vec<&MessageSeen> = record.messages.iter().collect();
    messages.sort_by_key(|message| (message.start, message.sender, message.order));
    let span = |place: u32| record.spans[place as usize];
    let traced = messages.into_iter().map(|message| {
        let receipt = receipts.get(&message.order);
        TracedMessage {
            sender: message.sender,
            receiver: message.receiver,
            processors: message.processors,
            tag: message.tag,
            is_in_queue: message.queue.is_some(),
            words: message.words,
            start: units.decimal(message.start),
            arrival: units.decimal(message.arrival),
            received: receipt.map(|receipt| units.decimal(receipt.time)),
            sent_at: span(message.place),
            received_at: receipt.map(|receipt| span(receipt.place)),
        }
    });
    traced.collect()
}

/// The time line of its processors; `None` if it was not recorded, or took no time.
pub fn timeline(run: &Run) -> Option<ProcessorTimeline> {
    ProcessorTimeline::new(&run.record.as_ref()?.segments, &units_of(run)?)
}

/// The activities of the processors of a run, by processor, then in the order of time.
pub fn activities(run: &Run, record: &NetworkRecord) -> Vec<TimedActivity> {
    let Some(units) = units_of(run) else {
        return Vec::new();
    };
    let mut segments = record.segments.clone();
    segments.sort_by_key(|segment| (segment.processor, segment.from));
    let timed = segments.into_iter().map(|segment| TimedActivity {
        processor: segment.processor,
        activity: segment.activity,
        from: units.decimal(segment.from),
        to: units.decimal(segment.to),
    });
    timed.collect()
}
