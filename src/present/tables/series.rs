//! What was measured, and what could not be.

use super::{Rows, in_units, network, text, units, values, varied};
use crate::quantity::{Measure, Per, Unit};
use crate::result::study::{Amount, AsynchronousRow, Range, Report, Row, Study};

pub(super) fn measured(report: &Report) -> String {
    let names = varied(report);
    let units = units(report);
    let mut columns = names.clone();
    columns.push("processors".to_owned());
    for measure in ["T", "W", "C", "SU", "S", "E"] {
        columns.extend(units.iter().map(|unit| format!("{measure}_{}", unit.key())));
    }
    let is_asynchronous = units.contains(&Unit::Apram);
    if is_asynchronous {
        columns
            .extend(["d_apram", "B_apram", "waiting_apram", "sections_apram"].map(str::to_owned));
    }
    let is_network = units.contains(&Unit::Multicomputer);
    if is_network {
        columns.extend(network::COLUMNS.map(str::to_owned));
    }
    let beside = Measure::beside(&units);
    columns.extend(beside.iter().map(|measure| measure.name().to_owned()));
    columns.push("held_out".to_owned());
    let repeated =
        (report.studies().flat_map(|study| &study.series)).any(|row| row.spread.is_some());
    if repeated {
        columns.extend(RANGE.map(|end| format!("p_{end}")));
        for measure in ["T", "W", "C"] {
            for unit in &units {
                columns.extend(RANGE.map(|end| format!("{measure}_{}_{end}", unit.key())));
            }
        }
    }
    let mut rows = Rows::new(columns);
    for study in report.studies() {
        for row in &study.series {
            let mut cells = values(&names, &row.inputs);
            cells.push(row.processors.to_string());
            for (_, counts) in row.counts.iter() {
                cells.extend(in_units(&units, study, counts, Amount::to_string));
            }
            for reals in [&row.sequential, &row.speedup, &row.efficiency] {
                cells.extend(in_units(&units, study, reals, |real| text(*real)));
            }
            if is_asynchronous {
                let known =
                    |value: fn(&AsynchronousRow) -> u64| text(row.apram.as_ref().map(value));
                cells.push(known(|row| row.delay));
                cells.push(known(|row| row.barrier));
                cells.push(known(|row| row.waiting));
                cells.push(known(|row| row.sections));
            }
            if is_network {
                cells.extend(network::cells(study, row));
            }
            cells.extend((beside.iter()).map(|measure| text(row.beside.get(measure))));
            cells.push(row.held_out.to_string());
            if repeated {
                cells.extend(spread(study, row, &units));
            }
            rows.add(study, cells);
        }
    }
    rows.text()
}

/// Over the seeds, of T, W and C in each unit.
const RANGE: [&str; 3] = ["best", "average", "worst"];

fn spread(study: &Study, row: &Row, units: &[Unit]) -> Vec<String> {
    let nothing = || vec![String::new(); RANGE.len()];
    let Some(spread) = &row.spread else {
        return vec![nothing(); 1 + Measure::IN_UNITS.len() * units.len()].concat();
    };
    let cells = |measure: &Per<Unit, Range>, unit: Unit| {
        if !study.units().contains(&unit) {
            return nothing();
        }
        range_cells(measure.get(unit))
    };
    let of = |(_, measure)| units.iter().flat_map(move |unit| cells(measure, *unit));
    let processors = range_cells(&spread.processors).into_iter();
    processors
        .chain(spread.counts.iter().flat_map(of))
        .collect()
}

fn range_cells(range: &Range) -> Vec<String> {
    vec![
        range.best.to_string(),
        range.average.text(),
        range.worst.to_string(),
    ]
}

pub(super) fn failed(report: &Report) -> String {
    let names = varied(report);
    let columns = ["code", "source_file", "line", "message"];
    let mut rows = Rows::new(names.iter().map(String::as_str).chain(columns));
    for study in report.studies() {
        for failure in &study.failed {
            let mut cells = values(&names, &failure.inputs);
            cells.push(failure.code.clone());
            cells.push(failure.file.clone().unwrap_or_default());
            cells.push(text(failure.line));
            cells.push(failure.message.clone());
            rows.add(study, cells);
        }
    }
    rows.text()
}
