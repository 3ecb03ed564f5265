//! The instructions at which a processor passes control to the network, of all routines in one table.

use crate::code::algorithm::CompiledProgram;
use crate::code::control::Instruction;
use crate::engine::scalar::{DecodedProgram, RoutineId};

/// The hand-over instructions of all routines, numbered by routine and site.
pub(super) struct HandOvers<'c> {
    /// By routine, the number of its first one.
    firsts: Vec<u32>,
    /// By number.
    instructions: Vec<&'c Instruction>,
}

impl<'c> HandOvers<'c> {
    /// The hand-overs of a program that was decoded from this code.
    pub fn of(program: &DecodedProgram, code: &'c CompiledProgram) -> Self {
        let mut firsts = Vec::with_capacity(program.routines.len());
        let mut instructions = Vec::new();
        for routine in &program.routines {
            firsts.push(instructions.len() as u32);
            if let Some(routine) = routine {
                let algorithm = &code.algorithms[routine.algorithm.index()];
                let pcs = routine.yields.iter().map(|site| site.pc.0 as usize);
                instructions.extend(pcs.map(|pc| &algorithm.instructions[pc]));
            }
        }
        Self {
            firsts,
            instructions,
        }
    }

    pub fn count(&self) -> u32 {
        self.instructions.len() as u32
    }

    /// The number of a routine's hand-over at a site.
    #[inline]
    pub fn place(&self, routine: RoutineId, site: u32) -> u32 {
        self.firsts[routine.0 as usize] + site
    }

    #[inline]
    pub fn instruction(&self, place: u32) -> &'c Instruction {
        self.instructions[place as usize]
    }
}
