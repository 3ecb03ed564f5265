//! A derivation as rows of texts, which every format lays out.

use std::fmt::Write as _;

use super::formula::{Style, as_factor, formula, set};
use super::sizes::{assumption, reason_text};
use crate::derivation::algebra::formula::Formula;
use crate::derivation::{Induction, Kind, Line, Way};
use crate::present::document::formula::Notation;
use crate::result::derivation::{Compared, Derivation, Derived, Quantity};
use crate::source::{Sources, Span};
use crate::syntax::ast::Unit;

/// One measure.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// `T`
    pub name: &'static str,
    /// `rounds`
    pub unit: Option<&'static str>,
    /// One for each statement that counts.
    pub rows: Vec<Row>,
    /// What follows.
    pub end: End,
}

/// A statement that counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The file, where it is not the main one.
    pub file: Option<String>,
    /// Its line.
    pub line: usize,
    /// Within how many calls and loops it stands.
    pub depth: usize,
    /// Its text.
    pub source: String,
    /// How its cost comes about; none where that is the cost itself.
    pub way: Option<String>,
    /// Its cost.
    pub cost: String,
}

/// What a derivation comes to.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    /// A formula.
    Exact {
        /// It.
        formula: String,
        /// Under what it holds, and what it was compared with.
        note: Note,
    },
    /// Two formulas.
    Bounded {
        /// At least.
        lower: String,
        /// At most.
        upper: String,
        /// Under what they hold, and what they were compared with.
        note: Note,
    },
    /// Nothing: a line, why, and what would help.
    None {
        /// The file, where it is not the main one.
        file: Option<String>,
        /// The line.
        line: usize,
        /// Why.
        reason: String,
        /// What would help.
        help: Option<&'static str>,
    },
    /// A counted run has another number, which is a bug here.
    Wrong {
        /// The sizes of this run.
        at: String,
    },
}

/// Under what a formula holds, and what it was compared with.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// `every n = 2^k, k ≥ 0`
    pub assumption: String,
    /// Conditions of the program, with their lines.
    pub given: Vec<(usize, String)>,
    /// At how many sizes it was compared.
    pub compared: usize,
}

impl Row {
    /// `7`, or `prescan.pram:7` in another file.
    pub fn place(&self) -> String {
        match &self.file {
            Some(file) => format!("{}:{}", short(file), self.line),
            None => self.line.to_string(),
        }
    }
}

impl End {
    /// Under what a formula holds.
    pub fn note(&self) -> Option<&Note> {
        match self {
            Self::Exact { note, .. } | Self::Bounded { note, .. } => Some(note),
            Self::None { .. } | Self::Wrong { .. } => None,
        }
    }

    /// Why there is no formula: `not derived: line 9: the number of turns depends on A`.
    pub fn without_formula(&self) -> String {
        match self {
            Self::None {
                file, line, reason, ..
            } => {
                let file = file.as_ref().map(|file| format!("{file}, "));
                format!(
                    "not derived: {}line {line}: {reason}",
                    file.unwrap_or_default()
                )
            }
            Self::Wrong { at } => format!(
                "not shown: for {at} the formula and a counted run differ. This is a bug in pram, \
                 and not in the program; please report it"
            ),
            Self::Exact { .. } | Self::Bounded { .. } => String::new(),
        }
    }
}

/// `T rounds`
pub fn title(measure: &Shown) -> String {
    match measure.unit {
        Some(unit) => format!("{} {unit}", measure.name),
        None => measure.name.to_owned(),
    }
}

