//! Concurrent writes that the rule of the model merged: where, how often, and the first of them in
//! detail. Warnings are generated from this.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering::Relaxed;

use indexmap::IndexMap;

use super::{conflict_report, store};
use crate::engine::memory::Memory;
use crate::machine::acting::Acting;
use crate::machine::names::TeamNames;
use crate::program::Constant;
use crate::source::Span;

/// The concurrent writes of a run, by the place of the source whose processors wrote a cell after others
/// (in processor order).
pub type Merged = IndexMap<Span, Merging>;

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Merging {
    /// All of them.
    pub met: MergeTally,
    /// Those in which two of the values differed and were not combined.
    pub differed: MergeTally,
    /// Every place of the source that wrote in one of these steps; the places of all concurrent writers
    /// are among them.
    pub places: BTreeSet<Span>,
}

/// How often concurrent writes occurred.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MergeTally {
    /// The number of cells, over all steps.
    pub cells: u64,
    /// The number of steps.
    pub steps: u64,
    /// The first time.
    pub first: Option<WriteMeeting>,
    /// The step of the last time.
    last: u64,
}

/// Processors that wrote one cell in one step.
#[derive(Debug, Clone, PartialEq)]
pub struct WriteMeeting {
    /// The step, from 1.
    pub step: u64,
    /// The cell, such as `A[5]`; for a shared scalar its name.
    pub cell: String,
    /// The number of processors.
    pub processors: u64,
    /// The write that won; under a rule that combines, that of the first processor.
    pub winner: WrittenValue,
    /// The value of the first other processor; if values differed, the first value that was lost.
    pub other: WrittenValue,
    /// For each place of the source whose processors wrote it: their number, and the first one.
    pub places: Vec<(u64, WrittenValue)>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct WrittenValue {
    /// The cell in the source.
    pub span: Span,
    /// The processor, as the user names it.
    pub processor: String,
    /// The value.
    pub value: Constant,
}

/// The cells that a group wrote after others, in one step.
#[derive(Debug, Clone, Copy, Default)]
pub struct MergeNote {
    /// All of them.
    pub met: CellCount,
    /// Those in which its value was the first to differ.
    pub differed: CellCount,
}

/// A number of cells of one step, and the position of the processor that wrote the first of them.
#[derive(Debug, Clone, Copy, Default)]
pub struct CellCount {
    cells: u64,
    first: usize,
}

impl CellCount {
    pub fn add(&mut self, position: usize) {
        if self.cells == 0 {
            self.first = position;
        }
        self.cells += 1;
    }
}

impl MergeTally {
    fn add(
        &mut self,
        count: CellCount,
        step: u64,
        first: impl FnOnce(usize) -> Option<WriteMeeting>,
    ) {
        if count.cells == 0 {
            return;
        }
        self.cells += count.cells;
        self.steps += u64::from(self.last != step);
        self.last = step;
        if self.first.is_none() {
            self.first = first(count.first);
        }
    }
}

/// Adds what was noted for each group in a step whose writes are complete.
pub fn add(
    merged: &mut Merged,
    notes: &[MergeNote],
    acting: &[Acting<'_>],
    (memory, names): (&mut Memory, TeamNames<'_>),
    step: u64,
) {
    for (group, note) in notes.iter().enumerate() {
        // Concurrent writes may have been noted for one group, and the difference of values for another.
        if note.met.cells + note.differed.cells == 0 {
            continue;
        }
        let Some(writes) = acting[group].writes() else {
            continue;
        };
        let merging = merged.entry(writes.span).or_default();
        let wrote = acting.iter().filter_map(Acting::writes);
        let shared = wrote.filter(|writes| writes.shared);
        merging.places.extend(shared.map(|writes| writes.span));
        let mut meeting = |position| meeting(acting, (group, position), (memory, names), step);
        merging.met.add(note.met, step, &mut meeting);
        merging.differed.add(note.differed, step, meeting);
    }
}

/// The processors that wrote the same cell as the given one.
fn meeting(
    acting: &[Acting<'_>],
    (group, position): (usize, usize),
    (memory, names): (&mut Memory, TeamNames<'_>),
    step: u64,
) -> Option<WriteMeeting> {
    let cell = acting[group].writes()?.cells[position];
    let mut writers = Vec::new();
    for actor in acting {
        let Some(writes) = actor.writes().filter(|writes| writes.shared) else {
            continue;
        };
        let ty = store::array_info(&writes, actor, names).element;
        let there = (writes.cells.iter().zip(writes.values).enumerate())
            .filter(|(_, (written, _))| **written == cell);
        writers.extend(there.map(|(position, (_, word))| {
            let processor = actor.processor(position);
            (names.path(processor), processor, writes.span, *word, ty)
        }));
    }
    writers.sort_by(|one, two| one.0.cmp(&two.0));
    let number = memory.writer(cell as usize).processor;
    let stays = memory.words()[cell as usize].load(Relaxed);
    let winner = (writers.iter())
        .position(|(_, processor, _, word, ty)| {
            names.number(*processor) == number && !store::differ(*word, stays, *ty)
        })
        .unwrap_or(0);
    let won = writers.get(winner)?;
    let other = (writers.iter())
        .find(|(_, _, _, word, ty)| store::differ(*word, won.3, *ty))
        .or_else(|| {
            writers
                .iter()
                .enumerate()
                .find(|(at, _)| *at != winner)
                .map(|(_, one)| one)
        })?;
    let written = |(_, processor, span, word, ty): &(_, _, _, _, _)| WrittenValue {
        span: *span,
        processor: names.name(*processor).unwrap_or_default(),
        value: Constant::from_word(*word, *ty),
    };
    let mut places: IndexMap<Span, (u64, usize)> = IndexMap::new();
    for (at, (_, _, span, ..)) in writers.iter().enumerate() {
        places.entry(*span).or_insert((0, at)).0 += 1;
    }
    let places = places.into_values();
    Some(WriteMeeting {
        step,
        cell: conflict_report::written_cell(acting, (group, position), names),
        processors: writers.len() as u64,
        winner: written(won),
        other: written(other),
        places: places
            .map(|(count, first)| (count, written(&writers[first])))
            .collect(),
    })
}
