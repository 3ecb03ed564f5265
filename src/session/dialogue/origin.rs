//! Where a value comes from: the step that wrote it, the cells from which it was computed, and those
//! again.

use std::fmt::Write as _;

use super::Dialogue;
use super::stop::own_scalar;
use crate::machine::step_view::{Temporary, Variable};
use crate::present::text::step::{and_others, statement, value_text};
use crate::program::Constant;
use crate::result::step::{GroupRecord, SiteRecord, StepRecord, UsedRecord};
use crate::session::Arrival;
use crate::session::command::processor_name;
use crate::session::question::Question;
use crate::session::search::{Found, Wanted};

/// How far back the tree goes.
const DEPTH: usize = 3;
/// Lines of the tree at most.
const LINES: usize = 30;

/// A value that is asked for, behind a step.
struct Asked {
    name: String,
    of: Of,
    value: String,
    /// Behind this step.
    step: u64,
    depth: usize,
}

/// Whose value it is.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Of {
    /// That of the cell with this number.
    Cell(u32),
    /// That of this scalar, which the processor with these values of its indices holds for itself.
    Scalar(Variable, Vec<i64>),
    /// What the processor with these values of its indices got as the result of a call.
    Result(Temporary, Vec<i64>),
}

impl Dialogue<'_> {
    /// The tree of the steps that made the value of a cell, or of a scalar that a processor holds for
    /// itself: `A[5]`, `x for i = 3`.
    pub(super) fn why(&mut self, text: &str) -> String {
        let here = self.session.at();
        let (of, value) = match self.named(text) {
            Ok(named) => named,
            Err(why) => return format!("{why}\n"),
        };
        // A step that breaks off has written nothing.
        let step = if self.session.is_broken() {
            here - 1
        } else {
            here
        };
        let mut open = vec![Asked {
            name: text.trim().to_owned(),
            of,
            value,
            step,
            depth: 0,
        }];
        let mut answer = String::new();
        let mut lines = 0;
        while let Some(asked) = open.pop() {
            if lines == LINES {
                let rest = open.len() + 1;
                let _ = writeln!(
                    answer,
                    "  … and {rest} more cells; ask `why` of one of them"
                );
                break;
            }
            lines += 1;
            let indent = "  ".repeat(asked.depth);
            let _ = write!(answer, "{indent}{} = {}: ", asked.name, asked.value);
            match self.writer(&asked) {
                Ok(Some((told, read))) => {
                    let _ = writeln!(answer, "{told}");
                    if asked.depth < DEPTH {
                        open.extend(read.into_iter().rev());
                    }
                }
                Ok(None) => {
                    let _ = writeln!(
                        answer,
                        "{}",
                        match asked.of {
                            Of::Cell(_) if asked.value == value_text(None) =>
                                "no step has written it",
                            Of::Cell(_) =>
                                "no step wrote it, so it is an input or what the array was filled with",
                            Of::Scalar(..) | Of::Result(..) =>
                                "no step assigned it: a size, a parameter or the count of a loop",
                        }
                    );
                }
                Err(Interrupted) => {
                    let _ = writeln!(answer, "stopped by Ctrl-C");
                    break;
                }
            }
        }
        self.session.go_to(here);
        answer
    }

    /// What a user names, and its value.
    fn named(&self, text: &str) -> Result<(Of, String), String> {
        if let Some((name, processor)) = text.split_once(" for ") {
            let name = name.trim();
            let indices = processor.split(',').map(|part| {
                let value = part.rsplit('=').next().unwrap_or(part).trim();
                value.parse::<i64>()
            });
            let indices = indices.collect::<Result<Vec<i64>, _>>();
            let indices = indices.map_err(|_| "say whose as in `why x for i = 3`".to_owned())?;
            let spoken = processor_name(processor);
            let own = own_scalar(self.session.now(), name, &spoken);
            let (variable, value) =
                own.ok_or_else(|| format!("`{spoken}` holds no `{name}` here"))?;
            return Ok((Of::Scalar(variable, indices), value_text(Some(value))));
        }
        match self.pause().cell(text) {
            Ok(cell) => {
                let value = value_text(cell.array.cell(cell.place));
                Ok((Of::Cell(cell.number()), value))
            }
            Err(why) => match own_scalar(self.session.now(), text.trim(), "") {
                // Sequential code holds it for itself.
                Some((variable, value)) => {
                    Ok((Of::Scalar(variable, Vec::new()), value_text(Some(value))))
                }
                None => Err(why),
            },
        }
    }

    /// The last step that made a value, in words, and what its maker read.
    fn writer(&mut self, asked: &Asked) -> Result<Option<(String, Vec<Asked>)>, Interrupted> {
        if self.session.go_to(asked.step.saturating_add(1)) == Arrival::Interrupted {
            return Err(Interrupted);
        }
        let question = match &asked.of {
            Of::Cell(number) => Question::Writes(*number),
            Of::Scalar(variable, indices) => Question::Assigns(*variable, indices.clone()),
            Of::Result(into, indices) => Question::Returns(*into, indices.clone()),
        };
        let wanted = Wanted {
            questions: vec![question],
            ..Wanted::default()
        };
        // At the end of the run the session stands at the step itself.
        let is_here = self.session.at() == asked.step
            && (self.session.step()).is_some_and(|step| maker_in(step, &asked.of).is_some());
        let found = if is_here {
            Found::At(asked.step, vec![0])
        } else {
            self.session.find_previous(&wanted)
        };
        let step = match found {
            Found::At(step, _) => step,
            Found::Nothing => return Ok(None),
            Found::Interrupted(_) => return Err(Interrupted),
        };
        self.session.go_to(step);
        let Some(record) = self.session.step() else {
            return Ok(None);
        };
        let Some((group, position)) = maker_in(record, &asked.of) else {
            return Ok(None);
        };
        if let Of::Cell(number) = asked.of
            && is_of_former_array(record, number, &asked.value)
        {
            return Ok(None);
        }
        let line = self.line_of(group.statement);
        let name = group.name(position);
        let by = if name.is_empty() {
            String::new()
        } else {
            format!(" by {name}{}", others(record, &asked.of))
        };
        let own = group.own_reads.iter();
        let own = own.map(|read| format!("{} of its own", statement(self.sources, *read)));
        let own: Vec<String> = own.collect();
        let indices: Vec<i64> = indices_of(group, position).collect();
        let temporaries = group.temporaries.clone();
        let place = (step - 1, asked.depth + 1);
        let mut read = read_by(group, position, place);
        for into in temporaries {
            read.extend(self.result_of_call(into, &indices, place)?);
        }
        self.session.go_to(step);
        let from = read
            .iter()
            .map(|read| format!("{} = {}", read.name, read.value));
        let from: Vec<String> = from.chain(own).collect();
        let from = if from.is_empty() {
            "from constants, sizes and indices".to_owned()
        } else {
            format!("from {}", from.join(", "))
        };
        let made = match asked.of {
            Of::Cell(_) => "written",
            Of::Scalar(..) => "assigned",
            Of::Result(..) => "returned",
        };
        Ok(Some((
            format!("{made} in step {step}, {line}{by}, {from}"),
            read,
        )))
    }

    /// What a processor got as the result of a call before the step at which the session stands; none
    /// where that scalar holds something else.
    fn result_of_call(
        &mut self,
        into: Temporary,
        indices: &[i64],
        (step, depth): (u64, usize),
    ) -> Result<Option<Asked>, Interrupted> {
        let wanted = Wanted {
            questions: vec![Question::Returns(into, indices.to_vec())],
            ..Wanted::default()
        };
        self.session.go_to(step + 1);
        let returned = match self.session.find_previous(&wanted) {
            Found::At(returned, _) => returned,
            Found::Nothing => return Ok(None),
            Found::Interrupted(_) => return Err(Interrupted),
        };
        self.session.go_to(returned);
        let of = Of::Result(into, indices.to_vec());
        let maker = self.session.step().and_then(|step| maker_in(step, &of));
        let result = maker.and_then(|(group, position)| {
            let returned = group.returned.as_ref()?;
            let value = Constant::from_word(returned.words.at(position), returned.ty);
            Some((format!("{}(…)", returned.algorithm), value))
        });
        Ok(result.map(|(name, value)| Asked {
            name,
            of,
            value: value_text(Some(value)),
            step,
            depth,
        }))
    }
}

