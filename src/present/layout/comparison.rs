//! Several programs side by side, and where one overtakes another.

use super::{cells, network, over, verdict};
use crate::present::document::{Block, Table, Word, Words, numbers, plain, words};
use crate::present::plot::{Axis, Origin, Plot, Scale, arranged};
use crate::quantity::{Measure, Unit};
use crate::result::study::{
    Crossing, FormulaStatus, QuantityGrowth, RefusedMachine, Row, Size, Study,
};

/// Characters between two columns.
const GAP: usize = 2;
/// Characters of the columns before the formulas.
const MEASURE: usize = 20;
/// Characters of a table that fits a terminal, without the columns of what varies.
const WIDEST: usize = 70;

/// The section that compares: first who takes less, then the numbers.
pub fn lay_out(
    studies: &[&Study],
    names: &[String],
    crossings: &[Crossing],
    blocks: &mut Vec<Block>,
) {
    let Some(unit) = unit(studies) else {
        blocks.push(Block::Heading("Side by side".to_owned()));
        in_own_units(studies, names, blocks);
        return;
    };
    let shared = Shared::of(studies);
    blocks.extend(verdict::lead(studies, names, crossings, unit, &shared));
    blocks.push(Block::Heading("Side by side".to_owned()));
    blocks.push(Block::Table(formulas(studies, names, &[unit])));
    network::side_by_side(studies, names, blocks);
    let overtaking = |is_wanted: &dyn Fn(&&Crossing) -> bool| {
        let lines = crossings.iter().filter(is_wanted);
        let lines: Vec<Words> = lines.map(|crossing| plain(&crossing.text)).collect();
        (!lines.is_empty()).then_some(Block::List(lines))
    };
    blocks.extend(overtaking(&|crossing| crossing.unit == unit));
    let tables = sizes(names, unit, &shared).map(Block::Table);
    blocks.push(Block::Beside(tables.collect()));
    let plots = Measure::IN_UNITS.map(|measure| plot(names, measure, unit, &shared));
    blocks.push(Block::Plots(plots.to_vec()));
    let others: Vec<Unit> = common_units(studies)
        .filter(|other| *other != unit)
        .collect();
    if !others.is_empty() {
        let mut inside = vec![Block::Table(formulas(studies, names, &others))];
        inside.extend(overtaking(&|crossing| crossing.unit != unit));
        blocks.push(Block::Folded(
            "Side by side in the other units".to_owned(),
            inside,
        ));
    }
}

/// The sizes that all programs ran, ascending, with the row of each program.
pub struct Shared<'a> {
    /// The names that vary.
    pub varied: &'a [String],
    /// Each size with one row a program.
    pub rows: Vec<(&'a Size, Vec<&'a Row>)>,
}

