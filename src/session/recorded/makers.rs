//! Which step of a recorded run made a value, and what its processor read.

use super::cells::Cell;
use super::run::Statement;
use super::steps::StepTrace;
use crate::machine::rules::model::Model;
use crate::present::json::trace_step::{GroupJson, IndexJson, SiteJson, StepJson};
use crate::present::json::trace_values::{CellsJson, WordJson, word_text};
use crate::session::MERGED_WRITERS;
use crate::session::command::{processor_name, whose};

/// Accesses to one cell that are looked at.
const ACCESSES: usize = 1 << 20;

/// What made a value.
pub enum Made {
    /// A processor in a step.
    By(Box<Maker>),
    /// No access: the array came to be in front of this stop with what it holds.
    Given(usize),
    /// Perhaps this stop, not all accesses of which are told.
    Perhaps(usize),
    /// Perhaps a step in front of this stop that is left out.
    LeftOut(usize),
    /// No step that is told.
    Nothing,
}

/// A processor that makes a value: its stop, its statement, and what it reads.
#[derive(Clone)]
pub struct Maker {
    /// The stop, from 1.
    pub stop: usize,
    /// The statement.
    pub at: Statement,
    /// The processor.
    pub processor: String,
    /// Of how many processors that write the cell the rule makes one value; 0 where of none.
    pub merged: usize,
    /// The first of these, each with what it reads.
    pub writers: Vec<Maker>,
    /// The value, where it is told.
    pub value: Option<String>,
    /// What it reads.
    pub reads: Vec<Read>,
    /// The calls whose results it uses.
    pub results: Vec<usize>,
    /// Whether it uses a number that it drew at random.
    pub draws: bool,
    /// Whether it may have read more.
    pub has_more: bool,
}

/// What a processor reads.
#[derive(Clone)]
pub enum Read {
    /// A cell, and what it held where that is told.
    Cell(Cell, Option<String>),
    /// A cell of an array that the processor has for itself, as written.
    Own(String, Option<String>),
    /// A scalar by its name, its number, and the processor that holds it.
    Scalar(String, usize, String),
}

impl StepTrace {
    /// What made the value that a cell holds in front of the step of a stop.
    pub fn writer_in_front(&self, stop: usize, cell: Cell) -> Made {
        if self.is_given(stop, cell) {
            return Made::Given(stop);
        }
        self.in_front(stop, |before| self.writer(before, cell))
    }

    /// What a search up to the stop before this one finds; nothing where steps in between are left out.
    fn in_front(&self, stop: usize, search: impl FnOnce(usize) -> Made) -> Made {
        if self.left_out(stop) > 0 {
            return Made::LeftOut(stop);
        }
        search(stop - 1)
    }

    /// Whether an array came to be in front of the step of a stop and a cell holds what that began with.
    fn is_given(&self, stop: usize, cell: Cell) -> bool {
        let Some(value) = value_in(&self.steps[stop - 1].given, cell) else {
            return false;
        };
        let before: Vec<usize> = match stop {
            1 => self.before.iter().map(|change| change.array).collect(),
            _ => self.live(stop - 1).to_vec(),
        };
        // A part of another array, another name of it, or a result that is handed over holds what the
        // other array held.
        let mut others = before.into_iter().filter(|other| *other != cell.0);
        !others.any(|other| {
            let place = self.place_in(cell, other);
            place.is_some_and(|place| self.value_behind(stop - 1, (other, place)) == Some(value))
        })
    }

    /// What a cell held in front of the step of a stop, where that is told.
    pub fn value_in_front(&self, stop: usize, cell: Cell) -> Option<&Option<WordJson>> {
        let given = value_in(&self.steps.get(stop.checked_sub(1)?)?.given, cell);
        given.or_else(|| self.value_behind(stop - 1, cell))
    }

    /// What a cell held behind a stop, where that is told.
    pub fn value_behind(&self, stop: usize, cell: Cell) -> Option<&Option<WordJson>> {
        let steps = self.steps[..stop].iter().rev();
        let mut told = steps.flat_map(|step| [&step.changes, &step.given]);
        let found = told.find_map(|changes| value_in(changes, cell));
        found.or_else(|| value_in(&self.before, cell))
    }

