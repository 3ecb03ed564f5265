//! The calls around a place of a run, and the name of an array outside them.

mod english;

use super::names::{TeamNames, TeamProcessor, name_cell};
use crate::code::algorithm::{ArrayInfo, CompiledAlgorithm, ParameterPassing};
use crate::code::control::Control;
use crate::code::kernel::ArrayRef;
use crate::diagnostic::Words;
use crate::engine::handle::Handle;
use crate::engine::lanes::selection::Lane;
use crate::engine::lanes::team::Team;
use crate::engine::part::{Taken, part};
use crate::language::{Language, Voice};
use crate::program::ArrayId;
use crate::source::Span;

/// Places of calls that a message shows; it says how many more there are.
const CALLS_SHOWN: usize = 5;

/// The calls that led to a place, innermost first; calls from one place of the source are combined.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CallTrace {
    /// The places of the calls.
    pub calls: Vec<CallPlace>,
    /// The name of the array in question at its origin.
    pub alias: Option<Alias>,
}

/// A place from which an algorithm was called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallPlace {
    /// The call in the source.
    pub span: Span,
    /// The algorithm that is called.
    pub callee: String,
    /// How many of the calls that have not returned were made here.
    pub calls: u64,
    /// Both names of those array parameters that have another name at the call.
    pub renamed: Vec<(String, String)>,
}

/// An array that was passed under another name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alias {
    pub here: String,
    /// The algorithm in which it has this name.
    pub algorithm: String,
    /// Its name at its origin.
    pub there: String,
    /// The algorithm of its origin; `None` for the program.
    pub owner: Option<String>,
    /// If only a part of it was passed, the locations of both.
    pub part: Option<PartLocation>,
}

/// The location of a part of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartLocation {
    /// The part, and its number of dimensions.
    pub part: (Handle, u8),
    /// The array.
    pub whole: (Handle, u8),
}

/// A call that has not returned.
struct Call<'a> {
    span: Span,
    callee: &'a CompiledAlgorithm,
    caller: &'a CompiledAlgorithm,
    arrays: &'a [ArrayRef],
    /// The processor that called.
    processor: TeamProcessor,
    /// The array parameters as the called algorithm holds them.
    parameters: (&'a Team, Lane),
}

impl Call<'_> {
    /// The argument for an array parameter of the callee.
    fn argument(&self, parameter: ArrayId) -> Option<ArrayRef> {
        self.arguments()
            .find(|(known, _)| *known == parameter)
            .map(|(_, argument)| argument)
    }

    /// The handle of a parameter of the callee.
    fn parameter(&self, parameter: ArrayId) -> Option<Handle> {
        let slot = (self.callee.parameters.iter()).find_map(|known| match known {
            ParameterPassing::Array(slot, id) if *id == parameter => Some(*slot),
            _ => None,
        })?;
        let (team, lane) = self.parameters;
        Some(team.arrays[slot.0 as usize].as_ref()?.at(lane))
    }

    /// The array parameters, each with its argument.
    fn arguments(&self) -> impl Iterator<Item = (ArrayId, ArrayRef)> {
        let parameters = self.callee.parameters.iter();
        let arrays = parameters.filter_map(|parameter| match parameter {
            ParameterPassing::Array(_, id) => Some(*id),
            ParameterPassing::Scalar(..) | ParameterPassing::SharedScalar(..) => None,
        });
        arrays.zip(self.arrays.iter().copied())
    }
}

impl<'a> TeamNames<'a> {
    /// The calls in which a processor is, and the origin of an array that it names there.
    pub fn trace(self, processor: TeamProcessor, array: Option<ArrayId>) -> CallTrace {
        let here = self.algorithm_of(processor);
        let mut calls: Vec<CallPlace> = Vec::new();
        let mut origin = array.map(|id| (here, id));
        let mut is_passed = array.is_some();
        let mut own: Option<Handle> = None;
        let mut part = None;
        for call in self.calls(processor) {
            match calls.iter_mut().find(|known| known.span == call.span) {
                Some(known) => known.calls += 1,
                None => calls.push(site(&call)),
            }
            // The chain of names ends where the array is no parameter.
            let passed = origin.filter(|_| is_passed);
            let Some((id, argument)) = passed.and_then(|(_, id)| Some((id, call.argument(id)?)))
            else {
                is_passed = false;
                continue;
            };
            own = own.or_else(|| call.parameter(id));
            let of = call.caller.arrays[argument.id.index()].part_of;
            let passed = of.unwrap_or(argument);
            origin = Some((call.caller, passed.id));
            if of.is_some() || part.is_some() {
                let rank =
                    |algorithm: &CompiledAlgorithm, id: ArrayId| algorithm.arrays[id.index()].rank;
                part = (own.zip(array).zip(self.handle(call.processor, passed))).map(
                    |((own, id), whole)| PartLocation {
                        part: (own, rank(here, id)),
                        whole: (whole, rank(call.caller, passed.id)),
                    },
                );
            }
        }
        let alias = array.zip(origin).and_then(|(id, (owner, there))| {
            let alias = Alias {
                here: name(here, id),
                algorithm: here.name.clone(),
                there: name(owner, there),
                owner: (!owner.is_program).then(|| owner.name.clone()),
                part,
            };
            (alias.here != alias.there || part.is_some()).then_some(alias)
        });
        CallTrace { calls, alias }
    }

