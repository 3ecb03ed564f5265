//! What a user has set: breakpoints, and values that are shown at every stop.

use std::fmt::Write as _;

use super::command::StopCondition;
use super::question::StepQuestion;
use crate::present::text::value::counted;

/// The breakpoints and watched values of a user.
#[derive(Debug, Clone, Default)]
pub struct Noted {
    /// In the order of their numbers.
    pub breakpoints: Vec<Breakpoint>,
    /// In the order in which they were added.
    pub watched: Vec<WatchedValue>,
}

/// A breakpoint.
#[derive(Debug, Clone, PartialEq)]
pub struct Breakpoint {
    /// Its number, from 1.
    pub number: usize,
    /// Where it stops.
    pub stop: StopCondition,
    /// It stops every k-th time,
    pub hits: u64,
    /// After this stop, hits are counted: where it was set or the session went back before it.
    pub since: u64,
    /// The question about each step of a program for it; `None` if the state after the step decides.
    pub question: Option<StepQuestion>,
    /// Whether its condition had a value at some step of a search.
    pub has_had_value: bool,
}

/// A value that is shown at every stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatchedValue {
    /// Its number, counted together with the breakpoints.
    pub number: usize,
    /// Its name, or that of a cell.
    pub name: String,
    /// The processor, if one holds it.
    pub processor: Option<String>,
}

impl Noted {
    /// Adds a breakpoint at a stop of the session; the answer.
    pub fn add(&mut self, stop: StopCondition, hits: u64, at: u64) -> String {
        let breakpoint = Breakpoint {
            number: self.next_number(),
            stop,
            hits,
            since: at,
            question: None,
            has_had_value: false,
        };
        let text = format!("Breakpoint {}: {}.\n", breakpoint.number, breakpoint.text());
        self.breakpoints.push(breakpoint);
        text
    }

    /// A number that is not in use.
    pub fn next_number(&self) -> usize {
        let breakpoints = self.breakpoints.iter().map(|one| one.number);
        let watched = self.watched.iter().map(|one| one.number);
        breakpoints.chain(watched).max().unwrap_or(0) + 1
    }

    /// A move forward from a stop begins; returns the stop after which hits are counted.
    pub fn count_from(&mut self, at: u64) -> u64 {
        for breakpoint in &mut self.breakpoints {
            breakpoint.since = breakpoint.since.min(at);
        }
        let counted = self.breakpoints.iter().filter(|one| one.hits > 1);
        counted.map(|one| one.since).min().unwrap_or(at)
    }

    /// Counts hits in forward order at one stop, of the breakpoints at the given indices. Returns the
    /// numbers of those that stop there.
    pub fn count(
        &self,
        passed: &mut [u64],
        stop: u64,
        places: impl Iterator<Item = usize>,
    ) -> Vec<usize> {
        let mut stopping = Vec::new();
        for place in places {
            let breakpoint = &self.breakpoints[place];
            if breakpoint.hits > 1 && stop <= breakpoint.since {
                continue;
            }
            passed[place] += 1;
            if passed[place].is_multiple_of(breakpoint.hits) {
                stopping.push(breakpoint.number);
            }
        }
        stopping.sort_unstable();
        stopping
    }

    /// For a move back, the stop after which hits are counted. `None` if no breakpoint counts hits, so
    /// that the last hit decides.
    pub fn count_back_from(&self) -> Option<u64> {
        let is_counting = |one: &&Breakpoint| one.hits > 1;
        let counting = self.breakpoints.iter().filter(is_counting);
        let first = counting.map(|one| one.since).min()?;
        let is_counted = self.breakpoints.iter().all(|one| one.hits > 1);
        Some(if is_counted { first } else { 0 })
    }

    /// The first stop after `at` and up to `length` at which breakpoints stop, and their numbers;
    /// `stops_at` says whether a breakpoint is hit at a stop.
    pub fn next_hit(
        &self,
        (from, at, length): (u64, usize, usize),
        stops_at: impl Fn(usize, &StopCondition) -> bool,
    ) -> Option<(usize, Vec<usize>)> {
        let mut passed = vec![0; self.breakpoints.len()];
        (from as usize + 1..=length).find_map(|stop| {
            let hit = self.hit_at(stop, &stops_at);
            let stopping = self.count(&mut passed, stop as u64, hit);
            (stop > at && !stopping.is_empty()).then_some((stop, stopping))
        })
    }

