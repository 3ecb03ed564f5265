//! Which processor executes what: the processors of a block, or its tasks.

/// Where the programs of a block are executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placement {
    /// On the processors 0, 1, … up to this number: program k on processor k. A message to oneself
    /// is a message.
    Processors(u32),
    /// Program k is a task, executed by the processor that is given. The tasks of a processor take
    /// turns, and exchange messages through its memory.
    Tasks(Vec<u32>),
}

impl Placement {
    /// How many programs there are.
    pub fn count(&self) -> u32 {
        match self {
            Self::Processors(count) => *count,
            Self::Tasks(processors) => processors.len() as u32,
        }
    }

    /// The processor of a program. Outside of the block there are processors without one.
    pub fn processor_of(&self, program: u32) -> u32 {
        match self {
            Self::Processors(_) => program,
            Self::Tasks(processors) => processors[program as usize],
        }
    }

    /// Whether programs are tasks.
    pub fn is_of_tasks(&self) -> bool {
        matches!(self, Self::Tasks(_))
    }

    /// Whether a message between these stays in the memory of a processor.
    pub fn is_within_memory(&self, sender: u32, receiver: u32) -> bool {
        match self {
            Self::Processors(_) => false,
            Self::Tasks(processors) => processors[sender as usize] == processors[receiver as usize],
        }
    }
}
