//! Stores the results of a step whose writes need not be resolved.

use std::sync::atomic::Ordering::Relaxed;

use crate::code::algorithm::ArrayInfo;
use crate::engine::cells::Cell;
use crate::engine::kernel::analysis::GroupCells;
use crate::engine::lanes::column::Column;
use crate::engine::lanes::selection::Selection;
use crate::engine::lanes::shape::RegisterShape;
use crate::engine::memory::Memory;
use crate::engine::threads::Threads;
use crate::machine::acting::{Acting, Writes};
use crate::machine::names::TeamNames;
use crate::machine::ranks;
use crate::program::Type;

/// Writes values to cells, no two of which are the same.
pub fn store(
    memory: &Memory,
    lanes: &Selection,
    cells: &Column,
    values: &Column,
    threads: &Threads,
) {
    if lanes.len() == 1 {
        return memory.write(cells.at(lanes, 0) as usize, values.at(lanes, 0));
    }
    let line = match cells.shape {
        RegisterShape::Sequence { from, stride } => Some(GroupCells::Line { from, stride }),
        _ => None,
    };
    let extent = line.map_or(0..Cell::MAX, |line| line.extent(lanes.range()));
    let is_complete = memory.initialised.is_complete(&extent);
    threads.each_stretch(lanes.len(), |positions| {
        let extent = extent.clone();
        match (cells.shape, values.shape, lanes) {
            (RegisterShape::Unknown, RegisterShape::Unknown, _) => memory.store(
                extent,
                cells.words[positions.clone()]
                    .iter()
                    .map(|cell| *cell as usize),
                values.words[positions].iter().copied(),
            ),
            (
                RegisterShape::Sequence { from, stride },
                RegisterShape::Unknown,
                Selection::All(_),
            ) if is_complete => {
                let first = (from + stride * positions.start as i64) as usize;
                let values = values.words[positions].iter().copied();
                memory.store_line(first, stride, values);
            }
            (
                RegisterShape::Sequence { from, stride },
                RegisterShape::Unknown,
                Selection::All(_),
            ) => memory.store(
                extent,
                (positions.start as i64..positions.end as i64)
                    .map(|lane| (from + stride * lane) as usize),
                values.words[positions].iter().copied(),
            ),
            (
                RegisterShape::Sequence { from, stride },
                RegisterShape::Unknown,
                Selection::List(list),
            ) => memory.store(
                extent,
                (list[positions.clone()].iter())
                    .map(|lane| (from + stride * i64::from(*lane)) as usize),
                values.words[positions].iter().copied(),
            ),
            _ => memory.store(
                extent,
                (positions.clone()).map(|position| cells.at(lanes, position) as usize),
                positions.map(|position| values.at(lanes, position)),
            ),
        }
    });
}

/// Executes the writes of a step without concurrent writes, except in a race: then the value of the last
/// processor is stored.
pub fn store_all(memory: &Memory, acting: &[Acting<'_>], names: TeamNames<'_>, threads: &Threads) {
    let by_processor = acting.len() > 1;
    for actor in acting.iter().filter(|actor| actor.is_write()) {
        let [cells, values] = actor.results.outputs.as_slice() else {
            unreachable!("a write has a cell and a value")
        };
        let lanes = &actor.group.lanes;
        match actor.stamped {
            false => store(memory, lanes, cells, values, threads),
            true if by_processor => {}
            true => store(memory, lanes, cells, values, &Threads::alone()),
        }
    }
    if !by_processor || !acting.iter().any(|actor| actor.stamped) {
        return;
    }
    for (group, position) in ranks::in_order(names, acting) {
        let actor = &acting[group];
        if let Some(writes) = actor.writes().filter(|_| actor.stamped) {
            let cell = writes.cells[position] as usize;
            memory.write(cell, writes.values[position]);
        }
    }
}

/// Whether two words represent different values: reals have two zeros, which are one value.
#[expect(
    clippy::float_cmp,
    reason = "the same value, whatever its sign bit says of zero"
)]
pub fn differ(a: i64, b: i64, ty: Type) -> bool {
    a != b && !(ty == Type::Real && f64::from_bits(a as u64) == f64::from_bits(b as u64))
}

/// Whether two processors write different values to the same cell. The words of the memory are restored.
pub fn disagree(memory: &mut Memory, acting: &[Acting<'_>], names: TeamNames<'_>) -> bool {
    let epoch = memory.next_epoch();
    let mut before = Vec::new();
    let mut disagreeing = false;
    for actor in acting {
        let Some(writes) = actor.checked_writes() else {
            continue;
        };
        let ty = array_info(&writes, actor, names).element;
        for (cell, value) in writes.cells.iter().zip(writes.values) {
            let cell = *cell as usize;
            let word = memory.words()[cell].load(Relaxed);
            if memory.writer(cell).epoch == epoch {
                disagreeing |= differ(word, *value, ty);
            } else {
                memory.writer(cell).epoch = epoch;
                before.push((cell, word));
                memory.words()[cell].store(*value, Relaxed);
            }
        }
    }
    for (cell, word) in before {
        memory.words()[cell].store(word, Relaxed);
    }
    disagreeing
}

/// Whether a cell holds something else than what a processor wrote to it in this step.
pub fn is_replaced(memory: &Memory, acting: &[Acting<'_>], names: TeamNames<'_>) -> bool {
    acting.iter().any(|actor| {
        let Some(writes) = actor.writes().filter(|writes| writes.shared) else {
            return false;
        };
        let ty = array_info(&writes, actor, names).element;
        let mut written = writes.cells.iter().zip(writes.values);
        written.any(|(cell, value)| {
            let held = memory.words()[*cell as usize].load(Relaxed);
            differ(held, *value, ty)
        })
    })
}

/// The array that a group writes.
pub fn array_info<'a>(
    writes: &Writes<'_>,
    actor: &Acting<'_>,
    names: TeamNames<'a>,
) -> &'a ArrayInfo {
    let team = &names.teams[actor.group.team.0 as usize];
    &names.code.algorithms[team.algorithm.index()].arrays[writes.array.id.index()]
}

/// The finaliser of splitmix64 (Steele, Lea & Flood 2014).
pub fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
