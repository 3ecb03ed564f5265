//! The origin of a value: the step that wrote it, the cells from which it was computed, and the origins
//! of these.

use std::fmt::Write as _;

use super::Dialogue;
use super::names::{PauseNames, own_scalar};
use crate::engine::lanes::selection::Selection;
use crate::machine::view::TeamView;
use crate::present::text::step::{merged_phrase, value_text};
use crate::present::text::value::counted;
use crate::present::text::visible::visible;
use crate::session::question::StepQuestion;
use crate::session::search::{SearchGoal, SearchResult};
use crate::session::{MERGED_WRITERS, SessionArrival};
use crate::trace::makers::{ValueHolder, maker, merged, passer, written};
use crate::trace::{Group, Step};

/// The depth of the tree.
const DEPTH: usize = 3;
/// Lines of the tree at most.
const LINES: usize = 30;

/// A value after a step whose origin is asked for.
pub(super) struct Asked {
    pub name: String,
    pub of: ValueHolder,
    pub value: String,
    /// After this step.
    pub step: u64,
    pub depth: usize,
}

/// A line of the tree that is still to be written.
enum Node {
    /// A value.
    Value(Asked),
    /// One of several writers, in words, and what it read.
    Writer(String, usize, Vec<Asked>),
}

/// The origin of a value.
struct Made {
    /// The step.
    step: u64,
    /// In words.
    description: String,
    /// The operands from which it was computed.
    from: Vec<Node>,
}

