//! The entry: its inputs before the run, its outputs afterwards.

use crate::code::algorithm::ParameterPassing;
use crate::code::control::{CallResult, Pc};
use crate::code::kernel::Slot;
use crate::engine::cells::Cell;
use crate::engine::handle::Handle;
use crate::engine::lanes::column::Column;
use crate::engine::lanes::selection::Selection;
use crate::engine::lanes::team::{Ancestry, ArrayColumn, TeamId};
use crate::machine::fault::MemoryUse;
use crate::machine::groups::{CallResults, Group, GroupClock};
use crate::machine::limits::value_bytes;
use crate::machine::pram::{EarlyStop, Machine};
use crate::machine::value::{ArrayValue, Value};
use crate::program::{ArrayId, BlockId, Constant, Shape, Type};

/// Arrays of fewer cells are copied from the memory; for larger ones, the allocation of the memory
/// itself is reused.
const FEWEST_MOVED: usize = 1 << 22;

impl Machine<'_, '_> {
    /// Calls the entry with its inputs.
    pub(crate) fn begin(&mut self, inputs: &[&Value]) -> Result<(), EarlyStop> {
        let entry = self.code.entry;
        let span = self.algorithm(entry).span;
        let wanted = match self.algorithm(entry).result {
            None => CallResult::None,
            Some(Shape::Scalar(_)) => CallResult::Scalar(Slot(0)),
            Some(Shape::Array { .. }) => CallResult::Array(Slot(0), ArrayId(0)),
        };
        let team = self.assemble(entry, BlockId(0), 1, None, Ancestry::One(0));
        let region = self
            .state
            .schedule
            .enter_run(team, CallResults::new(wanted));
        let group = Group {
            team,
            lanes: Selection::All(1),
            pc: Pc(0),
            region,
            clock: GroupClock::default(),
        };
        self.shared_scalars(&group, span)?;
        let code = self.code;
        // The inputs are kept during the run; where an algorithm is run, its arrays are outputs, too.
        let held: u64 = inputs.iter().map(|input| value_bytes(input)).sum();
        self.state.kept_bytes = held
            * if self.algorithm(entry).is_program {
                1
            } else {
                2
            };
        for (parameter, input) in code.algorithms[entry.index()]
            .parameters
            .iter()
            .zip(inputs.iter().copied())
        {
            match (parameter, input) {
                (ParameterPassing::Scalar(slot, ty), Value::Scalar(constant)) => {
                    let from = constant.word_as(*ty);
                    self.set_scalar(team, *slot, Column::constant(from));
                }
                (ParameterPassing::SharedScalar(slot, ty), Value::Scalar(constant)) => {
                    self.shared_parameter(&group, *slot, &[constant.word_as(*ty)], span)?;
                }
                (ParameterPassing::Array(slot, id), Value::Array(array)) => {
                    let region =
                        self.cells(|| MemoryUse::Inputs, array.len() as u64, span, &group)?;
                    let element = code.algorithms[entry.index()].arrays[id.index()].element;
                    let words = array.words_as(element);
                    self.state
                        .memory
                        .fill(region.range(), words.iter().copied());
                    let lengths = array.dimensions.iter().map(|length| *length as u32);
                    let lengths: Vec<u32> = lengths.collect();
                    let handle = Handle::of_dimensions(region.base, &lengths);
                    let team = &mut self.state.teams[team.0 as usize];
                    team.arrays[slot.0 as usize] = Some(ArrayColumn::Uniform(handle));
                    team.owned.push((*slot, region));
                }
                _ => unreachable!("inputs were bound to the entry's parameters"),
            }
        }
        self.state.waiting.push(group);
        Ok(())
    }

    /// The outputs of an entry that is an algorithm: its arrays and its result. The memory is not used
    /// after this, so the largest array takes over its allocation.
    pub(crate) fn keep_entry_outputs(&mut self, returned: &CallResults) {
        let code = self.code;
        let entry = &code.algorithms[code.entry.index()];
        let mut arrays: Vec<(String, Handle, u8, Type)> = Vec::new();
        if !entry.is_program {
            let team = TeamId(0);
            for parameter in &entry.parameters {
                let ParameterPassing::Array(slot, id) = parameter else {
                    continue;
                };
                let info = &entry.arrays[id.index()];
                if let Some(column) = &self.state.teams[team.0 as usize].arrays[slot.0 as usize] {
                    arrays.push((info.name.clone(), column.at(0), info.rank, info.element));
                }
            }
        }
        if let (Some(Shape::Array { element, rank }), Some(handle)) =
            (entry.result, returned.handles.first())
        {
            arrays.push(("result".into(), *handle, rank, element));
        }
        let largest = (0..arrays.len()).max_by_key(|at| arrays[*at].1.cells());
        let mut values: Vec<Option<ArrayValue>> = (arrays.iter().enumerate())
            .map(|(at, (_, handle, rank, element))| {
                (Some(at) != largest).then(|| self.array_value(*handle, *rank, *element))
            })
            .collect();
        if let Some(at) = largest {
            let (_, handle, rank, element) = arrays[at];
            values[at] = Some(self.last_array_value(handle, rank, element));
        }
        let outputs = arrays.into_iter().zip(values.into_iter().flatten());
        let outputs = outputs.map(|((name, ..), value)| (name, Value::Array(value)));
        self.state.outputs.extend(outputs);
        if let (Some(Shape::Scalar(ty)), Some(word)) = (entry.result, returned.words.first()) {
            let value = Value::Scalar(Constant::from_word(*word, ty));
            self.state.outputs.insert("result".into(), value);
        }
    }

    /// The value of an array, where the memory is not used afterwards.
    fn last_array_value(&mut self, handle: Handle, rank: u8, element: Type) -> ArrayValue {
        let cells = handle.cells();
        let end = handle.base + cells as Cell;
        if self.keeps_memory
            || cells < FEWEST_MOVED
            || !self
                .state
                .memory
                .initialised
                .is_complete(&(handle.base..end))
        {
            return self.array_value(handle, rank, element);
        }
        ArrayValue {
            element,
            dimensions: handle.dimensions(rank),
            words: self
                .state
                .memory
                .take_words(handle.base as usize..end as usize),
            written: Vec::new(),
        }
    }
}
