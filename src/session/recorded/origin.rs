//! Where a value of a trace comes from: the step that made it, the values from which it was computed,
//! and those again.

use std::fmt::Write as _;

use super::cells::Cell;
use super::makers::{Made, Maker, Read};
use super::steps::StepTrace;
use super::{Recorded, Trace};
use crate::present::json::trace_values::word_text;
use crate::present::text::step::merged_phrase;
use crate::present::text::value::counted;
use crate::present::text::visible::visible;
use crate::session::DRAWN;

/// Lines of the tree of origins at most, and how deep it goes.
const ORIGINS: usize = 30;
const DEPTH: usize = 3;

impl Recorded {
    /// The tree of the steps that wrote a cell and those from which it was computed.
    pub(super) fn why(&self, text: &str) -> String {
        let Trace::Steps(trace) = &self.trace else {
            return "The trace of a multicomputer does not hold where values come from; `pram debug \
                    FILE.pram` tells it.\n".to_owned();
        };
        let of = match trace.cell(text.trim(), self.at) {
            Ok(cell) if trace.is_live(self.at, cell.0) => Of::Cell(cell),
            Ok(cell) => {
                let name = visible(&trace.arrays[cell.0].name);
                return format!("there is no array or shared scalar `{name}` at this step\n");
            }
            Err(why) => match trace.scalar(text.trim(), self.at) {
                Some((name, scalar, processor)) => Of::Scalar(name, scalar, processor),
                None => return format!("{why}\n"),
            },
        };
        let mut open = vec![Asked {
            of,
            stop: self.at,
            depth: 0,
        }];
        let (mut answer, mut lines) = (String::new(), 0);
        while let Some(Asked { of, stop, depth }) = open.pop() {
            let indent = "  ".repeat(depth);
            if lines == ORIGINS {
                let _ = writeln!(answer, "  … and more; ask `why` of one of them");
                break;
            }
            lines += 1;
            // What a step read was there in front of it.
            let (told, maker) = trace.told(&of, (stop, depth > 0));
            let _ = write!(answer, "{indent}{}", visible(&told));
            if let Some(maker) = maker {
                let parts = trace.parts_of(&maker);
                let mut names: Vec<&str> = parts.iter().map(|(name, _)| name.as_str()).collect();
                if maker.draws {
                    names.push(DRAWN);
                }
                if maker.has_more {
                    names.push("what else the trace does not tell");
                }
                if maker.merged > 1 {
                    names.clear();
                }
                if !names.is_empty() {
                    let _ = write!(answer, ", from {}", visible(&names.join(", ")));
                }
                // A writer of several is a line of its own, but no further step back.
                let is_writer = matches!(of, Of::Writer(_));
                if depth < DEPTH || is_writer {
                    open.extend(parts.into_iter().rev().map(|(_, of)| Asked {
                        of,
                        stop: maker.stop - 1,
                        depth: depth + 1,
                    }));
                } else if !parts.is_empty() {
                    let _ = write!(answer, " … {}", trace.further_back(&of, &maker));
                }
            } else if let Of::Others(count) = of {
                let _ = write!(answer, "… and {}", counted(count as u64, "other processor"));
            }
            answer.push('\n');
        }
        answer
    }
}

/// What is asked for, up to a stop.
struct Asked {
    of: Of,
    stop: usize,
    depth: usize,
}

/// What comes from somewhere.
enum Of {
    Cell(Cell),
    /// A cell of an array that the processor has for itself, as written.
    Own(String),
    /// A scalar by its name and number, and the processor that holds it.
    Scalar(String, usize, String),
    /// The result of a call, where it was returned, with its value.
    Result(Box<Maker>, String),
    /// One of several processors of whose values the rule makes one.
    Writer(Box<Maker>),
    /// How many more of these there are.
    Others(usize),
}