impl Dialogue<'_> {
    /// The tree of the steps that computed the value of a cell, or of a scalar or a cell that a
    /// processor holds for itself: `A[5]`, `x for i = 3`, `b[1] for i = 3`.
    pub(super) fn origin(&mut self, text: &str) -> String {
        let here = self.session.at();
        let (name, of, value) = match self.named(text) {
            Ok(named) => named,
            Err(why) => return format!("{why}\n"),
        };
        // A step that fails has written nothing.
        let step = if self.session.is_broken() {
            here - 1
        } else {
            here
        };
        let mut open = vec![Node::Value(Asked {
            name,
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
                Node::Writer(description, depth, read) => {
                    let _ = writeln!(answer, "{}{description}", "  ".repeat(depth));
                    open.extend(read.into_iter().rev().map(Node::Value));
                }
                Node::Value(asked) => {
                    let indent = "  ".repeat(asked.depth);
                    let _ = write!(answer, "{indent}{} = {}: ", asked.name, asked.value);
                    match self.maker(&asked) {
                        Ok(Some(made)) if asked.depth < DEPTH || made.from.is_empty() => {
                            let _ = writeln!(answer, "{}", made.description);
                            open.extend(made.from.into_iter().rev());
                        }
                        Ok(Some(made)) => {
                            let more = further_back(&asked, made.step);
                            let _ = writeln!(answer, "{} …{more}", made.description);
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

    /// The value that a user names, with its name in the usual form.
    fn named(&self, text: &str) -> Result<(String, ValueHolder, String), String> {
        let view = self.session.now();
        let Some((name, processor)) = text.split_once(" for ") else {
            let text = text.trim();
            let pause = self.pause();
            return match pause.cell(text) {
                Ok(cell) if pause.owner_of(&cell).is_some() => Err(format!(
                    "`{0}` is each processor's own: say whose, as in `why {1} for {2}`",
                    cell.array.name,
                    visible(text),
                    self.example()
                )),
                Ok(cell) => {
                    let value = value_text(cell.array.cell(cell.place));
                    Ok((text.to_owned(), ValueHolder::Cell(cell.number()), value))
                }
                Err(why) => match own_scalar(view, text, "") {
                    // Sequential code holds it for itself.
                    Some((variable, value)) => {
                        let of = ValueHolder::Scalar(variable.into(), Vec::new());
                        Ok((text.to_owned(), of, value_text(Some(value))))
                    }
                    None => Err(why),
                },
            };
        };
        let (name, processor) = (name.trim(), self.chosen(processor)?.name);
        let indices = processor.split(", ").map(|part| {
            let value = part.rsplit(" = ").next().unwrap_or(part);
            value.parse::<i64>()
        });
        let indices = indices.collect::<Result<Vec<i64>, _>>();
        let indices = indices.map_err(|_| "say whose as in `why x for i = 3`".to_owned())?;
        if let Some((variable, value)) = own_scalar(view, name, &processor) {
            let of = ValueHolder::Scalar(variable.into(), indices);
            return Ok((text.trim().to_owned(), of, value_text(Some(value))));
        }
        let pause = PauseNames {
            processor: Some(&processor),
            ..self.pause()
        };
        let cell = pause.cell(name).map_err(|why| match pause.array(name) {
            Some(_) => why,
            None if name.contains('[') => why,
            None => format!("`{processor}` holds no `{name}` here"),
        })?;
        let value = value_text(cell.array.cell(cell.place));
        Ok(match pause.owner_of(&cell) {
            Some(team) => {
                let of = ValueHolder::Own(cell.number(), team.serial());
                (format!("{name} of {processor}"), of, value)
            }
            None => (name.to_owned(), ValueHolder::Cell(cell.number()), value),
        })
    }

    /// The last step that computed a value, in words, and what it read; `None` if no step did.
    fn maker(&mut self, asked: &Asked) -> Result<Option<Made>, Interrupted> {
        let Some(step) = self.step_of_maker(asked)? else {
            return Ok(None);
        };
        self.session.go_to(step);
        let Some(record) = self.session.step() else {
            return Ok(None);
        };
        let Some((group, position)) = maker(record, &asked.of) else {
            return self.passer(asked, step);
        };
        if let ValueHolder::Own(_, serial) = asked.of
            && !self.is_done_in(group, serial)
        {
            return Ok(None);
        }
        let place = (step - 1, asked.depth + 1);
        let line = self.line_of(group.statement);
        if let ValueHolder::Cell(number) = asked.of {
            // Another value was written while an array had the cell that is gone.
            if written(record, number).is_some_and(|value| value_text(value) != asked.value) {
                return Ok(None);
            }
            let (model, _) = self.session.model();
            let merged = merged(record, number, model.write);
            if !merged.is_empty() {
                let count = merged.len();
                let merged = merged.into_iter().take(MERGED_WRITERS);
                let merged =
                    merged.map(|((group, at), value)| (group.for_written(), at, value_text(value)));
                let merged: Vec<_> = merged.collect();
                let description = format!("written in step {step}, {line}{}", merged_phrase(count));
                let from = self.writer_nodes(merged, count, place)?;
                return Ok(Some(Made {
                    step,
                    description,
                    from,
                }));
            }
        }
        let name = group.name(position);
        let by = if name.is_empty() {
            String::new()
        } else {
            format!(" by {name}")
        };
        let group = group.for_written();
        let sources = self.sources_of(&group, position, place)?;
        let made = match asked.of {
            ValueHolder::Cell(_) | ValueHolder::Own(..) => "written",
            ValueHolder::Scalar(..) => "assigned",
            ValueHolder::Result(..) => "returned",
        };
        Ok(Some(Made {
            step,
            description: format!("{made} in step {step}, {line}{by}, {}", sources.phrase()),
            from: sources.read.into_iter().map(Node::Value).collect(),
        }))
    }

    /// Whether the processors of a group of the step are in a block or call.
    fn is_done_in(&self, group: &Group, serial: u64) -> bool {
        let team = self.place_of(group).map(|(team, _)| team);
        let mut around = std::iter::successors(team, |team| Some(team.around(0)?.0));
        around.any(|team| team.serial() == serial)
    }

    /// The team of the processors of a group of the step, and their lanes there by position.
    pub(super) fn place_of(&self, group: &Group) -> Option<(TeamView<'_>, &Selection)> {
        let groups = &self.session.step()?.groups;
        let is_it =
            |other: &Group| other.statement == group.statement && other.indices == group.indices;
        let at = groups.iter().position(is_it)?;
        let after = self.session.after();
        let (team, lanes) = after.acting.get(at)?;
        Some((after.view.team(*team), lanes))
    }

    /// The argument that is passed to the parameter of a call in a step, or before it; in words, with
    /// what its caller read.
    fn passer(&mut self, asked: &Asked, step: u64) -> Result<Option<Made>, Interrupted> {
        let Some(record) = self.session.step() else {
            return Ok(None);
        };
        let in_step = passer(&record.groups, &asked.of);
        let in_front = || passer(&record.handed_before, &asked.of);
        let (when, found) = match in_step {
            Some(found) => ("in", Some(found)),
            None => ("before", in_front()),
        };
        let Some(((group, position), argument)) = found else {
            return Ok(None);
        };
        let (group, line, name) = (
            group.for_argument(argument),
            self.line_of(group.statement),
            group.name(position),
        );
        let by = if name.is_empty() {
            String::new()
        } else {
            format!(" by {name}")
        };
        let sources = self.sources_of(&group, position, (step - 1, asked.depth + 1))?;
        Ok(Some(Made {
            step,
            description: format!(
                "passed {when} step {step}, {line}{by}, {}",
                sources.phrase()
            ),
            from: sources.read.into_iter().map(Node::Value).collect(),
        }))
    }

    /// The last step that computed a value; `None` if no step did.
    fn step_of_maker(&mut self, asked: &Asked) -> Result<Option<u64>, Interrupted> {
        if self.session.go_to(asked.step.saturating_add(1)) == SessionArrival::Interrupted {
            return Err(Interrupted);
        }
        // A call may have been made before the step that reads its parameter.
        let is_next = self.session.at() == asked.step.saturating_add(1);
        let passes = |step: &Step| passer(&step.handed_before, &asked.of).is_some();
        if is_next && self.session.step().is_some_and(passes) {
            return Ok(Some(asked.step + 1));
        }
        // At the end of the run the session is at the step itself.
        let is_here = self.session.at() == asked.step
            && (self.session.step()).is_some_and(|step| maker(step, &asked.of).is_some());
        if is_here {
            return Ok(Some(asked.step));
        }
        let question = match &asked.of {
            ValueHolder::Cell(number) | ValueHolder::Own(number, _) => {
                StepQuestion::Writes(*number)
            }
            ValueHolder::Scalar(scalar, indices) => StepQuestion::Assigns(*scalar, indices.clone()),
            ValueHolder::Result(into, indices) => StepQuestion::Returns(*into, indices.clone()),
        };
        let wanted = SearchGoal {
            questions: vec![question],
            ..SearchGoal::default()
        };
        match self.session.find_previous(&wanted) {
            SearchResult::At(step, _) => Ok(Some(step)),
            SearchResult::Nothing => Ok(None),
            SearchResult::Interrupted(_) => Err(Interrupted),
        }
    }

    /// The first of some processors whose values in a cell the rule combines, and how many more there
    /// are.
    fn writer_nodes(
        &mut self,
        writers: Vec<(Group, usize, String)>,
        count: usize,
        (step, depth): (u64, usize),
    ) -> Result<Vec<Node>, Interrupted> {
        let rest = (count - writers.len()) as u64;
        let mut nodes = Vec::new();
        for (group, position, value) in writers {
            let sources = self.sources_of(&group, position, (step, depth + 1))?;
            let (name, from) = (group.name(position), sources.phrase());
            let text = format!("{name} writes {value}, {from}");
            nodes.push(Node::Writer(text, depth, sources.read));
        }
        if rest > 0 {
            let text = format!("… and {}", counted(rest, "other processor"));
            nodes.push(Node::Writer(text, depth, Vec::new()));
        }
        Ok(nodes)
    }
}

/// How to see the operands of a value in a step, where the tree ends.
fn further_back(asked: &Asked, step: u64) -> String {
    let name = match &asked.of {
        ValueHolder::Cell(_) => asked.name.clone(),
        ValueHolder::Own(..) | ValueHolder::Scalar(..) => asked.name.replace(" of ", " for "),
        ValueHolder::Result(..) => return format!(" `goto step {step}` shows it"),
    };
    format!(" `goto step {step}` and `why {name}` tell more")
}

/// The remark on a value that no step computed.
fn given(asked: &Asked) -> &'static str {
    match asked.of {
        ValueHolder::Cell(_) | ValueHolder::Own(..) if asked.value == value_text(None) => {
            "no step has written it"
        }
        ValueHolder::Cell(_) => {
            "no step wrote it, so it is an input or what the array was filled with"
        }
        ValueHolder::Own(..) => "no step wrote it, so it is what the array was filled with",
        ValueHolder::Scalar(..) | ValueHolder::Result(..) => {
            "no step assigned it: a size, a parameter or the count of a loop"
        }
    }
}

/// Ctrl-C was pressed.
pub(super) struct Interrupted;
