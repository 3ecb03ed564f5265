//! The lines that a program printed. A copy takes little time, however many there are.

use std::sync::Arc;

/// Lines of a block that copies share.
const BLOCK: usize = 256;

/// Lines in the order in which they were printed.
#[derive(Debug, Clone, Default)]
pub struct Printed {
    /// The first lines, in blocks of [`BLOCK`].
    blocks: Vec<Arc<Vec<String>>>,
    /// The others, fewer than `BLOCK`.
    last: Vec<String>,
}

impl Printed {
    /// Adds a line.
    pub fn push(&mut self, line: String) {
        self.last.push(line);
        if self.last.len() == BLOCK {
            self.blocks.push(Arc::new(std::mem::take(&mut self.last)));
        }
    }

    pub fn len(&self) -> usize {
        self.blocks.len() * BLOCK + self.last.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The lines after the first `count`.
    pub fn after(&self, count: usize) -> impl Iterator<Item = &String> {
        let blocks = self.blocks.get(count / BLOCK..).unwrap_or_default();
        let lines = blocks.iter().flat_map(|block| block.iter());
        lines.chain(&self.last).skip(count % BLOCK)
    }

    /// All lines. Those that no copy shares are moved.
    pub fn into_vec(self) -> Vec<String> {
        let mut lines = Vec::with_capacity(self.len());
        for block in self.blocks {
            lines.extend(Arc::unwrap_or_clone(block));
        }
        lines.extend(self.last);
        lines
    }
}
