//! Which cells read by a nest were written before, and which cells it writes.
//!
//! Both are determined when its statements are analysed, in program order, so that their execution
//! neither checks nor sets the flags of [`crate::engine::initialised`]. A statement that may read an
//! unwritten cell does not join a nest. If its cells are known only during execution (a gather), the
//! statement checks them itself: such a nest is not deferred, and the cells that it writes are not
//! marked in advance if the gather may read them.

use std::ops::Range;

use super::access_relation::AccessRelation;
use super::statements::Nest;
use crate::code::algorithm::CompiledAlgorithm;
use crate::code::kernel::Reg;
use crate::engine::cells::overlap;
use crate::engine::lanes::selection::Selection;
use crate::engine::memory::Memory;
use crate::engine::threads::Threads;

impl Nest {
    /// The relation of the accesses of a statement with the address in a register, in all iterations.
    /// None if they are not on a line.
    pub fn relation(&self, statement: usize, address: Reg) -> Option<AccessRelation> {
        let cells = self.analyses[statement].cells(address);
        let trips = self.trips_of(statement);
        trips.relation(address, &cells, self.team, self.lanes.range())
    }

    /// The writes along lines of the first statements, with the number of the statement.
    pub fn writes<'a>(
        &'a self,
        algorithm: &'a CompiledAlgorithm,
        statements: usize,
    ) -> impl Iterator<Item = (usize, AccessRelation)> + 'a {
        let instructions = algorithm.instructions[self.pc.0 as usize..][..statements].iter();
        (instructions.enumerate()).filter_map(|(at, next)| {
            let cell = next.control.written_cell()?;
            Some((at, self.relation(at, cell.address)?))
        })
    }

    /// The reads of the next statement that require cells written before the nest: cells that the same
    /// processor writes earlier in the nest are excluded. None if no cells are.
    pub fn written_before(
        &self,
        algorithm: &CompiledAlgorithm,
        read: &AccessRelation,
    ) -> Option<AccessRelation> {
        let next = self.statements.len();
        let mut writes = self.writes(algorithm, next + 1);
        let behind = writes.find_map(|(at, write)| {
            let behind = read.trips_behind(&write)?;
            // In the same iteration, an earlier statement has to write the cell.
            (behind > 0 || at < next).then_some(behind)
        });
        match behind {
            Some(0) => None,
            Some(trips) => Some(read.first(trips)),
            None => Some(*read),
        }
    }

    /// Whether one of its statements, including the next one, checks for written cells among those that
    /// any of them writes along a line.
    pub fn looks_where_it_writes(&self, algorithm: &CompiledAlgorithm) -> bool {
        let statements = self.statements.len() + 1;
        let span = self.lanes.range();
        let mut looks = (0..statements).flat_map(|at| {
            let (kernel, analysis) = (self.kernel(algorithm, at), &self.analyses[at]);
            let read = |index: &u32| kernel.ops[*index as usize].address();
            let addresses = analysis.looking.iter().filter_map(read);
            addresses.map(|address| analysis.cells(address).extent(span))
        });
        looks.any(|look| {
            let writes = self.writes(algorithm, statements);
            let mut extents = writes.map(|(_, write)| write.extent());
            extents.any(|write| overlap(&write, &look))
        })
    }
}

/// Whether all cells of an access were written.
pub fn is_written(memory: &mut Memory, relation: &AccessRelation, lanes: &Selection) -> bool {
    match relation.set() {
        Some(set) if memory.initialised.has_set(set, &relation.extent()) => true,
        Some(_) if lanes.are_even() => false,
        // Not a strided set, or not every lane of the range is active.
        _ => cells(relation, lanes, 0..lanes.len()).all(|cell| memory.initialised.has(cell)),
    }
}

/// Marks the cells of an access as written.
pub fn write_down(
    memory: &mut Memory,
    relation: &AccessRelation,
    lanes: &Selection,
    threads: &Threads,
) {
    let written = &mut memory.initialised;
    if written.is_complete(&relation.extent()) {
        return;
    }
    if let Some(set) = relation.set().filter(|_| lanes.are_even()) {
        return written.add_set(set, &relation.extent());
    }
    let work = lanes.len() * relation.trips() as usize;
    threads.run(threads.share_work(lanes.len(), 1, work), |positions| {
        let mut marker = written.marker();
        cells(relation, lanes, positions).for_each(|cell| marker.mark(cell));
        marker.end();
    });
    written.settle();
}

/// The cells of an access of the processors at some positions.
fn cells(
    relation: &AccessRelation,
    lanes: &Selection,
    positions: Range<usize>,
) -> impl Iterator<Item = usize> {
    positions.flat_map(move |position| {
        let lane = lanes.at(position);
        (0..relation.trips()).map(move |trip| relation.cell(lane, trip) as usize)
    })
}
