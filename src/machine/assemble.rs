//! Bringing teams together and dissolving them: the entry, blocks, calls, and their arrays.

use std::sync::Arc;

use super::crew::extent;
use super::event::Observer;
use super::fault::FaultKind;
use super::generator;
use super::memory::{BYTES_PER_CELL, MOST_CELLS, Region};
use super::naming::Processor;
use super::pram::{Machine, Stop};
use super::schedule::{Group, Returned};
use super::team::{ArrayColumn, Handle, Lane, Lanes, Origin, ScalarColumn, Team, TeamId};
use super::value::Value;
use crate::code::control::{Algorithm, CallResult, Initial, Parameter, Pc};
use crate::code::kernel::{ArrayRef, Slot};
use crate::semantic::program::{AlgorithmId, ArrayId, BlockId, Constant, Shape};
use crate::source::Span;

/// Bytes that one value of one processor takes.
const WORD: u64 = 8;
/// Bytes that one array handle of one processor takes.
const HANDLE: u64 = 12;

impl<O: Observer> Machine<'_, O> {
    fn algorithm(&self, id: AlgorithmId) -> &Algorithm {
        &self.code.algorithms[id.index()]
    }

    /// Calls the entry with its inputs.
    pub(super) fn begin(&mut self, inputs: &[Value]) -> Result<(), Stop> {
        let entry = self.code.entry;
        let span = self.algorithm(entry).span;
        let wanted = match self.algorithm(entry).result {
            None => CallResult::None,
            Some(Shape::Scalar(_)) => CallResult::Scalar(Slot(0)),
            Some(Shape::Array { .. }) => CallResult::Array(Slot(0), ArrayId(0)),
        };
        let team = self.assemble(entry, BlockId(0), 1, None, Origin::One(0));
        let region = self.schedule.enter_run(team, Returned::new(wanted));
        let group = Group {
            team,
            lanes: Lanes::All(1),
            pc: Pc(0),
            region,
            clock: 0,
        };
        self.shared_scalars(&group, span)?;
        let code = self.code;
        for (parameter, input) in code.algorithms[entry.index()].parameters.iter().zip(inputs) {
            match (parameter, input) {
                (Parameter::Scalar(slot, ty), Value::Scalar(constant)) => {
                    self.set_scalar(team, *slot, vec![constant.word_as(*ty)]);
                }
                (Parameter::SharedScalar(slot, ty), Value::Scalar(constant)) => {
                    self.shared_parameter(&group, *slot, &[constant.word_as(*ty)], span)?;
                }
                (Parameter::Array(slot, id), Value::Array(array)) => {
                    let region = self.cells("the inputs", array.len() as u64, span, &group)?;
                    let element = code.algorithms[entry.index()].arrays[id.index()].element;
                    let words = array.words_as(element);
                    self.memory.fill(cell_range(region), &words);
                    let rows = array.dimensions.first().copied().unwrap_or(0) as u32;
                    let columns = array.dimensions.get(1).map_or(1, |columns| *columns as u32);
                    let handle = Handle {
                        base: region.base,
                        rows,
                        columns,
                    };
                    let team = &mut self.teams[team.0 as usize];
                    team.arrays[slot.0 as usize] = Some(ArrayColumn::Uniform(handle));
                    team.owned.push((*slot, region));
                }
                _ => unreachable!("inputs were bound to the entry's parameters"),
            }
        }
        self.waiting.push(group);
        Ok(())
    }

    /// A new team; its indices and arguments are still to be filled in.
    fn assemble(
        &mut self,
        algorithm: AlgorithmId,
        block: BlockId,
        width: u32,
        creator: Option<TeamId>,
        origin: Origin,
    ) -> TeamId {
        let code = self.code;
        let held = &code.algorithms[algorithm.index()].blocks[block.index()];
        let scalars = held
            .scalars
            .iter()
            .map(|_| ScalarColumn::Words(self.column(width)))
            .collect();
        let scalars_written = held
            .scalars
            .iter()
            .map(|scalar| scalar.tracked.then(|| vec![0; width as usize]));
        let depth = creator.map_or(0, |creator| {
            self.teams[creator.0 as usize].depth + u32::from(block == BlockId(0))
        });
        let team = Team {
            algorithm,
            block,
            width,
            creator,
            origin,
            scalars,
            scalars_written: scalars_written.collect(),
            arrays: vec![None; held.arrays as usize],
            owned: Vec::new(),
            depth,
        };
        self.lane_bytes += lane_bytes(&team);
        if let Some(slot) = self.free_teams.pop() {
            self.teams[slot as usize] = team;
            return TeamId(slot);
        }
        self.teams.push(team);
        TeamId(self.teams.len() as u32 - 1)
    }

    /// A column for `width` values; what it holds is of no account.
    fn column(&mut self, width: u32) -> Vec<i64> {
        let mut column = self.spare_columns.pop().unwrap_or_default();
        column.resize(width as usize, 0);
        column
    }

    /// Gives back what a team holds.
    pub(super) fn dissolve(&mut self, id: TeamId) {
        let team = &mut self.teams[id.0 as usize];
        self.lane_bytes -= lane_bytes(team);
        if team.block != BlockId(0) {
            self.live_processors -= u64::from(team.width);
        }
        for (_, region) in std::mem::take(&mut team.owned) {
            self.memory.release(region);
        }
        for column in std::mem::take(&mut team.scalars) {
            if let ScalarColumn::Words(words) = column
                && self.spare_columns.len() < 64
            {
                self.spare_columns.push(words);
            }
        }
        team.arrays.clear();
        team.scalars_written.clear();
        self.free_teams.push(id.0);
    }

    fn set_scalar(&mut self, team: TeamId, slot: Slot, column: Vec<i64>) {
        let team = &mut self.teams[team.0 as usize];
        if let Some(written) = &mut team.scalars_written[slot.0 as usize] {
            written.fill(1);
        }
        team.scalars[slot.0 as usize] = ScalarColumn::Words(column);
    }

    /// New cells, within the limit.
    fn cells(&mut self, what: &str, cells: u64, span: Span, group: &Group) -> Result<Region, Stop> {
        let limit = self.configuration.limits.memory;
        let too_much = |needed: u128| FaultKind::TooMuchMemory {
            what: what.into(),
            needed,
            limit,
        };
        let small = u32::try_from(cells)
            .ok()
            .filter(|_| self.memory.len().saturating_add(cells) < MOST_CELLS);
        let in_all = u128::from(self.memory.bytes_with(cells)) + u128::from(self.lane_bytes);
        match small {
            Some(count) if !self.memory.must_grow(count) || in_all <= u128::from(limit) => {
                Ok(self.memory.allocate(count))
            }
            _ => Err(self.fault(too_much(in_all), span, group)),
        }
    }

    /// Cells for the shared scalars of a new team, one per processor.
    fn shared_scalars(&mut self, group: &Group, span: Span) -> Result<(), Stop> {
        let team = &self.teams[group.team.0 as usize];
        let code = self.code;
        let block = &code.algorithms[team.algorithm.index()].blocks[team.block.index()];
        for slot in &block.shared_scalars {
            self.cell_each(group, *slot, span)?;
        }
        Ok(())
    }

    /// One cell for every processor of a whole team.
    fn cell_each(&mut self, group: &Group, slot: Slot, span: Span) -> Result<Region, Stop> {
        let width = group.lanes.len() as u32;
        let region = self.cells("a shared scalar", u64::from(width), span, group)?;
        let handle = |lane: Lane| Handle {
            base: region.base + lane,
            rows: 1,
            columns: 1,
        };
        let team = &mut self.teams[group.team.0 as usize];
        team.arrays[slot.0 as usize] = Some(if width == 1 {
            ArrayColumn::Uniform(handle(0))
        } else {
            ArrayColumn::Each((0..width).map(handle).collect())
        });
        team.owned.push((slot, region));
        Ok(region)
    }

    fn shared_parameter(
        &mut self,
        group: &Group,
        slot: Slot,
        words: &[i64],
        span: Span,
    ) -> Result<(), Stop> {
        let region = self.cell_each(group, slot, span)?;
        self.memory.fill(cell_range(region), &words);
        Ok(())
    }

    /// Opens a block: the columns are from, to and stride of each range.
    pub(super) fn open(
        &mut self,
        mut group: Group,
        block: BlockId,
        after: Pc,
        columns: &[Vec<i64>],
        span: Span,
    ) -> Result<Option<Group>, Stop> {
        let body = Pc(group.pc.0 + 1);
        let ranges = self.ranges(&group, columns, span)?;
        let asked: u128 = ranges.iter().map(IndexSet::processors).sum();
        let limit = self
            .configuration
            .limits
            .processors
            .min(u64::from(u32::MAX));
        if asked + u128::from(self.live_processors) > u128::from(limit) {
            let asked = asked + u128::from(self.live_processors);
            return Err(self.fault(FaultKind::TooManyProcessors { asked, limit }, span, &group));
        }
        if asked == 0 {
            group.pc = after;
            return Ok(Some(group));
        }
        let width = asked as u32;
        let creator = group.team;
        let algorithm = self.teams[creator.0 as usize].algorithm;
        let origin = if let [_] = ranges.as_slice() {
            Origin::One(group.lanes.at(0))
        } else {
            let mut origins = Vec::with_capacity(width as usize);
            for (set, lane) in ranges.iter().zip(group.lanes.iter()) {
                origins.resize(origins.len() + set.processors() as usize, lane);
            }
            Origin::Each(Arc::from(origins))
        };
        self.check_lane_memory(algorithm, block, width, span, &group)?;
        let team = self.assemble(algorithm, block, width, Some(creator), origin);
        self.live_processors += u64::from(width);
        self.observer.block(u64::from(width));
        self.fill_indices(team, &ranges);
        let clock = group.clock;
        let region = self.schedule.enter_block(group, after, team);
        let inner = Group {
            team,
            lanes: Lanes::All(width),
            pc: body,
            region,
            clock,
        };
        self.shared_scalars(&inner, span)?;
        Ok(Some(inner))
    }

    /// The ranges that each processor of a group asks for.
    fn ranges(
        &self,
        group: &Group,
        columns: &[Vec<i64>],
        span: Span,
    ) -> Result<Vec<IndexSet>, Stop> {
        let range = |position: usize, columns: &[Vec<i64>]| {
            let (from, to, stride) = (
                columns[0][position],
                columns[1][position],
                columns[2][position],
            );
            let distance = if stride > 0 {
                i128::from(to) - i128::from(from)
            } else {
                i128::from(from) - i128::from(to)
            };
            if stride == 0 {
                let lane = group.lanes.at(position);
                let processor = Processor {
                    team: group.team,
                    lane,
                };
                return Err(self.fault_of(FaultKind::ZeroStride, span, processor));
            }
            let count = if distance < 0 {
                0
            } else {
                distance as u128 / u128::from(stride.unsigned_abs()) + 1
            };
            Ok(IndexRange {
                from,
                stride,
                count,
            })
        };
        (0..group.lanes.len())
            .map(|position| {
                let slow = range(position, columns)?;
                let fast = match columns.get(3..) {
                    Some(rest) if !rest.is_empty() => Some(range(position, rest)?),
                    _ => None,
                };
                Ok(IndexSet { slow, fast })
            })
            .collect()
    }

    fn fill_indices(&mut self, id: TeamId, sets: &[IndexSet]) {
        let code = self.code;
        let team = &mut self.teams[id.0 as usize];
        let block = &code.algorithms[team.algorithm.index()].blocks[team.block.index()];
        let slots: Vec<usize> = block.indices.iter().map(|slot| slot.0 as usize).collect();
        if let ([IndexSet { slow, fast: None }], [slot]) = (sets, slots.as_slice()) {
            team.scalars[*slot] = ScalarColumn::Affine {
                from: slow.from,
                stride: slow.stride,
            };
            return;
        }
        let mut slow_column = Vec::with_capacity(team.width as usize);
        let mut fast_column = Vec::with_capacity(team.width as usize);
        for set in sets {
            for slow in set.slow.values() {
                match &set.fast {
                    None => slow_column.push(slow),
                    Some(fast) => {
                        for fast in fast.values() {
                            slow_column.push(slow);
                            fast_column.push(fast);
                        }
                    }
                }
            }
        }
        for (slot, column) in slots.iter().zip([slow_column, fast_column]) {
            team.scalars[*slot] = ScalarColumn::Words(column);
        }
    }

    fn check_lane_memory(
        &self,
        algorithm: AlgorithmId,
        block: BlockId,
        width: u32,
        span: Span,
        group: &Group,
    ) -> Result<(), Stop> {
        let held = &self.algorithm(algorithm).blocks[block.index()];
        let each = WORD * (held.scalars.len() as u64 + 4) + HANDLE * u64::from(held.arrays);
        let needed = u128::from(self.memory.bytes_with(0))
            + u128::from(self.lane_bytes)
            + u128::from(each) * u128::from(width);
        let limit = self.configuration.limits.memory;
        if needed > u128::from(limit) {
            let what = format!("{width} processors with what each of them holds");
            return Err(self.fault(
                FaultKind::TooMuchMemory {
                    what,
                    needed,
                    limit,
                },
                span,
                group,
            ));
        }
        Ok(())
    }

    /// Calls an algorithm; the columns are its scalar arguments.
    pub(super) fn call(
        &mut self,
        group: Group,
        callee: AlgorithmId,
        arrays: &[ArrayRef],
        wanted: CallResult,
        columns: &mut [Vec<i64>],
        span: Span,
    ) -> Result<Option<Group>, Stop> {
        let limit = self.configuration.limits.depth;
        let caller = &self.teams[group.team.0 as usize];
        if caller.depth >= limit {
            let algorithm = self.algorithm(callee).name.clone();
            return Err(self.fault(FaultKind::TooDeep { limit, algorithm }, span, &group));
        }
        let width = group.lanes.len() as u32;
        self.check_lane_memory(callee, BlockId(0), width, span, &group)?;
        let passed = arrays
            .iter()
            .map(|array| self.pass_array(&group, *array, span))
            .collect::<Result<Vec<_>, Stop>>()?;
        let origin = match &group.lanes {
            lanes if width == 1 => Origin::One(lanes.at(0)),
            Lanes::All(_) => Origin::Same,
            Lanes::Some(lanes) => Origin::Each(Arc::from(lanes.as_slice())),
        };
        let team = self.assemble(callee, BlockId(0), width, Some(group.team), origin);
        let (clock, next) = (group.clock, Pc(group.pc.0 + 1));
        let region = self
            .schedule
            .enter_call(group, next, team, Returned::new(wanted));
        let inner = Group {
            team,
            lanes: Lanes::All(width),
            pc: Pc(0),
            region,
            clock,
        };
        self.shared_scalars(&inner, span)?;
        let code = self.code;
        let mut scalars = columns.iter_mut();
        let mut passed = passed.into_iter();
        for parameter in &code.algorithms[callee.index()].parameters {
            match parameter {
                Parameter::Scalar(slot, _) => {
                    let column = scalars.next().expect("one column per scalar argument");
                    self.set_scalar(team, *slot, std::mem::take(column));
                }
                Parameter::SharedScalar(slot, _) => {
                    let column = scalars.next().expect("one column per scalar argument");
                    self.shared_parameter(&inner, *slot, column, span)?;
                }
                Parameter::Array(slot, _) => {
                    self.teams[team.0 as usize].arrays[slot.0 as usize] = passed.next();
                }
            }
        }
        Ok(Some(inner))
    }

    /// What the processors of a group pass when they pass an array.
    fn pass_array(&self, group: &Group, array: ArrayRef, span: Span) -> Result<ArrayColumn, Stop> {
        let first = self.handle(group, array, group.lanes.at(0), span)?;
        let team = &self.teams[group.team.0 as usize];
        let same = match array.up {
            0 => matches!(
                team.arrays[array.slot.0 as usize],
                Some(ArrayColumn::Uniform(_))
            ),
            _ => matches!(team.origin, Origin::One(_)),
        };
        if same || group.lanes.len() == 1 {
            return Ok(ArrayColumn::Uniform(first));
        }
        let handles = group
            .lanes
            .iter()
            .map(|lane| self.handle(group, array, lane, span));
        Ok(ArrayColumn::Each(handles.collect::<Result<_, Stop>>()?))
    }

    /// Processors return, with a scalar or without.
    pub(super) fn keep_results(&mut self, group: &Group, column: Option<&[i64]>) {
        let width = self.teams[group.team.0 as usize].width;
        let returned = self.schedule.returned(group.region);
        let Some(column) = column else { return };
        returned.words.resize(width as usize, 0);
        for (lane, word) in group.lanes.iter().zip(column) {
            returned.words[lane as usize] = *word;
        }
    }

    /// Processors return an array of their own, which changes hands.
    pub(super) fn keep_array(&mut self, group: &Group, slot: Slot) {
        let team = &self.teams[group.team.0 as usize];
        let Some(column) = &team.arrays[slot.0 as usize] else {
            return;
        };
        let returned = self.schedule.returned(group.region);
        returned
            .handles
            .resize(team.width as usize, Handle::default());
        for lane in group.lanes.iter() {
            returned.handles[lane as usize] = column.at(lane);
        }
        returned.slots.push(slot);
    }

    /// A call is over: its results go where the caller wants them.
    pub(super) fn hand_over(&mut self, callee: TeamId, returned: &Returned, caller: &Group) {
        match returned.wanted {
            CallResult::None => {}
            CallResult::Scalar(slot) => {
                let team = &mut self.teams[caller.team.0 as usize];
                if let ScalarColumn::Words(words) = &mut team.scalars[slot.0 as usize] {
                    for (lane, word) in caller.lanes.iter().zip(&returned.words) {
                        words[lane as usize] = *word;
                    }
                }
                if let Some(written) = &mut team.scalars_written[slot.0 as usize] {
                    caller
                        .lanes
                        .iter()
                        .for_each(|lane| written[lane as usize] = 1);
                }
            }
            CallResult::Array(slot, _) => {
                let from = &mut self.teams[callee.0 as usize];
                let (given, kept) = std::mem::take(&mut from.owned)
                    .into_iter()
                    .partition(|(slot, _)| returned.slots.contains(slot));
                from.owned = kept;
                self.bind(caller, slot, &returned.handles, given);
            }
        }
    }

    /// Gives the processors of a group new arrays under one name. What they knew under it is gone.
    fn bind(
        &mut self,
        group: &Group,
        slot: Slot,
        handles: &[Handle],
        regions: Vec<(Slot, Region)>,
    ) {
        let team = &mut self.teams[group.team.0 as usize];
        let whole = group.lanes.len() == team.width as usize;
        if whole {
            let (old, kept) = std::mem::take(&mut team.owned)
                .into_iter()
                .partition::<Vec<_>, _>(|(owner, _)| *owner == slot);
            team.owned = kept;
            for (_, region) in old {
                self.memory.release(region);
            }
        }
        team.owned
            .extend(regions.into_iter().map(|(_, region)| (slot, region)));
        let column = &mut team.arrays[slot.0 as usize];
        if let ([handle], 1) = (handles, team.width) {
            *column = Some(ArrayColumn::Uniform(*handle));
            return;
        }
        let mut each = match column.take() {
            Some(ArrayColumn::Each(each)) => each,
            _ => vec![Handle::default(); team.width as usize],
        };
        for (lane, handle) in group.lanes.iter().zip(handles) {
            each[lane as usize] = *handle;
        }
        *column = Some(ArrayColumn::Each(each));
    }

    /// Makes a new array for each processor of a group; the columns are its lengths, then the
    /// arguments of its generator.
    pub(super) fn allocate(
        &mut self,
        group: &Group,
        slot: Slot,
        array: ArrayId,
        initial: &Initial,
        columns: &[Vec<i64>],
        span: Span,
    ) -> Result<(), Stop> {
        let team = &self.teams[group.team.0 as usize];
        let info = &self.algorithm(team.algorithm).arrays[array.index()];
        let (name, rank, element) = (info.name.clone(), info.rank, info.element);
        let mut sizes = Vec::with_capacity(group.lanes.len());
        let mut total: u128 = 0;
        for (position, lane) in group.lanes.iter().enumerate() {
            let length = |axis: usize| columns.get(axis).map_or(1, |column| column[position]);
            let (rows, wide) = (length(0), if rank == 2 { length(1) } else { 1 });
            if let Some(length) = [rows, wide].into_iter().find(|length| *length < 0) {
                let processor = Processor {
                    team: group.team,
                    lane,
                };
                let kind = FaultKind::BadLength {
                    array: name,
                    length,
                };
                return Err(self.fault_of(kind, span, processor));
            }
            total = total.saturating_add(u128::from(rows as u64) * u128::from(wide as u64));
            sizes.push((rows, wide));
        }
        let cells = u64::try_from(total).unwrap_or(u64::MAX);
        // No dimension of an array that fits is larger than the number of a cell.
        if sizes
            .iter()
            .any(|(rows, wide)| (*rows.max(wide)) as u64 > MOST_CELLS)
        {
            let needed = total.max(u128::from(MOST_CELLS)) * u128::from(BYTES_PER_CELL);
            let limit = self.configuration.limits.memory;
            let kind = FaultKind::TooMuchMemory {
                what: name,
                needed,
                limit,
            };
            return Err(self.fault(kind, span, group));
        }
        let region = self.cells(&name, cells, span, group)?;
        let mut base = region.base;
        let mut handles = Vec::with_capacity(sizes.len());
        for (rows, wide) in sizes {
            let handle = Handle {
                base,
                rows: rows as u32,
                columns: wide as u32,
            };
            base += handle.cells() as u32;
            handles.push(handle);
        }
        for (position, handle) in handles.iter().enumerate() {
            let words = match initial {
                Initial::Unwritten => break,
                Initial::List(words) => {
                    if words.len() != handle.cells() {
                        let kind = FaultKind::LengthsDiffer {
                            first: name,
                            first_extent: extent(*handle, rank == 2),
                            other: "its list".into(),
                            other_extent: format!("{} values", words.len()),
                            other_span: span,
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
                        .map(|(ty, column)| Constant::from_word(column[position], *ty))
                        .collect();
                    let dimensions = match rank {
                        2 => vec![handle.rows as usize, handle.columns as usize],
                        _ => vec![handle.rows as usize],
                    };
                    // Every array of a run gets data of its own.
                    let seed = generator::seed_for(self.configuration.seed, &name)
                        .wrapping_add(u64::from(handle.base));
                    match generator::generate(*generator, &arguments, &dimensions, seed) {
                        Ok(value) => value.words_as(element).into_owned(),
                        Err(error) => {
                            let kind = FaultKind::Generator {
                                what: error.to_string(),
                            };
                            return Err(self.fault(kind, span, group));
                        }
                    }
                }
            };
            let range = handle.base as usize..handle.base as usize + handle.cells();
            self.memory.fill(range, &words);
        }
        self.bind(group, slot, &handles, vec![(slot, region)]);
        Ok(())
    }

    /// Moves the contents of one array into another of the same lengths.
    pub(super) fn move_array(
        &mut self,
        group: &Group,
        from: Slot,
        to: ArrayRef,
        span: Span,
    ) -> Result<(), Stop> {
        let team = &self.teams[group.team.0 as usize];
        let Some(source) = team.arrays[from.0 as usize].clone() else {
            return Ok(());
        };
        for lane in group.lanes.iter() {
            let (source, target) = (source.at(lane), self.handle(group, to, lane, span)?);
            if (source.rows, source.columns) != (target.rows, target.columns) {
                let team = &self.teams[group.team.0 as usize];
                let info = &self.algorithm(team.algorithm).arrays[to.id.index()];
                let kind = FaultKind::LengthsDiffer {
                    first: info.name.clone(),
                    first_extent: extent(target, info.rank == 2),
                    other: "the value".into(),
                    other_extent: extent(source, info.rank == 2),
                    other_span: span,
                };
                let processor = Processor {
                    team: group.team,
                    lane,
                };
                return Err(self.fault_of(kind, span, processor));
            }
            let cells = source.cells();
            let range = source.base as usize..source.base as usize + cells;
            self.memory.copy(range, target.base as usize);
        }
        Ok(())
    }

    /// The outputs of an entry that is an algorithm: its arrays and its result.
    pub(super) fn keep_entry_outputs(&mut self, returned: &Returned) {
        let code = self.code;
        let entry = &code.algorithms[code.entry.index()];
        if !entry.is_program {
            let team = TeamId(0);
            for parameter in &entry.parameters {
                let Parameter::Array(slot, id) = parameter else {
                    continue;
                };
                let info = &entry.arrays[id.index()];
                if let Some(column) = &self.teams[team.0 as usize].arrays[slot.0 as usize] {
                    let value = self.array_value(column.at(0), info.rank, info.element);
                    self.outputs.insert(info.name.clone(), Value::Array(value));
                }
            }
        }
        let result = match entry.result {
            Some(Shape::Scalar(ty)) => returned
                .words
                .first()
                .map(|word| Value::Scalar(Constant::from_word(*word, ty))),
            Some(Shape::Array { element, rank }) => returned
                .handles
                .first()
                .map(|handle| Value::Array(self.array_value(*handle, rank, element))),
            None => None,
        };
        if let Some(value) = result {
            self.outputs.insert("result".into(), value);
        }
    }
}

/// The processors that one processor asks for.
struct IndexSet {
    /// The first index, which changes slowly.
    slow: IndexRange,
    /// The second.
    fast: Option<IndexRange>,
}

struct IndexRange {
    from: i64,
    stride: i64,
    count: u128,
}

impl IndexSet {
    fn processors(&self) -> u128 {
        self.slow
            .count
            .saturating_mul(self.fast.as_ref().map_or(1, |fast| fast.count))
    }
}

impl IndexRange {
    fn values(&self) -> impl Iterator<Item = i64> + '_ {
        (0..self.count as i64).map(|step| self.from + step * self.stride)
    }
}

fn lane_bytes(team: &Team) -> u64 {
    let words = team.scalars.len() as u64 * WORD;
    u64::from(team.width) * (words + team.arrays.len() as u64 * HANDLE)
}

fn cell_range(region: Region) -> std::ops::Range<usize> {
    region.base as usize..region.base as usize + region.cells as usize
}
