//! The cells that an access such as `A[3]`, written by a user, stands for in a step: those of all
//! arrays that have the name there.

use std::ops::Range;

use super::step_view::StepView;
use crate::engine::cells::Cell;
use crate::engine::handle::Handle;
use crate::engine::lanes::team::{ArrayColumn, Team, TeamId};
use crate::program::{AlgorithmId, BlockId, row_order};

/// Where arrays of a name are declared: an algorithm, and the block in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Declaration {
    pub(crate) algorithm: AlgorithmId,
    pub(crate) block: BlockId,
}

/// Cells that have a name.
pub struct NamedCells {
    /// Arrays at a constant distance: the cells of the first one, the distance in cells, and the number
    /// of arrays.
    rows: Vec<(Range<Cell>, Cell, u32)>,
    /// Any others, ascending.
    others: Vec<Range<Cell>>,
}

impl NamedCells {
    pub fn contains(&self, cell: Cell) -> bool {
        let in_row = |(first, distance, count): &(Range<Cell>, Cell, u32)| {
            let Some(offset) = cell.checked_sub(first.start) else {
                return false;
            };
            let row = offset.checked_div(*distance).unwrap_or(0);
            row < *count && first.contains(&(cell - row * distance))
        };
        let after = self.others.partition_point(|cells| cells.start <= cell);
        let mut near = self.others[..after].iter().rev();
        self.rows.iter().any(in_row) || near.next().is_some_and(|cells| cells.contains(&cell))
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.others.is_empty()
    }
}

impl StepView<'_> {
    /// The cells at these subscripts, or all cells if there are none, of the arrays with a name: of
    /// those that are declared at a place, in all calls of its algorithm; if no place is given, at the
    /// outermost place that has such an array.
    pub fn cells_named(
        &self,
        name: &str,
        declaration: Option<Declaration>,
        subscripts: Option<&[i64]>,
    ) -> NamedCells {
        let having = self.names.teams.iter().filter_map(|team| {
            let wanted = declaration.is_none_or(|declaration| declaration == declared_by(team));
            let found = if wanted {
                self.column(team, name)
            } else {
                None
            };
            found.map(|(column, rank)| (team, column, rank))
        });
        let mut having: Vec<(&Team, &ArrayColumn, u8)> = having.collect();
        if declaration.is_none() {
            let level = |team: &Team| {
                let around = |id: &TeamId| self.names.team(*id).creator;
                std::iter::successors(team.creator, around).count()
            };
            let outermost = having.iter().min_by_key(|(team, ..)| level(team));
            if let Some(place) = outermost.map(|(team, ..)| declared_by(team)) {
                having.retain(|(team, ..)| declared_by(team) == place);
            }
        }
        let mut cells = NamedCells {
            rows: Vec::new(),
            others: Vec::new(),
        };
        for (team, column, rank) in having {
            let of = |handle: Handle| cells_of(handle, rank, subscripts);
            match column {
                ArrayColumn::Uniform(handle) => cells.others.extend(of(*handle)),
                ArrayColumn::Row { first, distance } => {
                    cells
                        .rows
                        .extend(of(*first).map(|first| (first, *distance, team.width)));
                }
                ArrayColumn::Each(handles) => {
                    cells
                        .others
                        .extend(handles.iter().filter_map(|one| of(*one)));
                }
            }
        }
        cells.others.sort_unstable_by_key(|cells| cells.start);
        // Arrays that are passed on may share cells.
        cells.others.dedup_by(|next, before| {
            let is_joined = next.start <= before.end;
            if is_joined {
                before.end = before.end.max(next.end);
            }
            is_joined
        });
        cells
    }

    /// The handles of a named array of a team's processors, and its rank.
    fn column<'t>(&self, team: &'t Team, name: &str) -> Option<(&'t ArrayColumn, u8)> {
        let algorithm = &self.names.code.algorithms[team.algorithm.index()];
        let block = &algorithm.blocks[team.block.index()];
        // A team that has ended holds none.
        let mut arrays = block.arrays.iter().zip(&team.arrays);
        arrays.find_map(|(id, column)| {
            let info = &algorithm.arrays[id.index()];
            let is_it = info.part_of.is_none() && info.name == name;
            Some((column.as_ref().filter(|_| is_it)?, info.rank))
        })
    }
}

fn declared_by(team: &Team) -> Declaration {
    Declaration {
        algorithm: team.algorithm,
        block: team.block,
    }
}

/// The cells of an array at some subscripts, or all of them; `None` if a subscript is outside.
fn cells_of(handle: Handle, rank: u8, subscripts: Option<&[i64]>) -> Option<Range<Cell>> {
    let (place, count) = match subscripts {
        None => (0, handle.cells()),
        Some(subscripts) => {
            let lengths = match rank {
                0 => Vec::new(),
                rank => handle.dimensions(rank),
            };
            (row_order::place(&lengths, subscripts)?, 1)
        }
    };
    let first = handle.base + place as Cell;
    (count > 0).then_some(first..first + count as Cell)
}
