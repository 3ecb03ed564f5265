//! Formulas of the user's beside what was measured.

use super::{cells, over};
use crate::present::document::{Block, Table, Word, Words, numbers, plain};
use crate::present::plot::{Axis, Origin, Plot, Scale, Style, arranged};
use crate::result::study::{ModelFormula, Study};

/// The section on formulas of the user's.
pub fn lay_out(study: &Study, blocks: &mut Vec<Block>) {
    for model in &study.models {
        blocks.push(Block::Heading("Measured and predicted".to_owned()));
        let largest = model.largest_difference.map(cells::percent);
        blocks.push(Block::Paragraph(vec![
            Word::Plain(format!("{} = ", model.measure.name())),
            Word::Formula(model.formula.clone()),
            Word::Plain(largest.map_or_else(String::new, |largest| {
                format!(", off by {largest} at most, in {}", study.unit.name())
            })),
        ]));
        blocks.push(Block::Table(table(study, model)));
        blocks.push(Block::Plots(vec![plot(study, model)]));
    }
}

fn table(study: &Study, model: &ModelFormula) -> Table {
    let measure = model.measure.name();
    let columns = study.varied.iter().map(numbers);
    let own = [measure, "formula", "difference"].map(numbers);
    let mut table = Table::new("", columns.chain(own));
    for row in &model.rows {
        let mut cells: Vec<Words> = cells::values(&study.varied, &row.inputs).collect();
        cells.push(cells::amount(row.measured));
        cells.push(cells::real(Some(row.predicted)));
        cells.push(plain(
            row.difference
                .map_or_else(|| "—".to_owned(), cells::percent),
        ));
        table.rows.push(cells);
    }
    table
}

fn plot(study: &Study, model: &ModelFormula) -> Plot {
    let x = study.varied.first().map_or("", String::as_str);
    let rows = || model.rows.iter();
    let measured = rows().map(|row| (&row.inputs, row.measured.real()));
    let mut series = over::series(x, measured, model.measure.name());
    let mut formula = over::series(x, rows().map(|row| (&row.inputs, row.predicted)), "formula");
    for one in &mut formula {
        one.style = Style::Dashed;
    }
    series.extend(formula);
    Plot {
        title: format!("{} measured and predicted over {x}", model.measure.name()),
        x: Axis::fitting(x, over::across(&series)),
        y: Axis {
            label: study.unit.name().to_owned(),
            scale: Scale::fitting(over::up(&series)),
            origin: Origin::Zero,
        },
        series: arranged(series),
    }
}
