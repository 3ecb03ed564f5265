//! A conflict as data for messages: its cell, processors and places in the source, by name.

use super::accesses::{CellTouch, WRITE};
use super::conflict::{Conflict, NAMED};
use super::model::{Legality, Model, Simultaneity};
use super::store;
use super::violation::{ViolatingAccess, Violation};
use crate::code::algorithm::ArrayInfo;
use crate::code::kernel::{ArrayRef, Op};
use crate::diagnostic::Code as DiagnosticCode;
use crate::machine::acting::Acting;
use crate::machine::names::{TeamNames, TeamProcessor, name_cell};
use crate::program::{Constant, Type, WhyShared};
use crate::source::Span;

/// What all reports of a step have in common.
#[derive(Clone, Copy)]
pub struct Circumstances {
    /// The rules.
    pub model: Model,
    pub simultaneity: Simultaneity,
    /// The step.
    pub step: u64,
    /// The weakest models that allow it.
    pub allowed_by: Legality,
}

/// The conflict of a step by names and places.
pub fn describe(
    conflict: &Conflict,
    code: DiagnosticCode,
    circumstances: Circumstances,
    names: TeamNames<'_>,
    acting: &[Acting<'_>],
) -> Violation {
    let touches = &conflict.touches;
    // In processor order, so that accesses of one processor are adjacent.
    let processors = || touches.chunk_by(|one, other| one.rank == other.rank);
    let firsts: Vec<&CellTouch> = processors().take(NAMED).map(|of| &of[0]).collect();
    let processor =
        |touch: &CellTouch| acting[touch.group as usize].processor(touch.position as usize);
    let name = |touch: &CellTouch| names.name_with_place(processor(touch)).unwrap_or_default();
    let site = |at: usize| {
        let touch = &touches[at];
        site(
            (touch.group as usize, touch.position as usize, touch.op),
            acting,
        )
    };

    let opposes_first = |at: usize| {
        let differs = || match (site(0).word, site(at).word) {
            (Some(one), Some(other)) => store::differ(one, other, site(0).element(names)),
            _ => false,
        };
        touches[at].rank != touches[0].rank && (code != DiagnosticCode::UncommonWrite || differs())
    };
    // The first processor, the first one that conflicts with it, and every further place in the source.
    let mut shown = vec![0];
    for at in 1..touches.len() {
        let is_second = !shown.iter().any(|at| opposes_first(*at)) && opposes_first(at);
        let is_new_place = || shown.iter().all(|other| site(*other).span != site(at).span);
        if shown.len() < NAMED && (is_second || is_new_place()) {
            shown.push(at);
        }
    }
    let accesses = shown.iter().map(|at| ViolatingAccess {
        span: site(*at).span,
        processor: name(&touches[*at]),
        value: (site(*at).word).map(|word| Constant::from_word(word, site(*at).element(names))),
    });
    let (cell, why_shared) = site(0).describe(touches[0].cell(), names);
    let values = |touch: &&CellTouch| {
        names
            .indices(processor(touch))
            .into_iter()
            .map(|(_, value)| value)
            .collect()
    };
    Violation {
        code,
        model: circumstances.model,
        simultaneity: circumstances.simultaneity,
        step: circumstances.step,
        cell,
        accesses: accesses.collect(),
        processors: firsts.iter().map(|touch| name(touch)).collect(),
        indices: firsts.iter().map(values).collect(),
        processor_count: conflict.processors_there,
        cells_in_step: conflict.cells,
        processors_in_step: conflict.processors,
        allowed_by: circumstances.allowed_by,
        why_shared,
        trace: names.trace(site(0).processor, Some(site(0).array.id)),
    }
}

/// The name of the cell that a processor writes, by its group and position.
pub fn written_cell(
    acting: &[Acting<'_>],
    (group, position): (usize, usize),
    names: TeamNames<'_>,
) -> String {
    let cell = acting[group]
        .writes()
        .map_or(0, |writes| writes.cells[position]);
    site((group, position, WRITE), acting)
        .describe(cell as u32, names)
        .0
}

/// The place of an access in the source, and its target.
pub struct SourceAccess {
    /// The access in the source.
    pub span: Span,
    /// The array, as the code of the processor's block refers to it.
    array: ArrayRef,
    /// The processor that accessed.
    processor: TeamProcessor,
    /// The word that it wrote.
    pub word: Option<i64>,
}

/// The site of an access: its group, position and instruction.
pub fn site((group, position, op): (usize, usize, u32), acting: &[Acting<'_>]) -> SourceAccess {
    let actor = &acting[group];
    let kernel = actor
        .instruction
        .control
        .kernel()
        .expect("only kernels access memory");
    let read = kernel.ops.get(op as usize).and_then(Op::address);
    let (span, array, word) = if let Some(address) = read {
        (kernel.spans[op as usize], kernel.array_at(address), None)
    } else {
        let writes = actor.writes().expect("what is no read is a write");
        (writes.span, writes.array, Some(writes.values[position]))
    };
    SourceAccess {
        span,
        array,
        processor: actor.processor(position),
        word,
    }
}

impl SourceAccess {
    fn info<'a>(&self, names: TeamNames<'a>) -> &'a ArrayInfo {
        let team = &names.teams[self.processor.team.0 as usize];
        &names.code.algorithms[team.algorithm.index()].arrays[self.array.id.index()]
    }

    /// Type of the elements of the array.
    pub fn element(&self, names: TeamNames<'_>) -> Type {
        self.info(names).element
    }

    /// A cell of the array as it is written in the source; for a scalar also why it is shared.
    pub fn describe(&self, cell: u32, names: TeamNames<'_>) -> (String, Option<WhyShared>) {
        let info = self.info(names);
        // If processors were passed different parts of one array, the cell has its name in the whole
        // array.
        let name =
            (names.cell_of_whole(self.processor, self.array.id, cell)).unwrap_or_else(|| {
                let handle = names.handle(self.processor, self.array);
                handle.map_or(info.name.clone(), |handle| {
                    name_cell(&info.name, info.rank, handle, cell)
                })
            });
        (name, info.why_shared)
    }
}