impl StepTrace {
    /// What made a value that is there behind a stop, or that the next step reads, in words, and where
    /// that is one step of a processor, this.
    fn told(&self, of: &Of, (stop, is_read_next): (usize, bool)) -> (String, Option<Box<Maker>>) {
        let (name, verb, made) = match of {
            Of::Cell(cell) => {
                let made = if is_read_next {
                    self.writer_in_front(stop + 1, *cell)
                } else {
                    self.writer(stop, *cell)
                };
                let value = if is_read_next {
                    self.value_in_front(stop + 1, *cell)
                } else {
                    self.value_behind(stop, *cell)
                };
                let value = value.map(|value| word_text(value.as_ref()));
                let name = valued(self.cell_name(*cell), value.as_ref());
                (name, "written", made)
            }
            Of::Own(text) => {
                let name = text.split('[').next().unwrap_or(text).trim();
                let is_told = self.arrays.iter().any(|array| array.name == name);
                let what = if is_told {
                    "; which of its cells that is, the trace does not tell"
                } else {
                    ", which the trace does not hold"
                };
                let told = format!("`{text}`: of an array of the processor's own{what}");
                return (told, None);
            }
            Of::Scalar(name, scalar, processor) => {
                let made = if is_read_next {
                    self.assignment_in_front(stop + 1, *scalar, processor)
                } else {
                    self.assignment(stop, *scalar, processor)
                };
                let value = match &made {
                    Made::By(maker) => maker.value.as_ref(),
                    _ => None,
                };
                let name = valued(scalar_name(name, processor), value);
                (name, "assigned", made)
            }
            Of::Result(maker, name) => {
                return (self.made_in(maker, name, "returned"), Some(maker.clone()));
            }
            Of::Writer(maker) => {
                let value = maker.value.as_ref();
                let value = value.map_or_else(String::new, |value| format!(" {value}"));
                let told = format!("{} writes{value}", maker.processor);
                return (told, Some(maker.clone()));
            }
            Of::Others(_) => return (String::new(), None),
        };
        let number = |stop: usize| self.steps[stop - 1].number;
        let told = match (made, of) {
            (Made::By(maker), _) => {
                return (self.made_in(&maker, &name, verb), Some(maker));
            }
            (Made::Given(stop), _) => {
                format!(
                    "{name}: no step wrote it; its array has held it since step {}",
                    number(stop)
                )
            }
            (Made::Perhaps(stop), _) => {
                format!(
                    "{name}: perhaps {verb} in step {}, not all accesses of which are told",
                    number(stop)
                )
            }
            (Made::LeftOut(stop), _) => {
                format!(
                    "{name}: perhaps {verb} in the steps before step {} that are left out",
                    number(stop)
                )
            }
            (Made::Nothing, Of::Scalar(..)) => {
                format!("{name}: no step assigned it: a size, a parameter or the count of a loop")
            }
            (Made::Nothing, _) => format!("{name}: from before the first step that is told"),
        };
        (told, None)
    }

    /// `A[0]: written in step 2, line 6 by i = 0`
    fn made_in(&self, maker: &Maker, name: &str, verb: &str) -> String {
        let number = self.steps[maker.stop - 1].number;
        let by = match maker.processor.as_str() {
            _ if maker.merged > 1 => merged_phrase(maker.merged),
            "" => String::new(),
            processor => format!(" by {processor}"),
        };
        format!(
            "{name}: {verb} in step {number}, line {}{by}",
            maker.at.line
        )
    }

    /// How to see what a value was made of, where the tree goes no further.
    fn further_back(&self, of: &Of, maker: &Maker) -> String {
        let number = self.steps[maker.stop - 1].number;
        match of {
            Of::Cell(cell) => {
                let name = visible(&self.cell_name(*cell)).replace(" of ", " for ");
                format!("`goto step {number}` and `why {name}` tell more")
            }
            Of::Own(_) | Of::Scalar(..) | Of::Result(..) | Of::Writer(_) | Of::Others(_) => {
                format!("`goto step {number}` shows it")
            }
        }
    }

    /// What a processor computed from: with their values, and to ask on.
    fn parts_of(&self, maker: &Maker) -> Vec<(String, Of)> {
        if maker.merged > 1 {
            let writers = maker.writers.iter().cloned();
            let writers = writers.map(|one| (String::new(), Of::Writer(Box::new(one))));
            let rest = maker.merged.saturating_sub(maker.writers.len());
            let rest = (rest > 0).then(|| (String::new(), Of::Others(rest)));
            return writers.chain(rest).collect();
        }
        let reads = maker.reads.iter().map(|read| match read {
            Read::Cell(cell, value) => {
                let name = self.cell_name(*cell);
                (valued(name, value.as_ref()), Of::Cell(*cell))
            }
            Read::Own(text, value) => {
                let own = format!("{text} for {}", maker.processor);
                match self.cell(&own, maker.stop) {
                    Ok(cell) => {
                        let value = self
                            .value_in_front(maker.stop, cell)
                            .map(|value| word_text(value.as_ref()));
                        (valued(self.cell_name(cell), value.as_ref()), Of::Cell(cell))
                    }
                    Err(_) => (valued(text.clone(), value.as_ref()), Of::Own(text.clone())),
                }
            }
            Read::Scalar(name, scalar, processor) => {
                let of = Of::Scalar(name.clone(), *scalar, processor.clone());
                let spoken = scalar_name(name, processor);
                match self.assignment_in_front(maker.stop, *scalar, processor) {
                    Made::By(maker) => (valued(spoken, maker.value.as_ref()), of),
                    _ => (spoken, of),
                }
            }
        });
        let results = maker.results.iter().filter_map(|call| {
            let (maker, algorithm) = self.result_in_front(maker.stop, *call, &maker.processor)?;
            let name = valued(format!("{algorithm}(…)"), maker.value.as_ref());
            Some((name.clone(), Of::Result(Box::new(maker), name)))
        });
        reads.chain(results).collect()
    }
}

/// `A[0] = 6`; the name alone where the value is not told.
fn valued(name: String, value: Option<&String>) -> String {
    match value {
        Some(value) => format!("{name} = {value}"),
        None => name,
    }
}

/// `x of i = 2`; `x` in sequential code.
fn scalar_name(name: &str, processor: &str) -> String {
    match processor {
        "" => name.to_owned(),
        processor => format!("{name} of {processor}"),
    }
}
