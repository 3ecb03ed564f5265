//! The executions of a processor, by statement.

use super::code::{DecodedProgram, DecodedStatement};

/// The executions of all statements of a program.
#[derive(Debug, Clone)]
pub struct StatementCounts {
    by_statement: Vec<Count>,
    /// The statements that were executed, in the order of their first execution.
    executed: Vec<u32>,
}

/// The executions of one statement.
#[derive(Debug, Clone, Copy, Default)]
pub struct Count {
    times: u64,
    /// For executions with guarded stretches: the instructions, and the reads in those stretches.
    pub instructions: u64,
    /// See `instructions`.
    pub reads: u64,
}

/// The executions of one statement by a processor.
#[derive(Debug, Clone, Copy)]
pub struct ExecutionCount {
    /// The statement.
    pub statement: DecodedStatement,
    /// Number of executions.
    pub times: u64,
    /// Instructions (the unit of cost).
    pub instructions: u64,
    /// Reads of shared memory.
    pub reads: u64,
}

impl StatementCounts {
    /// No executions of `statements` statements.
    pub fn new(statements: usize) -> Self {
        Self {
            by_statement: vec![Count::default(); statements],
            executed: Vec::new(),
        }
    }

    /// Records an execution of a statement.
    #[inline]
    pub fn add(&mut self, statement: u32) -> &mut Count {
        let count = &mut self.by_statement[statement as usize];
        if count.times == 0 {
            self.executed.push(statement);
        }
        count.times += 1;
        count
    }

    /// The executions since the last call.
    pub fn take<'p>(
        &'p mut self,
        program: &'p DecodedProgram,
    ) -> impl Iterator<Item = ExecutionCount> + 'p {
        let counts = &mut self.by_statement;
        self.executed.drain(..).map(|number| {
            let statement = program.statements[number as usize];
            let count = std::mem::take(&mut counts[number as usize]);
            let each = u64::from(statement.instructions).max(1);
            let fixed = if count.instructions == 0 {
                each * count.times
            } else {
                0
            };
            ExecutionCount {
                statement,
                times: count.times,
                instructions: fixed + count.instructions,
                reads: u64::from(statement.reads) * count.times + count.reads,
            }
        })
    }
}
