//! A complexity report as CSV: one table per kind of row, numbers in full.

mod anatomy;
mod formula;
mod network;
mod scaling;
mod series;

use csv::Writer;

use crate::quantity::{Per, Unit};
use crate::result::study::{Report, Size, Study};

/// A table under the name of its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Csv {
    /// `series.csv`
    pub name: &'static str,
    /// Its text.
    pub text: String,
}

/// How a table is written.
type Written = fn(&Report) -> String;

/// The tables that every report has.
const TABLES: [(&str, Written); 10] = [
    ("series.csv", series::measured),
    ("formulas.csv", formula::formulas),
    ("terms.csv", formula::terms),
    ("verdicts.csv", formula::verdicts),
    ("curves.csv", scaling::curves),
    ("optima.csv", scaling::optima),
    ("isoefficiency.csv", scaling::isoefficiency),
    ("lines.csv", anatomy::lines),
    ("profile.csv", anatomy::profile),
    ("failed.csv", series::failed),
];

/// Of the asynchronous machine only.
const SECTIONS: (&str, Written) = ("sections.csv", anatomy::sections);

/// Of multicomputers only.
const DECOMPOSITIONS: (&str, Written) = ("decomposition.csv", network::decompositions);

/// Where a formula of the user's is compared with what was measured.
const MODELS: (&str, Written) = ("model.csv", network::models);

/// Every table; the first one is what was measured, by size.
pub fn tables(report: &Report) -> Vec<Csv> {
    let has_sections = report.studies().any(|study| study.sections.is_some());
    let sections = has_sections.then_some(SECTIONS);
    let is_network = report
        .studies()
        .any(|study| !study.decompositions.is_empty());
    let decompositions = is_network.then_some(DECOMPOSITIONS);
    let has_models = report.studies().any(|study| !study.models.is_empty());
    let further = [sections, decompositions, has_models.then_some(MODELS)];
    (TABLES.into_iter().chain(further.into_iter().flatten()))
        .map(|(name, written)| Csv {
            name,
            text: written(report),
        })
        .collect()
}

/// The units that any of the programs counts in; those of one machine only come last.
fn units(report: &Report) -> Vec<Unit> {
    let own = [Unit::Apram, Unit::Multicomputer];
    let mut units = [&Unit::COUNTED[..], &own].concat();
    units.retain(|unit| report.studies().any(|study| study.units().contains(unit)));
    units
}

/// The value in each unit; an empty cell in one in which this program does not count.
fn in_units<T>(
    units: &[Unit],
    study: &Study,
    values: &Per<Unit, T>,
    text: impl Fn(&T) -> String,
) -> Vec<String> {
    let known = |unit: &Unit| study.units().contains(unit);
    let cell = |unit: &Unit| known(unit).then(|| text(values.get(*unit)));
    units
        .iter()
        .map(|unit| cell(unit).unwrap_or_default())
        .collect()
}

/// Rows that begin with the program they are about.
struct Rows(Writer<Vec<u8>>);

impl Rows {
    fn new<Title: AsRef<str>>(columns: impl IntoIterator<Item = Title>) -> Self {
        let mut rows = Self(Writer::from_writer(Vec::new()));
        let columns = columns.into_iter().map(|title| title.as_ref().to_owned());
        let beginning = ["file", "entry"].map(str::to_owned);
        rows.write(beginning.into_iter().chain(columns));
        rows
    }

    fn add(&mut self, study: &Study, cells: impl IntoIterator<Item = String>) {
        let beginning = [study.file.clone(), study.entry.clone()];
        self.write(beginning.into_iter().chain(cells));
    }

    fn write(&mut self, cells: impl Iterator<Item = String>) {
        let cells: Vec<String> = cells.map(harmless).collect();
        self.0
            .write_record(&cells)
            .expect("a vector takes every row, and all rows of a table are equally long");
    }

    fn text(self) -> String {
        let bytes = self.0.into_inner().expect("a vector takes every byte");
        String::from_utf8(bytes).expect("all cells are text")
    }
}

/// A cell that no spreadsheet takes for a formula: in front of a text that begins like one stands `'`. Numbers
/// stay as they are.
fn harmless(cell: String) -> String {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    if is_formula && !is_number(&cell) {
        format!("'{cell}")
    } else {
        cell
    }
}

/// Whether a cell is a number in one of the ways in which tables write them: `-5`, `-2.5e-3`, `-37/3`.
fn is_number(cell: &str) -> bool {
    let is_plain = |text: &str| {
        let is_part = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
        text.chars().all(is_part) && text.parse::<f64>().is_ok()
    };
    let (above, below) = cell.split_once('/').unwrap_or((cell, "1"));
    is_plain(above) && is_plain(below)
}

/// The names that vary in any of the programs.
fn varied(report: &Report) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in report.studies().flat_map(|study| &study.varied) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

fn values(names: &[String], size: &Size) -> Vec<String> {
    names.iter().map(|name| text(size.get(name))).collect()
}

/// The value, or an empty cell.
fn text(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}
