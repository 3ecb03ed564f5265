//! The stops of a recorded trace, steps and moments alike.

use super::file::{Array, Common, Group, Statement, StepTrace, Trace, text_of};
use crate::present::text::moment::cell_text;
use crate::program::row_order;

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
}

/// The write of a cell or the return of a result: its stop, its processor, and what this one reads.
#[derive(Clone)]
pub struct Origin {
    /// The stop, from 1.
    pub stop: usize,
    /// The statement.
    pub at: Statement,
    /// The processor.
    pub processor: String,
    /// The cells read with their values.
    pub reads: Vec<((usize, i64), String)>,
    /// The calls whose results are used.
    pub results: Vec<usize>,
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

    /// A stop, from 1, by its name: `Step 5 of 20`, `Moment 3 of 26, t = 13`.
    pub fn name(&self, stop: usize) -> String {
        match self {
            Self::Steps(trace) => {
                let number = trace.steps[stop - 1].number;
                format!("Step {number} of {}", trace.length)
            }
            Self::Moments(trace) => {
                let time = text_of(&trace.moments[stop - 1].time);
                format!("Moment {stop} of {}, t = {time}", trace.moments.len())
            }
        }
    }

    /// How many steps in front of a stop are left out of the trace.
    pub fn left_out(&self, stop: usize) -> u64 {
        match self {
            Self::Steps(trace) => {
                let before = stop.checked_sub(2).map_or(0, |at| trace.steps[at].number);
                let number = trace.steps[stop - 1].number;
                number.saturating_sub(before).saturating_sub(1)
            }
            Self::Moments(_) => 0,
        }
    }

    /// What happens at a stop.
    pub fn parts(&self, stop: usize) -> Vec<Part> {
        match self {
            Self::Steps(trace) => {
                let step = &trace.steps[stop - 1];
                let parts = step.sentences.iter().enumerate().map(|(at, text)| Part {
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
            Self::Moments(trace) => trace.moments[stop - 1].lines.iter().any(|line| line.breaks),
        }
    }

    /// What was printed at a stop.
    pub fn printed(&self, stop: usize) -> Vec<String> {
        match self {
            Self::Steps(trace) => trace.steps[stop - 1].printed.clone(),
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

impl StepTrace {
    /// The cell that a user names: `A[5]`, `M[2,3]`, `x`.
    pub fn cell(&self, text: &str) -> Result<(usize, i64), String> {
        let (name, subscripts) = match text.split_once('[') {
            None => (text.trim(), Vec::new()),
            Some((name, rest)) => {
                let inside = rest.trim_end().strip_suffix(']').unwrap_or(rest);
                let numbers = inside.split([',', '[']).map(|number| {
                    let number = number.trim().trim_end_matches(']').trim();
                    number.parse::<i64>()
                });
                let numbers = numbers.collect::<Result<Vec<i64>, _>>();
                let numbers = numbers.map_err(|_| {
                    format!(
                        "subscripts in a recorded trace are numbers, as in `{}[5]`",
                        name.trim()
                    )
                })?;
                (name.trim(), numbers)
            }
        };
        let of_rank =
            |array: &Array| array.name == name && array.dimensions.len() == subscripts.len();
        if let Some(number) = self.arrays.iter().position(of_rank) {
            let place = row_order::place(&self.arrays[number].dimensions, &subscripts);
            let place = place.and_then(|place| i64::try_from(place).ok());
            let place = place.ok_or_else(|| format!("`{text}` is outside of `{name}`"))?;
            return Ok((number, place));
        }
        Err(format!(
            "there is no cell `{text}` in this trace; `view memory` lists the arrays"
        ))
    }

    /// A cell as users name it.
    pub fn cell_name(&self, (array, place): (usize, i64)) -> String {
        let place = usize::try_from(place).unwrap_or(0);
        self.arrays.get(array).map_or_else(String::new, |array| {
            if array.dimensions.is_empty() {
                array.name.clone()
            } else {
                cell_text(&array.name, &array.dimensions, place)
            }
        })
    }

    /// Whether a step, by its stop, reads or writes a cell.
    pub fn touches(&self, stop: usize, (array, place): (usize, i64), writes: bool) -> bool {
        let sites = self.steps[stop - 1]
            .groups
            .iter()
            .flat_map(|group| &group.sites);
        sites
            .filter(|site| site.writes == writes && site.array == Some(array))
            .any(|site| site.cells.place_of(place).is_some())
    }

    /// The last stop up to one at which a cell was written.
    pub fn origin(&self, stop: usize, cell: (usize, i64)) -> Option<Origin> {
        (1..=stop).rev().find_map(|stop| {
            let step = &self.steps[stop - 1];
            if step.broken {
                return None;
            }
            step.groups
                .iter()
                .find_map(|group| origin_in(group, stop, cell))
        })
    }

    /// The last stop up to one at which a processor returned the result of a call: the origin of that, the
    /// algorithm and the value.
    pub fn result(&self, stop: usize, call: usize, processor: &str) -> Option<(Origin, String)> {
        (1..=stop).rev().find_map(|stop| {
            self.steps[stop - 1].groups.iter().find_map(|group| {
                let returned = group.returned.as_ref().filter(|one| one.call == call)?;
                let mut positions = 0..returned.values.len();
                let position = positions.find(|at| processor_of(group, *at as i64) == processor)?;
                let value = text_of(&returned.values[position]);
                let name = format!("{}(…) = {value}", returned.algorithm);
                Some((origin_of(group, stop, position as i64), name))
            })
        })
    }
}

/// Where a group writes a cell.
fn origin_in(group: &Group, stop: usize, (array, place): (usize, i64)) -> Option<Origin> {
    let mut writes = group.sites.iter();
    let (site, access) = writes.find_map(|site| {
        let is_here = site.writes && site.array == Some(array);
        let access = site.cells.place_of(place).filter(|_| is_here)?;
        Some((site, access))
    })?;
    Some(origin_of(group, stop, site.positions.at(access)?))
}

/// What a processor of a group does at a stop, as an origin.
fn origin_of(group: &Group, stop: usize, position: i64) -> Origin {
    let mut reads = Vec::new();
    for site in group.sites.iter().filter(|site| !site.writes) {
        let own = site.positions.place_of(position);
        if let Some((access, array)) = own.zip(site.array)
            && let Some(cell) = site.cells.at(access)
        {
            let values = site.values.as_ref();
            let value = values.and_then(|values| values.get(access));
            reads.push(((array, cell), value.map_or_else(String::new, text_of)));
        }
    }
    Origin {
        stop,
        at: Statement {
            source: group.source,
            line: group.line,
            text: group.statement.clone(),
        },
        processor: processor_of(group, position),
        reads,
        results: group.results.clone(),
    }
}

/// A processor of a group by its position, as users name it.
fn processor_of(group: &Group, position: i64) -> String {
    let indices = group.indices.iter().filter_map(|index| {
        let value = index.values.at(usize::try_from(position).ok()?)?;
        Some(format!("{} = {value}", index.name))
    });
    indices.collect::<Vec<String>>().join(", ")
}

/// A time, to compare it.
pub fn number(value: &serde_json::Value) -> f64 {
    value.as_f64().unwrap_or(f64::INFINITY)
}
