//! Formulas as text: with signs of mathematics, in the language's own expressions, and typeset.

use std::collections::BTreeMap;

use crate::derivation::formula::{Atom, Formula, Product, Stands, Symbol};
use crate::present::document::formula::{Notation, typeset};
use crate::present::document::latex;
use crate::present::plot::svg;
use crate::semantic::rational::Rational;

/// How a formula is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// `2·log n`
    Text,
    /// `2*log n`, as an expression of the language.
    Source,
    /// As mathematics, in HTML or LaTeX.
    Typeset(Notation),
}

/// How tightly the parts of an expression hold together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Sum,
    Product,
    Factor,
}

/// A formula as text.
pub fn formula(formula: &Formula, style: Style) -> String {
    match style {
        Style::Typeset(notation) => set(&write(formula, Style::Source).0, notation),
        _ => write(formula, style).0,
    }
}

/// An expression as mathematics; one that mathematics has no sign for as it is.
pub fn set(expression: &str, notation: Notation) -> String {
    match (typeset(expression, notation), notation) {
        (Some(set), Notation::Html) => set,
        (Some(set), Notation::Latex) => latex::in_math(&set),
        (None, Notation::Html) => format!("<code>{}</code>", svg::escaped(expression)),
        (None, Notation::Latex) => format!("\\texttt{{{}}}", latex::escaped(expression)),
    }
}

/// A formula as a factor of a product: in brackets where it is a sum.
pub fn as_factor(of: &Formula, style: Style) -> String {
    let level = write(of, Style::Source).1;
    let text = formula(of, style);
    match level {
        Level::Sum => format!("({text})"),
        _ => text,
    }
}

fn write(formula: &Formula, style: Style) -> (String, Level) {
    let mut terms: Vec<(&Product, Rational)> = (formula.terms.iter())
        .map(|(product, value)| (product, *value))
        .collect();
    terms.sort_by(|(a, _), (b, _)| magnitude(b).total_cmp(&magnitude(a)).then(b.cmp(a)));
    if terms.is_empty() {
        return ("0".to_owned(), Level::Factor);
    }
    // One denominator for all terms: (a + b)/2.
    let common = terms[0].1.denominator;
    let shared = terms.len() > 1
        && common > 1
        && (terms.iter())
            .all(|(product, value)| value.denominator == common && !has_quotient(product));
    if shared {
        for (_, value) in &mut terms {
            *value = Rational::whole(value.numerator);
        }
    }
    let mut text = String::new();
    for (at, (product, value)) in terms.iter().enumerate() {
        let is_negative = *value < Rational::ZERO;
        let size = if is_negative {
            value.times(Rational::whole(-1))
        } else {
            Some(*value)
        };
        let term = term(product, size.unwrap_or(*value), style);
        let minus = if style == Style::Text { "−" } else { "-" };
        match (at, is_negative) {
            (0, false) => text += &term,
            (0, true) => text.extend([minus, &term]),
            (_, false) => text.extend([" + ", &term]),
            (_, true) => text.extend([" ", minus, " ", &term]),
        }
    }
    if shared {
        return (format!("({text})/{common}"), Level::Product);
    }
    let is_single = terms.len() == 1 && terms[0].1 >= Rational::ZERO;
    let is_plain = is_single && !text.contains([' ', '·', '*', '/', '^']);
    let level = match (is_plain, is_single) {
        (true, _) => Level::Factor,
        (_, true) => Level::Product,
        _ => Level::Sum,
    };
    (text, level)
}

fn has_quotient(product: &Product) -> bool {
    product.factors.values().any(|power| *power < 0)
        || product.exponent.values().any(|power| *power < 0)
        || (product.factors.keys()).any(|atom| {
            atom.as_symbol()
                .is_some_and(|symbol| matches!(symbol.stands, Stands::Quotient(_)))
        })
}

/// What a term is a product of: names and their powers, powers of two, and all else.
#[derive(Default)]
struct Parts {
    powers: BTreeMap<(u8, String), Rational>,
    exponent: Vec<(Formula, i32)>,
    coefficient: Option<Rational>,
}

impl Parts {
    fn raise(&mut self, rank: u8, text: String, power: Rational) {
        let entry = self.powers.entry((rank, text)).or_insert(Rational::ZERO);
        *entry = entry.plus(power).unwrap_or(*entry);
    }
}

