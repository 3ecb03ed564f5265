//! Several programs side by side, and where one overtakes another.

use indexmap::IndexMap;

use super::{cells, network, over};
use crate::present::document::{Block, Table, Words, numbers, plain, words};
use crate::present::plot::{Axis, Origin, Plot, Scale, Series};
use crate::quantity::{Measure, Unit};
use crate::result::study::{
    Amount, Crossing, FormulaStatus, QuantityGrowth, RefusedMachine, Size, Study,
};

/// The section that compares.
pub fn lay_out(
    studies: &[&Study],
    names: &[String],
    crossings: &[Crossing],
    blocks: &mut Vec<Block>,
) {
    let Some(first) = studies.first() else {
        return;
    };
    blocks.push(Block::Heading("Side by side".to_owned()));
    if common_units(studies).next().is_none() {
        blocks.push(Block::Table(in_own_units(studies, names)));
        blocks.push(Block::Paragraph(plain(
            "These machines count in different units, so no number of one stands beside that of \
             another: what compares is how the formulas grow.",
        )));
        return;
    }
    blocks.push(Block::Table(formulas(studies, names)));
    network::side_by_side(studies, names, blocks);
    if crossings.is_empty() {
        blocks.push(Block::Paragraph(plain(
            "Neither program overtakes the other at these sizes.",
        )));
    } else {
        let lines = crossings.iter().map(|crossing| plain(&crossing.text));
        blocks.push(Block::List(lines.collect()));
    }
    let unit = common_units(studies)
        .find(|unit| *unit == first.unit)
        .or_else(|| common_units(studies).next());
    let Some(unit) = unit else {
        return;
    };
    blocks.push(Block::Table(sizes(studies, names, unit)));
    let x = first.varied.first().map_or("", String::as_str);
    let plots = Measure::IN_UNITS.map(|measure| plot(studies, names, x, measure, unit));
    blocks.push(Block::Plots(plots.to_vec()));
}

/// Machines on which nothing could be run.
pub fn refused(machines: &[RefusedMachine], blocks: &mut Vec<Block>) {
    if !machines.is_empty() {
        let lines = machines.iter().map(|one| {
            let (machine, reason) = (&one.machine, &one.reason);
            plain(format!("{} on {machine}: refused, {reason}", one.file))
        });
        blocks.push(Block::List(lines.collect()));
    }
}

/// The units in which all of them count.
fn common_units<'a>(studies: &'a [&'a Study]) -> impl Iterator<Item = Unit> + 'a {
    let all = studies.first().map_or(&[][..], |first| first.units());
    let is_common = |unit: &Unit| studies.iter().all(|study| study.units().contains(unit));
    all.iter().copied().filter(is_common)
}

fn formulas(studies: &[&Study], names: &[String]) -> Table {
    let columns = [words("measure"), words("unit")];
    let mut table = Table::new("", columns.into_iter().chain(names.iter().map(words)));
    for measure in Measure::IN_UNITS {
        for unit in common_units(studies) {
            let mut row = vec![plain(measure.name()), plain(unit.name())];
            row.extend(
                (studies.iter()).map(|study| formula(study.formulas.get(measure).get(unit))),
            );
            table.rows.push(row);
        }
    }
    table
}

/// The formulas of each in the units in which it counts.
fn in_own_units(studies: &[&Study], names: &[String]) -> Table {
    let measures = Measure::IN_UNITS.map(|measure| words(measure.name()));
    let columns = [words("program"), words("unit")];
    let mut table = Table::new("", columns.into_iter().chain(measures));
    for (study, name) in studies.iter().zip(names) {
        for unit in study.units() {
            let mut row = vec![plain(name), plain(unit.name())];
            let measures = Measure::IN_UNITS.into_iter();
            row.extend(measures.map(|measure| formula(study.formulas.get(measure).get(*unit))));
            table.rows.push(row);
        }
    }
    table
}

/// A formula, for which sizes it holds, and how sure it is.
fn formula(formula: &QuantityGrowth) -> Words {
    let mut cell = match (&formula.formula, &formula.theta) {
        (None, Some(_)) => cells::theta(Some(formula)),
        _ => cells::formula(Some(formula)),
    };
    if let Some(condition) = formula.condition() {
        cell.extend(plain(format!(" for {condition}")));
    }
    cell.extend(mark(formula));
    cell
}

/// Of a formula that is not derived, what it is.
fn mark(formula: &QuantityGrowth) -> Words {
    match (&formula.formula, formula.status) {
        (None, _) | (_, FormulaStatus::Derived) => Words::new(),
        (_, FormulaStatus::Found) => plain(" (found)"),
        (_, FormulaStatus::Here) => plain(" (on these sizes only)"),
        (_, FormulaStatus::Fitted) => plain(" (a fit)"),
        (_, FormulaStatus::Inconclusive) => plain(" (unconfirmed)"),
    }
}

fn sizes(studies: &[&Study], names: &[String], unit: Unit) -> Table {
    let varied = &studies[0].varied;
    let mut columns: Vec<_> = varied.iter().map(numbers).collect();
    for measure in Measure::IN_UNITS {
        let named = names
            .iter()
            .map(|name| numbers(format!("{} {name}", measure.name())));
        columns.extend(named);
    }
    let mut table = Table::new(format!("in {}", unit.name()), columns);
    let mut rows: IndexMap<String, (&Size, Vec<Option<Amount>>)> = IndexMap::new();
    let width = studies.len() * Measure::IN_UNITS.len();
    for (place, study) in studies.iter().enumerate() {
        for row in &study.series {
            let (_, values) = rows
                .entry(cells::size(&row.inputs))
                .or_insert_with(|| (&row.inputs, vec![None; width]));
            for (index, measure) in Measure::IN_UNITS.into_iter().enumerate() {
                values[index * studies.len() + place] = Some(*row.counts.get(measure).get(unit));
            }
        }
    }
    rows.sort_by(|_, one, _, other| one.0.values().cmp(other.0.values()));
    for (size, values) in rows.into_values() {
        let mut row: Vec<Words> = cells::values(varied, size).collect();
        row.extend(
            values.into_iter().map(|value| {
                plain(value.map_or_else(|| "—".to_owned(), |value| value.to_string()))
            }),
        );
        table.rows.push(row);
    }
    table
}

fn plot(studies: &[&Study], names: &[String], x: &str, measure: Measure, unit: Unit) -> Plot {
    let series: Vec<Series> = studies
        .iter()
        .zip(names)
        .flat_map(|(study, name)| {
            let rows = study.series.iter();
            let values = rows.map(|row| (&row.inputs, row.counts.get(measure).get(unit).real()));
            over::series(x, values, name)
        })
        .collect();
    let (first, rest) = measure.noun().split_at(1);
    Plot {
        title: format!("{}{rest} over {x}", first.to_ascii_uppercase()),
        x: Axis::fitting(x, over::across(&series)),
        y: Axis {
            label: format!("{} ({})", measure.name(), unit.name()),
            scale: Scale::fitting(over::up(&series)),
            origin: Origin::Zero,
        },
        series: over::some(series),
    }
}
