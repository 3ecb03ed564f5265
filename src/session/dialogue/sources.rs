//! What a processor read for a value that it computed: cells, what it holds for itself, and results of
//! calls.

use super::Dialogue;
use super::names::PausedProcessor;
use super::origin::{Asked, Interrupted};
use crate::language::Voice;
use crate::machine::view::ArrayView;
use crate::present::text::step::{statement, value_text};
use crate::program::Constant;
use crate::semantic::constant::Lookup;
use crate::session::DRAWN;
use crate::session::expression::{self, StopNames};
use crate::session::question::StepQuestion;
use crate::session::search::{SearchGoal, SearchResult};
use crate::source::Span;
use crate::syntax::ast::ExprKind;
use crate::trace::makers::{MakerRead, ValueHolder, maker, read_by};
use crate::trace::{Group, Scalar, Step};

pub(super) struct ReadSources {
    /// Values whose origin can be asked for again.
    pub read: Vec<Asked>,
    /// Other operands, in words: arrays of its own, and random numbers.
    other: Vec<String>,
}

impl Dialogue<'_> {
    /// What a processor of a group reads, after a step: cells, what it holds for itself, and results of
    /// calls.
    pub(super) fn sources_of(
        &mut self,
        group: &Group,
        position: usize,
        place: (u64, usize),
    ) -> Result<ReadSources, Interrupted> {
        let (step, depth) = place;
        let asked = |MakerRead { name, of, value }| Asked {
            name,
            of,
            value: value_text(value),
            step,
            depth,
        };
        let mut sources = ReadSources {
            read: read_by((group, position)).into_iter().map(asked).collect(),
            other: Vec::new(),
        };
        if !group.own_reads.is_empty() && self.session.at() != place.0 + 1 {
            self.session.go_to(place.0 + 1);
        }
        for read in &group.own_reads {
            match self.own_read(group, position, (*read, place)) {
                Some(asked) => {
                    if sources.read.iter().all(|known| known.of != asked.of) {
                        sources.read.push(asked);
                    }
                }
                // Scalars and cells are not enough to determine which cell it was.
                None => {
                    (sources.other).push(format!("its own {}", statement(self.sources, *read)));
                }
            }
        }
        let indices: Vec<i64> = group.indices_of(position).collect();
        for into in &group.results {
            let result = self.result_of_call(*into, &indices, place)?;
            sources.read.extend(result.read);
            sources.other.extend(result.other);
        }
        if group.draws {
            sources.other.push(DRAWN.to_owned());
        }
        Ok(sources)
    }

    /// The cell of an array of its own that a processor of a group reads in the current step at a place
    /// of the source; `None` if the subscripts are not known.
    fn own_read(
        &self,
        group: &Group,
        position: usize,
        (read, (step, depth)): (Span, (u64, usize)),
    ) -> Option<Asked> {
        let (name, subscripts) = match expression::read(self.sources.text(read)).ok()?.kind {
            ExprKind::Name(name) => (name.text, Vec::new()),
            ExprKind::Element(name, subscripts) => (name.text, subscripts),
            _ => return None,
        };
        let (team, lanes) = self.place_of(group)?;
        let reader = Reader {
            standing: PausedProcessor::new(self.pause(), team, lanes.at(position)),
            step: self.session.step()?,
            group,
            position,
        };
        let subscripts = subscripts.into_iter();
        let places = subscripts.map(|one| expression::subscript(one, &reader).ok());
        let places: Vec<i64> = places.collect::<Option<_>>()?;
        let array = reader.standing.array(&name)?;
        let place = array.place(&places)?;
        let number = array.base() + place as u32;
        let (owner, lane) = reader.standing.owner_of(number)?;
        let shown: Vec<String> = places.iter().map(i64::to_string).collect();
        let cell = match shown.len() {
            0 => name,
            _ => format!("{name}[{}]", shown.join(",")),
        };
        Some(Asked {
            name: format!("{cell} of {}", owner.name(lane)),
            of: ValueHolder::Own(number, owner.serial()),
            value: value_text(reader.cell_before(array, place)),
            step,
            depth,
        })
    }

    /// The result of a call that a processor received, after a step: the step of the return if it took
    /// one, else what was returned. Empty if that scalar holds something else.
    fn result_of_call(
        &mut self,
        into: Scalar,
        indices: &[i64],
        (step, depth): (u64, usize),
    ) -> Result<ReadSources, Interrupted> {
        let none = ReadSources {
            read: Vec::new(),
            other: Vec::new(),
        };
        self.session.go_to(step + 1);
        if self.free_return(into, indices).is_none() {
            let wanted = SearchGoal {
                questions: vec![StepQuestion::Returns(into, indices.to_vec())],
                ..SearchGoal::default()
            };
            match self.session.find_previous(&wanted) {
                SearchResult::At(returned, _) => self.session.go_to(returned),
                SearchResult::Nothing => return Ok(none),
                SearchResult::Interrupted(_) => return Err(Interrupted),
            };
            let of = ValueHolder::Result(into, indices.to_vec());
            let maker = self.session.step().and_then(|step| maker(step, &of));
            let result = maker.and_then(|(group, position)| {
                let returned = group.returned.as_ref()?;
                let value = returned.values.at(position);
                Some((format!("{}(…)", returned.algorithm), value))
            });
            if let Some((name, value)) = result {
                let value = value_text(value);
                return Ok(ReadSources {
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

    /// The group that returned such a result before the current step without a step of its own, and the
    /// position of the processor.
    fn free_return(&self, into: Scalar, indices: &[i64]) -> Option<(Group, usize)> {
        let mut returned = self.session.step()?.handed_before.iter().rev();
        returned.find_map(|group| {
            let is_it = group.returned.as_ref()?.call == into;
            let position = group.position_with(indices).filter(|_| is_it)?;
            Some((group.clone(), position))
        })
    }
}

/// What a processor finds in a step, before its writes.
struct Reader<'v> {
    /// Its state after the step.
    standing: PausedProcessor<'v>,
    step: &'v Step,
    group: &'v Group,
    position: usize,
}

impl Reader<'_> {
    /// The content of a cell before the step.
    fn cell_before(&self, array: ArrayView<'_>, place: usize) -> Option<Constant> {
        let number = i64::from(array.base()) + place as i64;
        let mut writes = self.step.sites().filter(|(_, site)| site.writes);
        let replaced = writes.find_map(|(_, site)| {
            let access = site.cells.place_of(number)?;
            Some(site.replaced(access))
        });
        replaced.unwrap_or_else(|| array.cell(place))
    }
}

impl StopNames for Reader<'_> {
    fn element(&self, array: &str, places: &[i64]) -> Result<Constant, String> {
        let found = self.standing.array(array);
        let value = found.and_then(|found| self.cell_before(found, found.place(places)?));
        value.ok_or_else(|| format!("that cell of `{array}` held nothing"))
    }
}

impl Lookup for Reader<'_> {
    fn scalar(&self, name: &str) -> Option<Constant> {
        // A scalar that the statement assigns has another value after the step.
        let used = self.group.used.iter().find(|used| used.name == name);
        if let Some(used) = used {
            return used.values.at(self.position);
        }
        match self.standing.array(name).filter(|array| array.rank == 0) {
            Some(shared) => self.cell_before(shared, 0),
            None => self.standing.scalar(name),
        }
    }

    fn length(&self, name: &str, dimension: Option<u8>) -> Option<i64> {
        self.standing.length(name, dimension)
    }

    fn voice(&self) -> Voice {
        self.standing.voice()
    }
}

impl ReadSources {
    /// `from A[0] = 1, x of i = 2 = 3`
    pub(super) fn phrase(&self) -> String {
        let read = self.read.iter();
        let read = read.map(|read| format!("{} = {}", read.name, read.value));
        let all: Vec<String> = read.chain(self.other.iter().cloned()).collect();
        if all.is_empty() {
            "from constants, sizes and indices".to_owned()
        } else {
            format!("from {}", all.join(", "))
        }
    }
}
