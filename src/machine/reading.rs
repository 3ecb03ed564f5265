//! How the reads of a step are watched: stamped as they happen, or written down.

/// What is done about reads of shared memory.
pub enum Reads<'a> {
    /// Nothing.
    Unchecked,
    /// Each is stamped; whether somebody else's stamp of this epoch was there is noted.
    Stamped {
        /// The step's epoch.
        epoch: u32,
        /// Number of the team's lane 0 in the step.
        first: u32,
        /// Set where two processors met.
        met: &'a mut bool,
    },
    /// Each is written down.
    Logged(&'a mut ReadLog),
}

/// Reads of a group in one step, the k-th of every processor together.
#[derive(Debug, Default)]
pub struct ReadLog {
    /// By ordinal.
    pub moments: Vec<Vec<LoggedRead>>,
}

/// One read of one processor.
#[derive(Debug, Clone, Copy)]
pub struct LoggedRead {
    /// The cell.
    pub cell: u32,
    /// The processor, by its position in the group.
    pub position: u32,
    /// The instruction in the kernel.
    pub op: u32,
}

impl ReadLog {
    /// Writes down the `ordinal`-th read of a processor.
    pub fn push(&mut self, ordinal: u32, read: LoggedRead) {
        let ordinal = ordinal as usize;
        if self.moments.len() <= ordinal {
            self.moments.resize_with(ordinal + 1, Vec::new);
        }
        self.moments[ordinal].push(read);
    }
}
