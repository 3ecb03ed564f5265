//! A run on a GPU as text, in English: what it cost, its launches, its lines.

use std::fmt::Write as _;

use crate::machine::simt::configuration::{Gpu, GpuNumber, NUMBERS};
use crate::machine::simt::counts::{Bounds, Counts, GpuCost, ResidencyLimit};
use crate::present::text::style::{FAINT, HEADING};
use crate::present::text::value::counted;
use crate::quantity::{Measure, Unit};
use crate::result::run::Run;
use crate::source::{Sources, Span};

/// What the kernels of a run cost; nothing for a run on another machine.
pub fn cost(run: &Run) -> String {
    let Some(gpu) = run.configuration.gpu() else {
        return String::new();
    };
    let cost = run.cost.gpu.clone().unwrap_or_default();
    let counts = &cost.counts;
    let issued = counts.issued();
    let mut rows = vec![
        (
            "time T",
            cost.time.to_string(),
            format!("{}; idle {}", bounds(cost.bounds), cost.idle(gpu)),
        ),
        (
            "work W",
            counts.lanes.to_string(),
            format!(
                "lanes of {}: SIMD efficiency {}",
                counted(issued, "issued instruction"),
                percent(counts.simd_efficiency(gpu))
            ),
        ),
        (
            "cost C = k·w·T",
            run.count(Measure::C.in_unit(Unit::Gpu)).to_string(),
            String::new(),
        ),
        (
            "issued",
            issued.to_string(),
            format!(
                "{} compute, {} global, {} group, {} barrier",
                counts.compute, counts.global, counts.group, counts.barrier
            ),
        ),
        (
            "global memory",
            counts.transactions.to_string(),
            global(counts, gpu),
        ),
        ("group memory", counts.passes.to_string(), group(counts)),
        (
            "branches",
            counts.tests.to_string(),
            format!("{} divergent", counts.divergent),
        ),
    ];
    if counts.atomics > 0 {
        let lanes = counted(counts.atomics, "lane");
        rows.push((
            "atomics",
            counts.atomics.to_string(),
            format!("{lanes} executed one"),
        ));
    }
    if let Some((_, occupancy)) = cost.occupancy {
        let decided = match occupancy.limit {
            ResidencyLimit::Launched => "no more groups were launched",
            ResidencyLimit::Groups => "the limit is G_u, groups",
            ResidencyLimit::Warps => "the limit is V_u, warps",
            ResidencyLimit::Words => "the limit is M_u, words of group memory",
            ResidencyLimit::Registers => "the limit is R_u, registers",
        };
        rows.push((
            "occupancy",
            format!("{} of {}", occupancy.resident, occupancy.of),
            format!("warps resident in a unit, at most: {decided}"),
        ));
    }
    let host = run.cost.reads + run.cost.writes;
    if host > 0 {
        let about = "words that code outside of kernels reads or writes, between host and device";
        rows.push(("transferred", host.to_string(), about.to_owned()));
    }
    let mut text = format!("{HEADING}cost{HEADING:#} on a GPU with {}\n", numbers(gpu));
    let width = rows
        .iter()
        .map(|(_, value, _)| value.len())
        .max()
        .unwrap_or(0)
        .max(8);
    for (name, value, about) in rows {
        let line = format!("  {name:<15}{value:>width$}   {FAINT}{about}{FAINT:#}");
        let line = if about.is_empty() {
            format!("  {name:<15}{value:>width$}")
        } else {
            line
        };
        let _ = writeln!(text, "{line}");
    }
    let _ = writeln!(
        text,
        "  {}, {}, {}",
        counted_launches(cost.launches),
        counted(cost.groups, "group"),
        counted(cost.warps, "warp")
    );
    text
}

fn counted_launches(count: u64) -> String {
    if count == 1 {
        "1 launch".to_owned()
    } else {
        format!("{count} launches")
    }
}

