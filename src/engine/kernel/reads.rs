//! The log of the reads of a step.

use super::analysis::{Analysis, GroupCells};
use crate::code::kernel::{ArrayRef, Kernel};
use crate::engine::lanes::selection::Selection;

/// The reads of a group in one step, by instruction.
#[derive(Debug, Default)]
pub struct ReadLog {
    /// In the order in which the instructions were first executed.
    pub sites: Vec<SiteLog>,
}

/// The reads of one instruction.
#[derive(Debug)]
pub struct SiteLog {
    /// The instruction in the kernel.
    pub op: u32,
    /// The cells, processor by processor.
    pub cells: Vec<u32>,
    /// The processors, and the number of the read for each of them.
    pub readers: Readers,
}

/// The processors that executed the reads of an instruction.
#[derive(Debug)]
pub enum Readers {
    /// All processors in order of position; it was the k-th read of each.
    All(u32),
    /// The processors at these positions, each with the number of its read: the instruction is guarded.
    Some(Vec<(u32, u32)>),
}

impl ReadLog {
    /// Whether the log contains every unguarded read of a kernel.
    pub fn is_complete(&self, kernel: &Kernel) -> bool {
        !kernel.varies && self.sites.len() == kernel.read_sites as usize
    }

    /// Logs the reads whose addresses an analysis determines: all processors execute them, along lines.
    /// Returns whether the log is now complete; if not, nothing was logged.
    pub fn plan(&mut self, kernel: &Kernel, analysis: &Analysis, lanes: &Selection) -> bool {
        let is_known = |op: u32| self.sites.iter().any(|site| site.op == op);
        let known = analysis.sites.iter().filter(|site| !is_known(site.op));
        let planned = known.map(|site| {
            let cells = match site.cells {
                GroupCells::One(cell) => vec![cell as u32; lanes.len()],
                GroupCells::Line { from, stride } => {
                    let cell = |lane| (from + stride * i64::from(lane)) as u32;
                    lanes.iter().map(cell).collect()
                }
                GroupCells::Within(_) => return None,
            };
            Some(SiteLog {
                op: site.op,
                cells,
                readers: Readers::All(site.ordinal),
            })
        });
        let Some(planned) = planned.collect::<Option<Vec<_>>>() else {
            return false;
        };
        if kernel.varies || self.sites.len() + planned.len() != kernel.read_sites as usize {
            return false;
        }
        self.sites.extend(planned);
        self.sites.sort_by_key(|site| site.op);
        true
    }

    /// The log of an instruction. A new one is allocated with a capacity of `room` cells.
    pub fn site(
        &mut self,
        op: u32,
        room: usize,
        readers: impl FnOnce() -> Readers,
    ) -> &mut SiteLog {
        let known = self.sites.iter().position(|site| site.op == op);
        let at = known.unwrap_or_else(|| {
            let cells = Vec::with_capacity(room);
            self.sites.push(SiteLog {
                op,
                cells,
                readers: readers(),
            });
            self.sites.len() - 1
        });
        &mut self.sites[at]
    }
}

impl SiteLog {
    /// The array that the instruction reads.
    pub fn array(&self, kernel: &Kernel) -> ArrayRef {
        let address = kernel.ops[self.op as usize].address();
        kernel.array_at(address.expect("a read is logged by a read instruction"))
    }

    /// The position of the processor that executed the given read.
    pub fn position(&self, at: usize) -> usize {
        match &self.readers {
            Readers::All(_) => at,
            Readers::Some(list) => list[at].0 as usize,
        }
    }

    /// The number of the given read among those of its processor.
    pub fn ordinal(&self, at: usize) -> u32 {
        match &self.readers {
            Readers::All(ordinal) => *ordinal,
            Readers::Some(list) => list[at].1,
        }
    }

    /// Position, number among the processor's reads, and cell of every read.
    pub fn reads(&self) -> impl Iterator<Item = (u32, u32, u32)> + '_ {
        let cells = self.cells.iter().enumerate();
        cells.map(|(at, cell)| (self.position(at) as u32, self.ordinal(at), *cell))
    }
}
