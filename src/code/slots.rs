//! The layout of what each processor of a block holds: the slots of scalars and arrays.

use super::algorithm::{BlockLayout, ScalarInfo};
use super::kernel::Slot;
use crate::program::{self, ArrayId, ScalarId};

/// The slot of every scalar and array in its block.
pub struct Slots {
    scalars: Vec<Slot>,
    arrays: Vec<Slot>,
}

impl Slots {
    /// Of a scalar.
    pub fn scalar(&self, id: ScalarId) -> Slot {
        self.scalars[id.index()]
    }

    /// Of an array.
    pub fn array(&self, id: ArrayId) -> Slot {
        self.arrays[id.index()]
    }
}

/// Assigns a slot to every scalar and array of an algorithm.
pub fn assign_slots(algorithm: &program::Algorithm) -> (Slots, Vec<BlockLayout>) {
    let mut blocks: Vec<BlockLayout> = algorithm
        .blocks
        .iter()
        .map(|block| BlockLayout {
            scalars: Vec::new(),
            native: block.native,
            kernel: block.kernel,
            tasks: block.tasks,
            task_lines: block.task_lines.clone(),
            elementwise: block.elementwise,
            indices: Vec::new(),
            arrays: Vec::new(),
            shared_scalars: Vec::new(),
            span: block.span,
        })
        .collect();
    let scalars: Vec<Slot> = algorithm
        .scalars
        .iter()
        .map(|scalar| {
            let held = &mut blocks[scalar.block.index()].scalars;
            held.push(ScalarInfo {
                name: scalar.name.clone(),
                ty: scalar.ty,
                tracked: scalar.tracked,
                why: scalar.why,
            });
            Slot(held.len() as u32 - 1)
        })
        .collect();
    let arrays = algorithm
        .arrays
        .iter()
        .enumerate()
        .map(|(id, array)| {
            let block = &mut blocks[array.block.index()];
            let slot = Slot(block.arrays.len() as u32);
            block.arrays.push(ArrayId(id as u32));
            let is_made_elsewhere = matches!(
                array.origin,
                program::Origin::Parameter | program::Origin::Group
            );
            if array.rank == 0 && !is_made_elsewhere {
                block.shared_scalars.push(slot);
            }
            slot
        })
        .collect();
    for (block, source) in blocks.iter_mut().zip(&algorithm.blocks) {
        block.indices = source
            .indices
            .iter()
            .map(|id| scalars[id.index()])
            .collect();
    }
    (Slots { scalars, arrays }, blocks)
}
