//! Arrays and shared cells: making them, filling them, handing them on.

use crate::code::control::Initial;
use crate::code::kernel::{ArrayRef, Slot};
use crate::engine::cells::{Cell, Region};
use crate::engine::handle::Handle;
use crate::engine::lanes::column::Column;
use crate::engine::lanes::selection::Lane;
use crate::engine::lanes::shape::RegisterShape;
use crate::engine::lanes::team::ArrayColumn;
use crate::engine::memory::{BYTES_PER_CELL, MOST_CELLS};
use crate::machine::fault::extent::{ArrayExtent, LengthOwner};
use crate::machine::fault::{FaultKind, MemoryUse};
use crate::machine::generator;
use crate::machine::groups::Group;
use crate::machine::names::TeamProcessor;
use crate::machine::pram::{EarlyStop, Machine};
use crate::machine::value::ArrayValue;
use crate::program::{ArrayId, Constant, Generator, SameLength, Type};
use crate::source::Span;

impl Machine<'_, '_> {
    /// New cells, within the limit.
    pub(crate) fn cells(
        &mut self,
        what: impl FnOnce() -> MemoryUse,
        cells: u64,
        span: Span,
        group: &Group,
    ) -> Result<Region, EarlyStop> {
        let limit = self.configuration.limits.memory;
        let small = u32::try_from(cells)
            .ok()
            .filter(|_| self.state.memory.len().saturating_add(cells) < MOST_CELLS);
        let grown = u128::from(self.state.memory.bytes_with(cells));
        let in_all = self.state.held_bytes() - u128::from(self.state.memory.bytes_with(0)) + grown;
        match small {
            Some(count) if !self.state.memory.must_grow(count) || in_all <= u128::from(limit) => {
                if !self.state.memory.must_grow(count) {
                    self.stamp_all(false);
                }
                let allocated = self.state.memory.allocate(count);
                allocated.ok_or_else(|| {
                    let bytes = u128::from(cells) * u128::from(BYTES_PER_CELL);
                    self.refused(what(), bytes, span, group)
                })
            }
            _ => {
                let kind = FaultKind::TooMuchMemory {
                    what: what(),
                    needed: in_all,
                    limit,
                };
                Err(self.fault(kind, span, group))
            }
        }
    }

    /// Cells for the shared scalars of a new team, one per processor.
    pub(crate) fn shared_scalars(&mut self, group: &Group, span: Span) -> Result<(), EarlyStop> {
        let team = &self.state.teams[group.team.0 as usize];
        let code = self.code;
        let block = &code.algorithms[team.algorithm.index()].blocks[team.block.index()];
        for slot in &block.shared_scalars {
            self.cell_each(group, *slot, span)?;
        }
        Ok(())
    }

    /// Allocates one cell for every processor of a whole team.
    fn cell_each(&mut self, group: &Group, slot: Slot, span: Span) -> Result<Region, EarlyStop> {
        let width = group.lanes.len() as u32;
        let region = self.cells(|| MemoryUse::SharedScalar, u64::from(width), span, group)?;
        let handle = |lane: Lane| Handle::of_dimensions(region.base + lane, &[]);
        let team = &mut self.state.teams[group.team.0 as usize];
        team.arrays[slot.0 as usize] = Some(if width == 1 {
            ArrayColumn::Uniform(handle(0))
        } else {
            ArrayColumn::Row {
                first: handle(0),
                distance: 1,
            }
        });
        team.owned.push((slot, region));
        Ok(region)
    }

    /// Gives each processor of a group a cell of its own for a shared scalar parameter, with its word.
    pub(crate) fn shared_parameter(
        &mut self,
        group: &Group,
        slot: Slot,
        words: &[i64],
        span: Span,
    ) -> Result<(), EarlyStop> {
        let region = self.cell_each(group, slot, span)?;
        self.state
            .memory
            .fill(region.range(), words.iter().copied());
        Ok(())
    }

    /// Gives the processors of a group new arrays for a slot, replacing the previous ones.
    pub(crate) fn bind(
        &mut self,
        group: &Group,
        slot: Slot,
        handles: &[Handle],
        regions: Vec<(Slot, Region)>,
    ) {
        let whole = self.own(group, slot, regions);
        let team = &mut self.state.teams[group.team.0 as usize];
        let column = &mut team.arrays[slot.0 as usize];
        if let ([handle], 1) = (handles, team.width) {
            *column = Some(ArrayColumn::Uniform(*handle));
            return;
        }
        if whole {
            *column = Some(ArrayColumn::of_row(handles.to_vec()));
            return;
        }
        let mut each = match column.take() {
            Some(ArrayColumn::Each(each)) => each,
            Some(row @ ArrayColumn::Row { .. }) => {
                (0..team.width).map(|lane| row.at(lane)).collect()
            }
            _ => vec![Handle::default(); team.width as usize],
        };
        for (lane, handle) in group.lanes.iter().zip(handles) {
            each[lane as usize] = *handle;
        }
        *column = Some(ArrayColumn::Each(each));
    }

