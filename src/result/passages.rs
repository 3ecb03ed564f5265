//! The messages of a run, matched with the statements that sent and received them.

use std::collections::{HashMap, VecDeque};

use super::moments::Passage;
use crate::machine::network::history::{Asks, ProgramStop};
use crate::machine::network::record::NetworkRecord;
use crate::network::{MessageSeen, Receipt};

/// The messages with the data of their senders, and for each stop the index of the message that it sends
/// or receives: the k-th send of a program is its k-th message, its k-th receive took its k-th receipt.
pub(super) fn passages(
    record: &NetworkRecord,
    stops: &[ProgramStop],
) -> (Vec<Passage>, Vec<Option<usize>>) {
    let programs = stops.iter().map(|stop| stop.program as usize + 1).max();
    let queues = || vec![VecDeque::new(); programs.unwrap_or(0)];
    let (mut sends, mut receives) = (queues(), queues());
    for (at, stop) in stops.iter().enumerate() {
        match stop.asks {
            Asks::Send { .. } => sends[stop.program as usize].push_back(at),
            Asks::Receive { .. } | Asks::Take => receives[stop.program as usize].push_back(at),
            Asks::Probe | Asks::Meet(_) | Asks::Stop | Asks::End => {}
        }
    }
    let seen: HashMap<u64, &MessageSeen> = (record.messages.iter())
        .map(|message| (message.order, message))
        .collect();
    let receipts: HashMap<u64, &Receipt> = (record.receipts.iter())
        .map(|receipt| (receipt.order, receipt))
        .collect();
    let mut passages = Vec::with_capacity(record.issued.len());
    let mut of_stops = vec![None; stops.len()];
    let mut places = HashMap::new();
    for (order, sender) in &record.issued {
        let sends = sends.get_mut(*sender as usize);
        let Some(at) = sends.and_then(VecDeque::pop_front) else {
            continue;
        };
        let Asks::Send {
            to, words, count, ..
        } = &stops[at].asks
        else {
            unreachable!("it stands among the sends")
        };
        let (message, receipt) = (seen.get(order), receipts.get(order));
        of_stops[at] = Some(passages.len());
        places.insert(*order, passages.len());
        passages.push(Passage {
            sender: *sender,
            receiver: *to,
            count: *count,
            words: words.clone(),
            tag: message.map_or(0, |message| message.tag),
            is_local: record.is_of_tasks
                && message.is_some_and(|message| message.processors[0] == message.processors[1]),
            asked: stops[at].time,
            way: message.map(|message| [message.start, message.arrival]),
            received: receipt.map(|receipt| receipt.time),
            sent_at: stops[at].span,
            received_at: receipt.map(|receipt| record.spans[receipt.place as usize]),
        });
    }
    for receipt in &record.receipts {
        let receives = receives.get_mut(receipt.receiver as usize);
        if let Some(at) = receives.and_then(VecDeque::pop_front) {
            of_stops[at] = places.get(&receipt.order).copied();
        }
    }
    (passages, of_stops)
}
