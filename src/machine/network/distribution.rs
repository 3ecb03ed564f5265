//! The owners of the cells of a distributed array.

use super::fault::NetworkFault;
use super::undistributed::Undistributed;
use crate::code::control::Distribution;
use crate::code::kernel::ArrayRef;
use crate::engine::cells::Region;
use crate::engine::handle::Handle;
use crate::engine::lanes::column::Column;
use crate::machine::fault::FaultKind;
use crate::machine::groups::Group;
use crate::machine::pram::{EarlyStop, Machine};
use crate::network::{Topology, TopologyShape};
use crate::source::Span;

impl Machine<'_, '_> {
    /// Gives the cells of an array their owners. Does nothing on machines with shared memory.
    pub(crate) fn distribute(
        &mut self,
        group: &Group,
        array: ArrayRef,
        distribution: Distribution,
        numbers: &[Column],
        span: Span,
    ) -> Result<(), EarlyStop> {
        let Some(multicomputer) = self.configuration.multicomputer() else {
            return Ok(());
        };
        let number = numbers.first().map(|column| column.at(&group.lanes, 0));
        let handle = self.handle(group, array, 0, span)?;
        let info = &self.algorithm(self.team(group).algorithm).arrays[array.id.index()];
        let (rank, name) = (info.rank, info.name.clone());
        let owner = owners(
            &multicomputer.topology,
            distribution,
            number,
            handle,
            rank,
            &name,
        )
        .map_err(|fault| self.fault(FaultKind::Network(Box::new(fault)), span, group))?;
        let region = Region {
            base: handle.base,
            cells: handle.cells() as u32,
        };
        self.state.network().owners.each(region, owner);
        Ok(())
    }
}

/// The owner of each cell of an array, in row-major order.
fn owners(
    topology: &Topology,
    distribution: Distribution,
    number: Option<i64>,
    handle: Handle,
    rank: u8,
    array: &str,
) -> Result<Box<dyn Fn(usize) -> u32>, NetworkFault> {
    let p = topology.processors();
    let [rows, columns] = [0, 1].map(|axis| handle.lengths[axis] as usize);
    // The number of elements with the same first two subscripts, and with the same first one.
    let deep = (handle.lengths[2..].iter()).fold(1, |all, length| all * *length as usize);
    let per_row = columns * deep;
    let refuse = |reason: Undistributed| NetworkFault::Distribution {
        array: array.to_owned(),
        way: distribution,
        reason,
    };
    let needs_a_matrix = match distribution {
        Distribution::Rows | Distribution::Columns | Distribution::Squares => true,
        Distribution::Blocks | Distribution::Cyclic | Distribution::On => false,
    };
    if rank == 1 && needs_a_matrix {
        return Err(refuse(Undistributed::OneDimension));
    }
    Ok(match distribution {
        Distribution::Blocks | Distribution::Rows => {
            Box::new(move |place| strip(place / per_row, rows, p))
        }
        Distribution::Columns => Box::new(move |place| strip(place / deep % columns, columns, p)),
        Distribution::Cyclic => {
            let length = number.unwrap_or(1);
            let Some(length) = usize::try_from(length).ok().filter(|length| *length > 0) else {
                return Err(refuse(Undistributed::NoBlock { length }));
            };
            Box::new(move |place| (place / per_row / length % p as usize) as u32)
        }
        Distribution::Squares => {
            let (high, wide) = match topology.shape() {
                TopologyShape::Torus(sides) | TopologyShape::Mesh(sides) if sides.len() == 2 => {
                    (sides[0], sides[1])
                }
                _ if p.isqrt().pow(2) == p => (p.isqrt(), p.isqrt()),
                _ => {
                    let reason = Undistributed::NoSquare { processors: p };
                    return Err(refuse(reason));
                }
            };
            Box::new(move |place| {
                let (row, column) = (place / per_row, place / deep % columns);
                strip(row, rows, high) * wide + strip(column, columns, wide)
            })
        }
        Distribution::On => {
            let number = number.unwrap_or(0);
            let owner = u32::try_from(number).ok().filter(|owner| *owner < p);
            let Some(owner) = owner else {
                return Err(NetworkFault::NoSuchOwner {
                    array: array.to_owned(),
                    number,
                    processors: p,
                });
            };
            Box::new(move |_| owner)
        }
    })
}

/// The owner of an index where `length` indices are divided among `p` processors in contiguous blocks: j
/// owns ⌊jn/p⌋ to ⌊(j+1)n/p⌋ − 1.
pub(super) fn strip(index: usize, length: usize, p: u32) -> u32 {
    let behind = (index as u128 + 1) * u128::from(p) - 1;
    (behind / length as u128) as u32
}