fn parts(product: &Product, coefficient: Rational, style: Style) -> Parts {
    let mut parts = Parts {
        coefficient: Some(coefficient),
        ..Parts::default()
    };
    for (atom, power) in &product.factors {
        let whole = Rational::whole(i128::from(*power));
        match atom {
            Atom::Symbol(symbol) => match &symbol.stands {
                Stands::Itself => parts.raise(1, symbol.name.to_string(), whole),
                Stands::Quotient(divisor) => {
                    parts.raise(1, symbol.name.to_string(), whole);
                    let inverse = Rational::whole(-i128::from(*power));
                    parts.raise(1, divisor.to_string(), inverse);
                }
                Stands::Logarithm(times) => {
                    parts.raise(2, format!("log {}", symbol.name), whole);
                    for _ in 0..power.unsigned_abs() {
                        let times = Rational::whole(i128::from(*times));
                        parts.coefficient = parts.coefficient.and_then(|value| {
                            if *power > 0 {
                                value.over(times)
                            } else {
                                value.times(times)
                            }
                        });
                    }
                }
            },
            other => parts.raise(3, atom_text(other, style), whole),
        }
    }
    for (atom, count) in &product.exponent {
        match atom {
            Atom::Symbol(Symbol {
                name,
                stands: Stands::Logarithm(times),
                ..
            }) => {
                let power = Rational::whole(i128::from(*count));
                let power = power.over(Rational::whole(i128::from(*times)));
                parts.raise(1, name.to_string(), power.unwrap_or(Rational::ZERO));
            }
            other => parts.exponent.push((Formula::atom(other.clone()), *count)),
        }
    }
    parts.powers.retain(|_, power| *power != Rational::ZERO);
    parts
}

fn term(product: &Product, coefficient: Rational, style: Style) -> String {
    let mut parts = parts(product, coefficient, style);
    let mut value = parts.coefficient.unwrap_or(coefficient);
    let mut above: Vec<String> = Vec::new();
    let mut below: Vec<String> = Vec::new();
    if !parts.exponent.is_empty() {
        // A power of two as a coefficient belongs to the exponent: 2^(d+1).
        let mut exponent = Formula::default();
        for (atom, count) in &parts.exponent {
            let part = atom.times_number(i128::from(*count));
            exponent = part
                .and_then(|part| exponent.plus(&part))
                .unwrap_or(exponent);
        }
        let shift = Formula::fraction(value).exponent_of_two();
        let all_down = parts.exponent.iter().all(|(_, count)| *count < 0);
        if let Some(shift) = shift.and_then(|shift| shift.as_whole()) {
            exponent = exponent.plus_number(shift).unwrap_or(exponent);
            value = Rational::ONE;
        } else if all_down {
            let shift = value.denominator.trailing_zeros();
            exponent = exponent.plus_number(-i128::from(shift)).unwrap_or(exponent);
            value.denominator >>= shift;
        }
        let raised = |exponent: &Formula| {
            let text = formula(exponent, style);
            match style {
                _ if text.chars().all(char::is_alphanumeric) => format!("2^{text}"),
                Style::Text if text.starts_with('⌈') && text.ends_with('⌉') => {
                    format!("2^{text}")
                }
                _ if is_call(&text) => format!("2^{text}"),
                _ => format!(
                    "2^({})",
                    text.replace(" + ", "+")
                        .replace(" - ", "-")
                        .replace(" − ", "−")
                ),
            }
        };
        match exponent.times_number(-1).filter(|_| all_down) {
            Some(negative) => below.push(raised(&negative)),
            None => above.push(raised(&exponent)),
        }
    }
    let powers = std::mem::take(&mut parts.powers);
    for ((rank, text), power) in powers {
        let (side, power) = if power < Rational::ZERO {
            (
                &mut below,
                power.times(Rational::whole(-1)).unwrap_or(power),
            )
        } else {
            (&mut above, power)
        };
        side.push(power_text(rank, &text, power, style));
    }
    let times = if style == Style::Text { "·" } else { "*" };
    if value.numerator != 1 || above.is_empty() {
        above.insert(0, value.numerator.to_string());
    }
    if value.denominator != 1 {
        below.insert(0, value.denominator.to_string());
    }
    let top = above.join(times);
    if below.is_empty() {
        return top;
    }
    let bottom = below.join(times);
    if below.len() > 1 {
        format!("{top}/({bottom})")
    } else {
        format!("{top}/{bottom}")
    }
}