/// Under what a formula holds, and how often it was compared.
pub fn note_text(note: &Note) -> String {
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

/// The name of a file without its folders.
fn short(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

/// All measures.
pub fn shown(derivation: &Derivation, style: Style, sources: &Sources) -> Vec<Shown> {
    (derivation.measures.iter())
        .map(|(quantity, derived)| measure(*quantity, derived, style, sources))
        .collect()
}

fn measure(quantity: Quantity, derived: &Derived, style: Style, sources: &Sources) -> Shown {
    let mut rows = Vec::new();
    let end = match derived {
        Derived::None(without) => {
            let (file, line) = place(without.span, sources);
            let (reason, help) = reason_text(&without.reason);
            End::None {
                file,
                line,
                reason,
                help,
            }
        }
        Derived::Found(compared) => {
            if let Some(numbers) = &compared.differs {
                let each = numbers
                    .iter()
                    .map(|(name, value)| format!("{name} = {value}"));
                End::Wrong {
                    at: each.collect::<Vec<_>>().join(", "),
                }
            } else {
                for line in compared.lines() {
                    add_rows(line, 0, style, sources, &mut rows);
                }
                end(compared, style, sources)
            }
        }
    };
    Shown {
        name: quantity.name(),
        unit: match quantity.unit() {
            Some(Unit::Rounds) => Some("rounds"),
            Some(Unit::Steps) => Some("steps"),
            Some(Unit::Instructions) => Some("instructions"),
            None => quantity.is_asynchronous().then_some("units of time"),
        },
        rows,
        end,
    }
}

fn end(compared: &Compared, style: Style, sources: &Sources) -> End {
    let found = &compared.found;
    let given = (found.given.iter()).map(|span| {
        let text = first_line(sources.text(*span));
        (sources.position(*span).line, text)
    });
    let note = Note {
        assumption: assumption(found),
        given: given.collect(),
        compared: compared.sizes,
    };
    let cost = compared.cost();
    if cost.is_exact() {
        End::Exact {
            formula: formula(&cost.upper, style),
            note,
        }
    } else {
        End::Bounded {
            lower: formula(&cost.lower, style),
            upper: formula(&cost.upper, style),
            note,
        }
    }
}

fn place(span: Span, sources: &Sources) -> (Option<String>, usize) {
    let main = sources.files().next();
    let file = (main != Some(span.file)).then(|| sources.get(span.file).name.clone());
    (file, sources.position(span).line)
}

fn first_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let line = line.split("//").next().unwrap_or_default();
    line.trim()
        .trim_end_matches([';', '{'])
        .trim_end()
        .to_owned()
}

/// A row for a statement, and for those inside of it where it calls or loops further in.
fn add_rows(line: &Line, depth: usize, style: Style, sources: &Sources, rows: &mut Vec<Row>) {
    let (file, number) = place(line.span, sources);
    let position = sources.position(line.span);
    let starts = sources.get(line.span.file).line_starts();
    let begin = starts[position.line - 1] as usize;
    let text = sources.get(line.span.file).text[begin..].to_owned();
    let cost = if line.cost.is_exact() {
        formula(&line.cost.upper, style)
    } else {
        let (lower, upper) = (
            formula(&line.cost.lower, style),
            formula(&line.cost.upper, style),
        );
        match style {
            Style::Typeset(Notation::Latex) => format!("{lower} \\ldots {upper}"),
            _ => format!("{lower} … {upper}"),
        }
    };
    let expanded = matches!(line.kind, Kind::Call | Kind::Sections) || has_parts(line);
    let is_sum = line.kind == Kind::Loop || matches!(line.way, Way::Recurrence(_));
    let is_told = matches!(line.way, Way::Closed(_)) || (expanded && !is_sum);
    let way = if is_told {
        cost.clone()
    } else {
        way_text(&line.way, style)
    };
    rows.push(Row {
        file,
        line: number,
        depth,
        source: first_line(&text),
        way: (way != cost).then_some(way),
        cost,
    });
    if expanded {
        for inside in &line.inside {
            add_rows(inside, depth + 1, style, sources, rows);
        }
    }
}

/// Whether a loop or a call stands inside.
fn has_parts(line: &Line) -> bool {
    (line.inside.iter())
        .any(|inside| matches!(inside.kind, Kind::Loop | Kind::Call) || has_parts(inside))
}

fn way_text(way: &Way, style: Style) -> String {
    match way {
        Way::Closed(closed) => formula(closed, style),
        Way::Sum {
            index,
            low,
            high,
            inner,
        } => {
            let (low, high) = (formula(low, style), formula(high, style));
            let inner = match **inner {
                Way::Closed(ref closed) => as_factor(closed, style),
                Way::Plus(_) => format!("({})", way_text(inner, style)),
                _ => way_text(inner, style),
            };
            let name = &index.name;
            match style {
                Style::Typeset(Notation::Latex) => {
                    let name = set(name, Notation::Latex);
                    format!("\\sum_{{{name}={low}}}^{{{high}}} {inner}")
                }
                Style::Typeset(Notation::Html) => format!(
                    "<span class=\"sum\"><small>{high}</small><b>Σ</b><small>{}={low}</small></span> \
                     {inner}",
                    set(name, Notation::Html)
                ),
                _ => format!("Σ_{{{name}={low}}}^{{{high}}} {inner}"),
            }
        }
        Way::Times(count, inner) => {
            let inner = match **inner {
                Way::Closed(ref closed) if closed.as_whole() == Some(1) => {
                    return formula(count, style);
                }
                Way::Closed(ref closed) => as_factor(closed, style),
                _ => format!("({})", way_text(inner, style)),
            };
            let times = match style {
                Style::Source => "*",
                Style::Typeset(Notation::Latex) => " \\cdot ",
                _ => "·",
            };
            format!("{}{times}{inner}", as_factor(count, style))
        }
        Way::Recurrence(induction) => recurrence_text(induction, style),
        Way::Plus(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| way_text(part, style)).collect();
            parts.join(" + ")
        }
    }
}

/// `T(1) = 0, T(n) = T(n/2) + 1 = (log n − 1) + 1`
fn recurrence_text(of: &Induction, style: Style) -> String {
    let name = match style {
        Style::Typeset(notation) => set(of.name, notation),
        _ => of.name.to_owned(),
    };
    let text = |of: &Formula| formula(of, style);
    let times = match (of.factor, style) {
        (1, _) => String::new(),
        (factor, Style::Typeset(Notation::Latex)) => format!("{factor} \\cdot "),
        (factor, Style::Source) => format!("{factor}*"),
        (factor, _) => format!("{factor}·"),
    };
    let own = if of.own.is_zero() {
        String::new()
    } else {
        format!(" + {}", text(&of.own))
    };
    format!(
        "{name}({}) = {}, {name}({}) = {times}{name}({}){own} = {times}({}){own}",
        text(&of.start),
        text(&of.first),
        text(&of.size),
        text(&of.before),
        text(&of.earlier),
    )
}

/// A formula as an expression of the language.
pub fn source(of: &Formula) -> String {
    formula(of, Style::Source)
}