    /// The array of which a part was passed to the algorithm that a processor is in, and its handle.
    /// `None` if it was passed whole.
    pub fn whole(
        self,
        processor: TeamProcessor,
        array: ArrayId,
    ) -> Option<(&'a ArrayInfo, Handle)> {
        let mut id = array;
        let mut whole = None;
        for call in self.calls(processor) {
            let Some(argument) = call.argument(id) else {
                break;
            };
            let of = call.caller.arrays[argument.id.index()].part_of;
            let passed = of.unwrap_or(argument);
            id = passed.id;
            if of.is_some() || whole.is_some() {
                let handle = self.handle(call.processor, passed)?;
                whole = Some((&call.caller.arrays[id.index()], handle));
            }
        }
        whole
    }

    /// The name of a cell in the array of which a part was passed; `None` if it was passed whole.
    pub fn cell_of_whole(
        self,
        processor: TeamProcessor,
        array: ArrayId,
        cell: u32,
    ) -> Option<String> {
        let (info, handle) = self.whole(processor, array)?;
        Some(name_cell(&info.name, info.rank, handle, cell))
    }

    fn algorithm_of(self, processor: TeamProcessor) -> &'a CompiledAlgorithm {
        &self.code.algorithms[self.team(processor.team).algorithm.index()]
    }

    /// The calls around a processor, innermost first.
    fn calls(self, processor: TeamProcessor) -> impl Iterator<Item = Call<'a>> {
        let mut next = Some(processor);
        std::iter::from_fn(move || {
            loop {
                let TeamProcessor { team, lane } = next?;
                let team = self.team(team);
                next = team.creator.map(|creator| TeamProcessor {
                    team: creator,
                    lane: team.origin.of(lane),
                });
                let (Some(processor), Some(called)) = (next, team.called) else {
                    continue;
                };
                let creator = processor.team;
                let caller = &self.code.algorithms[self.team(creator).algorithm.index()];
                let instruction = &caller.instructions[called.0 as usize];
                if let Control::Call { arrays, .. } = &instruction.control {
                    return Some(Call {
                        span: instruction.span,
                        callee: &self.code.algorithms[team.algorithm.index()],
                        caller,
                        arrays,
                        processor,
                        parameters: (team, lane),
                    });
                }
            }
        })
    }
}

fn name(algorithm: &CompiledAlgorithm, array: ArrayId) -> String {
    algorithm.arrays[array.index()].name.clone()
}

fn site(call: &Call<'_>) -> CallPlace {
    let renamed = call
        .arguments()
        .map(|(parameter, argument)| (name(call.callee, parameter), name(call.caller, argument.id)))
        .filter(|(parameter, argument)| parameter != argument);
    CallPlace {
        span: call.span,
        callee: call.callee.name.clone(),
        calls: 1,
        renamed: renamed.collect(),
    }
}

impl CallTrace {
    /// The places of the first calls.
    pub fn places(&self) -> impl Iterator<Item = Span> {
        self.calls.iter().take(CALLS_SHOWN).map(|call| call.span)
    }

    /// What is said at these places, of further calls, and of the cell that a message is about.
    pub fn words(&self, cell: Option<&str>, voice: Voice) -> Words {
        match voice.language {
            Language::English | Language::Croatian => english::words(self, cell),
        }
    }
}

impl PartLocation {
    /// The cell at subscripts of the part, as they are written: `[2,3]`; `None` outside it.
    fn cell_of(self, subscripts: &str) -> Option<u32> {
        let inside = subscripts.strip_prefix('[')?.strip_suffix(']')?;
        let places = inside
            .split(',')
            .map(|place| place.parse().ok().map(Taken::At));
        let places: Vec<Taken> = places.collect::<Option<_>>()?;
        let (handle, rank) = self.part;
        let cell = (places.len() == usize::from(rank)).then(|| part(handle, &places))?;
        Some(cell.ok()?.base)
    }
}