    /// What made the value that a cell holds behind a stop.
    pub fn writer(&self, stop: usize, cell: Cell) -> Made {
        for stop in (1..=stop).rev() {
            let step = &self.steps[stop - 1];
            if !step.broken {
                if let Some(maker) = self.writer_at(stop, cell) {
                    return Made::By(Box::new(maker));
                }
                if self.may_write(step, cell) {
                    return Made::Perhaps(stop);
                }
            }
            if self.left_out(stop) > 0 {
                return Made::LeftOut(stop);
            }
            let mut changes = step.changes.iter();
            let is_changed = changes
                .any(|change| change.array == cell.0 && change.cells.place_of(cell.1).is_some());
            let is_given = is_changed || self.is_given(stop, cell);
            if is_given || (stop > 1 && !self.has_cell(stop - 1, cell)) {
                return Made::Given(stop);
            }
        }
        Made::Nothing
    }

    /// The processor whose value stays in a cell that a step writes: of several that write it, the one
    /// that the rule chooses; where it makes one value of all, the first.
    fn writer_at(&self, stop: usize, cell: Cell) -> Option<Maker> {
        let step = &self.steps[stop - 1];
        let sites = step.groups.iter().flat_map(|group| {
            let written = group.sites.iter().filter(|site| site.writes);
            written.map(move |site| (group, site))
        });
        let here = sites.filter_map(|(group, site)| {
            let place = self.place_in(cell, site.array?)?;
            let access = site.cells.place_of(place)?;
            Some((group, site, place, access))
        });
        let here: Vec<_> = here.collect();
        let (group, site, _, access) = *here.first()?;
        let met = here.iter().find_map(|(_, site, place, _)| {
            let name = self.cell_name((site.array?, *place));
            step.met.iter().find(|met| met.writes && met.cell == name)
        });
        let won = here.iter().find_map(|(group, site, place, _)| {
            let winner = met?.winner.as_ref()?;
            let mut accesses = (0..site.cells.len()).take(ACCESSES);
            let access = accesses.find(|access| {
                let position = site.positions.at(*access);
                let name = position.map(|position| processor_of(group, position));
                site.cells.at(*access) == Some(*place) && name.as_ref() == Some(winner)
            })?;
            Some((*group, *site, access))
        });
        let (group, site, access) = won.unwrap_or((group, site, access));
        let position = site.positions.at(access)?;
        let mut made = maker(group, stop, position, value_at(site, access));
        let merged = met.filter(|met| met.winner.is_none() && (self.combines() || !met.agree));
        if let Some(met) = merged {
            made.merged = met.count;
            let writers = here.iter().flat_map(|(group, site, place, _)| {
                let accesses = (0..site.cells.len()).take(ACCESSES);
                let own = accesses.filter(|access| site.cells.at(*access) == Some(*place));
                own.filter_map(|access| {
                    let position = site.positions.at(access)?;
                    Some(maker(group, stop, position, value_at(site, access)))
                })
            });
            made.writers = writers.take(MERGED_WRITERS).collect();
        }
        Some(made)
    }

    /// Whether the rule makes one value of all: the greatest, for example.
    fn combines(&self) -> bool {
        let model = Model::parse(&self.common.machine.model);
        model.is_some_and(|model| model.write.combines())
    }

    /// Whether a step may write a cell by an access that is not told.
    fn may_write(&self, step: &StepJson, cell: Cell) -> bool {
        let mut sites = step.groups.iter().flat_map(|group| &group.sites);
        sites.any(|site| {
            let holds = |array| self.place_in(cell, array).is_some();
            site.writes && site.count > site.cells.len() && site.array.is_none_or(holds)
        })
    }

    /// What made the value that a processor holds behind a stop in a scalar of its own.
    pub fn assignment(&self, stop: usize, scalar: usize, processor: &str) -> Made {
        self.find_maker(stop, |group| {
            let mut assigned = group.assigned.iter();
            let assigned = assigned.find(|one| one.scalar == scalar)?;
            let mut positions = 0..assigned.values.len();
            let position = positions.find(|at| processor_of(group, *at as i64) == processor)?;
            Some((position, word_text(assigned.values[position].as_ref())))
        })
    }

    /// The scalar that a user names, `x` or `x for i = 3`, as it was assigned last up to a stop: its name, its
    /// number, and the processor that holds it.
    pub fn scalar(&self, text: &str, stop: usize) -> Option<(String, usize, String)> {
        let (name, owner) = whose(text);
        let processor = owner.map_or_else(String::new, processor_name);
        let steps = self.steps[..stop].iter().rev().filter(|step| !step.broken);
        let mut groups = steps.flat_map(|step| &step.groups);
        groups.find_map(|group| {
            let mut assigned = group.assigned.iter().filter(|one| one.name == name);
            assigned.find_map(|one| {
                let mut positions = 0..one.values.len();
                positions.find(|at| processor_of(group, *at as i64) == processor)?;
                Some((name.to_owned(), one.scalar, processor.clone()))
            })
        })
    }

