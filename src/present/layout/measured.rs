//! What was measured: time, work and cost of every size in every unit.

use super::prose::Prose;
use super::{cells, network, over};
use crate::present::document::{Block, Table, Words, numbers, plain, sentences, words};
use crate::present::plot::{Axis, Origin, Plot, Series, Style, arranged};
use crate::quantity::{Measure, Unit};
use crate::result::study::{
    AsynchronousRow, FailedSize, FailureReason, Range, Row, Size, Spread, Study,
};
use crate::source::file_name;

/// What was measured, in the unit of the verdicts.
pub fn lay_out(study: &Study, blocks: &mut Vec<Block>) {
    if study.series.is_empty() {
        blocks.push(Block::Paragraph(plain("No size ran to its end.")));
    } else {
        blocks.push(Block::Plots(plots(study)));
        blocks.push(Block::Table(table(study, study.unit, &all(study))));
        spreads(study, study.unit, blocks);
    }
    failed(study, blocks);
}

/// The same in the other units.
pub fn in_other_units(study: &Study, blocks: &mut Vec<Block>) {
    let others = (study.units().iter().copied()).filter(|unit| *unit != study.unit);
    for unit in others.filter(|_| !study.series.is_empty()) {
        blocks.push(Block::Table(table(study, unit, &all(study))));
        spreads(study, unit, blocks);
    }
}

fn all(study: &Study) -> Vec<&Row> {
    study.series.iter().collect()
}

/// The sizes that were asked for, in the unit of the verdicts.
pub fn asked_for(study: &Study) -> Table {
    let rows: Vec<&Row> = study.series.iter().filter(|row| !row.held_out).collect();
    // Where sizes of the sweep itself were held out, all of them were asked for.
    let rows = if rows.is_empty() { all(study) } else { rows };
    table(study, study.unit, &rows)
}

