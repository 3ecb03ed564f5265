//! A derivation for the terminal.

use std::fmt::Write;

use super::style::{BAD, FAINT};
use crate::present::derivation::formula::Style;
use crate::present::derivation::shown::{End, Note, Row, Shown, shown};
use crate::result::derivation::Derivation;
use crate::source::Sources;
use crate::syntax::ast::Unit;

/// The widest text of a statement that is shown as a whole.
const WIDEST_SOURCE: usize = 44;
/// Where formulas begin at the latest.
const WIDEST_WAY: usize = 44;

/// All measures, each with its lines.
pub fn text(derivation: &Derivation, file: &str, sources: &Sources) -> String {
    let measures = shown(derivation, Style::Text, sources);
    let mut text = format!("{file} · {}\n", derivation.entry);
    for measure in &measures {
        text.push('\n');
        add(measure, &mut text);
    }
    text
}

/// `rounds`
pub(super) fn unit_name(unit: Unit) -> &'static str {
    match unit {
        Unit::Rounds => "rounds",
        Unit::Steps => "steps",
        Unit::Instructions => "instructions",
    }
}

fn add(measure: &Shown, text: &mut String) {
    let unit = measure.unit.map(unit_name).unwrap_or_default();
    let title = format!("{} {unit}", measure.name);
    let _ = writeln!(text, "{}", title.trim_end());
    let labels: Vec<(String, String)> = measure.rows.iter().map(label).collect();
    let left = labels.iter().map(|(_, source)| source.chars().count());
    let left = left.max().unwrap_or(0);
    let number = (labels.iter()).map(|(line, _)| line.chars().count());
    let number = number.max().unwrap_or(0).max(4);
    let ways = (measure.rows.iter()).filter_map(|row| Some(row.way.as_ref()?.chars().count()));
    let middle = ways.max().unwrap_or(0).min(WIDEST_WAY);
    for (row, (line, source)) in measure.rows.iter().zip(&labels) {
        let way = row.way.as_deref().unwrap_or_default();
        let space = " ".repeat(left - source.chars().count());
        let _ = write!(text, "{line:>number$}  {source}{space}");
        let gap = " ".repeat(middle.saturating_sub(way.chars().count()));
        match row.way {
            Some(_) => {
                let _ = writeln!(text, "   {way}{gap} = {}", row.cost);
            }
            None => {
                let _ = writeln!(text, "   {}{}", " ".repeat(middle + 3), row.cost);
            }
        }
    }
    let margin = " ".repeat(2);
    let name = measure.name;
    match &measure.end {
        End::Exact { formula, note } => {
            let _ = writeln!(text, "{margin}{name} = {formula}   {}", told(note));
        }
        End::Bounded { lower, upper, note } => {
            let _ = writeln!(text, "{margin}{lower} ≤ {name} ≤ {upper}   {}", told(note));
        }
        End::None {
            file,
            line,
            reason,
            help,
        } => {
            let file = file
                .as_ref()
                .map(|file| format!("{file}, "))
                .unwrap_or_default();
            let _ = writeln!(text, "{margin}not derived: {file}line {line}: {reason}");
            if let Some(help) = help {
                let _ = writeln!(text, "{margin}{FAINT}help: {help}{FAINT:#}");
            }
        }
        End::Wrong { at } => {
            let _ = writeln!(
                text,
                "{margin}{BAD}not shown: for {at} the formula and a counted run differ. This is a \
                 bug in pram, and not in the program; please report it{BAD:#}"
            );
        }
    }
}

/// Under what, and how often compared.
pub(super) fn told(note: &Note) -> String {
    let mut text = format!("for {}", note.assumption);
    for (line, given) in &note.given {
        let _ = write!(text, "; given line {line}: {given}");
    }
    match note.compared {
        0 => text += "; compared at no size",
        1 => text += "; compared at 1 size",
        count => {
            let _ = write!(text, "; compared at {count} sizes");
        }
    }
    text
}

fn label(row: &Row) -> (String, String) {
    let line = match &row.file {
        Some(file) => format!("{}:{}", short(file), row.line),
        None => row.line.to_string(),
    };
    let mut source = "  ".repeat(row.depth) + &row.source;
    if source.chars().count() > WIDEST_SOURCE {
        source = source.chars().take(WIDEST_SOURCE - 1).collect();
        source.push('…');
    }
    (line, source)
}

/// The name of a file without its folders.
pub(super) fn short(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}