    /// What made the value that a processor holds in a scalar of its own in front of the step of a stop.
    pub fn assignment_in_front(&self, stop: usize, scalar: usize, processor: &str) -> Made {
        self.in_front(stop, |before| self.assignment(before, scalar, processor))
    }

    /// What made the result of a call that a processor got in front of the step of a stop, and the name
    /// of the algorithm.
    pub fn result_in_front(
        &self,
        stop: usize,
        call: usize,
        processor: &str,
    ) -> Option<(Maker, String)> {
        let mut algorithm = None;
        let returned_by = |group: &GroupJson| {
            let returned = group.returned.as_ref().filter(|one| one.call == call)?;
            let mut positions = 0..returned.values.len();
            let position = positions.find(|at| processor_of(group, *at as i64) == processor)?;
            algorithm = Some(returned.algorithm.clone());
            Some((position, word_text(returned.values[position].as_ref())))
        };
        let made = self.in_front(stop, |before| self.find_maker(before, returned_by));
        match (made, algorithm) {
            (Made::By(maker), Some(algorithm)) => Some((*maker, algorithm)),
            _ => None,
        }
    }

    /// The last group up to a stop of which a position and a value are found.
    fn find_maker(
        &self,
        stop: usize,
        mut found_in: impl FnMut(&GroupJson) -> Option<(usize, String)>,
    ) -> Made {
        for stop in (1..=stop).rev() {
            let step = &self.steps[stop - 1];
            let mut groups = step.groups.iter().filter(|_| !step.broken);
            let made = groups.find_map(|group| {
                let (position, value) = found_in(group)?;
                Some(maker(group, stop, position as i64, Some(value)))
            });
            if let Some(made) = made {
                return Made::By(Box::new(made));
            }
            if self.left_out(stop) > 0 {
                return Made::LeftOut(stop);
            }
        }
        Made::Nothing
    }
}

/// What these changes put into a cell.
fn value_in(changes: &[CellsJson], (array, place): Cell) -> Option<&Option<WordJson>> {
    changes.iter().find_map(|change| {
        let here = (change.array == array).then(|| change.cells.place_of(place))?;
        change.values.get(here?)
    })
}

/// What a processor of a group does at a stop.
fn maker(group: &GroupJson, stop: usize, position: i64, value: Option<String>) -> Maker {
    let reading = || (group.sites.iter()).filter(|site| !site.writes && !site.subscript);
    let mut reads = Vec::new();
    for site in reading() {
        let Some(access) = site.positions.place_of(position) else {
            continue;
        };
        let value = value_at(site, access);
        match (site.array, site.cells.at(access)) {
            (Some(array), Some(place)) => {
                let cell = (array, place);
                let is_it = |read: &Read| matches!(read, Read::Cell(known, _) if *known == cell);
                if !reads.iter().any(is_it) {
                    reads.push(Read::Cell(cell, value));
                }
            }
            (None, Some(_)) => reads.push(Read::Own(site.text.clone(), value)),
            (_, None) => {}
        }
    }
    let own = group.own_reads.iter();
    reads.extend(own.map(|text| Read::Own(text.clone(), None)));
    reads.extend(group.used.iter().map(|used| {
        let around = &group.indices[..used.indices.min(group.indices.len())];
        let holder = processor_within(around, usize::try_from(position).unwrap_or(usize::MAX));
        Read::Scalar(used.name.clone(), used.scalar, holder)
    }));
    Maker {
        stop,
        at: Statement {
            source: group.source,
            line: group.line,
            text: group.statement.clone(),
        },
        processor: processor_of(group, position),
        merged: 0,
        writers: Vec::new(),
        value,
        reads,
        results: group.results.clone(),
        draws: group.draws,
        has_more: reading().any(|site| site.count > site.cells.len()),
    }
}

/// What an access read or wrote.
pub fn value_at(site: &SiteJson, access: usize) -> Option<String> {
    let value = site.values.as_ref()?.get(access)?;
    Some(word_text(value.as_ref()))
}

/// A processor of a group by its position, as users name it.
pub fn processor_of(group: &GroupJson, position: i64) -> String {
    processor_within(
        &group.indices,
        usize::try_from(position).unwrap_or(usize::MAX),
    )
}

/// The name, by these indices, of the processor at a position, or of the one that encloses it.
pub fn processor_within(indices: &[IndexJson], position: usize) -> String {
    let indices = indices.iter().filter_map(|index| {
        let value = index.values.at(position)?;
        Some(format!("{} = {value}", index.name))
    });
    indices.collect::<Vec<String>>().join(", ")
}
