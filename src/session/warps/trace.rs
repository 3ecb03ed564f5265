//! A run on a GPU as data: the instructions of its warps.

use indexmap::IndexSet;

use crate::language::Language;
use crate::machine::simt::history::{
    KernelHistory, RecordedLaunch, TimedInstruction, WarpAccessKind, WarpAction,
};
use crate::machine::simt::schedule::Issued;
use crate::present::json::trace::{HeadJson, OutcomeJson};
use crate::present::json::warps::{
    InstructionJson, LaneCellJson, WarpLaunchJson, WarpsEndingJson, WarpsJson,
};
use crate::present::text::step::places;
use crate::present::text::warp::sentence;
use crate::quantity::{Measure, Unit};
use crate::result::run::Run;
use crate::session::trace::size;
use crate::source::{Sources, Span};
use crate::trace::Word;

/// A whole run in at most `bytes` of JSON, or its instructions up to some time.
pub fn trace(
    (run, history): (&Run, &KernelHistory),
    sources: &Sources,
    bytes: usize,
    language: Language,
    (head, outcome): (HeadJson, OutcomeJson),
) -> WarpsJson {
    let mut spans: IndexSet<Span> = IndexSet::new();
    let launches = history.launches.iter();
    let launches: Vec<WarpLaunchJson> = launches.map(|one| launch(one, &mut spans)).collect();
    let mut left = bytes.saturating_sub(size(&launches));
    let mut cut_at = history.cut_at;
    let mut instructions = Vec::new();
    for one in &history.instructions {
        let told = instruction(history, one, &mut spans, language);
        let Some(rest) = left.checked_sub(size(&told) + 1) else {
            cut_at = Some(one.issued);
            break;
        };
        left = rest;
        instructions.push(told);
    }
    let gpu = run.configuration.gpu();
    let number =
        |number: fn(&crate::machine::simt::configuration::Gpu) -> u64| gpu.map_or(0, number);
    let cost = [Measure::T, Measure::W, Measure::C];
    WarpsJson {
        head,
        width: number(|gpu| gpu.warp),
        segment: number(|gpu| gpu.segment),
        banks: number(|gpu| gpu.banks),
        cut_at,
        places: places(sources, spans.into_iter()),
        launches,
        instructions,
        printed: run.printed.clone(),
        ending: WarpsEndingJson {
            outcome,
            cost: cost.map(|measure| run.count(measure.in_unit(Unit::Gpu)) as u64),
        },
    }
}

fn launch(launch: &RecordedLaunch, spans: &mut IndexSet<Span>) -> WarpLaunchJson {
    WarpLaunchJson {
        at: spans.insert_full(launch.span).0,
        adapted: launch.is_adapted,
        groups: launch.groups.clone(),
        items: launch.items,
        from: launch.from,
        to: launch.to,
    }
}

fn instruction(
    history: &KernelHistory,
    one: &TimedInstruction,
    spans: &mut IndexSet<Span>,
    language: Language,
) -> InstructionJson {
    let (does, cells) = match &one.what.action {
        WarpAction::Compute => ("compute", Vec::new()),
        WarpAction::Barrier => ("barrier", Vec::new()),
        WarpAction::WarpBarrier => ("warp_barrier", Vec::new()),
        WarpAction::Access(access) => {
            let does = match access.kind {
                WarpAccessKind::Read => "read",
                WarpAccessKind::Write => "write",
                WarpAccessKind::Atomic => "atomic",
            };
            let cells = access.cells.iter().map(|cell| LaneCellJson {
                lane: cell.lane,
                cell: cell.name.clone(),
                place: cell.place,
                value: cell.value.map(Word),
            });
            (does, cells.collect())
        }
    };
    let (memory, served) = match one.what.issued {
        Issued::Global(count) => (Some("global"), Some(count)),
        Issued::Group(count) => (Some("group"), Some(count)),
        Issued::Operator | Issued::Barrier => (None, None),
    };
    InstructionJson {
        launch: one.launch,
        group: one.group,
        warp: one.warp,
        unit: one.unit,
        time: one.issued,
        ready: one.ready,
        at: spans.insert_full(one.what.span).0,
        lanes: one.what.lanes.clone(),
        does,
        memory,
        served,
        cells,
        text: sentence(history, one, language),
    }
}