    /// Makes a group's team the owner of cells under a name; what it owned under this name before is
    /// freed if the group is the whole team. Returns whether it is.
    fn own(&mut self, group: &Group, slot: Slot, regions: Vec<(Slot, Region)>) -> bool {
        let team = &mut self.state.teams[group.team.0 as usize];
        let whole = group.lanes.len() == team.width as usize;
        if whole {
            let (old, kept) = std::mem::take(&mut team.owned)
                .into_iter()
                .partition::<Vec<_>, _>(|(owner, _)| *owner == slot);
            team.owned = kept;
            for (_, region) in old {
                self.state.memory.release(region);
            }
        }
        team.owned
            .extend(regions.into_iter().map(|(_, region)| (slot, region)));
        whole
    }

    /// Allocates unwritten arrays of the same extent for all processors of a team, contiguously.
    fn allocate_row(
        &mut self,
        group: &Group,
        slot: Slot,
        name: &str,
        lengths: &[u32],
        span: Span,
    ) -> Result<(), EarlyStop> {
        let length = |length: &u32| u64::from(*length);
        let distance = (lengths.iter().map(length)).fold(1, u64::saturating_mul);
        let cells = distance.saturating_mul(group.lanes.len() as u64);
        let region = self.cells(|| MemoryUse::Array(name.to_owned()), cells, span, group)?;
        self.own(group, slot, vec![(slot, region)]);
        let first = Handle::of_dimensions(region.base, lengths);
        let team = &mut self.state.teams[group.team.0 as usize];
        team.arrays[slot.0 as usize] = Some(ArrayColumn::Row {
            first,
            distance: distance as Cell,
        });
        Ok(())
    }

