//! What a user had noted: breakpoints, and values that are shown at every stop.

use std::fmt::Write as _;

use super::command::{Direction, Stop};

/// What was noted.
#[derive(Debug, Clone, Default)]
pub struct Noted {
    /// In the order of their numbers.
    pub breakpoints: Vec<Breakpoint>,
    /// In the order in which they were asked for.
    pub watched: Vec<Watched>,
}

/// A breakpoint.
#[derive(Debug, Clone, PartialEq)]
pub struct Breakpoint {
    /// Which one it is, from 1.
    pub number: usize,
    /// Where it stops.
    pub stop: Stop,
    /// It stops the k-th time.
    pub hits: u64,
}

/// A value that is shown at every stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watched {
    /// Its name, or that of a cell.
    pub name: String,
    /// Whose it is, where a processor holds it.
    pub processor: Option<String>,
}

impl Noted {
    /// Adds a breakpoint; the answer.
    pub fn add(&mut self, stop: Stop, hits: u64) -> String {
        let breakpoint = Breakpoint {
            number: self.breakpoints.last().map_or(1, |last| last.number + 1),
            stop,
            hits,
        };
        let text = format!("Breakpoint {}: {}.\n", breakpoint.number, breakpoint.text());
        self.breakpoints.push(breakpoint);
        text
    }

    /// How often each breakpoint lets pass before it stops, and once more.
    pub fn hits(&self) -> Vec<u64> {
        self.breakpoints.iter().map(|one| one.hits).collect()
    }

    /// Of the stops from 1 to `length`, the first one ahead of `at` at which a breakpoint stops, and that
    /// breakpoint's number.
    pub fn first_hit(
        &self,
        (at, length): (usize, usize),
        direction: Direction,
        stops_at: impl Fn(usize, &Stop) -> bool,
    ) -> Option<(usize, usize)> {
        let ahead: Box<dyn Iterator<Item = usize>> = match direction {
            Direction::Forward => Box::new(at + 1..=length),
            Direction::Back => Box::new((1..at).rev()),
        };
        let mut left = self.hits();
        for stop in ahead {
            for (breakpoint, left) in self.breakpoints.iter().zip(&mut left) {
                if stops_at(stop, &breakpoint.stop) {
                    *left = left.saturating_sub(1);
                    if *left == 0 {
                        return Some((stop, breakpoint.number));
                    }
                }
            }
        }
        None
    }

    /// All that is noted.
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
            let _ = writeln!(text, "Watched: {}{whose}.", watched.name);
        }
        if text.is_empty() {
            text.push_str("There are no breakpoints and no watched values.\n");
        }
        text
    }

    /// Removes a breakpoint by its number, or all of them; the answer.
    pub fn delete(&mut self, number: Option<usize>) -> String {
        let before = self.breakpoints.len();
        self.breakpoints
            .retain(|one| number.is_some_and(|number| one.number != number));
        match before - self.breakpoints.len() {
            0 => "There is no such breakpoint; `info` lists them.\n".to_owned(),
            1 => "One breakpoint removed.\n".to_owned(),
            many => format!("{many} breakpoints removed.\n"),
        }
    }
}

impl Breakpoint {
    fn text(&self) -> String {
        let what = self.stop.text();
        match self.hits {
            1 => what,
            hits => format!("{what}, the {} time", ordinal(hits)),
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