/// Ctrl-C was pressed.
struct Interrupted;

/// The processor that makes a value in a step.
fn maker_in<'s>(step: &'s StepRecord, of: &Of) -> Option<(&'s GroupRecord, usize)> {
    match of {
        Of::Cell(number) => writer_in(step, *number),
        Of::Scalar(variable, values) => step.groups.iter().find_map(|group| {
            let mut assigned = group.assigned.iter();
            assigned.find(|scalar| scalar.variable == *variable)?;
            Some((group, position_of(group, values)?))
        }),
        Of::Result(into, values) => step.groups.iter().find_map(|group| {
            let returned = group.returned.as_ref();
            let position = position_of(group, values)?;
            returned
                .is_some_and(|returned| returned.into == *into)
                .then_some((group, position))
        }),
    }
}

/// What a processor of a group reads in a step: cells, and what it holds for itself.
fn read_by(group: &GroupRecord, position: usize, (step, depth): (u64, usize)) -> Vec<Asked> {
    let mut read: Vec<Asked> = Vec::new();
    for site in group.sites.iter().filter(|site| !site.is_write) {
        for access in accesses_by(site, position) {
            let of = Of::Cell(site.cells.at(access) as u32);
            if read.iter().all(|known| known.of != of) {
                read.push(Asked {
                    name: site.cell(access),
                    of,
                    value: value_text(site.value(access)),
                    step,
                    depth,
                });
            }
        }
    }
    for used in &group.used {
        let UsedRecord { name, variable, .. } = used;
        let Some(value) = used.value(position) else {
            continue;
        };
        let indices = indices_of(group, position).take(used.indices);
        let indices: Vec<i64> = indices.collect();
        let whose = group.name_within(position, used.indices);
        read.push(Asked {
            name: if whose.is_empty() {
                name.clone()
            } else {
                format!("{name} of {whose}")
            },
            of: Of::Scalar(*variable, indices),
            value: value_text(Some(value)),
            step,
            depth,
        });
    }
    read
}

