//! Which processor executes what: the programs of a block's processors, or its tasks.

/// Where the programs of a block are executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placement {
    /// On the processors from 0 up to, but excluding this number: program k on processor k. A message to
    /// oneself is a message like others.
    Processors(u32),
    /// Program k is a task, executed by the given processor. The tasks of a processor run one at a time,
    /// and exchange messages through its memory.
    Tasks(Vec<u32>),
}

impl Placement {
    pub fn count(&self) -> u32 {
        match self {
            Self::Processors(count) => *count,
            Self::Tasks(processors) => processors.len() as u32,
        }
    }

    /// The processor of a program. There may be processors without one.
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
