//! Where a value comes from: the step that wrote it, the cells from which it was computed, and those
//! again.

use std::fmt::Write as _;

use super::Dialogue;
use super::makers::{indices_of, is_of_former_array, maker_in, merged_in, position_of, read_by};
use super::watch::own_scalar;
use crate::machine::step_view::{Temporary, Variable};
use crate::present::text::step::{merged_phrase, statement, value_text};
use crate::present::text::value::counted;
use crate::program::Constant;
use crate::result::step::GroupRecord;
use crate::session::Arrival;
use crate::session::command::processor_name;
use crate::session::question::Question;
use crate::session::search::{Found, Wanted};

/// How far back the tree goes.
const DEPTH: usize = 3;
/// Lines of the tree at most.
const LINES: usize = 30;
/// Processors that are named of those of whose values the rule makes one.
const MERGED: usize = 4;

/// A value that is asked for, behind a step.
pub(super) struct Asked {
    pub name: String,
    pub of: Of,
    pub value: String,
    /// Behind this step.
    pub step: u64,
    pub depth: usize,
}

/// Whose value it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Of {
    /// That of the cell with this number.
    Cell(u32),
    /// That of this scalar, which the processor with these values of its indices holds for itself.
    Scalar(Variable, Vec<i64>),
    /// What the processor with these values of its indices got as the result of a call.
    Result(Temporary, Vec<i64>),
}

/// A line of the tree that is still to be told.
enum Node {
    /// A value.
    Value(Asked),
    /// One of several writers, in words, and what it read.
    Writer(String, usize, Vec<Asked>),
}

/// What made a value.
struct Made {
    /// The step.
    step: u64,
    /// In words.
    told: String,
    /// What it was made of.
    from: Vec<Node>,
}

