//! A run on the asynchronous PRAM as text: what it cost, its sections, on which model it is legal.

use std::fmt::Write as _;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use super::style::{BAD, FAINT, GOOD, HEADING, margin};
use super::value::counted;
use crate::machine::configuration::AsynchronousMachine;
use crate::machine::event::Section;
use crate::result::asynchronous::{barrier_time, lines};
use crate::result::model::asynchronous_name;
use crate::result::run::Run;
use crate::source::Sources;

/// Names of the cost at the left edge.
const NAMES_WIDTH: usize = 13;

/// `d = 3, B = 32`
pub(super) fn parameters(asynchronous: &AsynchronousMachine, barrier: Option<u64>) -> String {
    let barrier = barrier.map_or_else(|| "?".to_owned(), |time| time.to_string());
    format!("d = {}, B = {barrier}", asynchronous.delay)
}

/// The parameters are meant to be 2 ≤ d ≤ B ≤ p; what is wrong where they are not.
pub fn range_warning(run: &Run) -> Option<String> {
    let asynchronous = run.configuration.asynchronous()?;
    let (d, p) = (asynchronous.delay, run.processors());
    let broken = out_of_range(d, barrier_time(run, asynchronous)?, p)?;
    Some(format!(
        "the asynchronous PRAM is meant for 2 <= d <= B <= p, and {broken}; the run continues \
         with these values"
    ))
}

/// What is wrong with d, B and p where they are not 2 ≤ d ≤ B ≤ p.
pub fn out_of_range(d: u64, b: u64, p: u64) -> Option<String> {
    if d < 2 {
        Some(format!("d = {d} is less than 2"))
    } else if d > b {
        Some(format!("d = {d} is more than B = {b}"))
    } else if b > p {
        Some(format!("B = {b} is more than p = {p}"))
    } else {
        None
    }
}

/// The cost in the machine's own units of time.
pub(super) fn cost(run: &Run) -> String {
    let Some(asynchronous) = run.configuration.asynchronous() else {
        return String::new();
    };
    let cost = run.cost.asynchronous.clone().unwrap_or_default();
    let parameters = parameters(asynchronous, barrier_time(run, asynchronous));
    let mut text = format!(
        "\n{HEADING}cost on the asynchronous PRAM{HEADING:#} {FAINT}with {parameters}, in units of \
         time{FAINT:#}\n"
    );
    for (name, value, meaning) in [
        (
            "time T",
            cost.time,
            "the slowest processor of every section, and the barriers",
        ),
        ("work W", cost.work, "the processors' own times together"),
        ("waiting", cost.waiting, "for slower ones, at barriers"),
        ("sections", cost.sections, "each ends with a barrier"),
    ] {
        let _ = writeln!(
            text,
            "  {name:<NAMES_WIDTH$} {value:>9}   {FAINT}{meaning}{FAINT:#}"
        );
    }
    text
}

/// The line on legality.
pub(super) fn legality(run: &Run) -> String {
    let observed = if run.finished() {
        "observed on this input"
    } else {
        "observed on this input, up to where the run ended"
    };
    legality_with(run, &format!("{FAINT}({observed}){FAINT:#}"))
}

/// The line on legality, with how sure it is.
pub(super) fn legality_with(run: &Run, sure: &str) -> String {
    let models = match run.section_model() {
        Some(model) => {
            let title = asynchronous_name(model);
            format!("{GOOD}{title}{GOOD:#}, section by section")
        }
        None => format!("{BAD}no aPRAM{BAD:#}"),
    };
    format!("{}{models} {sure}\n", margin("legal on"))
}

/// The table of the sections.
pub fn sections(run: &Run, sources: &Sources) -> String {
    let Some(cost) = &run.cost.asynchronous else {
        return String::new();
    };
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header([
            "section", "kind", "slowest", "time", "barrier", "waiting", "lines",
        ]);
    for section in &cost.table {
        table.add_row([
            number(section),
            section.kind.name().to_owned(),
            section.slowest.clone().unwrap_or_default(),
            section.time.to_string(),
            section.barrier.to_string(),
            section.waiting.to_string(),
            lines_text(lines(section.extent, sources)),
        ]);
    }
    for column in table.column_iter_mut() {
        let is_number = matches!(column.index, 0 | 3..=5);
        if is_number {
            column.set_cell_alignment(CellAlignment::Right);
        }
        column.set_padding((2, 0));
    }
    let mut text = format!("\n{HEADING}sections{HEADING:#}\n");
    for line in table.lines() {
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let shown: u64 = cost.table.iter().map(|section| section.barriers).sum();
    if shown < cost.sections {
        let _ = writeln!(
            text,
            "  … and {} more",
            counted(cost.sections - shown, "section")
        );
    }
    text
}

/// Sections of asynchronous blocks are numbered; messages about races name them so.
fn number(section: &Section) -> String {
    match section.number {
        0 => String::new(),
        number => number.to_string(),
    }
}

/// `7`, `7-12`
pub fn lines_text((from, to): (usize, usize)) -> String {
    if from == to {
        from.to_string()
    } else {
        format!("{from}-{to}")
    }
}
