//! From a derivation to its rows: of each statement that counts its line, its text, how its cost comes
//! about, and the cost.

use super::english;
use super::formula::{Style, as_factor, formula, set};
use super::shown::{End, Note, Row, Shown, title};
use super::sizes::assumption;
use crate::derivation::algebra::formula::Formula;
use crate::derivation::{CostBounds, CostLine, CostTerm, LineKind, NoFormula, SolvedRecurrence};
use crate::present::document::formula::Notation;
use crate::quantity::{Quantity, Unit};
use crate::result::derivation::{CheckedDerivation, Derivation, MeasureDerivation};
use crate::source::{Sources, Span};

/// All measures.
pub fn shown(derivation: &Derivation, style: Style, sources: &Sources) -> Vec<Shown> {
    (derivation.measures.iter())
        .map(|(quantity, derived)| {
            let (rows, end) = match derived {
                MeasureDerivation::None(without) => {
                    (Vec::new(), none(without, derivation, sources))
                }
                MeasureDerivation::Found(compared) => found(compared, style, sources),
            };
            measure(*quantity, rows, end)
        })
        .collect()
}

/// The same for readers: a reason why there is no formula is told once, for all measures that it holds for.
pub fn joined(derivation: &Derivation, style: Style, sources: &Sources) -> Vec<Shown> {
    let mut joined: Vec<Shown> = Vec::new();
    for measure in shown(derivation, style, sources) {
        let is_same = |known: &&mut Shown| known.end == measure.end;
        let without = matches!(measure.end, End::None { .. });
        match joined.iter_mut().find(is_same).filter(|_| without) {
            Some(known) => known.others.push(title(&measure)),
            None => joined.push(measure),
        }
    }
    joined
}

fn measure(quantity: Quantity, rows: Vec<Row>, end: End) -> Shown {
    Shown {
        name: quantity.name(),
        unit: quantity.unit.map(Unit::name),
        others: Vec::new(),
        rows,
        end,
    }
}

/// Why there is no formula.
fn none(without: &NoFormula, derivation: &Derivation, sources: &Sources) -> End {
    let (file, line) = place(without.span, sources);
    let (reason, help) = english::reason(&without.reason, derivation.is_assuming);
    End::None {
        file,
        line,
        reason,
        help,
    }
}

/// The statements that count, and what they come to.
fn found(compared: &CheckedDerivation, style: Style, sources: &Sources) -> (Vec<Row>, End) {
    let mut rows = Vec::new();
    if let Some(numbers) = &compared.differs {
        let each = numbers
            .iter()
            .map(|(name, value)| format!("{name} = {value}"));
        let at = each.collect::<Vec<_>>().join(", ");
        return (rows, End::Wrong { at });
    }
    for line in compared.lines() {
        add_rows(line, 0, style, sources, &mut rows);
    }
    (rows, end(compared, style, sources))
}

fn end(compared: &CheckedDerivation, style: Style, sources: &Sources) -> End {
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
fn add_rows(line: &CostLine, depth: usize, style: Style, sources: &Sources, rows: &mut Vec<Row>) {
    let (file, number) = place(line.span, sources);
    let expanded = matches!(line.kind, LineKind::Call | LineKind::Sections) || has_parts(line);
    let is_sum = line.kind == LineKind::Loop || matches!(line.way, CostTerm::Recurrence(_));
    let is_told = matches!(line.way, CostTerm::Closed(_)) || (expanded && !is_sum);
    let way = (!is_told).then(|| way_text(&line.way, style));
    let (way, cost) = way_and_cost(way, &line.cost, style);
    rows.push(Row {
        file,
        line: number,
        depth,
        source: source_of(line.span, sources),
        way,
        cost,
    });
    if expanded {
        for inside in statements_in(line) {
            add_rows(inside, depth + 1, style, sources, rows);
        }
    }
}

/// The first line of a statement: that of the source, or what stands there of the statement itself where
/// it stands behind others.
fn source_of(span: Span, sources: &Sources) -> String {
    let source = sources.get(span.file);
    let begin = source.line_starts()[sources.position(span).line - 1] as usize;
    let own = span.start as usize;
    if source.text[begin..own].trim().is_empty() {
        first_line(&source.text[begin..])
    } else {
        first_line(sources.text(span))
    }
}

/// What stands inside of a statement: of tasks side by side the tasks, and not the branches that lead
/// each processor to its own.
fn statements_in(line: &CostLine) -> Vec<&CostLine> {
    let each = line.inside.iter().flat_map(|inside| {
        if inside.kind == LineKind::Branch && inside.span == line.span {
            statements_in(inside)
        } else {
            vec![inside]
        }
    });
    each.collect()
}

/// How a cost comes about, where that is not the cost itself, and the cost. Where it is not exact the
/// way is that of its upper bound.
fn way_and_cost(way: Option<String>, cost: &CostBounds, style: Style) -> (Option<String>, String) {
    let upper = formula(&cost.upper, style);
    let way = way.filter(|way| *way != upper);
    if cost.is_exact() {
        return (way, upper);
    }
    let lower = formula(&cost.lower, style);
    match (style, way) {
        (Style::Typeset(Notation::Latex), None) => (None, format!("{lower} \\ldots {upper}")),
        (Style::Source, _) | (_, None) => (None, format!("{lower} … {upper}")),
        (Style::Typeset(Notation::Latex), Some(way)) => (
            Some(format!("\\le {way}")),
            format!("{upper},\\ \\ge {lower}"),
        ),
        (_, Some(way)) => (Some(format!("≤ {way}")), format!("{upper}, ≥ {lower}")),
    }
}

/// Whether a loop or a call stands inside.
fn has_parts(line: &CostLine) -> bool {
    (line.inside.iter())
        .any(|inside| matches!(inside.kind, LineKind::Loop | LineKind::Call) || has_parts(inside))
}

fn way_text(way: &CostTerm, style: Style) -> String {
    match way {
        CostTerm::Closed(closed) => formula(closed, style),
        CostTerm::Sum {
            index,
            low,
            high,
            inner,
        } => {
            let (low, high) = (formula(low, style), formula(high, style));
            let inner = match **inner {
                CostTerm::Closed(ref closed) => as_factor(closed, style),
                CostTerm::Plus(_) => format!("({})", way_text(inner, style)),
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
        CostTerm::Times(count, inner) => {
            let inner = match **inner {
                CostTerm::Closed(ref closed) if closed.as_whole() == Some(1) => {
                    return formula(count, style);
                }
                CostTerm::Closed(ref closed) => as_factor(closed, style),
                _ => format!("({})", way_text(inner, style)),
            };
            let times = match style {
                Style::Source => "*",
                Style::Typeset(Notation::Latex) => " \\cdot ",
                _ => "·",
            };
            format!("{}{times}{inner}", as_factor(count, style))
        }
        CostTerm::Recurrence(induction) => recurrence_text(induction, style),
        CostTerm::Plus(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| way_text(part, style)).collect();
            parts.join(" + ")
        }
    }
}

/// `T(1) = 0, T(n) = T(n/2) + 1 = (log n − 1) + 1`
fn recurrence_text(of: &SolvedRecurrence, style: Style) -> String {
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