impl<'a> Shared<'a> {
    /// Those of these programs.
    pub fn of(studies: &[&'a Study]) -> Self {
        let [first, others @ ..] = studies else {
            return Self {
                varied: &[],
                rows: Vec::new(),
            };
        };
        let rows = first.series.iter().filter_map(|row| {
            let same = others
                .iter()
                .map(|other| other.series.iter().find(|same| same.inputs == row.inputs));
            let same: Option<Vec<&Row>> = std::iter::once(Some(row)).chain(same).collect();
            Some((&row.inputs, same?))
        });
        Self {
            varied: &first.varied,
            rows: rows.collect(),
        }
    }
}

/// The unit in which programs are compared; `None` if they count in different ones.
pub fn unit(studies: &[&Study]) -> Option<Unit> {
    let own = studies.first()?.unit;
    let common: Vec<Unit> = common_units(studies).collect();
    if common.contains(&own) {
        Some(own)
    } else {
        common.first().copied()
    }
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

/// The formulas: of two programs in two columns if that is not too wide, else one below the other.
pub fn formulas(studies: &[&Study], names: &[String], units: &[Unit]) -> Table {
    let of = |measure, unit: Unit| {
        let all = studies
            .iter()
            .map(move |study| formula(study.formulas.get(measure).get(unit)));
        all.collect::<Vec<Words>>()
    };
    let kinds = Measure::IN_UNITS.into_iter();
    let kinds = kinds.flat_map(|measure| units.iter().map(move |unit| (measure, *unit)));
    let all: Vec<(Measure, Unit, Vec<Words>)> = kinds
        .map(|(measure, unit)| (measure, unit, of(measure, unit)))
        .collect();
    let widest = |place: usize| {
        let formulas = all.iter().map(|(.., formulas)| width(&formulas[place]));
        formulas
            .chain([names[place].chars().count()])
            .max()
            .unwrap_or(0)
    };
    let is_narrow = names.len() == 2 && widest(0) + widest(1) + MEASURE <= WIDEST;
    let columns = [words("measure"), words("unit")].into_iter();
    let mut table = if is_narrow {
        Table::new("", columns.chain(names.iter().map(words)))
    } else {
        Table::new("", columns.chain([words("program"), words("formula")]))
    };
    for (measure, unit, formulas) in all {
        let beginning = [plain(measure.name()), plain(unit.name())];
        if is_narrow {
            table
                .rows
                .push(beginning.into_iter().chain(formulas).collect());
            continue;
        }
        for (name, formula) in names.iter().zip(formulas) {
            let cells = beginning.iter().cloned().chain([plain(name), formula]);
            table.rows.push(cells.collect());
        }
    }
    table
}

/// Characters of a line.
fn width(words: &Words) -> usize {
    let lengths = words.iter().map(|word| match word {
        Word::Plain(text) | Word::Faint(text) | Word::Code(text) | Word::Formula(text) => {
            text.chars().count()
        }
        Word::Theta(class) => class.chars().count() + 3,
        Word::Mark(_) => 1,
    });
    lengths.sum()
}

/// The formulas of each in the units in which it counts.
pub fn in_own_units(studies: &[&Study], names: &[String], blocks: &mut Vec<Block>) {
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
    blocks.push(Block::Table(table));
    blocks.push(Block::Paragraph(plain(
        "These machines count in different units, so their numbers cannot be compared; how the formulas grow can.",
    )));
}

/// A formula, for which sizes it holds, and how sure it is.
pub fn formula(formula: &QuantityGrowth) -> Words {
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

/// The numbers at shared sizes: one table, or one for each measure where that would be too wide.
pub fn sizes(names: &[String], unit: Unit, shared: &Shared<'_>) -> impl Iterator<Item = Table> {
    let title = |measure: &Measure, name: &String| format!("{} {name}", measure.name());
    let all = Measure::IN_UNITS;
    let titles = all
        .iter()
        .flat_map(|measure| names.iter().map(move |name| title(measure, name)));
    let width: usize = titles.map(|title| title.chars().count() + GAP).sum();
    let groups: Vec<&[Measure]> = if width > WIDEST {
        all.chunks(1).collect()
    } else {
        vec![&all]
    };
    let tables: Vec<Table> = (groups.into_iter())
        .map(|measures| {
            let caption = match measures {
                [one] => format!("{} in {}", one.name(), unit.name()),
                _ => format!("in {}", unit.name()),
            };
            let mut columns: Vec<_> = shared.varied.iter().map(numbers).collect();
            for measure in measures {
                columns.extend(names.iter().map(|name| match measures {
                    [_] => numbers(name),
                    _ => numbers(title(measure, name)),
                }));
            }
            let mut table = Table::new(caption, columns);
            for (size, rows) in &shared.rows {
                let mut cells: Vec<Words> = cells::values(shared.varied, size).collect();
                for measure in measures {
                    let counts = rows.iter().map(|row| *row.counts.get(*measure).get(unit));
                    cells.extend(counts.map(cells::amount));
                }
                table.rows.push(cells);
            }
            table
        })
        .collect();
    tables.into_iter()
}

/// A measure of all programs over the first name that varies.
pub fn plot(names: &[String], measure: Measure, unit: Unit, shared: &Shared<'_>) -> Plot {
    let x = shared.varied.first().map_or("", String::as_str);
    let series = names.iter().enumerate().flat_map(|(place, name)| {
        let rows = shared.rows.iter();
        let values =
            rows.map(|(size, rows)| (*size, rows[place].counts.get(measure).get(unit).real()));
        over::series(x, values, name)
    });
    let series = arranged(over::some(series.collect()));
    let (first, rest) = measure.noun().split_at(1);
    Plot {
        title: format!("{}{rest} over {x}", first.to_ascii_uppercase()),
        x: Axis::fitting(x, over::across(&series)),
        y: Axis {
            label: format!("{} ({})", measure.name(), unit.name()),
            scale: Scale::fitting(over::up(&series)),
            origin: Origin::Zero,
        },
        series,
    }
}