/// `ceil(…)` as a whole.
fn is_call(text: &str) -> bool {
    let mut depth = 0;
    let inside = (text.char_indices()).all(|(at, c)| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth > 0 || c.is_alphanumeric() || at + 1 == text.len()
    });
    inside && text.ends_with(')') && text.starts_with(char::is_alphabetic)
}

fn power_text(rank: u8, text: &str, power: Rational, style: Style) -> String {
    if power == Rational::ONE {
        return text.to_owned();
    }
    if power.denominator == 2 && power.numerator == 1 {
        return match style {
            Style::Text => format!("√{text}"),
            _ => format!("sqrt({text})"),
        };
    }
    let (top, bottom) = (power.numerator, power.denominator);
    let exponent = match bottom {
        1 => top.to_string(),
        _ => format!("({top}/{bottom})"),
    };
    let superscript = matches!(exponent.as_str(), "2" | "3").then(|| match exponent.as_str() {
        "2" => "²",
        _ => "³",
    });
    match (style, superscript) {
        (Style::Text, Some(mark)) if rank == 2 => text.replacen("log", &format!("log{mark}"), 1),
        (Style::Text, Some(mark)) => format!("{text}{mark}"),
        _ if rank == 2 => format!("({text})^{exponent}"),
        _ => format!("{text}^{exponent}"),
    }
}

fn atom_text(atom: &Atom, style: Style) -> String {
    let inside = |part: &Formula| formula(part, style);
    let call = |name: &str, parts: &[&Formula]| {
        let parts: Vec<String> = parts.iter().map(|part| inside(part)).collect();
        format!("{name}({})", parts.join(", "))
    };
    match atom {
        Atom::Symbol(symbol) => symbol.name.to_string(),
        Atom::Log(part) => match part.as_symbol() {
            Some(symbol) if symbol.stands == Stands::Itself => format!("log {}", symbol.name),
            _ => call("log", &[part]),
        },
        Atom::Floor(part) => match style {
            Style::Text => format!("⌊{}⌋", inside(part)),
            _ => format!("floor({})", inside(part)),
        },
        Atom::Ceil(part) => match style {
            Style::Text => format!("⌈{}⌉", inside(part)),
            _ => format!("ceil({})", inside(part)),
        },
        Atom::Modulo(left, right) => {
            let (left, right) = (as_factor(left, style), as_factor(right, style));
            format!("({left} mod {right})")
        }
        Atom::Greatest(values) => call("max", &values.iter().collect::<Vec<_>>()),
        Atom::Least(values) => call("min", &values.iter().collect::<Vec<_>>()),
    }
}

/// About how large a product is where sizes are large: for the order of terms.
fn magnitude(product: &Product) -> f64 {
    let mut log = 0.0;
    for (atom, power) in &product.factors {
        log += f64::from(*power) * atom_size(atom).max(1e-9).log2();
    }
    for (atom, count) in &product.exponent {
        // The exponents of powers of two are logarithms.
        let is_index = matches!(
            atom,
            Atom::Symbol(Symbol {
                stands: Stands::Itself,
                ..
            })
        );
        let size = if is_index { 10.0 } else { atom_size(atom) };
        log += f64::from(*count) * size;
    }
    log
}

fn atom_size(atom: &Atom) -> f64 {
    let sum = |formula: &Formula| -> f64 {
        (formula.terms.iter())
            .map(|(product, value)| {
                let number = value.numerator as f64 / value.denominator as f64;
                number * magnitude(product).min(900.0).exp2()
            })
            .sum()
    };
    match atom {
        Atom::Symbol(Symbol {
            stands: Stands::Logarithm(times),
            ..
        }) => 24.0 / f64::from(*times),
        Atom::Symbol(_) => 1e7,
        Atom::Log(part) => sum(part).max(2.0).log2(),
        Atom::Floor(part) | Atom::Ceil(part) => sum(part),
        Atom::Modulo(_, divisor) => sum(divisor),
        Atom::Greatest(parts) => parts.iter().map(sum).fold(0.0, f64::max),
        Atom::Least(parts) => parts.iter().map(sum).fold(1e9, f64::min),
    }
}
