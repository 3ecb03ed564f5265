//! Who waits for whom at the barriers of an asynchronous block in which nobody can go on.
//!
//! A barrier waits for those of its processors that are not there. Where these wait at other
//! barriers, and so on until one waits for somebody at the first, all of them wait for each other.

use std::collections::BTreeMap;

use super::barrier::{Parked, Part};
use super::lanes::Lane;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// How many waiting processors a message names.
const NAMED: usize = 8;

/// The barriers at which processors wait.
pub struct Barriers {
    barriers: Vec<Barrier>,
    /// By processor, the barrier at which it waits.
    at: Vec<Option<Stand>>,
}

struct Barrier {
    /// None: of all.
    part: Option<Part>,
    /// Who belongs to it and is not there, ascending.
    absent: Vec<Lane>,
    /// The number of the group of the first who is there.
    parked: usize,
}

/// Where a processor waits.
#[derive(Debug, Clone, Copy)]
struct Stand {
    barrier: usize,
    /// The number of its group among the waiting ones.
    parked: usize,
}

/// A processor that waits for another, as users are told of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Wait {
    /// Who waits.
    pub processor: String,
    /// For whom.
    pub waits_for: String,
    /// The first and the last number of those who are to meet at the barrier; none: all.
    pub part: Option<(Lane, Lane)>,
    /// The barrier in the source.
    pub span: Span,
}

/// A processor that waits for another.
#[derive(Debug, Clone, Copy)]
pub struct Waits {
    /// Who waits.
    pub processor: Lane,
    /// At which barrier; none is one of all.
    pub part: Option<Part>,
    /// The number of its group among the waiting ones.
    pub parked: usize,
    /// For whom.
    pub waits_for: Lane,
}

impl Barriers {
    /// Of the groups that wait in a block of so many processors.
    pub fn new(parked: &[Parked], width: u32) -> Self {
        let mut here: BTreeMap<Option<Part>, Vec<(Lane, usize)>> = BTreeMap::new();
        for (number, parked) in parked.iter().enumerate() {
            for (position, lane) in parked.group.lanes.iter().enumerate() {
                let part = parked.each.get(position).copied();
                // Of several parts, some may have passed their barrier already.
                if part.is_none_or(|part| parked.parts.contains_key(&part)) {
                    here.entry(part).or_default().push((lane, number));
                }
            }
        }
        let mut at = vec![None; width as usize];
        let mut barriers = Vec::new();
        for (part, mut there) in here {
            there.sort_unstable();
            let barrier = barriers.len();
            for &(lane, parked) in &there {
                at[lane as usize] = Some(Stand { barrier, parked });
            }
            let all = part.unwrap_or(Part {
                from: 0,
                to: width - 1,
            });
            let is_there = |lane: &Lane| there.binary_search_by_key(lane, |(lane, _)| *lane);
            let absent = (all.from..=all.to).filter(|lane| is_there(lane).is_err());
            barriers.push(Barrier {
                part,
                absent: absent.collect(),
                parked: there[0].1,
            });
        }
        Self { barriers, at }
    }

    /// Barriers that wait for each other, if there are any: each for the next, the last for the
    /// first.
    fn cyclic(&self) -> Option<Vec<usize>> {
        #[derive(Clone, Copy, PartialEq)]
        enum Seen {
            Not,
            OnTheWay,
            Done,
        }
        let mut seen = vec![Seen::Not; self.barriers.len()];
        for start in 0..self.barriers.len() {
            if seen[start] != Seen::Not {
                continue;
            }
            // The way from the start, with how many of the absent were looked at.
            let mut way = vec![(start, 0)];
            seen[start] = Seen::OnTheWay;
            while let Some((barrier, looked)) = way.last_mut() {
                let Some(absent) = self.barriers[*barrier].absent.get(*looked) else {
                    seen[*barrier] = Seen::Done;
                    way.pop();
                    continue;
                };
                *looked += 1;
                let Some(Stand { barrier: next, .. }) = self.at[*absent as usize] else {
                    continue;
                };
                match seen[next] {
                    Seen::Done => {}
                    Seen::Not => {
                        seen[next] = Seen::OnTheWay;
                        way.push((next, 0));
                    }
                    Seen::OnTheWay => {
                        let way: Vec<usize> = way.iter().map(|(barrier, _)| *barrier).collect();
                        let from = way.iter().position(|barrier| *barrier == next)?;
                        return Some(way[from..].to_vec());
                    }
                }
            }
        }
        None
    }