/// Names the other writers of a cell, where the model combines what they write in this step.
fn others(step: &StepRecord, of: &Of) -> String {
    let Of::Cell(number) = of else {
        return String::new();
    };
    let mut met = step.writers_met.meetings.listed.iter();
    let met = met.find(|met| met.number == *number && met.winner.is_none() && !met.agree);
    met.map_or_else(String::new, |met| and_others(met.count))
}

/// Whether another value than this was written into a cell: then an array that is gone had the cell. Where
/// processors meet, one value may be made of all.
fn is_of_former_array(step: &StepRecord, cell: u32, value: &str) -> bool {
    let is_here = |number: i64| number == i64::from(cell);
    let mut writes = step
        .sites()
        .map(|(_, site)| site)
        .filter(|site| site.is_write);
    let written = writes.find_map(|site| Some(site.value(site.cells.iter().position(is_here)?)));
    let is_met = step.writers_met.meetings.cells.binary_search(&cell).is_ok();
    !is_met && written.is_some_and(|written| value_text(written) != value)
}

/// The position of the processor with these values of its indices.
fn position_of(group: &GroupRecord, values: &[i64]) -> Option<usize> {
    let is_one = |position: &usize| indices_of(group, *position).eq(values.iter().copied());
    (0..group.processors).find(is_one)
}

/// The values of the indices of a processor, outermost first.
fn indices_of(group: &GroupRecord, position: usize) -> impl Iterator<Item = i64> + '_ {
    let indices = group.indices.iter();
    indices.map(move |(_, values)| values.at(position))
}

/// The processor whose value stays in a cell that a step writes: of several that write it, the one
/// that the rule chooses; where it makes one value of all, the first.
fn writer_in(step: &StepRecord, cell: u32) -> Option<(&GroupRecord, usize)> {
    if let Some((group, position)) = step.writers_met.winner(cell) {
        return Some((step.groups.get(group)?, position));
    }
    let mut writes = step.sites().filter(|(_, site)| site.is_write);
    writes.find_map(|(group, site)| {
        let access = site
            .cells
            .iter()
            .position(|written| written == i64::from(cell))?;
        Some((group, site.positions.at(access) as usize))
    })
}

/// The accesses of a processor at a place of the source.
fn accesses_by(site: &SiteRecord, position: usize) -> impl Iterator<Item = usize> + '_ {
    (0..site.len()).filter(move |access| site.positions.at(*access) == position as i64)
}