    /// The seed for the array that begins at a cell: every array of a run gets data of its own, also one
    /// that is allocated again in a loop in cells that an earlier one has freed.
    fn seed_of(&mut self, name: &str, base: Cell) -> u64 {
        let times = self.state.generated.entry((name.into(), base)).or_insert(0);
        let seed = generator::seed_for(self.configuration.seed, name)
            .wrapping_add(times.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        *times += 1;
        seed
    }

    /// Allocates an array for each processor of a group; the columns are its lengths, then the arguments
    /// of its generator.
    pub(crate) fn allocate(
        &mut self,
        group: &Group,
        slot: Slot,
        array: ArrayId,
        initial: &Initial,
        columns: &[Column],
        span: Span,
    ) -> Result<(), EarlyStop> {
        let team = &self.state.teams[group.team.0 as usize];
        let info = &self.algorithm(team.algorithm).arrays[array.index()];
        let (name, rank, element) = (info.name.clone(), info.rank, info.element);
        let is_team = group.lanes.len() == team.width as usize && team.width > 1;
        let alike = |axis: usize| match columns.get(axis).map(|column| column.shape) {
            Some(RegisterShape::Constant(length)) => u32::try_from(length).ok(),
            Some(_) => None,
            None => Some(1),
        };
        if let (Initial::Unwritten, true) = (initial, is_team) {
            let lengths: Option<Vec<u32>> = (0..usize::from(rank)).map(alike).collect();
            if let Some(lengths) = lengths {
                return self.allocate_row(group, slot, &name, &lengths, span);
            }
        }
        let mut sizes = Vec::with_capacity(group.lanes.len());
        let mut total: u128 = 0;
        for (position, lane) in group.lanes.iter().enumerate() {
            let lengths = columns[..usize::from(rank)].iter();
            let lengths = lengths.map(|column| column.at(&group.lanes, position));
            let lengths: Vec<i64> = lengths.collect();
            if let Some(length) = lengths.iter().copied().find(|length| *length < 0) {
                let processor = TeamProcessor {
                    team: group.team,
                    lane,
                };
                let kind = FaultKind::BadLength {
                    array: name,
                    length,
                };
                return Err(self.fault_of(kind, span, processor));
            }
            let cells = (lengths.iter().map(|length| u128::from(*length as u64)))
                .fold(1, u128::saturating_mul);
            total = total.saturating_add(cells);
            sizes.push(lengths);
        }
        let cells = u64::try_from(total).unwrap_or(u64::MAX);
        // No dimension of an array that fits is larger than the number of a cell.
        if sizes
            .iter()
            .flatten()
            .any(|length| *length as u64 > MOST_CELLS)
        {
            let cells = total.max(u128::from(MOST_CELLS));
            let needed = cells.saturating_mul(u128::from(BYTES_PER_CELL));
            let limit = self.configuration.limits.memory;
            let kind = FaultKind::TooMuchMemory {
                what: MemoryUse::Array(name),
                needed,
                limit,
            };
            return Err(self.fault(kind, span, group));
        }
        let region = self.cells(|| MemoryUse::Array(name.clone()), cells, span, group)?;
        let mut base = region.base;
        let mut handles = Vec::with_capacity(sizes.len());
        for lengths in sizes {
            let lengths: Vec<u32> = lengths.into_iter().map(|length| length as u32).collect();
            let handle = Handle::of_dimensions(base, &lengths);
            base += handle.cells() as u32;
            handles.push(handle);
        }
        let seed = match initial {
            Initial::Generator { generator, .. } if generator.draws() => {
                self.seed_of(&name, region.base)
            }
            Initial::Generator { .. } | Initial::Unwritten | Initial::List(_) => 0,
        };
        for (position, handle) in handles.iter().enumerate() {
            let range = handle.base as usize..handle.base as usize + handle.cells();
            let words = match initial {
                Initial::Unwritten => break,
                // A constant needs no list of values.
                Initial::Generator {
                    generator: Generator::Constant,
                    arguments,
                } if arguments.len() == 1 => {
                    let value = columns[rank as usize].at(&group.lanes, position);
                    let word = Constant::from_word(value, arguments[0]).word_as(element);
                    self.state.memory.fill(range, std::iter::repeat(word));
                    continue;
                }
                Initial::List(words) => {
                    if words.len() != handle.cells() {
                        let kind = FaultKind::LengthsDiffer {
                            first: name,
                            first_extent: ArrayExtent::of(*handle, rank),
                            other: LengthOwner::List,
                            other_extent: ArrayExtent::List(words.len()),
                            other_span: span,
                            why: SameLength::List,
                        };
                        return Err(self.fault(kind, span, group));
                    }
                    words.clone()
                }
                Initial::Generator {
                    generator,
                    arguments,
                } => {
                    let values = arguments.iter().zip(&columns[rank as usize..]);
                    let arguments: Vec<Constant> = values
                        .map(|(ty, column)| {
                            Constant::from_word(column.at(&group.lanes, position), *ty)
                        })
                        .collect();
                    let dimensions = handle.dimensions(rank);
                    let own = seed.wrapping_add(u64::from(handle.base));
                    match generator::generate(*generator, &arguments, &dimensions, own) {
                        Ok(value) => value.words_as(element).into_owned(),
                        Err(error) => {
                            let kind = FaultKind::Generator { error };
                            return Err(self.fault(kind, span, group));
                        }
                    }
                }
            };
            self.state.memory.fill(range, words);
        }
        self.bind(group, slot, &handles, vec![(slot, region)]);
        Ok(())
    }

    /// Moves the contents of one array into another of the same lengths.
    pub(crate) fn move_array(
        &mut self,
        group: &Group,
        from: Slot,
        to: ArrayRef,
        span: Span,
    ) -> Result<(), EarlyStop> {
        let team = &self.state.teams[group.team.0 as usize];
        let Some(source) = team.arrays[from.0 as usize].clone() else {
            return Ok(());
        };
        for lane in group.lanes.iter() {
            let (source, target) = (source.at(lane), self.handle(group, to, lane, span)?);
            if source.lengths != target.lengths {
                let team = &self.state.teams[group.team.0 as usize];
                let info = &self.algorithm(team.algorithm).arrays[to.id.index()];
                let kind = FaultKind::LengthsDiffer {
                    first: info.name.clone(),
                    first_extent: ArrayExtent::of(target, info.rank),
                    other: LengthOwner::Value,
                    other_extent: ArrayExtent::of(source, info.rank),
                    other_span: span,
                    why: SameLength::Whole,
                };
                let processor = TeamProcessor {
                    team: group.team,
                    lane,
                };
                return Err(self.fault_of(kind, span, processor));
            }
            let cells = source.cells();
            let range = source.base as usize..source.base as usize + cells;
            self.state.memory.copy(range, target.base as usize);
        }
        Ok(())
    }

    /// The value of an array, for outside.
    pub(crate) fn array_value(&self, handle: Handle, rank: u8, element: Type) -> ArrayValue {
        let range = handle.base as usize..handle.base as usize + handle.cells();
        let written: Vec<bool> = (range.clone())
            .map(|cell| self.state.memory.initialised.has(cell))
            .collect();
        ArrayValue {
            element,
            dimensions: handle.dimensions(rank),
            words: self.state.memory.words_of(range),
            written: if written.contains(&false) {
                written
            } else {
                Vec::new()
            },
        }
    }
}
