//! What the programs of a recorded multicomputer held, each when it came to where it stands at a moment,
//! and how many messages there were until then.

use std::collections::BTreeMap;

use super::moments::{Held, MomentTrace, Stop};
use super::run::text_of;
use super::stops::{Shown, number};

/// For each program the stops at which it stood, in the order of time. It is made once for a trace, so
/// that no moment is reached from the beginning.
#[derive(Default)]
pub struct Stands {
    programs: BTreeMap<u32, Vec<Stand>>,
    /// When messages left, arrived and were received, each ascending.
    messages: [Vec<f64>; 3],
}

/// One stop of a program: when, and its place in the trace.
struct Stand {
    time: f64,
    place: usize,
}

impl Stands {
    /// Of a trace.
    pub fn new(trace: &MomentTrace) -> Self {
        let mut programs: BTreeMap<u32, Vec<Stand>> = BTreeMap::new();
        for (place, stop) in trace.stops.iter().enumerate() {
            let time = number(&stop.time);
            let stands = programs.entry(stop.program).or_default();
            stands.push(Stand { time, place });
        }
        for stands in programs.values_mut() {
            stands.sort_by(|one, other| one.time.total_cmp(&other.time));
        }
        let ascending = |mut times: Vec<f64>| {
            times.sort_by(f64::total_cmp);
            times
        };
        let messages = trace.messages.iter();
        let all = messages.map(|message| {
            let arrival = number(&message.arrival);
            // A receive may come to its statement before the message does.
            let received = number(&message.received).max(arrival);
            [number(&message.start), arrival, received]
        });
        let all: Vec<[f64; 3]> = all.collect();
        let times = [0, 1, 2].map(|kind| all.iter().map(|times| times[kind]).collect());
        Self {
            programs,
            messages: times.map(ascending),
        }
    }

    /// How many messages had left, had arrived and had been received behind a moment.
    pub fn messages(&self, trace: &MomentTrace, moment: usize) -> [usize; 3] {
        let time = moment
            .checked_sub(1)
            .map(|at| number(&trace.moments[at].time));
        let times = self.messages.each_ref();
        times.map(|times| {
            time.map_or(0, |now| {
                times.partition_point(|one| one.is_finite() && *one <= now)
            })
        })
    }

    /// What is held behind a moment, 0 for before the first, and whether that is new there.
    pub fn shown<'t>(
        &'t self,
        trace: &'t MomentTrace,
        moment: usize,
    ) -> impl Iterator<Item = (Shown, bool)> + 't {
        self.programs.iter().flat_map(move |(program, stands)| {
            let now = last(trace, stands, moment);
            let before = last(trace, stands, moment.saturating_sub(1));
            let holds = now.into_iter().flat_map(|stop| &stop.holds);
            holds.map(move |held| {
                let is_new = !before.is_some_and(|stop| stop.holds.contains(held));
                (shown(*program, held), is_new)
            })
        })
    }

    /// What a program holds under a name behind a moment.
    pub fn value(
        &self,
        trace: &MomentTrace,
        moment: usize,
        (program, name): (u32, &str),
    ) -> Option<String> {
        let stop = last(trace, self.programs.get(&program)?, moment)?;
        let held = stop.holds.iter().find(|held| held.name == name)?;
        Some(shown(program, held).values.join(" "))
    }
}

/// The stop at which a program stands behind a moment; none before its first.
fn last<'t>(trace: &'t MomentTrace, stands: &[Stand], moment: usize) -> Option<&'t Stop> {
    let now = number(&trace.moments[moment.checked_sub(1)?].time);
    let count = stands.partition_point(|stand| stand.time <= now);
    Some(&trace.stops[stands[count.checked_sub(1)?].place])
}

fn shown(program: u32, held: &Held) -> Shown {
    Shown {
        name: format!("{program}: {}", held.name),
        values: held.values.iter().map(text_of).collect(),
        has_more: held.count > held.values.len(),
        is_list: false,
    }
}