/// What a processor read.
struct Sources {
    /// Values that can be asked for again.
    read: Vec<Asked>,
    /// Arrays of its own, in words.
    own: Vec<String>,
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
        let mut open = vec![Node::Value(Asked {
            name: text.trim().to_owned(),
            of,
            value,
            step,
            depth: 0,
        })];
        let mut answer = String::new();
        let mut lines = 0;
        while let Some(node) = open.pop() {
            if lines == LINES {
                let rest = open.len() + 1;
                let _ = writeln!(
                    answer,
                    "  … and {rest} more cells; ask `why` of one of them"
                );
                break;
            }
            lines += 1;
            match node {
                Node::Writer(told, depth, read) => {
                    let _ = writeln!(answer, "{}{told}", "  ".repeat(depth));
                    open.extend(read.into_iter().rev().map(Node::Value));
                }
                Node::Value(asked) => {
                    let indent = "  ".repeat(asked.depth);
                    let _ = write!(answer, "{indent}{} = {}: ", asked.name, asked.value);
                    match self.maker(&asked) {
                        Ok(Some(made)) if asked.depth < DEPTH || made.from.is_empty() => {
                            let _ = writeln!(answer, "{}", made.told);
                            open.extend(made.from.into_iter().rev());
                        }
                        Ok(Some(made)) => {
                            let more = further_back(&asked, made.step);
                            let _ = writeln!(answer, "{} …{more}", made.told);
                        }
                        Ok(None) => {
                            let _ = writeln!(answer, "{}", given(&asked));
                        }
                        Err(Interrupted) => {
                            let _ = writeln!(answer, "stopped by Ctrl-C");
                            break;
                        }
                    }
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

    /// The last step that made a value, in words, and what its makers read; none where no step did.
    fn maker(&mut self, asked: &Asked) -> Result<Option<Made>, Interrupted> {
        let Some(step) = self.step_of_maker(asked)? else {
            return Ok(None);
        };
        self.session.go_to(step);
        let Some(record) = self.session.step() else {
            return Ok(None);
        };
        let Some((group, position)) = maker_in(record, &asked.of) else {
            return Ok(None);
        };
        let place = (step - 1, asked.depth + 1);
        let line = self.line_of(group.statement);
        if let Of::Cell(number) = asked.of {
            if is_of_former_array(record, number, &asked.value) {
                return Ok(None);
            }
            let (model, _) = self.session.model();
            let merged = merged_in(record, number, model.write);
            if !merged.is_empty() {
                let count = merged.len();
                let merged = merged.into_iter().take(MERGED);
                let merged = merged.map(|(group, at, value)| (group.clone(), at, value));
                let merged: Vec<_> = merged.collect();
                let told = format!("written in step {step}, {line}{}", merged_phrase(count));
                let from = self.told_writers(merged, count, place)?;
                return Ok(Some(Made { step, told, from }));
            }
        }
        let name = group.name(position);
        let by = if name.is_empty() {
            String::new()
        } else {
            format!(" by {name}")
        };
        let group = group.clone();
        let sources = self.sources_of(&group, position, place)?;
        let made = match asked.of {
            Of::Cell(_) => "written",
            Of::Scalar(..) => "assigned",
            Of::Result(..) => "returned",
        };
        Ok(Some(Made {
            step,
            told: format!("{made} in step {step}, {line}{by}, {}", sources.phrase()),
            from: sources.read.into_iter().map(Node::Value).collect(),
        }))
    }

    /// The last step that made a value; none where no step did.
    fn step_of_maker(&mut self, asked: &Asked) -> Result<Option<u64>, Interrupted> {
        if self.session.go_to(asked.step.saturating_add(1)) == Arrival::Interrupted {
            return Err(Interrupted);
        }
        // At the end of the run the session stands at the step itself.
        let is_here = self.session.at() == asked.step
            && (self.session.step()).is_some_and(|step| maker_in(step, &asked.of).is_some());
        if is_here {
            return Ok(Some(asked.step));
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
        match self.session.find_previous(&wanted) {
            Found::At(step, _) => Ok(Some(step)),
            Found::Nothing => Ok(None),
            Found::Interrupted(_) => Err(Interrupted),
        }
    }

    /// The first of some processors of whose values in a cell the rule makes one, and how many more there
    /// are.
    fn told_writers(
        &mut self,
        writers: Vec<(GroupRecord, usize, String)>,
        count: usize,
        (step, depth): (u64, usize),
    ) -> Result<Vec<Node>, Interrupted> {
        let rest = (count - writers.len()) as u64;
        let mut told = Vec::new();
        for (group, position, value) in writers {
            let sources = self.sources_of(&group, position, (step, depth + 1))?;
            let (name, from) = (group.name(position), sources.phrase());
            let text = format!("{name} writes {value}, {from}");
            told.push(Node::Writer(text, depth, sources.read));
        }
        if rest > 0 {
            let text = format!("… and {}", counted(rest, "other processor"));
            told.push(Node::Writer(text, depth, Vec::new()));
        }
        Ok(told)
    }

    /// What a processor of a group reads behind a step: cells, what it holds for itself, and what it got
    /// from calls.
    fn sources_of(
        &mut self,
        group: &GroupRecord,
        position: usize,
        place: (u64, usize),
    ) -> Result<Sources, Interrupted> {
        let own = group.own_reads.iter();
        let own = own.map(|read| format!("{} of its own", statement(self.sources, *read)));
        let mut sources = Sources {
            read: read_by(group, position, place),
            own: own.collect(),
        };
        let indices: Vec<i64> = indices_of(group, position).collect();
        for into in &group.temporaries {
            let result = self.result_of_call(*into, &indices, place)?;
            sources.read.extend(result.read);
            sources.own.extend(result.own);
        }
        Ok(sources)
    }

    /// What a processor got as the result of a call behind a step: where returning it took a step, that; else
    /// what was returned. Nothing where that scalar holds something else.
    fn result_of_call(
        &mut self,
        into: Temporary,
        indices: &[i64],
        (step, depth): (u64, usize),
    ) -> Result<Sources, Interrupted> {
        let none = Sources {
            read: Vec::new(),
            own: Vec::new(),
        };
        self.session.go_to(step + 1);
        if self.free_return(into, indices).is_none() {
            let wanted = Wanted {
                questions: vec![Question::Returns(into, indices.to_vec())],
                ..Wanted::default()
            };
            match self.session.find_previous(&wanted) {
                Found::At(returned, _) => self.session.go_to(returned),
                Found::Nothing => return Ok(none),
                Found::Interrupted(_) => return Err(Interrupted),
            };
            let of = Of::Result(into, indices.to_vec());
            let maker = self.session.step().and_then(|step| maker_in(step, &of));
            let result = maker.and_then(|(group, position)| {
                let returned = group.returned.as_ref()?;
                let value = Constant::from_word(returned.words.at(position), returned.ty);
                Some((format!("{}(…)", returned.algorithm), value))
            });
            if let Some((name, value)) = result {
                let value = value_text(Some(value));
                return Ok(Sources {
                    read: vec![Asked {
                        name,
                        of,
                        value,
                        step,
                        depth,
                    }],
                    ..none
                });
            }
        }
        let before = self.session.at() - 1;
        match self.free_return(into, indices) {
            Some((group, position)) => self.sources_of(&group, position, (before, depth)),
            None => Ok(none),
        }
    }

    /// The group that returned such a result in front of the step at which the session stands without a step
    /// of its own, and the position of the processor.
    fn free_return(&self, into: Temporary, indices: &[i64]) -> Option<(GroupRecord, usize)> {
        let mut returned = self.session.step()?.returned_before.iter().rev();
        returned.find_map(|group| {
            let is_it = group.returned.as_ref()?.into == into;
            let position = position_of(group, indices).filter(|_| is_it)?;
            Some((group.clone(), position))
        })
    }
}

impl Sources {
    /// `from A[0] = 1, x of i = 2 = 3`
    fn phrase(&self) -> String {
        let read = self.read.iter();
        let read = read.map(|read| format!("{} = {}", read.name, read.value));
        let all: Vec<String> = read.chain(self.own.iter().cloned()).collect();
        if all.is_empty() {
            "from constants, sizes and indices".to_owned()
        } else {
            format!("from {}", all.join(", "))
        }
    }
}

/// How to see what a value was made of in a step, where the tree goes no further.
fn further_back(asked: &Asked, step: u64) -> String {
    let name = match &asked.of {
        Of::Cell(_) => asked.name.clone(),
        Of::Scalar(..) => asked.name.replace(" of ", " for "),
        Of::Result(..) => return format!(" `goto step {step}` shows it"),
    };
    format!(" `goto step {step}` and `why {name}` tell more")
}

/// Said of a value that no step made.
fn given(asked: &Asked) -> &'static str {
    match asked.of {
        Of::Cell(_) if asked.value == value_text(None) => "no step has written it",
        Of::Cell(_) => "no step wrote it, so it is an input or what the array was filled with",
        Of::Scalar(..) | Of::Result(..) => {
            "no step assigned it: a size, a parameter or the count of a loop"
        }
    }
}

/// Ctrl-C was pressed.
struct Interrupted;