    /// Processors that wait for each other, if there are any: each for the next, the last for the
    /// first.
    pub fn cycle(&self) -> Option<Vec<Waits>> {
        let cyclic = self.cyclic()?;
        // For whom each barrier waits at the next one: this one stands for those who are there.
        let met = |from: usize, to: usize| {
            let absent = self.barriers[from].absent.iter();
            let is_there = |lane: &Lane| {
                let stand = self.at[*lane as usize];
                stand.is_some_and(|stand| stand.barrier == to)
            };
            absent.copied().find(is_there)
        };
        let count = cyclic.len();
        let next: Option<Vec<Lane>> = (0..count)
            .map(|number| met(cyclic[number], cyclic[(number + 1) % count]))
            .collect();
        let next = next?;
        let waits = (0..count).map(|number| {
            let processor = next[(number + count - 1) % count];
            Some(Waits {
                processor,
                part: self.barriers[cyclic[number]].part,
                parked: self.at[processor as usize]?.parked,
                waits_for: next[number],
            })
        });
        let mut waits = waits.collect::<Option<Vec<Waits>>>()?;
        // The lowest number begins.
        let first = (0..count).min_by_key(|number| waits[*number].processor)?;
        waits.rotate_left(first);
        Some(waits)
    }

    /// Where no barriers wait for each other, one of them waits for processors that are at none:
    /// the number of a group that is there, and for whom it waits.
    pub fn never_reached(&self) -> (usize, &[Lane]) {
        let waits_in_vain = |barrier: &&Barrier| {
            let mut absent = barrier.absent.iter();
            absent.any(|lane| self.at[*lane as usize].is_none())
        };
        let barrier = self.barriers.iter().find(waits_in_vain);
        let barrier = barrier.expect("somebody waits for a processor that waits at no barrier");
        (barrier.parked, &barrier.absent)
    }
}

/// `i = 0 waits for i = 1, i = 1 for i = 0`
pub(super) fn in_a_ring(waits: &[Wait]) -> String {
    let parts = waits.iter().take(NAMED).enumerate().map(|(number, wait)| {
        let (who, whom) = (bracketed(&wait.processor), bracketed(&wait.waits_for));
        let verb = if number == 0 { "waits " } else { "" };
        format!("{who} {verb}for {whom}")
    });
    let parts: Vec<String> = parts.collect();
    let more = waits.len().saturating_sub(NAMED);
    let more = if more == 0 {
        String::new()
    } else {
        format!(", and so on through {more} more, back to the first")
    };
    format!("{}{more}", parts.join(", "))
}

/// Shows each place at which processors wait, and for whom.
pub(super) fn with_waits(diagnostic: Diagnostic, waits: &[Wait]) -> Diagnostic {
    let mut places: Vec<(Span, Vec<String>)> = Vec::new();
    for (number, wait) in waits.iter().take(NAMED).enumerate() {
        let barrier = match wait.part {
            Some((from, to)) => format!("at the barrier of processors {from} to {to}"),
            None => "at the barrier of all".to_owned(),
        };
        let (who, whom) = (bracketed(&wait.processor), bracketed(&wait.waits_for));
        let text = format!("({}) {who} waits {barrier} for {whom}", number + 1);
        match places.iter_mut().find(|(span, _)| *span == wait.span) {
            Some((_, texts)) => texts.push(text),
            None => places.push((wait.span, vec![text])),
        }
    }
    let mut places = places.into_iter();
    let mut shown = match places.next() {
        Some((span, texts)) => {
            let text = texts.join(", ");
            Diagnostic::new(diagnostic.code, diagnostic.message, span, text)
        }
        None => diagnostic,
    };
    for (span, texts) in places {
        shown = shown.label(span, texts.join(", "));
    }
    shown.note(
        "the rule: nobody passes a barrier before all of its processors have come to it, so none \
         of these can ever go on",
    )
}

/// Several indices (`i = 3, j = 0`) are bracketed, or the sentence would be unreadable.
fn bracketed(processor: &str) -> String {
    if processor.contains(',') {
        format!("({processor})")
    } else {
        processor.to_owned()
    }
}
