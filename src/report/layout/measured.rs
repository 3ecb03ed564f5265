//! What was measured: time, work and cost of every size in every unit.

use super::{cells, over};
use crate::report::complexity::{
    AsynchronousRow, FailureReason, Range, Row, Spread, Study, UnitName,
};
use crate::report::document::{Block, Table, Words, numbers, plain, sentences, words};
use crate::report::plot::number::short;
use crate::report::plot::{Axis, Plot, Series, Style};

/// The section on what was measured.
pub fn lay_out(study: &Study, blocks: &mut Vec<Block>) {
    blocks.push(Block::Heading("Measured".to_owned()));
    if study.series.is_empty() {
        blocks.push(Block::Paragraph(plain("No size ran to its end.")));
    } else {
        for unit in units(study) {
            blocks.push(Block::Table(table(study, unit)));
        }
        spreads(study, blocks);
        blocks.push(Block::Plots(plots(study)));
    }
    failed(study, blocks);
}

/// The unit of the verdicts first.
fn units(study: &Study) -> impl Iterator<Item = UnitName> {
    let first = study.unit;
    let others = (study.units().iter().copied()).filter(move |unit| *unit != first);
    std::iter::once(first).chain(others)
}

fn table(study: &Study, unit: UnitName) -> Table {
    let held_out = study.series.iter().any(|row| row.held_out);
    let mut columns: Vec<_> = study.varied.iter().map(numbers).collect();
    if shows_processors(study) {
        columns.push(numbers("p"));
    }
    let times = times(study, unit);
    columns.extend(times.iter().map(|(name, _)| numbers(*name)));
    columns.extend(["T", "W", "C", "SU", "S", "E"].map(numbers));
    let waits = unit == UnitName::Apram;
    if waits {
        columns.extend(["waiting", "sections"].map(numbers));
    }
    if held_out {
        columns.push(words(""));
    }
    let mut table = Table::new(format!("in {}", unit.name()), columns);
    for row in &study.series {
        let mut cells = beginning(study, row);
        let known = row.apram.as_ref();
        cells.extend(times.iter().map(|(_, value)| optional(known.map(value))));
        cells.push(cells::count(*row.time.get(unit)));
        cells.push(cells::count(*row.work.get(unit)));
        cells.push(cells::count(*row.cost.get(unit)));
        for value in [&row.sequential, &row.speedup, &row.efficiency] {
            cells.push(cells::real(*value.get(unit)));
        }
        if waits {
            cells.push(optional(known.map(|row| row.waiting)));
            cells.push(optional(known.map(|row| row.sections)));
        }
        if held_out {
            cells.push(plain(if row.held_out { "held out" } else { "" }));
        }
        table.rows.push(cells);
    }
    table
}

