//! A derivation for the terminal.

use std::fmt::Write;

use super::style::{BAD, FAINT};
use crate::present::derivation::formula::Style;
use crate::present::derivation::rows::joined;
use crate::present::derivation::shown::{End, Row, Shown, note_text, title};
use crate::result::derivation::Derivation;
use crate::source::{Sources, shown_name};

/// The widest text of a statement that is shown as a whole.
const WIDEST_SOURCE: usize = 44;
/// Where formulas begin at the latest.
const WIDEST_WAY: usize = 44;

/// All measures, each with its lines.
pub fn text(derivation: &Derivation, file: &str, sources: &Sources) -> String {
    let measures = joined(derivation, Style::Text, sources);
    let mut text = format!("{} · {}\n", shown_name(file), derivation.entry);
    for measure in &measures {
        text.push('\n');
        add(measure, &mut text);
    }
    text
}

fn add(measure: &Shown, text: &mut String) {
    let _ = writeln!(text, "{}", title(measure));
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
            let _ = writeln!(text, "{margin}{name} = {formula}   {}", note_text(note));
        }
        End::Bounded { lower, upper, note } => {
            let _ = writeln!(
                text,
                "{margin}{lower} ≤ {name} ≤ {upper}   {}",
                note_text(note)
            );
        }
        End::None { help, .. } => {
            let _ = writeln!(text, "{margin}{}", measure.end.without_formula());
            if let Some(help) = help {
                let _ = writeln!(text, "{margin}{FAINT}help: {help}{FAINT:#}");
            }
        }
        End::Wrong { .. } => {
            let _ = writeln!(
                text,
                "{margin}{BAD}{}{BAD:#}",
                measure.end.without_formula()
            );
        }
    }
}

fn label(row: &Row) -> (String, String) {
    let mut source = "  ".repeat(row.depth) + &row.source;
    if source.chars().count() > WIDEST_SOURCE {
        source = source.chars().take(WIDEST_SOURCE - 1).collect();
        source.push('…');
    }
    (row.place(), source)
}