    /// The last stop before `at` at which breakpoints stop on the way forward.
    pub fn previous_hit(
        &self,
        at: usize,
        stops_at: impl Fn(usize, &StopCondition) -> bool,
    ) -> Option<(usize, Vec<usize>)> {
        let mut passed = vec![0; self.breakpoints.len()];
        let stops = (1..at).filter_map(|stop| {
            let stopping = self.count(&mut passed, stop as u64, self.hit_at(stop, &stops_at));
            (!stopping.is_empty()).then_some((stop, stopping))
        });
        stops.last()
    }

    /// The breakpoints that are hit at a stop, by their places.
    fn hit_at(
        &self,
        stop: usize,
        stops_at: impl Fn(usize, &StopCondition) -> bool,
    ) -> impl Iterator<Item = usize> {
        let all = self.breakpoints.iter().enumerate();
        all.filter(move |(_, one)| stops_at(stop, &one.stop))
            .map(|(place, _)| place)
    }

    /// All watched values in one line; `None` if there are none.
    pub fn watched_in_line(&self, text: impl Fn(&WatchedValue) -> String) -> Option<String> {
        let values: Vec<String> = self.watched.iter().map(text).collect();
        (!values.is_empty()).then(|| values.join("; "))
    }

    /// A list of breakpoints and watched values.
    pub fn info(&self) -> String {
        let mut text = String::new();
        for breakpoint in &self.breakpoints {
            let (number, what) = (breakpoint.number, breakpoint.text());
            let _ = writeln!(text, "Breakpoint {number}: {what}.");
        }
        for watched in &self.watched {
            let whose = watched
                .processor
                .as_ref()
                .map_or(String::new(), |name| format!(" of {name}"));
            let _ = writeln!(text, "Watched {}: {}{whose}.", watched.number, watched.name);
        }
        if text.is_empty() {
            text.push_str("There are no breakpoints and no watched values.\n");
        }
        text
    }

    /// Removes a breakpoint or a watched value by its number, or all of them; returns the answer.
    pub fn delete(&mut self, number: Option<usize>) -> String {
        let before = [self.breakpoints.len(), self.watched.len()];
        let stays = |own: usize| number.is_some_and(|number| own != number);
        self.breakpoints.retain(|one| stays(one.number));
        self.watched.retain(|one| stays(one.number));
        let removed = [
            (before[0] - self.breakpoints.len(), "breakpoint"),
            (before[1] - self.watched.len(), "watched value"),
        ];
        let removed = removed.iter().filter(|(count, _)| *count > 0);
        let removed = removed.map(|(count, name)| match count {
            1 => format!("One {name} removed.\n"),
            many => format!("{} removed.\n", counted(*many as u64, name)),
        });
        let removed: String = removed.collect();
        if removed.is_empty() {
            return "There is nothing of this number; `info` lists breakpoints and watched values.\n"
                .to_owned();
        }
        removed
    }
}

impl Breakpoint {
    fn text(&self) -> String {
        let what = self.stop.text();
        match self.hits {
            1 if self.stop.is_condition() => format!("{what}; it stops wherever that holds"),
            1 => what,
            hits => format!("{what}, every {} time", ordinal(hits)),
        }
    }
}

/// `Breakpoint 1.`, `Breakpoints 1 and 2.`: where a search stopped.
pub fn stopped_by(numbers: &[usize]) -> String {
    match numbers {
        [] => String::new(),
        [one] => format!("Breakpoint {one}. "),
        [rest @ .., last] => {
            let rest: Vec<String> = rest.iter().map(usize::to_string).collect();
            format!("Breakpoints {} and {last}. ", rest.join(", "))
        }
    }
}

/// `2nd`, `3rd`, `11th`.
fn ordinal(number: u64) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}
