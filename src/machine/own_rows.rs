//! Arrays of which each processor of a block or call has one, as tables with a row per processor.

use super::view::{ArrayView, TeamView};
use crate::engine::handle::Handle;
use crate::engine::lanes::selection::{Lane, Selection};
use crate::engine::lanes::team::ArrayColumn;

/// The arrays of one declaration, contiguous in memory.
pub struct OwnRows<'a> {
    /// That of the first processor.
    pub first: ArrayView<'a>,
    /// The processors that own them, in the order of the arrays: the names of the indices of the blocks
    /// around them, outermost first, and their values.
    pub owners: Vec<(String, Vec<i64>)>,
}

impl<'a> TeamView<'a> {
    /// The arrays that its processors have declared for themselves, local or in shared memory, if all
    /// have the same lengths and are contiguous. That is the case if the whole team declares them at
    /// once with the same lengths.
    pub fn own_rows(self) -> impl Iterator<Item = OwnRows<'a>> {
        let team = self.team();
        let infos = self.array_infos();
        infos.filter_map(move |(slot, info, column)| {
            let is_owned = team.owned.iter().any(|(own, _)| own.0 as usize == slot);
            if !is_owned || team.width < 2 {
                return None;
            }
            let lanes = lanes_side_by_side(column, team.width)?;
            let first = self.array_view(info, column.at(*lanes.first()?));
            let lanes = Selection::List(std::sync::Arc::new(lanes.into()));
            let values = self.index_values(&lanes).into_iter();
            let owners = values.map(|(name, values)| (name.to_owned(), values));
            Some(OwnRows {
                first,
                owners: owners.collect(),
            })
        })
    }
}

/// The lanes whose array has cells; `None` if these arrays differ in length or are not contiguous.
fn lanes_side_by_side(column: &ArrayColumn, width: u32) -> Option<Vec<Lane>> {
    let has_cells = |lane: &Lane| column.at(*lane).cells() > 0;
    let lanes: Vec<Lane> = (0..width).filter(has_cells).collect();
    let follows = |one: Handle, next: Handle| {
        let end = u64::from(one.base) + one.cells() as u64;
        one.lengths == next.lengths && end == u64::from(next.base)
    };
    let mut pairs = lanes.windows(2);
    pairs
        .all(|pair| follows(column.at(pair[0]), column.at(pair[1])))
        .then_some(lanes)
}