/// The numbers of a GPU that differ from the usual ones; w, k and the latencies in any case.
fn numbers(gpu: &Gpu) -> String {
    let mut usual = Gpu::USUAL;
    usual.set(&NUMBERS[0], gpu.warp);
    let is_shown = |number: &&GpuNumber| {
        matches!(number.name, "w" | "k" | "l_g" | "l_s") || number.of(*gpu) != number.of(usual)
    };
    let shown = NUMBERS.iter().filter(is_shown);
    let parts: Vec<String> = shown
        .map(|number| format!("{} = {}", number.name, number.of(*gpu)))
        .collect();
    parts.join(", ")
}

fn bounds(bounds: Bounds) -> String {
    let Bounds {
        issue,
        memory,
        warp,
    } = bounds;
    let limits = match issue.max(memory).max(warp) {
        most if most == issue => "the issue limits",
        most if most == memory => "the memory limits",
        _ => "one warp limits",
    };
    format!("issue {issue}, memory {memory}, one warp {warp}: {limits}")
}

fn global(counts: &Counts, gpu: &Gpu) -> String {
    if counts.global == 0 {
        return "transactions: no access".to_owned();
    }
    format!(
        "transactions of {}, {} each; {} of the words used",
        counted_accesses(counts.global),
        each(counts.transactions, counts.global),
        percent(counts.used(gpu))
    )
}

fn group(counts: &Counts) -> String {
    if counts.group == 0 {
        return "passes: no access".to_owned();
    }
    format!(
        "passes of {}, {}",
        counted_accesses(counts.group),
        counted(counts.conflicts(), "conflict")
    )
}

fn counted_accesses(count: u64) -> String {
    if count == 1 {
        "1 access".to_owned()
    } else {
        format!("{count} accesses")
    }
}

fn each(all: u64, accesses: u64) -> String {
    if accesses == 0 {
        return "–".to_owned();
    }
    format!("{:.1}", all as f64 / accesses as f64)
}

fn percent(part: Option<f64>) -> String {
    part.map_or_else(|| "–".to_owned(), |part| format!("{:.1} %", 100.0 * part))
}

/// A row for each launch.
pub fn kernels(run: &Run, sources: &Sources) -> String {
    let (Some(gpu), Some(cost)) = (run.configuration.gpu(), &run.cost.gpu) else {
        return String::new();
    };
    let heads = [
        "line",
        "T",
        "issued",
        "lanes",
        "SIMD",
        "divergent",
        "transactions",
        "passes",
        "conflicts",
        "groups",
        "warps",
    ];
    let rows = cost.kernels.iter().map(|kernel| {
        let counts = &kernel.counts;
        [
            line(kernel.span, sources),
            kernel.time.to_string(),
            counts.issued().to_string(),
            counts.lanes.to_string(),
            percent(counts.simd_efficiency(gpu)),
            format!("{} of {}", counts.divergent, counts.tests),
            counts.transactions.to_string(),
            counts.passes.to_string(),
            counts.conflicts().to_string(),
            kernel.groups.to_string(),
            kernel.warps.to_string(),
        ]
    });
    let mut text = table("launches", &heads, &rows.collect::<Vec<_>>());
    let more = cost.launches - cost.kernels.len() as u64;
    if more > 0 {
        let _ = writeln!(
            text,
            "  {FAINT}and {} more{FAINT:#}",
            counted_launches(more)
        );
    }
    text
}

/// How many of the worst lines are marked.
const WORST: usize = 3;

