//! The stops of a recorded trace, steps and moments alike.

use std::ops::RangeInclusive;

use super::file::Trace;
use super::run::{Common, Statement, text_of};

/// What happens at a stop at one statement.
#[derive(Debug, Clone)]
pub struct Part {
    /// The statement, where there is one.
    pub at: Option<Statement>,
    /// What is done.
    pub text: String,
}

/// What is held under a name: the values that are told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// An array or scalar; of a program `3: s`.
    pub name: String,
    /// The values.
    pub values: Vec<String>,
    /// Whether there are more.
    pub has_more: bool,
    /// Whether these are cells of an array, each with its own mark.
    pub is_list: bool,
}

impl Trace {
    pub fn common(&self) -> &Common {
        match self {
            Self::Steps(trace) => &trace.common,
            Self::Moments(trace) => &trace.common,
        }
    }

    /// How many stops are told.
    pub fn length(&self) -> usize {
        match self {
            Self::Steps(trace) => trace.steps.len(),
            Self::Moments(trace) => trace.moments.len(),
        }
    }

    /// What a stop is: `step`, `moment`.
    pub fn noun(&self) -> &'static str {
        match self {
            Self::Steps(_) => "step",
            Self::Moments(_) => "moment",
        }
    }

    /// A stop, from 1, by its name: `Step 5 of 20`, `Moment 3 of 26, t = 13`; with ✗ where it breaks off the run.
    pub fn name(&self, stop: usize) -> String {
        let broken = if self.is_broken(stop) { " ✗" } else { "" };
        match self {
            Self::Steps(trace) => {
                let number = trace.steps[stop - 1].number;
                format!("Step {number} of {}{broken}", trace.length)
            }
            Self::Moments(trace) => {
                let time = text_of(&trace.moments[stop - 1].time);
                let length = trace.moments.len();
                format!("Moment {stop} of {length}{broken}, t = {time}")
            }
        }
    }

    /// How many steps or moments the run took, as far as the trace knows.
    pub fn length_of_run(&self) -> u64 {
        match self {
            Self::Steps(trace) => trace.length,
            Self::Moments(trace) => trace.moments.len() as u64,
        }
    }

    /// The steps in front of a stop that are left out of the trace, by their numbers.
    pub fn gap_before(&self, stop: usize) -> Option<RangeInclusive<u64>> {
        let Self::Steps(trace) = self else {
            return None;
        };
        let number = trace.steps.get(stop.checked_sub(1)?)?.number;
        let count = trace.left_out(stop);
        (count > 0).then(|| number - count..=number - 1)
    }

    /// How many steps in front of a stop are left out of the trace.
    pub fn left_out(&self, stop: usize) -> u64 {
        match self {
            Self::Steps(trace) => trace.left_out(stop),
            Self::Moments(_) => 0,
        }
    }

    /// What happens at a stop.
    pub fn parts(&self, stop: usize) -> Vec<Part> {
        match self {
            Self::Steps(trace) => {
                let step = &trace.steps[stop - 1];
                // In the order of their processors.
                let mut sentences: Vec<_> = step.sentences.iter().enumerate().collect();
                sentences.sort_by_cached_key(|(at, _)| {
                    let indices = step.groups.get(*at).map(|group| &group.indices);
                    let indices = indices.into_iter().flatten();
                    indices.map(|index| index.values.at(0)).collect::<Vec<_>>()
                });
                let parts = sentences.into_iter().map(|(at, text)| Part {
                    at: step.groups.get(at).map(|group| Statement {
                        source: group.source,
                        line: group.line,
                        text: group.statement.clone(),
                    }),
                    text: text.clone(),
                });
                parts.collect()
            }
            Self::Moments(trace) => {
                let lines = trace.moments[stop - 1].lines.iter();
                let parts = lines.map(|line| Part {
                    at: line.at.clone(),
                    text: line.text.clone(),
                });
                parts.collect()
            }
        }
    }

    /// Whether a stop breaks off the run.
    pub fn is_broken(&self, stop: usize) -> bool {
        match self {
            Self::Steps(trace) => trace.steps[stop - 1].broken,
            Self::Moments(trace) => {
                let mut lines = trace.moments[stop - 1].lines.iter();
                // Where no processor can go on, the last moment is where the run breaks off.
                let is_cut = trace.cut_at.is_some() || trace.common.ending.succeeded;
                lines.any(|line| line.breaks) || (stop == trace.moments.len() && !is_cut)
            }
        }
    }

    /// What was printed at a stop; before the first one, by a run without steps.
    pub fn printed(&self, stop: usize) -> Vec<String> {
        match self {
            Self::Steps(trace) => match stop {
                0 => trace.printed.clone(),
                _ => trace.steps[stop - 1].printed.clone(),
            },
            // There it is one of the lines.
            Self::Moments(_) => Vec::new(),
        }
    }

    /// The stop, from 1, at which a step is or the one behind it; of moments the moment itself.
    pub fn stop_of(&self, number: u64) -> usize {
        match self {
            Self::Steps(trace) => trace.steps.partition_point(|step| step.number < number) + 1,
            Self::Moments(_) => usize::try_from(number).unwrap_or(usize::MAX),
        }
    }
}

/// A time, to compare it.
pub fn number(value: &serde_json::Value) -> f64 {
    value.as_f64().unwrap_or(f64::INFINITY)
}
