//! The anatomy of the largest run: where time and work go, and the parallelism over time.

use std::collections::BTreeMap;

use super::{cells, over};
use crate::present::document::{
    Block, Column, Table, Word, Words, code, numbers, plain, sentences, words,
};
use crate::present::plot::{Axis, Origin, Plot, Scale, Series, Style};
use crate::quantity::Unit;
use crate::result::study::{Anatomy, Share, Study};

/// The section on the anatomy.
pub fn lay_out(anatomy: &Anatomy, study: &Study, blocks: &mut Vec<Block>) {
    blocks.push(Block::Heading(format!(
        "Anatomy of the run of {} on p = {}",
        cells::size(&anatomy.inputs),
        anatomy.processors
    )));
    blocks.push(Block::Table(algorithms(anatomy)));
    blocks.push(Block::Table(lines(anatomy, study)));
    blocks.push(Block::Plots(vec![
        parallelism(anatomy),
        profile_plot(anatomy, study.unit),
    ]));
    blocks.push(Block::Table(profile(anatomy)));
}

fn share_columns() -> [Column; 9] {
    [
        "times", "T steps", "T instr.", "of T", "W steps", "W instr.", "of W", "reads", "writes",
    ]
    .map(numbers)
}

fn share_cells(share: &Share) -> [Words; 9] {
    [
        cells::count(share.executions),
        cells::count(share.time_steps),
        cells::count(share.time_instructions),
        plain(cells::share(share.time_share)),
        cells::count(share.work_steps),
        cells::count(share.work_instructions),
        plain(cells::share(share.work_share)),
        cells::count(share.reads),
        cells::count(share.writes),
    ]
}

fn algorithms(anatomy: &Anatomy) -> Table {
    let columns = std::iter::once(words("algorithm")).chain(share_columns());
    let mut table = Table::new("by algorithm", columns);
    for one in &anatomy.algorithms {
        let mut row = vec![code(&one.algorithm)];
        row.extend(share_cells(&one.share));
        table.rows.push(row);
    }
    table
}

fn lines(anatomy: &Anatomy, study: &Study) -> Table {
    let columns = [numbers("line"), sentences("source")];
    let mut table = Table::new("by line", columns.into_iter().chain(share_columns()));
    for one in &anatomy.lines {
        let mut source = vec![Word::Code(one.source.clone())];
        if one.file != study.file {
            let name = one.file.rsplit('/').next().unwrap_or_default();
            source.push(Word::Plain(" ".to_owned()));
            source.push(Word::Faint(format!("in {name}")));
        }
        let mut row = vec![plain(one.line.to_string()), source];
        row.extend(share_cells(&one.share));
        table.rows.push(row);
    }
    table
}

/// Stairs: each mean over its part of the steps.
fn parallelism(anatomy: &Anatomy) -> Plot {
    let steps: u64 = anatomy
        .profile
        .get(Unit::Steps)
        .iter()
        .map(|entry| entry.time)
        .sum();
    let part = steps as f64 / anatomy.parallelism.len().max(1) as f64;
    let points = anatomy
        .parallelism
        .iter()
        .enumerate()
        .flat_map(|(index, mean)| {
            let from = index as f64 * part;
            [(from, *mean), (from + part, *mean)]
        })
        .collect();
    Plot {
        title: "Parallelism over time".to_owned(),
        x: Axis {
            label: "steps".to_owned(),
            scale: Scale::Linear,
            origin: Origin::Values,
        },
        y: Axis::from_zero("active processors"),
        series: vec![Series {
            name: "active processors".to_owned(),
            style: Style::Area,
            sign: None,
            points,
        }],
    }
}

fn profile_plot(anatomy: &Anatomy, unit: Unit) -> Plot {
    let entries = anatomy.profile.get(unit);
    let series = vec![Series {
        name: format!("time in {}", unit.name()),
        style: Style::Measured,
        sign: None,
        points: entries
            .iter()
            .map(|entry| (entry.active as f64, entry.time as f64))
            .collect(),
    }];
    Plot {
        title: "Time by active processors".to_owned(),
        x: Axis::fitting("active processors", over::across(&series)),
        y: Axis {
            label: unit.name().to_owned(),
            scale: Scale::fitting(over::up(&series)),
            origin: Origin::Zero,
        },
        series,
    }
}

fn profile(anatomy: &Anatomy) -> Table {
    let columns = std::iter::once(numbers("active"));
    let mut table = Table::new(
        "time by active processors, from which all p follow",
        columns.chain(Unit::COUNTED.map(|unit| numbers(unit.name()))),
    );
    let mut rows: BTreeMap<u64, [u64; 3]> = BTreeMap::new();
    for (index, unit) in Unit::COUNTED.into_iter().enumerate() {
        for entry in anatomy.profile.get(unit) {
            rows.entry(entry.active).or_default()[index] += entry.time;
        }
    }
    for (active, times) in rows {
        let mut row = vec![cells::count(active)];
        row.extend(times.map(cells::count));
        table.rows.push(row);
    }
    table
}
