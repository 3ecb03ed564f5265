//! The outcomes of receives from anyone that an exploration has not tried yet.
//!
//! Each outcome follows a run up to one of its receives and takes another message there. The outcomes of
//! one run share its choices, and only as many are kept as the exploration may still try: the deepest
//! ones, which come first.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use crate::machine::network::record::NetworkRecord;
use crate::network::{Candidate, LateCandidate, ReceiveDecision, ReceiveOutcome};
use crate::result::messages::MessageRace;

/// A receive from anyone that took a sender's message: the receiver, the number of its receive, the
/// sender.
pub type TakenMessage = (u32, u64, u32);

/// Bytes of an outcome that was found before.
const BYTES_PER_MET: u64 = 32;

/// Choices that were not tried yet.
#[derive(Debug)]
pub struct Untried {
    /// The choices of a run.
    before: Rc<[TakenMessage]>,
    /// The number of these choices that it follows.
    length: usize,
    /// What it takes instead of the next one; `None` for the machine's own choices.
    other: Option<TakenMessage>,
    /// The receive at which it takes another message.
    pub race: Option<MessageRace>,
}

impl Untried {
    /// All of its choices, in the order of the receives.
    pub fn choices(&self) -> Vec<TakenMessage> {
        let before = &self.before[..self.length];
        before.iter().copied().chain(self.other).collect()
    }
}

/// The outcomes that are still to be tried, the next one last.
#[derive(Debug)]
pub struct Frontier {
    waiting: Vec<Untried>,
    /// Two hashes of the choices of every outcome found so far.
    met: HashSet<(u64, u64)>,
    /// Bytes of the choices that waiting outcomes share.
    choice_bytes: u64,
}

/// The outcomes that follow from a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Offered {
    /// The first receive that could have taken another message.
    pub race: Option<MessageRace>,
    /// Whether a probe might have had another result, which cannot be prescribed.
    pub has_probes: bool,
    /// The limit by which outcomes were dropped, if any.
    pub dropped: Option<OutcomeLimit>,
}

/// A limit of an exploration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutcomeLimit {
    /// The number of outcomes that may still be tried.
    Outcomes,
    /// Memory.
    Memory,
}

impl Frontier {
    /// Only the outcome that the machine itself chooses.
    pub fn new() -> Self {
        let first = Untried {
            before: Rc::from([]),
            length: 0,
            other: None,
            race: None,
        };
        Self {
            waiting: vec![first],
            met: HashSet::new(),
            choice_bytes: 0,
        }
    }

    pub fn bytes(&self) -> u64 {
        let waiting = self.waiting.capacity() * size_of::<Untried>();
        self.choice_bytes + waiting as u64 + self.met.len() as u64 * BYTES_PER_MET
    }

    /// The next outcome.
    pub fn next(&mut self) -> Option<Untried> {
        let next = self.waiting.pop()?;
        self.choice_bytes -= own_bytes(&next);
        Some(next)
    }

    /// Drops outcomes that would come after this many others; returns whether there are any.
    fn keep_last(&mut self, count: u64) -> bool {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let excess = self.waiting.len().saturating_sub(count);
        for outcome in self.waiting.drain(..excess) {
            self.choice_bytes -= own_bytes(&outcome);
        }
        excess > 0
    }

    /// Adds the outcomes that differ from a run at one receive after the first `fixed`, as far as
    /// `count` outcomes and `bytes` of memory allow.
    pub fn offer(
        &mut self,
        record: &NetworkRecord,
        fixed: usize,
        count: u64,
        bytes: u64,
    ) -> Offered {
        let receives: Vec<(&ReceiveDecision, Candidate)> = (record.decisions.iter())
            .filter_map(|decision| match decision.outcome {
                ReceiveOutcome::Taken(own) => Some((decision, own)),
                ReceiveOutcome::Probed(_) => None,
            })
            .collect();
        let late = LateCandidates::new(record);
        let race = |(decision, own): &(&ReceiveDecision, Candidate), other: Candidate| {
            let span = |place: u32| record.spans[place as usize];
            MessageRace {
                receiver: decision.processor,
                is_of_tasks: record.is_of_tasks,
                span: span(decision.place),
                senders: [*own, other].map(|one| (one.sender, span(one.place))),
            }
        };
        let free = receives.get(fixed..).unwrap_or_default();
        let first = free.iter().find_map(|receive| {
            let other = late.others(receive.0).next()?;
            Some(race(receive, other))
        });
        let taken = receives
            .iter()
            .map(|(decision, own)| (decision.processor, decision.ordinal, own.sender));
        let before: Rc<[TakenMessage]> = taken.collect();
        let shared = size_of_val(&*before) as u64;
        let mut dropped = None;
        let mut deepest: Vec<Untried> = Vec::new();
        'all: for (at, receive) in free.iter().enumerate().rev() {
            let length = fixed + at;
            let candidates: Vec<Candidate> = late.others(receive.0).collect();
            for other in candidates.into_iter().rev() {
                let (processor, ordinal, _) = before[length];
                let outcome = Untried {
                    before: Rc::clone(&before),
                    length,
                    other: Some((processor, ordinal, other.sender)),
                    race: Some(race(receive, other)),
                };
                if !self.met.insert(hashes(&outcome.choices())) {
                    continue;
                }
                let more = (deepest.len() as u64 + 1) * size_of::<Untried>() as u64 * 2;
                if self.bytes() + shared + more > bytes {
                    dropped = Some(OutcomeLimit::Memory);
                } else if deepest.len() as u64 >= count {
                    dropped = Some(OutcomeLimit::Outcomes);
                }
                if dropped.is_some() {
                    break 'all;
                }
                deepest.push(outcome);
            }
        }
        drop(before);
        if !deepest.is_empty() {
            self.choice_bytes += shared;
        }
        deepest.reverse();
        self.waiting.append(&mut deepest);
        if self.keep_last(count) {
            dropped = dropped.or(Some(OutcomeLimit::Outcomes));
        }
        Offered {
            race: first,
            has_probes: receives.len() < record.decisions.len(),
            dropped,
        }
    }
}

/// Bytes of the choices that only this outcome holds.
fn own_bytes(outcome: &Untried) -> u64 {
    match Rc::strong_count(&outcome.before) {
        1 => size_of_val(&*outcome.before) as u64,
        _ => 0,
    }
}

/// Two independent hashes of choices.
fn hashes(choices: &[TakenMessage]) -> (u64, u64) {
    let hash = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        (salt, choices).hash(&mut hasher);
        hasher.finish()
    };
    (hash(0), hash(1))
}

/// The messages that came too late, by the receives for which they did.
struct LateCandidates<'r>(Vec<&'r LateCandidate>);

impl<'r> LateCandidates<'r> {
    fn new(record: &'r NetworkRecord) -> Self {
        let mut late: Vec<&LateCandidate> = record.late.iter().collect();
        // The sort is stable: those of one receive stay in the order in which they came.
        late.sort_by_key(|late| (late.processor, late.ordinal));
        Self(late)
    }

    /// The messages that a receive could have taken instead of its own.
    fn others<'a>(&'a self, decision: &'a ReceiveDecision) -> impl Iterator<Item = Candidate> + 'a {
        let receive = (decision.processor, decision.ordinal);
        let from = (self.0).partition_point(|late| (late.processor, late.ordinal) < receive);
        let late = (self.0[from..].iter())
            .take_while(move |late| (late.processor, late.ordinal) == receive)
            .map(|late| late.candidate);
        decision.others.iter().copied().chain(late)
    }
}