type Time = (&'static str, fn(&AsynchronousRow) -> u64);

/// d and B, where they are not among the names that vary anyway.
fn times(study: &Study, unit: UnitName) -> Vec<Time> {
    let all: [Time; 2] = [("d", |row| row.delay), ("B", |row| row.barrier)];
    let is_shown = |(name, _): &Time| {
        unit == UnitName::Apram && !study.varied.iter().any(|varied| varied == name)
    };
    all.into_iter().filter(is_shown).collect()
}

fn optional(count: Option<u64>) -> Words {
    count.map_or_else(|| plain("—"), cells::count)
}

fn shows_processors(study: &Study) -> bool {
    !study.varied.iter().any(|name| name == "p")
}

fn beginning(study: &Study, row: &Row) -> Vec<Words> {
    let mut cells: Vec<Words> = cells::values(&study.varied, &row.inputs).collect();
    if shows_processors(study) {
        cells.push(cells::count(row.processors));
    }
    cells
}

fn spreads(study: &Study, blocks: &mut Vec<Block>) {
    if study.series.iter().all(|row| row.spread.is_none()) {
        return;
    }
    for unit in units(study) {
        let mut columns: Vec<_> = study.varied.iter().map(numbers).collect();
        columns.push(numbers("seeds"));
        for measure in ["T", "W", "C"] {
            columns
                .extend(["best", "mean", "worst"].map(|end| numbers(format!("{measure} {end}"))));
        }
        let mut table = Table::new(format!("over several seeds, in {}", unit.name()), columns);
        for row in &study.series {
            let Some(spread) = &row.spread else {
                continue;
            };
            let mut cells: Vec<Words> = cells::values(&study.varied, &row.inputs).collect();
            cells.push(cells::count(u64::from(spread.repeats)));
            for range in ranges(spread, unit) {
                cells.push(cells::count(range.best));
                cells.push(plain(short(range.average)));
                cells.push(cells::count(range.worst));
            }
            table.rows.push(cells);
        }
        blocks.push(Block::Table(table));
    }
}

fn ranges(spread: &Spread, unit: UnitName) -> [&Range; 3] {
    [
        spread.time.get(unit),
        spread.work.get(unit),
        spread.cost.get(unit),
    ]
}

fn plots(study: &Study) -> Vec<Plot> {
    let unit = study.unit;
    let mut plots = Vec::new();
    for x in &study.varied {
        let alone = study.varied.len() == 1;
        let time: Vec<Series> = if alone {
            study
                .units()
                .iter()
                .flat_map(|unit| {
                    let time = |row: &Row| Some(*row.time.get(*unit) as f64);
                    over(study, x, unit.name(), time)
                })
                .collect()
        } else {
            over(study, x, "", |row| Some(*row.time.get(unit) as f64))
        };
        let label = if alone {
            "T".to_owned()
        } else {
            format!("T ({})", unit.name())
        };
        plots.push(plot(format!("Time over {x}"), x, label, time));
        if alone {
            let mut work = over(study, x, "W", |row| Some(*row.work.get(unit) as f64));
            work.extend(over(study, x, "C", |row| Some(*row.cost.get(unit) as f64)));
            let mut sequential = over(study, x, "SU", |row| *row.sequential.get(unit));
            for series in &mut sequential {
                series.style = Style::Dashed;
            }
            work.extend(sequential);
            let title = format!("Work and cost over {x}");
            plots.push(plot(title, x, unit.name().to_owned(), work));
        }
    }
    plots
}

fn over(study: &Study, x: &str, name: &str, value: impl Fn(&Row) -> Option<f64>) -> Vec<Series> {
    let rows = study.series.iter();
    let values = rows.filter_map(|row| Some((&row.inputs, value(row)?)));
    over::series(x, values, name)
}

fn plot(title: String, x: &str, label: String, series: Vec<Series>) -> Plot {
    let mut y = Axis::fitting(label, over::up(&series));
    y.origin = crate::report::plot::Origin::Zero;
    Plot {
        title,
        x: Axis::fitting(x, over::across(&series)),
        y,
        series,
    }
}

fn failed(study: &Study, blocks: &mut Vec<Block>) {
    if study.failed.is_empty() {
        return;
    }
    let mut columns: Vec<_> = study.varied.iter().map(numbers).collect();
    columns.extend([
        words("why"),
        words("code"),
        words("where"),
        sentences("message"),
    ]);
    let mut table = Table::new("sizes that did not run to their end", columns);
    for failure in &study.failed {
        let mut row: Vec<Words> = cells::values(&study.varied, &failure.inputs).collect();
        let reason = match failure.reason {
            FailureReason::Rejected => "rejected",
            FailureReason::Fault => "fault",
            FailureReason::IllegalAccess => "illegal access",
            FailureReason::Limit => "limit",
            FailureReason::Input => "input",
        };
        let added = if failure.held_out { " (added)" } else { "" };
        row.push(plain(format!("{reason}{added}")));
        row.push(plain(&failure.code));
        row.push(plain(match (&failure.file, failure.line) {
            (Some(file), Some(line)) => format!("{file}:{line}"),
            _ => String::new(),
        }));
        row.push(plain(&failure.message));
        table.rows.push(row);
    }
    blocks.push(Block::Table(table));
}
