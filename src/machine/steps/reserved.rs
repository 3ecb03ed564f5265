//! Which cells have to be initialised before a nest, and which ones it initialises (see
//! [`crate::engine::nest::reserved`]).

use crate::engine::nest::reserved::{is_written, write_down};
use crate::engine::nest::statements::Nest;
use crate::machine::pram::Machine;

impl Machine<'_, '_> {
    /// Checks that the cells which the next statement of a nest, analysed before, reads are written when
    /// it reads them. Returns false if one may not be, or if its own check may find a cell marked before
    /// it is written.
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

    /// Marks the cells that a nest writes as written, before it is executed.
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
