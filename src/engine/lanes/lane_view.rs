//! The input of a kernel: a group of processors with their scalars and arrays, and the enclosing teams.

use super::selection::{Chunk, Lane, Selection};
use super::shape::RegisterShape;
use super::team::{Ancestry, ArrayColumn, Team, TeamId};
use crate::code::algorithm::CompiledAlgorithm;
use crate::code::kernel::{ArrayRef, Slot};
use crate::engine::arithmetic::{OperationOutcome, Positions, fill};
use crate::engine::cells::Cell;
use crate::engine::handle::Handle;

/// The processors that evaluate a kernel: a group of one team.
#[derive(Clone, Copy)]
pub struct LaneView<'a> {
    /// Every team.
    pub teams: &'a [Team],
    /// The group's team.
    pub team: TeamId,
    /// The group's processors.
    pub lanes: &'a Selection,
    /// The algorithm whose code they execute, for names.
    pub algorithm: &'a CompiledAlgorithm,
}

impl<'a> LaneView<'a> {
    /// The group's team.
    pub fn own(&self) -> &'a Team {
        &self.teams[self.team.0 as usize]
    }

    /// The team `up` blocks further out, and the lane there from which a lane descends.
    pub fn ancestor(&self, lane: Lane, up: u32) -> (&'a Team, Lane) {
        let (mut team, mut lane) = (self.own(), lane);
        for _ in 0..up {
            lane = team.origin.of(lane);
            let creator = team.creator.expect("a block has a team around it");
            team = &self.teams[creator.0 as usize];
        }
        (team, lane)
    }

    /// Whether all processors descend from a single one, so that enclosing values are the same for all.
    pub fn has_one_origin(&self) -> bool {
        matches!(self.own().origin, Ancestry::One(_))
    }

    /// The handle of an array for a lane. None before its declaration was executed.
    pub fn handle(&self, array: ArrayRef, lane: Lane) -> Option<Handle> {
        let (team, lane) = self.ancestor(lane, array.up);
        team.arrays[array.slot.0 as usize]
            .as_ref()
            .map(|column| column.at(lane))
    }
}

/// Loads a scalar of this block, or of a block `up` levels further out.
pub fn load_scalar(
    view: LaneView<'_>,
    up: u32,
    slot: Slot,
    checked: bool,
    chunk: Chunk,
    out: &mut [i64],
    positions: Positions<'_>,
) -> OperationOutcome {
    let slot = slot.0 as usize;
    if checked {
        let mut written = true;
        fill(out, positions, |position| {
            let (team, lane) = view.ancestor(view.lanes.at(chunk.start + position), up);
            if let Some(column) = &team.scalars_written[slot] {
                written &= column[lane as usize] != 0;
            }
            0
        });
        if !written {
            return OperationOutcome::Failed;
        }
    }
    if up == 0 {
        let column = &view.own().scalars[slot];
        let words = &column.words;
        match (column.shape, view.lanes, positions) {
            (RegisterShape::Unknown, Selection::All(_), Positions::Dense(n)) => {
                out[..n].copy_from_slice(&words[chunk.start..chunk.start + n]);
            }
            (RegisterShape::Unknown, Selection::List(list), Positions::Dense(n)) => {
                let list = &list[chunk.start..chunk.start + n];
                for (out, lane) in out.iter_mut().zip(list) {
                    *out = words[*lane as usize];
                }
            }
            (RegisterShape::Unknown, lanes, _) => fill(out, positions, |position| {
                words[lanes.at(chunk.start + position) as usize]
            }),
            (_, lanes, _) => fill(out, positions, |position| {
                column.of_lane(lanes.at(chunk.start + position))
            }),
        }
        return OperationOutcome::Fine;
    }
    fill(out, positions, |position| {
        let (team, lane) = view.ancestor(view.lanes.at(chunk.start + position), up);
        team.scalars[slot].of_lane(lane)
    });
    OperationOutcome::Fine
}

/// The arrays that the processors of a group access under one name.
pub enum Seen {
    /// The same array for all processors.
    Alike(Handle),
    /// One array each, with equal lengths: the one of lane 0, and the distance from one to the next.
    Row(Handle, Cell),
    /// No array: the declaration was not executed yet.
    Nothing,
    /// Possibly a different array for each processor.
    Each,
}

/// The arrays that the processors of a group access under a name.
pub fn seen(view: LaneView<'_>, array: ArrayRef) -> Seen {
    let alike = |handle: Option<Handle>| handle.map_or(Seen::Nothing, Seen::Alike);
    if array.up > 0 && view.has_one_origin() {
        return alike(view.handle(array, 0));
    }
    let mut team = view.own();
    for _ in 0..array.up {
        let creator = team.creator.expect("a block has a team around it");
        team = &view.teams[creator.0 as usize];
    }
    match &team.arrays[array.slot.0 as usize] {
        None => Seen::Nothing,
        Some(ArrayColumn::Uniform(handle)) => Seen::Alike(*handle),
        Some(ArrayColumn::Row { first, distance }) if array.up == 0 => Seen::Row(*first, *distance),
        Some(ArrayColumn::Row { .. } | ArrayColumn::Each(_)) => Seen::Each,
    }
}

/// Computes something from an array's handle at every position; false is a failure.
pub fn each_handle(
    view: LaneView<'_>,
    array: ArrayRef,
    chunk: Chunk,
    out: &mut [i64],
    positions: Positions<'_>,
    compute: impl Fn(Handle, usize) -> (i64, bool),
) -> OperationOutcome {
    let mut fine = true;
    match seen(view, array) {
        Seen::Alike(handle) => fill(out, positions, |position| {
            let (value, inside) = compute(handle, position);
            fine &= inside;
            value
        }),
        Seen::Nothing => return OperationOutcome::Failed,
        Seen::Row(..) | Seen::Each => fill(out, positions, |position| {
            let handle = view.handle(array, view.lanes.at(chunk.start + position));
            let (value, inside) = handle.map_or((0, false), |handle| compute(handle, position));
            fine &= inside;
            value
        }),
    }
    if fine {
        OperationOutcome::Fine
    } else {
        OperationOutcome::Failed
    }
}

/// The cells of elements of an array, counted in row order.
pub fn elements(handle: Handle, rows: &[i64], out: &mut [i64]) -> OperationOutcome {
    let (base, last) = (i64::from(handle.base), handle.cells() as i64 - 1);
    let mut outside = 0;
    for (out, row) in out.iter_mut().zip(rows) {
        *out = base.wrapping_add(*row);
        // Negative if the subscript, or the difference to the last valid one, is negative.
        outside |= row | last.wrapping_sub(*row);
    }
    if outside < 0 {
        OperationOutcome::Failed
    } else {
        OperationOutcome::Fine
    }
}
