//! Instructions of warps in words.

use crate::language::Language;
use crate::machine::simt::history::{KernelHistory, TimedInstruction, WarpAccessKind, WarpAction};
use crate::machine::simt::schedule::Issued;
use crate::present::agreeing::Agreeing;

/// Cells that a sentence names.
const CELLS: usize = 4;

const INSTRUCTION: Agreeing = Agreeing {
    english: ["instruction", "instructions"],
    croatian: ["instrukcija", "instrukcije", "instrukcija"],
};
const LANE: Agreeing = Agreeing {
    english: ["lane", "lanes"],
    croatian: ["jedinica", "jedinice", "jedinica"],
};
const CELL: Agreeing = Agreeing {
    english: ["cell", "cells"],
    croatian: ["ćelija", "ćelije", "ćelija"],
};
const TRANSACTION: Agreeing = Agreeing {
    english: ["transaction", "transactions"],
    croatian: ["transakcija", "transakcije", "transakcija"],
};
const PASS: Agreeing = Agreeing {
    english: ["pass", "passes"],
    croatian: ["prolaz", "prolaza", "prolaza"],
};

/// A warp as users name it: `warp 1 of group 0`.
fn warp_name(
    history: &KernelHistory,
    instruction: &TimedInstruction,
    language: Language,
) -> String {
    let launch = &history.launches[instruction.launch as usize];
    let (warp, group) = (instruction.warp, &launch.groups[instruction.group as usize]);
    language.choose(
        format!("warp {warp} of group {group}"),
        format!("val {warp} grupe {group}"),
    )
}

/// What an instruction does, without its time: `warp 1 of group 0 reads A[4], A[5], A[6], A[7]: 1 transaction`.
pub fn sentence(
    history: &KernelHistory,
    instruction: &TimedInstruction,
    language: Language,
) -> String {
    let warp = warp_name(history, instruction, language);
    let lanes = LANE.counted(instruction.what.lanes.len() as u64, language);
    let ready = instruction.ready;
    match &instruction.what.action {
        WarpAction::Compute => language.choose(
            format!("{warp} computes in {lanes}"),
            format!("{warp} računa, aktivno: {lanes}"),
        ),
        WarpAction::Barrier => language.choose(
            format!("{warp} comes to the barrier, and its group goes on at t = {ready}"),
            format!("{warp} dolazi do ograde, a njegova grupa nastavlja u t = {ready}"),
        ),
        WarpAction::WarpBarrier => language.choose(
            format!("{warp} passes a barrier of the warp"),
            format!("{warp} prolazi ogradu vala"),
        ),
        WarpAction::Access(access) => {
            let does = match access.kind {
                WarpAccessKind::Read => language.choose("reads", "čita"),
                WarpAccessKind::Write => language.choose("writes", "piše"),
                WarpAccessKind::Atomic => {
                    language.choose("changes as one access", "nedjeljivo mijenja")
                }
            };
            let mut names: Vec<&str> = Vec::new();
            for cell in &access.cells {
                if !names.contains(&cell.name.as_str()) {
                    names.push(&cell.name);
                }
            }
            let more = names.len().saturating_sub(CELLS) as u64;
            let mut cells = names[..names.len().min(CELLS)].join(", ");
            if more > 0 {
                let more = CELL.counted(more, language);
                let and = language.choose("and", "i još");
                cells = format!("{cells} {and} {more}");
            }
            let served = match instruction.what.issued {
                Issued::Global(count) => TRANSACTION.counted(count.into(), language),
                Issued::Group(count) => PASS.counted(count.into(), language),
                Issued::Operator | Issued::Barrier => String::new(),
            };
            language.choose(
                format!("{warp} {does} {cells}: {served}, done at t = {ready}"),
                format!("{warp} {does} {cells}: {served}, gotovo u t = {ready}"),
            )
        }
    }
}

/// How much of a run was recorded: `102 instructions, up to t = 60`.
pub fn extent(instructions: u64, cut_at: Option<u64>, language: Language) -> String {
    let cut = match cut_at {
        Some(time) => language.choose(format!(", up to t = {time}"), format!(", do t = {time}")),
        None => String::new(),
    };
    format!("{}{cut}", INSTRUCTION.counted(instructions, language))
}

/// Why no figure is drawn.
pub const NO_FIGURE: &str =
    "no figure is drawn of a run on a GPU; a name that ends in .html asks for its page";
