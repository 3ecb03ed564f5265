//! The declarations of a run's program, independent of its state.

use super::View;
use crate::code::control::Control;
use crate::program::Charge;
use crate::source::Span;

impl View<'_> {
    /// Whether a name is one of scalars that the processors of blocks hold for themselves, and of no
    /// scalar of sequential code.
    pub fn is_own(self, name: &str) -> bool {
        let mut has = [false; 2];
        for algorithm in &self.code.algorithms {
            for (at, block) in algorithm.blocks.iter().enumerate() {
                let is_here = block.scalars.iter().any(|scalar| scalar.name == name);
                has[usize::from(at > 0)] |= is_here;
            }
        }
        has == [false, true]
    }

    /// Whether arrays of a name are only declared `lokalno`: their reads are not reported.
    pub fn is_local_array(self, name: &str) -> bool {
        let arrays = (self.code.algorithms.iter()).flat_map(|algorithm| &algorithm.arrays);
        let mut named = arrays.filter(|array| array.part_of.is_none() && array.name == name);
        named.next().is_some_and(|first| first.is_local) && named.all(|array| array.is_local)
    }

    /// The numbers of dimensions with which arrays of a name are declared, 0 for shared scalars.
    pub fn ranks_of(self, name: &str) -> Vec<u8> {
        let arrays = (self.code.algorithms.iter()).flat_map(|algorithm| &algorithm.arrays);
        let named = arrays.filter(|array| array.part_of.is_none() && array.name == name);
        let mut ranks: Vec<u8> = named.map(|array| array.rank).collect();
        ranks.sort_unstable();
        ranks.dedup();
        ranks
    }

    /// For each block of the program the names of its indices and of those around it in its algorithm,
    /// outermost first, each with the value 0; for tasks with the value 1.
    pub fn declared_indices(self) -> Vec<Vec<(String, i64)>> {
        let mut declared = Vec::new();
        for algorithm in &self.code.algorithms {
            // The indices of the blocks around an instruction, and the ends of these blocks.
            let mut around: Vec<(Vec<(String, i64)>, usize)> = Vec::new();
            for (at, instruction) in algorithm.instructions.iter().enumerate() {
                around.retain(|(_, end)| at < *end);
                let Control::Open { block, after, .. } = &instruction.control else {
                    continue;
                };
                let block = &algorithm.blocks[block.index()];
                let value = i64::from(!block.task_lines.is_empty());
                let own = block.indices.iter().map(|slot| {
                    let name = block.scalars[slot.0 as usize].name.clone();
                    (name, value)
                });
                let outer = around.last().map_or(&[][..], |(outer, _)| outer);
                let indices: Vec<_> = outer.iter().cloned().chain(own).collect();
                declared.push(indices.clone());
                around.push((indices, after.0 as usize));
            }
        }
        // Processors of whole-array statements have no names.
        let is_named =
            |indices: &Vec<(String, i64)>| indices.iter().all(|(name, _)| !name.is_empty());
        declared.retain(|indices| !indices.is_empty() && is_named(indices));
        declared
    }

    /// The largest number of tasks that a block runs at the same time.
    pub fn most_tasks(self) -> usize {
        let blocks = (self.code.algorithms.iter()).flat_map(|algorithm| &algorithm.blocks);
        blocks
            .map(|block| block.task_lines.len())
            .max()
            .unwrap_or(0)
    }

    /// Whether some step executes a statement of the program that begins in a range of its text.
    pub(crate) fn has_step_in(self, range: Span) -> bool {
        let mut all = (self.code.algorithms.iter()).flat_map(|algorithm| &algorithm.instructions);
        all.any(|instruction| {
            let span = instruction.span;
            instruction.charge == Charge::Step
                && span.file == range.file
                && (range.start..range.end).contains(&span.start)
        })
    }
}