fn table(study: &Study, unit: Unit, rows: &[&Row]) -> Table {
    let held_out = rows.iter().any(|row| row.held_out);
    let mut columns: Vec<_> = study.varied.iter().map(numbers).collect();
    if shows_processors(study) {
        columns.push(numbers("p"));
    }
    let times = times(study, unit);
    columns.extend(times.iter().map(|(name, _)| numbers(*name)));
    let is_network = unit == Unit::Multicomputer;
    columns.push(numbers("T"));
    if is_network {
        columns.push(words("= along a critical path"));
    }
    columns.extend(["W", "C"].map(numbers));
    let beside = Measure::beside(&[unit]);
    columns.extend(beside.iter().map(|measure| numbers(measure.name())));
    columns.extend(cells::against_sequential(study).map(numbers));
    let waits = unit == Unit::Apram;
    if waits {
        columns.extend(["waiting", "sections"].map(numbers));
    }
    if is_network {
        columns.extend(network::COLUMNS.map(numbers));
    }
    if held_out {
        columns.push(words(""));
    }
    let title = format!("in {}", unit.name());
    let mut table = Table::new(cells::with_seed(study, &title), columns);
    for row in rows.iter().copied() {
        let mut cells = beginning(study, row);
        let known = row.apram.as_ref();
        cells.extend(times.iter().map(|(_, value)| optional(known.map(value))));
        cells.push(cells::amount(*row.counts.get(Measure::T).get(unit)));
        if is_network {
            cells.push(network::decomposition(row));
        }
        cells.push(cells::amount(*row.counts.get(Measure::W).get(unit)));
        cells.push(cells::amount(*row.counts.get(Measure::C).get(unit)));
        cells.extend((beside.iter()).map(|measure| cells::count(row.beside[measure])));
        if study.sequential.is_known() {
            cells.push(cells::real(*row.sequential.get(unit)));
        }
        for value in [&row.speedup, &row.efficiency] {
            cells.push(cells::real(*value.get(unit)));
        }
        if waits {
            cells.push(optional(known.map(|row| row.waiting)));
            cells.push(optional(known.map(|row| row.sections)));
        }
        if is_network {
            cells.extend(network::cells(row));
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
fn times(study: &Study, unit: Unit) -> Vec<Time> {
    let all: [Time; 2] = [("d", |row| row.delay), ("B", |row| row.barrier)];
    let is_shown =
        |(name, _): &Time| unit == Unit::Apram && !study.varied.iter().any(|varied| varied == name);
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

fn spreads(study: &Study, unit: Unit, blocks: &mut Vec<Block>) {
    if study.series.iter().all(|row| row.spread.is_none()) {
        return;
    }
    let spread = |row: &Row| row.spread.as_ref().map(|spread| spread.processors);
    let differ = (study.series.iter().filter_map(spread)).any(|p| p.best != p.worst);
    let mut columns: Vec<_> = study.varied.iter().map(numbers).collect();
    columns.push(numbers("seeds"));
    let mut measures = vec!["T", "W", "C"];
    if differ {
        measures.insert(0, "p");
    } else if shows_processors(study) {
        columns.push(numbers("p"));
    }
    for measure in measures {
        columns.extend(["best", "mean", "worst"].map(|end| numbers(format!("{measure} {end}"))));
    }
    let mut table = Table::new(format!("over several seeds, in {}", unit.name()), columns);
    for row in &study.series {
        let Some(spread) = &row.spread else {
            continue;
        };
        let mut cells: Vec<Words> = cells::values(&study.varied, &row.inputs).collect();
        cells.push(cells::count(u64::from(spread.repeats)));
        if !differ && shows_processors(study) {
            cells.push(cells::count(row.processors));
        }
        let processors = differ.then_some(&spread.processors);
        for range in processors.into_iter().chain(ranges(spread, unit)) {
            cells.push(cells::amount(range.best));
            cells.push(cells::mean(range.average));
            cells.push(cells::amount(range.worst));
        }
        table.rows.push(cells);
    }
    blocks.push(Block::Table(table));
}

fn ranges(spread: &Spread, unit: Unit) -> [&Range; 3] {
    [
        spread.counts.get(Measure::T).get(unit),
        spread.counts.get(Measure::W).get(unit),
        spread.counts.get(Measure::C).get(unit),
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
                    let time = |row: &Row| Some(row.counts.get(Measure::T).get(*unit).real());
                    over(study, x, unit.name(), time)
                })
                .collect()
        } else {
            over(study, x, "", |row| {
                Some(row.counts.get(Measure::T).get(unit).real())
            })
        };
        let label = if alone {
            "T".to_owned()
        } else {
            format!("T ({})", unit.name())
        };
        plots.push(plot(format!("Time over {x}"), x, label, time));
        if alone {
            let mut work = over(study, x, "W", |row| {
                Some(row.counts.get(Measure::W).get(unit).real())
            });
            work.extend(over(study, x, "C", |row| {
                Some(row.counts.get(Measure::C).get(unit).real())
            }));
            if study.sequential.is_known() {
                let mut sequential = over(study, x, "SU", |row| *row.sequential.get(unit));
                for series in &mut sequential {
                    series.style = Style::Dashed;
                }
                work.extend(sequential);
            }
            let title = format!("Work and cost over {x}");
            plots.push(plot(title, x, unit.name().to_owned(), work));
        }
    }
    plots
}

/// T, W, C and SU over the first name that varies, in the unit of the verdicts.
pub fn growth(study: &Study) -> Plot {
    let x = study.varied.first().map_or("", String::as_str);
    let unit = study.unit;
    let mut series: Vec<Series> = (Measure::IN_UNITS.into_iter())
        .flat_map(|measure| {
            let count = |row: &Row| Some(row.counts.get(measure).get(unit).real());
            over(study, x, measure.name(), count)
        })
        .collect();
    if study.sequential.is_known() {
        series.extend(over(study, x, "SU", |row| *row.sequential.get(unit)));
    }
    if study.varied.len() > 1 {
        series.retain(|series| series.name.starts_with('T'));
        series = over::some(series);
    }
    let names = match (study.varied.len(), study.sequential.is_known()) {
        (1, true) => "T, W, C and SU",
        (1, false) => "T, W and C",
        _ => "T",
    };
    plot(
        format!("{names} over {x}"),
        x,
        unit.name().to_owned(),
        series,
    )
}

fn over(study: &Study, x: &str, name: &str, value: impl Fn(&Row) -> Option<f64>) -> Vec<Series> {
    let rows = study.series.iter();
    let values = rows.filter_map(|row| Some((&row.inputs, value(row)?)));
    over::series(x, values, name)
}

fn plot(title: String, x: &str, label: String, series: Vec<Series>) -> Plot {
    let mut y = Axis::fitting(label, over::up(&series));
    y.origin = Origin::Zero;
    Plot {
        title,
        x: Axis::fitting(x, over::across(&series)),
        y,
        series: arranged(series),
    }
}

/// The sizes that did not run.
pub fn failed(study: &Study, blocks: &mut Vec<Block>) {
    let prose = Prose::of(study);
    let (added, asked): (Vec<&FailedSize>, Vec<&FailedSize>) =
        study.failed.iter().partition(|failure| failure.held_out);
    failed_added(study, &added, &prose, blocks);
    let (refused, asked): (Vec<&FailedSize>, Vec<&FailedSize>) =
        (asked.into_iter()).partition(|failure| failure.reason == FailureReason::Refused);
    for group in alike(&refused) {
        let text = format!(
            "Refused by the network: {}: {}",
            sizes(&group),
            group[0].message
        );
        blocks.push(Block::Paragraph(prose.words(&text)));
    }
    if asked.is_empty() {
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
    for failure in asked {
        let mut row: Vec<Words> = cells::values(&study.varied, &failure.inputs).collect();
        row.push(plain(reason(failure)));
        row.push(plain(&failure.code));
        row.push(plain(place(failure).unwrap_or_default()));
        row.push(prose.words(&failure.message));
        table.rows.push(row);
    }
    blocks.push(Block::Table(table));
}

/// Nobody asked for these sizes: one short line for all that failed in the same way.
fn failed_added(study: &Study, added: &[&FailedSize], prose: &Prose, blocks: &mut Vec<Block>) {
    for group in alike(added) {
        let first = group[0];
        let place = place(first).map_or_else(String::new, |place| format!(" at {place}"));
        let what = if needs_powers(study, added) {
            "Needs powers of two"
        } else {
            "Added to confirm formulas"
        };
        let size = cells::size(&first.inputs);
        let which = match group.len() {
            1 => format!("the added {size}"),
            count => format!("{count} added sizes, such as {size},"),
        };
        let text = format!(
            "{what}: {which} did not run: {} ({}{place})",
            reason(first),
            first.code,
        );
        blocks.push(Block::Paragraph(prose.words(&text)));
    }
}

/// Whether of all the sizes that were tried the powers of two ran, and no other did.
fn needs_powers(study: &Study, added: &[&FailedSize]) -> bool {
    let [name] = study.varied.as_slice() else {
        return false;
    };
    let is_power = |size: &Size| {
        let value = size.get(name).and_then(|value| value.scaled(0));
        value.is_some_and(|value| value > 0 && value.count_ones() == 1)
    };
    study.series.iter().all(|row| is_power(&row.inputs))
        && added.len() == study.failed.len()
        && added.iter().all(|failed| !is_power(&failed.inputs))
}

/// What failed in the same way at the same place, together.
fn alike<'f>(failures: &[&'f FailedSize]) -> Vec<Vec<&'f FailedSize>> {
    let mut alike: Vec<Vec<&FailedSize>> = Vec::new();
    for failure in failures {
        let same = |group: &&mut Vec<&FailedSize>| {
            let first = group[0];
            (&first.code, place(first)) == (&failure.code, place(failure))
        };
        match alike.iter_mut().find(same) {
            Some(group) => group.push(*failure),
            None => alike.push(vec![*failure]),
        }
    }
    alike
}

/// `p = 3, 5, 6`
fn sizes(failures: &[&FailedSize]) -> String {
    let sizes: Vec<String> = (failures.iter())
        .map(|failure| cells::short_size(&failure.inputs))
        .collect();
    let names: Vec<&str> = failures[0].inputs.keys().map(String::as_str).collect();
    let names = match names.as_slice() {
        [one] => (*one).to_owned(),
        several => format!("({})", several.join(", ")),
    };
    format!("{names} = {}", sizes.join(", "))
}

fn reason(failure: &FailedSize) -> &'static str {
    match failure.reason {
        FailureReason::Rejected => "rejected",
        FailureReason::Refused => "refused",
        FailureReason::Fault => "fault",
        FailureReason::IllegalAccess => "illegal access",
        FailureReason::Limit => "limit",
        FailureReason::Input => "input",
    }
}

/// `reduction.pram:31`
fn place(failure: &FailedSize) -> Option<String> {
    let (file, line) = (failure.file.as_ref()?, failure.line?);
    Some(format!("{}:{line}", file_name(file)))
}
