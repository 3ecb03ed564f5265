//! Which cells a nest has to find initialised, and which ones are so once it is planned (see
//! [`crate::engine::nest::reserved`]).

use crate::engine::nest::reserved::{is_written, write_down};
use crate::engine::nest::statements::Nest;
use crate::machine::event::Observer;
use crate::machine::pram::Machine;

impl<O: Observer> Machine<'_, O> {
    /// Settles what the next statement of a nest, analysed before, reads. False where it may not
    /// find everything written, or may find it too early.
    pub(crate) fn settle_reads(&mut self, nest: &mut Nest) -> bool {
        let algorithm = self.algorithm_of(nest);
        let at = nest.statements.len();
        let looking = std::mem::take(&mut nest.analyses[at].looking);
        let mut on_its_own = Vec::new();
        for index in looking {
            let Some(address) = nest.kernel(algorithm, at).ops[index as usize].address() else {
                continue;
            };
            match nest.relation(at, address) {
                Some(relation) => {
                    let old = nest.written_before(algorithm, &relation);
                    if !old.is_none_or(|old| is_written(&mut self.state.memory, &old, &nest.lanes))
                    {
                        return false;
                    }
                }
                None => on_its_own.push(index),
            }
        }
        if !on_its_own.is_empty() {
            self.state.memory.initialised.spell_out();
        }
        nest.analyses[at].looking = on_its_own;
        if nest.looks_where_it_writes(algorithm) {
            nest.marks = nest.lanes.len() == 1;
            return nest.marks;
        }
        true
    }

    /// Writes down what a nest will have written.
    pub(crate) fn reserve(&mut self, nest: &Nest) {
        if nest.marks {
            return;
        }
        let algorithm = self.algorithm_of(nest);
        for (_, relation) in nest.writes(algorithm, nest.statements.len()) {
            let (memory, lanes) = (&mut self.state.memory, &nest.lanes);
            write_down(memory, &relation, lanes, &self.scratch.evaluator.threads);
        }
    }
}