/// A row for each line of kernels, as a profiler shows it.
pub fn lines(run: &Run, sources: &Sources) -> String {
    let (Some(gpu), Some(cost)) = (run.configuration.gpu(), &run.cost.gpu) else {
        return String::new();
    };
    let by_line = by_line(cost, sources);
    let waste = |counts: &Counts| {
        let lanes = gpu.warp * counts.issued() - counts.lanes;
        let transactions = counts.transactions - counts.words.div_ceil(gpu.segment);
        (transactions + counts.conflicts(), lanes)
    };
    let mut worst: Vec<(u64, u64)> = by_line.iter().map(|(_, counts)| waste(counts)).collect();
    worst.sort_unstable_by(|a, b| b.cmp(a));
    let least = worst
        .get(WORST - 1)
        .or(worst.last())
        .copied()
        .unwrap_or((0, 0));
    let heads = [
        "line",
        "issued",
        "SIMD",
        "divergent",
        "transactions/access",
        "words used",
        "passes/access",
        "",
    ];
    let rows = by_line.iter().map(|(line, counts)| {
        let is_worst = waste(counts) >= least && waste(counts) > (0, 0);
        [
            line.clone(),
            counts.issued().to_string(),
            percent(counts.simd_efficiency(gpu)),
            format!("{} of {}", counts.divergent, counts.tests),
            each(counts.transactions, counts.global),
            percent(counts.used(gpu)),
            each(counts.passes, counts.group),
            if is_worst { "!" } else { "" }.to_owned(),
        ]
    });
    let mut text = table("lines of kernels", &heads, &rows.collect::<Vec<_>>());
    text.push_str(
        "  ! the three lines with the most superfluous transactions and conflicts, then inactive lanes\n",
    );
    text
}

/// The counts of each line of the source, in the order of the text.
fn by_line(cost: &GpuCost, sources: &Sources) -> Vec<(String, Counts)> {
    let mut all: Vec<(String, Counts)> = Vec::new();
    let is_used = |counts: &Counts| counts.issued() > 0 || counts.divergent > 0;
    for (span, counts) in cost.lines.iter().filter(|(_, counts)| is_used(counts)) {
        let line = line(*span, sources);
        match all.iter_mut().find(|(own, _)| *own == line) {
            Some((_, own)) => own.add(counts),
            None => all.push((line, *counts)),
        }
    }
    all
}

fn line(span: Span, sources: &Sources) -> String {
    sources.position(span).line.to_string()
}

fn table<const N: usize>(title: &str, heads: &[&str; N], rows: &[[String; N]]) -> String {
    let mut widths = heads.map(|head| head.chars().count());
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = format!("\n{HEADING}{title}{HEADING:#}\n");
    let mut push = |cells: &[String; N]| {
        let cells = cells.iter().zip(widths);
        let cells = cells.map(|(cell, width)| format!("{cell:>width$}"));
        let line = cells.collect::<Vec<_>>().join("  ");
        let _ = writeln!(text, "  {}", line.trim_end());
    };
    push(&heads.map(str::to_owned));
    rows.iter().for_each(push);
    text
}

/// The metrics of profilers that measure the counts of lines.
pub fn profiler() -> String {
    let rows = [
        (
            "transactions (s = 8 words of 4 bytes)",
            "l1tex__t_sectors_pipe_lsu_mem_global_op_{ld,st}.sum",
            "gld_transactions, gst_transactions",
        ),
        (
            "accesses of global memory",
            "l1tex__t_requests_pipe_lsu_mem_global_op_*.sum",
            "gld_requests",
        ),
        (
            "conflicts",
            "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_*.sum",
            "shared_*_bank_conflict",
        ),
        (
            "SIMD efficiency",
            "smsp__thread_inst_executed_per_inst_executed.ratio / w",
            "warp_execution_efficiency",
        ),
        (
            "divergent (its complement)",
            "smsp__sass_average_branch_targets_threads_uniform.pct",
            "branch_efficiency",
        ),
        (
            "occupancy",
            "sm__warps_active.avg.pct_of_peak_sustained_active",
            "achieved_occupancy",
        ),
    ];
    let mut text = format!("\n{HEADING}what profilers call them{HEADING:#}\n");
    for (count, nsight, nvprof) in rows {
        let _ = writeln!(
            text,
            "  {count}\n    Nsight Compute  {nsight}\n    nvprof          {nvprof}"
        );
    }
    text
}

/// What `check` says of other machines.
pub fn legal_on(model: &str) -> String {
    format!("legal on {model}")
}

/// Where a counterexample is; a kernel has no steps.
pub fn in_step(step: u64) -> String {
    format!(" in step {step}")
}

/// What `check` says of kernels, and of single accesses.
pub const FREE_OF_RACES: &str = "free of races";
pub const NO_RACE_PROVED: &str = "no race (proved)";
pub const NO_RACE_OBSERVED: &str = "no race (observed)";
