//! The loops and branches that enclose an instruction.

use super::decode::{Decoder, Undecodable};
use crate::code::control::{Control, Pc};

impl Decoder<'_> {
    /// For the innermost enclosing loop: the end of its body, and the position after it.
    pub(super) fn innermost_loop(&self, pc: Pc) -> Result<(Pc, Pc), Undecodable> {
        let mut around = self.routine.inside[pc.0 as usize];
        while let Some(head) = around {
            if let Control::EnterLoop { rejoin, exit } =
                self.algorithm.instructions[head.0 as usize].control
            {
                return Ok((rejoin, exit));
            }
            around = self.routine.inside[head.0 as usize];
        }
        Err(Undecodable)
    }

    /// For the `ako` whose branch an instruction ends: where its branches join.
    pub(super) fn join(&self, pc: Pc) -> Result<Pc, Undecodable> {
        let head = self.routine.inside[pc.0 as usize].ok_or(Undecodable)?;
        let Control::Branch { join, .. } = self.algorithm.instructions[head.0 as usize].control
        else {
            return Err(Undecodable);
        };
        Ok(join)
    }
}
